"""`Viewer`: one side from which a table is seen, that of a seat or of somebody who sees all cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from fs_env.drawing import draw_view
from fs_env.drawing.canvas import Canvas
from fs_env.drawing.seats import Names
from fs_env.serve.limits import LOG_LINES
from fs_env.telling.speech import YOU, Speech
from fs_env.telling.teller import PASSES, Teller

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fs_env.core.machine.run.game import Game

NEWS, TURN, CHAT, NOTE = "news", "turn", "chat", "note"


class Entry(NamedTuple):
    """A line of the log: what sort of line, and its text with names."""

    kind: str
    text: str


class Spoken(Names):
    """Names of a drawing that speak to its reader as the log does: "your turn"."""

    def __init__(self, speech: Speech) -> None:
        super().__init__(speech.names)
        self._speech = speech

    def put(self, text: str) -> str:
        """A text with the names, and verbs that fit "you"."""
        return self._speech.of(text)


class Viewer:
    """Follows a table and keeps its log.

    Everything here comes from the JSON views of the seat and from what all are told: worlds that the seat cannot tell apart
    leave it with equal data.

    Args:
        game: the rules.
        seat: whose side; None sees all cards.
        names: of the players by seat.
    """

    def __init__(self, game: Game, seat: int | None, names: Sequence[str]) -> None:
        self.game, self.seat = game, seat
        self.names = tuple(YOU if place == seat else name for place, name in enumerate(names))
        self.speech = Speech(self.names)
        self.teller = Teller(game, seat)
        self.log: list[Entry] = []
        self.begun = 0
        """Number of the first line that is still in the log."""

    @property
    def view(self) -> dict[str, Any]:
        """The position as JSON, limited to what the seat knows.

        Raises:
            RuntimeError: nothing was seen yet.
        """
        if self.teller.table is None:
            raise RuntimeError("nothing was seen yet: call see first")
        return self.teller.table

    def see(self, S: Any) -> bool:
        """Looks at `S[0]`, once after every decision; returns whether more than a pass happened, which the log leaves out."""
        self.teller.see(S)
        told = [line for line in self.teller.news() if not line.endswith(PASSES)]
        for line in told:
            self.tell(TURN if line.startswith("turn ") else NEWS, self.speech.of(line))
        return bool(told)

    def tell(self, kind: str, text: str) -> None:
        """Adds a line to the log, the oldest ones leave it."""
        self.log.append(Entry(kind, text))
        spare = len(self.log) - LOG_LINES
        if spare > LOG_LINES // 4:
            del self.log[:spare]
            self.begun += spare

    @property
    def lines(self) -> int:
        """Lines of the log so far, those that left it included."""
        return self.begun + len(self.log)

    def since(self, number: int) -> list[Entry]:
        """The lines from this number on."""
        return self.log[max(0, number - self.begun) :]

    def draw(self, *, narrow: bool = False) -> Canvas:
        """The position as a marked drawing; `narrow`: for phones."""
        return draw_view(self.game.name, self.view, Spoken(self.speech), marked=True, narrow=narrow)

    def open_up(self, S: Any) -> None:
        """Shows the position `S[0]` with all cards open from here on: the game is over."""
        self.teller.table = self.game.to_json(S)
