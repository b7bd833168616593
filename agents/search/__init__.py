"""Bots that search before they choose, flat or with a tree, in determinizations of what their seat knows."""

from fs_env.agents.search.agent import SearchAgent, TreeAgent
from fs_env.agents.search.result import SearchResult

__all__ = ["SearchAgent", "SearchResult", "TreeAgent"]
