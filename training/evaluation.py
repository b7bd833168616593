"""Evaluates a policy against bots: networks in compiled code, on deals that every seat plays (`measure`), and numpy agents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from gymnasium.vector import AutoresetMode

from fs_env.agents.networks.agent import NetworkAgent
from fs_env.agents.networks.network import SparseNetwork
from fs_env.agents.networks.policy import NetworkPolicy
from fs_env.arena.plan import GAUNTLET, Plan
from fs_env.arena.ratings import wilson_interval
from fs_env.arena.tournament import Tournament
from fs_env.envs.vector import GameVectorEnv

if TYPE_CHECKING:
    from fs_env.agents.policy import PolicyAgent
    from fs_env.arena.results import GameRow
    from fs_env.core.machine.game import Game

ROWS = 32  # games in parallel; each row plays its share in sequence, and none waits long for the last


class Score(NamedTuple):
    """A result against one bot: games, wins (a shared win counts its share), win rate and Wilson's 95 % interval."""

    games: int
    wins: float
    rate: float
    low: float
    high: float


def measure(
    network: SparseNetwork,
    game: str,
    bot: str,
    *,
    games: int,
    seed: int,
    num_players: int,
    options: Mapping[str, int] | None = None,
    temperature: float = 0.0,
) -> Score:
    """Plays a network in one seat against one kind of bot in all others, each deal from every seat.

    Args:
        network: plays in compiled code.
        game: id of the game.
        bot: a name or spec that `load_agent` accepts; compiled bots are played many games at a time.
        games: how many, rounded up so that every deal is played from every seat.
        seed: of the deals; the same seed gives the same ones.
        num_players: number of seats.
        options: further options of the game.
        temperature: 0: the action with the highest logit; else of the draws.
    """
    agent = NetworkAgent(NetworkPolicy(network, temperature=temperature, name="this network"))
    plan = Plan(
        agents=(agent, bot),
        players=num_players,
        games=games,
        seed=seed,
        game=game,
        options=dict(options or {}),
        schedule=GAUNTLET,
    )
    wins, played = 0.0, 0

    def count(rows: list[GameRow]) -> None:
        nonlocal wins, played
        for row in rows:
            wins += row.shares[row.seats.index(0)]
            played += 1

    Tournament(plan).run(on_games=count)
    wins = min(wins, float(played))  # shares of a third add up to a little more
    return Score(played, wins, wins / played, *wilson_interval(wins, played))


def columns(scores: Mapping[str, Score]) -> dict[str, float]:
    """The columns of a curve for the scores."""
    made: dict[str, float] = {}
    for bot, score in scores.items():
        made |= {f"{bot}": round(score.rate, 4), f"{bot}_low": round(score.low, 4), f"{bot}_high": round(score.high, 4)}
    return made


def evaluate(
    agent: PolicyAgent,
    game: Game,
    opponent: Any,
    *,
    games: int,
    seed: int,
    num_players: int,
    options: Mapping[str, int] | None = None,
) -> Score:
    """Plays games between an agent in one seat and one kind of opponent in all others; the seat rotates.

    The same seed gives the same deals, whatever the agent does, so that two agents can be compared on them.

    Args:
        agent: the agent to evaluate.
        game: the game to play.
        opponent: any opponent that `find_opponent` accepts.
        games: number of games.
        seed: of the deals; row r of the environment begins with the deal of seed + r.
        num_players: number of seats.
        options: further options of the game.
    """
    rows = np.arange(min(ROWS, games))
    left = np.full(len(rows), games // len(rows))
    left[: games % len(rows)] += 1
    env = GameVectorEnv(
        game,
        len(rows),
        num_players=num_players,
        seat="rotate",
        opponents=opponent,
        game_options=options,
        skip_forced=True,
        autoreset_mode=AutoresetMode.NEXT_STEP,
    )
    told, infos = env.reset(seed=seed)
    agent.reset_batch(rows, infos["seat"], seed + rows)
    wins, over = 0.0, np.zeros(len(rows), np.bool_)
    while left.any():
        masks = told["action_mask"]
        actions = masks.argmax(axis=1)  # for rows that are done or begin a game any action will do
        asked = (left.astype(bool) & ~over).nonzero()[0]
        if len(asked):
            actions[asked] = agent.act_batch(told["observation"][asked], masks[asked], asked)
        told, rewards, terminations, truncations, _ = env.step(actions)
        over = terminations | truncations
        ended = over & (left > 0)
        wins += float(rewards[ended].clip(min=0).sum())  # winners share 1
        left[ended] -= 1
    env.close()
    return Score(games, wins, wins / games, *wilson_interval(wins, games))
