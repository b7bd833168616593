"""A player that decides much as the heuristic, but is not a compiled bot to whoever looks at it."""

from __future__ import annotations

from fs_env.agent_api.specs import load_agent


class Shy:
    """The heuristic; every eighth choice is the smallest legal id."""

    name = "shy"

    def reset(self, seat, seed):
        self.seed, self.count, self.inner = (seat, seed), 0, None

    def act(self, view):
        if self.inner is None:
            self.inner = load_agent("heuristic", view.game)
            self.inner.reset(*self.seed)
        self.count += 1
        usual = self.inner.act(view)
        return int(view.legal[0]) if self.count % 8 == 0 else usual


class Unlucky:
    """Runs in the game Race, and breaks off once a run has failed."""

    name, lucky = "unlucky", False

    def reset(self, seat, seed):
        self.ran = False

    def act(self, view):
        if self.ran and (view.sections["steps"][0] > 1) == self.lucky:
            raise RuntimeError("enough")
        self.ran = True
        return int(view.legal[-1])


class Lucky(Unlucky):
    name, lucky = "lucky", True
