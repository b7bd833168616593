"""Chapter R14, monster death: the card, its rewards and its last words on the stack, and what becomes of the slot."""

from __future__ import annotations

import pytest

from fs_env.core.four_souls.scenario import Play, Scenario
from tests.core.four_souls.rules.table import start


def killed(monster: str, *others: dict, **position: object) -> Play:
    """Player 0 has bombed a monster of the first slot; its death is on the stack."""
    seat = {"hand": ["gold_bomb"], **(others[0] if others else {})}
    position.setdefault("monsters", [{"card": monster, "hp": 1}, "fly"])
    return start(seat, *others[1:], **position).play("gold_bomb", monster).pass_all()


@pytest.mark.parametrize("card", ["gold_bomb", "chaos_card"])
def test_death__is_pushed_for_zero_hit_points_or_a_kill(card: str) -> None:
    """R14.1, R14.7, FSR-123: damaged to 0 or destroyed, the monster's death is pushed and can be answered.
    [gold_bomb] [chaos_card] [monstro]"""
    seat = {"hand": [card]} if card == "gold_bomb" else {"items": [card]}
    game = start(seat, monsters=[{"card": "monstro", "hp": 3}, "fly"])
    (game.play(card, "monstro") if card == "gold_bomb" else game.activate(card, "monstro")).pass_all()
    game.expect(stack=["death of monstro"], asked=0, question="priority")
    game.expect(monster="monstro", hp=0 if card == "gold_bomb" else 3, dying=True).settle()
    game.expect(player=0, souls=1, coins=9).expect(card="monstro", zone="soul", owner=0)


def test_death__in_an_attack() -> None:
    """R14.1, R14.5: combat damage kills, the attacker is paid, the card is discarded [clotty]."""
    game = start(monsters=[{"card": "clotty", "hp": 1}, "fly"]).roll(5).attack("clotty").pass_all().pass_all()
    game.pass_all().pass_all().expect(stack=["death of clotty"], attacking="clotty", asked=0).settle()
    game.expect(player=0, coins=7, souls=0).expect(discard="monster", top=["clotty"], size=1)


def test_discarding__is_no_death() -> None:
    """R14.7: replaced monsters are discarded: no reward, no soul, no last words; the slots are filled again.
    [ehwaz] [mulliboom] [monstro] [the_midas_touch]"""
    seat = {"hand": ["ehwaz"], "items": ["the_midas_touch"]}
    game = start(seat, monsters=["mulliboom", "monstro"], monster_deck=["dip", "spider"]).play("ehwaz").pass_all()
    game.expect(stack=[], monsters=["dip", "spider"]).expect(player=0, coins=3, hp=2, souls=0).expect(player=1, hp=2)
    game.expect(discard="monster", size=2)


def test_resolving__card_then_reward_then_last_words() -> None:
    """R14.2, R14.3, FSR-120: pushed in this order, so the last words come first; each can be answered [mulligan] [a_dime]."""
    game = killed("mulligan", {}, {"hand": ["a_dime"]}, monster_deck=["dip", "spider"]).pass_all()
    game.expect(stack=["card of mulligan", "reward of mulligan", "trigger mulligan"], asked=0)
    game.expect(monsters=["empty", "fly"]).expect(card="mulligan", zone="stack").pass_all()
    game.expect(monsters=["empty", "fly", "empty"]).expect(player=0, coins=3)
    game.play("a_dime", by=1, turn=True).pass_all().expect(player=1, coins=13)
    game.settle().expect(player=0, coins=6).expect(discard="monster", top=["mulligan"], size=1)


def test_resolving__texts_about_other_monsters_deaths_come_above_too() -> None:
    """R14.2, R6.4: "when a monster dies" of an item lies above the reward, the other monster's text below the item's.
    [the_midas_touch] [stoney]"""
    seat = {"items": ["the_midas_touch"]}
    game = killed("clotty", seat, monsters=[{"card": "clotty", "hp": 1}, "stoney"]).pass_all()
    game.expect(stack=["card of clotty", "reward of clotty", "trigger stoney", "trigger the midas touch"])
    game.pass_all().expect(player=0, coins=6).pass_all().expect(monster="stoney", hp=3, dying=True)


def test_resolving__the_attack_ends_with_it() -> None:
    """R14.2: the monster that was being attacked is gone: no further roll, the turn continues [fly]."""
    game = start(dice=[6]).attack("fly").pass_all().pass_all().pass_all().pass_all().expect(attacking="fly")
    game.pass_all().expect(attacking=None, phase="action", stack=["card of fly", "reward of fly"])


def test_resolving__another_monsters_death_does_not_end_the_attack() -> None:
    """R14.2: a bomb on a neighbour leaves the attack running [bomb]."""
    game = start({}, {"hand": ["bomb"]}).attack("fatty").pass_all().play("bomb", "fly", by=1, turn=True).settle()
    game.expect(attacking="fatty").expect(card="fly", zone="discard")


def test_resolving__after_the_rewards_lies_between_card_and_reward() -> None:
    """R14.2, R14.11: Ragman rolls after its reward was gained; on a 1 or 6 its card continues top of the deck [ragman]."""
    game = killed("ragman", dice=[6]).pass_all()
    game.expect(stack=["card of ragman", "trigger ragman", "reward of ragman"]).pass_all().expect(player=0, hand=3)
    game.pass_all().expect(stack=["card of ragman", "roll 6"]).pass_all().pass_all()
    game.expect(deck="monster", top=["ragman"]).settle().expect(player=0, souls=0).expect(
        monster="ragman", hp=2, slot=0
    )


def test_resolving__ragman_stays_a_soul_on_other_numbers() -> None:
    """R14.2, R14.5: with any other number Ragman's card is gained as a soul [ragman]."""
    game = killed("ragman", dice=[3]).settle().expect(player=0, hand=3, souls=1)
    game.expect(card="ragman", zone="soul", owner=0)


def test_boss__is_a_soul_only_when_its_card_resolves() -> None:
    """R14.5, FSR-121: with the boss card on the stack the others can still act, and no player has the soul [monstro] [bomb]."""
    game = killed("monstro", {}, {"hand": ["bomb"]}).pass_all().pass_all()
    game.expect(stack=["card of monstro"], asked=0).expect(player=0, souls=0, coins=9)
    game.play("bomb", 0, by=1, turn=True).pass_all().expect(player=0, hp=1).pass_all()
    game.expect(player=0, souls=1, soul_cards=["monstro"]).expect(discard="monster", size=0)


@pytest.mark.parametrize("boss", ["mom", "satan"])
def test_boss__worth_two_souls(boss: str) -> None:
    """R14.5, FSR-143: an epic boss counts two: with two souls before it the game is won [mom] [satan]."""
    game = start({"souls": 2, "hand": ["gold_bomb"]}, monsters=[{"card": boss, "hp": 3}, "fly"])
    game.play("gold_bomb", boss)
    while not game.over:
        game.pass_all()
    game.expect(over=True, winners=[0], outcome="won")


def test_boss__without_a_soul_symbol_gives_none() -> None:
    """R14.2, R14.5, R14.11: [delirium] goes into the deck, sixth from the top, by its on-death effect, above the rewards,
    which come all the same; its card has left the stack, so that the slot is refilled before them."""
    game = killed("delirium", monster_deck=["dip", "spider", "leech", "trite", "pooter", "squirt"]).pass_all()
    game.expect(stack=["card of delirium", "reward of delirium", "trigger delirium"]).pass_all()
    game.expect(deck="monster", top=["dip", "spider", "leech", "trite", "pooter", "delirium", "squirt"])
    game.expect(stack=["reward of delirium", "refill monster slot 0"]).expect(player=0, items=0).pass_all().pass_all()
    game.expect(player=0, souls=0, items=2).expect(discard="monster", size=0).expect(stack=[], monsters=["dip", "fly"])


def test_rewards__go_to_the_active_player() -> None:
    """R14.4: killed by another player's bomb in an attack of no player, the active player gains reward and soul [monstro]."""
    seats = [{}, {"hand": ["gold_bomb"]}]
    game = start(*seats, monsters=[{"card": "monstro", "hp": 2}, "fly"]).play("gold_bomb", "monstro", by=1, turn=True)
    game.settle().expect(player=0, coins=9, souls=1).expect(player=1, coins=3, souls=0)


def test_rewards__in_another_players_turn() -> None:
    """R14.4: the killer who is not the active player gets nothing in their own name either [clotty]."""
    game = start({"hand": ["gold_bomb"]}, active=1, monsters=["clotty", "fly"])
    game.play("gold_bomb", "clotty", by=0, turn=True).settle().expect(player=0, coins=3).expect(player=1, coins=7)


def test_both_die__the_player_pays_first() -> None:
    """R14.8, R14.4, R6.4, FSR-119: Lust's answer kills the attacker above Lust's own death; loot and soul still come. [lust]"""
    game = start({"hp": 1, "hand": ["bomb"], "coins": 5}, monsters=[{"card": "lust", "hp": 1}, "fly"], dice=[4])
    game.attack("lust").pass_all().pass_all().pass_all().pass_all().expect(stack=["death of lust", "trigger lust"])
    game.pass_all().expect(stack=["death of lust", "death of player 0"]).pass_all()
    game.expect(stack=["death of lust", "penalty of player 0"]).expect(player=0, dead=True).pass_all()
    game.expect(player=0, hand=[], coins=4).expect(stack=["death of lust"], phase="action")
    game.pass_all().pass_all().pass_all().expect(player=0, hand=2, souls=1, dead=True)
    game.pass_all().expect(phase="end", stack=[])


@pytest.mark.parametrize(("option", "hand"), [("rules", ["a_dime"]), ("faq", [])])
def test_both_die__reward_before_or_after_the_penalty(option: str, hand: list[str]) -> None:
    """R14.8, R14.4, A06: [fatty] and the active player die of one event. By default the penalty comes first and the card of
    the reward stays in the hand; in the order of the FAQ the reward comes first and the penalty takes the card [pestilence].
    """
    seat = {"items": [{"card": "tech_x", "counters": 3}], "hp": 1}
    monsters = ["pestilence", {"card": "fatty", "hp": 1}]
    position = {"monsters": monsters, "loot_deck": ["a_dime"], "options": {"simultaneous_deaths": option}}
    game = start(seat, **position).pay("tech_x", "pestilence").pass_all().pass_all().choose(0, "fatty").pass_all()
    deaths = ["death of fatty", "death of player 0"]
    game.expect(stack=["card of", "reward of", *(deaths if option == "rules" else deaths[::-1])])
    while len(game.stack) > 2 or not game.player(0)["dead"]:
        game.pass_all()
    game.expect(player=0, dead=True, hand=hand)


def test_both_die__by_one_event() -> None:
    """R14.8, R6.4: of deaths by one event the monsters' are pushed first [pestilence]."""
    seats = [{"hand": ["bomb"]}, {"hp": 1}]
    game = start(*seats, monsters=[{"card": "pestilence", "hp": 1}, {"card": "dip"}]).play("bomb", "pestilence")
    game.pass_all().pass_all(1, "dip").pass_all()
    game.expect(stack=["card of pestilence", "reward of pestilence", "death of dip", "death of player 1"])


def test_own_trigger__lies_above_the_death() -> None:
    """R14.8, A07, FSR-127: the attacker's damage text resolves before the monster dies [brimstone]."""
    game = start({"items": ["brimstone"]}, dice=[6]).attack("fly").pass_all().pass_all().pass_all().pass_all()
    game.expect(stack=["death of fly", "player 0: trigger brimstone player 1"]).pass_all()
    game.expect(player=1, hp=1).expect(stack=["death of fly"])


def test_slot__the_refill_waits_for_the_card() -> None:
    """R14.6, FSR-126: only when the card has left the stack the refill is pushed, and every player may act before it."""
    game = killed("clotty", monster_deck=["dip"]).pass_all()
    game.expect(monsters=["empty", "fly"], stack=["card of clotty", "reward of clotty"]).pass_all()
    game.expect(stack=["card of clotty"]).pass_all().expect(stack=["refill monster slot 0"], asked=0)
    game.expect(monsters=["empty", "fly"]).pass_all().expect(monsters=["dip", "fly"])


def test_slot__a_covered_monster_is_active_again() -> None:
    """R14.6: from the moment the death resolves, undamaged, and without a refill [clotty] [fatty]."""
    monsters = [{"card": "clotty", "hp": 1, "covered": ["fatty", "dip"]}, "fly"]
    game = killed("clotty", monsters=monsters, monster_deck=["trite"]).pass_all()
    game.expect(monsters=["fatty", "fly"], stack=["card of clotty", "reward of clotty"])
    game.expect(monster="fatty", hp=4, covered=["dip"]).settle().expect(monsters=["fatty", "fly"])
    game.expect(deck="monster", top=["trite"])


def test_slot__the_uncovered_monster_does_not_answer_that_death() -> None:
    """R14.6, R2.17: what was covered when the other died has seen nothing: Stoney stays [stoney]."""
    monsters = [{"card": "clotty", "hp": 1, "covered": ["stoney"]}, "fly"]
    game = killed("clotty", monsters=monsters).pass_all().expect(stack=["card of clotty", "reward of clotty"])
    game.settle().expect(monster="stoney", hp=3, dying=False)


@pytest.mark.parametrize("slot", [0, 1])
def test_slot__peep_may_use_the_empty_one(slot: int) -> None:
    """R14.12: Peep's last words may put The Bloat into Peep's empty slot, which then is not refilled [peep] [the_bloat]."""
    game = killed("peep").pass_all().expect(stack=["card of peep", "reward of peep", "trigger peep"])
    game.pass_all(slot).expect(monster="the_bloat", slot=slot, hp=4, covered=["fly"] if slot else [])
    game.settle().expect(player=0, souls=1, items=1)
    monsters = game.read.game()["monsters"]
    assert monsters[slot] == "the_bloat" and "empty" not in monsters and len(monsters) == 2
    assert (monsters == ["the_bloat", "fly"]) == (slot == 0)


def test_prevented__the_attack_goes_on() -> None:
    """R14.9, R13.9: a prevented death gives the HP from before the lethal damage back, which it then heals; no player is
    rewarded, nothing answers a death, the attack continues; the second death of the turn is real. [headless_horseman] [the_midas_touch]"""
    seat = {"items": ["the_midas_touch", "dinner", "breakfast"]}
    game = start(seat, monsters=[{"card": "headless_horseman", "hp": 1}, "fly"])
    game.expect(monster="headless_horseman", evasion=3, attack=2).attack("headless_horseman").roll(3).pass_all()
    for _ in range(3):
        game.pass_all()
    game.expect(stack=["death of headless horseman"]).expect(monster="headless_horseman", hp=0, dying=True).pass_all()
    game.expect(stack=[], attacking="headless_horseman").expect(player=0, coins=3, items=3, souls=0)
    game.expect(monster="headless_horseman", hp=3, evasion=4, attack=1, dying=False)
    game.fight(4, 5, 6).expect(player=0, coins=6, items=4, soul_cards=["headless_horseman"], attacks_used=1)


def test_prevented__hit_points_from_before_the_kill() -> None:
    """R14.9, R13.9: killed without damage at 2 HP it has 2 again and heals 2, to its maximum of 3; with 3 lethal points
    on 2 HP the same [headless_horseman] [tech_x] [gold_bomb]."""
    seat = {"items": [{"card": "tech_x", "counters": 3}], "hand": ["gold_bomb"]}
    game = start(seat, monsters=[{"card": "headless_horseman", "hp": 2}, "fly"])
    game.copy().pay("tech_x", "headless_horseman").settle().expect(monster="headless_horseman", hp=3, evasion=4)
    game.play("gold_bomb", "headless_horseman").settle().expect(monster="headless_horseman", hp=3, attack=1)
    game.expect(player=0, coins=3, items=1).end_turn().expect(monster="headless_horseman", evasion=3, attack=2)


def test_prevented__a_shield_comes_too_late() -> None:
    """R14.9: a shield put on a dying monster prevents no death [the_hierophant]."""
    game = start({"hand": ["bomb"]}, {"hand": ["the_hierophant"]}, monsters=[{"card": "clotty", "hp": 1}, "fly"])
    game.play("bomb", "clotty").pass_all().play("the_hierophant", "clotty", by=1, turn=True).settle()
    game.expect(card="clotty", zone="discard").expect(player=0, coins=7)


def test_dying__it_is_still_active_and_its_text_works() -> None:
    """R14.10: with its death on the stack Stoney still raises every evasion [stoney]."""
    seats = [{"hand": ["bomb"]}, {}]
    game = start(*seats, monsters=[{"card": "stoney", "hp": 1}, "fatty"]).expect(monster="fatty", evasion=3)
    game.play("bomb", "stoney").pass_all().expect(monster="stoney", hp=0, dying=True)
    game.expect(monster="fatty", evasion=3).pass_all().expect(monster="fatty", evasion=2)


def test_dying__no_more_damage_no_healing_no_second_death() -> None:
    """R14.10, R13.7: another bomb is no damage, so nothing answers it; there is one death and one reward.
    [bomb] [clotty] [brimstone] [chaos_card]"""
    seats = [{"hand": ["bomb", "death_tarot"]}, {"hand": ["bomb"], "items": ["chaos_card", "brimstone"]}]
    game = start(*seats, monsters=[{"card": "clotty", "hp": 1}, "fly"]).play("bomb", "clotty").pass_all()
    game.play("bomb", "clotty", by=1, turn=True).pass_all().expect(monster="clotty", hp=0)
    game.expect(stack=["death of clotty"])
    game.activate("chaos_card", "clotty", by=1).pass_all().expect(stack=["death of clotty"]).settle()
    game.expect(player=0, coins=7, hp=2).expect(discard="monster", size=1)


def test_dying__a_watcher_answers_while_its_death_waits() -> None:
    """R14.10: a dying monster's number text still triggers for a roll in between [holy_dip] [mystery_sack]."""
    seats = [{"hand": ["bomb"], "items": ["mystery_sack"]}, {}]
    game = start(*seats, monsters=["holy_dip", "fly"], dice=[1]).play("bomb", "holy_dip").pass_all()
    game.activate("mystery_sack").pass_all().pass_all()
    game.expect(stack=["death of holy dip", "result of mystery sack", "trigger holy dip"]).pass_all()
    game.expect(player=0, coins=4)


def test_dying__discarded_before_the_death_resolves() -> None:
    """R14.10, A75: replaced in response it does not die: no reward, no soul, no last words [ehwaz] [monstro]."""
    seats = [{"hand": ["bomb"]}, {"hand": ["ehwaz"]}]
    game = start(*seats, monsters=[{"card": "monstro", "hp": 1}, "fly"], monster_deck=["dip", "spider"])
    game.play("bomb", "monstro").pass_all().play("ehwaz", by=1, turn=True).pass_all().expect(stack=["death of monstro"])
    game.expect(monsters=["dip", "spider"]).settle().expect(player=0, coins=3, souls=0)
    game.expect(card="monstro", zone="discard").expect(monster="dip", hp=1, dying=False)


def test_dying__covered_before_the_death_resolves() -> None:
    """R14.10, A75: covered in response its death fizzles; uncovered later it is whole again [the_d10] [clotty]."""
    seats = [{"hand": ["bomb"]}, {"items": ["the_d10", "mystery_sack"]}]
    game = start(*seats, monsters=[{"card": "clotty", "hp": 1}, "fly"], monster_deck=["dip"], dice=[3])
    game.play("bomb", "clotty").pass_all().activate("mystery_sack", by=1).pass_all().pass_all().pass_all("yes", 0)
    game.expect(monster="dip", covered=["clotty"]).settle().expect(monster="dip", covered=["clotty"], hp=1)
    game.expect(player=0, coins=3).attack("dip").fight(6).expect(monster="clotty", hp=2, dying=False)
    game.expect(player=0, coins=4)


def test_dying__covered_and_uncovered_before_the_death_resolves() -> None:
    """R14.10, R2.22: back on top before its death resolves it is a new object, and the old death fizzles. [the_d10] [gold_bomb] [clotty]"""
    seats = [{"hand": ["bomb"]}, {"items": ["the_d10", "mystery_sack"], "hand": ["gold_bomb"]}]
    game = start(*seats, monsters=[{"card": "clotty", "hp": 1}, "fly"], monster_deck=["dip"], dice=[3])
    game.play("bomb", "clotty").pass_all().activate("mystery_sack", by=1).pass_all().pass_all().pass_all("yes", 0)
    game.play("gold_bomb", "dip", by=1, turn=True).settle()
    game.expect(monster="clotty", hp=2, slot=0, dying=False).expect(player=0, coins=4).expect(player=1, coins=7)


def test_two_unattackables__the_active_player_is_paid() -> None:
    """R14.4: Stoney dies of another monster's death; its reward is the active player's, and no player killed it [stoney]."""
    seats = [{}, {"hand": ["bomb"], "items": ["bloody_penny"]}]
    game = start(*seats, monsters=["stoney", "fly"]).play("bomb", "fly", by=1, turn=True).settle()
    game.expect(card="stoney", zone="discard").expect(player=0, coins=4, hand=1).expect(player=1, coins=3, hand=[])


def test_last_words__of_a_monster_that_cannot_find_its_target() -> None:
    """R14.2, R6.8: without another player's soul to take, The Lamb's "may" is not pushed at all [the_lamb]."""
    game = killed("the_lamb").pass_all().expect(stack=["card of the lamb", "reward of the lamb"])
    game.settle().expect(player=0, souls=1, coins=6)


def test_last_words__kill_a_player_above_the_reward() -> None:
    """R14.3, R14.8: Death's last words kill a player, whose penalty is paid before the reward comes [death_boss]."""
    game = killed("death_boss", {}, {"coins": 5}).pass_all().expect(asked=0, question="target").choose(1)
    game.pass_all().expect(stack=["card of death", "reward of death", "death of player 1"])
    game.pass_all().pass_all().expect(player=1, dead=True, coins=4).expect(player=0, items=[])
    game.settle().expect(player=0, items=1, souls=1)


def test_famine__skips_the_next_turn_of_the_active_player() -> None:
    """R14.2, R7.20: Famine's last words skip the active player's next turn [famine]."""
    game = killed("famine").settle().expect(player=0, skip_turns=1, hand=3).end_turn().expect(active=1)
    game.end_turn().expect(active=1, turn=3)


def test_deaths__of_two_monsters_are_ordered_by_the_active_player() -> None:
    """R14.1, R6.4: both die of one event: the active player says whose death is pushed first [the_tower]."""
    players = [{}, {"hand": ["the_tower"]}]
    game = Scenario(players=players, monsters=["fly", "dip"], dice=[3]).start().play("the_tower", by=1, turn=True)
    game.pass_all().pass_all().pass_all().expect(asked=0, question="trigger_order").choose("dip")
    game.expect(stack=["death of dip", "death of fly"]).settle().expect(player=0, coins=5)
