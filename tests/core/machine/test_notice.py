"""Messages to users of the library who wait for compiled code."""

from __future__ import annotations

import logging
import time

import pytest

from fs_env.core.machine.compile import notice


def wait_for(what, seconds, begun=None):
    with notice.compiling(what, begun):
        time.sleep(seconds)


def test_compiling__shows_a_message_after_a_while(monkeypatch, caplog):
    """Work that outlasts the patience is reported once, with the way to do it in advance; quick work is not."""
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
    monkeypatch.setattr(notice, "PATIENCE", 0.05)
    with pytest.raises(KeyError, match="card"), notice.compiling("the rules of chess"):
        raise KeyError("card")
    time.sleep(0.1)
    assert not caplog.records


def test_patience__is_a_second():
    """The time after which it is told, on its own logger, as something that Python shows by itself."""
    assert notice.PATIENCE == 1.0 and notice.LOGGER.name == "fs_env.compile"
    assert notice.LOGGER.isEnabledFor(logging.WARNING)
