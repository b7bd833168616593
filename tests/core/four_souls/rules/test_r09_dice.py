"""Chapter R9, dice: throwing, changing and settling rolls, and what waits for them."""

from __future__ import annotations

import pytest

from fs_env.core.four_souls.rules.dice import throw
from fs_env.core.four_souls.scenario import Play, Scenario
from fs_env.core.machine.run.game import IllegalAction
from tests.core.four_souls.rules.table import start


def attack_roll(game: Play, monster: str, number: int) -> Play:
    return game.roll(number).attack(monster).pass_all().pass_all()


def test_bounds__six_stays_six_at_once() -> None:
    """R9.1, FSR-047: +1 on a 6 leaves 6, a later -1 makes it 5 [spoon_bender] [book_of_belial]."""
    game = start({"items": ["spoon_bender"]}, {"items": ["book_of_belial"]})
    attack_roll(game, "fatty", 6).activate("spoon_bender").pass_all().expect(stack=["attack roll 6"])
    game.activate("book_of_belial", by=1).pass_all(-1).expect(stack=["attack roll 5"])


def test_bounds__one_stays_one() -> None:
    """R9.1, FSR-048: -2 on a 1 leaves 1, and +1 after it makes 2 [mini_mush] [spoon_bender]."""
    game = start({"items": ["mini_mush", "spoon_bender"]})
    attack_roll(game, "fatty", 1).activate("mini_mush").pass_all(-2).expect(stack=["attack roll 1"])
    game.activate("spoon_bender").pass_all().expect(stack=["attack roll 2"])


@pytest.mark.parametrize("first", ["book_of_belial", "spoon_bender"])
def test_bounds__every_change_is_clamped_by_itself(first: str) -> None:
    """R9.1: on a 6 the order of +1 and -1 matters: the clamp comes after each of them [spoon_bender] [book_of_belial]."""
    game = attack_roll(start({"items": ["book_of_belial", "spoon_bender"]}), "fatty", 6)
    for card in (first, "spoon_bender" if first == "book_of_belial" else "book_of_belial"):
        game.activate(card)
        game.pass_all(*[-1] if card == "book_of_belial" else [])
    game.expect(stack=["attack roll 6" if first == "book_of_belial" else "attack roll 5"])


@pytest.mark.parametrize(("number", "hit"), [(6, True), (5, False)])
def test_bounds__evasion_never_above_six(number: int, hit: bool) -> None:
    """R9.1: evasion 6 and one more is still hit by a 6, and by nothing lower [little_horn] [curse_of_the_blind]."""
    game = start({"curses": ["curse_of_the_blind"]}, monsters=["little_horn", "fly"])
    attack_roll(game, "little_horn", number).pass_all()
    game.expect(stack=["combat damage 1 to little horn" if hit else "combat damage 1 to player 0"])


def test_attack_rolls__are_only_those_of_an_attack() -> None:
    """R9.2: a bonus to attack rolls leaves other rolls alone, and a non-attack die cannot aim at an attack roll.
    [meat] [lucky_foot] [mystery_sack]"""
    game = start({"items": ["meat", "lucky_foot", "mystery_sack"]})
    other = game.copy().roll(3).activate("mystery_sack").pass_all()
    other.expect(stack=["roll 3 for mystery sack"], legal="activate Lucky Foot")
    attack_roll(game, "fatty", 3).expect(illegal="activate Lucky Foot", stack=["attack roll 3", "bonus 1 of meat"])


def test_rolling__the_bonus_is_an_object_above_the_roll() -> None:
    """R9.3, FSR-049: the thrown 3 is pushed, the +1 above it, the active player has priority; then it shows 4 [meat]."""
    game = start({"items": ["meat"]}, {"items": ["synthoil"]}, monsters=["dip", "fly"])
    attack_roll(game, "dip", 3).expect(stack=["attack roll 3", "bonus 1 of meat"], asked=0, question="priority")
    game.pass_all().expect(stack=["attack roll 4"], asked=0).pass_all().expect(stack=["combat damage 1 to dip"])


def test_rolling__the_roller_orders_the_bonuses() -> None:
    """R9.3: of two own bonuses the roller says which is pushed first [meat] [synthoil]."""
    game = attack_roll(start({"items": ["meat", "synthoil"]}), "fatty", 2)
    game.expect(asked=0, question="trigger_order").choose("synthoil")
    game.expect(stack=["attack roll 2", "bonus 1 of synthoil", "bonus 1 of meat"])
    game.pass_all().pass_all().expect(stack=["attack roll 4"])


def test_rolling__a_static_bonus_cannot_be_missed_by_losing_the_item() -> None:
    """R9.3, R3.5: the bonus on the stack acts although its item is destroyed in response [meat] [the_d20]."""
    game = start({"items": ["meat"]}, {"items": ["the_d20"]}, monsters=["dip", "fly"])
    attack_roll(game, "dip", 3).activate("the_d20", "meat", by=1).pass_all()
    game.expect(card="meat", zone="discard").expect(stack=["attack roll 3", "bonus 1 of meat"])
    game.pass_all().expect(stack=["attack roll 4"])


def test_changes__act_when_they_resolve() -> None:
    """R9.4, FSR-044: a +1 answered by a reroll to 1 makes 2, and a roll of 2 misses. [book_of_belial] [the_d6]"""
    players = [{}, {"items": ["book_of_belial"]}, {"items": ["the_d6"]}]
    game = Scenario(players=players, monsters=["dip", "fly"]).start()
    attack_roll(game, "dip", 3).roll(1)
    game.activate("book_of_belial", by=1).activate("the_d6", by=2)
    game.expect(stack=["attack roll 3", "activate book of belial", "activate the d6"])
    game.pass_all().expect(stack=["attack roll 1", "activate book of belial"])
    game.pass_all(1).expect(stack=["attack roll 2"]).pass_all().expect(stack=["combat damage 1 to player 0"])
    game.expect(monster="dip", hp=1)


def test_changes__need_a_roll_on_the_stack() -> None:
    """R9.4, FSR-039: without a roll on the stack nothing can change one, and no loot play is used. [dice_shard] [the_d6] [godhead]"""
    game = start({"hand": ["dice_shard"], "items": ["the_d6", "godhead"]})
    game.expect(illegal=["play Dice Shard", "activate The D6", "activate Godhead"]).expect(player=0, plays_used=0)
    with pytest.raises(IllegalAction):
        game.play("dice_shard")
    attack_roll(game, "fatty", 4).expect(legal=["play Dice Shard", "activate The D6", "activate Godhead"])


def test_changes__after_the_roll_is_gone_they_fizzle() -> None:
    """R9.4, R17.2: a change whose roll has left the stack does nothing [dice_shard] [the_fool]."""
    game = start({"hand": ["dice_shard"]}, {"hand": ["the_fool"]})
    attack_roll(game, "fatty", 1).play("dice_shard").roll(6).play("the_fool", by=1, turn=True)
    game.pass_all().expect(phase="end", attacking=None, stack=[], dice=[6])
    game.expect(card="dice_shard", zone="discard").expect(player=0, hp=2).expect(monster="fatty", hp=4)


def test_reroll__overwrites_a_set_number() -> None:
    """R9.5, FSR-045: set to 6 first, rerolled afterwards: it shows the fresh number [godhead] [the_d6]."""
    game = start({"items": ["godhead"]}, {"items": ["the_d6"]})
    attack_roll(game, "fatty", 3).activate("godhead").pass_all(6).expect(stack=["attack roll 6"])
    game.roll(2).activate("the_d6", by=1).pass_all().expect(stack=["attack roll 2"], dice=[])


def test_reroll__pushes_a_resolved_bonus_again() -> None:
    """R9.5: the +1 that has resolved is pushed again for the new number, on the same roll object [meat] [the_d6]."""
    game = start({"items": ["meat", "the_d6"]})
    attack_roll(game, "fatty", 1).pass_all().expect(stack=["attack roll 2"])
    game.roll(3).activate("the_d6").pass_all().expect(stack=["attack roll 3", "bonus 1 of meat"])
    game.pass_all().expect(stack=["attack roll 4"]).pass_all().expect(stack=["combat damage 1 to fatty"])


def test_reroll__a_waiting_bonus_counts_once() -> None:
    """R9.5: while the +1 still waits no second one is pushed; it applies to the new number [meat] [the_d6]."""
    game = start({"items": ["meat", "the_d6"]})
    attack_roll(game, "fatty", 1).roll(5).activate("the_d6").pass_all()
    game.expect(stack=["attack roll 5", "bonus 1 of meat"]).pass_all().expect(stack=["attack roll 6"])


def test_reroll__is_no_new_roll() -> None:
    """R9.5, FSR-056: a reroll is not the next roll of Crystal Ball, whose guess it would have met.
    [crystal_ball] [the_d6] [mystery_sack]"""
    game = start({"items": ["crystal_ball", "the_d6", "mystery_sack"]}, loot_deck=["a_penny", "a_dime", "bomb"])
    attack_roll(game, "fatty", 1).activate("crystal_ball").pass_all(5)
    game.roll(5).activate("the_d6").pass_all().expect(stack=["attack roll 5"])
    game.pass_all().expect(stack=["combat damage 1 to fatty"]).expect(player=0, hand=[])
    game.roll(5).activate("mystery_sack").pass_all().pass_all().settle().expect(player=0, hand=3)


def test_set__is_a_modification_like_any_other() -> None:
    """R9.11: what is set can be raised afterwards, and is clamped [the_magician] [spoon_bender]."""
    game = start({"hand": ["the_magician"], "items": ["spoon_bender"]}, {"items": ["godhead"]})
    attack_roll(game, "fatty", 1).play("the_magician").pass_all(4).expect(stack=["attack roll 4"])
    game.activate("spoon_bender").pass_all().expect(stack=["attack roll 5"])
    game.activate("godhead", by=1).pass_all(6).expect(stack=["attack roll 6"])


def test_set__only_its_own_numbers() -> None:
    """R9.11: Godhead offers 1 and 6 and nothing between, when it resolves [godhead]."""
    game = attack_roll(start({"items": ["godhead"]}), "fatty", 3).activate("godhead").pass_all()
    assert game.legal() == ["number 1", "number 6"]
    game.expect(asked=0, question="number").choose(1).expect(stack=["attack roll 1"])


def test_shown_numbers__answer_while_the_roll_is_on_the_stack() -> None:
    """R9.6: a shown 1 is turned into a 6 above the roll, and no player sees a final 1 [sacred_heart] [the_relic]."""
    game = start({"items": ["sacred_heart", "the_relic"]})
    attack_roll(game, "fatty", 1).expect(stack=["attack roll 1", "trigger sacred heart"])
    game.pass_all("yes").expect(stack=["attack roll 6"]).pass_all()
    game.expect(stack=["combat damage 1 to fatty"]).expect(player=0, hand=[])


def test_shown_numbers__after_a_change() -> None:
    """R9.6: a roll that becomes a 1 is answered as well, that of another player not [sacred_heart] [mini_mush]."""
    game = start({"items": ["sacred_heart"]}, {"items": ["mini_mush", "mystery_sack"]})
    attack_roll(game, "fatty", 3).expect(stack=["attack roll 3"])
    game.activate("mini_mush", by=1).pass_all(-2).expect(stack=["attack roll 1", "trigger sacred heart"])
    game.pass_all("no").expect(stack=["attack roll 1"])
    game.roll(1).activate("mystery_sack", by=1).pass_all()
    game.expect(stack=["attack roll 1", "roll 1 for mystery sack"])


def test_shown_numbers__fizzle_when_the_number_is_gone() -> None:
    """R9.6, R17.3: raised in response the roll is no 1 any more: nothing is asked [sacred_heart] [spoon_bender]."""
    game = start({"items": ["sacred_heart", "spoon_bender"]})
    attack_roll(game, "fatty", 1).activate("spoon_bender").pass_all()
    game.expect(stack=["attack roll 2", "trigger sacred heart"]).pass_all()
    game.expect(stack=["attack roll 2"], question="priority", asked=0)


def test_shown_numbers__no_second_instance_while_one_waits() -> None:
    """R9.6: up to 2 and back to 1 under a waiting instance pushes no second one [sacred_heart] [the_d6]."""
    game = start({"items": ["sacred_heart", "the_d6"]})
    attack_roll(game, "fatty", 1).roll(1).activate("the_d6").pass_all()
    game.expect(stack=["attack roll 1", "trigger sacred heart"]).pass_all("yes").expect(stack=["attack roll 6"])


def test_shown_numbers__again_after_the_first_instance_resolved() -> None:
    """R9.6: a reroll that shows 1 again is answered again, for any player's roll [dads_lost_coin]."""
    game = start({}, {"items": ["dads_lost_coin"]})
    attack_roll(game, "fatty", 1).expect(stack=["attack roll 1", "player 1: trigger dad's lost coin"])
    game.roll(1).pass_all("yes").expect(stack=["attack roll 1", "player 1: trigger dad's lost coin"], dice=[])
    game.roll(4).pass_all("yes").expect(stack=["attack roll 4"])


def test_final__roll_then_line_as_objects_of_their_own() -> None:
    """R9.7, FSR-052: effect, roll and line are three objects, each with a window [the_d100] [butter_bean]."""
    game = start({"items": ["the_d100"]}, {"hand": ["butter_bean"]}, dice=[4])
    game.activate("the_d100").expect(stack=["activate the d100"]).pass_all()
    game.expect(stack=["roll 4 for the d100"], asked=0).pass_all()
    game.expect(stack=["result of the d100"], asked=0).expect(player=0, coins=3)
    game.copy().pass_all().expect(player=0, coins=7)
    game.play("butter_bean", by=1, turn=True).settle().expect(player=0, coins=3)


def test_final__a_number_with_nothing_pushes_nothing() -> None:
    """R9.7: a line that says "nothing" is no object; number triggers come all the same [mystery_sack] [eye_of_greed]."""
    game = start({"items": ["mystery_sack"]}, {"items": ["eye_of_greed"]}, dice=[5])
    game.activate("mystery_sack").pass_all().pass_all().expect(stack=["player 1: trigger eye of greed"])
    game.pass_all().expect(stack=[]).expect(player=1, coins=6).expect(player=0, coins=3, hand=[])


def test_final__targets_of_a_line_are_chosen_when_it_is_pushed() -> None:
    """R9.7: Pandora's Box asks for its monster only when the final number is 3 [pandoras_box]."""
    game = start({"items": ["pandoras_box"]}, dice=[3])
    game.activate("pandoras_box").expect(question="priority").pass_all().expect(stack=["roll 3"], question="priority")
    game.pass_all().expect(asked=0, question="target").choose("fatty").expect(stack=["result of pandoras box fatty"])
    game.pass_all().expect(stack=["death of fatty"]).expect(monster="fly", hp=1)


def test_final__triggers_lie_above_the_line_and_resolve_first() -> None:
    """R9.7, R9.8, FSR-059: any player's 5 pays its watcher before the line rolled for happens [eye_of_greed] [the_d100]."""
    game = start({}, {"items": ["eye_of_greed", "the_d100"]}, dice=[5])
    game.activate("the_d100", by=1).pass_all().pass_all()
    game.expect(stack=["player 1: result of the d100", "player 1: trigger eye of greed"], asked=0)
    game.pass_all().expect(player=1, coins=6, max_hp=2).pass_all().expect(player=1, max_hp=3, hp=3)


def test_final__number_triggers_before_combat_damage() -> None:
    """R9.7, R9.8: a final 2 hurts the roller above the combat damage, in the order of R6.4 [cursed_horf] [charged_baby]."""
    game = start({}, {"items": ["charged_baby"]}, monsters=["dip", "cursed_horf"])
    attack_roll(game, "dip", 2).pass_all()
    game.expect(stack=["combat damage 1 to player 0", "trigger cursed horf", "player 1: trigger charged baby"], asked=0)
    game.pass_all("no").pass_all().expect(player=0, hp=0, dying=True)
    game.expect(stack=["combat damage 1 to player 0", "death of player 0"])


def test_roller__the_player_told_to_roll() -> None:
    """R9.9: an item's roll is made when the effect resolves, by its player, in any player's turn [mystery_sack] [tarot_cloth]."""
    game = start({"items": ["tarot_cloth"]}, {"items": ["mystery_sack"], "hand": ["bomb", "a_dime"]}, dice=[4])
    game.activate("mystery_sack", by=1).expect(dice=[4]).pass_all().expect(stack=["player 1: roll 4"], dice=[])
    game.pass_all().pass_all("bomb").expect(player=0, hand=["bomb"]).expect(player=1, hand=["a_dime"])


def test_roller__monster_deck_cards_are_rolled_by_the_active_player() -> None:
    """R9.9: the reward's roll belongs to the active player although another player killed the monster.
    [keeper_head] [gold_bomb] [holy_keeper_head]"""
    game = start({}, {"hand": ["gold_bomb"]}, monsters=["keeper_head", "holy_keeper_head"], dice=[4])
    game.play("gold_bomb", "keeper_head", by=1, turn=True).pass_all().pass_all().pass_all()
    game.expect(stack=["card of keeper head", "player 0: roll 4 for keeper head"])
    game.settle().expect(player=0, coins=9).expect(player=1, coins=3)


def test_reward__roll_and_gain_that_number() -> None:
    """R9.10, FSR-055: a reward "roll: gain" of 4 is 4 cents, and the roll can be changed [keeper_head] [spoon_bender]."""
    game = start({"items": ["spoon_bender"]}, monsters=[{"card": "keeper_head", "hp": 1}, "fly"])
    game.attack("keeper_head").roll(5, 4)
    for _ in range(6):
        game.pass_all()
    game.expect(stack=["card of keeper head", "roll 4 for keeper head"])
    game.copy().settle().expect(player=0, coins=7)
    game.activate("spoon_bender").settle().expect(player=0, coins=8)


def test_reward__roll_and_loot_that_number() -> None:
    """R9.10: a reward "roll: loot" of 3 is three cards for the active player [black_bony]."""
    game = start(monsters=[{"card": "black_bony", "hp": 1}, "fly"])
    game.attack("black_bony").fight(4, 3).expect(player=0, hand=3).expect(player=1, hand=[])


def test_watchers__the_attacking_player_means_rolls_against_that_monster() -> None:
    """R9.12, FSR-058: a 5 against another monster does not wake Swarm of Flies, one against it does [swarm_of_flies]."""
    game = start(monsters=["swarm_of_flies", "fatty"])
    attack_roll(game.copy(), "fatty", 5).pass_all().expect(stack=["combat damage 1 to fatty"])
    attack_roll(game, "swarm_of_flies", 5).pass_all()
    game.expect(stack=["combat damage 1 to swarm of flies", "trigger swarm of flies"])
    game.pass_all().expect(player=0, hp=1).expect(monster="swarm_of_flies", hp=5)


def test_watchers__non_attack_rolls_are_not_attack_rolls_against_it() -> None:
    """R9.12: the attacker's roll for an item during the attack does not count [swarm_of_flies] [mystery_sack]."""
    game = start({"items": ["mystery_sack"]}, monsters=["swarm_of_flies", "fly"]).attack("swarm_of_flies").pass_all()
    game.roll(5).activate("mystery_sack").pass_all().pass_all().expect(stack=[]).expect(player=0, hp=2)


@pytest.mark.parametrize("by", [0, 1])
def test_watchers__anyone_means_every_roll(by: int) -> None:
    """R9.12: "when any player rolls a 1" answers every player's roll and gives to that player [holy_dip] [mystery_sack]."""
    seats = [{}, {}]
    seats[by] = {"items": ["mystery_sack"]}
    game = start(*seats, monsters=["holy_dip", "fly"], dice=[1])
    game.activate("mystery_sack", by=by).settle().expect(player=by, coins=4, hand=1).expect(player=1 - by, coins=3)


def test_beside__a_loot_card_waits_for_its_line() -> None:
    """R9.13: a card that rolled lies beside the stack until what was rolled for has resolved [wheel_of_fortune]."""
    game = start({"hand": ["wheel_of_fortune"]}, dice=[5]).play("wheel_of_fortune")
    game.expect(card="wheel_of_fortune", zone="stack").pass_all().expect(card="wheel_of_fortune", zone="beside")
    game.pass_all().expect(stack=["result of x. wheel of fortune"])
    game.expect(card="wheel_of_fortune", zone="beside").expect(discard="loot", size=0)
    game.pass_all().expect(card="wheel_of_fortune", zone="discard").expect(player=0, coins=8)


def test_beside__a_cancelled_line_discards_the_card() -> None:
    """R9.13, R17.10: cancelling the line sends the waiting card to its discard pile [wheel_of_fortune] [butter_bean]."""
    game = start({"hand": ["wheel_of_fortune"]}, {"hand": ["butter_bean"]}, dice=[5]).play("wheel_of_fortune")
    game.pass_all().pass_all().play("butter_bean", by=1, turn=True).pass_all().expect(stack=[])
    game.expect(discard="loot", size=2).expect(card="wheel_of_fortune", zone="discard").expect(player=0, coins=3)


@pytest.mark.parametrize(("number", "zone"), [(6, "soul"), (2, "discard")])
def test_beside__a_destroyed_item_waits_too(number: int, zone: str) -> None:
    """R9.13, FSR-153: Pandora's Box is out of reach, neither in play nor discarded, until its line resolves. [pandoras_box]"""
    game = start({"items": ["pandoras_box"]}, dice=[number]).activate("pandoras_box").pass_all()
    game.expect(card="pandoras_box", zone="beside").expect(player=0, items=[])
    game.pass_all().expect(card="pandoras_box", zone="beside").expect(discard="treasure", size=0)
    game.pass_all().expect(card="pandoras_box", zone=zone)
    game.expect(player=0, souls=1 if number == 6 else 0, coins=3 if number == 6 else 9)


def test_beside__a_number_with_nothing_discards_at_once() -> None:
    """R9.13: without anything rolled for, the card goes when the roll has resolved [pills_blue]."""
    game = start({"hand": ["pills_blue"]}, dice=[6]).play("pills_blue").pass_all().pass_all().pass_all()
    game.expect(card="pills_blue", zone="discard").expect(player=0, hand=[]).expect(stack=[])


def test_beside__the_refill_it_belongs_to_waits() -> None:
    """R9.13, R15.3: a bonus card revealed by a refill keeps its slot waiting until it is done [chest_1]."""
    game = start(monsters=["fly", "empty"], monster_deck=["chest_1", "dip"], dice=[3])
    game.pass_all().expect(stack=["event chest"]).pass_all().expect(stack=["roll 3 for chest"])
    game.expect(card="chest_1", zone="beside").pass_all().expect(stack=["result of chest"], monsters=["fly", "empty"])
    game.pass_all().expect(card="chest_1", zone="discard").expect(player=0, coins=6)
    game.expect(stack=["refill monster slot 1"]).pass_all().expect(monsters=["fly", "dip"])


def test_nesting__the_later_roll_is_settled_first() -> None:
    """R9.14: a roll made over another one is final, with its line, before the lower one continues [mystery_sack]."""
    game = start({"items": ["mystery_sack"]})
    attack_roll(game, "fatty", 2).roll(4).activate("mystery_sack").pass_all()
    game.expect(stack=["attack roll 2", "roll 4 for mystery sack"]).pass_all()
    game.expect(stack=["attack roll 2", "result of mystery sack"]).pass_all().expect(player=0, coins=7)
    game.expect(stack=["attack roll 2"]).pass_all().expect(stack=["combat damage 1 to fatty"])


def test_nesting__the_next_roll_is_the_next_one_thrown() -> None:
    """R9.14, ER-22: over a roll that lies on the stack already, Crystal Ball watches the one thrown after it.
    [crystal_ball] [mystery_sack]"""
    game = start({"items": ["crystal_ball", "mystery_sack"]})
    attack_roll(game, "fatty", 3).activate("crystal_ball").pass_all(3)
    game.roll(5).activate("mystery_sack").pass_all().pass_all().expect(stack=["attack roll 3"])
    game.pass_all().expect(stack=["combat damage 1 to fatty"]).expect(player=0, hand=[])


def test_nesting__a_guess_answers_the_final_number_above_the_line() -> None:
    """R9.14, ER-22: the guess counts for the final number, and its three cards come before the line.
    [crystal_ball] [the_d100] [spoon_bender]"""
    game = start({"items": ["crystal_ball", "the_d100", "spoon_bender"]}).activate("crystal_ball").pass_all(4)
    game.roll(3).activate("the_d100").pass_all().activate("spoon_bender").pass_all().expect(stack=["roll 4"])
    game.pass_all().expect(stack=["result of the d100", "trigger crystal ball"]).expect(player=0, coins=3)
    game.pass_all().expect(player=0, hand=3, coins=3).pass_all().expect(player=0, hand=3, coins=7)


def test_nesting__a_fizzled_roll_has_no_number() -> None:
    """R9.14, ER-22: the attack ends under its roll: no number trigger, and the guess on it is lost.
    [crystal_ball] [the_relic] [gold_bomb]"""
    game = start({"items": ["crystal_ball", "the_relic", "mystery_sack"], "hand": ["gold_bomb"]})
    game.activate("crystal_ball").pass_all(1)
    attack_roll(game, "fly", 1).play("gold_bomb", "fly").settle()
    game.expect(player=0, hand=[], coins=4, hp=2).expect(attacking=None)
    game.roll(1).activate("mystery_sack").settle().expect(player=0, hand=2)


@pytest.mark.parametrize("nested", [False, True])
def test_nesting__the_first_attack_roll_is_the_first_thrown(nested: bool) -> None:
    """R9.14, ER-62: only the first attack roll of the turn has the horn's attack, other rolls do not use it up.
    [curved_horn] [mystery_sack]"""
    game = start({"items": ["curved_horn", "mystery_sack"]})
    if nested:
        game.roll(6).activate("mystery_sack").settle()
    attack_roll(game, "fatty", 2).pass_all().expect(stack=["combat damage 2 to fatty"])
    game.pass_all().roll(2).pass_all().pass_all().expect(stack=["combat damage 1 to fatty"])


def test_several_dice__the_choice_is_made_before_the_push() -> None:
    """R9.15: four dice are thrown, their player keeps one, and only that number is ever shown on the stack: nothing
    answers a number not kept; the next roll is one die [mutant_spider] [dads_lost_coin]."""
    game = start({"items": ["dads_lost_coin"]}, {"items": ["mutant_spider"]}, dice=[1, 4, 2, 5])
    game.activate("mutant_spider", by=1).settle().attack("fatty").pass_all().pass_all()
    game.expect(asked=1, question="number", source="mutant_spider", stack=[])
    assert game.legal() == ["number 1", "number 2", "number 4", "number 5"]
    shown = game.copy().choose(1).expect(stack=["attack roll 1", "trigger dad's lost coin"])
    shown.roll(3).pass_all("yes").expect(stack=["attack roll 3"], dice=[])
    game.choose(5).expect(stack=["attack roll 5"], asked=0, dice=[]).pass_all().pass_all()
    game.roll(6, 2).pass_all().expect(stack=["attack roll 6"], dice=[2], question="priority")


def test_several_dice__equal_numbers_need_no_choice() -> None:
    """R9.15: four equal dice are one number; a bonus is added to it after the push [mutant_spider] [spoon_bender]."""
    game = start({"items": ["mutant_spider", "spoon_bender"]}, dice=[2, 2, 2, 2]).activate("mutant_spider").settle()
    game.attack("fatty").pass_all().pass_all().expect(stack=["attack roll 2"], dice=[], asked=0, question="priority")
    game.activate("spoon_bender").pass_all().expect(stack=["attack roll 3"])


def test_order__boosts_of_a_card_come_again_after_a_reroll() -> None:
    """R9.5, ER-18: The Empress' +1 lasts the turn: pushed for each roll and again after a reroll [the_empress] [the_d6]."""
    game = start({"hand": ["the_empress"], "items": ["the_d6"]}).play("the_empress", 0).settle()
    game.expect(player=0, attack=2)
    attack_roll(game, "fatty", 1).pass_all().expect(stack=["attack roll 2"])
    game.roll(4).activate("the_d6").pass_all().pass_all().expect(stack=["attack roll 5"]).pass_all()
    game.expect(stack=["combat damage 2 to fatty"])


def test_order__a_shown_number_answers_with_the_bonus() -> None:
    """R9.6, ER-18: bonus and changing trigger are one batch; the bonus resolved first makes the trigger fizzle. [sacred_heart] [meat]"""
    game = attack_roll(start({"items": ["sacred_heart", "meat"]}), "fatty", 1)
    game.expect(asked=0, question="trigger_order").choose("sacred_heart")
    game.expect(stack=["attack roll 1", "trigger sacred heart", "bonus 1 of meat"]).pass_all().pass_all()
    game.expect(stack=["attack roll 2"], question="priority")


def test_throws__are_numbers_of_one_die() -> None:
    """R9.1: unset throws are 1 to 6, and each of them comes."""
    game = start()
    assert {int(throw(game.S[0])) for _ in range(200)} == {1, 2, 3, 4, 5, 6}


def test_bonus__fizzles_when_its_condition_is_false_by_then():
    """R6.6, R9.3: Empty Vessel [empty_vessel] adds 1 to attack rolls at 0¢; a cent gained in response to it: nothing is added."""
    for answer, shown in (("a_penny", 3), (None, 4)):
        game = start({"items": ["empty_vessel"], "coins": 0, "hand": ["a_penny", "bomb"]}, dice=[3])
        game.attack("fatty").pass_all().pass_all().expect(stack=["attack roll 3", "bonus"])
        if answer:
            game.play(answer).pass_all()
        game.pass_all().expect(stack=[f"attack roll {shown}"])
