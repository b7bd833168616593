"""Hostile processes, which do something when they are asked, and bots that do it, at "tests.pool.hostile:NAME".

They find their own connection by its number, as code can that has no more than the numbers of its open files.
"""

from __future__ import annotations

import ctypes
import errno
import mmap
import os
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

LONG = 120  # seconds after which whatever they have started ends by itself
COUNTING = {"cpuidle", "cpufreq", "thermal_throttle"}
NEW_USER, IO_URING = 0x10000000, 425  # of Linux
CLONE = {"x86_64": 56, "aarch64": 220}
NOTES = "HOSTILE_NOTES"  # names the file for the ids of the processes that they start


def answers(pipe, stream, what):
    """Says "ready" to begin with, then does what its name says and answers "done" to every line."""
    pipe.sendall(b"ready\n")
    for line in stream:
        told = globals()[what](line)
        pipe.sendall(f"{told or 'done'}\n".encode())


def as_bot(act):
    """A bot that does something when it is asked, and then chooses the smallest legal action."""

    def choose(view):
        told = act(b"")
        if told is not None:
            raise ValueError(told)
        return int(view.legal[0])

    choose.__name__ = act.__name__
    return choose


def connection() -> int:
    found = []
    for name in os.listdir("/proc/self/fd"):
        with suppress(OSError):
            if int(name) > 2 and stat.S_ISSOCK(os.fstat(int(name)).st_mode):
                found.append(int(name))
    return min(found)


def stuck(line=b""):
    until = time.monotonic() + LONG
    while time.monotonic() < until:
        with suppress(BaseException):
            time.sleep(0.2)


def reads_its_callers(line):
    """Whether a function that called it holds the name of the file of results."""
    frame, found = sys._getframe(), "nothing"
    while frame := frame.f_back:
        found = "found" if "results_of_a_tournament" in repr(frame.f_locals) else found
    return found


def header(line):
    os.write(connection(), b'\x00\x00\x00"')
    stuck()


def drips(line):
    while True:
        os.write(connection(), b" ")
        time.sleep(0.02)


def floods(line):
    while True:
        os.write(connection(), b"[" * 65536)


def twice(line):
    os.write(connection(), b"done\ndone\n")
    stuck()


def early(line):
    if os.fork() == 0:
        time.sleep(0.1)
        os.write(connection(), b"done\n")
        os._exit(0)


def leaves(line):
    os.close(connection())
    stuck()


def shouts(line):
    for _ in range(256):
        os.write(1, b"\x1b[2Jspam\n" * 7000)
        os.write(2, b"\x1b[2Jspam\n" * 7000)


def last_words(line):
    print("spam\n" * 5000, file=sys.stderr)
    print("no weights\nin best.pt", file=sys.stderr, flush=True)
    os._exit(3)


def fills(line):
    with tempfile.TemporaryFile() as file:
        for gigabyte in (1, 2, 3, 4):
            file.truncate(gigabyte * 2**30)


def opens(line):
    return f"{len([os.dup(0) for _ in range(20_000)])} are open"


def draws(line):
    """Random numbers of Python and of numpy, and what an earlier process left in a module."""
    import random

    import numpy as np

    left, os.left_behind = getattr(os, "left_behind", "nothing"), "something"
    return f"{random.random()} {np.random.random()} {left}"  # noqa: NPY002


def open_files(line):
    return (
        " ".join(sorted(os.readlink(f"/proc/self/fd/{n}") for n in (0, 1, 2))) + f" {len(os.listdir('/proc/self/fd'))}"
    )


def outer_id() -> int:
    """The id of this process as the tournament sees it: /proc is that of the whole system."""
    return int(os.readlink("/proc/self"))


def note() -> None:
    """Adds the id of this process to the notes, in one piece."""
    with open(os.environ[NOTES], "a", encoding="ascii") as file:
        file.write(f"{outer_id()}\n")


def deaf_to_all() -> None:
    """Nothing but SIGKILL ends this process, and not the end of the one that has started it."""
    import ctypes

    ctypes.CDLL(None).prctl(1, 0, 0, 0, 0)  # no signal when the parent dies
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGPIPE):
        signal.signal(number, signal.SIG_IGN)


def brood() -> None:
    """Starts a child, a program, and a grandchild in its own session whose parent has ended; none ends by itself."""
    deaf_to_all()
    note()
    if os.fork() == 0:
        note()
        stuck()
        os._exit(0)
    lasting = f"import os, time; open(os.environ['{NOTES}'], 'a').write(os.readlink('/proc/self') + '\\n'); time.sleep({LONG})"
    subprocess.Popen([sys.executable, "-c", lasting], start_new_session=True)
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            note()
            stuck()
        os._exit(0)
    until = time.monotonic() + LONG
    while len(Path(os.environ[NOTES]).read_text(encoding="ascii").split()) < 4 and time.monotonic() < until:
        time.sleep(0.01)


def daemons(line):
    """Starts a child, and a grandchild in its own session whose parent has ended; leaves a file in its folder."""
    tempfile.mkstemp()
    deaf_to_all()
    if os.fork() == 0:
        stuck()
        os._exit(0)
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            stuck()
        os._exit(0)
    os.wait()


def breeds(line):
    brood()


def breeds_and_hangs(line):
    brood()
    stuck()


def breeds_and_dies(line):
    brood()
    os._exit(3)


def relays(line):
    if os.fork():
        return
    deaf_to_all()
    until = time.monotonic() + LONG
    while time.monotonic() < until:
        if os.fork():
            os._exit(0)
        os.setsid()
        note()
        time.sleep(0.002)
    os._exit(0)


def above() -> list[int]:
    """The ids of the processes above this one, as /proc tells them, at most three."""
    found, pid = [], outer_id()
    while pid > 1 and len(found) < 3:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            pid = int(file.read().rpartition(")")[2].split()[1])
        found.append(pid)
    return [pid for pid in found if pid > 1]


def kills(line):
    """Kills what is above it: its guard and who has started that, not who started those."""
    for pid in (os.getppid(), *above()[:2]):
        if pid > 1:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)


def kills_before_it_answers(pipe, stream):
    kills(b"")


def peeks(line):
    opened = 0
    for pid in above()[:2]:
        with suppress(OSError), open(f"/proc/{pid}/mem", "rb"):
            opened += 1
    return f"opened {opened} of {len(above()[:2])}"


def counters(line):
    """What /proc and /sys say of the whole system, and what its log says."""
    names = [one.name for one in os.scandir("/proc") if not (one.name.isdigit() or one.is_symlink())]
    found = [name for name in names if (path := Path("/proc", name)).is_dir() and os.listdir(path) or tells(path)]
    counting = [a for a, folders, files in os.walk("/sys") if (folders or files) and COUNTING & {*Path(a).parts}]
    log, family = ctypes.CDLL(None, use_errno=True).klogctl(10, None, 0), "made"
    try:
        socket.socket(type=socket.SOCK_DGRAM)
    except OSError as error:
        family = errno.errorcode[error.errno]
    return f"{' '.join(sorted(found))}; {' '.join(os.listdir('/sys'))} {len(counting)}; {log}; {family}"


def tells(path):
    with suppress(OSError):
        return path.is_file() and path.open("rb").read(1)


def calls(line):
    """The calls that are allowed, of those that make namespaces or tell what is in memory; whether a thread and a program begin."""
    page, threads = mmap.mmap(-1, mmap.PAGESIZE), []
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    libc, clone = ctypes.CDLL(None, use_errno=True), CLONE[os.uname().machine]
    tries = {
        "unshare": lambda: libc.unshare(NEW_USER),
        "setns": lambda: libc.setns(os.open("/proc/self/ns/user", os.O_RDONLY), NEW_USER),
        "clone": lambda: libc.syscall(clone, NEW_USER | signal.SIGCHLD, 0, 0, 0, 0),
        "mincore": lambda: libc.mincore(ctypes.c_void_p(address), mmap.PAGESIZE, ctypes.create_string_buffer(1)),
        "fadvise": lambda: os.posix_fadvise(os.open(__file__, os.O_RDONLY), 0, 0, os.POSIX_FADV_DONTNEED) or 0,
        "preadv2": lambda: os.preadv(os.open(__file__, os.O_RDONLY), [bytearray(1)], 0, os.RWF_NOWAIT) - 1,
        "io_uring": lambda: libc.syscall(IO_URING, 1, ctypes.create_string_buffer(256)),
    }
    allowed = []
    for name, attempt in tries.items():
        with suppress(OSError):
            if (found := attempt()) >= 0:
                allowed.append(name)
            elif ctypes.get_errno() not in (errno.ENOSYS, 0):
                allowed.append(f"{name}: {errno.errorcode[ctypes.get_errno()]}")
            if name == "clone" and found == 0:
                os._exit(0)
    thread = threading.Thread(target=threads.append, args=(1,))
    thread.start()
    thread.join()
    begun = subprocess.run([sys.executable, "-c", "print('begun')"], capture_output=True, text=True, check=True).stdout
    return f"{' '.join(allowed) or 'none'}, {len(threads)} {begun.strip()}"


half_an_answer, breeder, killer, peeker = map(as_bot, (header, breeds_and_hangs, kills, peeks))
