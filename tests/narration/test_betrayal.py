"""Log of a seat of Betrayal: each fact that changes is reported once, and nothing else is."""

from __future__ import annotations

from copy import deepcopy

import pytest

from fs_env.core.betrayal.scenario import Play
from fs_env.narration.betrayal.events import moves, points
from fs_env.narration.speech import Speech


@pytest.fixture(scope="module")
def table():
    """Haunt 7 with two monsters, tokens and cards on a tile."""
    game = (
        Play(3).tile("Fountain", "north", of="Elfsong Tavern").token("mold", "Fountain").lie("Long Sling", "Fountain")
    )
    game.haunt(7, traitor=2).monster("Kitchen").monster("Kitchen", stunned=True)
    game.give(0, "Pry Bar").keep(1, "Crawling Claw").start()
    return game.game.to_json(game.S, player=0)


def changed(table, *path, to):
    """A copy of a table with one fact changed."""
    made = deepcopy(table)
    part = made
    for key in path[:-1]:
        part = part[key]
    assert part[path[-1]] != to
    part[path[-1]] = to
    return made


@pytest.mark.parametrize(
    ("path", "to", "told"),
    [
        (("players", 1, "tile"), "Kitchen", ["player_1 comes to Kitchen"]),
        (("players", 1, "tile"), None, ["player_1 is off the map"]),
        (("players", 0, "spaces", "might"), 5, ["player_0 gains 2 Might (still 5)"]),
        (("players", 0, "spaces", "sanity"), 1, ["player_0 loses 2 Sanity (still 3)"]),
        (("players", 1, "alive"), False, ["player_1 dies on Elfsong Tavern"]),
        (("players", 1, "escaped"), True, ["player_1 leaves the city for good"]),
        (("players", 1, "side"), "traitor", ["player_1 turns traitor"]),
        (("players", 1, "cursed"), True, ["player_1 is cursed: the next roll is 0"]),
        (("players", 1, "cards"), ["Cleaver"], ["player_1 draws Cleaver"]),
        (("players", 1, "cards"), ["Long Sling"], ["player_1 picks up Long Sling"]),
        (("players", 1, "events"), ["Crawling Claw", "Wererat Bite"], ["player_1 keeps the event Wererat Bite"]),
        (("players", 0, "cards"), [], ["player_0 discards Pry Bar"]),
        (("monsters", 0, "tile"), "Fountain", ["Intellect Devourer 1 goes to Fountain"]),
        (("monsters", 0, "stunned"), True, ["Intellect Devourer 1 is stunned"]),
        (("monsters", 1, "stunned"), False, ["Intellect Devourer 2 recovers"]),
        (("monsters",), [], ["Intellect Devourer 1 is killed", "Intellect Devourer 2 is killed"]),
        (("marks",), [2, 0], ["quest token 2 of the heroes is laid"]),
        (("haunt", "rounds"), 4, ["round 4 of the haunt is over"]),
        (("omens",), 6, ["omen 6 of 13 is revealed"]),
        (("discarded", "events"), ["Rot Grub"], ["the event Rot Grub is over"]),
        (("discarded", "events"), ["Crawling Claw"], ["Crawling Claw is discarded"]),
        (("turn",), 9, ["turn 9: the turn of player_0"]),
        (("decisions",), 77, []),
        (("decks", "events"), 3, []),
    ],
)  # fmt: skip
def test_moves__of_one_changed_fact(table, path, to, told):
    """One fact is told by the lines that belong to it."""
    assert moves(table, changed(table, *path, to=to)) == told


def test_moves__of_the_map(table):
    """A tile is found, tokens come and go with their names."""
    tile = {**table["tiles"][0], "tile": "Dead End", "x": 3, "tokens": ["lost_chest"], "cards": []}
    fountain = next(k for k, tile in enumerate(table["tiles"]) if tile["tile"] == "Fountain")
    assert moves(table, {**table, "tiles": [*table["tiles"], tile]}) == [
        "Dead End is found in the city",
        "token placed on Dead End: lost chest",
    ]
    assert moves(table, changed(table, "tiles", fountain, "tokens", to=[])) == ["token removed from Fountain: mold"]


def test_moves__of_a_card_that_changes_hands(table):
    """A gift is told once, by who gets it; a card that is laid down is dropped."""
    given = changed(changed(table, "players", 0, "cards", to=[]), "players", 1, "cards", to=["Pry Bar"])
    assert moves(table, given) == ["player_1 gets Pry Bar from player_0"]
    dropped = changed(changed(table, "players", 0, "cards", to=[]), "tiles", 0, "cards", to=["Pry Bar"])
    assert moves(table, dropped) == ["player_0 drops Pry Bar"]


def test_moves__of_the_beginning_of_a_haunt(table):
    """The haunt by number and name, who revealed it, who the traitor is, and its monsters together."""
    before = {**table, "haunt": None, "monsters": [], "marks": [0, 0]}
    before["players"] = [{**player, "side": "none"} for player in table["players"]]
    assert moves(before, table) == [
        "the haunt begins: 7, Tonight's Special: Brains!; player_0 has revealed it",
        "player_2 is the traitor",
        "Intellect Devourer 1, 2 come to Kitchen",
    ]


def test_moves__of_a_side_that_comes_to_light(table):
    """A side that was unknown to the seat is told when it is known."""
    hidden = changed(changed(table, "players", 2, "side", to=None), "players", 1, "side", to=None)
    assert moves(hidden, table) == ["player_1 is a hero", "player_2 is the traitor"]


def test_points__are_sides_fates_and_cards(table):
    """A row for each seat."""
    assert points(changed(table, "players", 1, "alive", to=False)) == [
        ("side", "fate", "cards"),
        ("hero", "alive", "1"),
        ("hero", "dead", "0"),
        ("traitor", "alive", "0"),
    ]


def test_choices__name_players_counted_to_the_left():
    """An action of seat 3 of four that counts two to the left means seat 1."""
    speech = Speech(["Ann", "Bob", "Cy", "Dee"])
    assert speech.choice("attack player 2 to your left", 3) == "attack Bob"
    assert speech.choice("choose yourself", 3) == "choose yourself"
