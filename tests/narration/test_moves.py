"""Log of a seat of a game: each fact that changes is reported, and nothing else is."""

from __future__ import annotations

from copy import deepcopy

import pytest

from fs_env.narration.castles_of_caleira import events as castles_of_caleira
from fs_env.narration.four_souls import events as four_souls
from fs_env.narration.narrator import Narrator
from fs_env.narration.speech import Speech
from fs_env.registry.games import load_game
from tests.core.machine.nim import GAME as NIM
from tests.core.machine.nim import SHOW

STARTS = 6  # a seed with which seat 0 of Castles of Caleira begins


def dealt(name: str, seed: int = 3, **options: int):
    game = load_game(name)
    S = game.new()
    game.setup(S, seed=seed, num_players=2, **options)
    return game, S


@pytest.fixture(scope="module")
def table():
    game, S = dealt("four_souls")
    return game.to_json(S, player=0)


def changed(table, *path, to):
    """A copy of a table with one fact changed."""
    made = deepcopy(table)
    part = made
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = to
    return made


def item(card: str, turned: bool = False):
    return {"card": card, "shows": None, "turned": turned, "eternal": False, "counters": 0}


@pytest.mark.parametrize(
    ("path", "to", "told"),
    [
        (("players", 1, "coins"), 8, "player_1 gains 5¢ (now 8¢)"),
        (("players", 1, "coins"), 0, "player_1 loses 3¢ (now 0¢)"),
        (("players", 1, "hp"), 1, "player_1 loses 1 hp: 1/2"),
        (("players", 1, "dead"), True, "player_1 dies"),
        (("players", 1, "hand_size"), 5, "player_1 draws 2 loot cards"),
        (("players", 1, "hand_size"), 2, "player_1 has 2 loot cards left in hand"),
        (("players", 1, "curses"), [item("curse_of_greed")], "player_1 gets Curse of Greed"),
        (("players", 1, "items"), [], "player_1 loses Lazarus' Rags"),
        (("players", 1, "souls"), 1, "player_1 has 1 soul"),
        (("players", 1, "promises_broken"), 1, "player_1 breaks a promise"),
        (("monsters", 0, "hp"), 1, "Holy Squirt loses 1 hp: 1/2"),
        (("shop",), ["the_battery", "brimstone"], "Brimstone comes into the shop"),
        (("decks", "loot", "discard"), ["bomb"], "Bomb! goes to the loot discard pile"),
        (("revealed",), ["bomb"], "Bomb! is revealed"),
        (("turn",), 2, "turn 2: the turn of player_0"),
        (("priority_player",), 1, None),
        (("decisions",), 7, None),
    ],
)
def test_four_souls__a_fact(table, path, to, told):
    """One fact that changes is told in one line; changed back, that line is not told."""
    after = changed(table, *path, to=to)
    assert four_souls.moves(table, after) == ([] if told is None else [told])
    assert told not in four_souls.moves(after, table)


def test_four_souls__a_hand(table):
    """Drawn cards are named for who may know them."""
    own = changed(table, "players", 0, "hand", to=[*table["players"][0]["hand"], "bomb"])
    own["players"][0]["hand_size"] += 1
    assert four_souls.moves(table, own) == ["player_0 draws 1 loot card: Bomb!"]
    exchanged = changed(table, "players", 0, "hand", to=["bomb", "dagaz", "jera", "the_moon"])
    exchanged["players"][0]["hand_size"] = 4
    (told,) = four_souls.moves(table, exchanged)
    assert told.startswith("player_0 gets Bomb!, Dagaz, Jera, XVIII. The Moon for ")


def test_four_souls__hit_points_that_are_no_damage(table):
    """A bonus that begins or ends, and a death that is prevented, are neither healing nor damage; a monster is covered or dies."""
    for hp, most in ((1, 1), (2, 3), (3, 3)):
        bonus = changed(changed(table, "players", 1, "hp", to=hp), "players", 1, "max_hp", to=most)
        assert four_souls.moves(table, bonus) == [f"player_1 has {hp}/{most} hp now"]
    dying = changed(changed(table, "monsters", 0, "hp", to=0), "monsters", 0, "dying", to=True)
    assert four_souls.moves(dying, table) == ["Holy Squirt survives with 2/2 hp"]
    covered = changed(table, "monsters", 0, to=table["monsters"][0] | {"card": "fly", "covered": ["holy_squirt"]})
    assert four_souls.moves(table, covered) == ["Fly covers Holy Squirt in monster slot 1"]
    death = {"number": 9, "kind": "monster_death", "card": "holy_squirt", "shows": None, "player": 1}
    gone = changed(table, "monsters", 0, "card", to=None)
    assert four_souls.moves(changed(table, "stack", to=[death]), gone) == ["Holy Squirt dies and leaves monster slot 1"]
    assert four_souls.moves(table, gone) == ["Holy Squirt leaves monster slot 1"]


def test_four_souls__recharged(table):
    """An item that is turned back is recharged."""
    turned = changed(table, "players", 1, "items", 0, "turned", to=True)
    assert four_souls.moves(turned, table) == ["player_1 recharges Lazarus' Rags"]


def play(game, S, text: str) -> None:
    """Plays the legal action of this text."""
    (action,) = [a for a in game.legal(S).tolist() if game.action_text(a) == text]
    game.step(S, action)


def test_four_souls__a_play():
    """A play, with its mode and targets, is reported to both players."""
    game, S = dealt("four_souls")
    narrators = [Narrator(game, seat) for seat in (0, 1)]
    for text in (None, "activate Forever Alone", "mode a", "choose the player to your left"):
        if text is not None:
            play(game, S, text)
        for narrator in narrators:
            narrator.see(S)
    told = ["player_0 uses Forever Alone on player_1 (choose a player and steal 1¢ from that player)"]
    assert narrators[1].news() == narrators[0].news() == told
    assert narrators[1].news() == [], "news are told once"
    for _ in range(2):
        play(game, S, "pass")
        for narrator in narrators:
            narrator.see(S)
    assert (
        narrators[0].news()
        == narrators[1].news()
        == ["player_0 gains 1¢ from Forever Alone (now 4¢)", "player_1 loses 1¢ to Forever Alone (now 2¢)"]
    )


@pytest.mark.parametrize(
    ("kind", "card", "told"),
    [
        ("loot", "bomb", ["player_1 loses 1 hp to Bomb!: 1/2", "player_1 loses 3¢ to Bomb! (now 0¢)"]),
        ("event", "greed_event", ["player_1 loses 1 hp to Greed!: 1/2", "player_1 loses 3¢ to Greed! (now 0¢)"]),
        ("purchase", "decoy", ["player_1 loses 1 hp: 1/2", "player_1 pays 3¢ for a treasure (now 0¢)"]),
        ("penalty", None, ["player_1 loses 1 hp to the death penalty: 1/2", "player_1 loses 3¢ to the death penalty (now 0¢)"]),
        ("held_damage", "bomb", ["player_1 loses 1 hp: 1/2", "player_1 loses 3¢ (now 0¢)"]),
    ],
)  # fmt: skip
def test_four_souls__what_it_comes_from(table, kind, card, told):
    """Coins and hit points that are lost are lost to the object that resolves: that which left the stack, or was being resolved."""
    made = {"number": 9, "kind": kind, "card": card, "shows": None, "player": 1}
    after = changed(changed(table, "players", 1, "coins", to=0), "players", 1, "hp", to=1)
    assert four_souls.moves(changed(table, "stack", to=[made]), after) == told
    assert four_souls.moves(changed(table, "resolving", to=[{"frame": "run", "object": made}]), after) == told


def test_four_souls__who_hits_in_combat(table):
    """A monster loses hit points to its attacker, the attacker to the monster."""
    made = {"number": 9, "kind": "combat", "card": "holy_squirt", "shows": None, "player": 1}
    before = changed(table, "stack", to=[made])
    assert four_souls.moves(before, changed(table, "monsters", 0, "hp", to=1)) == [
        "Holy Squirt loses 1 hp to player_1: 1/2"
    ]
    assert four_souls.moves(before, changed(table, "players", 1, "hp", to=1)) == [
        "player_1 loses 1 hp to Holy Squirt: 1/2"
    ]


def test_four_souls__what_triggers(table):
    """A text that triggers is told by its card, for whom, and at what."""
    made = dict.fromkeys(("mode", "n", "amount", "about", "shows"))
    made |= {
        "kind": "trigger",
        "card": "cursed_gaper",
        "player": 1,
        "event": "any_roll",
        "roll": 4,
        "doubled": 0,
        "targets": [],
    }
    assert four_souls.object_words(made) == "Cursed Gaper triggers for player_1: player_1 rolls 4"
    itself = {"sort": "card", "card": "cursed_gaper", "shows": None, "zone": "active", "player": None, "slot": 0}
    dies = made | {"event": "this_dies", "roll": None, "about": itself}
    assert four_souls.object_words(dies) == "Cursed Gaper triggers for player_1: it dies"
    rewarded = made | {"event": "reward_taken", "roll": None}
    assert four_souls.object_words(rewarded) == "Cursed Gaper triggers for player_1: it has died"
    assert four_souls.object_words(made | {"event": None, "roll": None}) == "Cursed Gaper triggers for player_1"
    owned = {"sort": "card", "card": "decoy", "shows": None, "zone": "item", "player": 0, "slot": None}
    used = four_souls.object_words(made | {"kind": "activated", "card": "the_bone", "targets": [owned]})
    assert Speech(["you", "Rosa"]).of(used) == "Rosa uses The Bone on Decoy (yours)"


def test_four_souls__a_pass():
    """That the other one passes is told where nothing else is."""
    game, S = dealt("four_souls")
    narrator = Narrator(game, 1)
    narrator.see(S)
    play(game, S, "activate Forever Alone")
    play(game, S, "mode a")
    play(game, S, "choose the player to your left")
    narrator.see(S)
    narrator.news()
    play(game, S, "pass")
    narrator.see(S)
    assert narrator.news() == ["player_0 passes"]


def test_four_souls__the_words_of_modes():
    """Modes are listed with their effect for the seat that is asked, and by it alone on the page; other seats see no effect."""
    game, S = dealt("four_souls")
    play(game, S, "activate Forever Alone")
    asked, other, drawn = Narrator(game, 0), Narrator(game, 1), Narrator(game, 0, drawn=True)
    for narrator in (asked, other, drawn):
        narrator.see(S)
    assert drawn.offered(["mode b"]) == ["choose a deck and look at the top card of that deck"]
    assert asked.offered(["mode b"]) == ["mode b: choose a deck and look at the top card of that deck"]
    assert other.offered(["mode b"]) == ["mode b"]


def test_four_souls__points(table):
    """Souls, coins, items and loot cards of each seat."""
    rows = four_souls.points(changed(table, "players", 1, "souls", to=4))
    assert rows == [("souls", "coins", "items", "loot"), ("0", "3¢", "1", "3"), ("4", "3¢", "1", "3")]


def test_castles__a_turn():
    """A piece face down is named for its owner alone; face up it is named for all, and so is what it turns."""
    game, S = dealt("castles_of_caleira", STARTS)
    narrators = [Narrator(game, seat) for seat in (0, 1)]
    for narrator in narrators:
        narrator.see(S)
    card = game.to_json(S)["players"][0]["hand"][0]
    play(game, S, f"play {card} face down")
    for narrator in narrators:
        narrator.see(S)
    own, other = narrators[0].news(), narrators[1].news()
    assert own[0] == f"player_0 plays piece 1, {card}, face down"
    assert other[0] == "player_0 plays piece 1 face down" and not any(card in line for line in other)
    assert "turn 2: the turn of player_1" in own


def test_castles__facts():
    """Pieces that are turned, looked at, suppressed and destroyed, players who are out."""
    game, S = dealt("castles_of_caleira", STARTS)
    play(game, S, f"play {game.to_json(S)['players'][0]['hand'][0]} face down")
    before = game.to_json(S, player=1)
    for path, to, told in (
        (("pieces", 0, "place"), "face up", "piece 1 (of player_0) is turned face up"),
        (("pieces", 0, "place"), "discarded", "piece 1 (of player_0) is destroyed"),
        (("pieces", 0, "known_to"), [0, 1], "player_1 looks at piece 1 (of player_0)"),
        (("pieces", 0, "suppressed"), True, "piece 1 (of player_0) has no effect in this turn"),
        (("players", 0, "out"), True, "player_0 is out of the game"),
        (("players", 1, "hand"), [*before["players"][1]["hand"], "Barracks"], "player_1 draws Barracks"),
    ):
        assert castles_of_caleira.moves(before, changed(before, *path, to=to)) == [told]
    before["pieces"].append({**before["pieces"][0], "piece": 2, "card": "Trebuchet", "place": "face up"})
    before["decision"] |= {"effect": 2}
    for k, told in (
        (0, "piece 1 (of player_0) is destroyed by Trebuchet"),
        (1, "piece 2 (Trebuchet, of player_0) is destroyed by its own effect"),
    ):
        assert castles_of_caleira.moves(before, changed(before, "pieces", k, "place", to="discarded")) == [told]


def test_narrator__a_game_without_words_of_its_own():
    """Another game is told by what has changed in the view of the seat, and its end by the results."""
    S = NIM.new()
    NIM.setup(S, seed=1, num_players=2)
    narrator = Narrator(NIM, 0)
    narrator.see(S)
    assert narrator.state is S and narrator.news() == [] and narrator.offered(["take 1"]) == ["take 1"]
    NIM.step(S, SHOW)
    narrator.see(S)
    assert narrator.news() == ["turn: 1", "shown: 1, 0, 0, 0", "decisions: 1"]
    assert narrator.points() == [("result",), ("0",), ("0",)]
