"""Puzzles of Betrayal at Baldur's Gate: positions as data, goals, and exact values, compared with dice counted one by one."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from fs_env.core.betrayal.scenario import Play, Scenario
from fs_env.core.betrayal.scenario.position import STACKS
from fs_env.core.machine.run.scenario import ScenarioError
from fs_env.puzzles import betrayal as rules
from fs_env.puzzles.solve import Solver, outcomes

EMPTY: dict[str, list[str]] = {stack: [] for stack in STACKS}
GRUSK = '"Grim" Grusk Mugtug'


def duel(might: int = 5, other: int = 1, **position: Any) -> Play:
    """Grusk attacks the traitor Aldan, whose body stands one point above the skull; no player can move."""
    return Scenario(
        **{"haunt": 101, "traitors": [1], "rounds": 6, "stacks": EMPTY, **position},
        players=[
            {"adventurer": GRUSK, "might": might, "speed": 8, "done": {"stopped": 1}},
            {"adventurer": "Aldan Pyrite", "might": other, "speed": 1},
            {"dead": True},
        ],
    ).start()


def worth(play: Play, seat: int = 0, turns: int = 1, **goal: Any) -> dict[str, float]:
    goal = goal or {"win": True}
    solver = Solver(rules, rules.Goal.of(goal, seat, int(play.S["turn"][0]) + turns - 1))
    return {play.words(action): value for action, value in solver.actions(play.S).items()}


def share(attacker: int, defender: int) -> float:
    """In what share of all throws so many dice with the faces 0, 1, 2 show more than others."""
    throws = list(product(range(3), repeat=attacker + defender))
    return sum(sum(dice[:attacker]) > sum(dice[attacker:]) for dice in throws) / len(throws)


@pytest.mark.parametrize(("might", "other", "dice"), [(1, 1, (2, 2)), (2, 1, (3, 2)), (5, 1, (5, 2))])
def test_actions__an_attack(might: int, other: int, dice: tuple[int, int]) -> None:
    """Any point kills the traitor: the attack is worth the share of the throws that it wins, another action nothing."""
    values = worth(duel(might, other))
    assert values["attack player 1 to your left"] == pytest.approx(share(*dice))
    assert values["end the turn"] == 0


def test_actions__the_other_side_answers_as_badly_as_possible() -> None:
    """The traitor may attack in its turn and kill the hero, unless the hero's body can take all that four dice show."""
    play = duel(might=1)
    assert (
        worth(play, turns=2, survive=True)["end the turn"] == 1
    )  # Speed 8 and Might 1 can take seven points of two dice
    weak = Scenario(haunt=101, traitors=[1], rounds=6, stacks=EMPTY, players=[
        {"adventurer": GRUSK, "might": 1, "speed": 1, "done": {"stopped": 1}}, {"adventurer": "Aldan Pyrite", "might": 1}, {"dead": True},
    ]).start()  # fmt: skip
    assert worth(weak, turns=2, survive=True)["end the turn"] == pytest.approx(1 - share(2, 2))


def test_outcomes__rolls_of_one_action() -> None:
    """An attack of two dice against two has 5 x 5 outcomes, as likely as their totals are; the position itself stays as it is."""
    play = duel(1, 1)
    before = play.game.snapshot(play.S)
    action = play.action_of("attack player 1 to your left")
    paths = outcomes(rules, play.S, action)
    assert len(paths) == 25
    assert sum(chance for chance, _ in paths) == pytest.approx(1)
    assert max(chance for chance, _ in paths) == pytest.approx((3 / 9) ** 2)
    assert play.game.snapshot(play.S) == before


@pytest.mark.parametrize(
    ("goal", "position", "reached"),
    [
        ({"marks": 5}, {"haunt": 105, "marks": [5, 2]}, True),
        ({"marks": 6}, {"haunt": 105, "marks": [5, 2]}, False),
        ({"deny": True}, {}, True),
        ({"win": True}, {}, False),
        ({"survive": True, "cards": ["Pry Bar"]}, {}, False),
    ],
)
def test_goal__at_the_end_of_the_turn(goal: dict[str, Any], position: dict[str, Any], reached: bool) -> None:
    """Nothing is decided in the turn; with its end all parts must hold."""
    play = duel(**position)
    wanted = rules.Goal.of(goal, 0, int(play.S["turn"][0]))
    assert wanted.decided(play.S) is None
    assert wanted.decided(play.choose("end the turn").S) is reached


def test_goal__the_side_that_wins() -> None:
    """The traitor's death reaches the goal of a hero to win, and misses the traitor's to deny it and to survive."""
    play = duel().roll(6, 1).choose("attack player 1 to your left", "Might")
    turn = int(play.S["turn"][0])
    assert rules.Goal.of({"win": True}, 0, turn).decided(play.S) is True
    assert rules.Goal.of({"deny": True}, 1, turn).decided(play.S) is False
    assert rules.Goal.of({"survive": True}, 1, turn).decided(play.S) is False


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ({"haunt": 113}, "haunt=113: expected one of 7, 101"),
        ({"traitors": []}, r"traitors=\[\]: expected the seat of one at least"),
        ({"traitors": [3]}, "traitors=3: expected a whole number 0..2"),
        ({"tiles": [{"tile": "Fountian", "side": "north", "of": "Kitchen"}]}, "did you mean 'Fountain'"),
        ({"tiles": [{"tile": "Fountain", "sied": "north", "of": "Kitchen"}]}, "tile 0 has no 'sied'.*did you mean 'side'"),
        ({"tiles": [{"tile": "Fountain"}]}, "tile 0: .*missing 2 required"),
        ({"stacks": {"omen": []}}, "did you mean 'omens'"),
        ({"monsters": [{"tile": "Kitchen", "kind": 2}]}, "kind=2: expected a whole number 0..1"),
        ({"marks": [1]}, "expected two numbers, of the heroes and of the traitor"),
        ({"omens": 99}, "the position cannot be played: .*omens"),
    ],
)  # fmt: skip
def test_scenario__mistakes(position: dict[str, Any], told: str) -> None:
    """The error names the value and what was expected, or the nearest name."""
    with pytest.raises(ScenarioError, match=told):
        duel(**position)


def test_scenario__everything_that_it_can_say() -> None:
    """Tiles, tokens, cards, kept events, monsters and numbers are where the data says."""
    play = Scenario(
        haunt=102, traitors=[2], revealer=1, rounds=3, marks=[1, 0], omens=4, turn=1,
        tiles=[{"tile": "Fountain", "side": "north", "of": "Elfsong Tavern", "tokens": ["obstacle"], "cards": ["Maul"]}],
        monsters=[{"tile": "Fountain", "stunned": True}], stacks={"items": ["Pry Bar", "Cleaver"]},
        players=[{"escaped": True}, {"might": 2, "cards": ["Cursed Armor"], "wards": 1, "done": {"spent": 1}}, {}],
    ).start()  # fmt: skip
    told = play.facts()
    assert (told["asked"], told["haunt"]["number"], told["haunt"]["rounds"], told["omens"]) == (1, 102, 3, 4)
    assert (told["marks"], told["revealer"], told["decks"]["items"]) == ([1, 0], 1, 2)
    tile = play.on("Fountain")
    assert (tile["tokens"], tile["cards"]) == (["obstacle"], ["Maul"])
    assert play.monsters()[0]["stunned"] and play.player(0)["escaped"]
    me = play.player(1)
    assert (me["spaces"]["might"], me["cards"], me["wards"], me["moved"]) == (2, ["Cursed Armor"], 1, 1)
    assert play.player(2)["side"] == "traitor"
