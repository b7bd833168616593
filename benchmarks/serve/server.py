"""A server in its own process, to be measured."""

from __future__ import annotations

import contextlib
import os
import platform
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Iterator
from pathlib import Path


@contextlib.contextmanager
def started(
    *arguments: str, games: Collection[str], before: Callable[[], None] | None = None
) -> Iterator[tuple[int, int, Path]]:
    """Runs `fs-env serve` with some games until the block ends, and a function in its process before that; gives its port, its
    process and the file of its log."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "fs_env.cli",
            "serve",
            "--port",
            "0",
            "--db",
            f"{folder}/tables.sqlite",
            *arguments,
        ]
        command += [word for game in games for word in ("--game", game)]
        log = Path(folder) / "log"
        with (
            log.open("w") as lines,
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=lines, text=True, preexec_fn=before) as server,
        ):
            try:
                assert server.stdout is not None
                found = re.search(r"http://127\.0\.0\.1:(\d+)/", server.stdout.readline())
                if found is None:
                    raise RuntimeError(f"the server did not start: {log.read_text()[-500:]}")
                yield int(found[1]), server.pid, log
            finally:
                server.terminate()
                try:
                    server.wait(20)
                except subprocess.TimeoutExpired:
                    server.kill()


def cpu_seconds(process: int) -> float:
    """Processor time of a process, where the system tells it."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return float("nan")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def machine() -> str:
    """This machine in a line."""
    name = platform.processor() or platform.machine()
    return f"{name}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, Python {platform.python_version()}"
