"""Bots that search before they choose, flat or with a tree, in determinizations of what their seat knows.

Its names are imported when they are used: `settings` is read before anything is compiled.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fs_env.agents.search.agent import SearchAgent, TreeAgent
    from fs_env.agents.search.result import SearchResult

__all__ = ["SearchAgent", "SearchResult", "TreeAgent"]
MODULES = {"SearchAgent": "agent", "TreeAgent": "agent", "SearchResult": "result"}


def __getattr__(name: str) -> Any:
    if name not in MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{MODULES[name]}"), name)
