"""A replay in words: every choice with its player, by turns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from fs_env.core.machine.declare.outcome import Outcome
from fs_env.replays.player import Moment, play_back
from fs_env.replays.replay import Replay

RESULTS = {
    Outcome.RUNNING: "not played to its end",
    Outcome.DRAWN: "drawn",
    Outcome.TRUNCATED: "ended at a limit, nobody won",
    Outcome.FORFEITED: "forfeited",
    Outcome.LOST: "lost by all together",
}


class ChoiceText(NamedTuple):
    """A choice in words."""

    moment: Moment
    words: str


def choice_texts(replay: Replay) -> Iterator[ChoiceText]:
    """Every choice in words; errors as in `play_back`."""
    for moment, game, _ in play_back(replay):
        if moment.action >= 0:
            yield ChoiceText(moment, f"{replay.names[moment.seat]}: {game.action_text(moment.action)}")


def transcript(replay: Replay) -> Iterator[str]:
    """The whole game in words: who played, each turn with its choices, the result."""
    yield heading(replay)
    turn = None
    for line in choice_texts(replay):
        if line.moment.turn != turn:
            turn = line.moment.turn
            yield f"turn {turn}"
        yield f"  {line.moment.choice:4} {line.words}"
    yield result(replay)


def heading(replay: Replay) -> str:
    """Game, seed and players in a line."""
    return f"{replay.environment or replay.game}, seed {replay.seed}: {', '.join(replay.names)}"


def result(replay: Replay) -> str:
    """How the game ended, in a line."""
    best = max(replay.returns)
    winners = [name for name, paid in zip(replay.names, replay.returns, strict=True) if paid > 0 and paid == best]
    how = RESULTS.get(Outcome(replay.outcome), "")
    won = f"won by {' and '.join(winners)}" if winners else ""
    fault = f" ({replay.fault})" if replay.fault else ""
    return (", ".join(filter(None, (how, won))) or "over") + fault
