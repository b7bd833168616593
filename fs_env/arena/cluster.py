"""A tournament on a Ray cluster: the games are those that one machine plays.

Each worker plays short lists of games as one machine does: bots that end their process end one of its processes. Only the process
that started the tournament writes results, so a game counts once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from fs_env.arena.agent import is_foreign
from fs_env.arena.compiled import policies_of
from fs_env.arena.executors import AHEAD, InWorkers, LocalExecutor, compiled_agents, is_safe, one_by_one
from fs_env.arena.plan import Pairing, Plan
from fs_env.arena.portable import absolute, check_is_here
from fs_env.arena.referee import Limits
from fs_env.arena.results import GameRow
from fs_env.core.machine.run.policy import Policy
from fs_env.pool import Context, Pool
from fs_env.pool.cluster import RayActors
from fs_env.registry.games import load_game

SIZES = 64, 2  # games in a list: of compiled bots, and others


def cluster_executor(plan: Plan, limits: Limits, policies: Mapping[int, Policy], address: str) -> InWorkers:
    """Plays on a Ray cluster.

    Args:
        plan, limits: of the tournament; its agents are names or locations that every node can load.
        policies: of the compiled agents.
        address: of the cluster, see `RayActors`.

    Raises:
        ImportError: ray is not installed; names the extra.
        RuntimeError: the cluster cannot be reached.
    """
    everywhere = replace(plan, agents=tuple(map(absolute, plan.agents)), game=absolute(plan.game))
    pool = Pool(RayActors(address), partial(node, everywhere, limits), ahead=AHEAD, split=one_by_one)
    return InWorkers(plan, pool, compiled_agents(plan, limits, policies, own_risk=False), SIZES)


def node(plan: Plan, limits: Limits, context: Context) -> Callable[[list[Pairing]], list[GameRow]]:
    """Plays lists of games in a process of the cluster.

    Raises:
        ValueError: this machine does not have the game or a bot.
    """
    for agent in filter(is_foreign, plan.agents):
        check_is_here(agent)
    load_game(plan.game).warm()
    executor = LocalExecutor(plan, limits, policies_of(plan, shipped=True), None if is_safe(plan, limits) else 1)
    return lambda pairings: [row for rows in executor.play(lambda: iter(pairings)) for row in rows]
