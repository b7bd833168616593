"""The protocol of agents, matches, tournaments, results and ratings."""

from __future__ import annotations

from fs_env.agent_api.agent import Agent, FunctionAgent, as_agent
from fs_env.agent_api.hooks import AgentHooks
from fs_env.agent_api.specs import load_agent
from fs_env.agent_api.view import SeatView
from fs_env.arena.comparison import Comparison, compare
from fs_env.arena.database import Database, read_results
from fs_env.arena.luck import Luck
from fs_env.arena.match import AgentFailed, MatchResult, RulesFailed, play_match
from fs_env.arena.ratings import wilson_interval
from fs_env.arena.referee import Limits, Referee
from fs_env.arena.results import GameRow
from fs_env.arena.standings import Standing, Standings
from fs_env.arena.tournament import Plan, Tournament

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
