"""How well a bot plays games whose players win or lose together: solo play and the cooperative form of Four Souls (R21)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from fs_env.arena.agent import load_agent
from fs_env.arena.match import Match, RulesFailed
from fs_env.arena.ratings import wilson_interval
from fs_env.core.machine.declare.outcome import Outcome

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game


@dataclass(frozen=True)
class Record:
    """The games of one bot that played both players.

    Attributes:
        name: of the bot.
        games: played.
        won, lost, drawn, truncated: games by how they ended.
        win_rate: won / games.
        win_low, win_high: Wilson's 95 % interval of the win rate.
        souls: mean of the souls of both players together at the end.
        die_left: mean of the number on the eight-sided die at the end of the games won; 0 without any.
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
    souls: float
    die_left: float
    decisions: float
    choices: float

    def to_json(self) -> dict[str, Any]:
        """Plain values, under the names of the attributes."""
        return asdict(self)


@dataclass(frozen=True)
class _End:
    """One finished game."""

    outcome: int
    souls: int
    d8: int
    decisions: int
    choices: int


def play_cooperative(
    game: Game,
    bot: str,
    games: int,
    *,
    seed: int = 0,
    options: Mapping[str, int],
    progress: Callable[[int], None] | None = None,
) -> Record:
    """Plays games in which a bot has both seats, from the deals of consecutive seeds.

    Args:
        game: Four Souls.
        bot: what `load_agent` takes; each seat gets an object of its own.
        games: how many.
        seed: of the first deal.
        options: of the games; `variant` must be one in which the players win or lose together.
        progress: called after each game with how many are over.

    Raises:
        ValueError: no such bot, an impossible option, a variant of rivals, or no games.
        AgentFailed: the bot failed.
        RulesFailed: a capacity guard of the rules ended a game.
    """
    if games < 1:
        raise ValueError(f"games={games}: expected at least 1")
    agents = [load_agent(bot, game) for _ in range(2)]
    ends = []
    for number in range(games):
        ends.append(_play(Match(game, agents, seed + number, options, None)))
        if progress is not None:
            progress(number + 1)
    return _record(agents[0].name, ends)


def _play(match: Match) -> _End:
    match.play()
    if match.outcome == Outcome.GUARD:
        raise RulesFailed(
            f"the rules met a capacity guard in the game with seed {match.seed}: this is a bug; please report it"
        )
    solo = match.game.to_json(match.state)["solo"]
    if solo is None:
        raise ValueError('rivals do not win or lose together: expected variant="solo" or "cooperative"')
    return _End(match.outcome, solo["souls"], solo["d8"], match.decisions, sum(match.asked))


def _record(name: str, ends: list[_End]) -> Record:
    def mean(numbers: Iterator[int], among: int) -> float:
        return sum(numbers) / among if among else 0.0

    games, outcomes = len(ends), [end.outcome for end in ends]
    won = outcomes.count(Outcome.WON)
    low, high = wilson_interval(won, games)
    return Record(
        name=name,
        games=games,
        won=won,
        lost=outcomes.count(Outcome.LOST),
        drawn=outcomes.count(Outcome.DRAWN),
        truncated=outcomes.count(Outcome.TRUNCATED),
        win_rate=won / games,
        win_low=low,
        win_high=high,
        souls=mean((end.souls for end in ends), games),
        die_left=mean((end.d8 for end in ends if end.outcome == Outcome.WON), won),
        decisions=mean((end.decisions for end in ends), games),
        choices=mean((end.choices for end in ends), games),
    )
