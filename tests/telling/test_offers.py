"""Answers are offered in words that say what they do, to the seat that is asked."""

from __future__ import annotations

from fs_env.core.betrayal.game import GAME as BETRAYAL
from fs_env.core.betrayal.scenario import Play
from fs_env.core.castles_of_caleira.game import GAME as CASTLES
from fs_env.telling import castles_of_caleira, four_souls
from fs_env.telling.choices import choices
from fs_env.telling.speech import Speech
from fs_env.telling.teller import Teller


def offers(game: Play) -> list[str]:
    """The choices of the seat that is asked, seat 0 of Ann, Bob and Cy where nothing else is said."""
    teller, seat = Teller(BETRAYAL, game.asked), game.asked
    teller.see(game.S)
    names = ["Ann", "Bob", "Cy"]
    names[seat] = "you"
    return [one.words for one in choices(BETRAYAL, seat, BETRAYAL.legal(game.S).tolist(), Speech(names), teller)]


def test_betrayal__both_sides_of_an_adventurer_card():
    """At the first choice: names, people and class, the traits as they begin, the power; sides of a card name each other."""
    S = BETRAYAL.new(1)
    BETRAYAL.setup(S, seed=1, num_players=3, adventurer_cards=1)
    seat, teller = BETRAYAL.to_act(S), Teller(BETRAYAL, BETRAYAL.to_act(S))
    teller.see(S)
    legal = sorted(BETRAYAL.legal(S).tolist())
    first, second = (one.words for one in choices(BETRAYAL, seat, legal, Speech(["a", "b", "c"]), teller))
    names = [words.removeprefix("play ").partition(":")[0] for words in (first, second)]
    assert f"the other side of {names[1]}; Might " in first and f"the other side of {names[0]}; Might " in second


def test_betrayal__ways_and_things_of_a_turn():
    """Doors lead to tiles by name or are unexplored; powers, tasks and monsters have their names."""
    game = Play(3).haunt(7, traitor=2).tile("Haunted Alley", "east", of="Elfsong Tavern").stand(0, "Haunted Alley")
    found = offers(game.monster("Haunted Alley").start())
    assert "attack Intellect Devourer 1" in found and "go north, unexplored" in found
    assert any(words.startswith("try to find a clue: Knowledge 5+, ") for words in found)
    assert "go east to Haunted Alley" in offers(
        Play(3).tile("Haunted Alley", "east", of="Elfsong Tavern", turned=1).start()
    )


def test_betrayal__doors_of_a_turned_tile():
    """The doors that are promised for a way to lay a tile are those that it has when it lies so."""
    game = Play(3, any_orientation=1).stack("streets", "Rose Portal").start().choose("go east")
    assert game.question == "orient" and len(game.legal()) > 2
    for text, words in zip(game.legal(), offers(game), strict=True):
        laid = game.copy().choose(text)
        tile = next(tile for tile in laid.facts()["tiles"] if tile["tile"] == game.facts()["laying"]["tile"])
        assert words.partition(" door")[2].split(" ", 1)[1] == ", ".join(tile["doors"])


def test_betrayal__yes_and_no():
    """What is used or left, taken or not, by name."""
    game = Play(3).keep(0, "Future Sight").start()
    game.expect(question="may")
    assert offers(game) == ["discard this card, draw 3 item cards and keep one", "do not"]
    trade = Play(3).give(0, "Pry Bar").stand(2, "Kitchen").start().choose("offer Pry Bar").expect(asked=1)
    assert offers(trade) == ["take Pry Bar from Ann", "do not take Pry Bar"]
    heart = Play(3).tile("Ambush Alley", "north", of="Elfsong Tavern").stand(0, "Ambush Alley")
    heart = heart.stack("events", "Desiccated Heart").start().choose("end the turn")
    assert offers(heart) == ["lose 1 Might, gain 1 Sanity", "lose 1 Sanity, gain 1 Might"]


def test_castles__pieces_by_name():
    """A piece is named for who knows it, by its place and its owner; the letters are those of the ids."""
    S = CASTLES.new(1)
    CASTLES.setup(S, seed=6, num_players=2)
    table = CASTLES.to_json(S, player=0) | {
        "pieces": [
            {"piece": 1, "owner": 1, "card": None, "place": "face down"},
            {"piece": 2, "owner": 0, "card": "Trebuchet", "place": "face up"},
        ]
    }
    table["decision"] |= {"question": "target", "effect": 2, "picked": None}
    texts = ["choose piece 1", "choose piece 2", "choose no further piece"]
    found = castles_of_caleira.offered(table, texts)
    assert [Speech(["you", "Bob"]).of(words) for words in found] == [
        "a hidden card, piece 1 (face down, of Bob)",
        "Trebuchet, piece 2 (face up, yours)",
        "no further piece",
    ]
    order = table | {
        "deck_top": ["Barracks", "Observatory", "Watchtower"],
        "decision": {**table["decision"], "question": "order"},
    }
    assert castles_of_caleira.offered(order, ["put back second, third, top"]) == [
        "put back, the top one first: Observatory, Watchtower, Barracks"
    ]
    give = table | {"decision": {**table["decision"], "question": "return"}}
    assert castles_of_caleira.offered(give, ["give Barracks"]) == ["give Barracks to player_0"]


def test_four_souls__yes_and_no():
    """A loot card is played by turning the character or with a loot play; an optional effect is used or not."""
    yes_no = [{"sort": "answer", "yes": True}, {"sort": "answer", "yes": False}]

    def offered(question, card):
        decision = {"question": question, "card": card, "shape": "yes_no", "options": yes_no}
        return four_souls.offered({"decision": decision}, ["yes", "no"])

    assert offered("loot_source", "lazarus") == ["turn Lazarus", "use the loot play"]
    assert offered("may", "incubus") == ["use Incubus", "do not use Incubus"]


def test_choices__keep_the_letters_of_their_ids():
    """Yes is y and no is n, whatever they do."""
    game = Play(3).keep(0, "Future Sight").start()
    teller = Teller(BETRAYAL, 0)
    teller.see(game.S)
    legal = sorted(BETRAYAL.legal(game.S).tolist())
    assert [one.key for one in choices(BETRAYAL, 0, legal, Speech(["a", "b", "c"]), teller)] == ["y", "n"]
