"""Actions of a compiled bot at the pending decisions of a vector environment: labels to learn from, or advice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fs_env.agent_api.seeds import key_from, seed_for
from fs_env.core.machine.run.answers import answers_of, legal_ids
from fs_env.envs.opponents import find_opponent

if TYPE_CHECKING:
    from fs_env.core.machine.run.policy import Policy
    from fs_env.envs.vector import GameVectorEnv

__all__ = ["Labels", "legal_ids"]


class Labels:
    """The answers of one compiled bot to the pending decisions of all rows, in one compiled call.

    It has a memory for each row and seat, as if it had been asked all decisions of that seat; a new game in a row begins with an
    empty one. What was played instead of its answers it learns from observations only.

        labels = Labels(env, "heuristic")
        seen, infos = env.reset(seed=1)
        while training:
            wanted = labels()  # int64 (num_envs,)
            seen, *_ = env.step(actions)

    Attributes:
        policy: what answers.

    Args:
        env: the environment.
        bot: a name or anything else with a compiled policy.

    Raises:
        ValueError: a bot that is not compiled, or is for something else.
    """

    def __init__(self, env: GameVectorEnv, bot: Any) -> None:
        found = find_opponent(bot, env.game)
        policy = found.policy
        if policy is None:
            raise ValueError(f"labels: {bot!r} is not a compiled bot: expected one like heuristic or policy:FILE.npz")
        policy.check(env.game.name, env.num_players)
        self.policy: Policy = policy
        self._player: Any = policy if found.custom is None else found.custom
        self._env, self._games = env, np.full(env.num_envs, -1, np.int64)
        self._seeds = np.zeros(env.num_envs, np.int64)
        self._memory = np.zeros((env.num_envs * env.num_players, policy.words), np.int64)

    def __call__(self) -> NDArray[np.int64]:
        """Its answers, legal ids, int64 (num_envs,); -1 in rows whose game is over. Counts as being asked."""
        env, players = self._env, self._env.num_players
        pending = env.pending()
        for row in np.flatnonzero((pending.games != self._games) | (pending.seeds != self._seeds)).tolist():
            mine = slice(row * players, (row + 1) * players)
            self._memory[mine] = 0
            seed = int(pending.seeds[row])
            self._memory[mine, 0] = [seed_for(self._player, key_from(seed), seed, seat) for seat in range(players)]
        self._games[:], self._seeds[:] = pending.games, pending.seeds
        running = pending.seats >= 0
        places = np.arange(env.num_envs) * players + np.where(running, pending.seats, 0)
        found = answers_of(self.policy, pending.obs, pending.mask, self._memory, places)
        return np.where(running, found, -1)
