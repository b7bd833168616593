"""The agent that plays with a network."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fs_env.agents.policy.features import FORMS, Features
from fs_env.agents.policy.network import Network
from fs_env.envs.draws import STEP, mix
from fs_env.registry.games import GAMES, load_game

if TYPE_CHECKING:
    from fs_env.arena.agent import SeatView
    from fs_env.core.machine.game import Game


class PolicyAgent:
    """Draws each action with the probability that its network gives it among the legal ones.

    It answers one decision at a time, as agents do, or many at once, as opponents in a `GameVectorEnv`. Each game has a
    seed, and its n-th answer depends only on that seed, n and the position, not on the other games of a batch.

    Args:
        source: a file that `fs-env train ppo_selfplay` wrote, or a network.
        greedy: True takes the most probable action instead.
        name: the name of the agent; None: the file's name.
        game: the game it plays. A file names its game by an id of `GAMES`; a game that is not registered must be given here,
            because a file must not decide which code is run.

    Raises:
        ValueError: no such file, another kind of file, a network of another version of its game, or of a game that is neither
            registered nor the one given.
    """

    def __init__(
        self, source: str | Path | Network, *, greedy: bool = False, name: str | None = None, game: Game | None = None
    ) -> None:
        if isinstance(source, Network):
            self.network, self.name = source, name or "policy"
        else:
            self.network, self.name = Network.load(Path(source)), name or f"policy:{source}"
        self.greedy = greedy
        game, self.num_players, form = self._made_for(game)
        self.game_name = game.name
        self._features = Features(game, self.num_players, form)
        inputs, outputs = self.network.layers[0][0].shape[1], self.network.layers[-1][0].shape[0]
        if (inputs, outputs) != (self._features.size, game.num_actions):
            raise ValueError(
                f"{self.name}: its network takes {inputs} numbers and knows {outputs} actions; {game.name} now gives "
                f"{self._features.size} and has {game.num_actions}: it was trained on another version; train it again"
            )
        self._seeds = np.zeros(1, np.uint64)  # one for each row
        self._answers = np.zeros(1, np.uint64)  # answers so far, in each row

    def _made_for(self, given: Game | None) -> tuple[Game, int, str]:
        """The game, the number of players and the form of the features that its network says it was made for."""
        name, players, form = (self.network.about.get(key) for key in ("game", "num_players", "features"))
        if given is not None and name == given.name:
            game = given
        elif isinstance(name, str) and name in GAMES:
            game = load_game(name)
        else:
            raise ValueError(
                f"{self.name}: made for the game {name!r}, which is not registered: expected one of {', '.join(GAMES)}"
                + (f", or {given.name}" if given is not None and given.name not in GAMES else "")
            )
        if type(players) is not int or not game.min_players <= players <= game.max_players or form not in FORMS:
            raise ValueError(
                f"{self.name}: made for {players!r} players and features {form!r}: expected {game.min_players} to "
                f"{game.max_players} players and one of {', '.join(FORMS)}"
            )
        return game, players, form

    def reset(self, seat: int, seed: int) -> None:
        """Starts a game; only `seed` decides all further draws."""
        self.reset_batch(np.zeros(1, np.int64), np.array([seat]), np.array([seed], np.int64))

    def reset_batch(self, rows: NDArray[np.int64], seats: NDArray[np.int64], seeds: NDArray[np.int64]) -> None:
        """Starts games in these rows; see `BatchOpponent`."""
        self._room(int(rows.max(initial=0)))
        self._seeds[rows] = seeds.astype(np.uint64)
        self._answers[rows] = 0

    def act(self, view: SeatView) -> int:
        """The id of a legal action.

        Raises:
            ValueError: a game that it was not trained for.
        """
        if view.num_players != self.num_players or view.game != self.game_name:
            raise ValueError(
                f"{self.name} was trained for {self.game_name} with {self.num_players} players, this is {view.game} with "
                f"{view.num_players}"
            )
        return int(self.act_batch(view.observation[None], view.mask[None], np.zeros(1, np.int64))[0])

    def act_batch(
        self, observations: NDArray[np.int16], masks: NDArray[np.int8], rows: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Ids of legal actions, int64 (k,); see `BatchOpponent`."""
        rows_of, legal = divmod(
            np.flatnonzero(masks), masks.shape[1]
        )  # the legal actions of all rows, one after the other
        count = np.bincount(rows_of, minlength=len(rows))
        first = count.cumsum() - count
        scores = self.network.logits_of(self._features(observations), rows_of, legal).astype(np.float64)
        best = np.maximum.reduceat(scores, first)
        if self.greedy:
            at = np.flatnonzero(scores == best[rows_of])
            return legal[at[np.unique(rows_of[at], return_index=True)[1]]]
        sums = np.exp(scores - best[rows_of]).cumsum()
        below = np.where(first, sums[first - 1], 0.0)
        self._room(int(rows.max()))
        self._answers[rows] += np.uint64(1)
        draws = (mix(self._seeds[rows] + STEP * self._answers[rows]) >> np.uint64(11)) * 2.0**-53
        last = first + count - 1
        drawn = np.searchsorted(sums, below + draws * (sums[last] - below), side="right")
        return legal[drawn.clip(first, last)]

    def _room(self, row: int) -> None:
        missing = row + 1 - len(self._seeds)
        if missing > 0:
            self._seeds, self._answers = (
                np.concatenate([old, np.zeros(missing, np.uint64)]) for old in (self._seeds, self._answers)
            )
