"""The 9 bosses of Four Souls+, fought by real decisions. Each test names its cards in brackets."""

from __future__ import annotations

from typing import Any

import pytest

from fs_env.core.four_souls.scenario import Play
from tests.core.four_souls.cards.fights import (
    KILLER,
    ROLLER,
    TOUGH,
    attack_roll,
    facing,
    hits,
    next_roll,
    reach,
    run,
    slay,
    start,
)


@pytest.mark.parametrize("monster", ["the_fallen", "krampus"])
def test_reward_and_soul(monster: str) -> None:
    """R14.4, R14.5, R18.2: killed, the active player gains a treasure, then the soul: [the_fallen] [krampus]."""
    deck = {"monster_deck": ["dip", "trite", "spider", "clotty", "leech", "fatty"]}
    game = start(KILLER, active=0, phase="loot", monsters=[monster, "pale_fatty"], **deck).pay("tech_x", monster)
    game.settle(*(["dip", "trite", "spider", "clotty"] if monster == "the_fallen" else []))
    game.expect(player=0, coins=3, items=2, souls=1, soul_cards=[monster], hand=1)
    game.expect(player=1, coins=3, hand=0, souls=0).expect(discard="monster", size=0)


def test_widow__a_plain_boss() -> None:
    """R11.10: [widow] has no text: 3 misses, 4 hits."""
    game = attack_roll(facing("widow"), "widow", 3).expect(stack=["combat damage 1 to player 0"])
    next_roll(game.pass_all(), 4).expect(stack=["combat damage 1 to widow"])


@pytest.mark.parametrize(("number", "hp"), [(1, (1, 2)), (2, (1, 2)), (3, (1, 1)), (4, (1, 1))])
def test_dingle__hurt_it_rolls_for_the_players(number: int, hp: tuple[int, int]) -> None:
    """[dingle] each time it takes damage it rolls: 1-2 the active player, 3-4 all players take 1."""
    game = attack_roll(facing("dingle"), "dingle", 3).pass_all().expect(stack=["trigger dingle"]).roll(number)
    game.pass_all().expect(stack=[f"roll {number}"]).pass_all().expect(player=0, hp=2).pass_all()
    game.expect(player=0, hp=hp[0]).expect(player=1, hp=hp[1]).expect(monster="dingle", hp=2).expect(stack=[])


@pytest.mark.parametrize("number", [5, 6])
def test_dingle__its_own_damage_triggers_it_again(number: int) -> None:
    """[dingle] ER-06: 5-6 it takes 1 damage itself, which triggers it again, down to its death and beyond."""
    game = attack_roll(facing("dingle"), "dingle", 3).pass_all().roll(number).pass_all().pass_all().pass_all()
    game.expect(monster="dingle", hp=1).expect(stack=["trigger dingle"]).roll(number).pass_all().pass_all().pass_all()
    game.expect(monster="dingle", hp=0).expect(stack=["death of dingle", "trigger dingle"]).roll(1)
    run(game).expect(player=0, hp=1, coins=9, souls=1)


def test_dingle__any_damage_counts() -> None:
    """[dingle] R12.2: a bomb triggers it too; prevented or missing damage does not."""
    game = facing("dingle", {"hand": ["bomb"]}).play("bomb", "dingle").pass_all().expect(stack=["trigger dingle"])
    game.roll(4).settle().expect(player=1, hp=1).expect(player=0, hp=1).expect(monster="dingle", hp=2)


@pytest.mark.parametrize(("number", "victim"), [(1, 2), (2, 2), (3, 2), (4, 1), (5, 1), (6, 1)])
def test_monstro_ii__right_and_left_of_the_active_player(number: int, victim: int) -> None:
    """[monstro_ii] R22: each time it deals damage it rolls: 1-3 the player to the active player's right takes 1, 4-6 the
    one to the left."""
    game = attack_roll(facing("monstro_ii", {}, {}, {}), "monstro_ii", 1).pass_all()
    game.expect(stack=["trigger monstro ii"]).expect(player=0, hp=1).roll(number).settle()
    for p in range(3):
        game.expect(player=p, hp=1 if p in (0, victim) else 2)


def test_monstro_ii__two_players_and_no_echo() -> None:
    """[monstro_ii] ER-06: with two players left and right are the same one; the damage of its text triggers nothing."""
    for number in (2, 5):
        game = attack_roll(facing("monstro_ii"), "monstro_ii", 2).pass_all().roll(number).pass_all().pass_all()
        game.pass_all().expect(player=1, hp=1).expect(player=0, hp=1).expect(stack=[])


def test_monstro_ii__seat_counts_from_the_active_player() -> None:
    """[monstro_ii] R22, R2.14: with player 1 active player 2 sits left and player 0 right; the dead keep their seat."""
    game = attack_roll(facing("monstro_ii", {}, {}, {}, active=1), "monstro_ii", 1).pass_all().roll(1).settle()
    game.expect(player=0, hp=1).expect(player=2, hp=2)
    game = attack_roll(facing("monstro_ii", {}, {"dead": True}, {}), "monstro_ii", 1).pass_all().roll(6).settle()
    game.expect(player=1, dead=True, hp=0).expect(player=2, hp=2)


def test_isaac_boss__hurt_it_hurts_a_chosen_player() -> None:
    """[isaac_boss] R5.10: each time it takes damage a player of the active player's choice takes 1; its own damage to
    players triggers nothing."""
    game = attack_roll(facing("isaac_boss", {}, {}, {"dead": True}), "isaac_boss", 3).pass_all()
    game.expect(asked=0, question="target", illegal="choose player 2").choose(1).pass_all().expect(player=1, hp=1)
    next_roll(game, 2).pass_all().expect(player=0, hp=1).expect(stack=[]).expect(monster="isaac_boss", hp=6)


def test_blastocyst__two_slots_and_a_deck_attack() -> None:
    """[blastocyst] R15.7, ER-29: dead, it adds 2 monster slots and allows one more attack on the monster deck only."""
    deck = ["dip", "trite", "spider", "clotty"]
    game = run(hits(facing("blastocyst", monster_deck=deck), "blastocyst", 5))
    game.expect(player=0, souls=1, hand=1, attacks_used=1, deck_attacks=1, extra_attacks=0).expect(monsters=4)
    game.expect(legal=["pass", "attack the top of the monster deck"], illegal=["attack Dip", "attack Pale Fatty"])
    game.attack("deck").settle("pale_fatty").expect(attacking="clotty").fight(6, 6)
    game.expect(player=0, deck_attacks=0).expect(illegal="attack the top of the monster deck")


def test_the_fallen__orders_the_top_five_monsters() -> None:
    """[the_fallen] R15.11: dead, the active player looks at the top 5 monster cards and puts them back in any order."""
    deck = ["dip", "trite", "spider", "clotty", "leech", "fatty"]
    game = reach(facing("the_fallen", KILLER, monster_deck=deck).pay("tech_x", "the_fallen"), "trigger the fallen")
    game.pass_all().expect(asked=0, question="order").expect(card="leech", known=[0]).expect(card="fatty", known=[])
    game.choose("dip", "trite", "spider", "clotty")
    game.expect(deck="monster", top=["leech", "clotty", "spider", "trite", "dip", "fatty"])
    run(game).expect(monsters=["leech", "pale_fatty"]).expect(player=0, items=2, souls=1)


def horseman(**seat: Any) -> Play:
    return start({"items": TOUGH, **seat}, monsters=[{"card": "headless_horseman", "hp": 1}, "pale_fatty"])


def test_headless_horseman__printed_numbers() -> None:
    """[headless_horseman] R2.12: 3 HP, evasion 3, attack 2."""
    game = facing("headless_horseman").expect(monster="headless_horseman", hp=3, max_hp=3, evasion=3, attack=2)
    attack_roll(game, "headless_horseman", 2).expect(stack=["combat damage 2 to player 0"])


def test_headless_horseman__first_death_of_the_turn_is_prevented() -> None:
    """[headless_horseman] ER-33, R14.9: when its death would resolve it returns to its HP before the blow, heals 2 and
    has +1 evasion and -1 attack; the attack continues, no reward, no soul."""
    game = attack_roll(horseman(), "headless_horseman", 3).pass_all().expect(stack=["death of headless horseman"])
    game.expect(monster="headless_horseman", hp=0).pass_all().expect(stack=[], attacking="headless_horseman")
    game.expect(monster="headless_horseman", hp=3, evasion=4, attack=1).expect(player=0, souls=0, items=2)
    next_roll(game, 3).expect(stack=["combat damage 1 to player 0"])


def test_headless_horseman__dies_the_second_time() -> None:
    """[headless_horseman] ER-33: the second death of the turn resolves; reward and soul are gained."""
    game = run(hits(horseman(), "headless_horseman", 4))
    game.expect(player=0, souls=1, soul_cards=["headless_horseman"], items=3, attacks_used=1).expect(attacking=None)


def test_headless_horseman__killed_at_full_health() -> None:
    """[headless_horseman] R12.10, R14.9: a kill is prevented too: it returns to the HP before it, at most 3; the second
    kill of the turn works."""
    game = slay(facing("headless_horseman", KILLER), "headless_horseman")
    game.expect(monster="headless_horseman", hp=3, max_hp=3, evasion=4, attack=1).expect(player=0, souls=0)
    game.expect(monster="pale_fatty", hp=4).pay("tech_x", "headless_horseman").settle()
    game.expect(player=0, souls=1, soul_cards=["headless_horseman"], items=2)


def test_headless_horseman__again_in_the_next_turn() -> None:
    """[headless_horseman] R7.8, R7.9: the changes end with the turn, and the next turn has a first death of its own."""
    game = run(attack_roll(horseman(hand=["the_fool"]), "headless_horseman", 6).pass_all().pass_all().play("the_fool"))
    game.end_turn().until("action").expect(active=1)
    game.expect(monster="headless_horseman", hp=3, evasion=3, attack=2)
    reach(hits(game, "headless_horseman", 3), "death of headless horseman").pass_all().expect(stack=[])
    game.expect(monster="headless_horseman", hp=3, evasion=4, attack=1, attacked=True).expect(player=1, souls=0)


def heart(*players: dict[str, Any]) -> Play:
    return reach(start(*players, monsters=["moms_heart", "fly"]).pay("tech_x", "moms_heart"), "trigger mom's heart")


def test_moms_heart__printed_numbers_and_no_reward() -> None:
    """[moms_heart] R2.12: 8 HP, evasion 4, attack 2, no reward: above its card lies its text alone."""
    game = facing("moms_heart").expect(monster="moms_heart", hp=8, max_hp=8, evasion=4, attack=2)
    attack_roll(game, "moms_heart", 3).expect(stack=["combat damage 2 to player 0"])
    heart(KILLER).expect(stack=["card of moms heart", "trigger moms heart"])


def test_moms_heart__the_most_souls_win() -> None:
    """[moms_heart] ER-45, R18.3: its death ends the game; the player with the most souls wins, whoever killed it."""
    game = heart({**KILLER, "souls": 1}, {"souls": 2}).expect(over=False).pass_all().expect(over=True, winners=[1])
    game.expect(player=0, souls=1)


def test_moms_heart__its_own_souls_do_not_count() -> None:
    """[moms_heart] ER-45, R14.3: it ends the game before its card becomes the 2 souls of the active player."""
    heart({**KILLER, "souls": 0}, {"souls": 1}).pass_all().expect(over=True, winners=[1])


def test_moms_heart__a_tie_is_decided_by_the_active_player() -> None:
    """[moms_heart] ER-45: among those tied for the most the active player picks the one winner."""
    seats = {**KILLER, "souls": 1}, {"souls": 2}, {"souls": 2}
    game = heart(*seats).pass_all().expect(asked=0, question="pick", illegal="choose player 0")
    game.copy().choose(1).expect(over=True, winners=[1])
    game.choose(2).expect(over=True, winners=[2], outcome="won")
    heart(KILLER).pass_all().choose(0).expect(over=True, winners=[0])


@pytest.mark.parametrize("variant", ["solo", "cooperative"])
@pytest.mark.parametrize("souls", [(0, 0), (1, 0), (0, 2)])
def test_moms_heart__played_together_both_win(variant: str, souls: tuple[int, int]) -> None:
    """[moms_heart] ER-45, R21.6: players who win and lose together are one side, which has the most souls, whatever each has."""
    seats = [{**KILLER, "souls": souls[0]}, {"souls": souls[1]}]
    game = start(*seats, monsters=["moms_heart", "fly"], options={"variant": variant}, d8=1).pay("tech_x", "moms_heart")
    reach(game, "trigger mom's heart").pass_all()
    if not game.over:
        game.expect(asked=0, question="pick").choose(1)
    game.expect(over=True, winners=[0, 1], outcome="won")


def test_moms_heart__cancelled_it_is_a_soul_of_two() -> None:
    """[moms_heart] ER-45, R17.11: with its text cancelled the game continues and the card is worth 2 souls."""
    game = heart({**KILLER, "souls": 1}, {"souls": 2, "hand": ["the_fool"]}).pass_().play("the_fool", by=1).pass_all()
    game.settle().expect(over=False).expect(player=0, souls=3).expect(card="moms_heart", zone="soul", owner=0)


def test_moms_heart__its_souls_win_when_the_text_is_cancelled() -> None:
    """[moms_heart] R18.1, R18.2: its 2 souls may still be the third and fourth."""
    game = heart({**KILLER, "souls": 2}, {"souls": 3, "hand": ["the_fool"]}).pass_().play("the_fool", by=1)
    game.settle().expect(over=True, winners=[0])


def test_moms_heart__discarded_is_no_death() -> None:
    """[moms_heart] R14.7: replaced by a refill effect it has not died: the game continues [ehwaz]."""
    game = start({"hand": ["ehwaz"]}, monsters=["moms_heart", "fly"]).play("ehwaz").settle()
    game.expect(over=False).expect(card="moms_heart", zone="discard")


def test_krampus__must_be_attacked() -> None:
    """[krampus] ER-27, R11.7: with an attack left the attack on it is the active player's only legal action."""
    game = start({"hand": ["bomb"], "items": TOUGH}, monsters=["fly", "krampus"])
    assert game.legal() == ["attack Krampus"]
    game.attack("krampus").fight(*[6] * 4).expect(player=0, souls=1, attacks_used=1).expect(legal="pass")


def test_krampus__every_player_in_the_own_turn() -> None:
    """[krampus] ER-27: each player in their own turn, once; it grants no attack and others act freely."""
    game = start({"extra_attacks": 1, "hand": ["bomb"]}, {"hand": ["bomb"]}, monsters=["fly", "krampus"])
    game.attack("krampus").expect(legal="play Bomb!").pass_(by=0).expect(asked=1, legal="play Bomb!")
    game.roll(*[3]).fight(3).expect(phase="end").end_turn().until("action").expect(active=1)
    assert game.legal() == ["attack Krampus"]
    start({"attacks_used": 1}, monsters=["fly", "krampus"]).expect(legal="pass", illegal="attack Krampus")


def test_krampus__one_attack_a_turn_is_enough() -> None:
    """[krampus] R11.7: an attack that was cancelled later has fulfilled it; a further attack may go anywhere."""
    seat = {"items": ["lord_of_the_pit", *TOUGH]}
    game = start(seat, monsters=["fly", "krampus"]).attack("krampus").pass_all().activate("lord_of_the_pit").settle()
    game.expect(attacking=None, legal=["pass", "attack Fly", "attack Krampus"]).expect(monster="krampus", hp=4)


def test_krampus__a_cancelled_declaration_is_still_due() -> None:
    """[krampus] R11.7, A16: a declaration that was cancelled used no attack and fulfilled nothing."""
    seat = {"items": ["lord_of_the_pit"]}
    game = start(seat, monsters=["fly", "krampus"]).attack("krampus").activate("lord_of_the_pit").settle()
    assert game.legal() == ["attack Krampus"]


def test_krampus__comes_during_the_turn() -> None:
    """[krampus] ER-27: arriving by a refill it is due while an attack is left; revealed by an attack on the deck that
    attack is one on it."""
    deck = ["krampus", "dip"]
    game = start(monsters=["fly", "empty"], monster_deck=deck).settle()
    assert game.legal() == ["attack Krampus"]
    late = start({"attacks_used": 1}, monsters=["fly", "empty"], monster_deck=deck).settle().expect(legal="pass")
    late.expect(monsters=["fly", "krampus"])
    seat = {"extra_attacks": 1, "items": [*TOUGH, "lord_of_the_pit"]}
    game = start(seat, monsters=["fly", "fatty"], monster_deck=deck).attack("deck").settle("fly")
    game.expect(attacking="krampus").activate("lord_of_the_pit").pass_all().expect(legal=["pass", "attack Krampus"])


def test_krampus__revives_with_an_attack() -> None:
    """[krampus] ER-27: without an attack nothing is due; an attack gained later makes it due."""
    seat = {"attacks_used": 1, "hand": ["strength"]}
    game = start(seat, monsters=["fly", "krampus"]).expect(legal="pass").play("strength", 0).settle()
    assert game.legal() == ["attack Krampus"]


def test_krampus__a_deck_only_attack_does_not_fit() -> None:
    """[krampus] ER-27, ER-29: an attack that may go to the deck only is none that could be made on it."""
    seat = {**KILLER, "attacks_used": 1}
    game = start(seat, monsters=["big_spider", "krampus"]).pay("tech_x", "big_spider").settle()
    game.expect(player=0, deck_attacks=1).expect(legal=["pass", "attack the top of the monster deck"])


def test_krampus__covered_it_demands_nothing() -> None:
    """[krampus] R15.6: covered its text is off; active again it is a new object and may be due again."""
    game = start(ROLLER, monsters=[{"card": "fly", "covered": ["krampus"]}, "fatty"]).expect(legal="pass")
    game.attack("fly").fight(6).expect(monsters=["krampus", "fatty"], legal="pass", illegal="attack Krampus")
    more = start({"extra_attacks": 1}, monsters=[{"card": "fly", "covered": ["krampus"]}, "fatty"])
    more.attack("fly").fight(6)
    assert more.legal() == ["attack Krampus"]
