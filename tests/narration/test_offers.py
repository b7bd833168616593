"""Answers are offered in words that say what they do, to the seat that is asked."""

from __future__ import annotations

import random

from fs_env.core.betrayal.game import GAME as BETRAYAL
from fs_env.core.betrayal.language.codes import SEATS
from fs_env.core.betrayal.scenario import Play
from fs_env.core.castles_of_caleira.game import GAME as CASTLES
from fs_env.core.four_souls.game import GAME as FOUR_SOULS
from fs_env.narration.betrayal import events as betrayal
from fs_env.narration.castles_of_caleira import events as castles_of_caleira
from fs_env.narration.four_souls import events as four_souls
from fs_env.narration.legal_actions import choices
from fs_env.narration.narrator import Narrator
from fs_env.narration.speech import Speech
from tests.core.four_souls.rules.table import start


def offers(game: Play) -> list[str]:
    """The choices of the seat that is asked, seat 0 of Ann, Bob and Cy where nothing else is said."""
    narrator, seat = Narrator(BETRAYAL, game.asked), game.asked
    narrator.see(game.S)
    names = ["Ann", "Bob", "Cy"]
    names[seat] = "you"
    return [one.words for one in choices(BETRAYAL, seat, BETRAYAL.legal(game.S).tolist(), Speech(names), narrator)]


def test_betrayal__both_sides_of_an_adventurer_card():
    """At the first choice: names, people and class, the traits as they begin, the power; sides of a card name each other."""
    S = BETRAYAL.new(1)
    BETRAYAL.setup(S, seed=1, num_players=3, adventurer_cards=1)
    seat, narrator = BETRAYAL.to_act(S), Narrator(BETRAYAL, BETRAYAL.to_act(S))
    narrator.see(S)
    legal = sorted(BETRAYAL.legal(S).tolist())
    first, second = (one.words for one in choices(BETRAYAL, seat, legal, Speech(["a", "b", "c"]), narrator))
    names = [words.removeprefix("play ").partition(":")[0] for words in (first, second)]
    assert first.endswith(f"; the other side of {names[1]}") and second.endswith(f"; the other side of {names[0]}")
    assert "; Might " in first and "; Might " in second


def test_betrayal__ways_and_things_of_a_turn():
    """Doors lead to tiles by name or are unexplored; powers, tasks and monsters have their names."""
    game = Play(3).haunt(7, traitor=2).tile("Haunted Alley", "east", of="Elfsong Tavern").stand(0, "Haunted Alley")
    found = offers(game.monster("Haunted Alley").start())
    assert "attack Intellect Devourer 1 (Might: 5 dice against 3)" in found and "go north, unexplored" in found
    assert any(words.startswith("try to find a clue: Knowledge 5+, ") for words in found)
    assert "go east to Haunted Alley" in offers(
        Play(3).tile("Haunted Alley", "east", of="Elfsong Tavern", turned=1).start()
    )


def test_betrayal__dice_of_an_attack():
    """R51, R53: own dice with each weapon against those of the defence with the same trait; fewer in the stench, one more by a mark; not
    of an attack from afar, whose means is not chosen yet."""
    game = Play(3).haunt(7, traitor=2).monster("Elfsong Tavern").give(0, "Cleaver", "Maul", "Spark Rod", "Long Sling")
    game = (
        game.clips(0, might=1, knowledge=5).tile("Fountain", "north", of="Elfsong Tavern").stand(2, "Fountain").start()
    )
    assert "attack Intellect Devourer 1 (Might: 4 dice against 3)" in offers(game) and "attack Cy" in offers(game)
    worse = game.copy().token("stench", "Elfsong Tavern").having(0, mark=SEATS).choose("attack monster 1")
    assert offers(worse)[0] == "attack with Might alone (2 dice + 1 against 3)"
    cursed = game.copy().having(0, cursed=1).choose("attack monster 1")
    assert offers(cursed)[1] == "attack with Cleaver (1 by a curse against 3)"
    game.choose("attack monster 1")
    assert offers(game) == [
        "attack with Might alone (4 dice against 3)",
        "attack with Cleaver (4 dice + 1 against 3)",
        "attack with Maul (7 dice against 3)",
        "attack with Spark Rod (5 dice of Knowledge against 5)",
        "attack with Long Sling (4 dice of Speed against 3)",
    ]


def test_betrayal__adventurers_in_short_beside_their_drawing():
    """Beside the drawing, which has the rest, an adventurer is a name; without it traits, power and the other side are told."""
    S = BETRAYAL.new(1)
    BETRAYAL.setup(S, seed=4, num_players=3)
    found = {}
    for drawn in (False, True):
        narrator = Narrator(BETRAYAL, 0, drawn=drawn)
        narrator.see(S)
        (found[drawn],) = narrator.offered(["play Tasha Brightbottle"])
    assert found[True] == "play Tasha Brightbottle"
    assert (
        "Might 3, Speed 5, Knowledge 4, Sanity 3" in found[False] and "opponents do not slow you down" in found[False]
    )


def test_betrayal__doors_of_a_turned_tile():
    """The doors that are promised for a way to lay a tile are those that it has when it lies so."""
    game = Play(3, any_orientation=1).stack("streets", "Rose Portal").start().choose("go east")
    assert game.question == "orient" and len(game.legal()) > 2
    for text, words in zip(game.legal(), offers(game), strict=True):
        laid = game.copy().choose(text)
        tile = next(tile for tile in laid.facts()["tiles"] if tile["tile"] == game.facts()["laying"]["tile"])
        assert words.partition(" door")[2].split(" ", 1)[1].replace(" and ", ", ") == ", ".join(tile["doors"])


def test_betrayal__what_a_point_of_damage_leaves():
    """The value that an answer promises is the one that the trait has then; the question says how far the adventurer has moved."""
    S, chance, seen = BETRAYAL.new(1), random.Random(0), set()
    for seed in range(4):
        BETRAYAL.setup(S, seed=seed, num_players=3)
        while (seat := BETRAYAL.to_act(S)) >= 0:
            action, asked = chance.choice(BETRAYAL.legal(S).tolist()), BETRAYAL.decision_text(S)
            if "a point of damage" not in asked and ("an action" not in asked or chance.random() > 0.05):
                BETRAYAL.step(S, action)
                continue
            narrator = Narrator(BETRAYAL, seat)
            narrator.see(S)
            before = narrator.table
            words = narrator.offered([BETRAYAL.action_text(action)])[0]
            if before["decision"]["question"] == "turn" and not before["this_turn"]["stopped"]:
                assert f"(moved {before['this_turn']['moved']} of " in narrator.question
            BETRAYAL.step(S, action)
            if before["decision"]["question"] == "split" and words.startswith("lose 1 "):
                trait, then = words.split()[2].lower(), words.rpartition("then ")[2].removesuffix(")")
                player = BETRAYAL.to_json(S)["players"][int(before["decision"]["about"]["figure"][-1])]
                assert then == ("dead" if not player["alive"] else str(player["traits"][trait]))
                seen.add(then == "dead")
    assert seen == {True, False}


def test_betrayal__the_end_of_a_turn_and_cards_that_are_taken_or_left():
    """R17: after "end the turn" the figure does nothing more in this turn; cards that are offered are taken, left or kept as is said."""
    S, chance, seen = BETRAYAL.new(1), random.Random(3), set()
    for seed in range(6):
        BETRAYAL.setup(S, seed=seed, num_players=3 + seed % 3)
        while (seat := BETRAYAL.to_act(S)) >= 0:
            action = chance.choice(BETRAYAL.legal(S).tolist())
            if BETRAYAL.action_text(action) not in ("yes", "no", "end the turn"):
                BETRAYAL.step(S, action)
                continue
            before = BETRAYAL.to_json(S, player=seat)
            asked, about = before["decision"]["question"], before["decision"]["about"] or {}
            (words,) = betrayal.offered(before, [BETRAYAL.action_text(action)])
            BETRAYAL.step(S, action)
            after = BETRAYAL.to_json(S, player=seat)
            if words.startswith("end the turn"):
                then = after["decision"]
                again = (then["question"], (then["about"] or {}).get("figure"), after["turn"])
                assert again != (asked, about.get("figure"), before["turn"]), words
            elif asked == "accept" and after["players"][seat]["alive"]:
                assert (about["card"] in after["players"][seat]["cards"]) == words.startswith("take "), words
            elif asked in ("discard", "keep") and words.endswith("nothing"):
                assert set(before["players"][seat]["cards"]) >= set(after["players"][seat]["cards"]), words
            seen.add(words.split()[0])
    assert {"end", "do", "take"} <= seen


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
        "destroy a hidden card, piece 1 (face down, Bob's)",
        "destroy Trebuchet, piece 2 (face up, yours)",
        "no further piece",
    ]
    hand = [{"hand_size": 1}] * 2
    drawn = castles_of_caleira.offered_drawn(table | {"players": hand}, texts)
    assert [Speech(["you", "Bob"]).of(words) for words in drawn] == [
        "destroy a hidden card #1 (Bob's)",
        "destroy Trebuchet #2 (yours)",
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
        decision = {"player": 0, "question": question, "card": card, "shape": "yes_no", "options": yes_no}
        return four_souls.offered({"decision": decision}, ["yes", "no"])

    assert offered("loot_source", "lazarus") == ["turn Lazarus", "use the loot play"]
    assert offered("may", "incubus") == ["use Incubus", "do not use Incubus"]


def test_four_souls__what_a_play_costs():
    """An answer says that the character is turned for a loot card exactly where it is."""
    S, chance, seen = FOUR_SOULS.new(1), random.Random(2), set()
    FOUR_SOULS.setup(S, seed=2, num_players=2)
    for _ in range(600):
        legal = sorted(FOUR_SOULS.legal(S).tolist())
        if not legal:
            break
        action, seat = chance.choice(legal), FOUR_SOULS.to_act(S)
        if not FOUR_SOULS.action_text(action).startswith("play "):
            FOUR_SOULS.step(S, action)
            continue
        before = FOUR_SOULS.to_json(S, player=seat)
        (words,) = four_souls.offered(before, [FOUR_SOULS.action_text(action)])
        FOUR_SOULS.step(S, action)
        after = FOUR_SOULS.to_json(S, player=seat)
        if after["decision"] and after["decision"]["question"] != "loot_source":
            turns = after["players"][seat]["turned"] > before["players"][seat]["turned"]
            assert turns == ("(turns " in words)
            seen.add(turns)
    assert seen == {True, False}


def test_four_souls__asks_without_an_empty_stack():
    """What is on the stack is counted where there is something; the attack that is under way is named."""
    assert four_souls.asked({}, "you have priority (end phase, stack: 0 objects)") == "you have priority (end phase)"
    some = four_souls.asked({}, "you have priority (end phase, stack: 2 objects)")
    assert some == "you have priority (end phase, 2 objects on the stack)"
    fought = {"monsters": [{"card": "fly", "shows": None, "attacked": True}]}
    attack = four_souls.asked(fought, "you have priority (action phase of you, stack: 0 objects)")
    assert attack == "you have priority (action phase of you, attack on Fly)"


def test_four_souls__what_each_of_several_effects_does():
    """Paid effects of one card by cost and effect, both ways to change a roll, optional effects by the card that each is about, and a
    slot by the monster that is covered."""

    def offers(game):
        seat = FOUR_SOULS.to_act(game.S)
        texts = [FOUR_SOULS.action_text(action) for action in sorted(FOUR_SOULS.legal(game.S).tolist())]
        return four_souls.offered(FOUR_SOULS.to_json(game.S, player=seat), texts)

    bone = start({"items": [{"card": "the_bone", "counters": 3}]})
    assert [words for words in offers(bone) if words.startswith("pay for The Bone")] == [
        "pay for The Bone: remove 2 counters from this: choose a player or monster. Deal 1 damage to it",
        "pay for The Bone: remove 3 counters from this: this becomes a soul of yours, worth 1",
    ]
    belial = start({"items": ["book_of_belial"]}, monsters=["dip"], dice=[2]).attack("dip").pass_all().pass_all()
    assert offers(belial.activate("book_of_belial").pass_all()) == ["subtract 1", "add 1"]
    tops = {"loot_deck": ["a_dime"], "treasure_deck": ["meat"], "monster_deck": ["dip"]}
    man = start({"hand": ["the_hanged_man"]}, **tops).play("the_hanged_man").pass_all()
    for top in ("A Dime!!", "Meat!", "Dip"):
        assert offers(man) == [f"use XII. The Hanged Man on {top}", f"do not use XII. The Hanged Man on {top}"]
        man.choose("no")
    top = start({}, monsters=["fly", "dip"], monster_deck=["trite"]).attack("top").pass_all()
    assert top.expect(question="slot") and sorted(offers(top)) == ["cover Dip", "cover Fly"]


def test_four_souls__bargains_in_words():
    """What is paid for and how much are said in full; an amount that answers an offer stands instead of it."""
    asked = {"player": 0, "question": "favour", "shape": "favour", "card": None, "options": []}
    assert four_souls.offered({"decision": asked}, ["favour: gift", "favour: aim at another"]) == [
        "a gift",
        "another player as target in this turn",
    ]
    assert four_souls.offered({"decision": asked | {"question": "cents"}}, ["cents 3"]) == ["3¢"]
    assert four_souls.offered({"decision": asked | {"question": "deal"}}, ["cents 3"]) == ["3¢ instead"]


def test_choices__keep_the_letters_of_their_ids():
    """Yes is y and no is n, whatever they do."""
    game = Play(3).keep(0, "Future Sight").start()
    narrator = Narrator(BETRAYAL, 0)
    narrator.see(game.S)
    legal = sorted(BETRAYAL.legal(game.S).tolist())
    assert [one.key for one in choices(BETRAYAL, 0, legal, Speech(["a", "b", "c"]), narrator)] == ["y", "n"]
