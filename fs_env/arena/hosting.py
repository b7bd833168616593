"""What a host may assume about an agent: its requests, its compiled policy, its hooks, and whether its code comes with this package.

Attributes of a bot's own, whatever their names, never change how it is treated: requests count as `True` only, a compiled policy is a
`Policy`, and hooks belong to subclasses of `AgentHooks`.

The seed that an agent gets does not reveal the deal. Bots of this package get numbers that follow from the seed of the deal, so that
their games can be repeated by that seed. All other code gets numbers made with a secret key, the agent key of the run.
"""

from __future__ import annotations

import reprlib
import secrets
import sys
from abc import ABC, abstractmethod
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from fs_env.core.machine.run.policy import Policy
from fs_env.core.machine.table.rng import seat_seed_int as agent_seed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

SEEDS = 2**63
PACKAGE = "fs_env."
BOTS = "fs_env.agents."
REQUESTS = ("reads_text", "reads_messages", "wants_determinizations", "waits")
KEY_BYTES = 16, 64  # fewest and most of an agent key


class AgentHooks:
    """Base class of agents for which hosts do more than ask them: an attribute of one of these names has this meaning here only.

    Attributes:
        expected: share of the win after the last answer, as the agent sees it, for replays; None: unknown.
        interrupt: an object whose `set()` ends the agent's thinking; a host may assign another one. None: it cannot be interrupted.
        message_options: arguments of `fs_env.narration.conversation.conversation.Conversation`, for an agent that reads messages.
        policies: compiled bots that play in the agent's rollouts: they must fit the game. None: not known yet, some of them custom.
        search: a method from a `SeatView` to a `fs_env.agents.search.result.SearchResult`, by which self-play asks instead of `act` and
            records what was found; None: there is none.
        usage: a `fs_env.arena.usage.Usage` of the current game, which results store; None: nothing is counted.
    """

    expected: Any = None
    interrupt: Any = None
    message_options: Any = {}
    policies: Any = ()
    search: Any = None
    usage: Any = None

    def end(self, result: Any, names: list[str], number: int | None = None) -> None:
        """Called after a game of an agent that reads messages.

        Args:
            result: a `MatchResult`. Code that is not of this package sees -1 as `seed` and no `fault`: the deal may be played again.
            names: of the players by seat.
            number: of the game in its plan; None: it is in none.
        """


NO_HOOKS = AgentHooks()


class Proxy:
    """An agent of a host in front of another one, which is treated as that one."""

    def __init__(self, agent: Any) -> None:
        self.agent = agent

    def __getattr__(self, name: str) -> Any:
        return getattr(self.agent, name)


class Relay(ABC):
    """An agent of a host that asks several others: it gets the seed of a bot of this package, and derives theirs."""

    @abstractmethod
    def answering(self, view: Any) -> Any:
        """The agent that answers the decision of a `SeatView`."""


def behind(agent: Any) -> Any:
    while isinstance(agent, Proxy):
        agent = agent.agent
    return agent


def hooks_of(agent: Any) -> AgentHooks:
    """The agent, if it is declared to have hooks, else hooks that do nothing."""
    agent = behind(agent)
    return agent if isinstance(agent, AgentHooks) else NO_HOOKS


def asks_for(agent: Any, request: str) -> bool:
    """Whether an agent has made a request, one of `REQUESTS`."""
    return getattr(agent, request, False) is True


def check_requests(bot: str, values: Mapping[str, Any]) -> None:
    """Raises TypeError, naming the bot, the attribute and its value, for a request that is not a bool."""
    for request, value in values.items():
        if not isinstance(value, bool):
            raise TypeError(
                f"{bot}: its attribute {request} is {reprlib.repr(value)}, but this name is reserved for a request: expected True or "
                "False; rename the attribute if it means something else"
            )


def policy_of(agent: Any) -> Policy | None:
    """The policy of a compiled bot, known by its type; None for others, also for one that asks for determinizations and only plays
    them by a policy. Runs no code of the agent."""
    policy = declared_policy(behind(agent))
    return None if policy is None or asks_for(agent, "wants_determinizations") else policy


def declared_policy(agent: Any) -> Policy | None:
    """The `Policy` that an agent or a class of agents has as its attribute `policy`; no property is asked for it."""
    kinds = agent.__mro__ if isinstance(agent, type) else type(agent).__mro__
    for place in (getattr(agent, "__dict__", {}), *map(vars, kinds)):
        if "policy" in place:
            return place["policy"] if isinstance(place["policy"], Policy) else None
    return None


def is_shipped(agent: Any) -> bool:
    """Whether all code that plays as an agent, a class of agents or a `Policy` comes with this package: known by types and functions,
    not by names."""
    agent = behind(agent)
    kind: Any = agent if isinstance(agent, type) else type(agent)
    if isinstance(agent, Policy):
        return is_ours(kind, PACKAGE) and is_of_package(getattr(agent.kernel, "py_func", agent.kernel))
    if issubclass(kind, Relay) or not is_ours(kind, BOTS):
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
    """Whether a function was defined in a module of this package."""
    space = getattr(function, "__globals__", {})
    module = space.get("__name__")
    return isinstance(module, str) and module.startswith(PACKAGE) and space is vars(sys.modules.get(module, object))


def read_key(given: str | bytes | None) -> bytes:
    """An agent key: as given, in hexadecimal digits if it is text; None: a new one, drawn from the system's secure source.

    Raises:
        ValueError: fewer than 16 or more than 64 bytes, or other characters.
    """
    low, high = KEY_BYTES
    if given is None:
        return secrets.token_bytes(low)
    try:
        key = bytes.fromhex(given) if isinstance(given, str) else bytes(memoryview(given))
    except (TypeError, ValueError):
        key = b""
    if not low <= len(key) <= high:
        size = (
            f"{len(given)} {'characters' if isinstance(given, str) else 'bytes'}"
            if isinstance(given, (str, bytes))
            else repr(given)
        )
        raise ValueError(
            f"agent key of {size}: expected {2 * low} to {2 * high} hexadecimal digits, or {low} to {high} bytes, such as "
            f"secrets.token_hex({low}) gives"
        )
    return key


@lru_cache(maxsize=4096)
def key_from(seed: int) -> bytes:
    """The agent key of an environment or a training run, whose games its seed must repeat. Whoever wants it to be secret takes a random
    seed: a small one can be found by trying all."""
    return blake2b(b"agent key", key=seed.to_bytes(8, "big"), digest_size=KEY_BYTES[0]).digest()


def secret_number(*parts: int | str, key: bytes = b"") -> int:
    """A number, 0..2**63-1, that depends on all parts and from which none of them can be derived; without a key, small ones can be
    found by trying all."""
    words = " ".join(map(str, parts)).encode()
    return int.from_bytes(blake2b(words, digest_size=8, key=key).digest(), "big") % SEEDS


def number_for(agent: Any, key: bytes | None, *parts: int | str) -> int:
    """The `secret_number` of these parts, made with the key (None: a new one) unless all code of the agent comes with this package."""
    return secret_number(*parts, key=b"" if is_shipped(agent) else read_key(key))


def seed_for(agent: Any, key: bytes | None, seed: int, seat: int) -> int:
    """The seed of an agent, or of a `Policy`, in a seat of the game dealt from `seed`."""
    if not is_shipped(agent):
        return secret_number(seed, seat, key=read_key(key))
    if isinstance(agent, Policy) or policy_of(agent) is not None:
        return agent_seed(seed, seat)  # as compiled code derives it
    return secret_number(seed, seat)
