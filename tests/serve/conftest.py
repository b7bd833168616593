"""Servers for tests."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest

SEED = 6


def deal(patch: pytest.MonkeyPatch, draw: Callable[[int], int]) -> None:
    """Seeds of new tables come from here; all other secrets stay."""
    patch.setattr("fs_env.serve.table.lobby.secrets", SimpleNamespace(randbits=draw))


@pytest.fixture(scope="module")
def server():
    """A server for all tests of a module; nothing of it is kept."""
    from tests.serve.running import running

    with running(allowed=("tests.serve.bots:Broken", "tests.serve.bots:Cheat", "tests.serve.bots:Sleeper")) as made:
        yield made


@pytest.fixture
def dealt(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every new table is dealt from the same seed, the parameter if there is one, so that the games of a test are as long as what it
    tries."""
    seed = getattr(request, "param", SEED)
    deal(monkeypatch, lambda bits: seed)
