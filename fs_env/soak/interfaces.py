"""A session through each interface: the rules themselves, AEC, one seat, a vector of games, and rows of compiled bots.

Each takes the game, the session, and how many decisions to play, and returns how many games and decisions were played.
"""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from fs_env.agent_api.shipped import policy_of
from fs_env.agent_api.specs import load_agent
from fs_env.agents import bots_of
from fs_env.core.machine.declare.outcome import Outcome
from fs_env.core.machine.run.codes import RESTART
from fs_env.core.machine.run.game import Game
from fs_env.core.machine.run.rows import Rows
from fs_env.envs.aec import GameAEC
from fs_env.envs.seat import GameSeatEnv
from fs_env.envs.vector import GameVectorEnv
from fs_env.soak.claims import (
    bytes_of,
    check_legal,
    check_observations,
    check_outcome,
    check_secrets,
    check_state,
    claim,
)
from fs_env.soak.sessions import Session

WORDS_EVERY = 25  # positions between two looks at texts, JSON, and determinizations played to the end
BOTS = ("random", "heuristic")


class Played(NamedTuple):
    games: int
    decisions: int


def play_rules(game: Game, session: Session, decisions: int) -> Played:
    """Random games by single calls, every claim in every position; each is then played again from its seed and choices."""
    draw, S = random.Random(session.seed), game.new()
    games = visited = 0
    while visited < decisions:
        seed, choices = session.seed + games, []
        game.setup(S, seed=seed, **session.options)
        while visited < decisions:
            legal = check_legal(game, S, draw)
            check_outcome(game, S)
            check_state(game, S)
            check_observations(game, S)
            check_secrets(game, S, legal, draw, words=visited % WORDS_EVERY == 0)
            if not legal:
                break
            choices.append(draw.choice(legal))
            twin = game.clone(S)
            game.step(S, choices[-1])
            game.step(twin, choices[-1])
            claim(bytes_of(twin) == bytes_of(S), f"a copy answers {game.action_text(choices[-1])} in another way")
            visited += 1
        again = game.new()
        game.setup(again, seed=seed, **session.options)
        another = f"seed {seed} and the same {len(choices)} choices give another game"
        for action in choices:
            claim(action in game.legal(again), another)
            game.step(again, action)
        claim(bytes_of(again) == bytes_of(S), another)
        games += 1
    return Played(games, visited)


def play_aec(game: Game, session: Session, decisions: int) -> Played:
    """`GameAEC`: its spaces, rewards and ends, copies and snapshots in the middle, in one of its forms."""
    draw = random.Random(session.seed)
    settings = common_settings(game, session, draw) | {
        "observation": draw.choice(list(game.schemas)),
        "mask_in": draw.choice(("both", "observation", "info")),
        "copy": draw.random() < 0.5,
        "illegal": draw.choice(("error", "lose")),
    }
    env = GameAEC(game, **settings)
    games = visited = 0
    while visited < decisions:
        env.reset(seed=session.seed + games)
        total = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            seen, reward, terminated, truncated, info = env.last()
            total[agent] += reward
            if terminated or truncated:
                env.step(None)
                continue
            claim(reward == 0.0 and not any(env.rewards.values()), f"{agent} is paid {reward} in a running game")
            mask = info["action_mask"] if settings["mask_in"] == "info" else seen["action_mask"]
            claim(mask.any(), f"{agent} is asked and nothing is legal")
            if visited % WORDS_EVERY == 0:
                claim(env.observation_space(agent).contains(seen), f"{agent}: {settings} is outside its space")
                compare_copies(env, int(draw.choice(mask.nonzero()[0])))
                for other in env.possible_agents:
                    claim(env.observation_space(other).contains(env.observe(other)), f"{other} is outside its space")
            if settings["illegal"] == "lose" and draw.random() < 0.001:
                env.step(int(draw.choice((mask == 0).nonzero()[0])))
                claim(all(env.terminations.values()) and env.rewards[agent] == -1.0, "an illegal action did not lose")
                visited += 1
                continue
            env.step(int(draw.choice(mask.nonzero()[0])))
            visited += 1
        check_payments(env, total)
        games += 1
    env.close()
    return Played(games, visited)


def common_settings(game: Game, session: Session, draw: random.Random) -> dict[str, Any]:
    return {
        "num_players": session.options["num_players"],
        "game_options": {name: value for name, value in session.options.items() if name != "num_players"},
        "skip_forced": draw.random() < 0.5,
        "passes": draw.choice(("none", *game.spec.passing_rules)),
    }


def compare_copies(env: GameAEC, action: int) -> None:
    """A deep copy, a pickled copy and a restored snapshot respond to an action as the environment does."""
    position = env.snapshot()
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]  # noqa: S301  (of this process)
    twins[0].reset(seed=1)
    twins[0].restore(position)
    results = []
    for one in (*twins, env):
        one.step(action)
        results.append((one.snapshot().state, one.agents, one.agent_selection, one.rewards))
    env.restore(position)
    claim(results[0] == results[1] == results[2], f"copies answer action {action} in another way")


def check_payments(env: GameAEC, total: dict[str, float]) -> None:
    """At the end no agent is left, and the rewards add up to zero, or all are equal."""
    paid = list(total.values())
    claim(not env.agents, f"{env.agents} are left after the end")
    lost = abs(min(paid) + 1.0) < 1e-9 and sum(paid) == -1.0  # by an illegal action
    claim(abs(sum(paid)) < 1e-9 or len(set(paid)) == 1 or lost, f"the game pays {paid}")


def play_seat(game: Game, session: Session, decisions: int) -> Played:
    """`GameSeatEnv` against bots: spaces and rewards; the first game twice, with equal observations."""
    draw = random.Random(session.seed)
    settings = common_settings(game, session, draw) | {"observation": draw.choice(list(game.schemas))}
    if not game.single_agent(**session.options):
        settings |= {"seat": draw.choice(("random", "rotate")), "opponents": bots(game)}
    envs = [GameSeatEnv(game, **settings) for _ in range(2)]
    games = visited = 0
    while visited < decisions:
        seen, info = envs[0].reset(seed=session.seed) if games == 0 else envs[0].reset()
        if games == 0:
            claim(same(seen, envs[1].reset(seed=session.seed)[0]), "equal seeds begin with different observations")
        over = False
        while not over:
            mask = seen["action_mask"]
            claim(mask.any(), "the learner is asked and nothing is legal")
            if visited % WORDS_EVERY == 0:
                claim(envs[0].observation_space.contains(seen), "the observation is outside its space")
            action = int(draw.choice(mask.nonzero()[0]))
            seen, reward, terminated, truncated, info = envs[0].step(action)
            over = terminated or truncated
            if games == 0:
                other = envs[1].step(action)
                claim(same(seen, other[0]) and other[1:4] == (reward, terminated, truncated), "equal seeds part")
            claim(over or reward == 0.0, f"a running game pays {reward}")
            visited += 1
        claim(reward == info["returns"][info["seat"]] or game.single_agent(**session.options), f"{reward} of {info}")
        games += 1
    return Played(games, visited)


def play_vector(game: Game, session: Session, decisions: int) -> Played:
    """Two `GameVectorEnv` of the same seeds, one in several threads: equal arrays, legal masks, spaces."""
    draw = random.Random(session.seed)
    n = draw.randint(1, 16)
    settings = common_settings(game, session, draw) | {
        "autoreset_mode": draw.choice(("NextStep", "SameStep")),
        "view": draw.choice(("seat", "self_play")),
    }
    if settings["view"] == "seat" and not game.single_agent(**session.options):
        settings["opponents"] = bots(game)
    envs = [GameVectorEnv(game, n, threads=threads, copy=threads == 1, **settings) for threads in (1, 3)]
    seen = [env.reset(seed=session.seed)[0] for env in envs]
    games = 0
    rounds = -(-decisions // n)
    for k in range(rounds):
        claim(same(*seen), f"threads change the observations of round {k}")
        mask = seen[0]["action_mask"]
        claim(mask.any(axis=1).all(), "a row has no legal action")
        if k % WORDS_EVERY == 0:
            claim(envs[0].observation_space.contains(seen[0]), "the observations are outside their space")
        actions = np.array([draw.choice(row.nonzero()[0]) for row in mask], np.int64)
        results = [env.step(actions) for env in envs]
        seen = [answer[0] for answer in results]
        claim(
            all((a == b).all() for a, b in zip(results[0][1:4], results[1][1:4], strict=True)),
            f"threads change round {k}",
        )
        over = results[0][2] | results[0][3]
        claim(not results[0][1][~over].any(), "a running game is paid")
        games += int(over.sum())
    for env in envs:
        env.close()
    return Played(games, n * rounds)


def play_rows(game: Game, session: Session, decisions: int) -> Played:
    """Whole games between compiled bots, in one thread and in three: all end, none by a fault, with equal results."""
    draw = random.Random(session.seed)
    agents: list[Any] = [load_agent(name, game) for name in bots(game)]
    policies = [agent.policy for agent in agents]
    n, seats = 32, session.options["num_players"]
    tables = [
        Rows(game, n, session.options, skip_forced=False, words=max(p.words for p in policies), threads=threads)
        for threads in (1, 3)
    ]
    lineup = np.array([[draw.choice(policies).address for _ in range(game.max_players)] for _ in range(n)])
    games = visited = 0
    while visited < decisions:
        for table in tables:
            table.policies[:], table.reward_seats[:] = lineup, 0
            table.seeds[:], table.actions[:] = np.arange(n) + session.seed + games, RESTART
            table.memory[:] = 0
            table.play()
        one, three = tables
        for e in range(n):
            claim(bytes_of(one.S, e) == bytes_of(three.S, e), f"threads change the game of seed {one.seeds[e]}")
        ended = np.isin(one.outcomes, [Outcome.WON, Outcome.DRAWN, Outcome.TRUNCATED, Outcome.LOST])
        claim(ended.all(), f"games of {seats} bots ended with outcomes {one.outcomes.tolist()}")
        claim((one.returns == three.returns).all(), "threads change the results")
        for e in range(n):
            check_outcome(game, game.clone(one.S, e))
        games += n
        visited += int(one.decisions.sum())
    for table in tables:
        table.close()
    return Played(games, visited)


@lru_cache(maxsize=16)
def bots(game: Game) -> list[str]:
    return [name for name in BOTS if name in bots_of(game) and policy_of(load_agent(name, game)) is not None]


def same(first: Any, second: Any) -> bool:
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(same(first[name], second[name]) for name in first)
    return bool(np.array_equal(first, second))


PLAY: dict[str, Callable[[Game, Session, int], Played]] = {
    "rules": play_rules,
    "aec": play_aec,
    "seat": play_seat,
    "vector": play_vector,
    "rows": play_rows,
}
"""By the names of `sessions.INTERFACES`."""
DECISIONS = {"rules": 300, "aec": 1000, "seat": 500, "vector": 2000, "rows": 20_000}
"""How many a session plays."""
