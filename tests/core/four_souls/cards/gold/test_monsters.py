"""The 10 basic monsters of the Gold Box, fought by real decisions. Each test names its cards in brackets."""

from __future__ import annotations

import pytest

from tests.core.four_souls.cards.fights import (
    KILLER,
    ROLLER,
    TOUGH,
    attack_roll,
    facing,
    hits,
    next_roll,
    reach,
    roll_by,
    run,
    slay,
    start,
)


def test_charger__in_a_fight() -> None:
    """[charger] R11.10, R11.11: 4 misses and costs 1, 5 kills it for 3 cents."""
    game = attack_roll(facing("charger"), "charger", 4).expect(stack=["combat damage 1 to player 0"]).pass_all()
    next_roll(game.expect(player=0, hp=1), 5).expect(stack=["combat damage 1 to charger"])
    run(game).expect(player=0, hp=1, coins=6).expect(card="charger", zone="discard")


@pytest.mark.parametrize("number", range(1, 7))
def test_ragling__one_and_six_put_it_on_the_deck(number: int) -> None:
    """[ragling] R14.2, R14.11: after the reward 1 or 6 puts the card on the monster deck, else it is discarded."""
    game = reach(hits(facing("ragling", monster_deck=["dip"]), "ragling", 2), "reward of ragling")
    game.expect(stack=["card of ragling", "trigger ragling", "reward of ragling"]).expect(player=0, hand=0).pass_all()
    game.expect(player=0, hand=1)
    reach(game.roll(number), "roll").expect(stack=["card of ragling", f"roll {number} for ragling"]).pass_all()
    if number in (1, 6):
        game.pass_all().expect(deck="monster", top=["ragling", "dip"])
        run(game).expect(monster="ragling", slot=0, hp=2).expect(deck="monster", top=["dip"])
    else:
        run(game).expect(discard="monster", top=["ragling"], size=1).expect(card="dip", slot=0)
    game.expect(player=0, hand=1, souls=0).expect(player=1, hand=0)


def test_ragling__rolls_however_it_dies() -> None:
    """[ragling] R14.4: the active player is rewarded and rolls for a kill by another player's card as well; a monster
    that is discarded has not died (R14.7) and no player rolls."""
    game = facing("ragling", {}, {"hand": ["gold_bomb"]}, dice=[6]).play("gold_bomb", "ragling", by=1).settle()
    game.expect(monster="ragling", slot=0, hp=2).expect(player=0, hand=1).expect(player=1, hand=0).expect(dice=[])
    gone = facing("ragling", {"hand": ["ehwaz"]}, monster_deck=["dip", "fly"], dice=[6]).play("ehwaz").settle()
    gone.expect(card="ragling", zone="discard").expect(player=0, hand=0).expect(dice=[6])


def test_boil__heals_by_hitting() -> None:
    """[boil] R12.8: each damage it deals heals 1 of its HP, never above 2."""
    game = attack_roll(facing("boil", {"items": TOUGH}), "boil", 3).pass_all().expect(stack=["trigger boil"])
    game.pass_all().expect(monster="boil", hp=2, max_hp=2).expect(player=0, hp=3)
    next_roll(game, 4).pass_all().expect(monster="boil", hp=1).expect(stack=[])
    next_roll(game, 3).pass_all().expect(monster="boil", hp=1).expect(stack=["trigger boil"])
    run(game.pass_all().expect(monster="boil", hp=2).roll(4, 4)).expect(player=0, hp=2, coins=6)


def test_boil__prevented_damage_heals_nothing() -> None:
    """[boil] R12.5: damage that was prevented was not dealt; damage of others does not concern it."""
    game = start({"hand": ["soul_heart"]}, {"hand": ["bomb"]}, monsters=[{"card": "boil", "hp": 1}, "pale_fatty"])
    attack_roll(game.play("soul_heart", 0).settle(), "boil", 3).pass_all().expect(stack=[]).expect(player=0, hp=2)
    game.play("bomb", 0, by=1).pass_all().expect(player=0, hp=1).expect(monster="boil", hp=1).expect(stack=[])


def test_parabite__next_attack_roll_is_lower() -> None:
    """[parabite] ER-18, R9.3: a damaged Parabite gives -1 to the attacker's next attack roll alone; 3 becomes 2 and
    misses, and the roll after that is free again."""
    game = attack_roll(facing("parabite", {"items": TOUGH}), "parabite", 3).pass_all()
    game.expect(monster="parabite", hp=1).expect(stack=["trigger parabite"]).pass_all().expect(stack=[])
    game.roll(3).pass_all().expect(stack=["attack roll 3", "bonus -1 of parabite"]).pass_all()
    game.expect(stack=["attack roll 2"]).pass_all().expect(stack=["combat damage 1 to player 0"]).pass_all()
    game.roll(3).pass_all().expect(stack=["attack roll 3"]).pass_all().expect(stack=["combat damage 1 to parabite"])
    run(game).expect(player=0, hp=3, hand=1).expect(card="parabite", zone="discard")


def test_parabite__a_four_hits_all_the_same_and_a_one_stays_one() -> None:
    """[parabite] R9.1: 4 - 1 still hits evasion 3; 1 - 1 is 1."""
    game = attack_roll(facing("parabite", {"items": TOUGH}), "parabite", 3).pass_all().pass_all()
    low = game.copy().roll(1).pass_all().pass_all().expect(stack=["attack roll 1"]).pass_all()
    low.expect(stack=["combat damage 1 to player 0"])
    run(game.roll(4)).expect(player=0, hp=4, hand=1).expect(card="parabite", zone="discard")


def test_parabite__damage_twice_before_the_roll() -> None:
    """[parabite] ER-18: two damage events before the next attack roll are -2 to it, and to no other."""
    seat = {"items": TOUGH, "hand": ["bomb"]}
    game = facing("parabite", seat, {"hand": ["bomb"]}).play("bomb", "parabite").settle()
    game.play("bomb", "parabite", by=1).settle().expect(player=0, hand=1).expect(card="parabite", zone="discard")
    game.attack("pale_fatty").pass_all().roll(4).pass_all()
    game.expect(stack=["attack roll 4", "bonus -2 of parabite"]).pass_all().expect(stack=["attack roll 2"])
    game.pass_all().expect(stack=["combat damage 1 to player 0"]).pass_all()
    game.roll(3).pass_all().expect(stack=["attack roll 3"]).pass_all().expect(stack=["combat damage 1 to pale fatty"])


def test_parabite__attack_rolls_of_this_turn_only() -> None:
    """[parabite] R7.9, ER-18: the -1 is no concern of another roll, of another player or of the next turn."""
    seats = ({**ROLLER, "hand": ["bomb"]}, {})
    game = facing("parabite", *seats).play("bomb", "parabite").settle().expect(monster="parabite", hp=1)
    roll_by(game, 0, 3).expect(player=0, coins=7)
    game.copy().attack("pale_fatty").pass_all().roll(3).pass_all().expect(stack=["attack roll 3", "bonus -1"])
    later = game.end_turn().until("action").attack("pale_fatty").pass_all().roll(3).pass_all()
    later.expect(active=1, stack=["attack roll 3"])
    later = run(later.pass_all().roll(3, 3, 3)).end_turn().until("action").expect(active=0)
    later.attack("parabite").pass_all().roll(3).pass_all().expect(stack=["attack roll 3"])


def test_parabite__a_bomb_of_another_player() -> None:
    """[parabite]: damage outside an attack lowers the next attack roll of the active player, whoever dealt it."""
    game = facing("parabite", {}, {"hand": ["bomb"]}).play("bomb", "parabite", by=1).settle()
    game.attack("pale_fatty").pass_all().roll(3).pass_all().expect(stack=["player 0: attack roll 3", "bonus -1"])


def test_parabite__reroll() -> None:
    """[parabite] ER-18, R9.5: the -1 is used up; a reroll of that attack roll is not lowered again."""
    game = attack_roll(facing("parabite", {"items": ["the_d6"]}), "parabite", 3).pass_all().pass_all()
    game.roll(3).pass_all().pass_all().expect(stack=["attack roll 2"]).activate("the_d6").roll(5)
    game.pass_all().expect(stack=["attack roll 5"]).pass_all().expect(stack=["combat damage 1 to parabite"])


def test_round_worm__next_attack_roll_is_higher() -> None:
    """[round_worm] ER-18, R9.1: having hurt the attacker it gives +1 to the next attack roll, 4 becomes 5 and hits;
    a 6 stays 6."""
    game = attack_roll(facing("round_worm"), "round_worm", 4).pass_all().expect(stack=["trigger round worm"])
    game.pass_all().expect(player=0, hp=1)
    six = game.copy().roll(6).pass_all().pass_all().expect(stack=["attack roll 6"])
    run(six).expect(player=0, coins=7)
    game.roll(4).pass_all().expect(stack=["attack roll 4", "bonus +1 of round worm"]).pass_all()
    game.expect(stack=["attack roll 5"]).pass_all().expect(stack=["combat damage 1 to round worm"])
    run(game).expect(player=0, hp=1, coins=7).expect(card="round_worm", zone="discard")


def test_round_worm__once_each_time_and_not_when_prevented() -> None:
    """[round_worm] R12.5: a second miss gives the bonus again, to one roll; prevented damage gives none."""
    game = attack_roll(facing("round_worm", {"items": TOUGH, "hand": ["soul_heart"]}), "round_worm", 2)
    game.play("soul_heart", 0).pass_all().pass_all().expect(player=0, hp=4, turned=False).expect(stack=[])
    game.roll(3).pass_all().expect(stack=["attack roll 3"]).pass_all().pass_all().pass_all().expect(player=0, hp=3)
    game.roll(2).pass_all().expect(stack=["attack roll 2", "bonus +1"]).pass_all().pass_all().pass_all().pass_all()
    game.expect(player=0, hp=2).roll(4).pass_all().expect(stack=["attack roll 4", "bonus +1"])
    run(game).expect(player=0, hp=2, coins=7)


def test_round_worm__ends_with_the_turn() -> None:
    """[round_worm] A52, R7.9: an unused bonus is gone with the turn."""
    game = attack_roll(facing("round_worm", {"items": ["dinner"], "hand": ["the_fool"]}), "round_worm", 2)
    game.pass_all().pass_all().play("the_fool").pass_all().expect(attacking=None).end_turn().end_turn().until("action")
    game.expect(active=0).attack("round_worm").pass_all().roll(4).pass_all().expect(stack=["attack roll 4"])


def test_begotten__stronger_at_one() -> None:
    """[begotten] R6.10, R7.9: +1 attack once when it comes to 1 HP, until end of turn."""
    game = attack_roll(facing("begotten", {"items": TOUGH}), "begotten", 4).pass_all().expect(stack=[])
    game.expect(monster="begotten", hp=2, attack=1)
    next_roll(game, 4).pass_all().expect(stack=["trigger begotten"]).pass_all()
    game.expect(monster="begotten", hp=1, attack=2).expect(monster="pale_fatty", attack=1)
    next_roll(game, 3).expect(stack=["combat damage 2 to player 0"]).pass_all().expect(player=0, hp=2).expect(stack=[])
    run(game.roll(4)).expect(player=0, hand=2, hp=2)
    left = facing("begotten", {"hand": ["bomb", "bomb"]}, {"hand": ["bomb"]}).play("bomb", "begotten").settle()
    left.play("bomb", "begotten", by=1).settle().expect(monster="begotten", hp=1, attack=2)
    left.end_turn().expect(monster="begotten", hp=3, attack=1)
    dead = facing("begotten", {"hand": ["gold_bomb"]}).play("gold_bomb", "begotten").pass_all()
    dead.expect(stack=["death of begotten"])


def test_imp__three_makes_it_harder_to_hit() -> None:
    """[imp] R9.12, R7.9: a 3 against it gives +1 evasion until end of turn, so that 5 misses; its reward is a rolled
    number of loot cards."""
    game = attack_roll(facing("imp", {"items": TOUGH}), "imp", 5).pass_all().expect(monster="imp", hp=2, evasion=5)
    next_roll(game, 3).expect(stack=["combat damage 1 to player 0", "trigger imp"]).pass_all()
    game.expect(monster="imp", evasion=6).expect(monster="pale_fatty", evasion=3).pass_all().expect(player=0, hp=3)
    next_roll(game, 5).expect(stack=["combat damage 1 to player 0"]).pass_all().expect(monster="imp", hp=2)
    run(game.roll(6, 6, 4)).expect(player=0, hp=2, hand=4, coins=3).expect(card="imp", zone="discard")


def test_imp__never_above_six_and_only_this_turn() -> None:
    """[imp] R9.1: after two 3s a 6 still hits; other rolls do not concern it; in the next turn it is 5 again."""
    game = roll_by(facing("imp", {"items": [*TOUGH, "mystery_sack"], "hand": ["the_fool"]}), 0, 3)
    game.expect(monster="imp", evasion=5)
    attack_roll(game, "imp", 3).pass_all().pass_all()
    next_roll(game, 3).pass_all().pass_all().expect(monster="imp", evasion=6)
    next_roll(game, 6).expect(stack=["combat damage 1 to imp"]).pass_all().expect(monster="imp", hp=2)
    game.play("the_fool").pass_all().end_turn().expect(monster="imp", hp=3, evasion=5)


@pytest.mark.parametrize("number", range(1, 7))
def test_knight__one_and_six_hit(number: int) -> None:
    """[knight] ER-48, R11.10: evasion 6, and a 1 hits as well; 2 to 5 miss."""
    game = attack_roll(facing("knight"), "knight", number)
    game.expect(stack=[f"combat damage 1 to {'knight' if number in (1, 6) else 'player 0'}"]).pass_all()
    game.expect(monster="knight", hp=1 if number in (1, 6) else 2).expect(player=0, hp=2 if number in (1, 6) else 1)


def test_knight__killed_on_a_one() -> None:
    """[knight] [curse_of_the_blind] ER-48: the 1 hits whatever the evasion is; two of them kill it."""
    game = run(facing("knight", {"curses": ["curse_of_the_blind"]}).attack("knight").roll(1, 1))
    game.expect(player=0, hp=2, hand=2).expect(card="knight", zone="discard")
    attack_roll(facing("knight"), "pale_fatty", 1).expect(stack=["combat damage 1 to player 0"])


def test_gaper__killed_on_six_another_attack_is_due() -> None:
    """[gaper] ER-46, R11.7, A70, R11.19: killed by an attack roll of 6 it makes the active player attack the deck once
    more, before anything else."""
    game = facing("gaper", {"hand": ["a_penny"]}, monster_deck=["trite", "dip"]).attack("gaper").roll(4, 6)
    run(game).expect(player=0, coins=6, attacks_used=1).expect(card="trite", slot=0)
    game.expect(legal="attack the top of the monster deck", illegal=["pass", "play a penny", "attack trite"])
    run(game.attack("deck").pass_all().choose(0).expect(attacking="dip").roll(4)).expect(player=0, coins=7)
    game.expect(legal=["pass", "play a penny"], illegal=["attack pale fatty", "attack the top of the monster deck"])


def test_gaper__the_attack_comes_on_top() -> None:
    """[gaper] [conquest] A70, R11.7: the normal attack is left untouched by it."""
    game = facing("gaper", {"extra_attacks": 1}, monster_deck=["trite", "dip"]).attack("gaper").roll(4, 6)
    run(run(game).attack("deck").pass_all().choose(0).roll(4)).expect(player=0, attacks_used=1)
    game.expect(legal=["pass", "attack pale fatty", "attack the top of the monster deck"])


@pytest.mark.parametrize("last", [4, 5])
def test_gaper__killed_on_another_number(last: int) -> None:
    """[gaper] R11.19: only the roll that killed it counts, not a 6 before."""
    game = run(facing("gaper").attack("gaper").roll(6, last)).expect(player=0, coins=6)
    game.expect(legal="pass", illegal="attack the top of the monster deck")


def test_gaper__killed_without_an_attack_roll() -> None:
    """[gaper] R11.19: a bomb in the fight, whatever was rolled before, makes no player attack."""
    game = attack_roll(facing("gaper", {"hand": ["bomb"]}), "gaper", 6).pass_all().expect(monster="gaper", hp=1)
    run(game.play("bomb", "gaper")).expect(player=0, coins=6, attacks_used=1)
    game.expect(legal="pass", illegal="attack the top of the monster deck")
    slay(facing("gaper", KILLER), "gaper").expect(legal=["pass", "attack pale fatty"]).expect(player=0, coins=6)


def test_gaper__a_number_made_six() -> None:
    """[gaper] R11.19, R9.11: the final number counts, not the one thrown."""
    game = facing("gaper", {"hand": ["the_magician"]}).attack("gaper").roll(4, 4).pass_all()
    for _ in range(3):
        game.pass_all()
    game.expect(monster="gaper", hp=1).pass_all().play("the_magician").pass_all(6)
    run(game).expect(player=0, coins=6).expect(legal="attack the top of the monster deck", illegal="pass")


def test_deaths_head__attack_for_all_and_no_target() -> None:
    """[deaths_head] R11.3, R11.6: every monster has +1 attack; it cannot be attacked but a bomb hurts it."""
    game = facing("deaths_head", {"items": TOUGH, "hand": ["bomb"]}).expect(monster="deaths_head", hp=2, evasion=1)
    game.expect(monster="deaths_head", attack=1).expect(monster="pale_fatty", attack=2, evasion=3)
    game.expect(illegal="attack deaths head", legal="attack pale fatty").expect(player=0, attack=1)
    game.play("bomb", "deaths_head").settle().expect(monster="deaths_head", hp=1)
    attack_roll(game, "pale_fatty", 2).expect(stack=["combat damage 2 to player 0"]).pass_all().expect(player=0, hp=2)
    start(monsters=["fly", {"card": "fatty", "covered": ["deaths_head"]}]).expect(monster="fly", attack=1)


def test_deaths_head__dies_with_another_monster() -> None:
    """[deaths_head] R14.3, R14.4: the death of another active monster kills it; the active player is rewarded."""
    game = reach(hits(facing("deaths_head"), "pale_fatty", 4), "trigger death's head")
    game.expect(stack=["card of pale fatty", "reward of pale fatty", "trigger death's head"]).pass_all()
    game.expect(stack=["card of pale fatty", "reward of pale fatty", "death of death's head"])
    run(game).expect(player=0, coins=9, hand=1, souls=0).expect(card="deaths_head", zone="discard").expect(monsters=2)


def test_deaths_head__its_aura_ends_with_it() -> None:
    """[deaths_head] R2.17, R14.7: when it dies the others have their own attack again and live on; the discarding of
    another monster does not kill it."""
    game = slay(facing("deaths_head", KILLER), "deaths_head").expect(monster="pale_fatty", attack=1, hp=4)
    game.expect(player=0, hand=1, coins=3)
    gone = start({"hand": ["ehwaz"]}, monsters=["deaths_head", "empty", "fly"], monster_deck=["dip", "trite", "spider"])
    gone.settle().expect(card="deaths_head", zone="monster").play("ehwaz").settle()
    gone.expect(card="deaths_head", zone="discard").expect(player=0, hand=0, coins=3)


def test_deaths_head__with_stoney() -> None:
    """[deaths_head] [stoney] R14.3: each gives the other its bonus; the death of a third monster kills both, once."""
    game = start(KILLER, monsters=["deaths_head", "stoney", "fly"], monster_deck=["dip", "trite", "spider"])
    game.expect(monster="stoney", attack=1, evasion=1).expect(monster="fly", attack=2, evasion=3)
    slay(game, "fly", "deaths_head").expect(player=0, coins=4, hand=2).expect(player=1, coins=3)
    game.expect(card="deaths_head", zone="discard").expect(card="stoney", zone="discard").expect(monsters=3)
    game.expect(monster="dip", attack=1, evasion=4)


def test_deaths_head__revealed_by_an_attack_on_the_deck() -> None:
    """[deaths_head] R11.5, A32: it takes a slot, the attack is over and used up."""
    game = start(monsters=["fly", "pale_fatty"], monster_deck=["deaths_head"]).attack("deck").pass_all().choose(1)
    game.expect(monsters=["fly", "deaths_head"], attacking=None).expect(monster="fly", attack=2)
    game.expect(player=0, attacks_used=1, hp=2).expect(illegal="attack fly")
