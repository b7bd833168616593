"""Shared parts of tests: a warm cache, without which parallel workers would compile every game; processor, Chromium."""

import gc
import os
import random
import secrets
import shutil
import sys
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.costs import Costs

# Some hundred processes begin during the tests: without compiled modules each would spend a third of its start on parsing.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
gc.set_threshold(100_000, 50, 50)  # most of what is made lives to the end: going through it took an eighth of the time
if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # of torch: the threads of several workers wait for each other


SHARED = ("chromium", "shared_cluster", "tests.serve.running")  # words in files whose tests share what these name
LONGEST = (  # other files with few tests that take long
    "leaderboard/test_evaluate.py",
    "luck/test_shipped.py",
    "luck/test_adjuster.py",
    "puzzles/test_shipped.py",
    "website/test_site.py",
    "release/test_wheel.py",
    "interop/test_recipes.py",
    "arena/test_compare.py",
    "documents/test_blocks.py",
    "cli/test_cli.py",
    "cli/test_warm.py",
    "benchmarks/test_experience.py",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--costs", type=Path, metavar="FILE", help="write the seconds of processor of each test as JSON")


def pytest_configure(config: pytest.Config) -> None:
    """Workers measure, and the process that hands out the tests writes."""
    if file := config.getoption("costs"):
        config.pluginmanager.register(Costs(None if hasattr(config, "workerinput") else file))
        if hasattr(config, "workerinput") or not config.getoption("numprocesses", None):
            os.environ.pop("PYTEST_ADDOPTS", None)  # which may name the file: tests of tests must not write there


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A run of one shelf imports the files that name it, which are some 60 of 430."""
    shelf, file = config.option.markexpr, collection_path
    if shelf in ("slow", "long") and file.match("test_*.py") and shelf not in file.read_text(encoding="utf-8"):
        return True
    return None


@cache
def group(file: str) -> str:
    """What the tests of a file share where it is dear, else the file."""
    text = Path(file).read_text(encoding="utf-8")
    return next((word for word in SHARED if word in text), file)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Each worker gets a file at a time, so that what a file shares is created once; one gets all that use a Ray cluster, one all that
    drive Chromium, which takes too long to answer next to a second one, and one all that run a server: they wait most of their time,
    while the others work. These groups begin first, then the longest files, so that none runs alone at the end."""
    from xdist.scheduler import LoadFileScheduling

    tests = config.rootpath / "tests"
    order = [*SHARED, *(str(tests / file) for file in LONGEST)]

    class Files(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return group(str(config.rootpath / nodeid.partition("::")[0]))

        def _assign_work_unit(self, node: Any) -> None:
            first = min(self.workqueue, key=lambda scope: order.index(scope) if scope in order else len(order))
            self.workqueue.move_to_end(first, last=False)
            super()._assign_work_unit(node)

    return Files(config, log)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A worker that does not drive Chromium gives way to the one that does, which takes longest by the clock."""
    if "PYTEST_XDIST_WORKER" in os.environ and os.name == "posix" and os.nice(0) == 0:
        os.nice(5 * (group(str(item.path)) != "chromium" and driven(item.session)))


@cache
def driven(session: pytest.Session) -> bool:
    return any("chromium" in getattr(item, "fixturenames", ()) for item in session.items)


def pytest_collection_finish() -> None:
    """Freezes what was collected: the collector of garbage need not look through it again and again.

    Raises:
        RuntimeError: a game was played meanwhile, so was loaded or even compiled, in each worker.
    """
    import fs_env

    if played := [name for name, load in fs_env.games().items() if getattr(load().entry, "signatures", ())]:
        raise RuntimeError(f"{', '.join(played)}: played while tests were collected; play in a test or a fixture")
    gc.freeze()


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compiles the games, in the process that hands out the tests; says so, since nothing else moves meanwhile."""
    config = session.config
    if hasattr(config, "workerinput") or not config.getoption("numprocesses", None):
        return
    import fs_env
    from tests.core.machine.nim import GAME as NIM

    report = config.pluginmanager.get_plugin("terminalreporter")
    for name, load in {"nim": lambda: NIM, **fs_env.games()}.items():
        try:
            game = load()
            if report is not None:
                report.write(f"{name}: compiling, or loading from the cache ... ", flush=True)
            made = game.warm()
        except Exception as error:  # the tests of that game will fail and say why; the others can still run
            warnings.warn(f"{name} was not compiled before the tests: {error!r}", stacklevel=1)
        else:
            if report is not None:
                report.write_line(f"{'loaded' if made.cached else 'compiled'} in {made.seconds:.1f} s")


@pytest.fixture(autouse=True)
def repeatable_secrets(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Secrets, such as the agent keys and seeds of runs that were given none, differ within a test and between tests, and not between runs
    of a test: what is dealt, and what a custom bot draws in it, is the same in each run."""
    draw = random.Random(request.node.nodeid)
    monkeypatch.setattr(random.SystemRandom, "getrandbits", lambda self, bits: draw.getrandbits(bits))
    monkeypatch.setattr(secrets, "token_bytes", lambda size=None: draw.randbytes(32 if size is None else size))


@pytest.fixture
def plain_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Worker processes play in plain Python: a few short games take less time than loading what is compiled."""
    from fs_env.pool.local import LocalWorker

    begin = LocalWorker.__init__

    def begin_plain(self: LocalWorker, *given: Any) -> None:
        with monkeypatch.context() as meanwhile:
            meanwhile.setenv("NUMBA_DISABLE_JIT", "1")
            begin(self, *given)

    monkeypatch.setattr(LocalWorker, "__init__", begin_plain)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """One Chromium for all tests of a module; they are skipped where there is none."""
    api = pytest.importorskip("playwright.sync_api", reason="needs the extra 'browser' (playwright) to drive Chromium")
    names = ("chromium", "chromium-browser", "google-chrome")
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if found is None:
        pytest.skip("no Chromium on this machine: install it (Debian: apt-get install chromium) or name it in CHROMIUM")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser
        browser.close()
