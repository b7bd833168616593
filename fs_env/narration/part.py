"""`Narration`: the part of a manifest that puts a game into words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

from fs_env.narration import view_changes
from fs_env.registry.games import manifest_of
from fs_env.registry.manifest import Part

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

View = dict[str, Any]
"""What `Game.to_json` gives a seat."""
T = TypeVar("T")


class Walk(NamedTuple):
    """A way of several actions to a place, taken until something happens.

    Attributes:
        words: of the choice.
        place: where it ends, in the words of `data-place` of a drawing.
        steps: of each step the text of its action, and the only line of news that may follow it.
    """

    words: str
    place: str
    steps: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Story(Generic[T]):
    """What happened openly while one decision was answered.

    Attributes:
        read: (game, S_before, S_after) -> what happened.
        moves: `Narration.moves` with that as its third argument.
    """

    read: Callable[[Game, Any, Any], T]
    moves: Callable[[View, View, T], list[str]]


@dataclass(frozen=True, kw_only=True)
class Narration(Part):
    """A game in words. Functions that are None have a plain substitute.

    Attributes:
        moves: (before, after) -> lines: what a seat saw happen between two of its views.
        story: more of it, of what is in no view.
        answer_fields: fields of a state that a pass changes: nothing is reported while no other field has changed.
        points: view -> a heading, and a row of texts for each seat.
        standing: the same of numbers by which hints compare positions; by default those of `points`.
        asked: (view, text) -> the question in more words.
        offered: (view, texts) -> the texts of the legal actions in words that explain what they do.
        offered_drawn: the same next to the drawing; by default as `offered`.
        alike: (view, texts of the legal actions) -> for each the place of the first that does the same.
        walks: (view, texts of the legal actions) -> the ways to places that are more than one action away.
        secret: questions that a person is asked although there is only one answer: others must not learn who has more.
        reasons: (view, seat, place) -> why a place of the drawing (`data-place`) offers no choice to the seat that is asked, which has that
            view; None where the view leaves a doubt.
        screen: (view, width) -> the position on a terminal.
        left_out: parts of the text of a position that messages leave out.
        cards: name, facts and text of each card.
    """

    entry: ClassVar[str] = "narration"
    moves: Callable[[View, View], list[str]] = view_changes.moves
    story: Story[Any] | None = None
    answer_fields: Sequence[str] = ()
    secret: Sequence[str] = ()
    points: Callable[[View], list[tuple[str, ...]]] | None = None
    standing: Callable[[View], list[tuple[str, ...]]] | None = None
    asked: Callable[[View, str], str] | None = None
    offered: Callable[[View, Sequence[str]], list[str]] | None = None
    offered_drawn: Callable[[View, Sequence[str]], list[str]] | None = None
    alike: Callable[[View, Sequence[str]], list[int]] | None = None
    walks: Callable[[View, Sequence[str]], list[Walk]] | None = None
    reasons: Callable[[View, int, str], str | None] | None = None
    screen: Callable[[View, int], str] | None = None
    left_out: re.Pattern[str] | None = None
    cards: Callable[[], Iterable[tuple[str, str, str]]] | None = None


PLAIN = Narration()


def narration_of(game: Game | str) -> Narration:
    """The narration of a game or of its id; the plain one where its manifest has none."""
    return manifest_of(game).part(Narration) or PLAIN
