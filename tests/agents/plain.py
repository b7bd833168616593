"""Prints the heuristic bot's answers to decisions of a file: run with NUMBA_DISABLE_JIT=1 its kernels are plain Python.

python -m tests.agents.plain FILE.npz
"""

from __future__ import annotations

import sys

import numpy as np

from fs_env.agents.heuristic import HeuristicAgent
from fs_env.core.machine.compile.jit import compiled


def answers(observations, masks, seed: int) -> list[int]:
    """The answers of one player to decisions of one game, in their order."""
    policy = HeuristicAgent.policy
    memory = policy.new_memory(seed)
    return [
        policy.act(obs, mask.nonzero()[0].astype(np.int16), memory)
        for obs, mask in zip(observations, masks, strict=True)
    ]


if __name__ == "__main__":
    told = np.load(sys.argv[1])
    print(compiled(), *answers(told["observations"], told["masks"], int(told["seed"])))
