"""`Viewer`: one view of a table, of a seat or with all cards visible."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, NamedTuple

from fs_env.drawing import draw_view
from fs_env.drawing.canvas import Canvas
from fs_env.drawing.part import drawing_of
from fs_env.drawing.reasons import reason_at
from fs_env.drawing.seats import Names
from fs_env.drawing.stage import read_stage
from fs_env.narration.narrator import PASSES, Narrator
from fs_env.narration.speech import YOU, Speech
from fs_env.replays.recorder import turn_of
from fs_env.serve.guard.limits import LOG_LINES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fs_env.core.machine.run.game import Game

NEWS, TURN, CHAT, NOTE = "news", "turn", "chat", "note"
WIDE, NARROW = "wide", "narrow"  # shapes of windows without a stage


class Entry(NamedTuple):
    kind: str
    text: str


class Now(NamedTuple):
    """Where a game is: decisions answered, number of the turn, the seat that is asked, None when the game is over."""

    number: int
    turn: int
    asked: int | None


class Spoken(Names):
    def __init__(self, speech: Speech) -> None:
        super().__init__(speech.names, asks=False)


class Viewer:
    """Follows a table and stores its log, as a seat sees it, or with all cards (None).

    Everything here comes from the JSON views of the seat and from what all may see: states that the seat cannot distinguish
    leave it with equal data.
    """

    def __init__(self, game: Game, seat: int | None, names: Sequence[str]) -> None:
        self.game, self.seat = game, seat
        self.speech = Speech([YOU if place == seat else name for place, name in enumerate(names)])
        self.names = self.speech.names
        self.narrator = Narrator(game, seat, drawn=True)
        self.now = Now(0, 0, None)
        self.choices = 0
        """Made before what is seen now."""
        self.log: list[Entry] = []
        self.begun = 0
        """Number of the first line that is still in the log, counted from where the log was begun."""
        self.cut = False
        """Whether lines have left the log, or were before it."""
        self.answered = 0
        """Choices up to the last one that the person of the seat made."""
        self.passed_turn = -1  # for the rest of which the person of the seat passes
        self._after: list[int] = []  # choices made before each line

    @property
    def view(self) -> dict[str, Any]:
        if self.narrator.table is None:
            raise RuntimeError("nothing was seen yet: call see first")
        return self.narrator.table

    def see(self, S: Any, choices: int | None = None) -> bool:
        """Looks at `S[0]`, once after every decision; returns whether more than a pass happened, which the log leaves out."""
        self.choices = self.choices if choices is None else choices
        self.narrator.see(S)
        asked = self.game.to_act(S)
        self.now = Now(self.game.decisions(S), turn_of(self.game, S), asked if asked >= 0 else None)
        lines = [line for line in self.narrator.news() if not line.endswith(PASSES)]
        for line in lines:
            self.add_line(TURN if line.startswith("turn ") else NEWS, self.speech.of(line))
        return bool(lines)

    @property
    def question(self) -> str:
        return self.speech.of(self.narrator.question)

    def places(self, action: int) -> list[str]:
        """The places of a legal action on the drawing, as in `data-place`; [] for none."""
        locations = drawing_of(self.game.name).locations
        return locations(self.view, self.seat, action) if locations and self.seat is not None else []

    def why(self, place: str) -> str:
        """Why a place of the drawing offers no choice now, in a sentence; "" for one that offers a choice."""
        reason = reason_at(self.narrator, place)
        text = self.speech.of(reason)
        return f"{text if reason.startswith('player_') else text[:1].upper() + text[1:]}." if reason else ""

    def add_line(self, kind: str, text: str, choices: int | None = None) -> None:
        self.log.append(Entry(kind, text))
        self._after.append(self.choices if choices is None else choices)
        spare = len(self.log) - LOG_LINES
        if spare > LOG_LINES // 4:
            del self.log[:spare], self._after[:spare]
            self.begun += spare
            self.cut = True

    @property
    def lines(self) -> int:
        return self.begun + len(self.log)

    def since(self, number: int) -> list[Entry]:
        return self.log[max(0, number - self.begun) :]

    def shown(self) -> list[Entry]:
        return self.log[-LOG_LINES:]

    @property
    def fresh(self) -> int:
        """How many of the lines `shown` came after the last answer of the seat; 0 before it has answered."""
        return sum(after >= self.answered for after in self._after[-LOG_LINES:]) if self.answered else 0

    def recall(self, other: Viewer, choices: int) -> None:
        """Takes over the lines of another viewer of this side with at most so many choices before them."""
        self._keep(other, [k for k, after in enumerate(other._after) if after <= choices])
        self.cut = other.cut

    @property
    def short(self) -> bool:
        return self.cut and len(self.log) < LOG_LINES

    def lacks(self) -> int | None:
        """Choices up to which all must be narrated again before the log, None if none; drops duplicate lines."""
        if not self.short:
            return None
        if not self.log:
            return self.choices
        first = min(self._after)  # some of its lines may have left the log
        self._keep(self, [k for k, after in enumerate(self._after) if after > first])
        return first

    def put_before(self, other: Viewer, *, begins: bool) -> None:
        """Puts the lines of another viewer of this side, who saw what was before, in front; `begins`: nothing was before them."""
        self.log[:0], self._after[:0] = other.log, other._after
        self.cut = other.cut or not begins

    def _keep(self, other: Viewer, places: list[int]) -> None:
        self.log, self._after = [other.log[k] for k in places], [other._after[k] for k in places]

    def draw(self, shape: str = WIDE) -> Canvas:
        names, stage = Spoken(self.speech), read_stage(shape)
        with contextlib.suppress(KeyError, ValueError, ZeroDivisionError):  # no arrangement of the page
            return draw_view(self.game.name, self.view, names, marked=True, narrow=shape == NARROW, stage=stage)
        return draw_view(self.game.name, self.view, names, marked=True)

    def open_up(self, S: Any, forfeited: int = -1) -> None:
        """Shows the position `S[0]` with all cards open from here on: the game is over, perhaps because one of two seats forfeited."""
        self.narrator.table = table = self.game.to_json(S)
        if forfeited >= 0 and isinstance(table.get("decision"), dict):
            table["decision"] |= {"player": None, "text": f"player_{forfeited} resigned"}
            table["winners"] = [1 - forfeited]
