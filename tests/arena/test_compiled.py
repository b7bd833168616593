"""Games of compiled bots, many in one call, are those that are played one by one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fs_env.arena import Limits, Plan, Tournament, compiled
from fs_env.arena.game_runner import GameRunner
from tests.arena.bots import NIM, BySeed, Clever, TakeMost, Wrong

RANDOM, KEY = "random", b"of these tests only"
UNTIMED = Limits(move_seconds=1000.0)  # no player could measure times in compiled code, so all is played one by one


def games(tournament):
    return [replace(row, seat_seconds=()) for row in tournament.results.rows()]


def both(plan, workers=None):
    plan = replace(plan, agent_key=KEY)
    rows, single = Tournament(plan), Tournament(plan, None, UNTIMED)
    rows.run(workers)
    single.run()
    return rows, single


def counted(monkeypatch):
    """The numbers of the games that tables play one by one from now on."""
    numbers, steps = [], GameRunner._steps

    def watched(self, pairing, lane):
        numbers.append(pairing.number)
        return steps(self, pairing, lane)

    monkeypatch.setattr(GameRunner, "_steps", watched)
    return numbers


@pytest.mark.parametrize("schedule", ["round-robin", "gauntlet", "ladder"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_rows__play_the_same_games(players, schedule, monkeypatch):
    """Every game has the same result, decisions and choices; only the first deal of each group is played one by one."""
    plan = Plan(
        (BySeed, TakeMost, RANDOM),
        players=players,
        games=90,
        seed=4,
        game=NIM,
        schedule=schedule,
        options={"stones": 30},
        agent_key=KEY,
    )
    single = Tournament(plan, None, UNTIMED)
    single.run()
    one_by_one, rows = counted(monkeypatch), Tournament(plan)
    rows.run()
    assert games(rows) == games(single) and len(games(rows)) == plan.total
    if schedule != "ladder":
        assert one_by_one == list(range(plan.block * len(plan.groups)))
    untimed = [row.number for row in rows.results.rows() if None in row.seat_seconds]
    assert sorted(one_by_one + untimed) == list(range(plan.total)) and len(untimed) >= 60


def test_rows__of_registered_games():
    rows, single = both(Plan(("heuristic", RANDOM), games=60, seed=3, game="castles_of_caleira"), workers=2)
    assert games(rows) == games(single) and len(games(rows)) == 60
    assert {row.characters for row in rows.results.rows()} == {(None, None)}  # this game has none
    assert rows.standings().agents[0].name == "heuristic" and rows.standings().agents[0].decisions_per_s > 0


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_rows__of_four_souls(players):
    plan = Plan(("heuristic", RANDOM), players=players, games=40, seed=3, options={"sets": 7})
    rows, single = both(plan)
    assert games(rows) == games(single)
    assert all(len(set(row.characters)) == players and None not in row.characters for row in rows.results.rows())


def test_rows__truncated_games():
    rows, single = both(Plan((BySeed, TakeMost), games=20, game=NIM, options={"max_decisions": 3}))
    cut = [row for row in games(rows) if row.outcome == 3]
    assert games(rows) == games(single) and len(cut) > 10 and {row.winners for row in cut} == {()}


def test_rows__an_illegal_answer_forfeits():
    rows, single = both(Plan((Wrong, TakeMost, RANDOM), games=60, game=NIM))
    assert games(rows) == games(single)
    assert rows.standings().forfeited == 40 and all("answered 99" in fault["fault"] for fault in rows.faults())


def test_rows__a_guard_of_the_rules_is_void(monkeypatch):
    from fs_env.core.machine.declare.outcome import Outcome
    from fs_env.core.machine.run.rows import Rows

    play = Rows.play

    def guarded(self):
        play(self)
        self.outcomes[self.seeds % 2 == 0] = Outcome.GUARD
        raise RuntimeError("the rules reached a capacity limit")

    monkeypatch.setattr(Rows, "play", guarded)
    rows, single = both(Plan((BySeed, TakeMost), games=40, game=NIM))
    assert games(rows) == games(single)


def test_mixed__only_tables_of_compiled_bots_are_played_in_rows(monkeypatch):
    numbers = counted(monkeypatch)
    tournament = Tournament(Plan((BySeed, TakeMost, Clever), games=60, game=NIM))
    tournament.run()
    with_clever = [row.number for row in tournament.results.rows() if 2 in row.seats]
    assert sorted(numbers) == sorted({0, 1, *with_clever}) and len(tournament.results.rows()) == 60


def test_untrusted_bots__play_in_rows_of_the_workers(monkeypatch):
    numbers = counted(monkeypatch)
    plan = Plan(("tests.arena.bots:BySeed", RANDOM, "tests.arena.bots:first"), games=120, game=NIM, agent_key=KEY)
    tournament, single = Tournament(plan), Tournament(plan, None, UNTIMED)
    tournament.run(workers=1)
    assert numbers == [], "nothing is played in this process"
    single.run()
    assert games(tournament) == games(single) and len(games(single)) == 120
    untimed = [row.number for row in tournament.results.rows() if None in row.seat_seconds]
    assert untimed == [row.number for row in tournament.results.rows() if 2 not in row.seats and row.number > 1]


def test_untrusted_bots__that_end_their_process():
    """A compiled bot that ends its process while it plays many games forfeits its own, and only those."""
    bots = ("tests.arena.bots:BySeed", "tests.arena.bots:Astray")
    tournament = Tournament(Plan(bots, games=2, game=NIM, schedule="alone"))
    tournament.run(workers=1)
    whole, forfeited = tournament.results.rows()
    assert (set(whole.seats), whole.outcome) == ({0}, 1)
    assert (set(forfeited.seats), forfeited.outcome, len(forfeited.forfeits)) == ({1}, 5, 1)


def test_search__is_not_its_policy():
    """A bot that asks for determinizations has a policy only to play them: its own answers count."""

    class Searcher(TakeMost):
        wants_determinizations = True

        def act(self, view):
            return int(view.legal[0])

    rows, single = both(Plan((Searcher, BySeed), games=20, game=NIM))
    assert games(rows) == games(single)
    assert games(rows) != games(both(Plan((TakeMost, BySeed), games=20, game=NIM))[0])


def test_calls__grow_while_they_are_short(monkeypatch):
    sizes, call = [], compiled.CompiledRunner._call

    def watched(self, group):
        sizes.append(len(group))
        return call(self, group)

    monkeypatch.setattr(compiled.CompiledRunner, "_call", watched)
    monkeypatch.setattr(compiled, "AT_ONCE", 8)
    monkeypatch.setattr(compiled, "CALL_SECONDS", 1000.0)
    rows, _ = both(Plan((BySeed, TakeMost), games=40, game=NIM))
    assert sizes == [0, 1, 4, 8, 8, 8, 8, 1] and [row.number for row in rows.results.rows()] == list(range(40))
