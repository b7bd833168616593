"""Scenario: positions as data and games in the words of the players. What it says about the rules is checked elsewhere."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.rules.draft import clear_state
from fs_env.core.four_souls.scenario import Placed, Play, Scenario, ScenarioError, Seat
from fs_env.core.four_souls.scenario.builder import blank
from fs_env.core.four_souls.state import Zone
from fs_env.core.machine.compile.in_python import in_python
from fs_env.core.machine.declare.fields import as_records
from fs_env.core.machine.run.game import IllegalAction
from tests.core.four_souls.rules.table import start

EXAMPLES = Path(__file__).parent / "scenarios"


def check_cards(game: Play) -> None:
    """Every card is in one place, and the lists of the state agree with the zones."""
    S = game.S
    zone = [int(z) for z in S["zone"][0]]
    listed: list[int] = []
    for name, count, width in (("deck", "n_deck", 3), ("pile", "n_pile", 3), ("hand", "n_hand", 4)):
        for k in range(width):
            listed += [int(x) for x in S[name][0, k, : S[count][0, k]]]
    wanted = [i for i, z in enumerate(zone) if z in (Zone.DECK, Zone.PILE, Zone.HAND)]
    assert sorted(listed) == wanted
    in_play = sorted(int(x) for x in S["play"][0, : S["n_play"][0]])
    assert in_play == [i for i, z in enumerate(zone) if z in (Zone.ITEM, Zone.CURSE, Zone.ACTIVE)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_defaults_interfere_with_nothing(players: int) -> None:
    """R7.5: a default position waits for the active player in the action phase, with an empty stack and plain cards."""
    game = Scenario(players=players).start()
    game.expect(asked=0, question="priority", phase="action", stack=[], turn=1, bonus_souls=[], decisions=0)
    game.expect(monsters=["fly", "fatty"], shop=2, legal=["pass", "attack Fly", "attack Fatty"])
    for p in range(players):
        game.expect(player=p, coins=3, hand=[], items=[], curses=[], souls=0, hp=2, max_hp=2, attack=1, turned=False)
    check_cards(game)


def test_whole_position() -> None:
    """Every part of a position stands where it was put: seats, marks, slots, decks, piles, dice."""
    game = start(
        {"character": "Cain", "turned": True, "starting_item": True, "hand": ["bomb", "Bomb!"], "coins": 12, "hp": 1},
        {
            "items": ["dinner", {"card": "tech_x", "counters": 2, "turned": True}, Placed("the_relic", eternal=True)],
            "curses": ["curse_of_pain"],
            "souls": ["lost_soul", "monstro"],
            "dead": True,
        },
        monsters=[{"card": "gurdy", "hp": 2, "covered": ["dip", "trite"]}, "empty", "fly"],
        shop=["empty", "breakfast"],
        loot_deck=["a_dime", {"card": "a_penny", "known": [1]}],
        loot_discard=["dagaz", "ehwaz"],
        dice=[6, 2],
        bonus_souls=["soul_of_greed"],
    )
    game.expect(player=0, character="cain", turned=True, items=["sleight_of_hand"], hand=["bomb", "bomb"], hp=1)
    game.expect(player=1, souls=2, soul_cards=["monstro", "lost_soul"], curses=1, dead=True, hp=0, max_hp=3)
    game.expect(card="sleight_of_hand", zone="item", owner=0, eternal=True, turned=False)
    game.expect(card="tech_x", counters=2, turned=True).expect(card="the_relic", eternal=True)
    game.expect(monster="gurdy", hp=2, max_hp=5, slot=0, covered=["dip", "trite"], attack=1, evasion=4)
    game.expect(monsters=["gurdy", "empty", "fly"], shop=["empty", "breakfast"], dice=[6, 2])
    game.expect(deck="loot", top=["a_dime", "a_penny"]).expect(discard="loot", top=["dagaz", "ehwaz"], size=2)
    game.expect(card="a_penny", zone="deck", known=[1], copies=1).expect(bonus_souls=["soul_of_greed"])
    game.expect(card="bomb", zone="hand", owner=0, copies=2)
    check_cards(game)


def test_counters_where_the_text_gives_none() -> None:
    """A player sees two counters that a position puts on Dinner, whose own text gives it none."""
    game = start({"items": [Placed("dinner", counters=2)]})
    seen = GAME.observe(game.S, 1).view(GAME.schema.dtype)[0]["changed"][0]
    assert (seen["card"] - 1, seen["counters"], seen["eternal"]) == (T.CARD_ID["dinner"], 2, 0)


def test_empty_slots_are_refilled() -> None:
    """R15.2: an empty slot waits for its refill from the first decision on; FSR-109 plays from there."""
    game = start(monsters=["fly", "empty"], monster_deck=["conjoined_fatty"])
    game.expect(stack=["refill monster slot 1"]).settle().expect(monsters=["fly", "conjoined_fatty"])


@pytest.mark.parametrize(
    ("phase", "stack"), [("start", []), ("loot", ["loot 1"]), ("action", []), ("end", ["trigger Eden's Blessing"])]
)
def test_phases(phase: str, stack: list[str]) -> None:
    """R7.1, R7.3, R7.7: a scenario begins in each phase as a turn does, end-of-turn triggers pushed."""
    game = start({}, {"items": ["edens_blessing"], "coins": 0}, active=1, phase=phase)
    game.expect(asked=1, active=1, phase=phase, stack=stack, turn=1)


def test_start_phase_recharges() -> None:
    """R7.1: a turn that begins recharges the active player's cards, and no other player's."""
    seat = {"turned": True, "items": [{"card": "mr_boom", "turned": True}]}
    other = {"turned": True, "items": [{"card": "the_battery", "turned": True}]}
    game = start(seat, other, phase="start")
    game.expect(card="mr_boom", turned=False).expect(player=0, turned=False)
    game.expect(card="the_battery", turned=True).expect(player=1, turned=True)


def test_exact_deck() -> None:
    """R2.16: a deck can consist of the cards named alone; the rest of it is out of the game."""
    game = start(treasure_deck=["dinner", "breakfast"], exact_decks=["treasure"])
    game.expect(deck="treasure", top=["dinner", "breakfast"], size=2).expect(card="the_relic", zone="out")


def test_same_seed_same_decks() -> None:
    """The order of the cards no player named depends only on the seed."""
    first, again, other = (Scenario(seed=seed).start() for seed in (5, 5, 6))
    assert first.S.tobytes() == again.S.tobytes()
    assert list(first.S["deck"][0, 0]) != list(other.S["deck"][0, 0])


def test_refills_are_plain_unless_told_otherwise() -> None:
    """Monsters without text lie on top of the monster deck; with plain_refills=False all of it is shuffled."""
    plain = Scenario().start().read.filled("deck", "n_deck", 2)
    assert all(T.C_ABN[T.INST_CARD[inst]] == 1 and T.C_SOULS[T.INST_CARD[inst]] == 0 for inst in plain[-8:])
    mixed = Scenario(plain_refills=False).start().read.filled("deck", "n_deck", 2)
    assert sorted(plain) == sorted(mixed) and plain != mixed


def test_blank_table_is_that_of_setup() -> None:
    """The empty table a scenario starts from differs in nothing from the one a new game is dealt on."""
    S = GAME.new()
    with np.errstate(over="ignore"):
        in_python(clear_state, {})(as_records(S.view(np.ndarray))[0], 7)
    mine = blank(7)
    for name in S.dtype.names or ():
        if name != "rng":
            np.testing.assert_array_equal(S[name], mine[name], err_msg=name)


def test_toml_file_plays() -> None:
    """R18.1: the example of the last soul, read from its file, is won with one hit."""
    game = Scenario.from_toml(EXAMPLES / "last_soul.toml").start()
    game.expect(player=0, souls=3, hand=["bomb"]).attack("Monstro").pass_all().fight()
    game.expect(over=True, winners=[0], outcome="won", asked=None)


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_examples_start(path: Path) -> None:
    game = Scenario.from_toml(str(path)).start()
    check_cards(game)
    assert game.legal()


def test_toml_text() -> None:
    text = 'active = 1\nmonsters = [{card = "gurdy", hp = 2}]\n[[players]]\ncoins = 9\n[[players]]\nhand = ["bomb"]\n'
    made = Scenario(active=1, monsters=[Placed("gurdy", hp=2)], players=[Seat(coins=9), Seat(hand=["bomb"])])
    assert Scenario.from_toml(text) == made
    assert dataclasses.replace(made, seed=1) != made


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("monster = ['fly']\n", "did you mean 'monsters'"),
        ("[[players]]\ncoin = 3\n[[players]]\n", "did you mean 'coins'"),
        ("players = 5\n", "2 to 4 seats"),
        ("active = = 2\n", "not TOML"),
        ("[[players]]\nitems = [{name = 'the_d6'}]\n[[players]]\n", "names no card"),
        ("[[players]]\nturned = 'yes'\n[[players]]\n", "true or false"),
    ],
)
def test_toml_errors(text: str, told: str) -> None:
    """A key or value that means nothing is named, with the nearest one."""
    with pytest.raises(ScenarioError, match=told):
        Scenario.from_toml(text)


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ({"players": [{"hand": ["bom"]}, {}]}, "did you mean 'bomb'"),
        ({"players": [{"hand": ["bomb"] * 5}, {}]}, "'bomb' is named too often: each of its 4 copies"),
        ({"players": [{"items": ["dinner"]}, {}], "shop": ["dinner"]}, "items of player 0"),
        ({"players": [{"items": ["fly"]}, {}]}, "'fly' cannot be there: expected treasures"),
        ({"players": [{"hand": ["bomb#5"]}, {}]}, "expected a copy from #1 to #4"),
        ({"players": [{"hand": ["empty"]}, {}]}, "'empty' is not a card"),
        ({"monsters": ["curse_of_pain"]}, "expected monsters"),
        ({"monsters": [{"card": "fly", "hp": 3}]}, "hp=3 of 'fly': expected 1..1"),
        ({"players": [{"hp": 3}, {}]}, "hp=3 of player 0: expected 1..2"),
        ({"players": [{"hand": [{"card": "bomb", "turned": True}]}, {}]}, "turned=True, which has no meaning there"),
        ({"monster_deck": ["Chest"]}, "chest_1 or chest_2"),
        ({"exact_decks": ["loot"], "loot_discard": ["bomb"]}, "R15.9"),
    ],
)
def test_position_errors(position: dict[str, Any], told: str) -> None:
    """A position that cannot be is refused: the value, what was expected, the nearest name."""
    with pytest.raises(ScenarioError, match=told):
        Scenario(**position).start()


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ({"phase": "attack"}, "expected one of start, loot, action, end"),
        ({"dice": [7]}, "number=7: expected a whole number 1..6"),
        ({"players": [{"souls": 4}, {}]}, "souls=4: expected a whole number 0..3"),
        ({"players": [{"dead": True, "hp": 1}, {}]}, "dead player"),
        ({"active": 2}, "active=2: expected a whole number 0..1"),
        ({"shop": "dinner"}, "expected a list of cards"),
    ],
)
def test_value_errors(position: dict[str, Any], told: str) -> None:
    with pytest.raises(ScenarioError, match=told):
        Scenario(**position)


def test_play_with_choices_in_advance() -> None:
    """R5.2: a bomb and its target in one call; it resolves with the next round of passes."""
    game = start({"hand": ["bomb"]}, {"hp": 1})
    game.play("bomb", 1).expect(stack=["play bomb player 1"], asked=0)
    game.pass_all().expect(player=1, hp=0, dying=True).expect(card="bomb", zone="discard")
    game.expect(stack=["death of player 1"]).settle().expect(player=1, dead=True, coins=2)


def test_choice_left_pending() -> None:
    """R5.2: without a choice in advance the target is asked for, and answered by name or by seat."""
    game = start({"hand": ["bomb"]}).play("bomb")
    game.expect(asked=0, question="target", source="bomb", legal=["choose Fly", "choose player 1"], illegal="pass")
    game.copy().choose("Fly").expect(stack=["play bomb fly"])
    game.choose(0).expect(stack=["play bomb player 0"])


def test_answering_by_another_player() -> None:
    """R4.3, R8.3: player 1 answers a bomb by turning the character; the answer resolves first."""
    game = start({"hand": ["bomb"]}, {"hand": ["soul_heart"], "hp": 1})
    game.play("bomb", 1).play("soul_heart", 1, by=1, turn=True)
    game.expect(stack=["play bomb", "play soul heart"], asked=1).expect(player=1, turned=True)
    game.settle().expect(player=1, hp=1, dead=False, dying=False).expect(player=0, plays_used=1, turned=False)


def test_loot_play_or_turning() -> None:
    """ER-09: where both are open, a loot play is used unless the character is to be turned."""
    game = start({"hand": ["a_penny", "two_cents"]})
    game.copy().play("a_penny").expect(player=0, plays_used=1, turned=False)
    game.play("a_penny", turn=True).expect(player=0, plays_used=0, turned=True)
    game.settle().play("two_cents").settle().expect(player=0, coins=6, plays_used=1)


def test_a_single_choice_may_be_named() -> None:
    """R5.3: the rules take a single option themselves; naming it is not an error, naming another one is."""
    game = start({"hand": ["lil_battery"], "items": [{"card": "mr_boom", "turned": True}]})
    game.copy().play("lil_battery", "Mr. Boom").settle().expect(card="mr_boom", turned=False)
    with pytest.raises(ScenarioError, match="no question is pending"):
        game.play("lil_battery", "dinner")
    devil = start({"hand": ["the_devil"], "items": ["mr_boom"]}).play("the_devil", "dinner", "mr_boom")
    devil.expect(card="mr_boom", zone="discard").settle().expect(player=0, items=["dinner"])


@pytest.mark.parametrize("key", ["legal", "illegal"])
@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ("buy the top", "buy The Poop"),
        ("attack the monster deck", "attack the top of the monster deck"),
        ("pay for The Bone: effect 1", "pay for The Bone (1)"),
        ("play A Dime by turning", "play A Dime!!"),
        ("choose player 2", "choose player 1"),
        ("", None),
    ],
)
def test_expect__words_that_name_no_action_are_refused(key: str, words: str, hint: str | None) -> None:
    """A check that could never fail is an error, which names the nearest words; "player 2" is no player of two."""
    with pytest.raises(ScenarioError, match=f"^{re.escape(repr(words))} names no action: ") as caught:
        start().expect(**{key: ["pass", words] if key == "legal" else [words]})
    assert hint is None or f"did you mean '{hint}'?" in str(caught.value)


def test_expect__ids_of_cards_in_words_of_actions() -> None:
    """Reprints and cards of one name are told apart by id; unlike an action that is not legal, an unknown one raises."""
    game = start({"hand": ["bomb_plus"]}).expect(legal="play bomb_plus", illegal=["play bomb", "play bomb_gold"])
    with pytest.raises(AssertionError, match="'play bomb_plus' is legal"):
        game.expect(illegal="play bomb_plus")
    with pytest.raises(ScenarioError, match="'play bomb_minus' names no action"):
        game.expect(illegal="play bomb_minus")


def test_expect__ids_of_cards_on_the_stack() -> None:
    """A stack entry may name a card by its id where the printed name is spelled otherwise or shared; the id must fit."""
    seat = {"hand": ["bomb_plus", "two_cents", "the_magician"], "extra_plays": 2, "items": ["nine_volt"]}
    game = start(seat).play("bomb_plus", "fly").play("two_cents")
    game.expect(stack=["play bomb_plus", "play two_cents"]).expect(stack=["bomb", "2 Cents!"])
    for stack in (["play bomb_gold", "two_cents"], ["bomb_plus", "two_cents_gold"], ["bomb_plus", "question_card"]):
        with pytest.raises(AssertionError, match="stack is"):
            game.expect(stack=stack)


def test_illegal_verbs_tell_the_legal_words() -> None:
    """R7.5: what is not legal raises with the decision and the legal words, and changes nothing."""
    game = start({"hand": ["dice_shard"], "coins": 9})
    before = game.S.tobytes()
    with pytest.raises(IllegalAction, match=r"buy Dinner is not legal.*Legal: pass, attack Fly"):
        game.buy("dinner")
    with pytest.raises(IllegalAction, match="play Dice Shard is not legal"):
        game.play("dice_shard")
    with pytest.raises(IllegalAction, match="Dinner has no such effect"):
        game.activate("dinner")
    with pytest.raises(ScenarioError, match="no question is pending"):
        game.choose("yes")
    with pytest.raises(ScenarioError, match="did you mean 'fly'"):
        game.attack("flyy")
    assert game.S.tobytes() == before
    game.attack("fly")
    with pytest.raises(IllegalAction, match="attack Fatty is not legal"):
        game.attack("fatty")


def test_illegal_choice_tells_the_offer() -> None:
    """R5.2: a choice that is not offered raises with the words of the offer."""
    game = start({"hand": ["bomb"]}).play("bomb")
    with pytest.raises(IllegalAction, match=r"choice 'dinner' is not legal.*choose Fly"):
        game.choose("dinner")
    with pytest.raises(ScenarioError, match="a question waits"):
        game.settle()
    with pytest.raises(ScenarioError, match="no player has priority"):
        game.pass_all()


def test_purchase() -> None:
    """R10.4, FSR-061: ten cents and the item change hands together, then the slot is refilled."""
    game = start({"coins": 12}, treasure_deck=["mr_boom"], shop=["dinner", "breakfast"])
    game.buy("Dinner").expect(stack=["buy dinner"]).pass_all()
    game.expect(player=0, coins=2, items=["dinner"], max_hp=3, hp=3, purchases_used=1)
    game.expect(stack=["refill shop slot 0"], asked=0).settle().expect(shop=["mr_boom", "breakfast"])


def test_purchase_from_the_deck() -> None:
    """R10.5, FSR-062: the top of the treasure deck costs ten cents and leaves no slot to refill."""
    game = Scenario.from_toml(EXAMPLES / "shopping.toml").start().settle()
    game.expect(shop=["Mom's Purse", "the_battery"]).expect(deck="treasure", top=["mr_boom"], size=1)
    game.buy("deck").pass_all().expect(stack=[]).expect(card="mr_boom", zone="item", owner=0)
    game.expect(player=0, coins=13, purchases_used=1, items=2, legal="buy Mom's Purse")


def test_fight_roll_by_roll() -> None:
    """R11.9-R11.12: a miss hurts the attacker, a hit the monster; each round of passes is one step."""
    game = start(dice=[1, 6], monsters=["pooter", "fly"]).attack("pooter").expect(stack=["attack pooter"])
    game.pass_all().expect(stack=[], attacking="pooter").expect(monster="pooter", attacked=True)
    game.pass_all().expect(stack=["attack roll 1"]).pass_all().expect(stack=["combat damage 1 to player 0"])
    game.pass_all().expect(player=0, hp=1, attacks_used=1).expect(stack=[], dice=[6])
    game.pass_all().pass_all().pass_all().expect(monster="pooter", hp=1)
    game.fight(6).expect(card="pooter", zone="discard").expect(attacking=None, monsters=2)


def test_attack_on_the_deck() -> None:
    """R11.5, FSR-073: the revealed monster covers the slot that was chosen and is fought there."""
    game = start(monsters=["fly", "fatty"], monster_deck=["dip"]).attack("deck").pass_all()
    game.expect(asked=0, question="slot").choose(1).expect(monsters=["fly", "dip"], attacking="dip")
    game.expect(monster="dip", covered=["fatty"]).fight(4).expect(monsters=["fly", "fatty"])


def test_equal_names_are_told_apart() -> None:
    """A slot number names one of several empty slots, which share one action and are told apart by a second."""
    game = start({"hand": ["pills_blue"], "items": ["the_d10"]}, monsters=["empty", "empty", "fly"], dice=[3])
    game.expect(stack=["refill monster slot 0", "refill monster slot 1"]).play("pills_blue").pass_all().pass_all()
    game.pass_all("yes", 0).expect(monsters=[game.read.game()["monsters"][0], "empty", "fly"])
    assert game.log[-2:] == ["player 0: choose an empty slot", "player 0: option 1"]


def test_dice_and_answers_to_them() -> None:
    """R9.4, R9.5: the numbers set are thrown in order, a reroll takes the next one."""
    game = start({"hand": ["wheel_of_fortune"], "items": ["the_d6"]}).play("wheel_of_fortune").roll(4, 5)
    game.pass_all().expect(stack=["roll 4 for X. Wheel of Fortune"], dice=[5])
    game.activate("the_d6").pass_all().expect(stack=["roll 5"], dice=[]).expect(card="the_d6", turned=True)
    game.settle().expect(player=0, coins=8)
    with pytest.raises(ScenarioError, match="expected numbers 1..6"):
        game.roll(0)


def test_paid_effect_with_a_number() -> None:
    """R2.4: a paid effect is used by name; tokens and numbers are choices."""
    game = start({"items": [{"card": "tech_x", "counters": 3}]}).pay("tech_x", "fatty")
    game.expect(card="tech_x", counters=0).settle().expect(card="fatty", zone="discard")
    with pytest.raises(ScenarioError, match="1 paid effects"):
        game.pay("tech_x", which=2)


def test_curse_is_lost_with_its_player() -> None:
    """R13.3, FSR-100: when the death resolves the curses go, then the penalty is pushed."""
    game = start({"hand": ["death_tarot"]}, {"curses": ["curse_of_pain", "curse_of_greed"]})
    game.play("death_tarot", 1).pass_all().expect(stack=["death of player 1"]).expect(player=1, curses=2)
    game.pass_all().expect(player=1, curses=[], dead=True).expect(discard="monster", size=2)
    game.expect(stack=["penalty of player 1"])


def test_death_penalty_with_choices() -> None:
    """R13.4, FSR-101: a loot card, a cent, an item of one's choice, and everything is turned."""
    seat = {"hand": ["a_penny", "bomb"], "coins": 5, "starting_item": True, "items": ["dinner", "mr_boom"], "hp": 1}
    game = start({"hand": ["bomb"]}, seat).play("bomb", 1)
    game.settle("a_penny", "dinner")
    game.expect(player=1, hand=["bomb"], coins=4, items=["mr_boom", "book_of_belial"], turned=True, dead=True)
    game.expect(card="mr_boom", turned=True).expect(card="dinner", zone="discard")


def test_turns_go_round() -> None:
    """R7.9, R7.20: the turn passes to the left, what lasts a turn ends, until() and end_turn() lead there."""
    game = Scenario(players=3, active=2, loot_deck=["a_dime"]).start()
    game.end_turn().expect(active=0, phase="start", turn=2, asked=0)
    game.until("loot").expect(stack=["loot 1"]).until("action").expect(player=0, hand=["a_dime"])
    with pytest.raises(ScenarioError, match="expected one of start"):
        game.until("attack")


def test_settle_and_passing_out_of_turn() -> None:
    """R4.3: by= passes for the players before, never past the end of the round."""
    game = Scenario(players=[{}, {}, {"hand": ["a_penny"]}]).start()
    game.play("a_penny", by=2).expect(asked=2, stack=["player 2: play A Penny!"])
    game.pass_().pass_()
    with pytest.raises(ScenarioError, match="player 2 has passed already"):
        game.pass_(by=2)
    game.pass_().expect(player=2, coins=4).expect(asked=0, stack=[])
    game.pass_()
    with pytest.raises(ScenarioError, match="a player has passed"):
        game.settle()


def test_failed_expectation__reports_the_decisions_before_it() -> None:
    """A failed expectation names what was expected, what is there, the last actions and the pending decision."""
    game = start({"hand": ["bomb"]}).play("bomb", "fly")
    with pytest.raises(AssertionError) as error:
        game.expect(player=0, coins=4, hand=["bomb"])
    told = str(error.value)
    for part in ("coins is 3, expected 4", "hand is [], expected ['bomb']", "player 0: choose Fly", "now: player 0"):
        assert part in told
    with pytest.raises(AssertionError, match="it is not an active monster"):
        game.expect(monster="dip", hp=1)
    with pytest.raises(AssertionError, match="'attack Fly' is not legal"):
        game.expect(legal="attack Fly")


def test_unknown_facts_are_refused() -> None:
    game = Scenario().start()
    with pytest.raises(ScenarioError, match="did you mean 'coins'"):
        game.expect(player=0, coin=3)
    with pytest.raises(ScenarioError, match="one subject at a time"):
        game.expect(player=0, monster="fly", hp=1)
    with pytest.raises(ScenarioError, match="zone 'discarded' is unknown"):
        game.expect(card="bomb", zone="discarded")


def test_copies_of_a_game_part_ways() -> None:
    """A copy continues from the same position; neither changes the other."""
    game = start({"hand": ["bomb"]})
    other = game.copy().play("bomb", "fly")
    game.expect(stack=[]).expect(player=0, hand=["bomb"])
    other.expect(stack=["play bomb fly"]).expect(player=0, hand=[])
    assert game.log == [] and other.log[-1] == "player 0: choose Fly"


def test_words_of_the_position() -> None:
    """The text of a game is that of the whole position, hands of all seats included."""
    game = start({"hand": ["the_lovers"]}, {"hand": ["the_devil"]})
    assert "The Lovers" in game.text() and "The Devil" in game.text()
