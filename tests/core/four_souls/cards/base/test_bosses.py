"""The 35 bosses and epic bosses of the base set, fought by real decisions. Each test names its cards in brackets."""

from __future__ import annotations

from typing import Any

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

PLAIN = [("gurdy", 5, 4, 1, "7c"), ("monstro", 4, 4, 1, "6c"), ("little_horn", 2, 6, 1, "loot 2")]


@pytest.mark.parametrize(("monster", "hp", "evasion", "attack", "reward"), PLAIN)
def test_plain__printed_numbers_in_a_fight(monster: str, hp: int, evasion: int, attack: int, reward: str) -> None:
    """R11.10, R11.11, R14.4, R14.5, R18.2: one below the evasion misses, the evasion hits, as many hits as HP kill, the
    reward is gained and then the card as a soul worth 1: [gurdy] [monstro] [little_horn]."""
    game = start(monsters=[monster, "fly"]).expect(monster=monster, hp=hp, max_hp=hp, evasion=evasion, attack=attack)
    attack_roll(game, monster, evasion - 1).expect(stack=[f"combat damage {attack} to player 0"]).pass_all()
    game.expect(player=0, hp=2 - attack).expect(monster=monster, hp=hp)
    for left in range(hp - 1, -1, -1):
        next_roll(game, evasion).expect(stack=[f"combat damage 1 to {monster}"]).pass_all()
        game.expect(monster=monster, hp=left)
    game.pass_all().expect(stack=[f"card of {monster}", f"reward of {monster}"]).pass_all()
    loot = reward.startswith("loot")
    game.expect(player=0, coins=3 if loot else 3 + int(reward[:-1]), hand=2 if loot else 0, souls=0)
    game.pass_all().expect(player=0, souls=1, soul_cards=[monster]).expect(stack=["refill monster slot 0"])
    game.expect(player=1, souls=0, coins=3, hand=0).expect(discard="monster", size=0)


def test_daddy_long_legs__one_raises_all_evasions() -> None:
    """[daddy_long_legs_boss] R7.9, R9.12: a 1 against it gives all monsters +1 evasion until end of turn."""
    game = attack_roll(facing("daddy_long_legs_boss", {"items": TOUGH}), "daddy_long_legs_boss", 1)
    game.expect(stack=["combat damage 1 to player 0", "trigger daddy long legs"]).pass_all()
    game.expect(monster="daddy_long_legs_boss", evasion=5).expect(monster="pale_fatty", evasion=4)
    next_roll(game.pass_all(), 4).expect(stack=["combat damage 1 to player 0"])
    run(game.roll(5, 5, 5, 5)).expect(player=0, hp=2, coins=10, souls=1)
    game.expect(monster="pale_fatty", evasion=4).end_turn().expect(monster="pale_fatty", evasion=3)
    attack_roll(facing("daddy_long_legs_boss"), "pale_fatty", 1).expect(stack=["combat damage 1 to player 0"])


def test_chub__one_heals_two() -> None:
    """[chub] R12.8: a 1 against it heals 2, at most to its maximum, before its damage."""
    game = start({"items": TOUGH}, monsters=[{"card": "chub", "hp": 1}, "fly"])
    attack_roll(game, "chub", 1).expect(stack=["combat damage 1 to player 0", "trigger chub"])
    game.pass_all().expect(monster="chub", hp=3).expect(player=0, hp=4)
    next_roll(game.pass_all(), 1).pass_all().expect(monster="chub", hp=4, max_hp=4)
    next_roll(game.pass_all(), 2).expect(stack=["combat damage 1 to player 0"])


def test_gluttony__hurt_on_six_it_hits_the_left_neighbour() -> None:
    """[gluttony] R11.19: damage of a 6 costs the player to the left 1; other damage does not."""
    game = attack_roll(facing("gluttony", {"hand": ["bomb"]}, {}, {}), "gluttony", 6).pass_all()
    game.expect(stack=["trigger gluttony"]).expect(monster="gluttony", hp=3).pass_all().expect(player=1, hp=1)
    game.expect(player=2, hp=2).expect(player=0, hp=2)
    next_roll(game, 5).pass_all().expect(stack=[]).expect(monster="gluttony", hp=2)
    game.play("bomb", "gluttony").pass_all().expect(stack=[]).expect(monster="gluttony", hp=1).expect(player=1, hp=1)
    next_roll(game, 6).pass_all().expect(stack=["death of gluttony", "trigger gluttony"])
    run(game).expect(player=1, dead=True).expect(player=0, souls=1, hand=1)


def test_pin__takes_no_combat_damage_on_six() -> None:
    """[pin] R11.19: the damage of a 6 does nothing, that of a 5 and a bomb's does."""
    game = attack_roll(facing("pin", {"hand": ["bomb"]}), "pin", 6).expect(stack=["combat damage 1 to pin"])
    game.pass_all().expect(monster="pin", hp=2).expect(player=0, hp=2)
    next_roll(game, 5).pass_all().expect(monster="pin", hp=1)
    run(game.play("bomb", "pin")).expect(player=0, souls=1, coins=8)


def test_carrion_queen__only_six_hurts() -> None:
    """[carrion_queen] ER-48, R11.19: 4 and 5 hit without damage to either side, 6 and bombs hurt it, 3 misses."""
    game = attack_roll(facing("carrion_queen", {"hand": ["bomb"]}), "carrion_queen", 4)
    game.expect(stack=["combat damage 1 to carrion queen"]).pass_all().expect(monster="carrion_queen", hp=3)
    next_roll(game, 5).pass_all().expect(monster="carrion_queen", hp=3).expect(player=0, hp=2)
    next_roll(game, 6).pass_all().expect(monster="carrion_queen", hp=2)
    next_roll(game, 3).pass_all().expect(player=0, hp=1).expect(monster="carrion_queen", hp=2)
    game.play("bomb", "carrion_queen").pass_all().expect(monster="carrion_queen", hp=1)
    run(game.roll(6)).expect(player=0, items=1, souls=1)


def test_mom__double_on_one_and_more_slots() -> None:
    """[mom] ER-48, R15.7, R18.2: a 1 doubles its 2 damage, another miss does not; dead it adds a monster slot, gives a
    treasure and a soul worth 2."""
    game = attack_roll(facing("mom", {"items": TOUGH}), "mom", 2).expect(stack=["combat damage 2 to player 0"])
    game = attack_roll(facing("mom", {"items": TOUGH}), "mom", 1).expect(stack=["combat damage 4 to player 0"])
    run(game).expect(player=0, dead=True).expect(player=1, hp=2)
    game = run(hits(facing("mom", monster_deck=["dip", "trite"]), "mom", 5))
    game.expect(monsters=3, shop=2).expect(player=0, soul_cards=["mom"], souls=2, items=1)
    game.expect(card="dip", zone="monster").expect(card="trite", zone="monster").expect(player=1, souls=0)


def test_satan__six_kills_a_chosen_player() -> None:
    """[satan] R12.10, R18.2: a 6 against it makes the attacker kill a player of choice, above the hit."""
    game = attack_roll(facing("satan", {}, {"hp": 1}, {"dead": True}), "satan", 6).expect(asked=0, question="target")
    game.expect(legal=["choose player 0", "choose player 1"], illegal="choose player 2").choose(1)
    game.expect(stack=["combat damage 1 to satan", "trigger satan"]).pass_all().expect(player=1, dying=True, hp=1)
    game.pass_all().pass_all().expect(player=1, dead=True, coins=2).expect(attacking="satan")
    game.pass_all().expect(monster="satan", hp=5).expect(player=0, hp=2)
    run(game.roll(5, 5, 5, 5, 4)).expect(player=0, souls=2, soul_cards=["satan"], items=2, coins=3)


def test_satan__answers_only_attack_rolls_against_it() -> None:
    """[satan] R9.14: a 6 rolled for something else, or against the other monster, kills no player."""
    game = (
        roll_by(facing("satan", {}, ROLLER), 1, 6).expect(stack=[], asked=0, question="priority").expect(player=1, hp=2)
    )
    attack_roll(game, "pale_fatty", 6).expect(stack=["combat damage 1 to pale fatty"], question="priority")


def test_satan__oneself_when_nobody_else_lives() -> None:
    """[satan] ER-63, R11.13: with every other player dead the attacker is the only choice, and the attack ends unhit."""
    game = attack_roll(facing("satan", {}, {"dead": True}), "satan", 6)
    game.pass_all().expect(player=0, dying=True).pass_all().expect(attacking=None, stack=["penalty of player 0"])
    run(game).expect(monster="satan", hp=6).expect(player=0, dead=True, coins=2)


@pytest.mark.parametrize(("boss", "evasion"), [("dark_one", 4), ("war", 3)])
def test_angry__each_damage_raises_its_attack(boss: str, evasion: int) -> None:
    """[dark_one] [war] R12.11: +1 attack for each damage event, whatever its size, until end of turn."""
    game = facing(boss, {"hand": ["bomb"]}).play("bomb", boss).pass_all().expect(stack=[f"trigger {boss}"])
    game.settle().expect(monster=boss, hp=2, attack=2).expect(monster="pale_fatty", attack=1)
    attack_roll(game, boss, evasion).pass_all().pass_all().expect(monster=boss, hp=1, attack=3)
    next_roll(game, evasion - 1).expect(stack=["combat damage 3 to player 0"])
    run(game).expect(player=0, dead=True).end_turn().expect(monster=boss, attack=1, hp=3)


def test_angry__one_event_of_two_points() -> None:
    """[war] [the_high_priestess] R12.11: two points at once raise the attack once; prevented damage does not."""
    game = facing("war", {"hand": ["the_high_priestess"]}, dice=[2]).play("the_high_priestess", "war").settle()
    game.expect(monster="war", hp=1, attack=2)
    safe = facing("war", {"items": ["yum_heart"], "hand": ["bomb"]}).activate("yum_heart", "war").settle()
    safe.play("bomb", "war").settle().expect(monster="war", hp=3, attack=1)


def test_larry_jr__harder_to_hit_at_two() -> None:
    """[larry_jr] R6.10: +1 evasion once when it comes to 2 HP or lower, until end of turn."""
    game = attack_roll(facing("larry_jr", {"hand": ["gold_bomb"]}), "larry_jr", 3).pass_all().expect(stack=[])
    game.expect(monster="larry_jr", hp=3, evasion=3)
    next_roll(game, 3).pass_all().expect(stack=["trigger larry jr"]).pass_all()
    game.expect(monster="larry_jr", hp=2, evasion=4).expect(monster="pale_fatty", evasion=3)
    next_roll(game, 4).pass_all().expect(stack=[]).expect(monster="larry_jr", hp=1, evasion=4)
    jump = facing("larry_jr", {"hand": ["gold_bomb"]}).play("gold_bomb", "larry_jr").settle()
    jump.expect(monster="larry_jr", hp=1, evasion=4).end_turn().expect(monster="larry_jr", hp=4, evasion=3)


def test_gemini__stronger_at_one() -> None:
    """[gemini] R6.10: +1 attack when it comes to 1 HP, not at 2 and not at 0."""
    game = (
        attack_roll(facing("gemini"), "gemini", 4).pass_all().expect(stack=[]).expect(monster="gemini", hp=2, attack=1)
    )
    next_roll(game, 4).pass_all().pass_all().expect(monster="gemini", hp=1, attack=2, evasion=4)
    next_roll(game, 3).expect(stack=["combat damage 2 to player 0"])
    run(game).expect(player=0, dead=True).end_turn().expect(monster="gemini", hp=3, attack=1)
    dead = facing("gemini", {"hand": ["gold_bomb"]}).play("gold_bomb", "gemini").pass_all()
    dead.expect(stack=["death of gemini"])


def test_mask_of_infamy__harder_to_hit_at_one() -> None:
    """[mask_of_infamy] R6.10, R9.1: +2 evasion when it comes to 1 HP, so that only a 6 hits; nothing at 0."""
    game = start(monsters=[{"card": "mask_of_infamy", "hp": 3}, "fly"])
    attack_roll(game, "mask_of_infamy", 4).pass_all().expect(stack=[]).expect(monster="mask_of_infamy", hp=2, evasion=4)
    next_roll(game, 4).pass_all().pass_all().expect(monster="mask_of_infamy", hp=1, evasion=6)
    next_roll(game, 5).expect(stack=["combat damage 1 to player 0"])
    run(game.roll(6)).expect(player=0, souls=1, items=1, hp=1)
    dead = start({"hand": ["gold_bomb"]}, monsters=[{"card": "mask_of_infamy", "hp": 3}, "fly"])
    dead.play("gold_bomb", "mask_of_infamy").pass_all().expect(stack=["death of mask of infamy"])


def test_the_haunt__every_two_damage() -> None:
    """[the_haunt] ER-47: +1 evasion for each full 2 damage, added up over the events of a turn."""
    game = attack_roll(facing("the_haunt"), "the_haunt", 4).pass_all().expect(stack=[])
    next_roll(game.expect(monster="the_haunt", evasion=4), 4).pass_all().expect(stack=["trigger the haunt"])
    game.pass_all().expect(monster="the_haunt", hp=1, evasion=5).expect(monster="pale_fatty", evasion=3)
    next_roll(game, 4).expect(stack=["combat damage 1 to player 0"])
    both = facing("the_haunt", {"hand": ["the_high_priestess"]}, dice=[2]).play("the_high_priestess", "the_haunt")
    both.settle().expect(monster="the_haunt", hp=1, evasion=5)


def test_the_haunt__counts_anew_each_turn() -> None:
    """[the_haunt] ER-47, R7.8: one damage in each of two turns is no 2 damage."""
    game = facing("the_haunt", {"hand": ["bomb"]}, {"hand": ["bomb", "bomb"]}).play("bomb", "the_haunt").settle()
    game.end_turn().expect(monster="the_haunt", hp=3).until("action").play("bomb", "the_haunt").settle()
    game.expect(monster="the_haunt", hp=2, evasion=4).play("bomb", "the_haunt", turn=True).settle()
    game.expect(monster="the_haunt", hp=1, evasion=5)


def test_the_duke_of_flies__one_prevents() -> None:
    """[the_duke_of_flies] R6.9: damage waits below a roll of the active player; a 1 prevents it, else it is dealt."""
    game = attack_roll(facing("the_duke_of_flies"), "the_duke_of_flies", 3).roll(1).pass_all()
    game.expect(monster="the_duke_of_flies", hp=4).expect(attacking="the_duke_of_flies")
    reach(game, "roll 1").expect(stack=["held damage to the duke of flies", "player 0 roll 1 for the duke of flies"])
    while game.stack:
        game.pass_all()
    game.expect(monster="the_duke_of_flies", hp=4).expect(player=0, hp=2, coins=3)
    next_roll(game.expect(attacking="the_duke_of_flies"), 3).roll(2).pass_all()
    while game.stack:
        game.pass_all()
    game.expect(monster="the_duke_of_flies", hp=3).expect(player=0, hp=2)


def test_the_duke_of_flies__each_damage_of_anybody() -> None:
    """[the_duke_of_flies] R6.9, A58: a bomb of another player is rolled for too, by the active player, as a whole."""
    game = facing("the_duke_of_flies", {}, {"hand": ["gold_bomb"]}, dice=[1]).play(
        "gold_bomb", "the_duke_of_flies", by=1
    )
    reach(game, "roll 1").expect(stack=["held damage", "player 0 roll 1"])
    game.settle().expect(monster="the_duke_of_flies", hp=4).expect(card="gold_bomb", zone="discard")
    other = facing("the_duke_of_flies", {"hand": ["gold_bomb"]}, dice=[6]).play("gold_bomb", "the_duke_of_flies")
    other.settle().expect(monster="the_duke_of_flies", hp=1)


def test_the_duke_of_flies__only_its_own_share() -> None:
    """[the_duke_of_flies] [the_tower] R6.9: of damage to all monsters only its own share waits and is prevented."""
    game = start({"hand": ["the_tower"]}, monsters=["the_duke_of_flies", "pale_fatty"], dice=[3, 1]).play("the_tower")
    reach(game, "roll 1").expect(monster="pale_fatty", hp=3).expect(monster="the_duke_of_flies", hp=4)
    game.settle().expect(monster="the_duke_of_flies", hp=4).expect(monster="pale_fatty", hp=3)


def test_the_duke_of_flies__beside_a_shield() -> None:
    """[the_duke_of_flies] [yum_heart] R12.4, R6.2: the active player orders the shield and the roll; what the shield
    stops wholly is not rolled for."""
    game = facing("the_duke_of_flies", {"items": ["yum_heart"]}, {"hand": ["bomb"]}).activate(
        "yum_heart", "the_duke_of_flies"
    )
    game.settle().play("bomb", "the_duke_of_flies", by=1).pass_all().expect(asked=0, question="prevention")
    other = game.copy().choose("yum_heart").expect(stack=[]).expect(monster="the_duke_of_flies", hp=4)
    other.expect(card="bomb", zone="discard")
    game.roll(1).choose("the_duke_of_flies").settle().expect(monster="the_duke_of_flies", hp=4)


def test_the_duke_of_flies__deadly_damage_is_rolled_for() -> None:
    """[the_duke_of_flies] R6.9: prevented, the last point kills no player; dealt, its reward and soul are the attacker's."""
    game = start(monsters=[{"card": "the_duke_of_flies", "hp": 1}, "fly"]).attack("the_duke_of_flies")
    run(game.roll(3, 1, 3, 2)).expect(player=0, hand=2, souls=1, hp=2).expect(dice=[])


def test_lust__hurts_back() -> None:
    """[lust] R11.15: combat damage to it costs the attacker 1; a bomb costs nothing."""
    game = facing("lust", {"hand": ["bomb"], "items": TOUGH}).play("bomb", "lust").settle().expect(player=0, hp=4)
    attack_roll(game.expect(monster="lust", hp=1), "lust", 4).pass_all().expect(stack=["death of lust", "trigger lust"])
    run(game).expect(player=0, hp=3, hand=2, souls=1).expect(player=1, hp=2)


def test_lust__both_die() -> None:
    """[lust] FSR-119, R14.8, R14.4: the attacker's death lies above its death and is worked off first; the dead player
    still gets the loot and the soul, then the turn ends."""
    game = start({"hp": 1, "hand": ["a_penny"]}, monsters=[{"card": "lust", "hp": 1}, "fly"])
    attack_roll(game, "lust", 4).pass_all().pass_all().expect(stack=["death of lust", "death of player 0"])
    game.pass_all().expect(stack=["death of lust", "penalty of player 0"]).pass_all().expect(player=0, coins=2, hand=0)
    run(game).expect(player=0, dead=True, hand=2, soul_cards=["lust"]).expect(phase="end", active=0)


def test_mega_fatty__heals_by_hitting() -> None:
    """[mega_fatty] R12.5, R12.8: damage it deals heals it 1, at most to its maximum; prevented damage does not."""
    game = start({"items": TOUGH, "hand": ["soul_heart"]}, monsters=[{"card": "mega_fatty", "hp": 1}, "fly"])
    attack_roll(game, "mega_fatty", 2).pass_all().expect(stack=["trigger mega fatty"]).pass_all()
    game.expect(monster="mega_fatty", hp=2).expect(player=0, hp=3)
    next_roll(game, 2).pass_all().pass_all().expect(monster="mega_fatty", hp=3).expect(player=0, hp=2)
    next_roll(game, 1).pass_all().pass_all().expect(monster="mega_fatty", hp=3, max_hp=3).expect(player=0, hp=1)
    next_roll(game, 3).pass_all().expect(monster="mega_fatty", hp=2).play("soul_heart", 0).pass_all()
    next_roll(game, 2).pass_all().expect(stack=[]).expect(monster="mega_fatty", hp=2).expect(player=0, hp=1)


def test_greed__its_damage_costs_everybody() -> None:
    """[greed_boss] R22 Lose: damage it deals costs every player 4 cents, at most what there is."""
    game = attack_roll(facing("greed_boss", {"coins": 9}, {"coins": 3}, {"coins": 5}), "greed_boss", 2).pass_all()
    game.expect(player=0, coins=9, hp=1).expect(stack=["trigger greed"]).pass_all()
    game.expect(player=0, coins=5).expect(player=1, coins=0).expect(player=2, coins=1, hp=2)
    run(game.roll(4, 4, 4)).expect(player=0, coins=14, souls=1)


def test_the_bloat__its_damage_hits_everybody_else() -> None:
    """[the_bloat] ER-06: damage it deals costs all other players 1, and that damage does not start it again."""
    game = attack_roll(facing("the_bloat", {"items": TOUGH}, {}, {"hp": 1}), "the_bloat", 1).pass_all()
    game.expect(stack=["trigger the bloat"]).expect(player=0, hp=2).pass_all()
    game.expect(player=0, hp=2).expect(player=1, hp=1).expect(player=2, hp=0, dying=True)
    game.expect(stack=["death of player 2"]).pass_all().pass_all().expect(stack=[], attacking="the_bloat")
    game.expect(player=0, hp=2).expect(player=1, hp=1)


def test_scolex__its_damage_costs_a_card() -> None:
    """[scolex] R5.4: the player it damages also discards a loot card of own choice."""
    game = facing("scolex", {"hand": ["bomb", "a_penny"]}, {"hand": ["a_dime"]})
    attack_roll(game, "scolex", 4).pass_all().expect(stack=["trigger scolex"]).expect(player=0, hand=2, hp=1)
    game.pass_all().expect(asked=0).choose("bomb").expect(player=0, hand=["a_penny"]).expect(player=1, hand=1)
    run(game.roll(5, 5, 5)).expect(player=0, items=1, souls=1, hand=["a_penny"])


def test_pride__attacking_it_costs_cards() -> None:
    """[pride] R11.8: when it is attacked the attacker names a player, also oneself, who discards 2 cards of own choice."""
    seats = ({"hand": ["a_dime"]}, {"hand": ["bomb", "a_penny", "two_cents"]})
    game = facing("pride", *seats).attack("pride").pass_all().expect(asked=0, question="target", attacking="pride")
    game.expect(legal=["choose player 0", "choose player 1"]).choose(1).pass_all().expect(asked=1)
    game.choose("two_cents", "bomb").expect(player=1, hand=["a_penny"]).expect(player=0, hand=["a_dime"])
    run(game.expect(stack=[]).roll(4, 4)).expect(player=0, coins=8, souls=1)
    facing("pride", *seats).attack("pale_fatty").pass_all().expect(
        stack=[], attacking="pale_fatty", question="priority"
    )


def test_gurdy_jr__attacker_pays_for_activations() -> None:
    """[gurdy_jr] R2.18: while it is attacked each item its attacker activates costs 1, others and other times none."""
    mine = {"items": [*TOUGH, "mr_boom", {"card": "tech_x", "counters": 1}], "hand": ["a_penny"]}
    game = facing("gurdy_jr", mine, {"items": ["razor_blade"]}).activate("tech_x").settle().expect(player=0, hp=4)
    game.attack("gurdy_jr").pass_all().activate("mr_boom", "pale_fatty")
    game.expect(stack=["activate mr boom", "trigger gurdy jr"]).pass_all().expect(player=0, hp=3).pass_all()
    game.expect(monster="pale_fatty", hp=3).play("a_penny", turn=True).pass_all().expect(player=0, hp=3, coins=4)
    game.activate("razor_blade", 0, by=1).expect(stack=["activate razor blade"]).pass_all().expect(player=0, hp=2)
    game.expect(player=1, hp=2)
    other = facing("gurdy_jr", {"items": ["mr_boom"]}).attack("pale_fatty").pass_all().activate("mr_boom", "gurdy_jr")
    other.expect(stack=["activate mr boom"])


def test_famine__next_turn_is_skipped() -> None:
    """[famine] R7.20: the active player's next turn does not take place, the one after does."""
    game = run(hits(facing("famine", {}, {}, {}), "famine", 2)).expect(player=0, hand=3, souls=1, skip_turns=1)
    game.end_turn().expect(active=1).end_turn().expect(active=2).end_turn().expect(active=1).expect(
        player=0, skip_turns=0
    )
    game.end_turn().expect(active=2).end_turn().expect(active=0)


def test_death__kills_a_player() -> None:
    """[death_boss] R12.10, R14.3: the active player must kill a living player of choice, before the reward."""
    game = hits(facing("death_boss", {}, {"items": ["dinner"]}, {"dead": True}), "death_boss", 3)
    while game.question == "priority":
        game.pass_all()
    game.expect(legal=["choose player 0", "choose player 1"], illegal="choose player 2").choose(1).pass_all()
    game.expect(player=1, dying=True, hp=3).expect(stack=["card of death", "reward of death", "death of player 1"])
    run(game).expect(player=1, dead=True, items=[]).expect(player=0, hp=2, items=1, souls=1)
    own = run(hits(facing("death_boss"), "death_boss", 3), 0).expect(player=0, dead=True, items=1, souls=1, coins=2)
    own.expect(player=1, hp=2).expect(phase="end")


def test_death__nobody_left_to_kill() -> None:
    """[death_boss] ER-63, R6.8: with every player dead its text is not pushed; the dead player is still rewarded."""
    game = facing("death_boss", KILLER, {"dead": True})
    game.pay("tech_x", "death_boss").pass_all().expect(stack=["death of death"]).pay("tech_x", 0).pass_all()
    game.expect(stack=["death of death", "death of player 0"]).pass_all().pass_all().expect(player=0, dead=True)
    game.expect(stack=["death of death"]).pass_all().expect(stack=["card of death", "reward of death"])
    run(game).expect(player=0, souls=1, items=1).expect(player=1, dead=True, coins=3)


def test_pestilence__two_points_divided() -> None:
    """[pestilence] R5.10, R12.7, R12.11: one point each for two things, or both for one, players and monsters alike."""
    game = slay(facing("pestilence", KILLER), "pestilence", "pale_fatty", 1).expect(monster="pale_fatty", hp=3)
    game.expect(player=1, hp=1).expect(player=0, hp=2, hand=2, souls=1)
    both = slay(facing("pestilence", KILLER, {"items": ["fanny_pack", "dinner"]}), "pestilence", 1, 1)
    both.expect(player=1, hp=1, hand=1).expect(player=0, hp=2).expect(monster="pale_fatty", hp=4)


@pytest.mark.parametrize("boss", ["conquest", "envy"])
def test_conquest_and_envy__another_attack_is_due(boss: str) -> None:
    """[conquest] [envy] R11.7, A70: after its death one additional attack is the only legal action."""
    game = run(hits(facing(boss, {"hand": ["a_penny"]}, monster_deck=["dip"]), boss, 2))
    game.expect(player=0, souls=1, coins=9 if boss == "conquest" else 4).expect(illegal=["pass", "play a penny"])
    game.expect(legal=["attack dip", "attack pale fatty", "attack the top of the monster deck"])
    run(game.attack("pale_fatty").roll(3, 3, 3, 3)).expect(legal=["pass", "play a penny"], illegal="attack dip")
    spare = run(slay(facing(boss, KILLER, monster_deck=["dip"]), boss).attack("dip").roll(4))
    spare.expect(player=0, attacks_used=0).expect(legal=["pass", "attack pale fatty"])


def test_wrath__rolls_for_everybody() -> None:
    """[wrath] R9.9: 1-3 costs every player 1, 4-6 costs 2, before the reward."""
    game = run(hits(facing("wrath"), "wrath", 3).roll(3)).expect(player=0, hp=1, coins=9, souls=1)
    game.expect(player=1, hp=1)
    worse = run(hits(facing("wrath", {"items": ["dinner"]}), "wrath", 3).roll(4)).expect(player=0, hp=1, coins=9)
    worse.expect(player=1, dead=True, coins=2)


def test_sloth__killer_discards_the_hand() -> None:
    """[sloth] R12.14, R14.4: the player that killed it loses the whole hand; the reward is the active player's."""
    seats = ({"hand": ["a_dime", "bomb"]}, {"hand": ["a_penny"]})
    game = run(hits(facing("sloth", *seats), "sloth", 3)).expect(player=0, hand=[], coins=4, souls=1)
    game.expect(player=1, hand=["a_penny"]).expect(discard="loot", size=2)
    seats = ({"hand": ["a_dime"]}, {"hand": ["gold_bomb", "a_penny"]})
    other = facing("sloth", *seats).play("gold_bomb", "sloth", by=1).settle().expect(player=1, hand=[], souls=0)
    other.expect(player=0, hand=["a_dime"], coins=4, souls=1)


def test_sloth__no_player_killed_it() -> None:
    """[sloth] [pestilence] R12.14: killed by a monster's text it finds no player."""
    seat = {**KILLER, "hand": ["a_dime"]}
    game = start(seat, {"hand": ["bomb"]}, monsters=["pestilence", {"card": "sloth", "hp": 2}])
    slay(game, "pestilence", "sloth", "sloth").expect(player=0, souls=2, hand=3).expect(player=1, hand=["bomb"])


def test_peep__brings_the_bloat() -> None:
    """[peep] ER-49, R14.12: The Bloat comes from the deck onto a slot of choice; the empty one is then not refilled."""
    game = hits(start(monsters=["peep", "pale_fatty"], monster_deck=["dip", "the_bloat", "fly"]), "peep", 3)
    reach(game, "trigger peep").pass_all().expect(asked=0, question="slot").choose("empty")
    run(game).expect(monsters=["the_bloat", "pale_fatty"]).expect(player=0, souls=1, items=1)
    game.expect(monster="the_bloat", hp=4, slot=0)


def test_peep__covering_another_monster() -> None:
    """[peep] ER-49, R15.6: put onto a filled slot it covers the monster; Peep's own slot is refilled as usual."""
    game = hits(start(monsters=["peep", "pale_fatty"], monster_deck=["dip"]), "peep", 3)
    reach(game, "trigger peep").pass_all("pale_fatty")
    run(game).expect(monster="the_bloat", slot=1, covered=["pale_fatty"]).expect(player=0, souls=1)


def test_peep__covering_the_attacked_monster() -> None:
    """[peep] R11.13: The Bloat put onto the monster that is being attacked ends the attack."""
    game = start({"hand": ["gold_bomb"]}, monsters=["peep", "pale_fatty"]).attack("pale_fatty").pass_all()
    reach(game.play("gold_bomb", "peep"), "trigger peep").pass_all("pale_fatty").expect(attacking=None)
    run(game).expect(monster="the_bloat", slot=1, covered=["pale_fatty"], attacked=False).expect(player=0, souls=1)


def test_peep__without_the_bloat() -> None:
    """[peep] ER-49: is The Bloat not in the deck, nothing comes; it may lie in the discard pile."""
    deck = {"monster_deck": ["dip"], "monster_discard": ["the_bloat"], "exact_decks": ["monster"]}
    game = hits(start(monsters=["peep", "pale_fatty"], **deck), "peep", 3)
    run(game).expect(player=0, souls=1, items=1).expect(monsters=["dip", "pale_fatty"]).expect(deck="monster", size=1)


@pytest.mark.parametrize("number", range(1, 7))
def test_ragman__one_and_six_put_it_on_the_deck(number: int) -> None:
    """[ragman] R14.2, R14.11: after the reward 1 or 6 puts the card on the monster deck, no soul; else it is one."""
    game = reach(hits(facing("ragman"), "ragman", 2), "reward of ragman")
    game.expect(stack=["card of ragman", "trigger ragman", "reward of ragman"]).pass_all().expect(player=0, hand=3)
    reach(game.roll(number), "roll").expect(stack=["card of ragman", f"roll {number} for ragman"]).pass_all()
    if number in (1, 6):
        game.pass_all().expect(deck="monster", top=["ragman"]).expect(player=0, souls=0)
        run(game).expect(monster="ragman", slot=0, hp=2).expect(player=0, souls=0, hand=3)
    else:
        run(game).expect(player=0, soul_cards=["ragman"], hand=3)


def test_the_lamb__a_player_may_have_to_give_a_soul() -> None:
    """[the_lamb] ER-44, R18.5: the active player may make another player with souls give one; that player picks it."""
    seats = (KILLER, {"souls": ["gurdy", "monstro"]}, {}, {"souls": ["little_horn"]})
    game = facing("the_lamb", *seats).pay("tech_x", "the_lamb").pass_all().pass_all()
    game.expect(question="target", legal=["choose player 1", "choose player 3"], illegal="choose player 2").choose(1)
    game.pass_all("yes").expect(asked=1, legal=["choose gurdy", "choose monstro"]).choose("gurdy")
    game.expect(player=0, soul_cards=["gurdy"]).expect(player=1, soul_cards=["monstro"])
    run(game).expect(player=0, souls=2, coins=6).expect(player=3, souls=1)


def test_the_lamb__the_fourth_soul_wins() -> None:
    """[the_lamb] R18.1: the soul that is given may be the fourth; the game is over before the reward."""
    game = facing("the_lamb", {**KILLER, "souls": 3}, {"souls": ["gurdy_jr", "pin"]}).pay("tech_x", "the_lamb")
    reach(game, "trigger the lamb").pass_all("yes", "pin").expect(over=True, outcome="won", winners=[0])
    game.expect(player=0, souls=4, coins=3).expect(player=1, soul_cards=["gurdy_jr"])


def test_the_lamb__may_be_declined() -> None:
    """[the_lamb] R6.1, R6.8: declined nothing is given; own souls and none at all are no reason to push it."""
    game = slay(facing("the_lamb", KILLER, {"souls": ["gurdy"]}), "the_lamb", "no").expect(player=1, souls=1)
    game.expect(player=0, soul_cards=["the_lamb"], coins=6)
    own = slay(facing("the_lamb", {**KILLER, "souls": ["gurdy"]}), "the_lamb")
    own.expect(player=0, souls=2, coins=6).expect(player=1, souls=0)


def test_the_lamb__hits_for_six() -> None:
    """[the_lamb] R11.11: a miss against it costs 6."""
    game = attack_roll(facing("the_lamb", {"items": TOUGH}), "the_lamb", 2).expect(
        stack=["combat damage 6 to player 0"]
    )
    game.pass_all().expect(player=0, hp=0, dying=True).expect(player=1, hp=2)


def test_delirium__other_monsters_evade() -> None:
    """[delirium] R2.17: the other monsters have +1 evasion while it is active, itself has not; covered it gives none."""
    game = attack_roll(facing("delirium"), "pale_fatty", 3).expect(stack=["combat damage 1 to player 0"])
    game.expect(monster="delirium", evasion=4).expect(monster="pale_fatty", evasion=4)
    start(monsters=["fly", {"card": "fatty", "covered": ["delirium"]}]).expect(monster="fly", evasion=2)


def test_delirium__back_into_the_deck() -> None:
    """[delirium] ER-42, R14.11: it becomes the 6th card of the deck and no soul; its two treasures are gained."""
    deck = ["dip", "trite", "spider", "leech", "clotty", "squirt", "red_host"]
    game = reach(hits(facing("delirium", monster_deck=deck), "delirium", 5), "trigger delirium")
    game.expect(player=0, items=0, souls=0).pass_all()
    game.expect(deck="monster", top=[*deck[:5], "delirium", *deck[5:]]).expect(card="delirium", known=[0, 1])
    run(game).expect(player=0, souls=0, items=2).expect(deck="monster", top=[*deck[1:5], "delirium"])
    game.expect(monsters=["dip", "pale_fatty"]).expect(monster="pale_fatty", evasion=3)


@pytest.mark.parametrize("size", [0, 3])
def test_delirium__last_of_a_shorter_deck(size: int) -> None:
    """[delirium] ER-42: with fewer than five cards it becomes the last one, and the only one of an empty deck."""
    deck = ["dip", "trite", "spider"][:size]
    game = facing("delirium", KILLER, monster_deck=deck, exact_decks=["monster"]).pay("tech_x", "delirium")
    reach(game, "trigger delirium").pass_all().expect(deck="monster", top=[*deck, "delirium"], size=size + 1)
    run(game).expect(player=0, items=3, souls=0).expect(monsters=[(*deck, "delirium")[0], "pale_fatty"])


def test_delirium__its_return_cancelled() -> None:
    """[delirium] R14.2, R17.11, A78: [the_fool] cancels its on-death effect; the rewards come, the card is discarded."""
    seats: list[dict[str, Any]] = [KILLER, {"hand": ["the_fool"]}]
    game = facing("delirium", *seats, monster_deck=["dip", "trite"]).pay("tech_x", "delirium")
    reach(game, "trigger delirium").play("the_fool", by=1).pass_all()
    game.expect(stack=["card of delirium", "reward of delirium"]).pass_all().expect(player=0, items=3).pass_all()
    game.expect(card="delirium", zone="discard").expect(discard="monster", top=["delirium"]).expect(player=0, souls=0)


def test_delirium__discarded_alive() -> None:
    """[delirium] R14.7: discarded alive it goes to the discard pile like any monster."""
    game = start({"hand": ["ehwaz"]}, monsters=["delirium", "fly"], monster_deck=["dip", "trite"])
    game.play("ehwaz").settle().expect(card="delirium", zone="discard").expect(player=0, items=0, souls=0)
