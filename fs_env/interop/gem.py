"""One seat of each game in words, as environments of GEM. Importing this module registers them: `gem.make("fs_env:CastlesOfCaleira-v0")`.

Needs the extra "gem". Source: https://github.com/axon-rl/gem
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded

from fs_env.envs.registry import text_id
from fs_env.envs.text import GameTextEnv
from fs_env.interop import needs
from fs_env.registry.games import GAMES

with needs("gem", "GEM"):
    import gem
    from gem.envs.registration import ENV_REGISTRY


class GameEnv(gem.Env):
    """A seat of a game; observations, rewards, infos and errors are those of `fs_env.envs.text.GameTextEnv`.

    Args:
        game: the rules, or the id of a game.
        seed: of the first `reset` without one, as `gem.make_vec` gives it; None: fresh entropy.
        arguments: as in `GameTextEnv`.
    """

    def __init__(self, game: Any, *, seed: int | None = None, **arguments: Any) -> None:
        super().__init__()
        self._arguments, self._seed = {"game": game, **arguments}, seed
        self._env, self._actions = GameTextEnv(**self._arguments), list[str]()

    def reset(self, seed: int | None = None) -> tuple[str, dict[str, Any]]:
        seed, self._seed = self._seed if seed is None else seed, None
        text, info = self._env.reset(seed=seed)
        self._draw, self._actions = np.random.default_rng(seed), info["actions"]
        return text, info

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        result = self._env.step(action)
        self._actions = result[-1]["actions"]
        return result

    def sample_random_action(self) -> str:
        """The number of a random legal action in brackets; the same sequence after the same seed. ResetNeeded where there is none."""
        if not self._actions:
            raise ResetNeeded("sample_random_action() without a decision: call reset() first")
        return f"[{self._draw.integers(len(self._actions)) + 1}]"

    def spawn(self, same_state: bool = False, **kwargs: Any) -> GameEnv:
        """A copy in the same state, or a new environment with these arguments, `kwargs` instead of some, and fresh entropy."""
        if same_state and kwargs:
            raise ValueError(f"spawn(same_state=True) with {', '.join(kwargs)}: expected no arguments for a copy")
        return deepcopy(self) if same_state else type(self)(**{**self._arguments, **kwargs})


def register() -> None:
    for game in GAMES.values():
        if (name := f"fs_env:{text_id(game).replace('/Text', '')}") not in ENV_REGISTRY:
            gem.register(name, f"{__name__}:GameEnv", game=game.id)


register()
