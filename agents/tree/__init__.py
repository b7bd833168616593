"""`tree`: a bot that thinks ahead with a tree of what can be known, from worlds that agree with what its seat knows."""

from fs_env.agents.tree.agent import TreeAgent

__all__ = ["TreeAgent"]
