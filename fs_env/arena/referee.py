"""Forfeits: how a game ends in which a bot fails.

A bot fails when it raises an error or calls `sys.exit`, answers with an illegal action, exceeds its time for one answer, or
ends its process. The game ends there. All seats of that bot lose; the seats of the other bots share the win equally, whoever
was ahead: it is not known how the game would have ended, and a bot must not be able to choose the winner by giving up.

Seats of one side lose together, so all of them do where all play together: a team with a player that breaks off has not won.

Nobody fails where a service that an agent asks is out of reach: that game does not count, and is played again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from fs_env.core.machine.declare.outcome import Outcome

FORFEITED = int(Outcome.FORFEITED)  # outcome of a game that a bot's failure ended
NOBODY = -1
LONGEST_FAULT = 400  # most characters of a fault


class OutOfReach(RuntimeError):
    """The endpoint or process that answers for an agent cannot be reached or started, through no fault of the agent."""


class TooLate(OutOfReach):
    """Whoever asked has waited long enough."""


@dataclass(frozen=True)
class Limits:
    """Limits for the bots of a tournament.

    Attributes:
        move_seconds: the longest that an answer or the start of a game may take; None: no limit, but see `arena.isolation`.
        isolate: bots that are not shipped with this package play in their own processes; see `arena.isolation`.
        memory_mb: MiB of memory that each of these processes may use.
        network: whether they may use the network, as bots that ask a service must.
        hidden: files and folders that they cannot read where the system allows that, such as results of their games.

    Raises:
        ValueError: a number is not above 0, or a file cannot be hidden.
    """

    move_seconds: float | None = None
    isolate: bool = False
    memory_mb: int = 4096
    network: bool = False
    hidden: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.move_seconds is not None and not 0 < self.move_seconds < float("inf"):
            raise ValueError(f"move_seconds={self.move_seconds!r}: expected a number of seconds above 0")
        if not 0 < self.memory_mb < 2**40:
            raise ValueError(f"memory_mb={self.memory_mb!r}: expected a number of MiB above 0, such as 4096")
        for path in self.hidden if self.isolate else ():
            if Path(path).absolute().parent == Path("/"):
                raise ValueError(f"{path}: a file directly in / cannot be hidden from bots: expected one in a folder")


@dataclass(frozen=True)
class Referee:
    """Settings for games in which a failing bot forfeits.

    Attributes:
        move_seconds: as in `Limits`; a longer answer is waited for, then forfeits the game.
        notice: called with the seat that is asked before every answer, and with `NOBODY` after it.
    """

    move_seconds: float | None = None
    notice: Callable[[int], None] | None = None


def forfeit(players: Sequence[int], seat: int, sides: Sequence[str] = ()) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """Winners and returns of a game that the player of a seat forfeits.

    Args:
        players: who plays each seat: equal numbers for the seats of one bot.
        seat: whose failure it was.
        sides: of the seats, as far as they are known; (): each plays for itself.

    Returns:
        The seats that share the win, and the return of each seat: the winners share 1 and the losers -1, equally. If one
        bot has all seats, its other seats win, but for those on its side. Where all lose together each has -1.
    """
    mates = [side == sides[seat] for side in sides] or [k == seat for k in range(len(players))]
    loses = [own or player == players[seat] for own, player in zip(mates, players, strict=True)]
    if all(loses):
        loses = mates
    lost = sum(loses)
    won = len(players) - lost
    if not won:
        return (), (-1.0,) * lost
    winners = tuple(k for k, bad in enumerate(loses) if not bad)
    return winners, tuple(-1 / lost if bad else 1 / won for bad in loses)


def words_of(error: BaseException) -> str:
    """An error's type and message; characters that a terminal cannot print are escaped."""
    try:
        text = str(error)
    except Exception:  # a bot's error may have no message
        text = "its message cannot be read"
    return printable(f"{type(error).__name__}: {text}" if text else type(error).__name__)


def printable(text: str, most: int = LONGEST_FAULT) -> str:
    """A text on one line without control characters, cut to `most` characters."""
    line = "".join(c if c.isprintable() else " " if c in "\n\r\t" else repr(c)[1:-1] for c in text[: most + 1])
    return line if len(line) <= most else line[: most - 3] + "..."
