"""Exact values of small positions, compared with values computed by hand."""

from __future__ import annotations

from typing import Any

import pytest

from fs_env.core.four_souls.scenario import Play, Scenario, Seat
from fs_env.puzzles import four_souls as rules
from fs_env.puzzles.solve import Solver, TooLarge, outcomes

DECKS = {
    "exact_decks": ["loot", "treasure", "monster"],
    "loot_deck": ["a_penny", "two_cents"],
    "treasure_deck": ["dinner", "breakfast"],
    "monster_deck": ["dip", "trite"],
    "shop": ["synthoil"],
}


def fight(monster: str = "monstro", left: int = 1, other: Seat | None = None, **seat: Any) -> Play:
    """Player 0 needs one more soul and fights the only monster."""
    return Scenario(
        players=[Seat(souls=3, coins=0, **{"hp": 1, **seat}), other or Seat(coins=0)],
        monsters=[{"card": monster, "hp": left}],
        **DECKS,
    ).start()


def worth(play: Play, seat: int = 0, **goal: Any) -> dict[str, float]:
    solver = Solver(rules, rules.Goal.of(goal or {"win": True}, seat, int(play.S["turn"][0])))
    return {play.words(action): value for action, value in solver.actions(play.S).items()}


@pytest.mark.parametrize(
    ("monster", "hp", "own_hp", "chance"),
    [
        ("monstro", 1, 1, 1 / 2),  # evasion 4: one roll
        ("little_horn", 1, 1, 1 / 6),  # evasion 6
        ("monstro", 1, 2, 3 / 4),  # one hit before two misses
        ("monstro", 2, 2, 1 / 2),  # two hits before two misses: symmetrical
        ("war", 1, 2, 8 / 9),  # evasion 3: 1 - 1/9
    ],
)
def test_actions__a_fight(monster: str, hp: int, own_hp: int, chance: float) -> None:
    """The chance of an attack is that of its rolls; passing wins nothing."""
    values = worth(fight(monster, hp, hp=own_hp))
    name = {"monstro": "Monstro", "little_horn": "Little Horn", "war": "War"}[monster]
    assert values[f"attack {name}"] == pytest.approx(chance)
    assert values["pass"] == 0


def test_actions__own_items_are_used_as_well_as_possible() -> None:
    """The D6 rolls a miss again and leaves a hit: 1 - 1/2 * 1/2."""
    assert worth(fight(items=["the_d6"]))["attack Monstro"] == pytest.approx(3 / 4)


def test_actions__other_seats_answer_as_badly_as_possible() -> None:
    """The D6 of another player rolls a hit again and leaves a miss: 1/2 * 1/2."""
    assert worth(fight(other=Seat(coins=0, items=["the_d6"])))["attack Monstro"] == pytest.approx(1 / 4)


def test_actions__the_goal_of_a_player_who_is_not_active() -> None:
    """For the other seat the chances are the complement, and its item works for it."""
    play = fight(other=Seat(coins=0, items=["the_d6"])).attack("monstro").pass_(by=0)
    assert max(worth(play, 1, deny=True).values()) == pytest.approx(3 / 4)


def test_outcomes__throws_of_one_action() -> None:
    """An action that throws has six outcomes of 1/6; one that does not has one; the position itself stays as it is."""
    play = fight().attack("monstro").pass_all()
    before = play.game.snapshot(play.S)
    play.take(play.ids()[0])
    paths = outcomes(rules, play.S, play.ids()[0])
    assert sorted(int(then["objects"]["n"][0, then["stack"][0, 0]]) for _, then in paths) == [1, 2, 3, 4, 5, 6]
    assert [share for share, _ in paths] == pytest.approx([1 / 6] * 6)
    quiet = fight()
    assert [share for share, _ in outcomes(rules, quiet.S, quiet.ids()[0])] == [1]
    assert play.game.snapshot(play.S) != before


def test_outcomes__several_throws_at_once() -> None:
    """Mutant Spider makes an attack roll four throws: 6^4 outcomes, equally likely."""
    play = fight(items=["mutant_spider"]).activate("mutant_spider").settle().attack("monstro").pass_all()
    play.take(play.ids()[0])
    shares = [share for share, _ in outcomes(rules, play.S, play.ids()[0])]
    assert shares == pytest.approx([6**-4] * 6**4)


def test_actions__an_item_that_should_rest() -> None:
    """Razor Blade hurts players only: on oneself it loses, on the other player it changes nothing."""
    values = worth(fight(items=["razor_blade"], hp=1))
    assert values["activate Razor Blade"] == pytest.approx(1 / 2)
    assert values["attack Monstro"] == pytest.approx(1 / 2)


def test_value__too_many_positions() -> None:
    """The limit raises an error that says what to do."""
    play = fight(items=["the_d6"])
    with pytest.raises(TooLarge, match="more than 3 positions: simplify the puzzle"):
        Solver(rules, rules.Goal.of({"win": True}, 0, 1), most=3).actions(play.S)
