"""Chapter R11, attacks: declaring, obligations, the combat loop, and how an attack ends."""

from __future__ import annotations

import pytest

from fs_env.core.four_souls.scenario import Play, Scenario
from fs_env.core.machine.run.game import IllegalAction
from tests.core.four_souls.rules.table import start


def attack_roll(game: Play, monster: str, number: int) -> Play:
    return game.roll(number).attack(monster).pass_all().pass_all()


def test_number__one_attack_a_turn() -> None:
    """R11.1: one attack in a turn; after it none can be declared, until the player's next turn."""
    game = start(monsters=["fly", "dip"]).attack("fly").fight(6)
    game.expect(player=0, attacks_used=1).expect(illegal=["attack Dip", "attack the top of the monster deck"])
    game.end_turn().until("action").expect(active=1, legal="attack Dip")


@pytest.mark.parametrize("card", ["champion_belt", "strength"])
def test_number__one_more_by_an_effect_is_one_more(card: str) -> None:
    """R11.1, FSR-085: an effect that grants an attack grants one, and never to be declared in an attack. [champion_belt] [strength]"""
    game = start({"items": ["champion_belt"]} if card == "champion_belt" else {"hand": [card]}, monsters=["fly", "dip"])
    if card == "strength":
        game.play(card, 0).settle()
    game.attack("fly").pass_all().expect(illegal="attack Dip").fight(6)
    game.expect(legal="attack Dip").attack("dip").fight(6)
    game.expect(player=0, attacks_used=1 if card == "strength" else 2, extra_attacks=0, coins=5)
    assert not [words for words in game.legal() if words.startswith("attack")]


def test_number__strength_on_another_player_gives_no_attack() -> None:
    """R11.1, ER-29: only the active player attacks; the granted attack of another player is of no use [strength]."""
    game = start({"hand": ["strength"]}).play("strength", 1).settle().expect(player=1, attack=2)
    game.attack("fly").fight(6).expect(player=0, attacks_used=1)
    assert not [words for words in game.legal() if words.startswith("attack")]


def test_declaring__the_target_is_locked() -> None:
    """R11.2, FSR-078: a declared attack on the deck meets the card that lies on top when it resolves. [sleight_of_hand]"""
    game = start({}, {"items": ["sleight_of_hand"]}, monster_deck=["dip", "leech", "trite"]).attack("deck")
    game.expect(stack=["attack the top of the monster deck"], asked=0)
    game.activate("sleight_of_hand", "monster", by=1).pass_all("dip", "leech").pass_all(1)
    game.expect(attacking="trite", monsters=["fly", "trite"]).expect(player=0, attacks_used=1)


def test_declaring__answers_come_first() -> None:
    """R11.2: the declaration is an object that can be answered; only its resolution starts the attack [bomb]."""
    game = start({}, {"hand": ["bomb"]}, monsters=["fatty", "fly"]).attack("fatty")
    game.expect(stack=["attack fatty"], attacking=None, asked=0).expect(player=0, attacks_used=0)
    game.play("bomb", "fatty", by=1, turn=True).pass_all()
    game.expect(stack=["attack fatty"]).expect(monster="fatty", hp=3, attacked=False)
    game.pass_all().expect(attacking="fatty").expect(player=0, attacks_used=1)


@pytest.mark.parametrize(("phase", "active"), [("loot", 0), ("end", 0), ("action", 1)])
def test_declaring__only_by_the_active_player_in_the_action_phase(phase: str, active: int) -> None:
    """R11.2, R7.5: no declaration in other phases, none by a player whose turn it is not."""
    game = start(phase=phase, active=active)
    if active == 1:
        game.pass_()
    game.expect(asked=0)
    assert not [words for words in game.legal() if words.startswith("attack")]


def test_unattackable__damage_reaches_it() -> None:
    """R11.3, R11.6, FSR-077: Stoney cannot be attacked, but damaged, and that uses no attack [stoney] [bomb]."""
    game = start({"hand": ["bomb"]}, monsters=["stoney", "fly"]).expect(illegal="attack Stoney", legal="attack Fly")
    with pytest.raises(IllegalAction):
        game.attack("stoney")
    game.play("bomb", "stoney").settle().expect(monster="stoney", hp=2).expect(player=0, attacks_used=0)


def test_declaration__fizzles_when_the_monster_is_gone() -> None:
    """R11.4, R17.5: killed in response, its attack is not used up; another one can be declared [gold_bomb]."""
    game = start({"hand": ["gold_bomb"]}, monsters=["dip", "fly"]).attack("dip").play("gold_bomb", "dip").settle()
    game.expect(attacking=None, stack=[]).expect(player=0, attacks_used=0, coins=4)
    game.expect(legal=["attack Fly", "attack the top of the monster deck"])


def test_declaration__fizzles_when_the_monster_is_covered() -> None:
    """R11.4, R11.16: a monster named in a declaration may still be covered, and is not attacked then. [the_d10] [mystery_sack]"""
    game = start({}, {"items": ["the_d10", "mystery_sack"]}, monsters=["dip", "fly"], monster_deck=["leech"])
    game.attack("dip").roll(3).activate("mystery_sack", by=1).pass_all().pass_all().pass_all("yes", 0)
    game.expect(monsters=["leech", "fly"], stack=["attack dip", "result of mystery sack"]).settle()
    game.expect(attacking=None).expect(player=0, attacks_used=0).expect(legal="attack Leech", illegal="attack Dip")


def test_declaration__the_same_card_in_another_life_is_another_target() -> None:
    """R11.4, R2.22: a monster that left its slot and came back is not the declared one [ehwaz]."""
    game = start({"hand": ["ehwaz"]}, monsters=["dip"], monster_deck=["fly"], exact_decks=["monster"])
    game.attack("dip").play("ehwaz").pass_all().expect(monsters=["fly"]).settle()
    game.expect(attacking=None).expect(player=0, attacks_used=0, hp=2)


def test_declaration__not_while_the_turn_is_being_ended() -> None:
    """R11.4, R7.14: the active player dies in response: no attack starts [bomb]."""
    game = start({"hp": 1, "coins": 5}, {"hand": ["bomb"]}).attack("fatty").play("bomb", 0, by=1, turn=True)
    game.pass_all().pass_all().expect(stack=["attack fatty", "penalty of player 0"]).expect(player=0, dead=True)
    game.pass_all().expect(phase="end", stack=[], attacking=None).expect(player=0, attacks_used=0, coins=4)


def test_deck__the_revealed_monster_covers_a_slot_of_choice() -> None:
    """R11.5, R15.6, FSR-073: it is the target; what it covers is not active any more."""
    game = start(monsters=["fly", "fatty"], monster_deck=["dip"]).attack("deck").pass_all()
    game.expect(asked=0, question="slot", source="dip").expect(card="dip", zone="revealed").choose(1)
    game.expect(monsters=["fly", "dip"], attacking="dip").expect(monster="dip", covered=["fatty"], attacked=True)
    game.expect(player=0, attacks_used=1).fight(6).expect(monsters=["fly", "fatty"]).expect(monster="fatty", hp=4)


def test_deck__a_wounded_monster_may_be_covered_and_forgets_its_wounds() -> None:
    """R11.5, A31, R14.6: covered, a monster loses its damage."""
    game = start(monsters=["fly", {"card": "fatty", "hp": 1}], monster_deck=["dip"]).attack("deck").pass_all(1)
    game.fight(6).expect(monster="fatty", hp=4)


def test_deck__a_monster_that_cannot_be_attacked_ends_the_attack() -> None:
    """R11.5, A32: it stays in the slot chosen, the attack is over and used up [stoney]."""
    game = start(monsters=["fly", "fatty"], monster_deck=["stoney"]).attack("deck").pass_all(0)
    game.expect(monsters=["stoney", "fatty"], attacking=None, stack=[]).expect(player=0, attacks_used=1, hp=2)
    game.expect(monster="stoney", covered=["fly"]).expect(illegal=["attack Stoney", "attack Fatty"])


def test_deck__a_bonus_card_is_played_and_uses_the_attack() -> None:
    """R11.5, A59, FSR-075: the active player plays it, no player fights, the attack is used up [troll_bombs]."""
    game = start({"coins": 5}, monster_deck=["troll_bombs"]).attack("deck").pass_all()
    game.expect(stack=["player 0: event troll bombs"], attacking=None, asked=0).expect(player=0, attacks_used=1)
    game.expect(card="troll_bombs", zone="stack").pass_all().expect(player=0, dying=True).expect(player=1, hp=2)


def test_deck__a_curse_is_given_and_uses_the_attack() -> None:
    """R11.5, R2.16: its player is chosen as it is pushed, dead ones too [curse_of_pain]."""
    game = start({}, {"dead": True}, monster_deck=["curse_of_pain"]).attack("deck").pass_all()
    game.expect(asked=0, question="target").choose(1).expect(stack=["event curse of pain player 1"]).settle()
    game.expect(player=1, curses=["curse_of_pain"]).expect(player=0, attacks_used=1, curses=[])
    game.expect(illegal="attack Fly", attacking=None)


def test_duty__leaves_nothing_but_its_attack() -> None:
    """R11.7: with a duty the active player can neither pass nor do anything else, and attacks as named. [monster_manual] [a_penny]"""
    game = start({"items": ["monster_manual"], "hand": ["a_penny"], "coins": 12}).activate("monster_manual", "fatty")
    game.expect(legal=["pass", "play A Penny!"]).pass_all()
    assert game.legal() == ["attack Fatty"]
    game.attack("fatty").expect(legal=["pass", "play A Penny!"]).pass_all().expect(attacking="fatty")
    game.expect(player=0, attacks_used=1).expect(legal="play A Penny!")


def test_duty__must_attack_is_extra_when_the_attack_is_gone() -> None:
    """R11.7, FSR-082: already attacked: the forced attack comes on top; it is one attack only [monster_manual]."""
    game = start({}, {"items": ["monster_manual"]}, monsters=["fly", "fatty"]).attack("fly").fight(6)
    game.activate("monster_manual", "fatty", by=1).pass_all()
    assert game.legal() == ["attack Fatty"]
    game.attack("fatty").fight(2, 2, 2, 2).expect(player=0, attacks_used=1, hand=1).expect(legal="pass")
    assert not [words for words in game.legal() if words.startswith("attack")]


def test_duty__must_attack_uses_an_open_attack() -> None:
    """R11.7, A13: with the own attack unused the forced one is that attack [monster_manual]."""
    game = start({"items": ["monster_manual"]}, monsters=["fly", "dip"]).activate("monster_manual", "fly").pass_all()
    game.attack("fly").fight(6).expect(player=0, attacks_used=1).expect(illegal="attack Dip", legal="pass")


def test_duty__additional_leaves_the_normal_attack() -> None:
    """R11.7, A70: "additional" is an extra attack on anything; the own one is still there afterwards [portal]."""
    game = start({"hand": ["gold_bomb"]}, monsters=["portal", "fly"], monster_deck=["dip", "fatty"])
    game.play("gold_bomb", "portal").settle()
    assert game.legal() == ["attack Dip", "attack Fly", "attack the top of the monster deck"]
    game.attack("fly").fight(6).expect(player=0, attacks_used=0).attack("dip").fight(6).expect(player=0, attacks_used=1)
    game.expect(illegal="attack Fatty")


def test_duty__two_on_the_deck_are_two_attacks() -> None:
    """R11.7: one attack fulfils one duty; Ambush! wants two on the deck, the first of them the own one [ambush]."""
    game = start(monsters=["fly", "empty"], monster_deck=["ambush", "dip", "fatty", "spider", "pooter"])
    game.settle().expect(monsters=["fly", "dip"])
    for number in (1, 2):
        assert game.legal() == ["attack the top of the monster deck"], number
        game.attack("deck").pass_all(0).fight(6, 6, 6, 6)
    game.expect(player=0, attacks_used=1).expect(legal="pass", illegal="attack Dip")


def test_duty__its_own_player_chooses_among_several() -> None:
    """R11.7: of two duties the active player picks the one to fulfil first [monster_manual] [portal]."""
    game = start({"items": ["monster_manual"], "hand": ["gold_bomb"]}, monsters=["portal", "fly"], monster_deck=["dip"])
    game.activate("monster_manual", "fly").play("gold_bomb", "portal").settle()
    game.attack("fly").fight(6).expect(player=0, attacks_used=1)
    assert "pass" not in game.legal() and "attack Dip" in game.legal()
    game.attack("dip").fight(6).expect(player=0, attacks_used=1).expect(legal="pass")


def test_duty__disappears_without_a_legal_target() -> None:
    """R11.7: the named monster is gone before the duty could be fulfilled: nothing is forced [monster_manual] [bomb]."""
    game = start({"items": ["monster_manual"]}, {"hand": ["bomb"]}, monsters=["fly", "dip"])
    game.activate("monster_manual", "fly").pass_all().attack("fly").play("bomb", "fly", by=1, turn=True).settle()
    game.expect(player=0, attacks_used=0).expect(legal=["pass", "attack Dip"], attacking=None)


def test_duty__is_still_due_after_a_fizzled_declaration() -> None:
    """R11.7: an attack that did not start fulfils nothing [portal] [gold_bomb] [bomb]."""
    game = start({"hand": ["gold_bomb"]}, {"hand": ["bomb"]}, monsters=["portal", "fly"], monster_deck=["dip"])
    game.play("gold_bomb", "portal").settle().attack("fly").play("bomb", "fly", by=1, turn=True).settle()
    assert "pass" not in game.legal() and "attack Dip" in game.legal()
    game.attack("dip").fight(6).expect(player=0, attacks_used=0).expect(legal=["pass"])


def test_duty__is_fulfilled_by_an_attack_that_is_ended_early() -> None:
    """R11.7: an attack that has started counts, however it ends [monster_manual] [gold_bomb]."""
    game = start({"items": ["monster_manual"]}, {"hand": ["gold_bomb"]}, monsters=["pooter", "fly"])
    game.activate("monster_manual", "pooter").pass_all().attack("pooter").pass_all()
    game.play("gold_bomb", "pooter", by=1, turn=True).settle().expect(attacking=None).expect(player=0, attacks_used=1)
    game.expect(legal="pass", illegal="attack Fly")


def test_duty__waits_for_the_running_attack() -> None:
    """R11.7: set up in an attack it is due after it, and only in the action phase with an empty stack [monster_manual]."""
    game = start({"items": ["monster_manual"]}, monsters=["fly", "fatty"]).attack("fly").pass_all()
    game.activate("monster_manual", "fatty").pass_all().expect(legal="pass", illegal="attack Fatty")
    game.fight(6)
    assert game.legal() == ["attack Fatty"]


def test_duty__ends_with_the_turn() -> None:
    """R11.7, R7.15: the turn is ended before it is fulfilled: lost, also for the next player [monster_manual] [the_fool]."""
    game = start({"items": ["monster_manual"]}, {"hand": ["the_fool"]}).activate("monster_manual", "fatty").pass_all()
    game.attack("fatty").play("the_fool", by=1, turn=True).pass_all().expect(phase="end", attacking=None)
    game.end_turn().until("action").expect(active=1, legal=["pass", "attack Fly", "attack Fatty"])


def test_duty__is_the_active_players_alone() -> None:
    """R11.7: used in another player's turn, the manual binds the active player [monster_manual]."""
    game = start({}, {"items": ["monster_manual"]}).activate("monster_manual", "fly", by=1).pass_all()
    game.expect(asked=0, active=0)
    assert game.legal() == ["attack Fly"]


def test_start__texts_about_the_attack_come_before_the_first_roll() -> None:
    """R11.8: "when this is attacked" is pushed as the attack starts, then the active player has priority [pride]."""
    game = start({}, {"hand": ["bomb", "a_penny", "a_dime"]}, monsters=["pride", "fly"]).attack("pride").pass_all()
    game.expect(asked=0, question="target").choose(1).expect(
        stack=["trigger pride player 1"], asked=0, attacking="pride"
    )
    game.pass_all("bomb", "a_dime").expect(player=1, hand=["a_penny"]).expect(stack=[], question="priority", asked=0)
    game.roll(2).pass_all().expect(stack=["attack roll 2"])


def test_start__a_text_that_rolls_is_settled_before_the_first_attack_roll() -> None:
    """R11.8: Bob's Brain answers the start of the attack with its own roll [bobs_brain]."""
    game = start({"items": ["bobs_brain"]}, monsters=["fatty", "fly"]).roll(2, 6).attack("fatty").pass_all()
    game.expect(stack=["trigger bob's brain"]).pass_all().expect(stack=["roll 2 for bob's brain"]).pass_all("fatty")
    game.pass_all().expect(monster="fatty", hp=3).expect(stack=[]).pass_all().expect(stack=["attack roll 6"])


def test_start__a_deck_attack_starts_too() -> None:
    """R11.8, R11.5: a revealed monster is attacked from the moment it is placed, and answers it [pride]."""
    game = start({}, {"hand": ["bomb", "a_dime"]}, monster_deck=["pride"]).attack("deck").pass_all(0, 1)
    game.expect(stack=["trigger pride player 1"], attacking="pride").pass_all("bomb").expect(player=1, hand=[])


def test_loop__the_next_roll_follows_and_nobody_can_stop() -> None:
    """R11.9, R11.12, FSR-072: both alive after the damage: a round of passes is the next attack roll, not the end."""
    game = attack_roll(start(monsters=["pooter", "fly"]), "pooter", 1).pass_all().pass_all()
    game.expect(player=0, hp=1).expect(stack=[], attacking="pooter", phase="action", asked=0, illegal="attack Fly")
    game.roll(6).pass_all().expect(stack=["attack roll 6"]).pass_all().pass_all()
    game.expect(monster="pooter", hp=1).expect(stack=[], attacking="pooter", phase="action")


def test_loop__a_window_lies_before_the_first_roll() -> None:
    """R11.9, A44: once the attack has started every player may act before the die is thrown [bomb]."""
    game = start({}, {"hand": ["bomb"]}, monsters=["pooter", "fly"]).attack("pooter").pass_all()
    game.expect(stack=[], asked=0, question="priority").play("bomb", "pooter", by=1, turn=True).pass_all()
    game.expect(monster="pooter", hp=1, attacked=True).expect(stack=[], attacking="pooter")


@pytest.mark.parametrize(("number", "damage"), [(4, "combat damage 1 to leech"), (3, "combat damage 2 to player 0")])
def test_hit_and_miss(number: int, damage: str) -> None:
    """R11.10, R11.11, FSR-070, FSR-071: the evasion hits for the attacker's 1, less than it misses for the monster's 2."""
    game = attack_roll(start(monsters=["leech", "fly"]), "leech", number).pass_all()
    game.expect(stack=[damage], asked=0, question="priority").expect(player=0, hp=2).expect(monster="leech", hp=1)


def test_hit__is_judged_by_the_evasion_at_that_moment() -> None:
    """R11.10, A43: an evasion that rises while the roll lies on the stack makes it a miss [daddy_long_legs_boss]."""
    game = start(monsters=["daddy_long_legs_boss", "fly"])
    attack_roll(game, "daddy_long_legs_boss", 1).pass_all().pass_all().pass_all()
    game.expect(monster="daddy_long_legs_boss", evasion=5).expect(monster="fly", evasion=3).expect(player=0, hp=1)
    game.roll(4).pass_all().pass_all().expect(stack=["combat damage 1 to player 0"])


def test_hit__a_curse_on_the_attacker_raises_the_evasion_for_that_player() -> None:
    """R11.10: "monsters you attack" concerns the attacker's rolls only [curse_of_the_blind] [baby_haunt]."""
    game = start({"curses": ["curse_of_the_blind"], "items": ["baby_haunt"]}, monsters=["dip", "fly"])
    attack_roll(game, "dip", 5).pass_all().expect(stack=["combat damage 1 to player 0"])
    other = start({}, {"curses": ["curse_of_the_blind"], "items": ["baby_haunt"]}, monsters=["dip", "fly"])
    attack_roll(other, "dip", 4).pass_all().expect(stack=["combat damage 1 to dip"])


def test_amount__is_fixed_when_it_is_pushed() -> None:
    """R11.11, A08: attack that rises afterwards does not reach the pushed damage, but the next one [blood_lust]."""
    game = start({"items": ["blood_lust"]}, monsters=["fatty", "fly"])
    attack_roll(game, "fatty", 2).pass_all().activate("blood_lust", 0).pass_all().expect(player=0, attack=2)
    game.expect(stack=["combat damage 1 to fatty"]).pass_all().expect(monster="fatty", hp=3)
    game.roll(2).pass_all().pass_all().expect(stack=["combat damage 2 to fatty"])


def test_amount__current_attack_of_the_monster() -> None:
    """R11.11: a miss deals what the monster's attack is as the roll resolves [blood_lust]."""
    game = start({"coins": 4}, {"items": ["blood_lust"]}, monsters=["dip", "fly"])
    attack_roll(game, "dip", 1).activate("blood_lust", "dip", by=1).pass_all().pass_all()
    game.expect(stack=["combat damage 2 to player 0"]).settle().expect(player=0, hp=0, dead=True, coins=3)


def test_amount__may_be_nothing() -> None:
    """R11.11, R12.2: an attack of 0 pushes an object all the same, and nothing is taken [cod_worm] [fanny_pack]."""
    game = start({"items": ["fanny_pack"]}, monsters=["cod_worm", "fly"])
    attack_roll(game, "cod_worm", 2).pass_all().expect(stack=["combat damage 0 to player 0"]).pass_all()
    game.expect(player=0, hp=2, hand=[]).expect(stack=[], attacking="cod_worm")


def test_damage__its_triggers_resolve_before_the_next_roll() -> None:
    """R11.12: what the damage triggered is worked off, and only then the next die is thrown [fanny_pack]."""
    game = start({"items": ["fanny_pack"]}, monsters=["pooter", "fly"])
    attack_roll(game, "pooter", 1).pass_all().pass_all().expect(player=0, hp=1).expect(stack=["trigger fanny pack"])
    game.roll(6).pass_all().expect(player=0, hand=1).expect(stack=[]).pass_all().expect(stack=["attack roll 6"])


def test_end__with_the_death_of_the_attacker() -> None:
    """R11.13, R13.3: when the attacker's death resolves the attack is over, and its roll is gone [bomb]."""
    game = start({"hp": 1}, {"hand": ["bomb"]}, monsters=["pooter", "fly"])
    attack_roll(game, "pooter", 6).play("bomb", 0, by=1, turn=True).pass_all()
    game.expect(stack=["attack roll 6", "death of player 0"], attacking="pooter").pass_all()
    game.expect(stack=["penalty of player 0"], attacking=None).settle().expect(monster="pooter", hp=2)


def test_end__with_the_death_of_the_monster() -> None:
    """R11.13, R17.12: its combat damage fizzles at once, the turn continues [gold_bomb]."""
    game = start({}, {"hand": ["gold_bomb"]}, monsters=["pooter", "fly"])
    attack_roll(game, "pooter", 1).pass_all().expect(stack=["combat damage 1 to player 0"])
    game.play("gold_bomb", "pooter", by=1, turn=True).pass_all()
    game.expect(stack=["combat damage 1 to player 0", "death of pooter"]).pass_all()
    game.expect(stack=["card of pooter", "reward of pooter"], attacking=None).settle()
    game.expect(player=0, hp=2, attacks_used=1).expect(phase="action", legal="pass")


def test_end__by_a_text_that_cancels_the_attack() -> None:
    """R11.13, A16, FSR-086: the combat damage above which the text resolves fizzles; the attack stays used [moms_hand]."""
    game = start({"coins": 5}, monsters=["moms_hand", "fly"])
    attack_roll(game, "moms_hand", 6).pass_all().expect(stack=["combat damage 1 to moms hand", "trigger mom's hand"])
    game.pass_all().expect(stack=[], attacking=None, phase="end").expect(monster="moms_hand", hp=2)
    game.expect(player=0, attacks_used=1, hp=2)


def test_end__number_triggers_already_pushed_stay() -> None:
    """R11.13, R17.12: the attack ends above another text about the same roll, which resolves all the same. [moms_hand] [holy_dinga]"""
    game = attack_roll(start({"hp": 1}, monsters=["moms_hand", "holy_dinga"]), "moms_hand", 6).pass_all()
    game.expect(asked=0, question="trigger_order").choose("holy_dinga")
    game.expect(stack=["combat damage 1 to moms hand", "trigger holy dinga", "trigger mom's hand"]).pass_all()
    game.expect(stack=["trigger holy dinga"], attacking=None, phase="action").pass_all().expect(player=0, hp=2)
    game.expect(stack=[], phase="end").expect(monster="moms_hand", hp=2)


def test_end__held_back_combat_damage_fizzles_with_the_attack() -> None:
    """R11.13, R6.9: combat damage that waits for a preventing roll is still combat damage [guppys_hairball] [gold_bomb]."""
    game = start({"items": ["guppys_hairball"]}, {"hand": ["gold_bomb"]}, monsters=["pooter", "fly"])
    attack_roll(game, "pooter", 1).pass_all().pass_all()
    game.expect(stack=["held damage to player 0", "trigger guppys hairball"]).roll(2)
    game.play("gold_bomb", "pooter", by=1, turn=True).settle()
    game.expect(attacking=None).expect(player=0, hp=2, hand=1)


def test_end__held_back_damage_of_other_effects_stays() -> None:
    """R11.13, R6.9: damage of a bomb that waits for the roll is no combat damage and is dealt [guppys_hairball]."""
    game = start({"items": ["guppys_hairball"]}, {"hand": ["gold_bomb", "bomb"], "extra_plays": 1})
    game.attack("fly").pass_all().play("bomb", 0, by=1, turn=True).pass_all()
    game.expect(stack=["held damage to player 0", "trigger guppys hairball"]).roll(2)
    game.play("gold_bomb", "fly", by=1).settle().expect(attacking=None).expect(player=0, hp=1, coins=4)


def test_no_roll__with_a_death_on_the_stack() -> None:
    """R11.14: at 0 HP a death is pushed; passing resolves it and throws no die [bomb]."""
    game = start({}, {"hand": ["bomb"]}, monsters=[{"card": "pooter", "hp": 1}, "fly"], dice=[6]).attack("pooter")
    game.pass_all().play("bomb", "pooter", by=1, turn=True).pass_all().expect(stack=["death of pooter"])
    game.pass_all().expect(attacking=None).settle().expect(dice=[6]).expect(player=0, hp=2)


def test_other_damage__is_no_combat_damage() -> None:
    """R11.15: a bomb on the attacked monster is not from the attack: Lust hits no player back [lust] [bomb]."""
    game = start({}, {"hand": ["bomb"]}, monsters=["lust", "fly"]).attack("lust").pass_all()
    game.play("bomb", "lust", by=1, turn=True).pass_all().expect(stack=[]).expect(monster="lust", hp=1)
    game.expect(player=0, hp=2).expect(player=1, hp=2).roll(4).pass_all().pass_all().pass_all()
    game.expect(stack=["death of lust", "trigger lust"])


def test_being_attacked__from_the_start_to_the_end() -> None:
    """R11.16: what spares the attacked monster spares it in the attack alone, not while it is merely declared [ehwaz]."""
    position = {"monsters": ["pooter", "fly"], "monster_deck": ["dip", "spider"]}
    declared = start({"hand": ["ehwaz"]}, **position).attack("pooter").play("ehwaz").pass_all()
    assert not {"pooter", "fly"} & set(declared.read.game()["monsters"])
    attacked = start({"hand": ["ehwaz"]}, **position).attack("pooter").pass_all().play("ehwaz").pass_all()
    attacked.expect(monsters=["pooter", "dip"], attacking="pooter")
    ended = start({"hand": ["ehwaz"]}, **position, dice=[6]).attack("fly").fight().play("ehwaz").pass_all()
    assert "pooter" not in ended.read.game()["monsters"]


def test_empty_deck__cannot_be_declared() -> None:
    """R11.17: without a card in deck and discard pile the deck is no target."""
    game = start(monsters=["little_horn", "fly"], exact_decks=["monster"])
    game.expect(illegal="attack the top of the monster deck", legal="attack Fly")


def test_empty_deck__a_declaration_that_finds_no_card_fizzles() -> None:
    """R11.17: the last card is gone when it resolves: the attack is not used up [gold_bomb]."""
    position = {"monsters": ["little_horn", "fly"], "monster_deck": ["dip"], "exact_decks": ["monster"]}
    game = start({"hand": ["gold_bomb"]}, **position).attack("deck").play("gold_bomb", "little_horn")
    for _ in range(5):
        game.pass_all()
    game.expect(monsters=["dip", "fly"], stack=["attack the top of the monster deck"]).pass_all()
    game.expect(attacking=None, stack=[]).expect(player=0, attacks_used=0, souls=1).expect(legal="attack Dip")


def test_narrowest__a_deck_attack_is_used_before_a_general_one() -> None:
    """R11.18, ER-29: with both open an attack on the deck takes the deck-only one [big_spider] [champion_belt]."""
    game = start({"items": ["champion_belt"]}, monsters=[{"card": "big_spider", "hp": 1}, "fly"])
    game.attack("big_spider").fight(6).expect(player=0, attacks_used=1, deck_attacks=1)
    game.attack("deck").pass_all(0).fight(6, 6, 6, 6).expect(player=0, attacks_used=1, deck_attacks=0)
    game.expect(legal="attack Fly").attack("fly").fight(6).expect(player=0, attacks_used=2)


def test_narrowest__a_deck_attack_is_for_the_deck_alone() -> None:
    """R11.18, ER-29: with the deck-only attack left, no monster in a slot can be attacked [big_spider]."""
    game = start(monsters=[{"card": "big_spider", "hp": 1}, "fly"]).attack("big_spider").fight(6)
    game.expect(legal="attack the top of the monster deck", illegal="attack Fly")


@pytest.mark.parametrize(("number", "coins"), [(6, 11), (5, 7)])
def test_number__the_death_remembers_the_roll_that_killed(number: int, coins: int) -> None:
    """R11.19, ER-46: Dinga killed on a 6 pays twice the rolled number, on another number once [dinga]."""
    game = start(monsters=[{"card": "dinga", "hp": 1}, "fly"]).attack("dinga").fight(number, 4)
    game.expect(player=0, coins=coins)


def test_number__other_damage_has_none() -> None:
    """R11.19: a bomb thrown after a 6 kills without a number [dinga] [bomb]."""
    game = start({"hand": ["bomb"]}, monsters=[{"card": "dinga", "hp": 2}, "fly"])
    attack_roll(game, "dinga", 6).pass_all().pass_all().expect(monster="dinga", hp=1)
    game.play("bomb", "dinga").roll(4).settle().expect(player=0, coins=7)


@pytest.mark.parametrize(
    ("monster", "number", "amount"),
    [("horf", 2, 2), ("horf", 3, 1), ("leaper", 1, 2), ("leaper", 2, 1), ("mom", 1, 4), ("mom", 2, 2)],
)
def test_number__larger_damage_is_pushed_larger(monster: str, number: int, amount: int) -> None:
    """R11.19, ER-48: text that makes combat damage larger on a number acts on the push [horf] [leaper] [mom]."""
    game = attack_roll(start(monsters=[monster, "fly"]), monster, number).pass_all()
    game.expect(stack=[f"combat damage {amount} to player 0"])


@pytest.mark.parametrize(("card", "number"), [("hopper", 6), ("pin", 6), ("carrion_queen", 4), ("carrion_queen", 5)])
def test_number__immunity_is_against_that_combat_damage_only(card: str, number: int) -> None:
    """R11.19, ER-48: a hit on that number does nothing and is no miss; a bomb always hurts. [hopper] [pin] [carrion_queen] [bomb]"""
    game = start({"hand": ["bomb"]}, monsters=[card, "fly"])
    whole = game.read.monster(game.read.number("slot", 0))["hp"]
    attack_roll(game, card, number).pass_all().expect(stack=[f"combat damage 1 to {card}"]).pass_all()
    game.expect(monster=card, hp=whole).expect(player=0, hp=2).play("bomb", card).pass_all()
    game.expect(monster=card, hp=whole - 1)


def test_retarget__only_where_a_card_says_so() -> None:
    """R11.20, R11.2: what was declared stands, unless a card lets another player choose: Mom's Eye Shadow, who may."""
    game = Scenario(players=[{}, {"items": ["spoon_bender"]}]).start().attack("fatty")
    game.expect(stack=["attack fatty"]).pass_all().expect(attacking="fatty")
    game = Scenario(players=[{}, {"items": ["moms_eye_shadow"]}]).start().attack("fatty").choose("fly").pass_all()
    game.expect(asked=1, question="may").choose("yes").expect(stack=["attack fly"]).pass_all().expect(attacking="fly")


def test_retarget__not_to_what_cannot_be_attacked_and_not_one_s_own() -> None:
    """R11.20, R11.3: the new target is an active monster that can be attacked; the player of [moms_eye_shadow] attacks
    undisturbed; the attack used is the attacker's [stoney]."""
    seats = [{}, {"items": ["moms_eye_shadow"]}]
    game = Scenario(players=seats, monsters=["fly", "fatty", "stoney"]).start().attack("fly")
    game.expect(asked=1, question="target", legal=["choose Fly", "choose Fatty"], illegal="choose Stoney").choose(
        "fatty"
    )
    game.pass_all("no").expect(stack=["attack fly"]).pass_all().expect(attacking="fly").expect(player=0, attacks_used=1)
    own = Scenario(players=seats, active=1, monsters=["fly", "fatty"]).start().attack("fly")
    own.expect(stack=["attack fly"], question="priority").pass_all().expect(attacking="fly")


def test_mirror__gluttony_answers_combat_damage_of_a_six() -> None:
    """R11.19: "damage on a roll of 6" is the combat damage of that roll, not of a bomb after it [gluttony] [bomb]."""
    game = start({"hand": ["bomb"]}, monsters=["gluttony", "fly"])
    attack_roll(game, "gluttony", 6).pass_all().pass_all().expect(stack=["trigger gluttony"]).pass_all()
    game.expect(player=1, hp=1).expect(player=0, hp=2).play("bomb", "gluttony").pass_all()
    game.expect(stack=[]).expect(player=1, hp=1).roll(5).pass_all().pass_all().pass_all()
    game.expect(stack=[]).expect(monster="gluttony", hp=1).expect(player=1, hp=1)


def test_number__a_bonus_for_the_first_attack_roll_that_comes_late_has_missed_it() -> None:
    """R11.1, ER-62: the belt gives an attack more at once, but the turn's first attack roll is over [champion_belt]."""
    seats = [{"items": ["pay_to_play"], "coins": 10}, {"items": ["champion_belt"]}]
    game = start(*seats).attack("fly").fight(6).pay("pay_to_play", "champion_belt").settle()
    attack_roll(game, "fatty", 2).pass_all().expect(stack=["combat damage 1 to fatty"])
    first = attack_roll(start({"items": ["champion_belt"]}), "fatty", 2).pass_all()
    first.expect(stack=["combat damage 2 to fatty"])


@pytest.mark.parametrize(("counters", "more"), [(25, True), (24, False)])
def test_number__any_number_of_attacks(counters: int, more: bool) -> None:
    """R11.1, ER-29: with 25 counters on Bum-Bo! there is always one more attack [bum_bo_item]."""
    game = start({"items": [{"card": "bum_bo_item", "counters": counters}]}, monsters=["spider", "dip"])
    game.attack("spider").fight(6)
    game.expect(player=0, attacks_used=1).expect(**{"legal" if more else "illegal": "attack Dip"})


def test_end__when_the_target_is_covered() -> None:
    """R11.13: a card put on the attacked monster's slot ends the attack, and its roll fizzles [peep] [the_bloat] [bomb]."""
    game = start({"hand": ["bomb"]}, monsters=["fatty", {"card": "peep", "hp": 1}, "fly"])
    attack_roll(game, "fatty", 1).play("bomb", "peep").pass_all().pass_all()
    game.expect(stack=["attack roll 1", "card of peep", "reward of peep", "trigger peep"]).pass_all(0)
    game.expect(stack=["card of peep", "reward of peep"], attacking=None).expect(monster="the_bloat", covered=["fatty"])
    game.settle().expect(player=0, hp=2, attacks_used=1).expect(phase="action", illegal="attack The Bloat")


@pytest.mark.parametrize(("thrown", "over"), [(499, False), (500, True)])
def test_endless_attack__ends_after_five_hundred_rolls(thrown: int, over: bool) -> None:
    """ER-65, R11.9: at -2 to rolls Cod Worm is never hit and never hits; the turn's 500th attack roll is the last.
    [cod_worm] [pills_purple]"""
    game = start({"hand": ["pills_purple"]}, monsters=["cod_worm", "fly"], dice=[5]).play("pills_purple").settle()
    game.attack("cod_worm").pass_all().expect(attacking="cod_worm")
    for number in (6, 6):
        game.roll(number).pass_all().pass_all().pass_all().pass_all()
        game.expect(stack=[], attacking="cod_worm").expect(monster="cod_worm", hp=2).expect(player=0, hp=2)
    game.S["attack_rolls"][0, 0] = thrown
    game.pass_all().expect(asked=0, question="priority", over=False)
    if over:
        game.expect(stack=[], attacking=None, phase="action", illegal="attack Fly").expect(player=0, attacks_used=1)
        game.end_turn().until("action").attack("cod_worm").fight(5, 5)
        game.settle().expect(player=1, coins=6)
    else:
        game.expect(attacking="cod_worm").expect(stack=2)
