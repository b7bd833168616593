"""Betrayal at Baldur's Gate: cards, events, tiles, adventurers and haunts."""

from __future__ import annotations

from enum import IntEnum

from fs_env.cli.observation_pages import numbered


def codes() -> list[type[IntEnum]]:
    """Enums that the words of columns name, though no column has them as its codes."""
    from fs_env.core.betrayal.language.codes import Token

    return [Token]


def names() -> dict[str, dict[int, str]]:
    """Cards, events, tiles, adventurers, haunts, and what objectives there are."""
    from fs_env.core.betrayal import tables as T
    from fs_env.core.betrayal.content.adventurers import ADVENTURERS
    from fs_env.core.betrayal.language.codes import Harm, Trait
    from fs_env.core.betrayal.language.haunts import Goal
    from fs_env.core.betrayal.view.frames import WAYS

    return {
        "adventurer": numbered(row.name for row in ADVENTURERS),
        "card": numbered(card.name for card in T.POSSESSIONS),
        "event": numbered(event.name for event in T.EVENTS),
        "tile": numbered(tile.name for tile in T.TILES),
        "haunt": numbered(haunt.name for haunt in T.HAUNTS),
        "goal": {int(goal): goal.name.lower() for goal in Goal},
        "trait": {int(trait): trait.name.lower() for trait in Trait},
        "harm": {int(harm): harm.name.lower() for harm in Harm},
        "way": numbered(WAYS),
    }
