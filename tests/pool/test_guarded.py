"""Untrusted processes: whatever one does, its owner has an answer or a fault in time, and nothing of the process remains."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pytest

from fs_env.pool import guarded
from fs_env.pool.guard import succeeds, take_own_numbers
from fs_env.pool.guarded import Guarded, NotStarted, ProcessFault
from tests.arena.test_forfeits import is_running, wait_until
from tests.pool import hostile

SHORT, START = 0.5, 60  # seconds for an answer, and to begin
SOON = 10  # seconds within which everything is over
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the processes look into /proc")


@pytest.fixture
def begun():
    made = []

    def begin(what: str, first=None) -> Guarded:
        made.append(Guarded(hostile.answers, what, first=first))
        assert made[-1].ask(b"", START) == b"ready"
        return made[-1]

    yield begin
    for process in made:
        process.end()


@pytest.fixture
def notes(tmp_path, monkeypatch):
    monkeypatch.setenv(hostile.NOTES, str(tmp_path / "notes"))
    monkeypatch.setattr(guarded, "CONFINED", False)  # the file is not theirs
    (tmp_path / "notes").touch()
    return tmp_path / "notes"


@pytest.fixture(params=[True, False], ids=["own numbers", "inherited orphans"])
def either_way(request, monkeypatch):
    monkeypatch.setattr(guarded, "OWN_NUMBERS", request.param)


@pytest.fixture(scope="module")
def own_numbers():
    if not succeeds(take_own_numbers):
        pytest.skip("the system gives processes no numbers of their own")


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("stuck", "^gave no answer in 0.5 s$"),
        ("header", "^gave no answer in 0.5 s$"),
        ("drips", "^gave no answer in 0.5 s$"),
        ("floods", "^sent something that is not an answer$"),
        ("twice", "^sent something that is not an answer$"),
        ("leaves", "^closed its connection$"),
        ("last_words", r"^ended its process \(exit code 3\); last output: [spam ]+ no weights in best.pt$"),
    ],
)
def test_ask__what_is_no_answer(begun, what, words):
    """Half an answer, one that never ends, too long a one, two, none: it is a fault when the time is over, or sooner."""
    process, since = begun(what), time.monotonic()
    with pytest.raises(ProcessFault, match=words):
        process.ask(b"go\n", SHORT)
    assert time.monotonic() - since < SOON


def test_hidden__paths_are_in_no_caller(tmp_path):
    """A process that walks through its callers does not find the name of the file that it cannot read."""
    process = Guarded(hostile.answers, "reads_its_callers", hidden=(str(tmp_path / "results_of_a_tournament.json"),))
    try:
        assert process.ask(b"", START) == b"ready" and process.ask(b"go\n", START) == b"nothing"
    finally:
        process.end()


def test_ask__one_that_reads_nothing(begun):
    """A question that does not fit between the processes waits for its reader no longer than an answer."""
    process, since = begun("stuck"), time.monotonic()
    with pytest.raises(ProcessFault, match="^gave no answer in 0.5 s$"):
        process.ask(b"go\n" * 3_000_000, SHORT)
    assert time.monotonic() - since < SOON


def test_ask__an_answer_before_the_question(begun):
    """What was written before the question is never taken for its answer."""
    process = begun("early")
    assert process.ask(b"go\n", START) == b"done"
    time.sleep(0.5)
    with pytest.raises(ProcessFault, match="^wrote before it was asked$"):
        process.ask(b"go\n", START)


def test_prints__are_kept_apart(begun, capfd, tmp_path, monkeypatch):
    """32 MB on standard output and error hold no player up, and come out nowhere."""
    monkeypatch.chdir(tmp_path)
    assert begun("shouts").ask(b"go\n", START) == b"done"
    assert capfd.readouterr() == ("", "") and list(tmp_path.iterdir()) == []


def test_files__of_the_owner_are_not_open(begun, tmp_path):
    """A process has an empty input, a pipe for its words, its connection, and no more: four, and the folder that is listed."""
    with (tmp_path / "results").open("w"):
        found = begun("open_files").ask(b"go\n", START).decode().split()
    assert found[0] == "/dev/null" and found[1] == found[2] and found[1].startswith("pipe:") and found[3] == "5"


@pytest.mark.skipif(os.uname().machine not in hostile.CLONE, reason="the numbers of the calls are not known")
def test_calls__that_make_namespaces_or_tell_what_is_in_memory_are_refused(begun):
    """A process could use up the namespaces of the next one, and pages in memory outlive it; a thread and a program work."""
    assert begun("calls").ask(b"go\n", START) == b"none, 1 begun"


def test_protections__that_fail_later_than_the_first_time_let_no_process_begin(begun, tmp_path, monkeypatch):
    """Others may have used up what the system has. A folder that is a file cannot be mounted, so the process has no /dev of its own."""
    begun("stuck")
    (tmp_path / "file").touch()
    monkeypatch.setattr(guarded.tempfile, "mkdtemp", lambda: str(tmp_path / "file"))
    process = Guarded(hostile.answers, "stuck")
    with pytest.raises(
        NotStarted, match=r"the system refuses what it allowed before: /dev, /sys, counters, temporary files"
    ):
        process.ask(b"", START)


def test_ask__one_that_kills_its_guard_before_it_answers(monkeypatch):
    """Where the system lets it: that is its own fault, so that it loses its game, and does not end the tournament."""
    monkeypatch.setattr(guarded, "OWN_NUMBERS", False)
    monkeypatch.setattr(guarded, "CONFINED", False)
    with pytest.raises(ProcessFault, match=r"^closed its connection$"):
        Guarded(hostile.kills_before_it_answers).ask(b"", START)


@pytest.mark.parametrize(("error", "found"), [(PermissionError, False), (BlockingIOError, RuntimeError)])
def test_succeeds__without_a_process_left_nothing_is_known(error, found):
    """A protection that could not be tried is not one that the system refuses: a later process would be allowed to lack it."""

    def fails():
        raise error

    if found is False:
        assert succeeds(fails) is False and succeeds(lambda: True) is True
    else:
        with pytest.raises(found, match="too few processes"):
            succeeds(fails)


def test_ask__a_process_that_has_not_begun_in_time_is_not_at_fault(monkeypatch):
    """Its guard gets no time from a machine that others keep busy."""

    def stops(first, network, settings, business, life):
        return subprocess.Popen(["sleep", str(hostile.LONG)], pass_fds=[business.fileno(), life.fileno()]).pid

    monkeypatch.setattr(guarded, "start_guard", stops)
    monkeypatch.setattr(guarded, "END_SECONDS", SHORT)
    process = Guarded(hostile.answers, "stuck")
    with pytest.raises(NotStarted, match=r"^gave no answer in 0.5 s$"):
        process.ask(b"", SHORT)


def test_start__that_fails_leaves_no_folder(tmp_path, monkeypatch):
    def fails(*_):
        raise BlockingIOError("no more processes")

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(guarded.Starter, "start", fails)
    with pytest.raises(NotStarted, match="no more processes: the system may have too many processes"):
        Guarded(hostile.answers, "stuck")
    assert not list(tmp_path.iterdir())


def test_processes__share_no_random_numbers_and_no_memory(begun):
    first, second = (begun("draws", (np.random.random, ())).ask(b"go\n", START).decode().split() for _ in range(2))
    assert first[0] != second[0] and first[1] != second[1] and first[2] == second[2] == "nothing"


def test_start__after_the_process_that_starts_others_was_killed(begun):
    begun("stuck")
    for starter in guarded.STARTERS.values():
        starter._process.kill()
        starter._process.wait()
    assert begun("draws").ask(b"go\n", START)


def started(notes: Path) -> list[int]:
    return [int(pid) for pid in notes.read_text(encoding="ascii").split()]


@pytest.mark.usefixtures("either_way")
@pytest.mark.parametrize("what", ["breeds", "breeds_and_hangs", "breeds_and_dies"])
def test_children__end_with_it(begun, what, notes):
    """A child, a program in its own session and an orphan end when the process is ended, is late, or ends itself."""
    process = begun(what)
    if what == "breeds":
        process.ask(b"go\n", START)
        assert all(map(is_running, started(notes)))
        process.end()
    else:
        with pytest.raises(ProcessFault):
            process.ask(b"go\n", 5)
    assert len(started(notes)) == 4 and not any(map(is_running, started(notes)))


@pytest.mark.usefixtures("own_numbers")
def test_children__that_hand_over_to_others(begun, notes):
    """With numbers of their own, even a child that becomes another one every two milliseconds ends."""
    process = begun("relays")
    process.ask(b"go\n", START)
    wait_until(lambda: len(started(notes)) > 20)
    process.end()
    before = len(started(notes))
    time.sleep(0.2)
    assert len(started(notes)) == before


def test_end__where_the_guard_is_stopped(begun, monkeypatch):
    """A guard that does not answer is killed, and its process with it."""
    import os
    import signal

    monkeypatch.setattr(guarded, "END_SECONDS", 0.5)
    process = begun("stuck")
    os.kill(process.pid, signal.SIGSTOP)
    since = time.monotonic()
    process.end()
    while is_running(process.pid) and time.monotonic() - since < SOON:  # its parent still has to see its end
        time.sleep(0.01)
    assert time.monotonic() - since < SOON
