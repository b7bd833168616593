"""Forked children that inherit games in several threads, searches, pools: `python -m ...` prints JSON by situation."""

from __future__ import annotations

import copy
import json
import multiprocessing
import os
import signal
from collections.abc import Callable
from typing import Any

import numpy as np

from fs_env.core.machine.run.rollouts import Rollouts
from fs_env.core.machine.run.thread_pool import ThreadPool
from fs_env.envs.vector import GameVectorEnv
from tests.core.machine.nim import GAME, TAKE_1
from tests.core.machine.players import TAKE_MOST

PATIENCE = 30  # seconds for a child, which ends then
ENVS = GameVectorEnv(GAME, 8, opponents="random", threads=3)


def step(envs: GameVectorEnv = ENVS) -> list[int]:
    seen = envs.step(envs.action_masks().argmax(1))[0]["observation"]
    return (seen @ np.arange(1, 1 + seen.shape[1])).tolist()


def in_child(function: Callable[[], Any]) -> Any:
    told, tell = os.pipe()
    child = os.fork()
    if not child:
        signal.alarm(PATIENCE)
        try:
            found = function()
        except BaseException as error:
            found = repr(error)
        os.write(tell, json.dumps(found).encode())
        os._exit(0)
    os.close(tell)
    with os.fdopen(told) as said:
        found = json.loads(said.read())
    os.waitpid(child, 0)
    return found


def inherited() -> Any:
    """An environment, in a child, in a child of that, and after it was closed; the parent continues as if nothing was."""
    twin = copy.deepcopy(ENVS)

    def both() -> Any:
        return [step(), in_child(step)]

    def closed() -> Any:
        ENVS._rows.close()
        return step()

    first, second = step(twin), step(twin)
    return [in_child(both) == [first, second], in_child(closed) == first, step() == first]


def forget() -> None:
    """Forgets the environment; what its threads held in the parent is given up without waiting."""
    global ENVS
    ENVS = None


def forgotten() -> Any:
    return in_child(forget) is None


def pool() -> Any:
    """The processes of a pool step a global of the parent, each its own copy."""
    first = step(copy.deepcopy(ENVS))
    with multiprocessing.get_context("fork").Pool(2) as processes:
        found = processes.map_async(step_ours, range(2), chunksize=1).get(PATIENCE)
    return first in found


def step_ours(k: int) -> list[int]:
    return step(ENVS)


def search() -> Any:
    S = GAME.new()
    GAME.setup(S, seed=4)
    made = Rollouts(GAME, 12, words=3, threads=3)
    made.policies[:], made.actions[:], made.seeds[:] = TAKE_MOST.address, TAKE_1, np.arange(12)
    first = made.play(S, 0, 0).tolist()
    return in_child(lambda: made.play(S, 0, 0).tolist()) == first


def errors() -> Any:
    """Work that fails in a thread fails in the child too, and the threads can be used again."""
    threads = ThreadPool(2, "a test")
    given = [(6, 1), (6, 0), (6, 2)]
    threads.divide(divmod, given[::2])

    def child() -> Any:
        try:
            threads.divide(divmod, given)
        except ZeroDivisionError:
            return threads.divide(divmod, given[::2])

    return in_child(child) == [[6, 0], [3, 0]]


def main() -> None:
    ENVS.reset(seed=1)
    step()
    situations = (inherited, pool, search, errors, forgotten)
    print(json.dumps({situation.__name__: situation() for situation in situations}))


if __name__ == "__main__":
    main()
