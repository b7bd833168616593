"""The profile by chapter of the rules."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys

import pytest

HERE = platform.system() == "Linux" and platform.machine() == "x86_64" and shutil.which("addr2line")


@pytest.mark.long
@pytest.mark.skipif(not HERE, reason="needs x86-64 Linux with binutils")
@pytest.mark.skipif("NUMBA_DISABLE_JIT" in os.environ, reason="profiles compiled code")
def test_chapters__of_the_toy_game(tmp_path):
    """The command names the files where random play spends its time; the shares of a table add up to all of it."""
    command = [
        sys.executable,
        "-m",
        "benchmarks.chapters",
        "tests.core.machine.nim:GAME",
        "--seconds",
        "2",
        "--lines",
        "3",
    ]
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.count("| **all** | 100 % |") == 2
    games = done.stdout.split("### ")[1]
    shares = {
        name: float(share)
        for name, share in re.findall(r"^\| ([\w/ ]+) \| ([\d.]+) % \| [\d.]+ \| [\d.]+ %", games, re.M)
    }
    assert {"nim", "machine/run/commands/playout", "machine/table/rng"} <= set(shares)
    assert sum(shares.values()) == pytest.approx(100, abs=1.5) and shares["nim"] > 10
