"""Standings counted from columns, against plain loops over the rows; files read as columns or as rows, in any order and parts."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fs_env.arena import GameRow
from fs_env.arena.bradley_terry import Contender, Contest, record, strengths
from fs_env.arena.columns import Columns
from fs_env.arena.counts import Counts
from fs_env.arena.database import Database, Packed, opened, read_results
from fs_env.arena.standings import Standings
from fs_env.arena.usage import Usage

NAMES = ("ann", "ben", "cat", "dan")


def games(number: int, players: int, *, seed: int = 0, luck: bool = False) -> list[GameRow]:
    draw, found = random.Random(seed), []
    for k in range(number):
        seats = tuple(draw.randrange(4) for _ in range(players))
        winners = tuple(sorted(draw.sample(range(players), draw.choice((0, 1, 1, 1, 2)))))
        returns = tuple(1 / len(winners) if seat in winners else -1.0 for seat in range(players))
        lucks = [draw.gauss(0, 0.2) for _ in seats]
        found.append(
            GameRow(
                k, k // 3, seats, 1 if winners else 2, returns, winners, draw.randrange(90),
                tuple(draw.randrange(9) for _ in seats), tuple(draw.choice((None, 0.25)) for _ in seats),
                tuple(draw.choice(("isaac", "eve", None)) for _ in seats), (0,) if k == 7 else (), "it left" * (k == 7),
                tuple(x - sum(lucks) / players for x in lucks) if luck else (),
                tuple(draw.choice((None, Usage(k, 1))) for _ in seats) if k % 5 == 0 else (),
            )
        )  # fmt: skip
    return found


@pytest.mark.parametrize(("players", "luck"), [(2, False), (4, True)])
def test_standings__as_loops_over_rows_count(players, luck):
    rows = games(200, players, luck=luck)
    found = {line.name: line for line in Standings.of(NAMES, rows, players).agents}
    for agent, name in enumerate(NAMES):
        sat = [(row, seat) for row in rows for seat in range(players) if row.seats[seat] == agent]
        parts, line = [row.parts[seat] for row, seat in sat], found[name]
        mean, off = sum(parts) / len(parts), {}
        for (row, _), part in zip(sat, parts):
            off[row.seed] = off.get(row.seed, 0) + part - mean
        error = math.sqrt(len(off) / (len(off) - 1) * sum(x * x for x in off.values())) / len(parts)
        assert (line.games, line.wins, line.win_rate) == (len(sat), pytest.approx(sum(parts)), pytest.approx(mean))
        assert line.win_error == pytest.approx(error, abs=1e-9) and line.win_low < mean < line.win_high
        assert line.decisions == sum(row.seat_choices[seat] for row, seat in sat)
        assert line.forfeits == (agent == rows[7].seats[0]) and line.fault == "it left" * line.forfeits
        used = [row.usage[seat] for row, seat in sat if row.usage and row.usage[seat] is not None]
        assert line.usage_games == len(used) and line.usage == sum(used, Usage())


@pytest.mark.parametrize(("players", "adjusted"), [(2, False), (3, False), (4, True)])
def test_record__of_counts_is_that_of_single_games(players, adjusted):
    """Each game as its own contest: a win is shared by its winners, or by all; luck is taken off where it is asked for."""
    rows, contests = games(150, players, luck=True), []
    for row in rows:
        agents, winners = sorted(set(row.seats)), row.winners or range(players)
        shares = [sum(row.seats[seat] == agent for seat in winners) / len(winners) for agent in agents]
        if adjusted:
            luck = [sum(x for who, x in zip(row.seats, row.luck) if who == agent) for agent in agents]
            shares = [share - x for share, x in zip(shares, luck)]
        if len(agents) > 1:
            table = tuple(Contender(row.seats.count(agent), (agent,)) for agent in agents)
            contests.append(Contest(row.seed, table, tuple(shares)))
    one = strengths(record(4, contests))
    two = strengths(Counts.of(4, Columns.of(rows)).record(adjusted=adjusted))
    np.testing.assert_allclose(two.values, one.values, atol=1e-9)
    np.testing.assert_allclose(two.covariance, one.covariance, atol=1e-9)


@settings(max_examples=20, deadline=None)
@given(st.lists(st.integers(0, 3), min_size=60, max_size=60), st.randoms(use_true_random=False), st.booleans())
def test_merge__any_parts_in_any_order_give_the_same_standings(where, draw, sided):
    """Equal to the last bit, also where a deal is divided; luck, usage, failures, tables of unlike size and sides are in some parts."""
    rows = games(40, 3, seed=1, luck=draw.random() < 0.5) + [
        replace(row, number=row.number + 40) for row in games(20, 2)
    ]
    if sided:
        rows[20:30] = [replace(row, sides=("red", "blue", "red"), story="103", luck=()) for row in rows[20:30]]
    whole = Standings.of(NAMES, rows, 3)
    parts = [[row for row, at in zip(rows, where) if at == part] for part in range(4)]
    for part in (*parts, parts):
        draw.shuffle(part)
    counts = [Counts.of(4, Columns.of(part)) for part in parts]
    assert Standings.of(NAMES, Counts.merge(counts), 3) == whole
    stepwise = Counts.merge([counts[0], Counts.merge([Counts.merge(counts[1:3]), counts[3]])])
    assert Standings.of(NAMES, stepwise, 3) == whole and len(stepwise) == 60


def test_merge__a_deal_that_two_groups_play_at_different_times():
    """As in a ladder: the second part begins with a new deal of the first group, and goes back to earlier deals for another group."""
    seats = [(0, 1), (1, 0)] * 3 + [(0, 2), (2, 0)] * 2
    seeds = [10, 10, 11, 11, 12, 12, 10, 10, 11, 11]
    rows = [
        replace(row, number=k, seed=seeds[k], seats=seats[k], winners=(k % 3 // 2,))
        for k, row in enumerate(games(10, 2))
    ]
    merged = Counts.merge([Counts.of(4, Columns.of(part)) for part in (rows[:4], rows[4:])])
    assert Standings.of(NAMES, merged, 2) == Standings.of(NAMES, rows, 2)


def test_merge__refuses_a_part_that_is_there_twice():
    """Also a part of it; the rest of a deal, whose first game is elsewhere, is no such part."""
    rows = games(40, 3)
    one, two, rest = (Counts.of(4, Columns.of(part)) for part in (rows[:19], rows[20:], rows[19:20]))
    assert len(Counts.merge([one, two, rest])) == 40
    for first, again in ((0, one), (6, Counts.of(4, Columns.of(rows[6:9])))):
        with pytest.raises(ValueError, match=f"^game {first} is in two parts of a tournament"):
            Counts.merge([one, two, again])


def test_file__as_columns_is_that_of_rows(tmp_path, monkeypatch):
    monkeypatch.setattr("fs_env.arena.reading.CHUNK", 7)
    monkeypatch.setattr("fs_env.arena.ratings.BLOCK", 9)
    rows = games(60, 3, luck=True)
    rows[20:40] = [replace(row, sides=("red", "blue", "red"), story="103") for row in rows[20:40]]
    db = Database(tmp_path / "r.db", {"game": "nim"}, NAMES)
    lists = [Packed.of(4, rows[k : k + 2]) for k in range(0, 22, 2)]  # more than one transaction copies
    assert [row for some in lists for row in some] == rows[:22] and [len(some) for some in lists] == [2] * 11
    db.add(rows[59:], lists)
    assert db._db.execute("PRAGMA synchronous").fetchone() == (2,)  # the last transaction waits for the disk
    db.add((), [Packed.of(4, rows[22:59])])  # whose tables have more pages
    db.close()
    assert read_results(tmp_path / "r.db").rows == rows
    with opened(tmp_path / "r.db") as found:
        parts = list(found.games.parts())
    assert len(parts) == 7 and Standings.of(
        NAMES, Counts.merge([Counts.of(4, part) for part in parts]), 3
    ) == Standings.of(NAMES, rows, 3)


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM seats WHERE game = 3 AND seat = 1",
        "UPDATE seats SET choices = -1 WHERE game = 3",
        "UPDATE seats SET luck = NULL WHERE game = 3 AND seat = 0",
        "UPDATE seats SET agent = 9 WHERE game = 3",
        "UPDATE seats SET agent = 1024 WHERE game = 3",
        "UPDATE seats SET choices = 1 << 31 WHERE game = 3",
        "UPDATE seats SET won = 2 WHERE game = 3",
    ],
)
def test_file__damaged_as_columns(tmp_path, damage):
    db = Database(tmp_path / "r.db", {"game": "nim"}, NAMES)
    db.add(games(9, 3, luck=True))
    db._db.execute(damage)
    db.close()
    with pytest.raises(ValueError, match="game 3 in it is damaged|agent without a name"):
        read_results(tmp_path / "r.db")
