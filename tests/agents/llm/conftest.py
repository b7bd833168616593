"""A server that represents a model, and a key that no player must see."""

from __future__ import annotations

import pytest

from fs_env.agents.llm import client
from tests.agents.llm.stub import KEY, stub


@pytest.fixture(autouse=True)
def _environment(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setattr(client, "FIRST_WAIT", 0.01)


@pytest.fixture
def server():
    with stub() as made:
        yield made
