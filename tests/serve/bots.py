"""Bad bots, at "tests.serve.bots:NAME"."""

from __future__ import annotations

import time

from fs_env.agent_api.hooks import AgentHooks
from fs_env.agents.search.budget import NEVER


class Broken:
    name = "broken"

    def reset(self, seat, seed):
        self.asked = 0

    def act(self, view):
        self.asked += 1
        if self.asked > 1:
            raise KeyError("no idea")
        return int(view.legal[0])


class Cheat:
    name = "cheat"

    def reset(self, seat, seed):
        pass

    def act(self, view):
        return int((1 - view.mask).argmax())


class Sleeper:
    name = "sleeper"

    def reset(self, seat, seed):
        pass

    def act(self, view):
        time.sleep(20)
        return int(view.legal[0])


class Cold(AgentHooks):
    """Searches, as its interrupt says; the first of its kind in a process is compiled for longer than it may think."""

    name = "cold"
    interrupt = NEVER
    compiled = []

    def reset(self, seat, seed):
        pass

    def act(self, view):
        if not self.compiled:
            time.sleep(0.5)
            self.compiled.append(True)
        return int(view.legal[0])
