"""Untrusted processes: each answers questions through a socket, within one deadline for the question and the whole answer.

Whatever such a process does with its end of the socket, with its prints or with the processes that it starts, `Guarded` ends it in time
and says what it did. See `fs_env.pool.guard`.
"""

from __future__ import annotations

import atexit
import json
import os
import pickle
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from multiprocessing import spawn
from pathlib import Path
from time import monotonic
from typing import IO, Any, NamedTuple

from fs_env.pool.guard import STARTED

GUARD = Path(__file__).with_name("guard.py")
OWN_NUMBERS = True  # processes have numbers of their own, where the system allows that
CONFINED = True  # they write only to their own folder and reach no network, where the system allows that
PASSED = (
    *("PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_", "TZ", "PYTHON", "VIRTUAL_ENV", "CONDA", "LD_", "DYLD_", "SSL_"),
    *("NUMBA_", "OMP_", "MKL_", "OPENBLAS_", "CUDA_", "NVIDIA_", "HIP_", "ROCR_", "TORCH", "HF_", "FS_ENV_"),
)  # beginnings of the variables of the environment that these processes get without a network
LONGEST_ANSWER = 8192  # bytes
LONGEST_REPORT = 65536  # bytes of the guard's last report
END_SECONDS = 5.0  # for a guard that is ending
NETWORK, TRY_SECONDS = "use the network", 60.0
DYING_SECONDS = 1.0  # for a process that has no connection any more
COUNTERS = "/proc/vmstat", "/sys/devices/system/node/node0/vmstat"
WORDS = 160  # characters of the last output in an error
# In the name of a variable of the environment that these processes do not get.
SECRETS = ("KEY", "TOKEN", "SECRET", "PASSWORD")


def passed(environment: Mapping[str, str], network: bool) -> dict[str, str]:
    """The environment of a process: without secrets, and without a network only what programs need to run."""
    safe = {name: value for name, value in environment.items() if not any(word in name.upper() for word in SECRETS)}
    return {name: value for name, value in safe.items() if network or not CONFINED or name.startswith(PASSED)}


def missing_protections(network: bool = False) -> list[str]:
    """What a process can do on this system although it should not, found by letting one try; `network`: it may use the network."""
    with tempfile.TemporaryDirectory() as folder:
        secret = Path(folder, "secret")
        secret.touch()
        process = Guarded(tries, os.getpid(), folder, hidden=(str(secret),), network=network)
        try:
            found: list[str] = json.loads(process.ask(b"", TRY_SECONDS))
        finally:
            process.end()
    return found if not network else [one for one in found if one != NETWORK]


def tries(pipe: socket.socket, stream: IO[bytes], owner: int, folder: str) -> None:
    """Tries, in a process, all that it should not be able to do, and answers with the list of what it did."""

    def see() -> None:
        if sys.platform == "linux" and GUARD.name.encode() in Path(f"/proc/{owner}/cmdline").read_bytes():
            raise ProcessLookupError  # it is this process that has this number here

    def count() -> None:
        if not any(one.read_bytes() for one in map(Path, COUNTERS) if one.exists()):
            raise PermissionError

    attempts: dict[str, Callable[[], object]] = {
        "change your files": Path(folder, "new").touch,
        "read the results file": Path(folder, "secret").read_bytes,
        "see other processes": see,
        "read counters of the system": count,
        NETWORK: lambda: socket.socket(type=socket.SOCK_DGRAM).sendto(b"", ("127.0.0.1", 9)),
    }
    done = []
    for name, attempt in attempts.items():
        with suppress(OSError):
            attempt()
            done.append(name)
    pipe.sendall(json.dumps(done).encode() + b"\n")
    stream.read()  # until it is ended


First = tuple[Callable[..., object], tuple[Any, ...]] | None


class ProcessFault(Exception):
    """Fault of a process that gave no answer, as text that may hold any characters; the process has been ended."""


class NotStarted(OSError):
    """This machine could not start a process with the protections that it gives others: no fault of what would run in it."""


class Report(NamedTuple):
    """How a process ended: its exit code, None if unknown, and the end of what it printed."""

    code: int | None = None
    said: str = ""


class Starter:
    """A trusted process that imports what others need, and from which the guards of these are forked.

    Args:
        begin: two pickles, see `fs_env.pool.guard`.
    """

    def __init__(self, begin: bytes, environment: dict[str, str]) -> None:
        self._requests, requests = socket.socketpair()
        self._turn = threading.Lock()
        with requests:
            self._process = subprocess.Popen(
                [spawn.get_executable(), "-P", str(GUARD), str(requests.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[requests.fileno()],
                env=environment,
                start_new_session=True,
            )
        self._answers = self._requests.makefile("rb")
        self._requests.sendall(begin)
        self._answers.readline()  # it has imported all

    def start(self, settings: dict[str, Any], business: socket.socket, life: socket.socket) -> int:
        """Starts a guard and returns its number; OSError if this process has ended."""
        line = json.dumps(settings).encode() + b"\n"
        import resource  # not on Windows

        # Files that bots send count for the limit of the sender, and theirs is lower; the hard limit of macOS is none that can be set.
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        with self._turn:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard if sys.platform == "linux" else soft, hard))
            socket.send_fds(self._requests, [line], [business.fileno(), life.fileno()])
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
            if not (answer := self._answers.readline()):
                raise BrokenPipeError("the process that starts others has ended")
        return int(answer)

    def close(self) -> None:
        self._answers.close()
        self._requests.close()
        self._process.wait()


STARTERS: dict[bytes, Starter] = {}  # by what they import, and their environment; the least recently used one first
MOST_STARTERS = 4
CHOOSING = threading.Lock()


@atexit.register
def close_starters() -> None:
    while STARTERS:
        STARTERS.popitem()[1].close()


def start_guard(first: First, network: bool, settings: dict[str, Any], *sockets: socket.socket) -> int:
    here = spawn.get_preparation_data("guarded")
    here.pop("authkey")  # of this process
    here["sys_argv"] = ["guarded"]
    begin, environment = pickle.dumps(here) + pickle.dumps(first), passed(os.environ, network)
    key = begin + json.dumps(environment).encode()
    for _ in range(2):
        with CHOOSING:
            starter = STARTERS.pop(key, None) or Starter(begin, environment)
            STARTERS[key] = starter
            while len(STARTERS) > MOST_STARTERS:
                STARTERS.pop(next(iter(STARTERS))).close()
        try:
            return starter.start(settings, *sockets)
        except OSError as error:
            fault = error
            with CHOOSING, suppress(KeyError):
                STARTERS.pop(key).close()
    raise NotStarted(f"{fault}: the system may have too many processes, or too little memory") from fault


class Guarded:
    """An untrusted process, which calls a function with its socket, a stream that reads from it, and arguments that can be pickled; the
    function answers with lines. `pid` is that of its guard, `temporary` its folder.

    Args:
        first: a function and its arguments, called once for many processes before they are forked: it imports what they share.
        hidden: absolute paths of files and folders that the process cannot read, where the system allows that; the files may not exist yet.
        network: whether it may use the network.
    """

    def __init__(
        self,
        function: Callable[..., object],
        *arguments: Any,
        first: First = None,
        hidden: Sequence[str] = (),
        network: bool = False,
    ) -> None:
        self.temporary = os.path.realpath(tempfile.mkdtemp())
        settings = {
            "numbers": OWN_NUMBERS,
            "confine": CONFINED,
            "temporary": self.temporary,
            "hidden": [os.path.realpath(path) for path in hidden],
            "network": network,
        }
        self._socket, business = socket.socketpair()
        self._life, life = socket.socketpair()
        try:
            with business, life:
                self.pid = start_guard(first, network, settings, business, life)
        except BaseException:
            shutil.rmtree(self.temporary)
            raise
        self._begin, self._reported = pickle.dumps((function, arguments)), b""

    def ask(self, question: bytes, seconds: float) -> bytes:
        """The line that answers a question, without its end; the first question waits until the process has begun.

        Raises:
            ProcessFault: there is no answer in this time, or it is longer than `LONGEST_ANSWER`, or more than an answer.
            NotStarted: the process has not begun.
        """
        until = monotonic() + seconds
        try:
            self._check_quiet()
            self._socket.settimeout(seconds)  # for all of what is sent
            self._socket.sendall(self._begin + question)
            self._begin = b""
            answer = bytearray()
            while b"\n" not in answer and len(answer) <= LONGEST_ANSWER:
                if (left := until - monotonic()) <= 0:
                    raise TimeoutError
                self._socket.settimeout(left)
                if not (data := self._socket.recv(LONGEST_ANSWER)):
                    raise EOFError
                answer += data
        except TimeoutError:
            raise self._fault(f"gave no answer in {seconds:g} s", self.end()) from None
        except (OSError, EOFError):
            report = self._report(shut=False)
            how = "closed its connection" if report.code is None else f"ended its process (exit code {report.code})"
            raise self._fault(how, report if report.code is not None else self.end()) from None
        except BaseException:
            self.end()
            raise
        if not answer.endswith(b"\n") or answer.count(b"\n") > 1 or len(answer) > LONGEST_ANSWER:
            self.refuse()
        return bytes(answer[:-1])

    def refuse(self) -> None:
        raise self._fault("sent something that is not an answer", self.end())

    def end(self) -> Report:
        return self._report(shut=True)

    def _check_quiet(self) -> None:
        self._socket.settimeout(0)
        with suppress(BlockingIOError):
            if not self._socket.recv(1):
                raise EOFError
            raise self._fault("wrote before it was asked", self.end())

    def _report(self, shut: bool) -> Report:
        report = Report()
        with suppress(OSError, ValueError, TypeError):
            if shut:
                self._life.shutdown(socket.SHUT_WR)
            self._life.settimeout(END_SECONDS if shut else DYING_SECONDS)
            while (more := self._life.recv(LONGEST_REPORT)) and len(self._reported) < LONGEST_REPORT:
                self._reported += more
            report = Report(**json.loads(self._reported))
        if shut or report.code is not None:
            self._close()
        return report

    def _close(self) -> None:
        self._socket.close()
        try:
            self._life.settimeout(END_SECONDS)
            while self._life.recv(LONGEST_REPORT):
                pass
        except TimeoutError:  # the process has stopped its guard
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            self._life.settimeout(None)
            self._life.recv(1)
        except OSError:
            pass
        self._life.close()
        shutil.rmtree(self.temporary, ignore_errors=True)  # where its guard could not

    def _fault(self, text: str, report: Report) -> Exception:
        words = " ".join(report.said[-WORDS:].split())
        fault = ProcessFault if self._reported.startswith(STARTED) else NotStarted
        return fault(f"{text}; last output: {words}" if words else text)
