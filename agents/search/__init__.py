"""Bots that think ahead: they try actions in worlds that agree with what their seat knows."""

from fs_env.agents.search.agent import SearchAgent
from fs_env.agents.thinking.thought import Thought

__all__ = ["SearchAgent", "Thought"]
