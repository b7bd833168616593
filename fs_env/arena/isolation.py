"""Untrusted bots: each plays in its own process, which holds only what its seat may see.

The process has neither the state nor the seed of the deal. It receives the numbers of a `SeatView` and answers with one line
of JSON, which is never unpickled. Its memory is limited, and it is killed when it takes too long. It is not a sandbox: the
process has the rights of the user and may read files and use the network. Run malicious bots in a container.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import sys
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

import numpy as np

from fs_env.arena.agent import SeatView, load_agent
from fs_env.arena.match import BotFault
from fs_env.arena.referee import Limits, printable, words_of
from fs_env.games import Manifest
from fs_env.registry.games import GAMES, load_game, register

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fs_env.core.machine.run.game import Game

START_SECONDS = 60.0  # for the start of the process and the import of the bot
LONGEST_ANSWER = 4096  # bytes
END_SECONDS = 1.0  # for a process that is ending


class IsolatedAgent:
    """An agent in its own process, which is started on demand and restarted after it has died.

    Attributes:
        name: the bot's own name.
        reads_text: whether the bot reads text.
        wants_determinizations: whether it gets determinizations.

    Args:
        spec: "package.module:NAME" or "path.py:NAME".
        game: id of the game, or "package.module:NAME".
        limits: time for an answer, and memory.

    Raises:
        ValueError: the bot cannot be loaded.
    """

    def __init__(self, spec: str, game: str, limits: Limits) -> None:
        self.spec, self._game, self._limits = spec, game, limits
        self._process: Any = None
        self._pipe: Connection | None = None
        try:
            self._start()
        except BotFault as fault:
            raise ValueError(f"agent {spec!r}: {fault}") from None

    def reset(self, seat: int, seed: int) -> None:
        """Starts a game in the process."""
        if self._pipe is None:
            self._start()
        self._call(("reset", seat, seed), self._limits.move_seconds)

    def act(self, view: SeatView) -> int:
        """The bot's answer, legal or not.

        Raises:
            BotFault: the bot raised an error, did not return an integer, took too long, or its process died.
        """
        numbers = view.observation.tobytes(), view.mask.tobytes(), view.determinization_bytes()
        answer = self._call(
            ("act", view.seat, view.num_players, *numbers, view.decision, view.table), self._limits.move_seconds
        ).get("action")
        if type(answer) is not int:
            raise BotFault(f"answered {printable(repr(answer))}, not a whole number")
        return answer

    def close(self) -> None:
        """Ends the process."""
        if self._process is not None:
            self._process.kill()
            self._process.join(END_SECONDS)
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, other = context.Pipe()
        self._process = context.Process(
            target=serve,
            args=(other, self.spec, GAMES.get(self._game, self._game), self._limits.memory_mb),
            name=f"bot {self.spec}",
        )
        self._process.start()
        other.close()
        about = self._call(None, START_SECONDS)
        self.name: str = printable(str(about.get("name")), 80)
        self.reads_text: bool = about.get("reads_text") is True
        self.wants_determinizations: bool = about.get("wants_determinizations") is True

    def _call(self, question: tuple[Any, ...] | None, seconds: float | None) -> dict[str, Any]:
        """The answer of the process; kills the process if there is none."""
        assert self._pipe is not None
        try:
            if question is not None:
                self._pipe.send(question)
            if not self._pipe.poll(seconds):
                raise BotFault(f"gave no answer in {seconds:g} s")
            answer = json.loads(self._pipe.recv_bytes(LONGEST_ANSWER))
            if not isinstance(answer, dict):
                raise BotFault("sent something that is not an answer")
        except (OSError, EOFError):
            self._process.join(END_SECONDS)
            code = self._process.exitcode
            self.close()
            raise BotFault(f"ended its process (exit code {code})") from None
        except (ValueError, RecursionError):
            self.close()
            raise BotFault("sent something that is not an answer") from None
        except BaseException:
            self.close()
            raise
        if "error" in answer:
            raise BotFault(printable(str(answer["error"])))
        return answer


# --- in the bot's process ---------------------------------------------------------------------------------------------
def serve(pipe: Connection, spec: str, game: str | Manifest, memory_mb: int) -> None:
    """Runs a bot and answers through the pipe until its other end is closed."""
    from fs_env.pool.processes import limit_memory, settle_in

    settle_in()
    sys.argv[:] = ["bot"]  # the tournament's arguments contain its seed
    if isinstance(game, Manifest):
        register(game)
    rules = load_game(game.id if isinstance(game, Manifest) else game)
    limit_memory(memory_mb)
    try:
        agent = load_agent(spec, rules)
        wishes = {wish: bool(getattr(agent, wish, False)) for wish in ("reads_text", "wants_determinizations")}
        send(pipe, {"name": str(agent.name), **wishes})
    except BaseException as error:
        send(pipe, {"error": words_of(error)})
        return
    while True:
        try:
            verb, *values = pipe.recv()
        except (EOFError, OSError):
            os._exit(0)
        try:
            if verb == "reset":
                agent.reset(*values)
                answer: dict[str, Any] = {}
            else:
                answer = {"action": whole(agent.act(view_of(rules, *values)))}
        except BaseException as error:
            answer = {"error": words_of(error)}
        send(pipe, answer)


def view_of(
    game: Game, seat: int, players: int, observation: bytes, mask: bytes, sampled: bytes, decision: str, table: str
) -> SeatView:
    """The view in the message."""

    def numbers(data: bytes, dtype: type) -> NDArray[Any]:
        return np.frombuffer(data, dtype).copy()

    view = SeatView(game, seat, players, numbers(observation, np.int16), numbers(mask, np.int8))
    view.decision, view.table = decision, table
    if sampled:
        drawn = game.new(1)
        game.restore(drawn, sampled)
        view.take_determinization(game, drawn)
    return view


def whole(answer: Any) -> int:
    """An answer as an int."""
    from operator import index

    return index(answer)


def send(pipe: Connection, answer: dict[str, Any]) -> None:
    """Sends an answer as JSON."""
    with suppress(OSError):  # nobody listens any more
        pipe.send_bytes(json.dumps(answer).encode())
