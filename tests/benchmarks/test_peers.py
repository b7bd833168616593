"""Timing other libraries beside ours; none of them needs to be installed."""

from __future__ import annotations

import pytest

from benchmarks.peers import LIBRARIES, measure_peers, peer_workloads
from benchmarks.peers.ours import workloads as our_workloads
from benchmarks.peers.report import markdown, rows_by_kind
from benchmarks.peers.table import as_json
from benchmarks.peers.workloads import KINDS, Count, Measured, Workload, measure_workloads, whole_games
from fs_env.bench.effort import Effort
from tests.core.machine.nim import GAME as NIM

BRIEF = Effort(runs=1, seconds=0.04, starts=1)


def workload(key, kind="playout", package="thing", open=None):
    return Workload(key, key.title(), "how", kind, package, open or (lambda seed: lambda seconds: Count(10, 2, 1.0)))


FIGURES = [
    Measured(workload("nim.playout", package=""), (30.0,), 5.0),
    Measured(workload("nim.aec", "aec", package=""), (3.0,), 5.0),
    Measured(workload("peer.fast"), (10.0,), 5.0),
]


def missing(seed):
    raise ModuleNotFoundError("No module named 'thing'")


def test_measure_lanes__in_turns():
    """Each round runs every workload once, in their order, after all of them were made ready."""
    played = []

    def recorder(key):
        def play(seconds):
            played.append((key, seconds))
            return Count(10, 2, 1.0)

        return lambda seed: play

    measure_workloads([workload("a", open=recorder("a")), workload("b", open=recorder("b"))], 0, 2, 0.5)
    assert played == [("a", 0.0), ("b", 0.0), *[("a", 0.5), ("b", 0.5)] * 2]


def test_measure_lanes__what_is_missing_is_named():
    """A library that is not installed, or fails, is left out with its package's name; the others are timed."""

    def broken(seed):
        raise KeyError("gone")

    workloads = [workload("a", open=missing), workload("b", package="other[all]", open=broken), workload("c")]
    figures, skipped = measure_workloads(workloads, 0, 1, 0.1)
    assert [one.workload.key for one in figures] == ["c"]
    assert "package thing is not installed" in skipped["a"]
    assert "package other[all] failed: KeyError" in skipped["b"]


def test_measure_lanes__ours_must_work():
    with pytest.raises(ModuleNotFoundError):
        measure_workloads([workload("nim.playout", package="", open=missing)], 0, 1, 0.1)


def test_ratio__round_by_round():
    """The ratio is the median over the rounds: a slow round of the machine slows both and changes nothing."""
    ours, theirs = Measured(workload("a"), (40.0, 4.0, 44.0), 5.0), Measured(workload("b"), (10.0, 1.0, 10.0), 5.0)
    assert ours.ratio(theirs) == 4.0 and ours.decisions_per_s == 40.0


def test_whole_games__at_least_one():
    count = whole_games(lambda: 7)(0.0)
    assert (count.decisions, count.games) == (7, 1) and count.seconds > 0


def test_as_json__compared_with_the_same_kind():
    """A peer is compared with our workload of its kind, in each game that has one; ours with nothing."""
    further = [
        Measured(workload("peer.loop", "aec"), (6.0,), 5.0),
        Measured(workload("peer.state", "state"), (6.0,), 5.0),
    ]
    found = as_json([*FIGURES, *further], {"x": "why"}, ["nim"])
    multiples = {key: row.get("ours_times_as_fast") for key, row in found["lanes"].items()}
    assert multiples == {
        "nim.playout": None,
        "nim.aec": None,
        "peer.fast": {"nim": 3.0},
        "peer.loop": {"nim": 0.5},
        "peer.state": {},
    }
    assert found["skipped"] == {"x": "why"}


def test_lanes__keys_and_packages():
    """Every peer's workload has its own key that begins with its library, a package, and a known kind."""
    workloads = peer_workloads()
    assert len({one.key for one in workloads}) == len(workloads) >= 15
    assert {one.key.split(".")[0] for one in workloads} == set(LIBRARIES)
    assert all(one.package and one.kind in KINDS and one.how for one in workloads)


def test_measure_peers__ours_are_timed():
    found = measure_peers({NIM: {"num_players": 3, "stones": 30}}, 0, BRIEF, workloads=[workload("x.y", open=missing)])
    assert {row["kind"] for row in found["lanes"].values()} == set(KINDS)
    assert all(row["decisions_per_s"] > 0 for row in found["lanes"].values())
    assert list(found["skipped"]) == ["x.y"]


@pytest.mark.parametrize("kind", ["playout", "state", "aec", "aec_sample"])
def test_lanes__count_whole_games(kind):
    """Our workloads that play whole games count their decisions: games are as long as in compiled random play."""
    chosen = {"num_players": 3, "stones": 30}
    play = next(one for one in our_workloads(NIM, chosen) if one.kind == kind).open(0)
    counts = [play(0.0) for _ in range(100)]
    played = NIM.run_random(2_000, seed=5, **chosen)
    assert [count.games for count in counts] == [1] * 100
    assert sum(count.decisions for count in counts) / 100 == pytest.approx(played.decisions / played.games, rel=0.1)


def test_markdown__a_table_a_kind():
    """The page has a table for each kind, ours first, and a line for what was left out."""
    skipped = {"rlcard.uno": "package rlcard is not installed"}
    peers = {**as_json(FIGURES, skipped, ["nim"]), "rounds": 3, "seconds": 0.5}
    titles = {kind: [row[0] for row in rows] for kind, rows in rows_by_kind(peers).items()}
    assert titles == {"playout": ["Nim.Playout", "Peer.Fast"], "aec": ["Nim.Aec"]}
    page = markdown(peers)
    assert "| Peer.Fast | 10 | 5 | 3 x | how |" in page and "rlcard.uno: package rlcard is not installed" in page
