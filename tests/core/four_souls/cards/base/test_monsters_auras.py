"""Basic monsters that watch every roll, activations or other monsters. Each test names its cards in brackets."""

from __future__ import annotations

import pytest

from tests.core.four_souls.cards.fights import (
    KILLER,
    ROLLER,
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
from tests.every import every

WATCHED = {
    "holy_dip": 1,
    "holy_moms_eye": 2,
    "holy_dinga": 6,
    "holy_keeper_head": 4,
    "holy_squirt": 5,
    "cursed_keeper_head": 1,
    "cursed_horf": 2,
    "cursed_fatty": 5,
    "cursed_moms_hand": 6,
    "cursed_gaper": 4,
}


@every([(monster, number) for monster in WATCHED for number in range(1, 7)])
def test_any_roll__answers_its_number_alone(monster: str, number: int) -> None:
    """R9.7, R9.12: the trigger lies above the result of any player's roll, for its number and no other: [holy_dip]
    [holy_moms_eye] [holy_dinga] [holy_keeper_head] [holy_squirt] [cursed_keeper_head] [cursed_horf] [cursed_fatty]
    [cursed_moms_hand] [cursed_gaper]."""
    game = facing(monster, {}, ROLLER, dice=[number]).activate("mystery_sack", by=1).pass_all().pass_all()
    line = [] if number > 4 else ["result of mystery sack"]
    game.expect(stack=[*line, f"trigger {monster}"] if number == WATCHED[monster] else line)


@pytest.mark.parametrize("monster", WATCHED)
def test_any_roll__covered_monsters_sleep(monster: str) -> None:
    """R2.17, R15.6: under another monster it answers nothing: [holy_dip] [holy_moms_eye] [holy_dinga]
    [holy_keeper_head] [holy_squirt] [cursed_keeper_head] [cursed_horf] [cursed_fatty] [cursed_moms_hand]
    [cursed_gaper]."""
    game = start(ROLLER, monsters=["fly", {"card": "pale_fatty", "covered": [monster]}], dice=[WATCHED[monster]])
    game.activate("mystery_sack").pass_all().pass_all()
    game.expect(stack=[] if WATCHED[monster] > 4 else ["result of mystery sack"])


@pytest.mark.parametrize("monster", ["holy_dinga", "holy_keeper_head", "cursed_keeper_head"])
def test_watching__rolled_reward(monster: str) -> None:
    """R9.10, R2.17: the reward is a rolled number of cents; dead, it answers the roll for it no more: [holy_dinga]
    [holy_keeper_head] [cursed_keeper_head]."""
    number = WATCHED[monster]
    game = slay(facing(monster, KILLER, dice=[number]), monster).expect(player=0, coins=3 + number)
    game.expect(player=1, coins=3).expect(card=monster, zone="discard")


def test_holy_dip__one_gains_a_cent() -> None:
    """[holy_dip] R9.7: the player who rolled gains 1, in others' turns and on attack rolls too."""
    game = roll_by(facing("holy_dip", {}, ROLLER), 1, 1).expect(player=1, coins=4, hand=1).expect(player=0, coins=3)
    attack_roll(game, "pale_fatty", 1).pass_all().expect(player=0, coins=4, hp=2).expect(player=1, coins=4)
    game.expect(stack=["combat damage 1 to player 0"])


def test_holy_moms_eye__roller_decides_and_picks() -> None:
    """[holy_moms_eye] ER-08: the player who rolled is asked whether and what to recharge, not the active player."""
    seats = ({"items": [{"card": "mr_boom", "turned": True}]}, {"items": ["mystery_sack", "dinner"]})
    game = facing("holy_moms_eye", *seats, dice=[2]).activate("mystery_sack", by=1).pass_all().pass_all().pass_all()
    game.expect(asked=1, question="may").choose("yes").expect(asked=1, legal=["choose mr boom", "choose mystery sack"])
    game.choose("mystery_sack").settle().expect(card="mystery_sack", turned=False).expect(card="mr_boom", turned=True)
    game.expect(player=1, hand=1)
    no = facing("holy_moms_eye", *seats, dice=[2]).activate("mystery_sack", by=1).pass_all().pass_all().pass_all("no")
    no.settle().expect(card="mystery_sack", turned=True).expect(card="mr_boom", turned=True)


def test_holy_moms_eye__any_players_item() -> None:
    """[holy_moms_eye] R2.26: on the active player's attack roll it may recharge another player's item."""
    game = facing("holy_moms_eye", {}, {"items": [{"card": "mr_boom", "turned": True}, "dinner"]})
    attack_roll(game, "pale_fatty", 2).pass_all("yes", "mr_boom").expect(card="mr_boom", turned=False)
    game.expect(stack=["combat damage 1 to player 0"])


def test_holy_dinga__six_heals() -> None:
    """[holy_dinga] R12.8: the player who rolled heals 1, never above the maximum, no other player does."""
    game = roll_by(facing("holy_dinga", {"hp": 1}, {**ROLLER, "hp": 1}), 1, 6).expect(player=1, hp=2)
    game.expect(player=0, hp=1)
    roll_by(facing("holy_dinga", {}, ROLLER), 1, 6).expect(player=1, hp=2, max_hp=2)
    roll_by(facing("holy_dinga", {}, {"items": ["mystery_sack", "dinner"], "hp": 1}), 1, 6).expect(player=1, hp=2)


def test_holy_keeper_head__four_gains_two_cents() -> None:
    """[holy_keeper_head] R9.8: the player who rolled gains 2 above what the roll was for."""
    game = facing("holy_keeper_head", {}, ROLLER, dice=[4]).activate("mystery_sack", by=1).pass_all().pass_all()
    game.pass_all().expect(player=1, coins=5).settle().expect(player=1, coins=9).expect(player=0, coins=3)


def test_holy_squirt__five_loots() -> None:
    """[holy_squirt] R9.7: the player who rolled loots 1."""
    roll_by(facing("holy_squirt", {}, ROLLER), 1, 5).expect(player=1, hand=1, coins=3).expect(player=0, hand=0)


def test_cursed_keeper_head__one_costs_two_cents() -> None:
    """[cursed_keeper_head] R22 Lose: the player who rolled loses 2 cents, at most what there is."""
    game = roll_by(facing("cursed_keeper_head", {}, {**ROLLER, "coins": 5}), 1, 1).expect(player=1, coins=3, hand=1)
    game.expect(player=0, coins=3)
    roll_by(facing("cursed_keeper_head", {}, {**ROLLER, "coins": 1}), 1, 1).expect(player=1, coins=0)


def test_cursed_horf__two_deals_two() -> None:
    """[cursed_horf] R9.8: the player who rolled takes 2 before what was rolled for; it is no combat damage."""
    game = facing("cursed_horf", {}, ROLLER, dice=[2]).activate("mystery_sack", by=1).pass_all().pass_all().pass_all()
    game.expect(player=1, hp=0, dying=True, hand=0).expect(player=0, hp=2)
    game.expect(stack=["result of mystery sack", "death of player 1"])


def test_cursed_horf__on_an_attack_roll() -> None:
    """[cursed_horf] R9.8, R11.13: a missing 2 first costs 2 and, when that kills, the miss costs nothing more."""
    game = attack_roll(facing("cursed_horf", {"items": ["dinner"]}), "pale_fatty", 2)
    game.expect(stack=["combat damage 1 to player 0", "trigger cursed horf"]).pass_all().expect(player=0, hp=1)
    game.pass_all().expect(player=0, hp=0, dying=True)
    weak = attack_roll(facing("cursed_horf"), "pale_fatty", 2).pass_all()
    weak.expect(stack=["combat damage 1 to player 0", "death of player 0"]).pass_all()
    weak.expect(stack=["penalty of player 0"], attacking=None)


def test_cursed_fatty__five_discards() -> None:
    """[cursed_fatty] R5.4: the player who rolled discards a loot card of own choice."""
    seats = ({"hand": ["a_dime"]}, {**ROLLER, "hand": ["bomb", "a_penny"]})
    game = facing("cursed_fatty", *seats, dice=[5]).activate("mystery_sack", by=1).pass_all().pass_all().pass_all()
    game.expect(asked=1, legal=["choose bomb", "choose a penny"]).choose("bomb").expect(player=1, hand=["a_penny"])
    game.expect(player=0, hand=["a_dime"]).expect(card="bomb", zone="discard")


def test_cursed_moms_hand__six_ends_that_players_turn() -> None:
    """[cursed_moms_hand] R7.13, R7.14: a 6 of the active player ends the turn and the attack; another's does nothing."""
    game = roll_by(facing("cursed_moms_hand", ROLLER, {"items": ["the_d100"]}), 0, 6).expect(phase="end", active=0)
    game.expect(illegal="attack pale fatty")
    fight = attack_roll(facing("cursed_moms_hand"), "pale_fatty", 6)
    fight.expect(stack=["combat damage 1 to pale fatty", "trigger cursed moms hand"]).pass_all()
    fight.expect(stack=[], phase="end", attacking=None).expect(monster="pale_fatty", hp=4)
    roll_by(facing("cursed_moms_hand", {}, ROLLER), 1, 6).expect(phase="action", active=0, legal="attack pale fatty")


def test_cursed_moms_hand__beside_moms_hand() -> None:
    """[cursed_moms_hand] [moms_hand] R7.13, R17.12: one 6 for both: the answer pushed already stays and does nothing."""
    game = attack_roll(start(monsters=["moms_hand", "cursed_moms_hand"]), "moms_hand", 6).choose("moms_hand")
    game.expect(stack=["combat damage 1", "trigger mom's hand", "trigger cursed mom's hand"]).pass_all()
    game.expect(stack=["trigger mom's hand"], attacking=None).pass_all().expect(stack=[], phase="end", active=0)
    game.end_turn().expect(active=1, monsters=["moms_hand", "cursed_moms_hand"])


def test_cursed_psy_horf__activations_hurt() -> None:
    """[cursed_psy_horf] R2.18, R5.12: each item turned for its effect costs its player 1, before that effect."""
    game = facing("cursed_psy_horf", {"items": ["mr_boom"]}, {"items": ["mystery_sack"]}, dice=[5])
    game.activate("mr_boom", "pale_fatty").expect(stack=["activate mr boom", "trigger cursed psy horf"])
    game.pass_all().expect(player=0, hp=1).expect(player=1, hp=2).expect(monster="pale_fatty", hp=4)
    game.settle().expect(monster="pale_fatty", hp=3)
    game.activate("mystery_sack", by=1).settle().expect(player=1, hp=1).expect(player=0, hp=1)


def test_cursed_psy_horf__no_activation() -> None:
    """[cursed_psy_horf] R2.18, R2.4: turning the character and paid effects are no activations."""
    game = facing("cursed_psy_horf", {"hand": ["a_penny"], "items": [{"card": "tech_x", "counters": 3}]})
    game.play("a_penny", turn=True).settle().expect(player=0, hp=2, turned=True)
    game.pay("tech_x", "pale_fatty").settle().expect(player=0, hp=2).expect(card="pale_fatty", zone="discard")


def test_cursed_gaper__four_strengthens_the_active_monsters() -> None:
    """[cursed_gaper] R7.9: all active monsters get +1 attack until end of turn, each time; later ones do not."""
    game = facing("cursed_gaper", {"hand": ["gold_bomb"]}, ROLLER, monster_deck=["dip"])
    roll_by(game, 1, 4).expect(monster="cursed_gaper", attack=2).expect(monster="pale_fatty", attack=2)
    game.expect(player=1, coins=7, attack=1).play("gold_bomb", "cursed_gaper").settle()
    game.expect(monster="dip", attack=1).expect(monster="pale_fatty", attack=2)
    attack_roll(game, "pale_fatty", 2).expect(stack=["combat damage 2 to player 0"])
    twice = attack_roll(facing("cursed_gaper"), "cursed_gaper", 4).pass_all().pass_all()
    next_roll(twice, 4).pass_all().expect(monster="pale_fatty", attack=3)
    run(twice).end_turn().expect(monster="pale_fatty", attack=1)


def test_stoney__evasion_for_all_and_no_attack() -> None:
    """[stoney] FSR-077, R11.3, R11.6: every monster has +1 evasion; it cannot be attacked but a bomb hurts it."""
    game = facing("stoney", {"hand": ["bomb"]}).expect(monster="stoney", hp=3, attack=0, evasion=1)
    game.expect(monster="pale_fatty", evasion=4).expect(illegal="attack stoney", legal="attack pale fatty")
    game.play("bomb", "stoney").settle().expect(monster="stoney", hp=2)
    attack_roll(game, "pale_fatty", 3).expect(stack=["combat damage 1 to player 0"])
    start(monsters=["fly", {"card": "fatty", "covered": ["stoney"]}]).expect(monster="fly", evasion=2)


def test_stoney__dies_with_another_monster() -> None:
    """[stoney] R14.3, R14.4: the death of another active monster kills it, and the active player is rewarded for both."""
    game = reach(hits(facing("stoney"), "pale_fatty", 4), "trigger stoney")
    game.expect(stack=["card of pale fatty", "reward of pale fatty", "trigger stoney"]).pass_all()
    game.expect(stack=["card of pale fatty", "reward of pale fatty", "death of stoney"]).expect(monster="stoney", hp=3)
    run(game).expect(player=0, coins=9, hand=1, souls=0).expect(card="stoney", zone="discard").expect(monsters=2)


def test_stoney__order_of_the_answers() -> None:
    """[stoney] [boom_fly] R6.4: the active player orders Stoney's answer and the dead monster's own text."""
    game = start(KILLER, monsters=["stoney", "boom_fly"]).pay("tech_x", "boom_fly").pass_all().pass_all()
    game.expect(asked=0, question="trigger_order", legal=["choose stoney", "choose boom fly"])
    first = (
        game.copy().choose("stoney").expect(stack=["card", "reward of boom fly", "trigger stoney", "trigger boom fly"])
    )
    first.settle().expect(player=0, hp=1, coins=7, hand=1).expect(player=1, hp=1)


def test_stoney__never_above_six() -> None:
    """[stoney] [little_horn] R9.1: an evasion of 6 stays 6, so a 6 still hits."""
    game = attack_roll(start(monsters=["little_horn", "stoney"]), "little_horn", 6)
    game.expect(stack=["combat damage 1 to little horn"]).pass_all().expect(monster="little_horn", hp=1)


def test_stoney__its_aura_ends_with_it() -> None:
    """[stoney] R2.17: when it dies the others have their own evasion again; nothing dies with it."""
    game = slay(facing("stoney", KILLER), "stoney").expect(monster="pale_fatty", evasion=3, hp=4)
    game.expect(player=0, hand=1, coins=3)


def test_stoney__discarding_kills_nobody() -> None:
    """[stoney] R14.7: a monster that is discarded has not died, so Stoney stays."""
    game = start({"hand": ["ehwaz"]}, monsters=["stoney", "pale_fatty"], monster_deck=["dip", "fly"])
    game.play("ehwaz").settle().expect(card="stoney", zone="discard").expect(player=0, hand=0, coins=3)


def test_stoney__revealed_by_an_attack_on_the_deck() -> None:
    """[stoney] R11.5, A32: it takes a slot, the attack is over and used, what it covers sleeps."""
    game = start(monsters=["fly", "pale_fatty"], monster_deck=["stoney"]).attack("deck").pass_all().choose(1)
    game.expect(monsters=["fly", "stoney"], attacking=None).expect(monster="stoney", covered=["pale_fatty"])
    game.expect(player=0, attacks_used=1, hp=2).expect(monster="fly", evasion=3).expect(illegal="attack fly")
