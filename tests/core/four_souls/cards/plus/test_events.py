"""The 6 bonus cards and 2 curses of Four Souls+, revealed by an attack on the deck or by a refill."""

from __future__ import annotations

from typing import Any

import pytest

from fs_env.core.four_souls.scenario import Play, Scenario
from tests.core.four_souls.cards.fights import start

PLAIN: dict[str, Any] = {"loot_deck": ["a_dime", "dagaz", "bomb"], "treasure_deck": ["mr_boom", "meat"]}


def revealed(card: str, *players: dict[str, Any], **position: Any) -> Play:
    """The position after an attack of player 0 on the monster deck has revealed a card, which is being played."""
    seats = [*players, *[{}] * (2 - len(players))]
    return Scenario(players=seats, **{"monster_deck": [card, "dip"], **position}).start().attack("deck").pass_all()


ROLLED = [
    ("holy_chest", (3, 4, 5), {"coins": 10}),
    ("spiked_chest", (1, 2), {"hp": 3}),
    ("spiked_chest", (3, 4), {"hp": 3, "hand": ["a_dime"]}),
    ("spiked_chest", (5, 6), {"hp": 3, "items": ["dinner", "breakfast", "mr_boom"]}),
    ("angel_room", (1,), {"items": ["dinner", "breakfast", "mr_boom", "meat"]}),
    ("angel_room", (2, 3), {"items": ["dinner", "breakfast", "mr_boom"]}),
    ("angel_room", (4, 5, 6), {"hand": ["a_dime", "dagaz"]}),
]


@pytest.mark.parametrize(
    ("card", "number", "facts"), [(card, number, facts) for card, numbers, facts in ROLLED for number in numbers]
)
def test_chests__every_line(card: str, number: int, facts: dict[str, Any]) -> None:
    """R2.15, R9.13, FSR-156: [holy_chest] (its 3 is read as 3-5) [spiked_chest] [angel_room]: the active player rolls and
    gets the line; the card waits beside the stack, then is discarded and is no soul; the attack is used up."""
    before: dict[str, Any] = {"coins": 3, "hp": 4, "hand": [], "items": ["dinner", "breakfast"], "souls": 0}
    game = revealed(card, {"items": before["items"]}, dice=[number], **PLAIN)
    game.expect(attacking=None, asked=0, monsters=["fly", "fatty"]).pass_all().expect(stack=[f"roll {number}"])
    game.expect(card=card, zone="beside").pass_all().expect(player=0, **before).pass_all()
    game.expect(player=0, **{**before, "attacks_used": 1, "extra_attacks": 0, **facts}).expect(stack=[])
    game.expect(player=1, coins=3, hp=2, hand=[], items=[]).expect(discard="monster", top=[card], size=1)


@pytest.mark.parametrize("number", [1, 2])
def test_holy_chest__a_shield_of_two_points_and_an_attack(number: int) -> None:
    """[holy_chest] ER-31, R11.1: 1-2 prevents the next 2 damage of the turn, over several events, and gives an attack."""
    hands = {"hand": ["bomb"]}, {"hand": ["bomb"]}, {"hand": ["bomb"]}
    game = revealed("holy_chest", *hands, dice=[number]).settle().expect(player=0, extra_attacks=1, coins=3)
    game.expect(discard="monster", top=["holy_chest"], size=1).expect(legal="attack Fly")
    game.play("bomb", 0, by=1).settle().expect(player=0, hp=2).play("bomb", 0, by=2).settle().expect(player=0, hp=2)
    game.play("bomb", 0).settle().expect(player=0, hp=1).expect(player=1, hp=2)


def test_holy_chest__the_shield_takes_two_of_three() -> None:
    """[holy_chest] ER-31, R12.3: of one event of 3 damage 2 are prevented; the pool protects no other player."""
    game = revealed("holy_chest", {"hand": ["gold_bomb"]}, {"hand": ["bomb"]}, dice=[1]).settle()
    game.play("bomb", 1, by=1).settle().expect(player=1, hp=1)
    game.play("gold_bomb", 0).settle().expect(player=0, hp=1).expect(player=1, hp=1)


def test_holy_chest__shield_and_attack_end_with_the_turn() -> None:
    """[holy_chest] R7.9, R7.15: what is left of the 2 points and the attack are gone in the next turn."""
    game = revealed("holy_chest", {}, {"hand": ["bomb"]}, dice=[2]).settle().end_turn().until("action")
    game.play("bomb", 0).settle().expect(player=0, hp=1).end_turn().until("action")
    game.expect(player=0, extra_attacks=0, attacks_used=0)


def test_holy_chest__becomes_a_soul_on_six() -> None:
    """[holy_chest] R19.9, R18.2: on a 6 the player who plays it gains it as a soul worth 1; it can be lost like any."""
    game = revealed("holy_chest", {"souls": 1}, dice=[6]).settle().expect(player=0, souls=2)
    game.expect(card="holy_chest", zone="soul", owner=0).expect(discard="monster", size=0).expect(player=1, souls=0)


def test_holy_chest__wins_with_the_fourth_soul() -> None:
    """[holy_chest] R18.1, R19.9: as the fourth soul it ends the game at once."""
    revealed("holy_chest", {"souls": 3}, dice=[6]).settle().expect(over=True, winners=[0])


def test_holy_chest__on_a_refill() -> None:
    """[holy_chest] FSR-155, R15.3: revealed by a refill and rolled 6 it is a soul, then the slot is filled again."""
    deck = ["holy_chest", "dip"]
    game = Scenario(players=2, monsters=["fly", "empty"], monster_deck=deck, dice=[6]).start().settle()
    game.expect(player=0, souls=1, soul_cards=["holy_chest"], attacks_used=0).expect(monsters=["fly", "dip"])


def test_holy_chest__lost_it_goes_to_the_monster_discard() -> None:
    """[holy_chest] R18.6: as a soul card that is discarded it goes to the monster discard pile."""
    game = start({"hand": ["judgement"]}, {"souls": ["holy_chest"]}).play("judgement").settle()
    game.expect(player=1, souls=0).expect(discard="monster", top=["holy_chest"], size=1)


def test_spiked_chest__can_be_prevented() -> None:
    """[spiked_chest] R12.3: its 1 damage can be prevented; the loot comes all the same."""
    game = revealed("spiked_chest", {"hand": ["the_hierophant"]}, dice=[3], **PLAIN).play("the_hierophant", 0)
    game.settle().expect(player=0, hp=2, hand=["a_dime"])


def test_troll_bombs__two_damage_to_the_active_player() -> None:
    """[troll_bombs_plus] R2.14, R2.15: its own card with the same text: 2 damage to the active player."""
    game = revealed("troll_bombs_plus", {"items": ["dinner"]}).expect(player=0, hp=3).pass_all()
    game.expect(player=0, hp=1).expect(player=1, hp=2).expect(card="troll_bombs_plus", zone="discard")
    game = Scenario(players=2, active=1, monsters=["fly", "empty"], monster_deck=["troll_bombs_plus", "dip"]).start()
    game.settle().expect(player=1, dead=True).expect(player=0, hp=2).expect(monsters=["fly", "dip"])


def test_head_trauma__two_cards_of_choice() -> None:
    """[head_trauma] R5.4: the active player discards 2 loot cards of choice, fewer if there are fewer."""
    game = revealed("head_trauma", {"hand": ["a_penny", "bomb", "dagaz"]}, {"hand": ["ehwaz"]}).pass_all()
    game.expect(asked=0, question="discard").choose("bomb", "a_penny").expect(player=0, hand=["dagaz"])
    game.expect(player=1, hand=["ehwaz"]).expect(discard="loot", size=2)
    revealed("head_trauma", {"hand": ["bomb"]}).pass_all().expect(player=0, hand=[], hp=2)
    revealed("head_trauma").pass_all().expect(player=0, hand=[]).expect(discard="monster", top=["head_trauma"])


def rush(*deck: str, **position: Any) -> Play:
    return revealed("boss_rush", monster_deck=["boss_rush", *deck], **position).pass_all()


def test_boss_rush__two_bosses_onto_slots() -> None:
    """[boss_rush] ER-59: cards are revealed until 2 bosses are found, which go onto slots of the active player's choice;
    the others go to the bottom as revealed, known to all."""
    game = rush("dip", "widow", "curse_of_pain", "dingle", "trite", monsters=["fly", "pale_fatty"])
    game.expect(asked=0, question="slot", source="widow", legal=["choose Fly", "choose Pale Fatty"])
    game.choose("pale_fatty").expect(source="dingle").choose("fly")
    game.expect(monsters=["dingle", "widow"]).expect(monster="widow", slot=1, covered=["pale_fatty"])
    game.expect(monster="dingle", slot=0, covered=["fly"]).expect(deck="monster", top=["trite"])
    game.expect(deck="monster", bottom=["curse_of_pain", "dip"]).expect(card="dip", zone="deck", known=[0, 1])
    game.expect(discard="monster", top=["boss_rush"], size=1).expect(player=0, attacks_used=1)


@pytest.mark.parametrize("boss", ["widow", "dingle"])
def test_boss_rush__one_of_them_must_be_attacked(boss: str) -> None:
    """[boss_rush] R11.7: an attack on either of the two bosses is the only legal action; one attack fulfils the duty,
    which is additional where the attack of the turn is gone."""
    game = rush("widow", "dingle", monsters=["fly", "pale_fatty"]).choose("fly", "pale_fatty")
    assert sorted(game.legal()) == ["attack Dingle", "attack Widow"]
    game.attack(boss).fight(*[6] * 3, *[3] * 3).expect(player=0, attacks_used=1, souls=1)
    game.expect(legal="pass", illegal=["attack Widow", "attack Dingle"])


def test_boss_rush__uses_an_unused_attack() -> None:
    """[boss_rush] R11.7, A13: played on a refill the forced attack is the attack of the turn."""
    deck = ["boss_rush", "widow", "dingle"]
    game = Scenario(players=2, monsters=["fly", "empty"], monster_deck=deck).start().settle("empty", "fly")
    game.expect(illegal=["pass", "attack the top of the monster deck"], legal=["attack Widow", "attack Dingle"])
    game.attack("widow").fight(*[6] * 3).expect(player=0, attacks_used=1, souls=1).expect(illegal="attack Dingle")


def test_boss_rush__epic_bosses_count() -> None:
    """[boss_rush] ER-59: epic bosses and [delirium] are bosses, ordinary monsters are none."""
    game = rush("fatty", "satan", "delirium", monsters=["fly", "pale_fatty"]).choose("fly", "pale_fatty")
    game.expect(monsters=["satan", "delirium"]).expect(deck="monster", bottom=["fatty"])


def test_boss_rush__both_onto_one_slot() -> None:
    """[boss_rush] ER-59, R15.5: both may go onto the same slot; the covered one cannot be attacked, the other must be."""
    game = rush("widow", "dingle", monsters=["fly", "pale_fatty"]).choose("fly", "widow")
    game.expect(monsters=["dingle", "pale_fatty"]).expect(monster="dingle", covered=["widow", "fly"])
    assert game.legal() == ["attack Dingle"]


def test_boss_rush__the_covered_one_is_not_due_again() -> None:
    """[boss_rush] R2.22, R11.7: of two bosses on one slot the lower one was covered; active again, when the upper one is
    gone, it is another object: nothing is due any more."""
    seat = {"items": [{"card": "tech_x", "counters": 9}]}
    position = {"monster_deck": ["boss_rush", "widow", "dingle"], "monsters": ["fly", "pale_fatty"]}
    game = revealed("boss_rush", {}, seat, **position).pass_all().choose("fly", "widow")
    game.attack("dingle").pay("tech_x", "dingle", by=1).settle().expect(
        monsters=["widow", "pale_fatty"], attacking=None
    )
    game.expect(player=0, souls=1, attacks_used=1).expect(legal="pass", illegal=["attack Widow", "attack Pale Fatty"])


def test_boss_rush__the_other_one_when_one_is_gone() -> None:
    """[boss_rush] R11.7: with one of the two dead before it was attacked the other must still be attacked; with both
    gone the obligation disappears."""
    seat = {"items": [{"card": "tech_x", "counters": 9}], "hand": ["the_fool"]}
    position = {"monster_deck": ["boss_rush", "widow", "dingle"], "monsters": ["fly", "pale_fatty"]}
    game = revealed("boss_rush", {}, seat, **position).pass_all().choose("fly", "pale_fatty")
    one = game.copy().attack("dingle").pay("tech_x", "dingle", by=1).settle()
    assert one.legal() == ["attack Widow"]
    two = one.attack("widow").pay("tech_x", "widow", by=1).settle()
    two.expect(legal="pass", illegal="attack Fly").expect(player=0, souls=2, attacks_used=1)
    first = game.attack("widow").pay("tech_x", "widow", by=1).settle()
    assert first.legal() == ["attack Dingle"]


def test_boss_rush__fewer_than_two_in_the_deck() -> None:
    """[boss_rush] R15.11, R15.9: revealing continues through the discard pile; with one boss in both, that one is placed
    and must be attacked."""
    position = {"exact_decks": ["monster"], "monsters": ["fly", "pale_fatty"]}
    game = rush("dip", "widow", monster_discard=["trite"], **position).expect(source="widow").choose("fly")
    game.expect(monsters=["widow", "pale_fatty"])
    assert game.legal() == ["attack Widow"]
    game.expect(deck="monster", size=2).expect(card="trite", zone="deck")
    none = rush("dip", monster_discard=["trite"], **position).expect(
        legal="pass", stack=[], monsters=["fly", "pale_fatty"]
    )
    none.expect(deck="monster", size=2)


def test_boss_rush__second_boss_from_the_discard_pile() -> None:
    """[boss_rush] R15.9: the deck made anew in the middle of revealing holds the discarded boss; what was revealed
    before lies at the bottom."""
    position = {"exact_decks": ["monster"], "monsters": ["fly", "pale_fatty"]}
    game = rush("dip", "widow", monster_discard=["dingle"], **position).choose("fly", "pale_fatty")
    game.expect(monsters=["widow", "dingle"]).expect(deck="monster", top=["dip"], size=1)


def test_boss_rush__duty_ends_with_the_turn() -> None:
    """[boss_rush] R7.15: the duty is lost when the turn ends."""
    game = revealed("boss_rush", {"hand": ["the_fool"]}, monster_deck=["boss_rush", "widow", "dingle"]).pass_all()
    game.choose("fly", "fatty").attack("widow").play("the_fool").settle().expect(phase="end").end_turn()
    game.until("action").expect(active=1, legal=["pass", "attack Dingle"])


CURSES = ["curse_of_impulse", "curse_of_blood_lust"]


@pytest.mark.parametrize("card", CURSES)
@pytest.mark.parametrize("victim", [0, 1, 2])
def test_curses__are_given_to_a_player(card: str, victim: int) -> None:
    """R2.16: [curse_of_impulse] [curse_of_blood_lust]: the active player chooses who gets the curse."""
    game = revealed(card, {}, {}, {"dead": True}).expect(asked=0, question="target", source=card).choose(victim)
    game.pass_all().expect(card=card, zone="curse", owner=victim)
    for p in range(3):
        game.expect(player=p, curses=[card] if p == victim else [], items=[])


@pytest.mark.parametrize("card", CURSES)
def test_curses__leave_with_the_death_of_the_holder(card: str) -> None:
    """R13.3: [curse_of_impulse] [curse_of_blood_lust] are discarded when the holder's death resolves."""
    game = start({"hand": ["death_tarot"]}, {"curses": [card]}, {}).play("death_tarot")
    game.copy().choose(2).settle().expect(player=1, curses=[card])
    game.choose(1).settle().expect(player=1, curses=[]).expect(discard="monster", top=[card], size=1)


def test_curse_of_impulse__turns_active_items_and_character() -> None:
    """[curse_of_impulse] R7.7: at the end of the holder's turn active items and the character are deactivated, not
    passive ones nor another player's; the next recharge step sets them upright."""
    seat = {"items": ["the_d6", "tech_x", "meat"], "curses": ["curse_of_impulse"]}
    game = start(seat, {}, {"items": ["razor_blade"]}).end_turn().expect(active=1)
    game.expect(card="the_d6", turned=True).expect(card="meat", turned=False).expect(card="razor_blade", turned=False)
    game.expect(player=0, turned=True).expect(player=2, turned=False).until("action").end_turn()
    game.until("action").end_turn().expect(active=0).expect(card="the_d6", turned=False).expect(player=0, turned=False)


def test_curse_of_impulse__can_be_answered() -> None:
    """[curse_of_impulse] R7.7, R5.7: it is a trigger of the end phase; the items may be used in answer to it."""
    game = start({"items": ["razor_blade"], "curses": ["curse_of_impulse"]}, {}, phase="end")
    game.expect(stack=["trigger curse of impulse"], asked=0).activate("razor_blade", 1).settle()
    game.expect(player=1, hp=1).expect(player=0, turned=True).expect(card="razor_blade", turned=True)


def test_curse_of_impulse__not_in_other_turns() -> None:
    """[curse_of_impulse] R2.24: the end of another player's turn does nothing."""
    game = start({}, {"items": ["the_d6"], "curses": ["curse_of_impulse"]}, phase="end")
    game.expect(stack=[]).settle().expect(card="the_d6", turned=False).expect(player=1, turned=False)


def test_curse_of_blood_lust__the_holder_must_attack() -> None:
    """[curse_of_blood_lust] ER-27, R11.7: with an attack left the only legal action on an empty stack is an attack, on
    anything; one attack of the turn is enough."""
    game = start({"curses": ["curse_of_blood_lust"], "hand": ["bomb"], "coins": 12, "extra_attacks": 1})
    assert sorted(game.legal()) == ["attack Fatty", "attack Fly", "attack the top of the monster deck"]
    game.attack("fly").fight(6).expect(player=0, attacks_used=1)
    game.expect(legal=["pass", "play Bomb!", "buy Dinner", "attack Fatty"])


def test_curse_of_blood_lust__every_turn_of_the_holder_only() -> None:
    """[curse_of_blood_lust] ER-27, R2.24: it binds the holder in each own turn, no player in other turns."""
    game = start({}, {"curses": ["curse_of_blood_lust"]}, monsters=["fatty", "pale_fatty"]).expect(legal="pass")
    game.end_turn().until("action").expect(active=1, illegal="pass").attack("fatty").fight(*[6] * 4)
    game.expect(legal="pass").end_turn().until("action").expect(active=0, legal="pass").end_turn()
    game.until("action").expect(active=1, illegal="pass")


def test_curse_of_blood_lust__grants_no_attack() -> None:
    """[curse_of_blood_lust] ER-27: without an attack left nothing is due, after an attack nothing is due again."""
    start({"curses": ["curse_of_blood_lust"], "attacks_used": 1}).expect(legal="pass", illegal="attack Fly")
    start({"curses": ["curse_of_blood_lust"], "attacks_used": 1, "extra_attacks": 1}).expect(
        legal=["pass", "attack Fly"]
    )


def test_curse_of_blood_lust__a_bonus_card_of_the_deck_counts() -> None:
    """[curse_of_blood_lust] R11.5, ER-27: an attack on the deck that reveals no monster was an attack."""
    seat = {"curses": ["curse_of_blood_lust"], "extra_attacks": 1}
    revealed("troll_bombs_plus", {**seat, "items": ["dinner"]}).settle().expect(legal=["pass", "attack Fly"])


def test_curse_of_blood_lust__a_fizzled_declaration_does_not() -> None:
    """[curse_of_blood_lust] R11.4, R11.7: a declaration that fizzled made no attack; it is still due."""
    seats = {"curses": ["curse_of_blood_lust"]}, {"hand": ["bomb"]}
    game = start(*seats).attack("fly").play("bomb", "fly", by=1).settle().expect(player=0, attacks_used=0)
    game.expect(illegal="pass", legal=["attack Fatty", "attack the top of the monster deck"])


def test_curse_of_blood_lust__given_in_the_own_turn() -> None:
    """[curse_of_blood_lust] ER-27: arriving after the attack of the turn it demands none, before it does."""
    revealed("curse_of_blood_lust", {"extra_attacks": 1}).choose(0).settle().expect(legal=["pass", "attack Fly"])
    deck = ["curse_of_blood_lust", "dip"]
    game = Scenario(players=2, monsters=["fly", "empty"], monster_deck=deck).start().settle(0)
    game.expect(player=0, curses=["curse_of_blood_lust"]).expect(illegal="pass", legal="attack Dip")
