"""The compiled policies of an agent, and whether its code comes with this package: known by types, not by names."""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from fs_env.agent_api.hooks import Relay, asks_for, behind, hooks_of
from fs_env.core.machine.run.policy import Policy

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = "fs_env."
BOTS = "fs_env.agents."
MODELS = "fs_env.agents.models."  # contain modules of others


def policy_of(agent: Any) -> Policy | None:
    """The policy of a compiled bot, known by its type; None for others, also for one that asks for determinizations and only plays
    them by a policy. Runs no code of the agent."""
    policy = declared_policy(behind(agent))
    return None if policy is None or asks_for(agent, "wants_determinizations") else policy


def declared_policy(agent: Any) -> Policy | None:
    """The `Policy` that an agent or a class of agents has as its attribute `policy`; no property is asked for it."""
    kinds = agent.__mro__ if isinstance(agent, type) else type(agent).__mro__
    for names in (getattr(agent, "__dict__", {}), *map(vars, kinds)):
        if "policy" in names:
            return names["policy"] if isinstance(names["policy"], Policy) else None
    return None


def is_shipped(agent: Any) -> bool:
    """Whether all code that plays as an agent, a class of agents or a `Policy` comes with this package: known by types and functions."""
    agent = behind(agent)
    kind: Any = agent if isinstance(agent, type) else type(agent)
    if isinstance(agent, Policy):
        return is_ours(kind, PACKAGE) and is_of_package(getattr(agent.kernel, "py_func", agent.kernel))
    if issubclass(kind, Relay) or not is_ours(kind, BOTS) or is_ours(kind, MODELS):
        return issubclass(kind, Relay)
    own = declared_policy(agent)
    if own is not None and not is_shipped(own):
        return False
    inner = hooks_of(agent).policies
    return inner is not None and all(map(is_shipped, inner))


def policies_in(agent: Any) -> Iterator[Policy]:
    """The compiled policies by which an agent plays, those of its rollouts too."""
    own = declared_policy(behind(agent))
    if own is not None:
        yield own
    yield from (one for one in hooks_of(agent).policies or () if isinstance(one, Policy))


@lru_cache(maxsize=256)
def is_ours(kind: Any, package: str) -> bool:
    """Whether a class is the one that a module of this package has under its name."""
    name = kind.__module__
    return (
        isinstance(name, str)
        and name.startswith(package)
        and vars(sys.modules.get(name, object)).get(kind.__qualname__) is kind
    )


def is_of_package(function: Any) -> bool:
    space = getattr(function, "__globals__", {})
    module = space.get("__name__")
    return isinstance(module, str) and module.startswith(PACKAGE) and space is vars(sys.modules.get(module, object))
