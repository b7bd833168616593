"""What the language models of a tournament cost, by the prices in their specs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from fs_env.arena.standings import Standing, Standings
from fs_env.arena.usage import Prices, cost_per_point

ANCHOR = "random"  # the agent above whose rating Elo points are counted


def with_costs(standings: Standings, names: Sequence[str], specs: Sequence[Any]) -> Standings:
    """The table with the cost of a game, and of a game for each Elo point over `random`, of agents whose specs have prices.

    Args:
        standings: of a tournament.
        names, specs: of its agents, in the order of the plan.
    """
    prices = {name: found for name, spec in zip(names, specs) if (found := Prices.of(spec)) is not None}
    if not prices:
        return standings
    at = names[specs.index(ANCHOR)] if ANCHOR in specs else None
    anchor = next((agent.elo for agent in standings.agents if agent.name == at), None)

    def priced(agent: Standing) -> Standing:
        if agent.usage is None or not agent.usage_games or agent.name not in prices:
            return agent
        cost = prices[agent.name].cost(agent.usage) / agent.usage_games
        return replace(agent, cost=cost, cost_per_point=cost_per_point(cost, agent.elo, anchor))

    return replace(standings, agents=tuple(map(priced, standings.agents)))
