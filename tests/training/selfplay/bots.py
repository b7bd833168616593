"""Bots for Nim that search, at "tests.training.selfplay.bots:NAME"."""

from __future__ import annotations

import os
import time
from pathlib import Path

import numpy as np

from fs_env.agent_api.hooks import AgentHooks
from fs_env.agents.search import SearchResult

KNOWN, SLOW, MORTAL, FAILING, LYING = (
    f"tests.training.selfplay.bots:{name}" for name in ("Known", "Slow", "Mortal", "Failing", "Lying")
)


class Known(AgentHooks):
    """Takes one stone. Of action k it believes (k + 1) / 10 with error k / 100, tried in 5 k determinizations, the highest id in none; its
    policy would have taken the second action."""

    name = "known"

    def reset(self, seat, seed):
        self.seat = seat

    def act(self, view):
        raise AssertionError("a bot that searches is asked for its result")

    def search(self, view):
        assert view.seat == self.seat, "one object plays two seats"
        actions = view.legal.astype(np.int16)
        values, errors, rollouts = (actions + 1) / 10, actions / 100, 5 * actions.astype(np.int64)
        values[-1], errors[-1], rollouts[-1] = np.nan, np.nan, 0
        return SearchResult(
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

    def search(self, view):
        time.sleep(float(os.environ.get("PAUSE", "0.01")))
        result = super().search(view)
        return SearchResult(**{**vars(result), "chosen": int(self.rng.choice(result.actions))})


class Mortal(Slow):
    """Ends its process, except the one with the number SPARED: once, when it can remove the file that MORTAL names; always if that is a
    folder."""

    name = "mortal"

    def search(self, view):
        note = Path(os.environ["MORTAL"])
        if os.environ["SPARED"] != str(os.getpid()) and note.exists():
            if note.is_file():
                note.unlink()
            os._exit(9)
        return super().search(view)


class Failing(Slow):
    name = "failing"

    def search(self, view):
        if str(view.sections["secrets"][0]) == os.environ["FAILING"]:
            raise KeyError("no idea")
        return super().search(view)


class FailingFar(Slow):
    name = "failing"

    def search(self, view):
        if os.environ["SPARED"] != str(os.getpid()):
            raise KeyError("far away")
        return super().search(view)


class Lying(Known):
    name = "lying"

    def search(self, view):
        result = super().search(view)
        return SearchResult(**{**vars(result), "actions": result.actions + 1})
