"""The guard of an untrusted process: starts it, stores the last output that it prints, and leaves nothing of it behind.

`python guard.py REQUESTS` serves the socket with the number REQUESTS: it reads two pickles, how to find modules and a function to call
first, which imports what the processes share. Then, for each line of JSON settings, which comes with the sockets BUSINESS and LIFE, it
forks a guard and answers with its number. It ends when the other end of REQUESTS is shut or gone. Because a process is forked, it begins
in a few milliseconds; no code of one process ever runs where another one is forked from.

The guard forks the process and leaves it BUSINESS, from which it reads a pickle of what to call with the socket. No code of the process
runs in the guard. Everything ends when the process ends, or when the other end of LIFE is shut or gone, however its owner died. Then the
guard reports there in JSON the `code` with which the process ended and what it `said` last.

What the process has started ends too. On Linux that is all of it: with `numbers`, if the system allows it, the process has numbers of
processes of its own (a PID namespace), which ends with its first process and in which those outside have no number to be killed by;
otherwise the guard inherits the orphans of the process, and kills until no process is left. On other systems it is its process group.

With `confine` the process writes only to the folder `temporary`, which is removed at the end, reaches no network unless `network` is
true, and cannot read `hidden`. Means of Linux are used as far as the system allows them: namespaces (of mounts, network and IPC),
Landlock and seccomp. What it allows is tried first: a process that gets less does not begin. One that begins sends `STARTED` through LIFE
before any code of the bot runs, so that a bot which then kills its guard is known to have run.
"""

from __future__ import annotations

import ctypes
import json
import os
import pickle
import select
import shutil
import signal
import socket
import struct
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from glob import glob
from time import monotonic
from typing import Any, NoReturn

SET_PDEATHSIG, SET_DUMPABLE, SET_SUBREAPER, SET_NO_NEW_PRIVS, SET_SECCOMP = 1, 4, 36, 38, 22  # of Linux' prctl
NEW_USER, NEW_PID, NEW_NET, NEW_IPC, NEW_MOUNTS = 0x10000000, 0x20000000, 0x40000000, 0x8000000, 0x20000  # of unshare
NO_SUID, BIND, MOVE, RECURSIVE, PRIVATE = 2, 0x1000, 0x2000, 0x4000, 0x40000  # of mount
MOUNT_SETATTR, CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 442, 444, 445, 446  # system calls, the last three of Landlock
REFUSED_CALLS = {  # code of a machine, `clone`, `socket`, what is refused: unshare, setns, keys, mincore, fadvise64, preadv2, syslog
    "x86_64": (0xC000003E, 56, 41, (272, 308, 248, 249, 250, 27, 221, 327, 103)),
    "aarch64": (0xC00000B7, 220, 198, (97, 268, 217, 218, 219, 232, 223, 286, 116)),
}
REFUSED_EVERYWHERE = (435, 425, 451)  # clone3, for which `clone` is used then, io_uring_setup, cachestat
NAMESPACES, NO_SUCH_CALL, NO_FAMILY = 0x7E020000, 0x50026, 0x50061  # flags of clone; of seccomp
# Names in /dev that remain.
GRAPHICS = ("nvidia*", "dri", "kfd")
DEVICES = ("null", "zero", "full", "random", "urandom", *GRAPHICS)
SEEN = ("cpuinfo", "devices", "driver", "filesystems", "version")  # in /proc, besides processes
PROCESSORS, COUNTING = "devices/system/cpu", {"cpuidle", "cpufreq", "thermal_throttle", "acpi_cppc"}  # in /sys
TEMPORARY = "size=256m,nr_inodes=16k,mode=700"  # of the temporary folder
CAPABILITIES_VERSION = 0x20080522  # of Linux' capset
PERMISSIONS = 1 << 1  # the capability of root that is stored: the process can open the files that the tournament can
SAID = 2048  # bytes that are stored of what the process prints
STARTED = b"\n"  # before a report
KILL_SECONDS = 3.0  # for everything to end
LACKING: list[str] = []  # the means that the system has refused this process


def main(requests: socket.socket) -> None:
    """Forks a guard for each request until the socket ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # only the owner handles Ctrl-C
    stream = requests.makefile("rb")
    begin = [pickle.load(stream), pickle.load(stream)]  # noqa: S301 - of the owner
    lacking = lacking_here()
    if sys.platform == "linux":  # elsewhere libraries of the system may not survive a fork
        with suppress(BaseException):  # each process then reports it
            prepare(*begin)
            begin.clear()
    prctl(SET_DUMPABLE, 0)  # a process of the same user could otherwise change the memory that the next ones begin with
    requests.sendall(b"ready\n")
    while True:
        line, numbers, *_ = socket.recv_fds(requests, 65536, 2)
        while line and not line.endswith(b"\n"):
            line += requests.recv(65536)
        for _ in reaped():  # so that what the guards took is counted
            pass
        if not line:
            return
        guard = os.fork()
        if guard == 0:
            stream.close()
            requests.close()
            prctl(SET_DUMPABLE, 1)  # for its namespaces
            settings, line = json.loads(line) | {"lacking": lacking}, b""
            watch_over(numbers[0], numbers[1], settings, begin)
            os._exit(0)
        for number in numbers:
            os.close(number)
        requests.sendall(b"%d\n" % guard)


def prepare(preparation: dict[str, Any], first: tuple[Callable[..., object], tuple[Any, ...]] | None) -> None:
    from multiprocessing import process, spawn

    process.current_process()._inheriting = True  # type: ignore[attr-defined]  # a script that starts processes gets an error with the fix
    spawn.prepare(preparation)
    del process.current_process()._inheriting  # type: ignore[attr-defined]
    if first is not None:
        function, arguments = first
        function(*arguments)


def watch_over(business: int, life: int, settings: dict[str, Any], begin: list[Any]) -> None:
    """The guard: forks the process and reports its end."""
    owner = socket.socket(fileno=life)
    os.setsid()
    prctl(SET_SUBREAPER, 1)
    if settings["numbers"]:
        number_children()  # from here on this process can have no threads
    bell, ringer = socket.socketpair()
    ringer.setblocking(False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(ringer.fileno(), warn_on_full_buffer=False)
    heard, spoken = os.pipe()
    child = os.fork()
    if child == 0:
        become(business, spoken, life, settings, begin)
    prctl(SET_DUMPABLE, 0)  # a process of the same user could otherwise change the memory of the guard
    os.close(business)
    os.close(spoken)
    said = bytearray()
    code = watch(child, owner, bell, heard, said)
    end_all(child)
    with suppress(Exception):
        shutil.rmtree(settings["temporary"])
    until = monotonic() + KILL_SECONDS
    while monotonic() < until and select.select([heard], [], [], 0)[0] and hear(heard, said):
        pass
    with suppress(OSError):  # nobody wants to know
        owner.sendall(json.dumps({"code": code, "said": said.decode(errors="replace")}).encode())


# --- before the process -----------------------------------------------------------------------------------------------
def lacking_here() -> list[str]:
    """The means that this system refuses, found by a process that takes all of them and ends."""
    heard, spoken = os.pipe()
    with tempfile.TemporaryDirectory() as name:
        folder = os.path.realpath(name)
        if (child := os.fork()) == 0:
            with suppress(BaseException):
                number_children()
                if os.fork() == 0:
                    protect({"confine": True, "temporary": folder, "hidden": [folder], "network": False})
                    os.write(spoken, json.dumps(LACKING).encode())
                else:
                    os.wait()
            os._exit(0)
        os.waitpid(child, 0)
    os.close(spoken)
    with open(heard, "rb") as words:
        found: list[str] = json.load(words)
    return found


def number_children() -> None:
    with tried("own numbers"):
        if not (succeeds(take_own_numbers) and take_own_numbers()):
            raise PermissionError


@contextmanager
def tried(means: str) -> Iterator[None]:
    """Notes a means that the system refuses."""
    try:
        yield
    except OSError:
        LACKING.append(means)


def take_own_numbers() -> bool:
    """Gives the children of this process numbers of their own; whether the system allows it.

    Whoever is not root may do so in a namespace of users, in which they stay themselves.
    """
    if sys.platform != "linux":
        return False
    libc = ctypes.CDLL(None)
    if libc.unshare(NEW_PID) == 0:
        return True
    user, group = os.geteuid(), os.getegid()
    if libc.unshare(NEW_USER | NEW_PID) != 0:
        return False
    for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
            file.write(text)
    return True


def succeeds(function: Callable[[], bool]) -> bool:
    """Whether a function returns True in a child, and the child can have a child after it."""
    child = os.fork()
    if child == 0:
        try:
            status = 0 if function() and (os.fork() == 0 or os.wait()[1] == 0) else 1
        except OSError as error:  # without a process left nothing is known of what the system allows
            status = 2 if isinstance(error, BlockingIOError) else 1
        os._exit(status)
    if (status := os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])) == 2:
        raise RuntimeError("too few processes to try what the system allows")
    return status == 0


# --- the process ------------------------------------------------------------------------------------------------------
def become(business: int, spoken: int, life: int, settings: dict[str, Any], begin: list[Any]) -> NoReturn:
    """Turns the forked child into the process, with no open file but its socket and the pipe for its words."""
    status = 1
    try:
        os.setsid()
        prctl(SET_PDEATHSIG, signal.SIGKILL)
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        with suppress(OSError), open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:
            file.write("1000")  # the system ends this process first where memory lacks
        for number in (1, 2):
            os.dup2(spoken, number)
        protect(settings)
        if lost := {*LACKING} - {*settings["lacking"]}:
            raise OSError(f"the system refuses what it allowed before: {', '.join(sorted(lost))}")
        os.write(life, STARTED)
        for name in os.listdir("/dev/fd"):
            if int(name) > 2 and int(name) != business:
                with suppress(OSError):  # the folder that was listed
                    os.close(int(name))
        sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
        pipe = socket.socket(fileno=business)
        stream = pipe.makefile("rb")
        differ_from_others(settings["temporary"])
        if begin:
            prepare(*begin)
        function, arguments = pickle.load(stream)  # noqa: S301
        function(pipe, stream, *arguments)
        status = 0
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        os._exit(status)


def protect(settings: dict[str, Any]) -> None:
    confined = settings["confine"] and sys.platform == "linux"
    shared = confine(settings["temporary"], settings["hidden"], settings["network"]) if confined else []
    settings["hidden"].clear()  # a function can read what its callers hold
    give_up_rights()
    if confined:
        with tried("Landlock"):
            restrict_writing([settings["temporary"], *shared], settings["network"])
        with tried("seccomp"):
            forbid_calls(settings["network"])


def differ_from_others(temporary: str) -> None:
    """Gives a forked process random numbers and a temporary folder of its own."""
    os.environ |= dict.fromkeys(("TMPDIR", "XDG_CACHE_HOME"), temporary)
    tempfile.tempdir = None
    if "numpy" in sys.modules:  # Python's own differ after a fork
        sys.modules["numpy"].random.seed()


def give_up_rights() -> None:
    """Gives up what only root may do, and programs that make their user root."""
    if sys.platform != "linux":
        return
    prctl(SET_NO_NEW_PRIVS, 1)
    libc, header = ctypes.CDLL(None), (ctypes.c_uint32 * 2)(CAPABILITIES_VERSION, 0)
    for kept in (PERMISSIONS, 0):
        if libc.capset(header, (ctypes.c_uint32 * 6)(kept, kept, 0, 0, 0, 0)) == 0:
            break


def confine(temporary: str, hidden: list[str], network: bool) -> list[str]:
    """Gives this process its own network, IPC and tree of files, as far as the system allows it.

    Returns:
        The folders besides `temporary` to which no other process can write.
    """
    for space in (NEW_IPC,) if network else (NEW_IPC, NEW_NET):
        with tried(f"namespace {space:#x}"):
            call("unshare", space)
    with tried("mounts"):
        call("unshare", NEW_MOUNTS)
        mount("", "/", "", RECURSIVE | PRIVATE)
    if "mounts" in LACKING:
        return []  # what follows would be seen outside
    with tried("/proc"):
        mount("proc", "/proc", "proc", NO_SUID)
    with tried("counters"):
        hide_counters(temporary)
    for path in hidden:
        with tried("hidden files"), suppress(FileNotFoundError):
            hide(path, temporary)
    with tried("/sys"):
        if not any(glob(f"/dev/{name}") for name in GRAPHICS):  # whose libraries look for them there
            only_processors(temporary)
        for path in (*glob(f"/sys/{PROCESSORS}/*/*"), *glob(f"/sys/{PROCESSORS}/*")):
            if os.path.basename(path) in COUNTING and os.path.isdir(path):
                mount("tmpfs", path, "tmpfs")
    read_only = struct.pack("QQQQ", 1, 0, 0, 0)
    with tried("read-only files"):
        call("syscall", MOUNT_SETATTR, -100, b"/", 0x8000, read_only, len(read_only))
    if not network and not sys.prefix.startswith("/run/"):
        with tried("/run"):
            mount("tmpfs", "/run", "tmpfs")  # where services have their sockets
    own = []
    with tried("/dev"):
        own_devices(temporary)
        own.append("/dev/shm")
    with tried("temporary files"):
        os.makedirs(temporary, exist_ok=True)  # where it was in /dev
        mount("tmpfs", temporary, "tmpfs", NO_SUID, TEMPORARY)
    with suppress(OSError):
        os.chdir(os.getcwd())  # the folder that is seen there now
    return own


def call(name: str, *arguments: Any) -> None:
    """Calls a function of the C library that answers 0. Raises OSError for another answer."""
    function = getattr(ctypes.CDLL(None, use_errno=True), name)
    if function(*arguments):
        raise OSError(ctypes.get_errno(), f"{name} {arguments[:2]}")


def mount(source: str, target: str, kind: str, flags: int = 0, data: str = "") -> None:
    texts = [text.encode() or None for text in (source, target, kind, data)]
    call("mount", *texts[:3], ctypes.c_ulong(flags), texts[3])


def hide(path: str, staging: str) -> None:
    """Covers a folder by an empty one, and the folder of a file, which may not exist yet, by one that has all but this file."""
    if os.path.isdir(path):
        mount("tmpfs", path, "tmpfs")
        return
    folder, name = os.path.split(path)
    names = [one for one in os.listdir(folder) if one not in [name + end for end in ("", "-wal", "-shm", "-journal")]]
    mount("tmpfs", staging, "tmpfs", 0, "mode=755")
    for one in names:
        show(os.path.join(folder, one), os.path.join(staging, one), empty=staging)
    mount(staging, folder, "", MOVE)


def show(path: str, there: str, empty: str = "") -> None:
    """Lets a file or folder be seen at another place too; of the folder `empty` only its name."""
    if os.path.islink(path):
        return os.symlink(os.readlink(path), there)
    if os.path.isdir(path):
        os.mkdir(there)
    else:
        open(there, "x").close()
    if path != empty:
        with suppress(OSError):  # then it is seen as an empty one
            mount(path, there, "", BIND | RECURSIVE)
    return None


def hide_counters(staging: str) -> None:
    """Covers what /proc says of the whole system: its counters outlive a process, so that the next one could remember a deal by them.
    Programs read in some of the files what does not change."""
    memory, no_time = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >> 10, " 0" * 10
    sizes = {"MemTotal": memory, "MemFree": memory, "MemAvailable": memory, "Buffers": 0, "Cached": 0}
    with open("/proc/stat", encoding="ascii") as file:
        booted = next((line for line in file if line.startswith("btime")), "")
    texts = {
        "meminfo": "".join(f"{name}: {size} kB\n" for name, size in sizes.items()),
        "stat": "".join(f"cpu{k}{no_time}\n" for k in ("", *range(os.cpu_count() or 1))) + booted,
        "uptime": f"{monotonic():.2f} 0.00\n",
    }
    for entry in os.scandir("/proc"):
        if not (entry.name.isdigit() or entry.name in SEEN or entry.is_symlink()):
            if entry.is_dir():
                mount("tmpfs", entry.path, "tmpfs")
                continue
            source = os.path.join(staging, entry.name) if entry.name in texts else "/dev/null"
            if entry.name in texts:
                with open(source, "x", encoding="ascii") as file:
                    file.write(texts[entry.name])
            mount(source, entry.path, "", BIND)


def only_processors(staging: str) -> None:
    """A /sys without all else, which has such counters too."""
    os.makedirs(staging, exist_ok=True)  # where it was in /run
    mount("tmpfs", staging, "tmpfs", NO_SUID, "mode=755")
    os.makedirs(there := os.path.join(staging, PROCESSORS))
    mount(f"/sys/{PROCESSORS}", there, "", BIND | RECURSIVE)
    mount(staging, "/sys", "", MOVE)


def own_devices(staging: str) -> None:
    """A /dev without disks and terminals, and with its own shared memory."""
    os.makedirs(staging, exist_ok=True)  # where it was in /run
    mount("tmpfs", staging, "tmpfs", NO_SUID, "size=256m,mode=755")
    for path in (path for name in DEVICES for path in glob(f"/dev/{name}")):
        show(path, os.path.join(staging, os.path.basename(path)))
    os.mkdir(os.path.join(staging, "shm"), 0o1777)
    for name, target in (("fd", "fd"), ("stdin", "fd/0"), ("stdout", "fd/1"), ("stderr", "fd/2")):
        os.symlink(f"/proc/self/{target}", os.path.join(staging, name))
    mount(staging, "/dev", "", MOVE)


def restrict_writing(folders: list[str], network: bool) -> None:
    """Lets this process write only to these folders and to harmless devices, use no TCP without `network`, and reach no abstract socket
    and no process outside, by Landlock."""
    libc = ctypes.CDLL(None)
    version = libc.syscall(CREATE_RULESET, None, ctypes.c_size_t(0), 1)
    if version < 1:
        raise OSError("there is no Landlock")
    of_files = 1 << 1 | (version >= 3) << 14 | (version >= 5) << 15  # write, truncate, control devices
    writing = of_files | 0b1_1111_1111 << 4 | (version >= 2) << 13  # remove and create each kind, link and rename
    handled = struct.pack("QQQ", writing, 0 if network else 3, 3)[: 8 if version < 4 else 16 if version < 6 else 24]
    ruleset = libc.syscall(CREATE_RULESET, handled, ctypes.c_size_t(len(handled)), 0)
    for path in (*folders, *(path for name in DEVICES for path in glob(f"/dev/{name}"))):
        place = os.open(path, os.O_PATH)
        rule = struct.pack("=Qi", writing if os.path.isdir(path) else of_files, place)
        libc.syscall(ADD_RULE, ruleset, 1, rule, 0)
        os.close(place)
    call("syscall", RESTRICT_SELF, ruleset, 0)
    os.close(ruleset)


def forbid_calls(network: bool) -> None:
    """Refuses system calls (by seccomp): new namespaces, of which a process could use up all, so that the next one gets none; keyrings, and
    what tells which parts of files are in memory: these outlive a process, so that the next one could remember a deal; and without
    `network` sockets other than local ones, whose use is counted for all."""
    machine, clone, sockets, calls = REFUSED_CALLS.get(os.uname().machine, (0, 0, 0, ()))
    if not calls:
        raise OSError("unknown machine")
    load, equal, at_least, any_of, end = 0x20, 0x15, 0x35, 0x45, 0x06  # of the classic Berkeley packet filter
    refuse, allow = (end, 0, 0, NO_SUCH_CALL), (end, 0, 0, 0x7FFF0000)  # the two numbers between: steps left out
    steps = [(load, 0, 0, 4), (equal, 1, 0, machine), refuse]
    steps += [(load, 0, 0, 0), (at_least, 0, 1, 0x40000000), refuse]  # 32 bits
    for number in (*calls, *REFUSED_EVERYWHERE):
        steps += [(equal, 0, 1, number), refuse]
    if not network:
        steps += [(equal, 0, 4, sockets), (load, 0, 0, 16), (equal, 0, 1, 1), allow, (end, 0, 0, NO_FAMILY)]
    steps += [(equal, 0, 3, clone), (load, 0, 0, 16), (any_of, 0, 1, NAMESPACES), refuse, allow]
    program = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
    call("prctl", SET_SECCOMP, 2, struct.pack("HP", len(steps), ctypes.addressof(program)), 0, 0)


# --- after it ---------------------------------------------------------------------------------------------------------
def watch(child: int, owner: socket.socket, bell: socket.socket, heard: int, said: bytearray) -> int:
    """Keeps the end of what the child prints in `said` until it has ended, and kills it when its owner has shut the socket. `bell` can be
    read when a child has ended. Returns its exit code, below 0 for a signal."""
    open_ones: list[Any] = [owner, bell, heard]
    while True:
        ready = select.select(open_ones, [], [])[0]
        if heard in ready and not hear(heard, said):
            open_ones.remove(heard)
        if owner in ready:
            open_ones.remove(owner)
            os.kill(child, signal.SIGKILL)
        if bell in ready:
            bell.recv(4096)
            for pid, status in reaped():
                if pid == child:
                    return os.waitstatus_to_exitcode(status)


def hear(heard: int, said: bytearray) -> bool:
    """Reads some of a pipe and keeps the end; False if no process can write to it any more."""
    data = os.read(heard, 65536)
    said += data
    del said[:-SAID]
    return bool(data)


def reaped() -> Iterator[tuple[int, int]]:
    """The children that have ended, orphans that this process has inherited among them, with their status."""
    with suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            yield found


def end_all(child: int) -> None:
    with suppress(OSError):
        os.killpg(child, signal.SIGKILL)
    until = monotonic() + KILL_SECONDS
    while has_children() and monotonic() < until:  # whose parents have ended are children of this process
        for pid in descendants(os.getpid()):
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)


def has_children() -> bool:
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return False
    return True


def descendants(of: int) -> list[int]:
    """The processes that a process has started, theirs included, those that have ended not; none where there is no /proc."""
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc") if sys.platform == "linux" else ():
        if name.isdigit():
            with suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:
                state, parent = file.read().rpartition(b")")[2].split()[:2]
                if state != b"Z":
                    children.setdefault(int(parent), []).append(int(name))
    found = [of]
    for pid in found:
        found += children.get(pid, [])
    return found[1:]


def prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
