"""The protocol of agents. A plain function `f(view) -> action` is an agent too."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from operator import index
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from fs_env.agent_api.hooks import BATCHES, REQUESTS, check_requests
from fs_env.registry.loading import untrusted_code

if TYPE_CHECKING:
    from fs_env.agent_api.view import SeatView


@runtime_checkable
class Agent(Protocol):
    """A player. One object plays one seat at a time and is reused for later games.

    An agent that reads text sets `reads_text = True` on its class; one that reads messages (a person, a language model)
    `reads_messages = True`; one that searches `wants_determinizations = True`; one that spends its time waiting for others
    `waits = True`: tournaments then play several games at once in threads. An agent with `answers_batches = True` stores nothing between
    decisions and has a method `act_batch(views)`, which returns one action per `SeatView`: hosts that play many games then ask one
    object for all of them, in one call. Their values must be booleans. No other attribute counts, but a compiled `policy`;
    subclasses of `AgentHooks` may count their usage, hear how games end, and more.
    """

    name: str

    def reset(self, seat: int, seed: int) -> None:
        """A new game begins; all randomness of the agent should come from `seed`, which does not reveal the deal."""

    def act(self, view: SeatView) -> int:
        """The id of a legal action."""


class FunctionAgent:
    """Wraps a function `f(view) -> action` as an agent; the function is not called when a game starts."""

    def __init__(self, function: Callable[[SeatView], int], name: str | None = None) -> None:
        own = getattr(function, "__name__", None)
        self.name: str = name or (own if isinstance(own, str) else "") or type(function).__name__
        self.act = function
        self.last_reset: tuple[int, int] | None = None

    def reset(self, seat: int, seed: int) -> None:
        self.last_reset = (seat, seed)


def as_agent(thing: Any, spec: str | None = None) -> Agent:
    """Makes an agent of an agent, an agent class (called without arguments) or a function of one view.

    Args:
        thing: any of these.
        spec: where it comes from, for errors.

    Raises:
        TypeError: `thing` is none of these, has a request that is not a bool, or answers batches without a method `act_batch`.
        BrokenCode: the class raises an error.
    """
    built, name = thing, f"bot {(spec or getattr(thing, '__name__', type(thing).__name__))!r}"
    if inspect.isclass(thing):
        with untrusted_code(name, "made"):
            built = thing()
    with untrusted_code(name, "looked at"):
        found = isinstance(built, Agent)
        if found and not isinstance(built.name, str):
            raise TypeError(f"its name is {built.name!r}, not a text")
        requests = {request: getattr(built, request, False) for request in REQUESTS} if found else {}
        batched = found and requests[BATCHES] is True and callable(getattr(built, "act_batch", None))
    if found:
        check_requests(name, requests)
        if requests[BATCHES] is True and not batched:
            raise TypeError(f"{name}: {BATCHES} is True, but it has no act_batch(views): add it, or remove {BATCHES}")
        return built
    if callable(built) and not hasattr(built, "act"):
        return FunctionAgent(built)
    missing = [part for part in ("name", "reset", "act") if not hasattr(built, part)]
    raise TypeError(
        f"{thing!r} is not a bot (without {', '.join(missing)}): expected a class or object with name, "
        "reset(seat, seed) and act(view), or a function act(view)"
    )


def action_of(answer: Any) -> int:
    """The answer of an agent as an int. Raises TypeError if it is none."""
    try:
        return index(answer)
    except TypeError:
        raise TypeError(f"answered {answer!r:.60}: expected the id of a legal action, an int") from None
