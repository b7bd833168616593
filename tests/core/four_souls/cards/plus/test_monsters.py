"""The 13 basic monsters of Four Souls+, fought by real decisions. Each test names its cards in brackets."""

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
    roll_by,
    run,
    slay,
    start,
)


@pytest.mark.parametrize(("monster", "gains"), [("cursed_tumor", "coins"), ("cursed_globin", "hand")])
def test_cursed__reward_is_rolled(monster: str, gains: str) -> None:
    """R14.4, R9.9: [cursed_tumor] gives as many cents, [cursed_globin] as many loot cards as a roll shows."""
    game = facing(monster, {**KILLER, "coins": 0}).expect(monster=monster, hp=3, max_hp=3, evasion=4, attack=1)
    for number in (1, 5):
        after = slay(game.copy().roll(number), monster).player(0)
        assert after[gains] == number if gains == "coins" else len(after["hand"]) == number


def test_nerve_ending__evasion_in_a_fight() -> None:
    """R11.10: [nerve_ending] has no text: 1 misses, 2 hits, four hits kill."""
    game = attack_roll(facing("nerve_ending"), "nerve_ending", 1).expect(stack=["combat damage 1 to player 0"])
    next_roll(game.pass_all(), 2).expect(stack=["combat damage 1 to nerve ending"])
    run(game.roll(6, 6, 6)).expect(player=0, coins=6, hp=1)


def test_sucker__hurts_everybody() -> None:
    """[sucker] R14.2, R12.7: dead, it deals 1 damage to all players at once, above its reward; monsters are spared."""
    game = slay(facing("sucker", {**KILLER, "hp": 2}, {}, {"dead": True}), "sucker")
    game.expect(player=0, hp=1, hand=1).expect(player=1, hp=1).expect(player=2, dead=True, hp=0)
    game.expect(monster="pale_fatty", hp=4)


def test_roundy__its_damage_hurts_all_monsters() -> None:
    """[roundy] R12.2, R12.7: each time it deals damage all active monsters take 1, itself too."""
    seat = {"items": TOUGH}
    game = attack_roll(facing("roundy", seat), "roundy", 3).expect(stack=["combat damage 2 to player 0"]).pass_all()
    game.expect(player=0, hp=2).expect(stack=["trigger roundy"]).expect(monster="pale_fatty", hp=4).pass_all()
    game.expect(monster="pale_fatty", hp=3).expect(monster="roundy", hp=2).expect(player=0, hp=2, coins=3)


def test_roundy__no_echo() -> None:
    """[roundy] ER-06: the damage of its own text does not trigger it again; a hit on it does not either."""
    game = attack_roll(facing("roundy", {"items": TOUGH}), "roundy", 1).pass_all().pass_all()
    game.expect(stack=[]).expect(monster="roundy", hp=2).expect(monster="pale_fatty", hp=3)
    next_roll(game, 4).pass_all().expect(stack=[]).expect(monster="roundy", hp=1).expect(monster="pale_fatty", hp=3)


def test_roundy__kills_itself() -> None:
    """[roundy] R14.4, R11.13: dying of its own text it still rewards the active player and the attack ends."""
    game = start({"items": TOUGH}, monsters=[{"card": "roundy", "hp": 1}, "pale_fatty"])
    run(attack_roll(game, "roundy", 2)).expect(player=0, hp=2, coins=9).expect(attacking=None)
    game.expect(monster="pale_fatty", hp=3)


def test_roundy__prevented_damage_is_none() -> None:
    """[roundy] R12.5: damage that was prevented altogether hurts no monster."""
    game = attack_roll(facing("roundy", {"hand": ["the_hierophant"]}), "roundy", 1)
    game.play("the_hierophant", 0).pass_all().pass_all().expect(player=0, hp=2)
    game.expect(stack=[]).expect(monster="pale_fatty", hp=4)


def test_flaming_hopper__a_six_does_nothing() -> None:
    """[flaming_hopper] R11.19, ER-48: combat damage of a 6 does not hurt it and is no miss; a 5 and a bomb do."""
    game = attack_roll(facing("flaming_hopper", {"hand": ["bomb"]}), "flaming_hopper", 6)
    game.expect(stack=["combat damage 1 to flaming hopper"]).pass_all().expect(player=0, hp=2)
    game.expect(monster="flaming_hopper", hp=1, attacked=True)
    run(game.copy().play("bomb", "flaming_hopper")).expect(player=0, coins=7)
    run(game.roll(5)).expect(player=0, coins=7, hp=2)


def test_bony__a_one_costs_two_more() -> None:
    """[bony] R9.7, R12.14: an attack roll of 1 against it deals 2 damage to the attacker above the combat damage."""
    game = attack_roll(facing("bony", {"items": TOUGH}), "bony", 1)
    game.expect(stack=["combat damage 1 to player 0", "trigger bony"]).pass_all().expect(player=0, hp=2).pass_all()
    game.expect(player=0, hp=1).expect(player=1, hp=2)
    next_roll(game, 2).expect(stack=["combat damage 1 to player 0"])


def test_bony__other_rolls_of_one_are_free() -> None:
    """[bony] R9.12: a 1 that is no attack roll, or one against another monster, does nothing."""
    roll_by(facing("bony", ROLLER), 0, 1).expect(player=0, hp=2, hand=1)
    attack_roll(facing("bony"), "pale_fatty", 1).expect(stack=["combat damage 1 to player 0"])


def test_brain__a_six_costs_one() -> None:
    """[brain] R9.7: an attack roll of 6 against it hits and deals 1 damage to the attacker first; a 5 only hits."""
    game = attack_roll(facing("brain", ROLLER), "brain", 6)
    game.expect(stack=["combat damage 1 to brain", "trigger brain"]).pass_all().expect(player=0, hp=1)
    game.expect(monster="brain", hp=2).pass_all().expect(monster="brain", hp=1)
    next_roll(game, 5).expect(stack=["combat damage 1 to brain"])
    roll_by(facing("brain", ROLLER), 0, 6).expect(player=0, hp=2)


def test_tumor__hurt_it_hurts_a_chosen_player() -> None:
    """[tumor] R5.10, R12.11: once for each damage event a player of the active player's choice takes 1."""
    game = attack_roll(facing("tumor", {"hand": ["bomb"]}, {}, {"dead": True}), "tumor", 4).pass_all()
    game.expect(asked=0, question="target", legal=["choose player 0", "choose player 1"], illegal="choose player 2")
    game.choose(1).expect(stack=["trigger tumor"]).pass_all().expect(player=1, hp=1).expect(player=0, hp=2)
    game.play("bomb", "tumor").settle(0).expect(player=0, hp=1)


def test_tumor__answers_its_own_death_blow() -> None:
    """[tumor] A26: the damage that kills it is answered, too, above its death."""
    game = start(monsters=[{"card": "tumor", "hp": 1}, "fly"])
    attack_roll(game, "tumor", 6).pass_all(1).expect(stack=["death of tumor", "trigger tumor"])
    run(game).expect(player=1, hp=1).expect(player=0, hp=2, coins=9)


@pytest.mark.parametrize(("number", "hp"), [(3, 2), (4, 1), (5, 2)])
def test_cursed_tumor__a_four_hurts_everybody(number: int, hp: int) -> None:
    """[cursed_tumor] R9.7, R12.7: every roll of any player that ends on 4 deals 1 damage to all players."""
    game = roll_by(facing("cursed_tumor", {}, ROLLER), 1, number).expect(player=0, hp=hp).expect(player=1, hp=hp)
    game.expect(monster="cursed_tumor", hp=3)


def test_cursed_tumor__attack_rolls_count() -> None:
    """[cursed_tumor] R9.7: an attack roll of 4, also against another monster, hurts all before its combat damage."""
    game = attack_roll(facing("cursed_tumor"), "pale_fatty", 4)
    game.expect(stack=["combat damage 1 to pale fatty", "trigger cursed tumor"]).pass_all()
    game.expect(player=0, hp=1).expect(player=1, hp=1).expect(monster="pale_fatty", hp=4)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_globin__at_one_it_takes_one(number: int) -> None:
    """[globin] ER-47: brought to exactly 1 HP it rolls; 1-4 it takes 1 damage, of which it dies."""
    game = start(monsters=[{"card": "globin", "hp": 2}, "pale_fatty"])
    attack_roll(game, "globin", 4).pass_all().expect(monster="globin", hp=1).expect(stack=["trigger globin"])
    run(game.roll(number)).expect(player=0, hand=3, hp=2).expect(monster="pale_fatty", hp=4)


@pytest.mark.parametrize("number", [5, 6])
def test_globin__at_one_it_heals_two(number: int) -> None:
    """[globin] ER-47, R6.10: 5-6 heals 2; each time it comes to 1 HP again it rolls again."""
    game = start(monsters=[{"card": "globin", "hp": 2}, "pale_fatty"])
    attack_roll(game, "globin", 4).pass_all().roll(number).pass_all().pass_all().pass_all()
    game.expect(stack=[]).expect(monster="globin", hp=3, max_hp=4)
    next_roll(game, 4).pass_all().expect(monster="globin", hp=2).expect(stack=[])
    next_roll(game, 4).pass_all().expect(monster="globin", hp=1).expect(stack=["trigger globin"])


def test_globin__from_two_to_none() -> None:
    """[globin] ER-47, R6.10: damage that skips 1 HP gives no roll."""
    game = start({"hand": ["gold_bomb"]}, monsters=[{"card": "globin", "hp": 2}, "pale_fatty"])
    game.play("gold_bomb", "globin").pass_all().expect(stack=["death of globin"]).expect(monster="globin", hp=0)


def test_globin__healing_stops_at_its_maximum() -> None:
    """[globin] R12.8: "gains 2 HP" heals; healed by another card meanwhile it has at most its 4."""
    game = start({}, ROLLER, monsters=[{"card": "globin", "hp": 2}, "cursed_globin"])
    attack_roll(game, "globin", 4).pass_all().roll(5).pass_all().pass_all().roll(3).activate("mystery_sack", by=1)
    game.settle().expect(monster="globin", hp=4)


@pytest.mark.parametrize(("number", "left"), [(2, 1), (3, 3), (4, 1)])
def test_cursed_globin__a_three_heals_all_monsters(number: int, left: int) -> None:
    """[cursed_globin] R12.8: every roll that ends on 3 heals all active monsters by 2, at most to their maximum."""
    monsters = [{"card": "cursed_globin", "hp": 2}, {"card": "pale_fatty", "hp": 1}]
    game = roll_by(start({"hp": 1}, ROLLER, monsters=monsters), 1, number)
    game.expect(monster="pale_fatty", hp=left).expect(monster="cursed_globin", hp=3 if number == 3 else 2)
    game.expect(player=0, hp=1)


def test_cursed_globin__the_dying_stay_dying() -> None:
    """[cursed_globin] R12.8, R14.10: a monster whose death is on the stack is not healed."""
    game = start({"hand": ["bomb"]}, ROLLER, monsters=["cursed_globin", "fly"]).play("bomb", "fly").pass_all()
    roll_by(game, 1, 3).expect(player=0, coins=4)


def test_holy_bony__the_roller_looks_and_orders() -> None:
    """[holy_bony] ER-08: after a 6 the player who rolled, not the active one, may look at the top 3 of a deck of their
    choice and order them; no other player sees them."""
    deck = ["a_dime", "dagaz", "bomb", "ehwaz"]
    game = facing("holy_bony", {}, ROLLER, {}, loot_deck=deck).roll(6).activate("mystery_sack", by=1).pass_all()
    game.pass_all().expect(stack=["trigger holy bony"]).pass_all().expect(asked=1, question="may").choose("yes")
    game.expect(asked=1, question="pick").choose("loot deck").expect(asked=1, question="order").expect(
        card="bomb", known=[1]
    )
    game.expect(card="ehwaz", known=[]).choose("bomb", "a_dime")
    game.expect(deck="loot", top=["dagaz", "a_dime", "bomb", "ehwaz"]).expect(stack=[])


def test_holy_bony__may_decline_and_only_on_a_six() -> None:
    """[holy_bony] R6.1: nothing is seen after a "no" or after another number."""
    deck = ["a_dime", "dagaz", "bomb"]
    game = roll_by(facing("holy_bony", {}, ROLLER, loot_deck=deck), 1, 6, "no").expect(deck="loot", top=deck)
    game.expect(card="a_dime", known=[])
    roll_by(facing("holy_bony", {}, ROLLER), 1, 5).expect(player=1, hand=0)


def test_holy_bony__attack_roll_and_a_short_deck() -> None:
    """[holy_bony] R9.7, R15.11: an attack roll of 6 counts; with fewer cards in the deck one looks at those."""
    game = facing("holy_bony", monster_deck=["dip", "trite"], exact_decks=["monster"])
    attack_roll(game, "pale_fatty", 6).pass_all("yes", "monster deck", "dip").expect(
        deck="monster", top=["trite", "dip"]
    )
    game.expect(stack=["combat damage 1 to pale fatty"])


def test_holy_mulligan__two_slots_and_an_attack() -> None:
    """[holy_mulligan] R15.7, R11.1: dead, it adds 2 monster slots and gives the active player an attack this turn."""
    deck = ["dip", "trite", "spider", "clotty"]
    game = run(hits(facing("holy_mulligan", monster_deck=deck), "holy_mulligan", 1))
    game.expect(player=0, coins=6, attacks_used=1, extra_attacks=1).expect(monsters=4)
    assert "empty" not in game.read.game()["monsters"]
    game.attack("dip").fight(6).expect(illegal="attack Pale Fatty").end_turn().until("action").end_turn()
    game.until("action").expect(player=0, extra_attacks=0).expect(monsters=4)


def test_swarmer__two_slots() -> None:
    """[swarmer] R15.7: dead, it adds 2 monster slots, filled like any other; no attack."""
    game = slay(facing("swarmer", KILLER, monster_deck=["dip", "trite", "spider"]), "swarmer")
    game.expect(monsters=4, shop=2).expect(player=0, items=2, extra_attacks=0)
    assert sorted(game.read.game()["monsters"]) == ["dip", "pale_fatty", "spider", "trite"]


def test_swarmer__not_beyond_twelve() -> None:
    """[swarmer] ER-52, R15.7: at 11 slots one more is added, at 12 none."""
    for slots, after in ((11, 12), (12, 12)):
        monsters = ["swarmer", *["fly", "fatty", "dip", "pooter", "trite", "spider", "leech", "clotty", "squirt"]]
        monsters += ["pale_fatty", "red_host"][: slots - len(monsters)]
        game = slay(start(KILLER, monsters=monsters), "swarmer").expect(monsters=after)
        assert "empty" not in game.read.game()["monsters"]
