"""`Learning`: the part of a manifest that helps networks learn a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from fs_env.registry.games import manifest_of
from fs_env.registry.manifest import Part

if TYPE_CHECKING:
    from fs_env.core.machine.declare.features import CardPlaces
    from fs_env.core.machine.run.game import Game

Potential = Callable[[NDArray[np.int16]], NDArray[np.float32]]
"""Observations (..., schema.size) -> the potential of each for its observer."""


@dataclass(frozen=True, kw_only=True)
class Learning(Part):
    """What networks read of a game, and its shaped rewards.

    Attributes:
        left_out: sections and columns of the observation that make no inputs of a network: what hardly matters and takes many values.
        read_together: pairs of columns that a network reads as one number.
        card_places: returns which card each number of the observation is about.
        ordered: sections of the observation whose rows mean something by their place, where `card_places` is given.
        potential: (game, num_players) -> potential for shaped rewards; by default there is none.
    """

    entry: ClassVar[str] = "learning"
    left_out: tuple[str, ...] = ()
    read_together: tuple[tuple[str, str], ...] = ()
    card_places: Callable[[], CardPlaces] | None = None
    ordered: tuple[str, ...] = ()
    potential: Callable[[Game, int], Potential] | None = None


NONE = Learning()


def learning_of(game: Game | str) -> Learning:
    """What helps networks learn a game; nothing where its manifest has no such part."""
    return manifest_of(game).part(Learning) or NONE
