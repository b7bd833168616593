"""The figures of collecting rollouts."""

from __future__ import annotations

import pytest

pytest.importorskip("sb3_contrib", reason="needs the extra 'train'")

from fs_env.bench import sb3


def test_figures__of_nim_and_of_what_is_missing(monkeypatch):
    """The figure is a rate; without the extra there is none."""
    assert sb3.sb3_steps_per_s("tests.core.machine.nim:GAME", num_envs=8, runs=2) > 100
    monkeypatch.setattr(sb3, "NEEDED", ("no_such_module_at_all",))
    assert sb3.sb3_steps_per_s("tests.core.machine.nim:GAME") is None
