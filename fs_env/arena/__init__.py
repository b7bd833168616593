"""The protocol of agents, matches, tournaments, results and ratings; what plays is loaded, and numba with it, when it is first used."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from fs_env.agent_api.agent import Agent, FunctionAgent, as_agent
from fs_env.agent_api.hooks import AgentHooks
from fs_env.agent_api.specs import load_agent
from fs_env.arena.database import Database, read_results
from fs_env.arena.luck import Luck
from fs_env.arena.ratings import wilson_interval
from fs_env.arena.referee import Limits, Referee
from fs_env.arena.results import GameRow
from fs_env.arena.standings import Standing, Standings

if TYPE_CHECKING:
    from fs_env.agent_api.view import SeatView
    from fs_env.arena.comparison import Comparison, compare
    from fs_env.arena.match import AgentFailed, MatchResult, RulesFailed, play_match
    from fs_env.arena.plan import Plan
    from fs_env.arena.tournament import Tournament

__all__ = [
    "Agent",
    "AgentFailed",
    "AgentHooks",
    "Comparison",
    "Database",
    "FunctionAgent",
    "GameRow",
    "Limits",
    "Luck",
    "MatchResult",
    "Plan",
    "Referee",
    "RulesFailed",
    "SeatView",
    "Standing",
    "Standings",
    "Tournament",
    "as_agent",
    "compare",
    "load_agent",
    "play_match",
    "read_results",
    "wilson_interval",
]

HOMES = {
    "agent_api.view": ("SeatView",),
    "arena.comparison": ("Comparison", "compare"),
    "arena.match": ("AgentFailed", "MatchResult", "RulesFailed", "play_match"),
    "arena.plan": ("Plan",),
    "arena.tournament": ("Tournament",),
}


def __getattr__(name: str) -> Any:
    for home, names in HOMES.items():
        if name in names:
            return getattr(importlib.import_module(f"fs_env.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
