"""Agents in any language: programs that answer lines of JSON, see docs/do/any_language.md for the protocol.

A program sees what a bot in Python sees: the numbers and words of a `SeatView`. It is started by a command, in an isolated bot's process
by code that `fs_env.arena.isolation` confines together with it, or it listens on another machine.
"""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from time import monotonic
from typing import TYPE_CHECKING, Any

from fs_env.agent_api.hooks import AgentHooks
from fs_env.agent_api.programs import address_of, command_of
from fs_env.arena.isolation import PATIENCE_SECONDS, START_SECONDS
from fs_env.arena.match import BotFault
from fs_env.arena.referee import printable
from fs_env.core.machine.declare.outcome import Outcome

if TYPE_CHECKING:
    from fs_env.agent_api.view import SeatView
    from fs_env.core.machine.run.game import Game

PROTOCOL = 1
LONGEST_ANSWER = 8192  # bytes of a line
LONGEST_NAME = 80  # characters
SAID = 4096  # bytes that are stored of what a program writes to standard error
WORDS = 160  # characters of it that a fault shows
END_SECONDS = 1.0  # for the line about the end of a game, and for a program that has closed its output to end
CONNECT_SECONDS = 10.0
SEEDS = 2**53  # larger numbers are not exact in every language
REQUESTS = ("reads_observation", "reads_text", "reads_messages", "waits")
# the line of a stack trace that names the error
NAMES_ERROR = re.compile(r"^.*(?:Error|Exception|panicked).*", re.MULTILINE)


class Channel:
    """Lines to and from a program, each with a deadline.

    Args:
        reader, writer, errors: file numbers, which do not block; errors: -1 for none.
        read, write: read at most so many bytes, b"" at the end, and write some bytes and return how many.
        ended: describes how the program has ended, for a fault.
    """

    def __init__(
        self,
        reader: int,
        writer: int,
        read: Callable[[int], bytes],
        write: Callable[[memoryview], int],
        ended: Callable[[], str],
        errors: int = -1,
    ) -> None:
        self._readable, self._writable = DefaultSelector(), DefaultSelector()
        self._readable.register(reader, EVENT_READ)
        self._writable.register(writer, EVENT_WRITE)
        self._reader, self._errors, self._read, self._write, self._ended = reader, errors, read, write, ended
        if errors >= 0:
            self._readable.register(errors, EVENT_READ)
        self._said = bytearray()

    def send(self, message: dict[str, Any], seconds: float) -> None:
        """Writes a line to a program that has written nothing since its last answer. Raises `BotFault`."""
        until = monotonic() + seconds
        left = memoryview(json.dumps(message, separators=(",", ":")).encode() + b"\n")
        try:
            if self._wait(self._readable, monotonic()):
                if not self._read(LONGEST_ANSWER):
                    raise EOFError
                raise self._fault("wrote before it was asked")
            while left:
                if not self._wait(self._writable, until):
                    raise self._fault(f"did not read a question in {seconds:g} s")
                left = left[self._write(left[:65536]) :]
        except (OSError, EOFError):
            raise self._fault(self._ended()) from None

    def ask(self, message: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Sends a line and returns the object of JSON that answers it. Raises `BotFault`."""
        until, line = monotonic() + seconds, b""
        self.send(message, seconds)
        try:
            while b"\n" not in line and len(line) <= LONGEST_ANSWER:
                if not self._wait(self._readable, until):
                    raise self._fault(f"gave no answer in {seconds:g} s")
                if not (data := self._read(LONGEST_ANSWER)):
                    raise EOFError
                line += data
        except (OSError, EOFError):
            raise self._fault(self._ended()) from None
        if (found := line.find(b"\n")) != len(line) - 1 or len(line) > LONGEST_ANSWER:
            how = "more than one line" if 0 <= found < LONGEST_ANSWER else f"a line of more than {LONGEST_ANSWER} bytes"
            raise self._fault(f"answered with {how}")
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            shown = printable(line.decode(errors="replace").strip(), WORDS)
            raise self._fault(f"answered '{shown}': expected an object of JSON on one line")
        if "error" in answer:
            raise BotFault(f"reported an error: {printable(str(answer['error']))}")
        return answer

    def _wait(self, selector: DefaultSelector, until: float) -> bool:
        """Waits for the program's output or input; what it writes to standard error meanwhile is passed on. False: it is too late."""
        while ready := selector.select(max(0.0, until - monotonic())):
            if any(key.fd != self._errors for key, _ in ready):
                return True
            self._hear()
            if monotonic() > until:  # however much it writes
                break
        return False

    def _hear(self) -> None:
        data = b""
        with suppress(OSError):
            data = os.read(self._errors, 65536)
        if not data:
            self._readable.unregister(self._errors)
            self._errors = -1
        self._said += data
        del self._said[:-SAID]
        with suppress(OSError):
            os.write(2, data)

    def _fault(self, what: str) -> BotFault:
        until = monotonic() + END_SECONDS
        while self._errors >= 0 and monotonic() < until:
            if not any(key.fd == self._errors for key, _ in self._readable.select(0)):
                break
            self._hear()
        said = self._said.decode(errors="replace")
        named = [found[0] for found in NAMES_ERROR.finditer(said)]
        words = " ".join((named[-1][:WORDS] if named else said[-WORDS:]).split())
        return BotFault(printable(f"{what}; it said last: {words}" if words else what))


class ProgramAgent(AgentHooks):
    """A bot that answers lines of JSON. After a fault the next game begins with a new program, or a new connection.

    Args:
        spec: `exec:COMMAND` or `tcp:HOST:PORT,...`.
        game: the game to play; None: the program is told in each game.

    Raises:
        ValueError: it does not start, or its first answer is not understood.
    """

    hears_end = True
    name: str
    reads_text = reads_messages = waits = False

    def __init__(self, spec: str, game: Game | None = None) -> None:
        self.spec, self._game = spec, None if game is None else game.name
        self._channel: Channel | None = None
        self._dealt, self._is_told = (0, 0), False  # seat and seed of the game, and whether the program has heard of it
        self._kinds: dict[int, str] = {}
        try:
            self._start()
        except (BotFault, OSError) as fault:
            raise ValueError(f"bot {spec!r}: {fault}") from None

    def reset(self, seat: int, seed: int) -> None:
        self._dealt, self._is_told = (seat, seed % SEEDS), False
        if self._channel is None:
            self._start()

    def act(self, view: SeatView) -> int:
        """The program's answer, legal or not.

        Raises:
            BotFault: it did not answer as the protocol says, or too late.
        """
        if self._channel is None:
            self._start()
        seconds = PATIENCE_SECONDS if view.seconds is None else view.seconds
        with self._asking() as channel:
            if not self._is_told:
                channel.send(self._start_of_game(view), seconds)
                self._is_told = True
            action = channel.ask(self._question(view, seconds), seconds).get("action")
            if type(action) is not int:
                raise BotFault(f"answered {printable(repr(action))}, not a whole number")
        return action

    def end(self, result: Any, names: list[str], number: int | None = None) -> None:
        """Sends how the game ended; a program that has already failed in it, or fails here, has a new start in the next game."""
        if self._channel is not None and self._is_told:
            outcome = Outcome(result.outcome).name.lower()
            told = {"type": "end", "outcome": outcome, "winners": [*result.winners], "returns": [*result.returns]}
            with suppress(BotFault), self._asking() as channel:
                channel.send(told, END_SECONDS)

    def _open(self) -> tuple[Channel, dict[str, Any]]:
        """A channel to a new program, and what its first question has besides."""
        raise NotImplementedError

    def _close(self) -> None:
        self._channel = None

    def _start(self) -> None:
        self._channel, more = self._open()
        self._is_told = False
        hello = {"type": "hello", "protocol": PROTOCOL, "game": self._game, **more}
        with self._asking() as channel:
            about = channel.ask(hello, START_SECONDS)
            name, wrong = about.get("name"), [one for one in REQUESTS if not isinstance(about.get(one, False), bool)]
            if about.get("protocol") != PROTOCOL or not isinstance(name, str) or not name.strip() or wrong:
                what = f"{wrong[0]} is not true or false" if wrong else "it has no name or another protocol"
                shown = printable(json.dumps(about), WORDS)
                raise BotFault(
                    f'answered hello with {shown}: {what}; expected {{"protocol": {PROTOCOL}, "name": "my bot"}}'
                )
        self.name = printable(name, LONGEST_NAME)
        self.reads_observation: bool = about.get("reads_observation") is True
        self.reads_text = about.get("reads_text") is True
        self.reads_messages = about.get("reads_messages") is True
        self.waits = self.waits or about.get("waits") is True

    @contextmanager
    def _asking(self) -> Iterator[Channel]:
        """The channel, which is closed by any error in the block."""
        assert self._channel is not None
        try:
            yield self._channel
        except BaseException:
            self._close()
            raise

    def _start_of_game(self, view: SeatView) -> dict[str, Any]:
        self._kinds = {action: kind for kind, ids in view.action_ids.items() for action in ids}
        told: dict[str, Any] = {"type": "start", "game": view.game, "num_players": view.num_players}
        told |= dict(zip(("seat", "seed"), self._dealt))
        if self.reads_observation:
            told["sections"] = {one.name: [one.offset, *one.shape] for one in view.schema.sections}
        if self.reads_messages:
            told["rules"] = view.rules
        return told

    def _question(self, view: SeatView, seconds: float) -> dict[str, Any]:
        legal = view.legal.tolist()
        question = {
            "type": "act",
            "seconds": seconds,
            "legal": legal,
            "kinds": [self._kinds.get(action, "") for action in legal],
            "words": [view.text(action) for action in legal],
        }
        if self.reads_text:
            question |= {"decision": view.decision, "table": view.table}
        if self.reads_messages and view.message is not None:
            question |= {"message": view.message.text, "numbered": [one.action for one in view.message.actions]}
        if self.reads_observation:
            question["observation"] = view.observation.tolist()
        return question


class StartedAgent(ProgramAgent):
    """A program that a command starts; it reads standard input and answers on standard output."""

    _process: subprocess.Popen[bytes]

    def _open(self) -> tuple[Channel, dict[str, Any]]:
        if sys.platform == "win32":
            raise BotFault("exec: starts programs on Linux and macOS; on Windows let it listen and use tcp:")
        pipe = subprocess.PIPE
        self._process = process = subprocess.Popen(
            command_of(self.spec), bufsize=0, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
        )
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        reader, writer, errors = (file.fileno() for file in (process.stdout, process.stdin, process.stderr))
        for number in (reader, writer, errors):
            os.set_blocking(number, False)
        self._end = weakref.finalize(self, end, process)

        def ended() -> str:
            with suppress(subprocess.TimeoutExpired):
                process.wait(END_SECONDS)
            code = process.poll()
            return "closed its output" if code is None else f"ended its process (exit code {code})"

        read, write = (lambda most: os.read(reader, most)), (lambda data: os.write(writer, data))
        return Channel(reader, writer, read, write, ended, errors), {}

    def _close(self) -> None:
        super()._close()
        self._end()


def end(process: subprocess.Popen[bytes]) -> None:
    """Ends a program and all that it has started in its session."""
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for file in (process.stdin, process.stdout, process.stderr):
        if file is not None:
            file.close()


class RemoteAgent(ProgramAgent):
    """A program that listens at an address: one connection for each seat and worker. It gets the token of its spec, and nothing of this
    machine is within its reach, so that it needs no isolation."""

    waits = True

    def _open(self) -> tuple[Channel, dict[str, Any]]:
        address = address_of(self.spec)
        token = address.token()
        try:
            connection = socket.create_connection((address.host, address.port), CONNECT_SECONDS)
        except OSError as error:
            raise BotFault(f"cannot be reached: {error.strerror or error}") from None
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.setblocking(False)
        self._end = weakref.finalize(self, connection.close)
        number = connection.fileno()
        channel = Channel(number, number, connection.recv, connection.send, lambda: "closed the connection")
        return channel, {"token": token} if token else {}

    def _close(self) -> None:
        super()._close()
        self._end()
