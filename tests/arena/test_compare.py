"""Comparisons of two agents: shares, verdicts, and results that do not depend on who plays and on stops."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from fs_env.arena import GameRow, Limits, Luck, Plan, Tournament, compare
from fs_env.arena.comparison import Contest, comparison_of, plan_of
from fs_env.cli import main
from fs_env.core.four_souls.game import GAME
from fs_env.core.machine.run.game import Game
from tests.arena.bots import NIM, first
from tests.core.machine.nim import spec

CASTLES = "castles_of_caleira"
NETWORK = "policy:castles_of_caleira"
DEALT_ONCE = Game(spec(name="nim_dealt_once", redeal=None, home=""))
ONCE = "tests.arena.test_compare:DEALT_ONCE"


def row(number, seats, winners, luck=(), **more):
    nothing = (None,) * len(seats)
    returns = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(len(seats)))
    made = GameRow(number, number // 2, seats, 1, returns, winners, 9, (1,) * len(seats), nothing, nothing, luck=luck)
    return replace(made, **more)


def test_compare__the_better_bot_in_both_orders():
    """The network for Castles wins some nine games of ten against the first heuristic, with either as the first one."""
    one, other = compare(NETWORK, "heuristic@1", game=CASTLES), compare("heuristic@1", NETWORK, game=CASTLES)
    assert (one.verdict, other.verdict) == ("better", "worse")
    assert one.low > 0.5 and 0.8 < one.share <= one.high and other.share < 0.2 and one.games < 100
    assert all(str(found).startswith(f"{NETWORK} is better than heuristic@1: 9") for found in (one, other))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_compare__equal_bots_share_evenly_with_any_number_of_seats(players):
    """A bot that draws nothing plays both rotations of a deal alike, so each of two such bots wins what the other one wins: exactly half,
    with three seats too, where it has two of them in one game. It takes more than the least number of deals to find that out."""
    found = compare("heuristic", "heuristic", players=players, game=CASTLES)
    assert found.share == 0.5 and found.verdict == "not distinguishable" and 0.48 <= found.low < 0.5 < found.high
    assert found.deals > 100


def test_comparison__by_hand():
    """Three seats, two deals: A wins as one seat of two, shares with a seat of B, and no seat wins twice; a deal with a void game does not
    count. A's wins are 1 + 1/2 of 4 games, B's 1/2: a share of 0.5 + (1.5 - 0.5) / 8."""
    plan = Plan(("random", "random"), players=3, games=6, game=NIM)
    aba, bab = (0, 1, 0), (1, 0, 1)
    rows = [
        row(0, aba, (2,)),
        row(1, bab, (0, 1)),
        row(2, aba, ()),
        row(3, bab, (), outcome=3),
        row(4, aba, (0,)),
        row(5, bab, (), outcome=4, forfeits=(1,)),
    ]
    found = comparison_of(plan, ("a", "b"), rows, 0.02, 0.05)
    assert (found.share, found.raw, found.games, found.deals, found.void) == (0.625, 0.625, 4, 2, 1)
    assert found.forfeits == (0, 0), "of the games that count"
    assert (found.verdict, found.low, found.high) == ("undecided", 0.0, 1.0)
    assert comparison_of(plan, ("a", "b"), rows[:1] + rows[2:], 0.02, 0.05).games == 0


def test_comparison__luck_is_subtracted():
    """With the first deals beta is near 1: A has won both games by luck of 0.4 for its seat and -0.4 for the other, in each game."""
    plan = Plan(("random", "random"), games=2, game=NIM, luck=Luck())
    rows = [row(0, (0, 1), (0,), (0.4, -0.4)), row(1, (1, 0), (1,), (-0.4, 0.4))]
    found = comparison_of(plan, ("a", "b"), rows, 0.02, 0.05)
    assert found.raw == 1 and found.share == pytest.approx(0.5 + (2 - 1.6) / 4)


def test_compare__forfeits_are_losses_and_reported(capsys):
    """Broken fails at its first choice in each game; the sentence and the notes report it."""
    assert (
        main(
            [
                "compare",
                "random",
                "tests.arena.bots:Broken",
                "--game",
                NIM,
                "--players",
                "4",
                "--luck",
                "off",
                "--trusted",
            ]
        )
        == 0
    )
    out, err = capsys.readouterr()
    assert out.startswith("random is better than broken: 100.0 % [") and out.endswith("broken forfeited all of them\n")
    assert "broken forfeited 32 of 32 games; the first failure: " in err and "no idea" in err


@pytest.mark.parametrize("workers", [None, pytest.param(2, marks=pytest.mark.slow)])
def test_compare__a_stop_and_workers_change_nothing(tmp_path, workers):
    """Stopped in the middle of a round and continued from the file, in this process or in two, a comparison is the same as in one go."""
    bots = (f"{NETWORK}", "tests.luck.bots:Shy")
    whole = Contest(plan_of(bots, Limits(), "on", game=CASTLES, agent_key="ab" * 16), None, None, 0.02, 0.05)
    whole.tournament.run()
    plan = plan_of(bots, Limits(), "on", game=CASTLES, agent_key="ab" * 16)
    begun, seen = Contest(plan, tmp_path / "r.db", None, 0.02, 0.05), []

    def stop(rows):
        seen.extend(rows)
        if len(seen) >= 19:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        begun.tournament.run(on_games=stop)
    assert begun.result().games == 18 and begun.result().verdict == "undecided"
    begun.tournament.results.close()
    rest = Contest(plan, tmp_path / "r.db", None, 0.02, 0.05)
    rest.tournament.run(workers)
    assert rest.result() == whole.result() and rest.result().verdict != "undecided" and rest.tournament.left() == 0
    assert len(rest.tournament.rows()) == whole.result().games


def test_compare__from_the_file_of_a_longer_tournament(tmp_path):
    """Games after the first look with a verdict change nothing, and none is played again."""
    bots, short = ("heuristic", "random"), compare("heuristic", "random", game=CASTLES)
    Tournament(Plan(bots, games=200, game=CASTLES), tmp_path / "r.db").run()
    assert compare(*bots, game=CASTLES, db=tmp_path / "r.db") == short and short.games < 100


def test_plan__luck_is_measured_where_a_bot_is_slow():
    """Searches, models and isolated bots are slow; compiled bots and Python in this process are not. Nor is it measured in a game that
    cannot be dealt again, unless it is asked for, which is refused."""
    shy, apart = "tests.luck.bots:Shy", Limits(isolate=True)
    model = "llm:model=a,url=http://127.0.0.1:9"
    slow = [("search:rollouts=2", "heuristic"), ("heuristic", model)]
    assert all(plan_of(pair, Limits(), game=CASTLES).luck == Luck() for pair in slow)
    assert plan_of(("search:rollouts=2,policy=random", "random"), Limits(), game=ONCE).luck is None
    with pytest.raises(ValueError, match="has no kernel to deal again"):
        plan_of(("search:rollouts=2,policy=random", "random"), Limits(), "on", game=ONCE)
    assert plan_of((shy, "heuristic"), apart, game=CASTLES).luck == Luck()
    assert plan_of((shy, "heuristic"), Limits(), game=CASTLES).luck is None
    assert plan_of((first, NETWORK), Limits(), game=CASTLES).luck is None
    assert plan_of((shy, "heuristic"), Limits(), "on", game=CASTLES).luck == Luck()
    assert plan_of(("search:rollouts=2", NETWORK), Limits(), "off", game=CASTLES).luck is None


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"margin": 0.5}, "margin=0.5: expected a number above 0"),
        ({"error": 0.0}, "error=0.0: expected"),
        ({"luck": "yes"}, "luck"),
        ({"game": "four_souls", "options": {"variant": 2}}, "win or lose together"),
    ],
)
def test_compare__refuses(settings, words):
    with pytest.raises(ValueError, match=words):
        compare("random", "random", **{"game": NIM} | settings)


def test_command__undecided_with_what_to_do(tmp_path, capsys):
    """Without enough games the sentence gives the next command's --games, JSON has the same numbers, and the file continues."""
    command = ["compare", "heuristic", "random", "--game", CASTLES, "--db", str(tmp_path / "r.db")]
    assert main([*command, "--games", "15", "--json", str(tmp_path / "r.json")]) == 0
    out = capsys.readouterr().out
    found = json.loads((tmp_path / "r.json").read_text())
    assert out.startswith("undecided after 16 games: ") and out.endswith("]; use --games 32 to continue\n")
    assert found["sentence"] + "\n" == out and found["verdict"] == "undecided" and found["games"] == 16
    assert found["plan"]["games"] == 16 and found["low"] <= found["share"] <= found["high"]
    assert main([*command, "--confidence", "90"]) == 0
    assert capsys.readouterr().out.startswith("heuristic is better than random: ")


FOUR_SOULS = [
    ("heuristic", "heuristic@1", 2, "better"),
    ("heuristic", "aggressive", 2, "better"),
    ("policy:four_souls_4", "heuristic@1", 4, "better"),
    ("random", "random", 2, "not distinguishable"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("a", "b", "players", "verdict"), FOUR_SOULS)
def test_compare__bots_of_known_strength(a, b, players, verdict):
    """Shares that other tables show: 61 and 56 % with two seats, 35 % of four seats, with all sets, against 25."""
    options = {"sets": GAME.options["sets"].of_names(("base", "gold", "plus"))} if players == 4 else {}
    assert compare(a, b, players=players, seed=4, options=options).verdict == verdict
