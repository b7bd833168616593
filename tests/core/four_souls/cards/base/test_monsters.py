"""The 50 basic monsters of the base set, fought by real decisions. Each test names its cards in brackets."""

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

PLAIN = [
    ("dip", 1, 4, 1, "1c"),
    ("pooter", 2, 3, 1, "loot 1"),
    ("fly", 1, 2, 1, "1c"),
    ("trite", 1, 5, 1, "loot 2"),
    ("fatty", 4, 2, 1, "loot 1"),
    ("spider", 1, 4, 1, "loot 1"),
    ("conjoined_fatty", 4, 3, 2, "loot 2"),
    ("pale_fatty", 4, 3, 1, "6c"),
    ("leech", 1, 4, 2, "loot 1"),
    ("clotty", 2, 3, 1, "4c"),
    ("red_host", 2, 3, 2, "5c"),
    ("squirt", 2, 3, 1, "loot 1"),
    ("fat_bat", 3, 5, 1, "treasure 1"),
    ("cod_worm", 2, 5, 0, "3c"),
]


@pytest.mark.parametrize(("monster", "hp", "evasion", "attack", "reward"), PLAIN)
def test_plain__printed_numbers_in_a_fight(monster: str, hp: int, evasion: int, attack: int, reward: str) -> None:
    """R11.10, R11.11, R14.4, R14.5: one below the evasion misses and costs the printed attack, the evasion hits, as many
    hits as HP kill, the reward goes to the attacker and the card to the discard pile: [dip] [pooter] [fly] [trite]
    [fatty] [spider] [conjoined_fatty] [pale_fatty] [leech] [clotty] [red_host] [squirt] [fat_bat] [cod_worm]."""
    game = start({"items": TOUGH}, monsters=[monster, "gurdy"])
    game.expect(monster=monster, hp=hp, max_hp=hp, evasion=evasion, attack=attack)
    attack_roll(game, monster, evasion - 1).expect(stack=[f"combat damage {attack} to player 0"]).pass_all()
    game.expect(player=0, hp=4 - attack).expect(player=1, hp=2).expect(monster=monster, hp=hp, attacked=True)
    for left in range(hp - 1, -1, -1):
        next_roll(game, evasion).expect(stack=[f"combat damage 1 to {monster}"]).pass_all()
        game.expect(monster=monster, hp=left)
    game.expect(stack=[f"death of {monster}"]).pass_all().expect(attacking=None)
    game.expect(stack=[f"card of {monster}", f"reward of {monster}"]).settle()
    kind, _, n = reward.rpartition(" ")
    game.expect(player=0, coins=3 + (0 if kind else int(n[:-1])), hand=int(n) if kind == "loot" else 0)
    game.expect(player=0, items=2 + (int(n) if kind == "treasure" else 0), souls=0, attacks_used=1)
    game.expect(card=monster, zone="discard").expect(player=1, coins=3, hand=0, items=0, souls=0)


def test_cod_worm__no_attack_is_no_damage() -> None:
    """[cod_worm] R11.11, R12.2: a miss pushes damage of 0, which is none: nothing answers it."""
    game = attack_roll(facing("cod_worm", {"items": ["fanny_pack"]}), "cod_worm", 4)
    game.expect(stack=["combat damage 0 to player 0"]).pass_all().expect(stack=[], attacking="cod_worm")
    game.expect(player=0, hp=2, hand=0)


def test_swarm_of_flies__five_hurts_the_attacker() -> None:
    """[swarm_of_flies] R9.8, R9.12: a 5 against it costs 1 before its own damage; it is a hit all the same."""
    game = attack_roll(facing("swarm_of_flies"), "swarm_of_flies", 5)
    game.expect(stack=["combat damage 1 to swarm of flies", "trigger swarm of flies"])
    game.pass_all().expect(player=0, hp=1).expect(player=1, hp=2).expect(monster="swarm_of_flies", hp=5)
    game.pass_all().expect(monster="swarm_of_flies", hp=4)
    run(game.roll(4, 6, 2, 3)).expect(player=0, hp=1, coins=8).expect(card="swarm_of_flies", zone="discard")


def test_swarm_of_flies__only_attack_rolls_against_it() -> None:
    """[swarm_of_flies] R9.12: neither a 5 against another monster nor a 5 of another roll concerns it."""
    game = roll_by(facing("swarm_of_flies", ROLLER), 0, 5).expect(player=0, hp=2)
    attack_roll(game, "pale_fatty", 5).expect(stack=["combat damage 1 to pale fatty"])
    game.pass_all().expect(player=0, hp=2).expect(monster="pale_fatty", hp=3)


def test_ring_of_flies__three_steals_a_card() -> None:
    """[ring_of_flies] R6.1: on a 3 the attacker names another player and takes one random card of that hand."""
    game = facing("ring_of_flies", {}, {"hand": ["bomb"]}, {"hand": ["a_penny", "a_penny"]})
    attack_roll(game, "ring_of_flies", 3).expect(asked=0, question="target", illegal="choose player 0")
    game.choose(2).pass_all().expect(player=0, hand=["a_penny"]).expect(player=2, hand=["a_penny"])
    game.expect(player=1, hand=["bomb"]).expect(stack=["combat damage 1 to ring of flies"])
    run(game.roll(4, 4)).expect(player=0, hand=1, coins=6).expect(card="ring_of_flies", zone="discard")


def test_horf__two_deals_one_more() -> None:
    """[horf] R11.19, ER-48: a 2 makes the damage 2 as it is pushed, a 3 leaves it 1."""
    game = attack_roll(facing("horf", {"items": TOUGH}), "horf", 2).expect(stack=["combat damage 2 to player 0"])
    next_roll(game.pass_all().expect(player=0, hp=2), 3).expect(stack=["combat damage 1 to player 0"])
    run(game.roll(4)).expect(player=0, hp=1, coins=6).expect(card="horf", zone="discard")


def test_leaper__one_deals_double() -> None:
    """[leaper] R11.19, ER-48: a 1 doubles its damage, with what was added to its attack; a 2 does not."""
    game = attack_roll(facing("leaper", {"items": TOUGH}), "leaper", 2).expect(stack=["combat damage 1 to player 0"])
    next_roll(game.pass_all().expect(player=0, hp=3), 1).expect(stack=["combat damage 2 to player 0"])
    run(game.pass_all().roll(4, 4)).expect(player=0, hp=1, coins=8, dead=False)
    lusty = facing("leaper", {"items": [*TOUGH, "blood_lust"]}).activate("blood_lust", "leaper").settle()
    attack_roll(lusty.expect(monster="leaper", attack=2), "leaper", 1).expect(stack=["combat damage 4 to player 0"])


def test_moms_hand__six_ends_combat_and_turn() -> None:
    """[moms_hand] R7.14, R11.13, R17.12: a 6 cancels the attack, its damage fizzles and the attacker's turn ends."""
    game = attack_roll(facing("moms_hand"), "moms_hand", 6)
    game.expect(stack=["combat damage 1 to moms hand", "trigger moms hand"])
    game.pass_all().expect(stack=[], attacking=None, phase="end", active=0, illegal="attack pale fatty")
    game.expect(monster="moms_hand", hp=2).expect(player=0, hp=2, coins=3)
    game.end_turn().expect(active=1, monsters=["moms_hand", "pale_fatty"])


def test_moms_hand__other_numbers_and_monsters() -> None:
    """[moms_hand] R9.12: a 5 hits as usual; a 6 against another monster or of another roll ends nothing."""
    game = roll_by(facing("moms_hand", ROLLER), 0, 6).expect(phase="action")
    attack_roll(game, "pale_fatty", 6).pass_all().expect(attacking="pale_fatty", phase="action")
    other = facing("moms_hand").attack("moms_hand").roll(5, 4)
    run(other).expect(player=0, coins=7).expect(phase="action", active=0).expect(card="moms_hand", zone="discard")


def test_hopper__takes_no_combat_damage_on_six() -> None:
    """[hopper] R11.19: the damage of a 6 is pushed and does nothing; a 3 and a bomb hurt it."""
    game = attack_roll(facing("hopper", {"hand": ["bomb"]}), "hopper", 6).expect(stack=["combat damage 1 to hopper"])
    game.pass_all().expect(stack=[], attacking="hopper").expect(monster="hopper", hp=2).expect(player=0, hp=2)
    game.play("bomb", "hopper").pass_all().expect(monster="hopper", hp=1)
    run(game.roll(3)).expect(player=0, coins=6).expect(card="hopper", zone="discard")


def test_keeper_head__damage_costs_two_cents() -> None:
    """[keeper_head] R12.2: a player it damages loses 2 cents, at most what there is; its reward is rolled."""
    game = attack_roll(facing("keeper_head", {"coins": 3, "items": TOUGH}), "keeper_head", 1).pass_all()
    game.expect(player=0, hp=3, coins=3).expect(stack=["trigger keeper head"]).pass_all().expect(player=0, coins=1)
    next_roll(game, 1).pass_all().pass_all().expect(player=0, coins=0, hp=2).expect(player=1, coins=3)
    run(game.roll(4, 4, 5)).expect(player=0, coins=5, hand=0).expect(card="keeper_head", zone="discard")


def test_keeper_head__prevented_damage_costs_nothing() -> None:
    """[keeper_head] R12.5: damage that was prevented was not dealt; damage by others does not concern it."""
    game = facing("keeper_head", {"hand": ["soul_heart"]}, {"hand": ["bomb"]}).play("soul_heart", 0).settle()
    attack_roll(game, "keeper_head", 1).pass_all().expect(stack=[], attacking="keeper_head")
    game.expect(player=0, hp=2, coins=3)
    game.play("bomb", 0, by=1).pass_all().expect(player=0, hp=1, coins=3).expect(stack=[])


def test_keeper_head__deadly_damage() -> None:
    """[keeper_head] R6.4, R13.4: the loss lies above the death of the player it killed and comes before the penalty."""
    game = attack_roll(facing("keeper_head", {"hp": 1, "coins": 9}), "keeper_head", 1).pass_all()
    game.expect(stack=["death of player 0", "trigger keeper head"])
    run(game.pass_all().expect(player=0, coins=7)).expect(player=0, dead=True, coins=6).expect(
        monster="keeper_head", hp=2
    )


@pytest.mark.parametrize(("monster", "victim", "n"), [("dople", 2, 2), ("evil_twin", 1, 3)])
def test_mirrors__damage_goes_to_a_neighbour(monster: str, victim: int, n: int) -> None:
    """[dople] [evil_twin] R12.2: what it takes the player to the right or left of the active player takes too."""
    game = attack_roll(facing(monster, {}, {}, {}), monster, 5).pass_all()
    game.expect(monster=monster, hp=n - 1).expect(stack=[f"trigger {monster}"]).expect(player=victim, hp=2)
    game.pass_all().expect(player=victim, hp=1).expect(player=3 - victim, hp=2).expect(player=0, hp=2)
    run(game.roll(*[6] * (n - 1))).expect(player=victim, dead=True).expect(player=3 - victim, hp=2)
    game.expect(card=monster, zone="discard").expect(player=0, hp=2, coins=10 if monster == "dople" else 3)
    game.expect(player=0, items=0 if monster == "dople" else 1)


def test_dople__the_whole_amount_of_any_damage() -> None:
    """[dople] R12.2, R11.15: a gold bomb's 3 on its 2 HP mirror as 3, above its death."""
    game = facing("dople", {"hand": ["gold_bomb"]}, {}, {"items": TOUGH}).play("gold_bomb", "dople").pass_all()
    game.expect(stack=["death of dople", "trigger dople"]).pass_all().expect(player=2, hp=1).expect(player=1, hp=2)
    game.settle().expect(player=0, coins=10, hp=2).expect(card="dople", zone="discard")


def test_evil_twin__mirrored_damage_is_the_monsters() -> None:
    """[evil_twin] R12.2: with two players the left neighbour is the other one; damage to others is not mirrored."""
    game = facing("evil_twin", {"hand": ["bomb"]}, {}).play("bomb", "pale_fatty").settle().expect(player=1, hp=2)
    attack_roll(game, "evil_twin", 4).pass_all().expect(player=0, hp=0, dying=True).expect(player=1, hp=2)
    run(game).expect(player=0, dead=True).expect(player=1, hp=2).expect(monster="evil_twin", hp=3)


def test_rage_creep__its_damage_hits_the_right_neighbour_too() -> None:
    """[rage_creep] ER-06: the player to the right takes the same amount, and that damage does not start it again."""
    game = attack_roll(facing("rage_creep", {"items": TOUGH}, {}, {}), "rage_creep", 1).pass_all()
    game.expect(stack=["trigger rage creep"]).expect(player=0, hp=3).expect(player=2, hp=2)
    game.pass_all().expect(stack=[]).expect(player=2, hp=1).expect(player=1, hp=2).expect(player=0, hp=3)
    run(game.roll(5)).expect(player=0, hand=2).expect(card="rage_creep", zone="discard")


def test_rage_creep__amount_and_a_dead_neighbour() -> None:
    """[rage_creep] R12.2, A24, ER-06: the amount is what was dealt; a dead neighbour is reached and nothing echoes."""
    seat = {"items": ["breakfast", "blood_lust"]}
    game = facing("rage_creep", seat, {"items": ["dinner"]}).activate("blood_lust", "rage_creep").settle()
    attack_roll(game, "rage_creep", 2).pass_all().pass_all().expect(stack=[]).expect(player=1, hp=1)
    game.expect(player=0, hp=1)
    dead = facing("rage_creep", seat, {"dead": True}).activate("blood_lust", "rage_creep").settle()
    attack_roll(dead, "rage_creep", 2).pass_all().expect(stack=["trigger rage creep"])
    dead.pass_all().expect(stack=[]).expect(player=1, hp=0, dead=True, coins=3).expect(player=0, hp=1)


def test_black_bony__hurts_its_killer() -> None:
    """[black_bony] R12.14, R14.3: the attacker takes 1 before the reward, which is a rolled number of loot cards."""
    game = reach(facing("black_bony").attack("black_bony").roll(4, 5, 6, 3), "trigger black bony")
    game.expect(stack=["card of black bony", "reward of black bony", "trigger black bony"]).expect(player=0, hp=2)
    game.pass_all().expect(player=0, hp=1, hand=0)
    run(game).expect(player=0, hp=1, hand=3).expect(player=1, hp=2).expect(card="black_bony", zone="discard")


def test_black_bony__killer_is_who_controls_the_effect() -> None:
    """[black_bony] R12.14, R14.4: killed by another player's card it hurts that player; the active one is rewarded."""
    game = facing("black_bony", {}, {"hand": ["gold_bomb"]}, dice=[2]).play("gold_bomb", "black_bony", by=1)
    game.settle().expect(player=1, hp=1, hand=0).expect(player=0, hp=2, hand=2)
    slay(facing("black_bony", KILLER, dice=[5]), "black_bony").expect(player=0, hp=1, hand=5).expect(player=1, hp=2)


def test_black_bony__no_player_killed_it() -> None:
    """[black_bony] [pestilence] R12.14: killed by a monster's text it finds no player to hurt."""
    game = start(KILLER, monsters=["pestilence", {"card": "black_bony", "hp": 2}], dice=[2])
    slay(game, "pestilence", "black_bony", "black_bony").expect(card="black_bony", zone="discard")
    game.expect(player=0, hp=2, hand=4).expect(player=1, hp=2)


@pytest.mark.parametrize(("last", "coins"), [(6, 8), (5, 4)])
def test_dinga__killed_on_six_pays_double(last: int, coins: int) -> None:
    """[dinga] R11.19, ER-46: one roll for the reward, paid twice when the killing attack roll was 6."""
    game = run(facing("dinga").attack("dinga").roll(6, 3, last, 4)).expect(player=0, coins=3 + coins)
    game.expect(dice=[]).expect(card="dinga", zone="discard").expect(player=1, coins=3)


def test_dinga__killed_otherwise_pays_once() -> None:
    """[dinga] R11.19: a kill by an effect has no attack roll, whatever was rolled before."""
    game = attack_roll(facing("dinga", {"hand": ["gold_bomb"]}), "dinga", 6).pass_all().expect(monster="dinga", hp=2)
    run(game.roll(4).play("gold_bomb", "dinga")).expect(player=0, coins=7).expect(dice=[], attacking=None)


def test_hanger__shop_grows() -> None:
    """[hanger] R15.7: one more shop slot, filled at once."""
    game = run(facing("hanger", treasure_deck=["the_d20"]).attack("hanger").roll(4, 4))
    game.expect(shop=["dinner", "breakfast", "the_d20"], monsters=2).expect(player=0, coins=10, hp=2, items=0)


def test_mulligan__monster_slots_grow() -> None:
    """[mulligan] R15.7, R14.6: one more monster slot, filled at once; its own slot is filled too."""
    game = run(facing("mulligan", monster_deck=["dip", "trite"]).attack("mulligan").roll(3))
    game.expect(monsters=3, shop=2).expect(player=0, coins=6).expect(card="pale_fatty", slot=1)
    game.expect(card="dip", zone="monster").expect(card="trite", zone="monster").expect(card="mulligan", zone="discard")


def test_wizoob__owner_picks_the_soul() -> None:
    """[wizoob] ER-44, R18.4: the active player names a player with souls and may take one away; the owner picks it."""
    seats = ({}, {"souls": ["gurdy", "monstro"]}, {"souls": ["little_horn"]})
    game = reach(hits(facing("wizoob", *seats), "wizoob", 3), "trigger wizoob", 1)
    game.pass_all("yes").expect(asked=1, legal=["choose Gurdy", "choose Monstro"], illegal="choose Little Horn")
    run(game.choose("monstro")).expect(player=1, soul_cards=["gurdy"]).expect(card="monstro", zone="discard")
    game.expect(player=0, hand=3, souls=0).expect(player=2, souls=1)


def test_wizoob__may_and_nobody() -> None:
    """[wizoob] R6.1, R6.8: the active player may decline; with no soul card on the table nothing is pushed."""
    game = reach(hits(facing("wizoob", {}, {"souls": 1}), "wizoob", 3), "trigger wizoob")
    run(game.pass_all("no")).expect(player=1, souls=1).expect(player=0, hand=3)
    none = reach(hits(facing("wizoob"), "wizoob", 3), "reward of wizoob").expect(stack=["card", "reward of wizoob"])
    run(none).expect(player=0, hand=3).expect(player=1, souls=0)


def test_big_spider__one_more_attack_on_the_deck() -> None:
    """[big_spider] R11.18, ER-29: after it died in the turn's attack only the deck can be attacked, once."""
    game = run(hits(facing("big_spider", monster_deck=["trite", "dip"]), "big_spider", 3))
    game.expect(player=0, hand=1).expect(card="trite", slot=0)
    game.expect(legal="attack the top of the monster deck", illegal=["attack trite", "attack pale fatty"])
    game.attack("deck").pass_all().choose(0).expect(attacking="dip")
    run(game.roll(4)).expect(player=0, coins=4).expect(illegal="attack the top of the monster deck")


def test_big_spider__may_be_left_and_ends_with_the_turn() -> None:
    """[big_spider] R7.9, R7.15: no player is forced; killed by an effect it leaves the usual attack as it was."""
    game = slay(facing("big_spider", KILLER), "big_spider").expect(legal=["pass", "attack pale fatty"])
    game.end_turn().expect(active=1).until("action").end_turn().until("action")
    run(game.expect(active=0).attack("pale_fatty").roll(3, 3, 3, 3))
    game.expect(illegal="attack the top of the monster deck")


def test_portal__another_attack_is_due() -> None:
    """[portal] R11.7, A70: after its death the attack is the only legal action, on anything; the usual one stays."""
    game = slay(facing("portal", {**KILLER, "hand": ["a_penny"]}, monster_deck=["dip"]), "portal")
    game.expect(player=0, coins=6).expect(illegal=["pass", "play a penny"])
    game.expect(legal=["attack dip", "attack pale fatty", "attack the top of the monster deck"])
    run(game.attack("dip").roll(4)).expect(player=0, coins=7, attacks_used=0)
    run(game.expect(legal=["pass", "attack pale fatty"]).attack("pale_fatty").roll(3, 3, 3, 3))
    game.expect(legal="pass", illegal="attack the top of the monster deck").expect(player=0, attacks_used=1, coins=13)


def test_portal__killed_in_the_only_attack() -> None:
    """[portal] R11.7: the additional attack comes on top of the one that killed it, and only once."""
    game = run(hits(facing("portal", monster_deck=["dip", "fly"]), "portal", 2)).expect(illegal="pass")
    run(game.attack("dip").roll(4)).expect(legal="pass", illegal=["attack fly", "attack pale fatty"])
    game.expect(player=0, coins=7)


def test_portal__dead_in_the_end_phase() -> None:
    """[portal] [conquest] R7.15: killed while the turn ends it leaves no player an attack to make, then or in the next turn."""
    game = start(KILLER, monsters=["portal", "conquest", "fly"], phase="end")
    game.pay("tech_x", "portal").settle().pay("tech_x", "conquest").settle().expect(phase="end", legal="pass")
    game.end_turn().until("action").expect(active=1, legal=["pass", "attack fly"]).expect(player=0, coins=12, souls=1)


def test_portal__dead_while_the_turn_is_being_ended() -> None:
    """[portal] R7.14, R7.15: the same when an effect ended the turn and the rest of the stack still resolves."""
    game = reach(hits(facing("portal", {"hand": ["the_fool"]}), "portal", 2), "death of portal").play("the_fool")
    run(game.pass_all().expect(stack=["death of portal"])).expect(phase="end", legal="pass").expect(player=0, coins=6)
    game.end_turn().until("action").expect(active=1, legal="pass")


def test_boom_fly__hurts_everybody() -> None:
    """[boom_fly] R12.7: every player takes 1, at once and before the reward."""
    game = reach(hits(facing("boom_fly", {}, {"hp": 1}, {}), "boom_fly", 1), "trigger boom fly").pass_all()
    game.expect(player=0, hp=1, coins=3).expect(player=1, hp=0, dying=True).expect(player=2, hp=1)
    run(game).expect(player=0, coins=7, dead=False).expect(player=1, dead=True, coins=2)
    game.expect(monster="pale_fatty", hp=4)
    own = run(hits(facing("boom_fly", {"hp": 1}), "boom_fly", 1)).expect(player=0, dead=True, coins=6)
    own.expect(player=1, hp=1).expect(phase="end")


def test_psy_horf__recharges_own_active_items() -> None:
    """[psy_horf] R2.2: all active items of the active player turn upright, no others and no character."""
    mine = [{"card": name, "turned": True} for name in ("mr_boom", "tech_x", "dinner")]
    theirs = {"items": [{"card": "razor_blade", "turned": True}]}
    game = run(hits(facing("psy_horf", {"items": mine, "turned": True}, theirs), "psy_horf", 1))
    game.expect(card="mr_boom", turned=False).expect(card="tech_x", turned=False).expect(card="dinner", turned=True)
    game.expect(card="razor_blade", turned=True).expect(player=0, turned=True, hand=1)


def test_moms_dead_hand__may_steal_an_item() -> None:
    """[moms_dead_hand] R2.23, A20: the active player may steal another player's non-eternal item, as it is."""
    theirs = {"items": [{"card": "tech_x", "counters": 2, "turned": True}, "the_d6"]}
    game = hits(facing("moms_dead_hand", {"items": ["dinner"]}, theirs, {"items": ["the_d20"]}), "moms_dead_hand", 2)
    while game.question == "priority":
        game.pass_all()
    game.expect(asked=0, question="target", legal=["choose tech x", "choose the d20"])
    game.expect(illegal=["choose the d6", "choose dinner"])
    game = run(game.choose("tech_x"), "yes").expect(player=0, items=["dinner", "tech_x"], coins=7)
    game.expect(card="tech_x", counters=2, turned=True, owner=0).expect(player=1, items=["the_d6"])


def test_moms_dead_hand__may_be_declined() -> None:
    """[moms_dead_hand] R6.1, R6.8: declined nothing moves; without a non-eternal item of others nothing is pushed."""
    game = run(hits(facing("moms_dead_hand", {}, {"items": ["tech_x"]}), "moms_dead_hand", 2), "no")
    game.expect(player=0, items=[], coins=7).expect(player=1, items=["tech_x"])
    none = hits(facing("moms_dead_hand", {"items": ["dinner"]}, {"items": ["the_d6"]}), "moms_dead_hand", 2)
    reach(none, "reward of").expect(stack=["card", "reward"]).expect(player=1, items=["the_d6"])


def test_greedling__a_player_loses_seven_cents() -> None:
    """[greedling] R22 Lose: the player named loses 7 cents or all there is; the reward comes after it."""
    game = reach(hits(facing("greedling", {"coins": 2}, {"coins": 9}, {"coins": 4}), "greedling", 2), "trigger", 2)
    game.pass_all().expect(player=2, coins=0).expect(player=1, coins=9).expect(player=0, coins=2)
    run(game).expect(player=0, coins=9)
    own = run(hits(facing("greedling", {"coins": 2}, {"coins": 9}), "greedling", 2), 0)
    own.expect(player=0, coins=7).expect(player=1, coins=9)
    run(hits(facing("greedling", {}, {"coins": 9}), "greedling", 2), 1).expect(player=1, coins=2)


def test_dank_globin__a_player_discards_two() -> None:
    """[dank_globin] R5.4: the player named picks the two cards; the reward comes after it."""
    seats = ({"hand": ["a_dime"]}, {"hand": ["bomb", "a_penny", "two_cents"]})
    game = reach(hits(facing("dank_globin", *seats), "dank_globin", 2), "trigger", 1).pass_all().expect(asked=1)
    game.choose("a_penny").expect(asked=1).choose("bomb").expect(player=1, hand=["two_cents"])
    run(game).expect(player=0, hand=3).expect(card="a_dime", zone="hand", owner=0).expect(card="bomb", zone="discard")


def test_mulliboom__three_damage_to_a_player() -> None:
    """[mulliboom] R5.10: the active player names who takes 3, also oneself, and still gets the reward when dead."""
    tough = run(hits(facing("mulliboom", {}, {"items": TOUGH}), "mulliboom", 1), 1).expect(player=1, hp=1, dead=False)
    tough.expect(player=0, hp=2, coins=9)
    game = reach(hits(facing("mulliboom", {}, {"items": ["dinner"]}), "mulliboom", 1), "trigger", 1).pass_all()
    game.expect(player=1, hp=0, dying=True).expect(player=0, hp=2)
    run(game).expect(player=1, dead=True, items=[]).expect(player=0, coins=9)
    own = run(hits(facing("mulliboom", {}, {}), "mulliboom", 1), 0).expect(player=0, dead=True, coins=8)
    own.expect(player=1, hp=2).expect(phase="end")


def test_mulliboom__no_dead_player_to_choose() -> None:
    """[mulliboom] R13.7: a dead player is no target of damage."""
    game = hits(facing("mulliboom", {}, {"dead": True}, {}), "mulliboom", 1)
    while game.question == "priority":
        game.pass_all()
    game.expect(legal=["choose player 0", "choose player 2"], illegal="choose player 1")


def test_moms_eye__may_look_at_a_hand() -> None:
    """[moms_eye] A45: the active player sees the hand named, no other player does, and no card moves."""
    seats = ({}, {"hand": ["bomb"]}, {"hand": ["the_sun"]})
    game = run(hits(facing("moms_eye", *seats), "moms_eye", 1), 1, "yes")
    game.expect(card="bomb", zone="hand", owner=1, known=[0, 1]).expect(card="the_sun", known=[2])
    game.expect(player=0, hand=1).expect(player=1, hand=["bomb"])
    other = run(hits(facing("moms_eye", *seats), "moms_eye", 1), 1, "no")
    other.expect(card="bomb", owner=1, known=[1]).expect(player=0, hand=1)
