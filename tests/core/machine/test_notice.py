"""What users of the library are told while they wait for compiled code."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import time

import pytest

from fs_env.core.machine import notice
from fs_env.core.machine.jit import compiled

needs_compilation = pytest.mark.skipif(not compiled(), reason="nothing is compiled under NUMBA_DISABLE_JIT")


def wait_for(what, seconds, begun=None):
    with notice.compiling(what, begun):
        time.sleep(seconds)


def test_compiling__says_so_after_a_while(monkeypatch, caplog):
    """What takes longer than the patience is reported once, with the way to do it in advance; what is quick is not."""
    monkeypatch.setattr(notice, "PATIENCE", 0.05)
    wait_for("the rules of chess", 0.3)
    assert [record.getMessage() for record in caplog.records] == [
        "compiling the rules of chess: this can take minutes; `fs-env warm` does it in advance"
    ]
    caplog.clear()
    wait_for("the rules of chess", 0.0)
    assert not caplog.records


def test_compiling__nothing_is_said_while_code_is_loaded(monkeypatch, caplog):
    """A slow load from the cache is no compilation: it is told only once compiling has begun."""
    monkeypatch.setattr(notice, "PATIENCE", 0.02)
    monkeypatch.setattr(notice, "TICK", 0.02)
    wait_for("the rules of chess", 0.2, begun=lambda: False)
    assert not caplog.records
    begin = time.perf_counter() + 0.15
    wait_for("the rules of chess", 0.5, begun=lambda: time.perf_counter() > begin)
    assert len(caplog.records) == 1


def test_compiling__an_error_passes_and_ends_the_notice(monkeypatch, caplog):
    """An error inside the block is passed on, and nothing is said afterwards."""
    monkeypatch.setattr(notice, "PATIENCE", 0.05)
    with pytest.raises(KeyError, match="card"), notice.compiling("the rules of chess"):
        raise KeyError("card")
    time.sleep(0.1)
    assert not caplog.records


def test_patience__is_a_second():
    """The time after which it is told, on a logger of its own, as something that Python shows by itself."""
    assert notice.PATIENCE == 1.0 and notice.LOGGER.name == "fs_env.compile"
    assert notice.LOGGER.isEnabledFor(logging.WARNING)


PROGRAM = """
import logging
from fs_env.core.machine import notice
from tests.core.machine.nim import GAME
from tests.core.machine.players import TAKE_MOST
notice.PATIENCE = notice.TICK = 0.001
{first}
GAME.warm()
TAKE_MOST.address
"""
SILENCE = 'logging.getLogger("fs_env.compile").setLevel("ERROR")'


@needs_compilation
def test_library__tells_on_standard_error(tmp_path):
    """A program that plays a game for the first time is told of rules and bots on standard error, and may silence it; from
    the cache both are loaded without a word."""
    told = []
    for first, cache in (("", "one"), ("", "one"), (SILENCE, "two")):
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", PROGRAM.format(first=first)],
            env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / cache)},
            capture_output=True,
            text=True,
            check=True,
        )
        told.append(done.stderr)
        assert done.stdout == ""
    assert "compiling the rules of nim: " in told[0] and "compiling the bot take_most: " in told[0]
    assert told[1:] == ["", ""]
