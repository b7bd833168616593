"""Four Souls+ treasures about attacks, rolls and open hands. Each test names its cards in brackets."""

from __future__ import annotations

from typing import Any

import pytest

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.observation.schema import SCHEMA
from fs_env.core.four_souls.scenario import Play
from tests.core.four_souls.cards.fights import ROLLER, attack_roll, next_roll, run, start


@pytest.mark.parametrize(("number", "amount"), [(2, 1), (3, 1), (4, 1), (5, 1), (6, 3)])
def test_cursed_eye__a_six_hurts_three_times(number: int, amount: int) -> None:
    """R11.19, ER-48: [cursed_eye] the combat damage of a final 6 is tripled, that of 2 to 5 is plain."""
    game = attack_roll(start({"items": ["cursed_eye"]}, monsters=["fatty"]), "fatty", number)
    game.expect(stack=[f"combat damage {amount} to fatty"])


def test_cursed_eye__triples_the_whole_attack() -> None:
    """ER-48: [cursed_eye] bonuses count before the factor; other attackers and other damage stay plain."""
    game = start({"items": ["cursed_eye", "champion_belt"], "hand": ["bomb"]}, monsters=["fatty"])
    attack_roll(game, "fatty", 6).expect(stack=["combat damage 6 to fatty"])
    game = attack_roll(start({}, {"items": ["cursed_eye"]}, monsters=["fatty"]), "fatty", 6)
    game.expect(stack=["combat damage 1 to fatty"])
    game = start({"items": ["cursed_eye"], "hand": ["bomb"]}, monsters=["fatty"]).play("bomb", "fatty").settle()
    game.expect(monster="fatty", hp=3)


def test_cursed_eye__a_one_ends_attack_and_turn() -> None:
    """R17.12, R7.13: [cursed_eye] above the combat damage of a 1, which fizzles: no wound, the turn is over."""
    game = attack_roll(start({"items": ["cursed_eye"]}, monsters=["fatty"]), "fatty", 1)
    game.expect(stack=["combat damage 1 to player 0", "trigger cursed eye"]).pass_all()
    game.expect(stack=[], attacking=None, phase="end", active=0).expect(player=0, hp=2, attacks_used=1)
    game.pass_all().expect(active=1)


def test_cursed_eye__the_final_number_counts() -> None:
    """R9.7: [cursed_eye] a 5 made 6 is tripled, a 1 made 2 ends nothing."""
    seat = {"items": ["cursed_eye", "spoon_bender"]}
    for number, stack in ((5, "combat damage 3 to fatty"), (1, "combat damage 1 to fatty")):
        game = start(seat, monsters=["fatty"], dice=[number]).attack("fatty").pass_all().pass_all()
        game.activate("spoon_bender").pass_all().pass_all().expect(stack=[stack], phase="action")


def test_cursed_eye__a_copy_triples_again() -> None:
    """R6.2, ER-10: of [cursed_eye] and its copy ([modeling_clay]) each triples the damage of a 6 once: nine times; a 1
    ends attack and turn once, the answer of the other one finds nothing left to end."""
    game = start({"items": ["cursed_eye", "modeling_clay"]}, monsters=["fatty"]).activate("modeling_clay", "cursed_eye")
    game = attack_roll(game.settle(), "fatty", 6).expect(stack=["combat damage 9 to fatty"])
    game = start({"items": ["cursed_eye", "modeling_clay"]}, monsters=["fatty"]).activate("modeling_clay", "cursed_eye")
    game = game.settle().attack("fatty").pass_all().roll(1).pass_all().pass_all().choose("modeling_clay")
    game.expect(stack=["combat damage 1 to player 0", "trigger modeling clay", "trigger cursed eye"]).pass_all()
    game.expect(stack=["trigger modeling clay"], attacking=None, phase="action").pass_all()
    game.expect(stack=[], phase="end", active=0).expect(player=0, hp=2)


def test_cursed_eye__only_its_players_attack_rolls() -> None:
    """Only attack rolls are rolls while attacking: [cursed_eye] 1 on another roll or by another player does nothing."""
    game = start({"items": ["cursed_eye", "mystery_sack"]}, dice=[1]).attack("fly").pass_all()
    game.activate("mystery_sack").settle().expect(attacking="fly", phase="action", stack=[])
    game = attack_roll(start({}, {"items": ["cursed_eye"]}), "fly", 1)
    game.expect(stack=["combat damage 1 to player 0"])


SHADOW: dict[str, Any] = {"items": ["moms_eye_shadow"]}


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_moms_eye_shadow__turns_another_players_attack(answer: str) -> None:
    """R11.20: [moms_eye_shadow] the target is named on the declaration, the change is optional."""
    game = start({}, SHADOW, monsters=["fly", "fatty"]).attack("fly")
    game.expect(asked=1, question="target", legal=["choose Fly", "choose Fatty"]).choose("fatty")
    game.expect(stack=["attack fly", "trigger mom's eye shadow fatty"]).pass_all().expect(asked=1, question="may")
    wanted = "fatty" if answer == "yes" else "fly"
    game.choose(answer).expect(stack=[f"attack {wanted}"], asked=0).pass_all()
    game.expect(attacking=wanted).expect(player=0, attacks_used=1)


def test_moms_eye_shadow__not_the_own_attack() -> None:
    """R11.20: [moms_eye_shadow] its player attacks undisturbed."""
    start(SHADOW, monsters=["fly", "fatty"]).attack("fly").expect(stack=["attack fly"], question="priority")


def test_moms_eye_shadow__deck_attacks_too() -> None:
    """ER-28: [moms_eye_shadow] an attack on the deck becomes one on a monster; the top card stays hidden."""
    game = start({}, SHADOW, monsters=["fly"], monster_deck=["dip"]).attack("deck")
    game.expect(stack=["attack the top of the monster deck", "trigger mom's eye shadow fly"]).pass_all().choose("yes")
    game.expect(stack=["attack fly"]).pass_all().expect(attacking="fly").expect(deck="monster", top=["dip"])
    game.expect(card="dip", known=[]).expect(player=0, attacks_used=1)


def test_moms_eye_shadow__only_monsters_that_can_be_attacked() -> None:
    """R11.3: [moms_eye_shadow] Stoney is no choice; with no other monster there is nothing to choose (R6.8)."""
    game = start({}, SHADOW, monsters=["stoney", "fly", "fatty"]).attack("fly")
    game.expect(asked=1, legal=["choose Fly", "choose Fatty"], illegal="choose Stoney")
    start({}, SHADOW, monsters=["stoney"]).attack("deck").expect(stack=["attack the top of the monster deck"])


def test_moms_eye_shadow__a_target_that_is_gone_changes_nothing() -> None:
    """ER-28, R17.2: [moms_eye_shadow] fizzles when its target died; the declaration stands as it was."""
    game = start({"hand": ["bomb"]}, SHADOW, monsters=["fatty", "fly"]).attack("fatty").choose("fly")
    game.play("bomb", "fly").pass_all()
    while len(game.stack) > 2:
        game.pass_all()
    game.expect(stack=["attack fatty", "trigger mom's eye shadow"]).pass_all().expect(stack=["attack fatty"])
    game.pass_all().expect(attacking="fatty")


def test_moms_eye_shadow__the_new_target_must_still_be_there() -> None:
    """R11.4: the turned declaration fizzles, unused, if its new target is gone: [moms_eye_shadow]."""
    game = start({"hand": ["bomb"]}, SHADOW, monsters=["fatty", "fly"]).attack("fatty").choose("fly").pass_all()
    game.choose("yes").play("bomb", "fly").settle().expect(attacking=None, phase="action")
    game.expect(player=0, attacks_used=0).expect(legal="attack Fatty")


def test_moms_eye_shadow__a_duty_is_met_by_the_turned_attack() -> None:
    """ER-28: the duty to attack Fly is fulfilled though the attack went elsewhere: [moms_eye_shadow] [monster_manual]."""
    shadow = {"items": ["moms_eye_shadow", "monster_manual"]}
    game = start({}, shadow, monsters=["fatty", "fly"]).activate("monster_manual", "fly", by=1).pass_all()
    game.expect(illegal="attack Fatty", legal="attack Fly").attack("fly").choose("fatty").pass_all().choose("yes")
    run(game.pass_all().expect(attacking="fatty").roll(6, 6, 6, 6)).expect(player=0, attacks_used=1)
    game.expect(legal="pass", illegal="attack Fly", phase="action")


def test_moms_eye_shadow__the_last_of_two_wins() -> None:
    """ER-28: of [moms_eye_shadow] and a copy, what resolves last counts."""
    seats = [{}, {"items": ["moms_eye_shadow"]}, {"items": ["modeling_clay"]}]
    game = start(*seats, monsters=["fly", "fatty", "dip"]).activate("modeling_clay", "moms_eye_shadow", by=2)
    game.pass_all().attack("fly").choose("fatty").choose("dip")
    game.expect(stack=["attack fly", "trigger mom's eye shadow fatty", "trigger modeling clay dip"]).pass_all()
    game.choose("yes").pass_all().choose("yes").expect(stack=["attack fatty"]).pass_all().expect(attacking="fatty")


@pytest.mark.parametrize("number", range(1, 7))
@pytest.mark.parametrize("target", ["squirt", 1])
def test_rubber_cement__a_miss_may_bounce(number: int, target: str | int) -> None:
    """R11.11: [rubber_cement] a miss makes its player roll above the combat damage: 1-3 deal 1 damage, 4-6 nothing."""
    game = attack_roll(start({"items": ["rubber_cement"]}, monsters=["fatty", "squirt"]), "fatty", 1)
    game.expect(stack=["combat damage 1 to player 0", "trigger rubber cement"]).roll(number).pass_all()
    game.expect(stack=["combat damage 1 to player 0", f"roll {number} for rubber cement"]).pass_all()
    if number < 4:
        game.expect(asked=0, question="target").choose(target).pass_all()
    game.expect(stack=["combat damage 1 to player 0"])
    game.expect(monster="squirt", hp=1 if number < 4 and target == "squirt" else 2)
    game.expect(player=1, hp=1 if number < 4 and target == 1 else 2).expect(monster="fatty", hp=4)


def test_rubber_cement__hits_and_other_attackers_do_not_bounce() -> None:
    """R11.10: [rubber_cement] no roll after a hit, none for another player's miss."""
    game = attack_roll(start({"items": ["rubber_cement"]}, monsters=["fatty"]), "fatty", 2)
    game.expect(stack=["combat damage 1 to fatty"])
    game = attack_roll(start({}, {"items": ["rubber_cement"]}, monsters=["fatty"]), "fatty", 1)
    game.expect(stack=["combat damage 1 to player 0"])


def test_rubber_cement__a_hit_without_effect_is_no_miss() -> None:
    """ER-48: Carrion Queen is hit by a 4, though not hurt: [rubber_cement]."""
    game = attack_roll(start({"items": ["rubber_cement"]}, monsters=["carrion_queen"]), "carrion_queen", 4)
    game.expect(stack=["combat damage 1 to carrion queen"]).pass_all().expect(monster="carrion_queen", hp=3)


@pytest.mark.parametrize(("number", "change", "final"), [(3, 1, 4), (3, -1, 2), (6, 1, 6), (1, -1, 1), (4, None, 4)])
def test_phd__may_move_each_own_roll_by_one(number: int, change: int | None, final: int) -> None:
    """R9.3, R9.1: [phd] above each non-attack roll of its player: +1, -1 or nothing, within 1 to 6."""
    game = start({"items": ["phd", "mystery_sack"]}, dice=[number]).activate("mystery_sack").pass_all()
    game.expect(stack=[f"roll {number} for mystery sack", "trigger p.h.d."]).pass_all().expect(asked=0, question="may")
    game = game.choose("no") if change is None else game.choose("yes").choose(change)
    game.expect(stack=[f"roll {final} for mystery sack"])


def test_phd__no_attack_rolls_and_no_rolls_of_others() -> None:
    """R9.2: [phd] attack rolls and other players' rolls are not offered."""
    game = start({"items": ["phd"]}, monsters=["fatty"], dice=[3]).attack("fatty").pass_all().pass_all()
    game.expect(stack=["attack roll 3"])
    game = start({"items": ["phd"]}, ROLLER, dice=[3]).activate("mystery_sack", by=1).pass_all()
    game.expect(stack=["roll 3 for mystery sack"])


def test_phd__answers_a_reroll_anew_but_never_twice() -> None:
    """R9.5, ER-18: [phd] is pushed again for the new number, unless its earlier instance still waits."""
    seat = {"items": ["phd", "mystery_sack"], "hand": ["dice_shard"]}
    game = start(seat, dice=[6, 2]).activate("mystery_sack").pass_all().pass_all().choose("yes").choose(-1)
    game.expect(stack=["roll 5 for mystery sack"]).play("dice_shard").pass_all()
    game.expect(stack=["roll 2 for mystery sack", "trigger p.h.d."]).pass_all().choose("yes").choose(1)
    game.expect(stack=["roll 3 for mystery sack"])
    game = start(seat, dice=[6, 2]).activate("mystery_sack").pass_all().play("dice_shard").pass_all()
    game.expect(stack=["roll 2 for mystery sack", "trigger p.h.d."])


TELEPATHY: dict[str, Any] = {"items": ["telepathy_for_dummies"]}


def foresee(game: Play, monster: str, number: int) -> Play:
    """An attack whose telepathic roll is stored; the fight has not begun."""
    game = game.attack(monster).roll(number).pass_all().expect(stack=["trigger telepathy for dummies"]).pass_all()
    game.expect(stack=[f"roll {number} for telepathy for dummies"]).pass_all()
    return game.expect(stack=["result of telepathy for dummies"]).pass_all().expect(stack=[])


@pytest.mark.parametrize("number", range(1, 7))
def test_telepathy__the_stored_number_replaces_the_first_throw(number: int) -> None:
    """R9.15, ER-21: [telepathy_for_dummies] every number can be used instead of the throw, by the attacker's choice."""
    game = foresee(start(TELEPATHY, monsters=["fatty"]), "fatty", number).roll(3).pass_all()
    game.expect(asked=0, question="may", source="telepathy_for_dummies").choose("yes")
    game.expect(stack=[f"attack roll {number}"], dice=[3]).pass_all()
    game.expect(stack=["combat damage 1 to fatty" if number > 1 else "combat damage 1 to player 0"]).pass_all()
    game.pass_all().expect(stack=["attack roll 3"], dice=[])


def test_telepathy__or_the_die_is_thrown() -> None:
    """ER-21: [telepathy_for_dummies] refused, the number is lost: the second roll is not asked about."""
    game = foresee(start(TELEPATHY, monsters=["fatty"]), "fatty", 1).roll(5, 4).pass_all().choose("no")
    game.expect(stack=["attack roll 5"], dice=[4]).pass_all().pass_all().pass_all().expect(stack=["attack roll 4"])


def test_telepathy__modifiers_apply_as_usual() -> None:
    """ER-21: [telepathy_for_dummies] +1 of Synthoil lies above the stored number."""
    seat = {"items": ["telepathy_for_dummies", "synthoil"]}
    game = foresee(start(seat, monsters=["fatty"]), "fatty", 3).pass_all().choose("yes")
    game.expect(stack=["attack roll 3", "bonus +1 of synthoil"])


def test_telepathy__its_own_roll_is_no_attack_roll() -> None:
    """ER-21, R9.2: [phd] changes the telepathic roll, what is stored is the final number: [telepathy_for_dummies]."""
    game = start({"items": ["telepathy_for_dummies", "phd"]}, monsters=["fatty"], dice=[2]).attack("fatty")
    game.pass_all().pass_all().expect(stack=["roll 2 for telepathy for dummies", "trigger p.h.d."]).pass_all()
    game.choose("yes").choose(1).pass_all().pass_all().pass_all().choose("yes").expect(stack=["attack roll 3"])


def test_telepathy__only_the_first_attack_of_the_turn() -> None:
    """ER-21, ER-62: [telepathy_for_dummies] does not answer the second attack."""
    seat = {"items": ["telepathy_for_dummies", "champion_belt"]}
    game = run(foresee(start(seat, monsters=["fly", "fatty"]), "fly", 6).pass_all().choose("yes"))
    game.attack("fatty").roll(2).pass_all().expect(stack=[], attacking="fatty").pass_all()
    game.expect(stack=["attack roll 2"])


def test_telepathy__waits_for_the_first_attack_roll() -> None:
    """ER-21: the first attack ended without a roll: the number serves the next one, and no new one is rolled:
    [telepathy_for_dummies]."""
    seat = {"items": ["telepathy_for_dummies", "champion_belt"], "hand": ["bomb"]}
    game = foresee(start(seat, monsters=["fly", "fatty"]), "fly", 5).play("bomb", "fly").settle()
    game.expect(attacking=None).attack("fatty").pass_all().expect(stack=[], attacking="fatty").pass_all()
    game.choose("yes").expect(stack=["attack roll 5"])


def test_telepathy__an_item_that_came_too_late_has_missed_the_attack() -> None:
    """ER-62: gained between two attacks, [telepathy_for_dummies] does not answer the second one."""
    seat = {"items": ["champion_belt"], "coins": 10}
    game = run(start(seat, monsters=["fly", "fatty"], shop=["telepathy_for_dummies"]).attack("fly").roll(6))
    game.buy("telepathy_for_dummies").settle().attack("fatty").pass_all().expect(stack=[], attacking="fatty")


def test_telepathy__other_attackers_and_the_next_turn() -> None:
    """A52, R7.9: [telepathy_for_dummies] another player's attack does not roll; an unused number ends with the turn."""
    start({}, TELEPATHY).attack("fly").pass_all().expect(stack=[], attacking="fly")
    seat = {"items": ["telepathy_for_dummies"], "hand": ["bomb"]}
    game = foresee(start(seat, {}, monsters=["fly", "fatty"]), "fly", 4).play("bomb", "fly").settle().end_turn()
    game.until("action").end_turn().until("action").expect(active=0).attack("fatty").pass_all().roll(2)
    game.expect(stack=["trigger telepathy for dummies"]).pass_all().pass_all().pass_all().pass_all().choose("yes")
    game.expect(stack=["attack roll 2"])


def seen_in_hand(game: Play, observer: int, seat: int, card: str) -> int:
    """How many copies of a loot card the observer counts in another seat's hand."""
    obs = GAME.observe(game.S, observer)
    k = (seat - observer) % game.read.number("n_players") - 1
    return int(obs[SCHEMA["known"].at(k, T.CARD_ID[card])])


def test_guppys_eye__the_others_hands_are_public() -> None:
    """R2.21: [guppys_eye] every player, not its player alone, sees the hands of all others; its player's stays hidden."""
    seats = [{"items": ["guppys_eye"], "hand": ["bomb"]}, {"hand": ["dagaz"]}, {"hand": ["ehwaz"]}]
    game = start(*seats).expect(card="dagaz", known=[0, 1, 2]).expect(card="ehwaz", known=[0, 1, 2])
    game.expect(card="bomb", zone="hand", known=[0])
    assert seen_in_hand(game, 2, 1, "dagaz") == 1 and seen_in_hand(game, 0, 2, "ehwaz") == 1
    assert seen_in_hand(game, 1, 0, "bomb") == 0


def test_guppys_eye__new_cards_are_public_at_once() -> None:
    """[guppys_eye] what the others loot is seen by all, what its player loots is not."""
    seat = {"items": ["guppys_eye"]}
    game = start({}, seat, {}, loot_deck=["dagaz", "ehwaz"], phase="start").until("action")
    game.expect(player=0, hand=["dagaz"]).expect(card="dagaz", known=[0, 1, 2]).end_turn().until("action")
    game.expect(player=1, hand=["ehwaz"]).expect(card="ehwaz", known=[1])
    assert seen_in_hand(game, 2, 0, "dagaz") == 1 and seen_in_hand(game, 2, 1, "ehwaz") == 0


def test_guppys_eye__works_while_it_is_in_play() -> None:
    """R2.23: [guppys_eye] bought, it opens the hands; destroyed, new cards are hidden again, known ones stay known."""
    seats = [{"coins": 10}, {"hand": ["dagaz"], "items": ["chaos_card"]}]
    game = start(*seats, shop=["guppys_eye"], loot_deck=["ehwaz"]).expect(card="dagaz", known=[1]).buy("guppys_eye")
    game.pass_all().expect(card="dagaz", known=[0, 1]).activate("chaos_card", "guppys_eye", by=1).settle()
    game.end_turn().until("action").expect(player=1, hand=["dagaz", "ehwaz"])
    game.expect(card="ehwaz", known=[1]).expect(card="dagaz", known=[0, 1])


def test_guppys_eye__follows_its_player() -> None:
    """R2.23: [guppys_eye] stolen, it opens the hand of the one who lost it: not that of the thief any more."""
    seats = [{"coins": 10, "items": ["pay_to_play"], "hand": ["bomb"]}, {"items": ["guppys_eye"], "hand": ["dagaz"]}]
    game = start(*seats, loot_deck=["ehwaz"]).expect(card="dagaz", known=[1]).expect(card="bomb", known=[0, 1])
    game.pay("pay_to_play", "guppys_eye").settle().expect(card="dagaz", known=[0, 1])


def test_guppys_eye__a_card_put_back_from_an_open_hand_is_known() -> None:
    """[guppys_eye] every player saw which card went onto the deck; from a hidden hand only its owner knows."""
    hand = ["dagaz", "ehwaz"]
    seats: list[dict[str, Any]] = [{"hand": hand, "items": ["bum_friend"]}, {"items": ["guppys_eye"]}, {}]
    game = start(*seats, loot_deck=["jera"]).activate("bum_friend").settle("dagaz")
    game.expect(deck="loot", top=["dagaz"]).expect(card="dagaz", known=[0, 1, 2])
    seats[1] = {}
    start(*seats, loot_deck=["jera"]).activate("bum_friend").settle("dagaz").expect(card="dagaz", known=[0])


def test_guppys_eye__is_a_guppy_item() -> None:
    """R19.1: [guppys_eye] and Guppy's Head are two Guppy items and gain the Soul of Guppy."""
    seat = {"items": ["guppys_eye"], "coins": 10}
    game = start(seat, shop=["guppys_head"], bonus_souls=True).expect(player=0, souls=0).buy("guppys_head").settle()
    game.expect(player=0, souls=1, soul_cards=["soul_of_guppy"])


def test_first_roll_and_next_roll__of_a_fight() -> None:
    """R9.14: each attack roll of one fight is its own: Cursed Eye triples only the 6: [cursed_eye]."""
    game = attack_roll(start({"items": ["cursed_eye"]}, monsters=["gurdy"]), "gurdy", 4).pass_all()
    next_roll(game, 6).expect(stack=["combat damage 3 to gurdy"]).pass_all().expect(monster="gurdy", hp=1)


@pytest.mark.parametrize("number", range(1, 7))
def test_euthanasia__the_same_number_twice_kills(number: int) -> None:
    """ER-24: [euthanasia] two equal attack rolls in a row, hits or misses, kill the monster before the damage of the
    second one, which fizzles (R17.12)."""
    game = attack_roll(start({"items": ["euthanasia", "dinner"]}, monsters=["gurdy"]), "gurdy", number).pass_all()
    hp = (5 if number < 4 else 4, 2 if number < 4 else 3)
    game = next_roll(game.expect(monster="gurdy", hp=hp[0]).expect(player=0, hp=hp[1]), number)
    game.expect(stack=["combat damage 1", "trigger euthanasia"]).pass_all()
    game.expect(stack=["combat damage 1", "death of gurdy"]).settle().expect(attacking=None)
    game.expect(player=0, hp=hp[1], soul_cards=["gurdy"], coins=10)


def test_euthanasia__not_with_another_number_between() -> None:
    """ER-24: 3, 4, 3 is no pair: [euthanasia]."""
    game = attack_roll(start({"items": ["euthanasia"]}, monsters=["fatty"]), "fatty", 3).pass_all()
    for number in (4, 3):
        game = next_roll(game, number).expect(stack=["combat damage 1 to fatty"]).pass_all()
    game.expect(monster="fatty", hp=1)


def test_euthanasia__only_attack_rolls_are_compared() -> None:
    """ER-24: other own rolls neither make nor break a pair: [euthanasia]."""
    seat = {"items": ["euthanasia", "mystery_sack"]}
    game = attack_roll(start(seat, monsters=["fatty"]), "fatty", 3).pass_all()
    game.roll(5).activate("mystery_sack").pass_all().pass_all()
    next_roll(game, 3).expect(stack=["combat damage 1 to fatty", "trigger euthanasia"])
    game = attack_roll(start(seat, monsters=["fatty"]), "fatty", 3).pass_all()
    game.roll(5).activate("mystery_sack").pass_all().pass_all().expect(stack=[])
    next_roll(game, 5).expect(stack=["combat damage 1 to fatty"])


def test_euthanasia__a_new_attack_starts_anew() -> None:
    """ER-24: [euthanasia] the last roll of one attack and the first of the next are no pair."""
    game = start({"items": ["euthanasia", "champion_belt"]}, monsters=["fly", "fatty"]).attack("fly").roll(6)
    game = attack_roll(run(game), "fatty", 6).expect(stack=["combat damage 1 to fatty"])


def test_euthanasia__the_final_number_counts() -> None:
    """R9.7: a 2 made 3 after a 3 is a pair: [euthanasia]."""
    seat = {"items": ["euthanasia", "spoon_bender"]}
    game = attack_roll(start(seat, monsters=["fatty"]), "fatty", 3).pass_all().roll(2).pass_all()
    game.activate("spoon_bender").pass_all().expect(stack=["attack roll 3"]).pass_all()
    game.expect(stack=["combat damage 1 to fatty", "trigger euthanasia"])


def test_euthanasia__not_for_other_attackers() -> None:
    """ER-24: another player's pair kills nothing: [euthanasia]."""
    game = attack_roll(start({}, {"items": ["euthanasia"]}, monsters=["fatty"]), "fatty", 3).pass_all()
    next_roll(game, 3).expect(stack=["combat damage 1 to fatty"])


def test_euthanasia__three_in_a_row_are_two_pairs() -> None:
    """ER-24: the first death is replaced (ER-33), the third equal roll kills again: [euthanasia] [headless_horseman]."""
    game = attack_roll(start({"items": ["euthanasia"]}, monsters=["headless_horseman"]), "headless_horseman", 5)
    game = next_roll(game.pass_all(), 5).expect(stack=["combat damage 1", "trigger euthanasia"]).pass_all().pass_all()
    game = next_roll(game.pass_all().expect(stack=[], attacking="headless_horseman"), 5)
    game.expect(stack=["combat damage 1", "trigger euthanasia"]).settle().expect(player=0, souls=1)
