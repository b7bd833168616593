"""The bot that searches a tree of information sets."""

from __future__ import annotations

from fs_env.agents.thinking.agent import ThinkingAgent
from fs_env.agents.tree.searcher import TreeSearcher
from fs_env.agents.tree.settings import Settings


class TreeAgent(ThinkingAgent):
    """A tree search with a policy, a value and a limit; see `Settings` for its parameters."""

    SETTINGS = Settings
    THINKER = TreeSearcher
