"""Bots in any language: programs that answer lines of JSON by the protocol of docs/do/any_language.md.

A program sees what a bot in Python sees: the numbers and words of a `SeatView`. Where bots are isolated, the process that runs this code
for a bot is confined, and its program with it.
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
from contextlib import suppress
from functools import partial
from threading import Thread
from time import monotonic
from typing import IO, TYPE_CHECKING, Any

from fs_env.agent_api.hooks import AgentHooks
from fs_env.agent_api.programs import TCP, address_of, command_of, kind_of
from fs_env.arena.isolation import PATIENCE_SECONDS, START_SECONDS
from fs_env.arena.match import BotFault
from fs_env.arena.referee import printable
from fs_env.core.machine.declare.outcome import Outcome

if TYPE_CHECKING:
    from fs_env.agent_api.view import SeatView
    from fs_env.core.machine.run.game import Game

PROTOCOL = 1
LONGEST_ANSWER = 8192  # bytes of a line
SAID = 4096  # bytes that are stored of what a program writes to standard error
WORDS = 160  # characters of it, or of an answer, that a fault shows
CONNECT_SECONDS = 10.0
END_SECONDS = 1.0  # to read that a game is over, or to end once its output is closed
SEEDS = 2**53  # larger numbers are not exact in every language
REQUESTS = ("reads_observation", "reads_text", "reads_messages", "waits")
NAMES_ERROR = re.compile("^.*(?:Error|Exception|panicked).*", re.MULTILINE)  # in a stack trace


class ProgramAgent(AgentHooks):
    """A bot that answers lines of JSON. After a fault the next game begins with a new program, or a new connection.

    Args:
        spec: `exec:COMMAND` or `tcp:HOST:PORT,...`.
        game: the game to play; None: it is not known yet.

    Raises:
        ValueError: it does not start, or its first answer is not understood.
    """

    hears_end = True
    name: str
    reads_observation = reads_text = reads_messages = waits = False

    def __init__(self, spec: str, game: Game | None = None) -> None:
        self.spec, self._game = spec, game and game.name
        self._socket: socket.socket | None = None
        self._dealt, self._informed = (
            (0, 0),
            False,
        )  # seat and seed of the game, and whether the program has heard of it
        try:
            self._start()
        except (BotFault, OSError) as fault:
            raise ValueError(f"bot {spec!r}: {getattr(fault, 'strerror', None) or fault}") from None

    def reset(self, seat: int, seed: int) -> None:
        self._dealt, self._informed = (seat, seed % SEEDS), False

    def act(self, view: SeatView) -> int:
        """The program's answer, legal or not.

        Raises:
            BotFault: its answer violates the protocol, or is late.
        """
        if self._socket is None:
            self._start()
        seconds = PATIENCE_SECONDS if view.seconds is None else view.seconds
        if not self._informed:
            self._kinds = {action: kind for kind, ids in view.action_ids.items() for action in ids}
            self._ask(self._start_of_game(view), seconds, False)
            self._informed = True
        action = self._ask(self._question(view, seconds), seconds).get("action")
        if type(action) is not int:
            raise self._fault(f"answered {printable(repr(action))}, not a whole number")
        return action

    def end(self, result: Any, names: list[str], number: int | None = None) -> None:
        """Sends how the game ended. A program that fails here is replaced before the next game."""
        if self._socket is not None and self._informed:
            message = {"type": "end", "outcome": Outcome(result.outcome).name.lower()}
            with suppress(BotFault):
                self._ask({**message, "winners": result.winners, "returns": result.returns}, END_SECONDS, False)

    def _start_of_game(self, view: SeatView) -> dict[str, Any]:
        seat, seed = self._dealt
        message = {"type": "start", "game": view.game, "num_players": view.num_players, "seat": seat, "seed": seed}
        if self.reads_observation:
            message["sections"] = {one.name: [one.offset, *one.shape] for one in view.schema.sections}
        return message | {"rules": view.rules} if self.reads_messages else message

    def _question(self, view: SeatView, seconds: float) -> dict[str, Any]:
        legal = view.legal.tolist()
        words, kinds = [view.text(action) for action in legal], [self._kinds.get(action, "") for action in legal]
        asked = {"type": "act", "seconds": seconds, "legal": legal, "kinds": kinds, "words": words}
        if self.reads_text:
            asked |= {"decision": view.decision, "table": view.table}
        if self.reads_messages and view.message is not None:
            asked |= {"message": view.message.text, "numbered": [one.action for one in view.message.actions]}
        return asked | {"observation": view.observation.tolist()} if self.reads_observation else asked

    def _start(self) -> None:
        self._informed, self._said, self._token = False, bytearray(), ""
        self._process: subprocess.Popen[bytes] | None = None
        if kind_of(self.spec) == TCP:
            host, port, self._token = address_of(self.spec)
            self._socket = socket.create_connection((host, port), CONNECT_SECONDS)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        elif sys.platform == "win32":
            raise BotFault("programs are started on Linux and macOS only: let it listen, and use tcp:HOST:PORT")
        else:
            self._socket, its = socket.socketpair()
            with its:
                number, errors = its.fileno(), subprocess.PIPE
                self._process = subprocess.Popen(
                    command_of(self.spec), stdin=number, stdout=number, stderr=errors, start_new_session=True
                )
            self._listener = Thread(target=listen, args=(self._process.stderr, self._said), daemon=True)
            self._listener.start()
        self._close = weakref.finalize(self, close, self._socket, self._process)
        hello = {"type": "hello", "protocol": PROTOCOL, "game": self._game}
        about = self._ask(hello | ({"token": self._token} if self._token else {}), START_SECONDS)
        name, wrong = about.get("name"), [one for one in REQUESTS if not isinstance(about.get(one, False), bool)]
        if wrong or about.get("protocol") != PROTOCOL or not isinstance(name, str) or not name.strip():
            what = f"{wrong[0]} is not true or false" if wrong else "it has no name or another protocol"
            expected = f'expected {{"protocol": {PROTOCOL}, "name": "my bot"}}'
            raise self._fault(f"answered hello with {printable(json.dumps(about), WORDS)}: {what}; {expected}")
        asked = (about.get(one, False) for one in REQUESTS)
        self.reads_observation, self.reads_text, self.reads_messages, waits = asked
        self.name, self.waits = printable(name, 80), waits or self._process is None

    def _ask(self, message: dict[str, Any], seconds: float, is_answered: bool = True) -> dict[str, Any]:
        assert self._socket is not None
        until, line = monotonic() + seconds, b"" if is_answered else b"{}\n"
        try:
            self._socket.settimeout(0)
            with suppress(BlockingIOError):
                if not self._socket.recv(1):
                    raise EOFError
                raise self._fault("wrote before it was asked")
            self._socket.settimeout(seconds)  # for all of it
            self._socket.sendall(json.dumps(message, separators=(",", ":")).encode() + b"\n")
            while b"\n" not in line and len(line) <= LONGEST_ANSWER:
                self._socket.settimeout(max(1e-6, until - monotonic()))
                if not (data := self._socket.recv(LONGEST_ANSWER)):
                    raise EOFError
                line += data
        except TimeoutError:
            raise self._fault(f"gave no answer in {seconds:g} s") from None
        except (OSError, EOFError):
            raise self._fault("") from None
        if self._token:  # it has no place in what is shown or stored, whoever is at the address
            line = line.replace(self._token.encode(), b"...")
        try:
            answer = json.loads(line) if len(line) <= LONGEST_ANSWER else None
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            shown = printable(line.decode(errors="replace").strip(), WORDS)
            raise self._fault(
                f"answered '{shown}': expected one line of JSON, an object of at most {LONGEST_ANSWER} bytes"
            )
        if "error" in answer:
            raise self._fault(f"reported an error: {printable(str(answer['error']))}")
        return answer

    def _fault(self, what: str) -> BotFault:
        if self._process is not None and not what:
            with suppress(subprocess.TimeoutExpired):
                what = f"ended its process (exit code {self._process.wait(END_SECONDS)})"
        self._close()
        self._socket = None
        if self._process is not None:
            self._listener.join(END_SECONDS)
        said = self._said.decode(errors="replace")
        words = " ".join([said[-WORDS:], *(found[0][:WORDS] for found in NAMES_ERROR.finditer(said))][-1].split())
        what = what or "closed its connection"
        return BotFault(printable(f"{what}; last output: {words}" if words else what))


def listen(stream: IO[bytes], said: bytearray) -> None:
    with stream:
        for data in iter(partial(os.read, stream.fileno(), 65536), b""):
            said += data
            del said[:-SAID]
            with suppress(OSError):
                os.write(2, data)


def close(connection: socket.socket, process: subprocess.Popen[bytes] | None) -> None:
    if process is not None:  # ended first, so that it reports no lost connection
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    connection.close()
