"""What parallel workers share: a warm cache, without which each would compile every game, and the processor."""

import os
import warnings

import pytest

if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # of torch: the threads of several workers wait for each other


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
                report.write(f"{name}: compiling, or loading what was compiled ... ", flush=True)
            made = game.warm()
        except Exception as error:  # the tests of that game will fail and say why; the others can still run
            warnings.warn(f"{name} was not compiled before the tests: {error!r}", stacklevel=1)
        else:
            if report is not None:
                report.write_line(f"{'loaded' if made.cached else 'compiled'} in {made.seconds:.1f} s")
