"""`Drawing`: the part of a manifest that draws a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Protocol

from fs_env.drawing.canvas import Canvas
from fs_env.drawing.face import Face
from fs_env.drawing.plain import lay_out
from fs_env.drawing.seats import Names
from fs_env.registry.games import manifest_of
from fs_env.registry.manifest import Part


class Entry(NamedTuple):
    """A card of a gallery.

    Attributes:
        id: where an address leads to: `#bomb`.
        face: of the card.
        label: the card in words, for readers that do not see it.
        deck: key of its section.
        set: key of its set, "" in a game without sets.
        verbs: what its program does.
    """

    id: str
    face: Face
    label: str
    deck: str
    set: str = ""
    verbs: Sequence[str] = ()


class Cards(NamedTuple):
    """All cards of a game.

    Attributes:
        about: a few sentences on the page.
        decks, sets: key -> heading, in the order of the page.
        entries: the cards.
    """

    about: str
    decks: Mapping[str, str]
    sets: Mapping[str, str]
    entries: Sequence[Entry]


class Layout(Protocol):
    """Draws a view (`Game.to_json`); `marked`: with `data-place` and `data-card`, `narrow`: for phones."""

    def __call__(self, view: dict[str, Any], names: Names, *, marked: bool = False, narrow: bool = False) -> Canvas: ...


@dataclass(frozen=True, kw_only=True)
class Drawing(Part):
    """How a game is drawn.

    Attributes:
        layout: by default the view is written down.
        staged: draws the parts of a view where a page wants them; by default pages show `layout`.
        locations: (view, seat, action) -> where a legal action is on the drawing, in the words of its `data-place`; by default actions
            are chosen from a list.
        piles: lists the discard piles of a view, each as a heading and the names of its cards; by default the game has none.
        faces: returns every card as it is drawn; by default the game has no gallery.
    """

    entry: ClassVar[str] = "drawing"
    layout: Layout = lay_out
    staged: Callable[..., Canvas] | None = None
    locations: Callable[[dict[str, Any], int, int], list[str]] | None = None
    piles: Callable[[dict[str, Any]], list[tuple[str, list[str]]]] | None = None
    faces: Callable[[], Cards] | None = None


PLAIN = Drawing()


def drawing_of(game: str) -> Drawing:
    """The drawing of a game by its id; the plain one where its manifest has none."""
    return manifest_of(game).part(Drawing) or PLAIN
