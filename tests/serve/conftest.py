"""Servers for tests; without the extra "serve" the tests of the network are left out."""

from __future__ import annotations

import importlib.util

import pytest

NETWORK = ("fastapi", "uvicorn", "websockets", "jinja2")
MISSING = [name for name in NETWORK if importlib.util.find_spec(name) is None]
collect_ignore = (
    ["test_play.py", "test_doors.py", "test_limits.py", "test_secrets.py", "test_restart.py", "test_browser.py"]
    if MISSING
    else []
)


def pytest_report_header() -> str:
    """Says what is left out."""
    return (
        f"tests of fs-env serve over the network are left out, the extra 'serve' is missing: {MISSING}"
        if MISSING
        else ""
    )


@pytest.fixture(scope="module")
def server():
    """A server for all tests of a module; nothing of it is kept."""
    from tests.serve.running import running

    with running(allowed=("tests.serve.bots:Broken", "tests.serve.bots:Cheat", "tests.serve.bots:Sleeper")) as made:
        yield made
