"""A game that is played again from its choices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fs_env.core.machine.run.codes import NO_ACTION

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game


class Played:
    """A game at its choices: decisions with one legal action are answered by themselves. S has shape (1,); observation (int16) and mask
    (int8, 1 at every legal action) are those of the seat that is asked."""

    def __init__(self, game: Game, options: Mapping[str, int]) -> None:
        self._game, self._options = game, options
        self.S, self._row = game.new(1), game.new_rows(1)
        self._row["skip_forced"] = 1
        self.observation, self.mask = np.zeros(game.schema.size, np.int16), np.zeros(game.num_actions, np.int8)
        self._number = 0

    def deal(self, seed: int) -> None:
        self._game.setup(self.S, seed=seed, **self._options)
        self._number = 0
        self._advance(NO_ACTION)

    def check(self, action: int) -> None:
        if self.seat < 0:
            raise ValueError(f"choice {self._number} ({action}): the game is over before it")
        if not (0 <= action < self._game.num_actions and self.mask[action]):
            asked = self._game.decision_text(self.S)
            raise ValueError(f"choice {self._number} ({action}) is not legal here: {asked}")

    def take(self, action: int) -> None:
        self._advance(action)
        self._number += 1

    @property
    def seat(self) -> int:
        """The seat that is asked, -1 after the end."""
        return int(self._row["seat"][0])

    @property
    def turn(self) -> int:
        return int(self._row["turn"][0])

    @property
    def decisions(self) -> int:
        return int(self._row["decisions"][0])

    @property
    def legal(self) -> NDArray[np.int16]:
        return self.mask.nonzero()[0].astype(np.int16)

    def _advance(self, action: int) -> None:
        self._game.advance(self.S, 0, action, self.observation, self.mask, self._row)
