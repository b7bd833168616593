"""Bots at a table: they think in threads, so that nobody waits for them but their table; what they do wrong ends no game."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from fs_env.agents import bots_of
from fs_env.arena.agent import Agent, SeatView, complete_view, load_agent
from fs_env.arena.match import AgentFailed, ask, begin
from fs_env.core.machine.compile.jit import compiled
from fs_env.serve.setup import PERSON

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game
    from fs_env.serve.table import Table

Made = TypeVar("Made")
LAST_RESORT = "random"


class Threads:
    """Runs functions in threads, a few at once.

    A function that does not come back in time loses its place; its thread ends with the process.

    Args:
        most: functions that run at once.
    """

    def __init__(self, most: int) -> None:
        self._places = asyncio.Semaphore(most)

    async def run(self, function: Callable[[], Made], seconds: float | None = None) -> Made:
        """Runs the function in a thread and returns its result.

        Raises:
            TimeoutError: it took longer than so many seconds, counted from its beginning.
            Exception: what the function raised.
        """
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Made] = loop.create_future()

        def finish(result: Made | None, error: BaseException | None) -> None:
            if done.done():
                return
            if error is not None:
                done.set_exception(error)
            else:
                done.set_result(result)  # type: ignore[arg-type]

        def work() -> None:
            result: Made | None = None
            error: Exception | None = None
            try:
                result = function()
            except StopIteration as stop:  # a future cannot carry it
                error = RuntimeError(f"StopIteration {stop}")
            except BaseException as raised:
                error = raised if isinstance(raised, Exception) else RuntimeError(repr(raised))
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(finish, result, error)

        async with self._places:
            threading.Thread(target=work, daemon=True, name="fs-env bot").start()
            return await asyncio.wait_for(done, seconds)


class Bots:
    """The bots of one table, by seat; a bot that fails is replaced by one that chooses at random.

    Args:
        table: for its game, seats and seed.
    """

    def __init__(self, table: Table) -> None:
        self.game, self.seed = table.game, table.seed
        self.players = len(table.setup.seats)
        self._specs = list(table.setup.seats)
        self.faults: list[tuple[int, str]] = []
        self._agents: dict[int, Agent] = {}
        self._ready: set[int] = set()  # seats whose bots answer in microseconds: they need no thread
        for seat, spec in enumerate(table.setup.seats):
            if spec == PERSON:
                continue
            try:
                self._agents[seat] = load_agent(spec, self.game)
                begin(self._agents[seat], seat, self.seed)
            except Exception as error:
                self.replace(seat, str(error))

    def replace(self, seat: int, why: str) -> None:
        """Puts the bot of last resort in a seat; `faults` says why."""
        self._agents[seat] = load_agent(LAST_RESORT)
        self._specs[seat] = LAST_RESORT
        self._ready.discard(seat)
        begin(self._agents[seat], seat, self.seed)
        self.faults.append((seat, why))

    def remembers(self, seat: int) -> bool:
        """Whether the bot must see old decisions again when a game is gone on with."""
        return hasattr(self._agents.get(seat), "policy")

    def remember(self, seat: int, S: Any) -> None:
        """Shows a bot an old decision of its own."""
        with contextlib.suppress(Exception):  # it is asked again anyway, and replaced then
            think(self._agents[seat], self.game, S, seat, self.players, self.seed)

    async def answer(self, threads: Threads, seat: int, S: Any, seconds: float) -> int:
        """The action of a bot at `S[0]`; the state may change as soon as this returns."""
        for _ in range(2):
            asked = partial(think, self._agents[seat], self.game, self.game.clone(S), seat, self.players, self.seed)
            try:
                if seat in self._ready:
                    return asked()
                action = await threads.run(asked, seconds)
                if compiled() and self._specs[seat] in bots_of(self.game) and self.remembers(seat):
                    self._ready.add(seat)  # its code is loaded now
                return action
            except TimeoutError:
                self.replace(seat, f"no answer within {seconds:g} s")
            except Exception as error:
                self.replace(seat, str(error))
        return int(self.game.legal(S)[0])


def think(agent: Agent, game: Game, S: Any, seat: int, players: int, seed: int) -> int:
    """The action that an agent chooses at `S[0]`.

    Raises:
        AgentFailed: its error, or an action that is not legal.
    """
    mask = game.mask(S)
    view = SeatView(game, seat, players, game.observe(S, seat), mask.copy())
    complete_view(view, agent, game, S, 0, seed)
    action = ask(agent, view, seed)
    if not (0 <= action < len(mask) and mask[action]):
        raise AgentFailed(f"agent {agent.name!r} answered {action}, which is not legal", seat)
    return action


def advice(spec: str, game: Game, S: Any, seat: int, players: int, seed: int) -> int:
    """The choice of a new bot instead of a seat at `S[0]`; errors as in `think` and `load_agent`."""
    agent = load_agent(spec, game)
    begin(agent, seat, seed)
    return think(agent, game, S, seat, players, seed)
