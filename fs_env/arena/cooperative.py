"""How well a bot plays games whose seats are all on one side: solo play and the cooperative form of Four Souls (R21), haunts of
Betrayal without a traitor (R76)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from fs_env.agent_api.seeds import read_key
from fs_env.arena.isolation import agent_opened
from fs_env.arena.match import Match, RulesFailed
from fs_env.arena.ratings import mean_interval
from fs_env.arena.referee import Limits
from fs_env.core.machine.declare.outcome import Outcome

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game


@dataclass(frozen=True)
class Record:
    """The games of one bot that had all seats.

    Attributes:
        win_low, win_high: 95 % interval of the win rate, see `ratings.interval_from`.
        souls: mean of the souls of both players together at the end; None in games without souls.
        die_left: mean of the number on the eight-sided die at the end of the games won, 0 without any; None in games without it.
        decisions: mean of the decisions of a game, forced ones included.
        choices: mean of those with more than one legal action.
    """

    name: str
    games: int
    won: int
    lost: int
    drawn: int
    truncated: int
    win_rate: float
    win_low: float
    win_high: float
    souls: float | None
    die_left: float | None
    decisions: float
    choices: float

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


class _End(NamedTuple):
    outcome: int
    solo: dict[str, int]
    decisions: int
    choices: int


def play_cooperative(
    game: Game,
    bot: str,
    games: int,
    *,
    seed: int = 0,
    players: int = 2,
    options: Mapping[str, int],
    progress: Callable[[int], None] | None = None,
    agent_key: str | bytes | None = None,
    limits: Limits | None = None,
) -> Record:
    """Plays games in which a bot has all seats, from the deals of consecutive seeds.

    Args:
        bot: what `load_agent` takes; each seat gets its own object.
        seed: of the first deal.
        options: of the games, with which all seats are on one side.
        progress: called after each game with how many are over.
        agent_key: as in `play_match`.
        limits: of the bot, which may have to play isolated; None: no limits.

    Raises:
        ValueError: no such bot, an impossible option, games of rivals, or no games.
        AgentFailed: the bot failed.
        RulesFailed: a capacity guard of the rules ended a game.
    """
    if games < 1:
        raise ValueError(f"games={games}: expected at least 1")
    ends, key = [], read_key(agent_key)
    with ExitStack() as opened:
        agents = [opened.enter_context(agent_opened(bot, game, limits or Limits())) for _ in range(players)]
        for number in range(games):
            ends.append(_play(Match(game, agents, seed + number, options, None, key=key)))
            if progress is not None:
                progress(number + 1)
    return _record(agents[0].name, ends)


def _play(match: Match) -> _End:
    match.play()
    if match.outcome == Outcome.GUARD:
        raise RulesFailed(
            f"the rules reached a capacity limit in the game with seed {match.seed}: this is a bug; please report it"
        )
    sides = match.sides()[0]
    if len(set(sides)) != 1:
        raise ValueError(
            f"rivals do not win or lose together, as they do in the game with seed {match.seed}: expected options with which they do, such "
            'as variant="solo"'
        )
    return _End(match.outcome, match.game.to_json(match.state).get("solo") or {}, match.decisions, sum(match.asked))


def _record(name: str, ends: list[_End]) -> Record:
    def mean(numbers: Iterable[int], among: int) -> float:
        return sum(numbers) / among if among else 0.0

    games, outcomes = len(ends), [end.outcome for end in ends]
    won = outcomes.count(Outcome.WON)
    interval = mean_interval([outcome == Outcome.WON for outcome in outcomes], range(games))
    has_souls = bool(ends[0].solo)
    return Record(
        name=name,
        games=games,
        won=won,
        lost=outcomes.count(Outcome.LOST),
        drawn=outcomes.count(Outcome.DRAWN),
        truncated=outcomes.count(Outcome.TRUNCATED),
        win_rate=won / games,
        win_low=interval.low,
        win_high=interval.high,
        souls=mean([end.solo["souls"] for end in ends], games) if has_souls else None,
        die_left=mean([end.solo["d8"] for end in ends if end.outcome == Outcome.WON], won) if has_souls else None,
        decisions=mean([end.decisions for end in ends], games),
        choices=mean([end.choices for end in ends], games),
    )
