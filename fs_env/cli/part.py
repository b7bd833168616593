"""`Pages`: the part of a manifest with what generated pages show of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, ClassVar

from fs_env.registry.games import manifest_of
from fs_env.registry.manifest import Part

if TYPE_CHECKING:
    from fs_env.core.machine.declare.action_ranges import ActionTable
    from fs_env.core.machine.declare.facts import Fact
    from fs_env.core.machine.run.game import Game


@dataclass(frozen=True, kw_only=True)
class Pages(Part):
    """What the pages of observations and actions show of a game.

    Attributes:
        facts: what a seat may know of each field of the state; by default the page has no such chapter.
        left_out: facts that a player could know, but the observation does not have.
        names: kind -> number -> name of what numbers of the observation represent.
        codes: enums that the words of columns name, though no column has them as its codes.
        chapters: returns further chapters of the page of observations.
        actions: ranges of action ids.
        action_ids: (game, sections about the ranges) -> all sections of the page of actions; by default all ids follow them.
    """

    entry: ClassVar[str] = "pages"
    facts: Mapping[str, Fact] | None = None
    left_out: Sequence[str] = ()
    names: Mapping[str, Mapping[int, str]] | None = None
    codes: Sequence[type[IntEnum]] = ()
    chapters: Callable[[], list[str]] | None = None
    actions: ActionTable | None = None
    action_ids: Callable[[Game, Sequence[str]], list[str]] | None = None


PLAIN = Pages()


def pages_of(game: str) -> Pages:
    """What the pages show of a game by its id; nothing where its manifest has no such part."""
    return manifest_of(game).part(Pages) or PLAIN


def numbered(names: Iterable[str], first: int = 0) -> dict[int, str]:
    return dict(enumerate(names, first))
