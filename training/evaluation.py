"""Plays networks against bots, in compiled code, on deals that every seat plays."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from fs_env.agents.networks.agent import NetworkAgent
from fs_env.agents.networks.network import SparseNetwork
from fs_env.agents.networks.policy import NetworkPolicy
from fs_env.arena.plan import GAUNTLET, Plan
from fs_env.arena.ratings import wilson_interval
from fs_env.arena.tournament import Tournament

if TYPE_CHECKING:
    from fs_env.arena.results import GameRow


class Score(NamedTuple):
    """A result against one bot: games, wins (a shared one counts in part), win rate and Wilson's 95 % interval of independent games."""

    games: int
    wins: float
    rate: float
    low: float
    high: float


def measure(
    network: SparseNetwork | str,
    game: str,
    bot: str,
    *,
    games: int,
    seed: int,
    num_players: int,
    options: Mapping[str, int] | None = None,
    temperature: float = 0.0,
    side: str = "",
) -> dict[str, Score]:
    """Plays a network in one seat against one kind of bot in all others, each deal from every seat; or on one side against it, each deal
    once, with the bot in all seats until their sides are assigned.

    Args:
        network: plays in compiled code; or a bot to be measured in its place.
        game: id of the game.
        bot: a name or spec that `load_agent` accepts; compiled bots are played many games at a time.
        games: how many, rounded up so that every deal is played from every seat.
        seed: of the deals; the same seed gives the same ones.
        num_players: number of seats.
        options: further options of the game.
        temperature: 0: the action with the highest logit; else of the draws.
        side: that it holds, in a game with sides; "": one seat.

    Returns:
        The score of all games by "", and by the name of each side that of the games in which the network's seat was on it at the end.
    """
    agent: NetworkAgent | str = (
        network
        if isinstance(network, str)
        else NetworkAgent(NetworkPolicy(network, temperature=temperature, name="this network"))
    )
    plan = Plan(
        agents=(agent, bot),
        players=num_players,
        games=games,
        seed=seed,
        game=game,
        options=dict(options or {}),
        schedule=GAUNTLET,
        until=bot if side else "",
        side=side,
    )
    parts: defaultdict[str, list[float]] = defaultdict(list)

    def count(rows: list[GameRow]) -> None:
        for row in rows:
            seat = row.seats.index(0)
            for name in ("", row.sides[seat]) if row.sides else ("",):
                parts[name].append(row.parts[seat])

    Tournament(plan).run(on_games=count)
    return {name: score_of(parts[name]) for name in sorted(parts)}


def score_of(parts: list[float]) -> Score:
    played = len(parts)
    wins = min(sum(parts), float(played))  # shares of a third add up to a little more
    return Score(played, wins, wins / played, *wilson_interval(wins, played))


def columns(scores: Mapping[str, Score]) -> dict[str, float]:
    built: dict[str, float] = {}
    for bot, score in scores.items():
        built |= {
            f"{bot}": round(score.rate, 4),
            f"{bot}_low": round(score.low, 4),
            f"{bot}_high": round(score.high, 4),
        }
    return built
