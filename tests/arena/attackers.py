"""Bots that try to reach more than their seat, at "tests.arena.attackers:NAME"; each fails with a list of what it reached.

They know what whoever writes such a bot would guess: that results are in the working folder, and the seed of the tournament in its command.
"""

from __future__ import annotations

import ctypes
import os
import secrets
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import fs_env
from fs_env.core.machine.compile.disk_cache import only_kept
from tests.core.machine.nim import GAME

SEED = "8765432109"  # that the tournament should hide
PLACE = "fs_env_twins"  # name of all meeting points
PORT = 47119
OWN = f"twin-{secrets.token_hex(8)}"


def reached(attempts: dict[str, Callable[[], object]]) -> None:
    done = []
    for name, attempt in attempts.items():
        with suppress(OSError):
            if attempt() is not False:
                done.append(name)
    if done:
        raise ValueError(f"reached {', '.join(done)}")


def writer(view):
    """Changes what the tournament and the next one read."""
    package, here = Path(fs_env.__file__).parent, Path.cwd()
    reached(
        {
            "compiled code": (package / "core" / "__pycache__" / "written_by_a_bot").touch,
            "the results file": lambda: (here / "r.db").open("ab").close(),
            "its rights": lambda: (here / "r.db").chmod(0o600),
            "a new file beside it": (here / "r.db-journal").touch,
            "the replays": (here / "replays" / "new").touch,
            "the results file by another name": lambda: os.link(here / "r.db", here / "again.db"),
            "the home folder": (Path.home() / ".written_by_a_bot").touch,
        }
    )
    return int(view.legal[0])


def reader(view):
    """Looks for the seed in other processes, in its own, and in results."""

    def holds_seed(path: Path) -> bool:
        return SEED.encode() in path.read_bytes()

    processes = {f"{name} of {pid}": Path("/proc", pid, name) for pid in all_ids() for name in ("cmdline", "environ")}
    results = {str(path): path for path in (Path("r.db"), Path("r.json"), *Path("replays").glob("*"))}
    found = {what: lambda path=path: holds_seed(path) for what, path in (processes | results).items()}
    reached(found | {"its own arguments or environment": lambda: SEED in f"{sys.argv} {dict(os.environ)}"})
    return int(view.legal[0])


def all_ids() -> list[str]:
    return [name for name in os.listdir("/proc") if name.isdigit()]


def loader(view):
    """Plays with compiled code, and fails if it would have to compile it."""
    with only_kept():
        GAME.setup(GAME.new(1), seed=1, num_players=2)
    return int(view.legal[0])


class Twin:
    """Leaves a message at every meeting point, and fails if it finds another process there."""

    name = "twin"

    def reset(self, seat, seed):
        self.held = []

    def act(self, view):
        reached(
            {
                "a file in /tmp": lambda: met_in_file(Path("/tmp", PLACE)),
                "shared memory": lambda: met_in_file(Path("/dev/shm", PLACE)),
                "an abstract socket": lambda: self.met_at(socket.AF_UNIX, f"\0{PLACE}"),
                "a port": lambda: self.met_at(socket.AF_INET, ("127.0.0.1", PORT)),
                "a semaphore": met_at_semaphore,
                "memory of System V": met_in_memory,
                "a keyring": met_in_keyring,
            }
        )
        return int(view.legal[0])

    def met_at(self, family, address) -> bool:
        """Whether another twin listens there; listens from then on."""
        with suppress(OSError), socket.socket(family) as other:
            other.settimeout(5)
            other.connect(address)
            return other.recv(64).startswith(b"twin-")
        server = socket.socket(family)
        server.bind(address)
        server.listen()
        self.held.append(server)
        threading.Thread(target=lambda: server.accept()[0].sendall(OWN.encode()), daemon=True).start()
        return False


def met_in_file(path: Path) -> bool:
    if path.exists():
        return path.read_text().startswith("twin-") and path.read_text() != OWN
    path.write_text(OWN)
    return False


def met_at_semaphore() -> bool:
    from _multiprocessing import SemLock

    try:
        SemLock(1, 1, 1, f"/{PLACE}", False)
    except FileExistsError:
        return True
    return False


def met_in_memory() -> bool:
    creates, only_new = 0o1000, 0o2000
    return ctypes.CDLL(None, use_errno=True).shmget(PORT, 64, creates | only_new | 0o600) < 0


def met_in_keyring() -> bool:
    """Whether another twin has left a key with the keys of the user, which outlive their processes."""
    calls = {"x86_64": (248, 250), "aarch64": (217, 219)}.get(os.uname().machine)
    if calls is None:
        return False
    libc, (add_key, control), of_user, search = ctypes.CDLL(None), calls, -4, 10
    met = libc.syscall(control, search, of_user, b"user", PLACE.encode(), 0) > 0
    libc.syscall(add_key, b"user", PLACE.encode(), b"x", 1, of_user)
    return met


def killer_of_all(view):
    """Ends every process that it can see or guess, but its own."""
    ids = {int(pid) for pid in all_ids()} | set(range(os.getpid() + 1, os.getpid() + 3000))
    own = {int(number) for number in os.listdir("/proc/self/task")}  # its threads have numbers too
    for pid in ids - own:
        with suppress(OSError):
            os.kill(pid, 0)
            raise ValueError(f"reached process {pid}")
    return int(view.legal[0])
