"""`Narrator`: follows a game for one seat and reports what that seat saw happen."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from fs_env.core.machine.declare.passes import NONE
from fs_env.core.machine.run.state_copies import CopiesStates
from fs_env.narration.part import Walk, narration_of

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

PASSES = " passes"


class Narrator(CopiesStates):
    """Follows one game.

    What is reported depends on the positions as the seat may see them and on what happened openly on the table, such as dice, so that
    it holds nothing that the seat cannot know.

    Args:
        game: the rules.
        seat: the reader; None: one who sees all cards.
        drawn: whether its reader also has the drawing of the table.

    Attributes:
        pending: what happened since the last call of `news`, a line each, with seats as "player_0".
        steps: those left of the `Walk` that the seat takes; anything but the line that belongs to a step ends it.
    """

    STATES = ("state", "_last")

    def __init__(self, game: Game, seat: int | None, *, drawn: bool = False) -> None:
        self.game, self.seat, self.drawn = game, seat, drawn
        self.state: Any = None
        self.table: dict[str, Any] | None = None
        self.pending: list[str] = []
        self.steps: Sequence[tuple[str, str]] = ()
        self._last: Any = None

    def see(self, S: Any) -> None:
        """Looks at the state `S[0]`: once at the beginning and after every decision, forced ones too.

        A look at only some of them, such as those with a choice, could reveal who had none.
        """
        self.state = S
        before, self.table = self.table, self.game.to_json(S, player=self.seat)
        words = narration_of(self.game)
        news: list[str] = []
        if before is not None and words.story is None:
            news = words.moves(before, self.table)
        elif before is not None and words.story is not None:
            news = words.story.moves(before, self.table, words.story.read(self.game, self._last, S))
        if words.story is not None:
            self._last = self.game.clone(S)
        self.pending += news
        self.steps = self.steps[1:] if self.steps and news == [self.steps[0][1]] else ()

    def news(self) -> list[str]:
        news, self.pending = without_passes(self.pending), []
        return news

    @property
    def question(self) -> str:
        """The question as the seat may read it, with seats as "player_0". Raises RuntimeError before the first `see`."""
        if self.table is None:
            raise RuntimeError("nothing was seen yet: call see first")
        decision = self.table.get("decision")
        own = decision.get("text") if isinstance(decision, dict) else None
        asked, text = narration_of(self.game).asked, str(own or self.game.decision_text(self.state))
        return text if asked is None else asked(self.table, text)

    def offered(self, texts: Sequence[str]) -> list[str]:
        """The texts of the legal actions in words that explain their effect; those of the ids for a seat that is not asked."""
        words = narration_of(self.game)
        offered = words.offered_drawn if self.drawn and words.offered_drawn else words.offered
        return list(texts) if offered is None or self.table is None else offered(self.table, texts)

    def walks(self) -> list[Walk]:
        """The ways of the seat that is asked to places that are more than one action away."""
        walks = narration_of(self.game).walks
        return [] if walks is None or self.table is None else walks(self.table, [*self._texts().values()])

    def reason(self, place: str) -> str:
        """Why a place that offers no choice to the seat offers none, from what the seat sees."""
        asked, reasons = self.game.to_act(self.state), narration_of(self.game).reasons
        if asked < 0:
            return "the game is over"
        if asked != self.seat:
            return f"player_{asked} chooses now"
        found = reasons(self.table, self.seat, place) if reasons is not None and self.table is not None else None
        return found or f"no choice here now: {self.question}"

    def automatic(self, passes: str | Collection[str]) -> int:
        """Returns the action that needs no question, else -1: a step of a walk, a pass by a rule, or one of equal actions."""
        texts = self._texts()
        if len(texts) < 2 or self.game.to_act(self.state) != self.seat:
            return -1
        if self.steps:
            return next((action for action, text in texts.items() if text == self.steps[0][0]), -1)
        passed = -1 if passes == NONE else self.game.passing(self.state, 0, passes)
        return min(texts) if passed < 0 and set(self.alike().values()) == {min(texts)} else passed

    def alike(self) -> dict[int, int]:
        """Legal action -> the first that does the same, ascending."""
        texts, alike = self._texts(), narration_of(self.game).alike
        ids = list(texts)
        same = range(len(ids)) if alike is None or self.table is None else alike(self.table, [*texts.values()])
        return dict(zip(ids, [ids[k] for k in same], strict=True))

    def _texts(self) -> dict[int, str]:
        return {action: self.game.action_text(action) for action in sorted(self.game.legal(self.state).tolist())}

    def screen(self, width: int) -> str | None:
        """The position as a terminal shows it, at most so wide, with seats as "player_0"; None: as prompts do."""
        screen = narration_of(self.game).screen
        return None if screen is None or self.table is None else screen(self.table, width)

    def points(self) -> list[tuple[str, ...]]:
        """Table of points at the end, a heading and a row for each seat; of the results where the game has none."""
        points = narration_of(self.game).points
        if self.table is None:
            return []
        if points is not None:
            return points(self.table)
        return [("result",), *((f"{n:g}",) for n in self.game.returns(self.state).tolist())]


def without_passes(news: Iterable[str]) -> list[str]:
    """News without passes; where there is nothing else, each pass once."""
    lines = list(news)
    return [line for line in lines if not line.endswith(PASSES)] or list(dict.fromkeys(lines))
