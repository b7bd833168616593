"""The first use of compiled code by several threads at once, in its own process: `python -m ...` prints what they got."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable

import numpy as np

from fs_env.core.machine.compile import notice
from fs_env.core.machine.run.codes import RESTART
from fs_env.core.machine.run.policy import OUTSIDE
from fs_env.core.machine.run.rows import Rows
from tests.core.machine.nim import GAME, SCHEMA, TAKE_1, step
from tests.core.machine.players import BY_SEED, ONE_THEN_MOST, TAKE_MOST

THREADS = 8


def play(k: int) -> int:
    S = GAME.new()
    GAME.setup(S, seed=k)
    GAME.step(S, TAKE_1)
    return GAME.to_act(S)


def kernel(k: int) -> int:
    S = GAME.new()
    S["stones"], S["num_players"], S["max_decisions"] = 5, 2, 9
    return int(step(S[0], TAKE_1))


def policy(k: int) -> int:
    seen = np.full(SCHEMA.size, 5, np.int16)
    return ONE_THEN_MOST.act(seen, np.array([2, 1, 0], np.int16), ONE_THEN_MOST.new_memory(k))


def rows(k: int) -> int:
    table = Rows(GAME, 4, {}, skip_forced=False, words=max(TAKE_MOST.words, BY_SEED.words))
    table.policies[:, 0], table.policies[:, 1:] = TAKE_MOST.address, BY_SEED.address
    table.actions[:] = RESTART
    table.play()
    return int(table.outcomes.sum())


def take(k: int) -> int:
    table = Rows(GAME, 4, {}, skip_forced=False)
    table.policies[:], table.actions[:] = OUTSIDE, RESTART
    table.play()
    return table.take(np.zeros(4, np.int64), table.mask, np.zeros(4, np.bool_))


def mixed(k: int) -> int:
    return kernel(k) if k % 2 else play(k) - 1


USES: dict[str, tuple[Callable[[int], int], int]] = {
    "mixed": (mixed, 0),
    "policy": (policy, 0),
    "rows": (rows, 4),
    "take": (take, 0),
}
"""Work of the threads at once, one after the other, and what each of them must get; each compiles something new."""


def at_once(use: Callable[[int], int]) -> list[str]:
    barrier, got = threading.Barrier(THREADS), [""] * THREADS

    def run(k: int) -> None:
        barrier.wait()
        try:
            got[k] = str(use(k))
        except Exception as error:
            got[k] = repr(error)

    threads = [threading.Thread(target=run, args=(k,)) for k in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return got


if __name__ == "__main__":
    notice.PATIENCE = notice.TICK = 0.001
    print(json.dumps({what: at_once(use) for what, (use, _) in USES.items()}))
