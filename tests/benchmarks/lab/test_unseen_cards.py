"""The experiment with cards that training never saw: what it compares, and its errors."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.lab.unseen_cards import INPUTS, SPLITS, flags_of, with_error
from fs_env.core.four_souls.game import GAME
from fs_env.training.clone import Settings


def test_error__of_seeds_and_deals_by_hand():
    """Two seeds of one share each, whatever the deals, are as sure as two numbers; equal seeds as the deals."""
    assert with_error(np.array([[0.6] * 5000, [0.4] * 5000])) == "50.0 ± 19.6"
    assert with_error(np.array([[0.0, 1.0] * 5000] * 3)) == f"50.0 ± {196 * 0.5 / 10_000**0.5:.1f}"


def test_error__of_independent_cells():
    """Where neither seed nor deal counts, all cells count: the mean error is that of their number."""
    drawn = np.random.default_rng(1).normal(0, 1, (200, 3, 400))
    told = [float(with_error(one).split()[-1]) for one in drawn]
    assert 196 / 1200**0.5 * 0.9 < np.mean(told) < 196 / 1200**0.5 * 1.35
    missed = [abs(one.mean()) * 100 > half for one, half in zip(drawn, told)]
    assert np.mean(missed) < 0.15


@pytest.mark.parametrize("split", ["everything", *SPLITS])
@pytest.mark.parametrize("kind", INPUTS)
def test_trainings__lack_the_new_cards(kind, split):
    """Games without new cards have what training had, and the others more."""
    flags = flags_of(kind, split)
    given = dict(zip(flags[::2], flags[1::2]))
    sets = GAME.options["sets"].read(given.get("--sets", "base"))
    trained = {"sets": sets, "held_out": int(given.get("--hold-out", 0))}
    if split != "everything":
        assert {"held_out": 0, **SPLITS[split].games["old"]} == trained
        assert all({"held_out": 0, **SPLITS[split].games[name]} != trained for name in ("new", "all"))
    Settings(
        shared=int(given.get("--shared", 0)),
        shared_actions=int(given.get("--shared-actions", 0)),
        printed=int(given.get("--printed", 1)),
        inputs_sets=given.get("--inputs-sets", "").split(",") if "--inputs-sets" in given else [],
        options=trained,
    )
