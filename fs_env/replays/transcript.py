"""A replay in words: every choice with its player, by turns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from fs_env.core.machine.declare.outcome import Outcome
from fs_env.narration.legal_actions import choices
from fs_env.narration.narrator import PASSES, Narrator
from fs_env.narration.part import narration_of
from fs_env.narration.speech import Speech
from fs_env.registry.games import named_game
from fs_env.replays.player import Moment, play_back
from fs_env.replays.replay import Replay

RESULTS = {
    Outcome.RUNNING: "not played to its end",
    Outcome.DRAWN: "drawn",
    Outcome.TRUNCATED: "ended at a limit, without a winner",
    Outcome.FORFEITED: "forfeited",
    Outcome.LOST: "lost by all players",
}


class NarratedChoice(NamedTuple):
    """A choice in words, or the end.

    Attributes:
        moment: of the choice.
        state: before it, shape (1,), which is played on afterwards.
        words: the choice, or how the game ended.
        news: what happened on the table since the choice before it, a line each.
        table: the position before it, as JSON.
    """

    moment: Moment
    state: Any
    words: str
    news: list[str]
    table: dict[str, Any]


def without_turns(news: Iterable[str]) -> list[str]:
    return [line for line in news if not line.startswith("turn ")]


class ReplayNarrator:
    """Narrates a replay while it is played again, as a seat sees it, in which others only decide, or with all cards open (None)."""

    def __init__(self, replay: Replay, seat: int | None = None) -> None:
        self._replay, self._seat, self._game = replay, seat, named_game(replay.game)
        self._narrator, self._speech = Narrator(self._game, seat), Speech(replay.shown_names)
        self._fields, self._seen = narration_of(self._game).answer_fields, bytearray()
        self._passed: Any = None  # the state, if only passes came since the last look

    def see(self, S: Any) -> None:
        """Looks at the state `S[0]`: at the beginning and after every answer, forced ones too."""
        state = bytearray(S.tobytes())
        for kind, at, *_ in (S.dtype.fields[name] for name in self._fields):
            state[at : at + kind.itemsize] = bytes(kind.itemsize)
        before, self._seen, self._passed = self._seen, state, None
        if self._fields and before == state:
            self._passed = S  # a pass is not reported here
        else:
            self._narrator.see(S)

    def _now(self) -> Narrator:
        if self._passed is not None:
            self._narrator.see(self._passed)
            self._passed = None
        return self._narrator

    @property
    def table(self) -> dict[str, Any]:
        return self._now().table or {}

    def news(self) -> list[str]:
        return [self._speech.of(line) for line in self._now().news() if not line.endswith(PASSES)]

    def words(self, seat: int, action: int) -> str:
        """The choice at the position seen last, or how the game ended, for an action below 0."""
        if action < 0:
            return result(self._replay)
        if self._seat not in (None, seat):
            return "decides"
        narrator = self._now()
        legal = sorted(self._game.legal(narrator.state).tolist())
        offered = choices(self._game, seat, legal, self._speech, narrator)
        action = narrator.alike().get(action, action)
        return next(one.words for one in offered if one.action == action)


def narrate(replay: Replay, seat: int | None = None) -> Iterator[NarratedChoice]:
    """Every choice in words, and the end, with what happened; errors as in `play_back`, arguments as in `ReplayNarrator`."""
    narrator = ReplayNarrator(replay, seat)
    for moment, _, S in play_back(replay, look=narrator.see):
        news = narrator.news()
        yield NarratedChoice(moment, S, narrator.words(moment.seat, moment.action), news, narrator.table)


def transcript(replay: Replay) -> Iterator[str]:
    """The whole game in words: who played, each turn with its choices and what happened, the result."""
    yield heading(replay)
    turn = None
    for choice in narrate(replay):
        yield from (f"       \N{MIDDLE DOT} {line}" for line in without_turns(choice.news))
        if choice.moment.action < 0:
            break
        if choice.moment.turn != turn:
            turn = choice.moment.turn
            yield next((line for line in reversed(choice.news) if line.startswith("turn ")), f"turn {turn}")
        yield f"  {choice.moment.choice:4} {replay.shown_names[choice.moment.seat]}: {choice.words}"
    yield result(replay)


def heading(replay: Replay) -> str:
    return f"{replay.environment or replay.game}, seed {replay.seed}: {', '.join(replay.shown_names)}"


def result(replay: Replay) -> str:
    best = max(replay.returns)
    winners = [name for name, paid in zip(replay.shown_names, replay.returns, strict=True) if paid > 0 and paid == best]
    how = RESULTS.get(Outcome(replay.outcome), "")
    won = f"won by {' and '.join(winners)}" if winners else ""
    fault = f" ({replay.fault})" if replay.fault else ""
    return (", ".join(filter(None, (how, won))) or "over") + fault
