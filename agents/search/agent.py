"""The bot that improves a policy by search."""

from __future__ import annotations

from fs_env.agents.search.searcher import Searcher
from fs_env.agents.search.settings import Settings
from fs_env.agents.thinking.agent import ThinkingAgent


class SearchAgent(ThinkingAgent):
    """A search with a policy, a value and a limit; see `Settings` for its parameters."""

    SETTINGS = Settings
    THINKER = Searcher
