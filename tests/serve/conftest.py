"""Servers for tests."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def server():
    """A server for all tests of a module; nothing of it is kept."""
    from tests.serve.running import running

    with running(allowed=("tests.serve.bots:Broken", "tests.serve.bots:Cheat", "tests.serve.bots:Sleeper")) as made:
        yield made
