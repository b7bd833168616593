"""The comparison of two runs of the benchmark."""

from __future__ import annotations

from benchmarks.compare import compare

STORED = {"machine": {}, "nim": {"games_per_s": 100.0, "clone_ns": 200, "decisions_per_game": 10.0}}


def gains(**now):
    return {change.figure: round(change.gain, 3) for change in compare(STORED, {"machine": {}, "nim": now})}


def test_compare__faster_is_a_gain():
    """More a second and fewer nanoseconds are gains; the length of games is neither."""
    assert gains(games_per_s=150.0, clone_ns=100, decisions_per_game=20.0) == {
        "games_per_s": 0.5,
        "clone_ns": 1.0,
        "decisions_per_game": 0.0,
    }
    assert gains(games_per_s=50.0, clone_ns=400) == {"games_per_s": -0.5, "clone_ns": -0.5}


def test_compare__only_what_both_have():
    """A figure or game that is new is not compared."""
    assert compare(STORED, {"other": {"games_per_s": 1}}) == [] and gains(new_figure=1) == {}
