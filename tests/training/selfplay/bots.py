"""Bots for Nim that think ahead, at "tests.training.selfplay.bots:NAME"."""

from __future__ import annotations

import os
import time
from pathlib import Path

import numpy as np

from fs_env.agents.search import Thought

KNOWN, SLOW, MORTAL, FAILING, LYING = (
    f"tests.training.selfplay.bots:{name}" for name in ("Known", "Slow", "Mortal", "Failing", "Lying")
)


class Known:
    """Takes one stone. Of action k it believes (k + 1) / 10 with error k / 100, tried in 5 k worlds, the highest id in none; its
    policy would have taken the second action."""

    name = "known"

    def reset(self, seat, seed):
        self.seat = seat

    def act(self, view):
        raise AssertionError("a bot that thinks is asked for its thought")

    def think(self, view):
        assert view.seat == self.seat, "one object plays two seats"
        actions = view.legal.astype(np.int16)
        values, errors, rollouts = (actions + 1) / 10, actions / 100, 5 * actions.astype(np.int64)
        values[-1], errors[-1], rollouts[-1] = np.nan, np.nan, 0
        return Thought(
            seat=view.seat,
            actions=actions,
            values=values,
            errors=errors,
            rollouts=rollouts,
            chosen=int(actions[0]),
            policy_action=int(actions[1]),
            seconds=time.perf_counter(),
        )


class Slow(Known):
    """Needs a while, the seconds that PAUSE names, and plays by its seed."""

    name = "slow"

    def reset(self, seat, seed):
        super().reset(seat, seed)
        self.rng = np.random.default_rng(seed)

    def think(self, view):
        time.sleep(float(os.environ.get("PAUSE", "0.01")))
        thought = super().think(view)
        return Thought(**{**vars(thought), "chosen": int(self.rng.choice(thought.actions))})


class Mortal(Slow):
    """Ends its process, except the one with the number SPARED: once, when it can remove the file that MORTAL names; always if that is a
    folder."""

    name = "mortal"

    def think(self, view):
        note = Path(os.environ["MORTAL"])
        if os.environ["SPARED"] != str(os.getpid()) and note.exists():
            if note.is_file():
                note.unlink()
            os._exit(9)
        return super().think(view)


class Failing(Slow):
    """Fails when its secret number is the one that FAILING names."""

    name = "failing"

    def think(self, view):
        if str(view.sections["secrets"][0]) == os.environ["FAILING"]:
            raise KeyError("no idea")
        return super().think(view)


class FailingFar(Slow):
    """Fails in every process but the one with the number SPARED."""

    name = "failing"

    def think(self, view):
        if os.environ["SPARED"] != str(os.getpid()):
            raise KeyError("far away")
        return super().think(view)


class Lying(Known):
    """Thinks about an action that is not legal."""

    name = "lying"

    def think(self, view):
        thought = super().think(view)
        return Thought(**{**vars(thought), "actions": thought.actions + 1})
