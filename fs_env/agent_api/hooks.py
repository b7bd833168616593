"""What agents ask of their hosts: requests, and the hooks of subclasses of `AgentHooks`.

Attributes of a bot's own, whatever their names, never change how it is treated: requests count as `True` only, and hooks belong to
subclasses of `AgentHooks`.
"""

from __future__ import annotations

import reprlib
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

BATCHES = "answers_batches"
REQUESTS = ("reads_text", "reads_messages", "wants_determinizations", "waits", BATCHES)


class AgentHooks:
    """Base class of agents for which hosts do more than ask them: an attribute of one of these names has this meaning here only.

    Attributes:
        expected: share of the win after the last answer, as the agent sees it, for replays; None: unknown.
        hears_end: whether `end` is called although the agent reads no messages.
        interrupt: an object whose `set()` ends the agent's thinking; a host may assign another one. None: it cannot be interrupted.
        message_options: arguments of `fs_env.narration.conversation.conversation.Conversation`, for an agent that reads messages.
        policies: compiled bots that play in the agent's rollouts: they must fit the game. None: not known yet, some of them custom.
        search: a method from a `SeatView` to a `fs_env.agents.search.result.SearchResult`, by which self-play asks instead of `act` and
            records what was found; None: there is none.
        usage: a `fs_env.arena.usage.Usage` of the current game, which results store; None: nothing is counted.
    """

    expected: Any = None
    hears_end: bool = False
    interrupt: Any = None
    message_options: Any = {}
    policies: Any = ()
    search: Any = None
    usage: Any = None

    def see_end(self, news: Sequence[str]) -> None:
        """Called before `end` with the events that the agent's seat saw after its last answer, one per line."""

    def end(self, result: Any, names: list[str], number: int | None = None) -> None:
        """Called after a game of an agent that reads messages, or has `hears_end`, unless the game was played by sides.

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
    agent = behind(agent)
    return agent if isinstance(agent, AgentHooks) else NO_HOOKS


def asks_for(agent: Any, request: str) -> bool:
    return getattr(agent, request, False) is True


def check_requests(bot: str, values: Mapping[str, Any]) -> None:
    """Raises TypeError, naming the bot, the attribute and its value, for a request that is not a bool."""
    for request, value in values.items():
        if not isinstance(value, bool):
            raise TypeError(
                f"{bot}: its attribute {request} is {reprlib.repr(value)}, but this name is reserved for a request: expected True or "
                "False; rename the attribute if it means something else"
            )
