"""Chapter R13, player death: pushing it, preventing it, the penalty, and what the dead may do."""

from __future__ import annotations

import pytest

from fs_env.core.four_souls.scenario import Play, Scenario
from fs_env.core.machine.run.game import IllegalAction
from tests.core.four_souls.rules.table import start


def dying(seat: dict, **position: object) -> Play:
    """Player 1, with the seat given, has been killed by player 0's card and the death is on the stack."""
    return start({"hand": ["death_tarot"]}, seat, **position).play("death_tarot", 1).pass_all()


@pytest.mark.parametrize("card", ["bomb", "death_tarot"])
def test_death__is_pushed_and_can_be_answered(card: str) -> None:
    """R13.1, R13.2: at 0 HP or told to be killed the death is an object; the active player has priority, no player is dead.
    [bomb] [death_tarot]"""
    game = start({"hand": [card]}, {"hp": 1, "hand": ["a_dime"]}).play(card, 1).pass_all()
    game.expect(stack=["death of player 1"], asked=0, question="priority").expect(player=1, dying=True, dead=False)
    game.play("a_dime", by=1, turn=True).pass_all().expect(player=1, coins=13, dead=False)
    game.pass_all().expect(player=1, dead=True, dying=False, hp=0).expect(stack=["penalty of player 1"])


def test_death__not_a_second_one_while_it_is_on_the_stack() -> None:
    """R13.1: more damage or a kill pushes no other death, and there is one penalty [bomb] [death_tarot]."""
    game = start({"hand": ["bomb", "bomb", "death_tarot"], "extra_plays": 2}, {"hp": 1, "coins": 5})
    game.play("bomb", 1, turn=True).pass_all().play("bomb", 1).pass_all().expect(stack=["death of player 1"])
    game.play("death_tarot", 1).pass_all().expect(stack=["death of player 1"]).settle().expect(player=1, coins=4)


def test_death__by_a_text_that_destroys_a_player() -> None:
    """R13.1, R22: to destroy a player is to kill them [chaos_card]."""
    game = start({"items": ["chaos_card"]}, {"coins": 5}).activate("chaos_card", 1).pass_all()
    game.expect(stack=["death of player 1"]).settle().expect(player=1, dead=True, coins=4)


@pytest.mark.parametrize(("number", "dead"), [(3, False), (5, True)])
def test_saver__its_roll_lies_above_the_death(number: int, dead: bool) -> None:
    """R13.2a, R13.3, FSR-112: Guppy's Collar rolls above the death: 1-3 takes it away, else it resolves. [guppys_collar]"""
    game = dying({"items": ["guppys_collar"], "coins": 5}, dice=[number])
    game.expect(stack=["death of player 1", "player 1: trigger guppys collar"]).pass_all()
    game.expect(stack=["death of player 1", f"player 1: roll {number}"]).settle()
    game.expect(player=1, dead=dead, dying=False, hp=0 if dead else 2, coins=4 if dead else 5)


def test_saver__only_its_own_player() -> None:
    """R13.2a: a collar does not answer another player's death [guppys_collar]."""
    game = start({"hand": ["death_tarot"], "items": ["guppys_collar"]}).play("death_tarot", 1).pass_all()
    game.expect(stack=["death of player 1"])


@pytest.mark.parametrize("card", ["broken_ankh", "guppys_collar"])
def test_saver__ends_the_turn_of_its_player(card: str) -> None:
    """R13.2a, ER-33: saved in the own turn, the turn ends and nothing was paid [broken_ankh] [guppys_collar]."""
    game = start({"items": [card], "hp": 1, "coins": 5}, {"hand": ["bomb"]}, dice=[6 if card == "broken_ankh" else 1])
    game.play("bomb", 0, by=1, turn=True).settle().expect(phase="end", active=0)
    game.expect(player=0, hp=1, dead=False, coins=5, items=[card])


def test_prevented__hit_points_as_before_the_kill() -> None:
    """R13.9, FSR-108: killed at 1 HP and saved: still at 1 HP [guppys_collar]."""
    dying({"items": ["guppys_collar"], "hp": 1}, dice=[1]).settle().expect(player=1, hp=1, dead=False, dying=False)


def test_prevented__hit_points_as_before_the_lethal_damage() -> None:
    """R13.9: of the wounded at 2 of 3 HP, killed by three damage, 2 HP are back [guppys_collar] [gold_bomb] [dinner]."""
    seat = {"items": ["guppys_collar", "dinner"], "hp": 2}
    game = start({"hand": ["gold_bomb"]}, seat, shop=["meat"], dice=[2]).play("gold_bomb", 1).pass_all()
    game.expect(player=1, hp=0, dying=True).settle().expect(player=1, hp=2, max_hp=3, dead=False)


def test_prevented__is_no_death() -> None:
    """R13.9, R13.5, A27: nothing sees a death, and the player may still die this turn [guppys_collar] [bloody_penny]."""
    seats = [
        {"hand": ["death_tarot", "gold_bomb"], "items": ["bloody_penny"]},
        {"items": ["guppys_collar"], "coins": 5},
    ]
    game = start(*seats, dice=[1, 6]).play("death_tarot", 1, turn=True).settle()
    game.expect(player=0, hand=["gold_bomb"]).expect(player=1, coins=5)
    game.play("gold_bomb", 1).pass_all().expect(stack=["death of player 1", "trigger guppys collar"]).settle()
    game.expect(player=1, dead=True, coins=4).expect(player=0, hand=1)


def test_prevented__the_attack_goes_on() -> None:
    """R13.9: the running attack continues after a death that was prevented [guppys_collar] [death_tarot]."""
    game = start({"hand": ["death_tarot"]}, {"items": ["guppys_collar"]}, dice=[1]).attack("fatty").pass_all()
    game.play("death_tarot", 1).settle().expect(player=1, dead=False).expect(attacking="fatty", stack=[])
    game.roll(2).pass_all().expect(stack=["attack roll 2"])


def test_prevented__the_first_saver_ends_it() -> None:
    """R13.15, ER-33: the death is gone with the first success; the other saver's roll changes nothing any more.
    [guppys_collar] [broken_ankh]"""
    game = dying({"items": ["guppys_collar", "broken_ankh"], "coins": 5}, dice=[1, 6])
    game.expect(asked=1, question="trigger_order").choose("broken_ankh")
    game.expect(stack=["death of player 1", "trigger broken ankh", "trigger guppys collar"])
    game.pass_all().pass_all().pass_all().expect(player=1, hp=2, dying=False)
    assert not [text for text in game.stack if "death" in text]
    game.settle().expect(player=1, hp=2, dead=False, coins=5)


def test_prevented__back_to_the_first_lethal_event() -> None:
    """R13.15, A26: damage dealt while dying costs nothing once the death is prevented [guppys_collar] [death_tarot] [bomb]."""
    seats = [{"hand": ["death_tarot", "bomb"]}, {"items": ["guppys_collar"]}]
    game = start(*seats, dice=[1]).play("death_tarot", 1, turn=True).pass_all().play("bomb", 1).settle()
    game.expect(player=1, hp=2, dying=False, dead=False)


@pytest.mark.parametrize("card", ["bomb", "death_tarot"])
def test_dying__no_more_damage_is_taken(card: str) -> None:
    """R13.7, A26: neither at no hit points nor killed with some left does a dying player take damage: nothing answers.
    [fanny_pack] [bomb] [death_tarot]"""
    seats = [{"hand": [card, "bomb"]}, {"hp": 1, "items": ["fanny_pack"]}]
    game = start(*seats).play(card, 1, turn=True).pass_all()
    while len(game.stack) > 1:
        game.pass_all()
    before = game.player(1)["hand"]
    game.play("bomb", 1).pass_all().expect(stack=["death of player 1"])
    game.expect(player=1, hp=0 if card == "bomb" else 1, hand=before, dying=True)


def test_dying__no_shield_is_used_up() -> None:
    """R13.7, A26: what prevents damage is kept for damage that would be taken [soul_heart] [guppys_collar] [bomb]."""
    seats = [
        {"hand": ["death_tarot", "bomb", "bomb"], "extra_plays": 2},
        {"items": ["guppys_collar"], "hand": ["soul_heart"]},
    ]
    game = start(*seats, dice=[1]).play("soul_heart", 1, by=1, turn=True).pass_all().play("death_tarot", 1, turn=False)
    game.pass_all().play("bomb", 1, turn=False).settle().expect(player=1, hp=2, dying=False)
    game.play("bomb", 1, turn=True).settle().expect(player=1, hp=2)


@pytest.mark.parametrize("monster", ["cursed_psy_horf", "gurdy_jr"])
@pytest.mark.parametrize("item", ["forever_alone", "smart_fly"])
def test_dying__an_item_that_damage_recharges_is_used_once(monster: str, item: str) -> None:
    """R13.7, A24: the damage for an activation kills; as the dying take none, no second activation recharges the item.
    [forever_alone] [smart_fly] [cursed_psy_horf] [gurdy_jr]"""
    use = ["a", 1] if item == "forever_alone" else ["loot"]
    answers = [] if item == "forever_alone" else ["yes"]
    game = start({"items": [item], "hp": 1}, monsters=[monster, "fly"])
    if monster == "gurdy_jr":
        game.attack("gurdy_jr").pass_all()
    game.activate(item, *use).pass_all().expect(player=0, hp=0, dying=True, turned=False).pass_all(*answers)
    game.expect(card=item, turned=False).activate(item, *use).pass_all()
    words = f"activate {item.replace('_', ' ')}"
    game.expect(card=item, turned=True).expect(stack=[words, "death of player 0", words])


def test_resolving__curses_first_then_the_penalty() -> None:
    """R13.3, FSR-100: both curses lie in the monster discard pile when the penalty is pushed; others keep theirs.
    [curse_of_pain] [curse_of_greed] [curse_of_the_blind]"""
    game = start(
        {"hand": ["death_tarot"], "curses": ["curse_of_the_blind"]}, {"curses": ["curse_of_pain", "curse_of_greed"]}
    )
    game.play("death_tarot", 1).pass_all().expect(player=1, curses=2).pass_all()
    game.expect(player=1, curses=[], dead=True).expect(discard="monster", size=2)
    game.expect(stack=["penalty of player 1"], asked=0).expect(player=0, curses=["curse_of_the_blind"])


def test_resolving__a_curse_sees_its_own_discard() -> None:
    """R13.3, R6.7, ER-37: Curse of Loss still triggers as it is discarded, above the penalty [curse_of_loss]."""
    game = dying({"curses": ["curse_of_loss"], "souls": ["monstro"], "coins": 5}).pass_all()
    game.expect(player=1, curses=[]).expect(stack=["penalty of player 1", "trigger curse of loss"])
    game.pass_all().expect(player=1, souls=0).settle().expect(player=1, coins=4)


def test_resolving__before_penalty_and_death_triggers_above_it() -> None:
    """R13.3, R6.4: "before paying penalties" of the dead and "when a player dies" of others lie above the penalty.
    [greeds_gullet] [bloody_penny]"""
    game = start({"hand": ["death_tarot"], "items": ["bloody_penny"]}, {"items": ["greeds_gullet"], "coins": 0})
    game.play("death_tarot", 1).pass_all().pass_all()
    game.expect(stack=["penalty of player 1", "player 0: trigger bloody penny", "player 1: trigger greeds gullet"])
    game.pass_all().expect(player=1, coins=8).pass_all().expect(player=0, hand=1).pass_all()
    game.expect(player=1, coins=7, items=[])


def test_resolving__a_card_given_away_before_the_penalty() -> None:
    """R13.3, FSR-103, ER-37: a haunt is given to another player before an item is destroyed, and is safe there. [baby_haunt]"""
    seats = [{"hand": ["death_tarot"]}, {"items": ["baby_haunt"]}, {"dead": True}]
    game = Scenario(players=seats).start().play("death_tarot", 1).pass_all().pass_all()
    game.expect(asked=1, question="target", legal=["choose player 0", "choose player 2"]).choose(2)
    game.expect(stack=["penalty of player 1", "trigger baby haunt player 2"]).settle()
    game.expect(player=2, items=["baby_haunt"]).expect(player=1, items=[], dead=True)


def test_resolving__the_attack_of_the_dead_ends() -> None:
    """R13.3, R13.4, FSR-104: the attacker dies of combat damage: attack over, penalty, end phase, nothing more declared."""
    game = start({"hp": 1, "coins": 12}, monsters=["pooter", "fly"]).roll(1).attack("pooter").pass_all()
    game.pass_all().pass_all().pass_all().expect(stack=["death of player 0"], attacking="pooter").pass_all()
    game.expect(stack=["penalty of player 0"], attacking=None).pass_all()
    game.expect(phase="end", stack=[], active=0, asked=0).expect(player=0, coins=11, dead=True)
    game.expect(illegal=["attack Fly", "buy Dinner"])


def test_after_the_penalty__only_then_its_text_is_pushed() -> None:
    """R13.3a, FSR-117: the new treasure comes after the penalty and is neither destroyed nor turned by it. [lazarus_rags] [mr_boom]"""
    game = dying({"items": ["lazarus_rags"], "coins": 5}, treasure_deck=["mr_boom"]).pass_all()
    game.expect(stack=["penalty of player 1"]).pass_all().expect(player=1, coins=4)
    game.expect(stack=["player 1: trigger lazarus rags"]).pass_all()
    game.expect(player=1, items=["lazarus_rags", "mr_boom"]).expect(card="mr_boom", turned=False)


def test_penalty__all_its_parts_in_order() -> None:
    """R13.4, FSR-101: a loot card and an item of one's choice, a cent, everything with an arrow and the character turned.
    [dinner] [book_of_belial] [tech_x]"""
    seat = {"character": "judas", "starting_item": True, "hand": ["a_penny", "bomb"], "coins": 5}
    game = dying({**seat, "items": ["dinner", "tech_x"]}).pass_all().pass_all()
    game.expect(asked=1, question="discard", legal=["choose A Penny!", "choose Bomb!"]).choose("a_penny")
    game.expect(player=1, coins=4).expect(asked=1, question="destroy", legal=["choose Dinner", "choose Tech X"])
    game.expect(illegal="choose Book of Belial").choose("dinner")
    game.expect(player=1, hand=["bomb"], coins=4, items=["tech_x", "book_of_belial"], turned=True)
    game.expect(card="tech_x", turned=True, counters=0).expect(card="book_of_belial", turned=True)
    game.expect(card="dinner", zone="discard").expect(card="a_penny", zone="discard").expect(stack=[])


def test_penalty__impossible_parts_are_skipped() -> None:
    """R13.4: without cards, cents and items nothing is asked and only the character is turned."""
    game = dying({"coins": 0}).settle().expect(player=1, coins=0, hand=[], items=[], turned=True, dead=True)
    game.expect(phase="action", active=0)


def test_penalty__paid_and_passive_items_are_not_turned() -> None:
    """R13.4: deactivated are items with an activated effect; others have nothing to turn [smelter] [meat] [mr_boom]."""
    game = dying({"items": ["smelter", "meat", "mr_boom", "dinner"]}, shop=["breakfast"]).settle("dinner")
    game.expect(card="mr_boom", turned=True).expect(card="smelter", turned=False).expect(card="meat", turned=False)


def test_penalty__an_eternal_item_is_not_destroyed() -> None:
    """R13.4, R2.11, FSR-113: of an eternal item and a trinket the trinket goes, to the loot discard pile.
    [swallowed_penny] [book_of_belial]"""
    seat = {"character": "judas", "starting_item": True, "items": ["swallowed_penny"]}
    game = dying(seat).settle().expect(player=1, items=["book_of_belial"])
    game.expect(discard="loot", top=["swallowed_penny"]).expect(discard="treasure", size=0)


def test_penalty__of_the_active_player_ends_the_turn() -> None:
    """R13.4, R13.11: part 5 concerns the active player alone, and comes after the rest of the stack [bomb] [a_dime]."""
    game = start({"hp": 1, "coins": 5}, {"hand": ["bomb", "a_dime"], "extra_plays": 1})
    game.play("a_dime", by=1).play("bomb", 0, by=1).pass_all().pass_all().pass_all()
    game.expect(stack=["play a dime"], phase="action").expect(player=0, coins=4).pass_all()
    game.expect(phase="end", active=0).expect(player=1, coins=13).end_turn().expect(active=1)


def test_penalty__of_another_player_leaves_the_turn_alone() -> None:
    """R13.11: the active player continues, attacks and buys; the others' penalty has parts 1 to 4."""
    game = dying({"hand": ["a_dime"], "coins": 5, "items": ["mr_boom"]}).settle()
    game.expect(player=1, hand=[], coins=4, items=[], turned=True, dead=True)
    game.expect(phase="action", active=0, legal=["attack Fly", "pass"]).attack("fly").fight(6)
    game.expect(player=0, coins=4)


def test_penalty__in_the_start_phase_skips_the_rest_of_the_turn() -> None:
    """R13.4, R7.16, FSR-114: dead in the start phase, the active player neither loots nor acts [curse_of_pain]."""
    game = start({"hp": 1, "curses": ["curse_of_pain"], "coins": 5}, phase="start").pass_all()
    game.expect(stack=["death of player 0"], phase="start").pass_all().pass_all()
    game.expect(phase="end", stack=[]).expect(player=0, hand=[], coins=4).end_turn().expect(active=1, turn=2)


def test_penalty__shadow_inherits() -> None:
    """R13.4, FSR-110, ER-64: Shadow's player chooses the item and gets card and cent; the dying one picks the card.
    [shadow] [dinner] [meat]"""
    seats = [
        {"hand": ["death_tarot"]},
        {"hand": ["a_penny", "bomb"], "items": ["dinner", "meat"]},
        {"items": ["shadow"]},
    ]
    game = Scenario(players=seats, shop=["breakfast"]).start().play("death_tarot", 1).pass_all().pass_all().pass_all()
    game.expect(asked=1, question="discard").choose("bomb").expect(asked=2, question="destroy").choose("meat")
    game.expect(player=1, hand=["a_penny"], coins=2, items=["dinner"]).expect(player=2, hand=["bomb"], coins=4)
    game.expect(card="meat", zone="discard").expect(player=2, items=["shadow"])


def test_penalty__shadow_does_not_inherit_from_its_own_player() -> None:
    """R13.4, ER-64: Shadow's player pays as every player does [shadow]."""
    game = dying({"items": ["shadow"], "hand": ["bomb"], "coins": 5}).settle()
    game.expect(player=1, hand=[], coins=4, items=[]).expect(player=0, coins=3, hand=[])


def test_once_a_turn() -> None:
    """R13.5: dead this turn, a player cannot die again, by damage to all or by a kill; next turn they can. [the_tower]"""
    seats = [{"hand": ["the_tower"], "items": ["dinner", "breakfast"]}, {"dead": True, "coins": 5}]
    game = start(*seats, shop=["meat"], dice=[5]).play("the_tower").settle().expect(player=1, hp=0, coins=5, dead=True)
    game.expect(player=0, hp=2).end_turn().expect(player=1, hp=2, dead=False)


def test_once_a_turn__but_in_every_turn() -> None:
    """R13.5: killed in two turns running, before the own next turn, a player pays twice [death_tarot] [gold_bomb]."""
    players = [{"hand": ["death_tarot"]}, {"hand": ["gold_bomb"]}, {"coins": 5}]
    game = Scenario(players=players).start().play("death_tarot", 2).settle().expect(player=2, coins=4)
    game.end_turn().until("action").expect(active=1).play("gold_bomb", 2).settle().expect(player=2, coins=3, dead=True)


def test_healed__in_step_two_of_the_turn() -> None:
    """R13.6, R7.8, FSR-015: dead until the end of the current turn, then alive with all hit points, monsters healed. [edens_blessing]"""
    seats = [{"items": ["edens_blessing"], "coins": 0}, {"dead": True, "items": ["dinner"]}]
    game = start(*seats, phase="end", monsters=[{"card": "fatty", "hp": 1}, "fly"]).expect(player=1, dead=True, hp=0)
    game.pass_all().expect(player=0, coins=6).expect(player=1, dead=True, hp=0).expect(monster="fatty", hp=1)
    game.end_turn().expect(player=1, dead=False, hp=3, max_hp=3).expect(monster="fatty", hp=4)


@pytest.mark.parametrize("card", ["bomb", "death_tarot", "the_high_priestess", "pestilence"])
def test_dead__are_no_targets_of_damage_or_kills(card: str) -> None:
    """R13.7, FSR-095: a dead player is not offered [bomb] [death_tarot] [the_high_priestess] [pestilence]."""
    if card == "pestilence":
        seats = [{"hand": ["gold_bomb"]}, {"dead": True}]
        game = start(*seats, monsters=[{"card": card, "hp": 1}, "fly"]).play("gold_bomb", card).pass_all().pass_all()
    elif card == "death_tarot":
        game = Scenario(players=[{"hand": [card]}, {"dead": True}, {}]).start().play(card)
    else:
        game = start({"hand": [card]}, {"dead": True}).play(card)
    game.expect(asked=0, question="target", illegal="choose player 1", legal="choose player 0")
    with pytest.raises(IllegalAction):
        game.choose(1)


def test_dead__damage_aimed_before_the_death_fizzles() -> None:
    """R13.7, R17.2: a bomb whose target has died meanwhile does nothing and is discarded [bomb] [fanny_pack]."""
    seats = [{"hand": ["bomb"]}, {"coins": 5, "items": [{"card": "fanny_pack", "eternal": True}]}]
    seats[0]["items"] = [{"card": "chaos_card", "turned": False}]
    game = start(*seats).play("bomb", 1).activate("chaos_card", 1).settle()
    game.expect(player=1, dead=True, coins=4, hand=[]).expect(card="bomb", zone="discard")


def test_dying__may_be_chosen_to_no_effect() -> None:
    """R13.7: a dying player is a legal target of damage; the hit points stay 0 and there is one death [bomb]."""
    game = start({"hand": ["bomb", "bomb"]}, {"hp": 1, "coins": 5}).play("bomb", 1, turn=True).pass_all()
    game.play("bomb", 1).expect(stack=["death of player 1", "play bomb player 1"]).settle()
    game.expect(player=1, hp=0, coins=4, dead=True)


def test_dead__damage_that_is_not_aimed_does_nothing_to_them() -> None:
    """R13.7, FSR-094, A24: of damage to all players the dead take none, so nothing answers; the living take theirs.
    [the_tower] [swallowed_penny]"""
    seats = [{"hand": ["the_tower"], "items": ["fanny_pack"]}, {"dead": True, "items": ["swallowed_penny"], "coins": 5}]
    game = start(*seats, dice=[1]).play("the_tower").pass_all().pass_all().pass_all()
    game.expect(stack=["player 0: trigger fanny pack"]).expect(player=0, hp=1).settle()
    game.expect(player=1, hp=0, dead=True, coins=5)


def test_dead__neighbours_are_not_skipped() -> None:
    """R13.7, FSR-096: damage to the player on the left is for the dead one there, not for the next [evil_twin] [bomb]."""
    players = [{"hand": ["bomb"]}, {"dead": True, "items": ["swallowed_penny"]}, {}]
    game = Scenario(players=players, monsters=["evil_twin", "fly"]).start().play("bomb", "evil_twin").settle()
    game.expect(player=1, hp=0, coins=3).expect(player=2, hp=2).expect(player=0, hp=2)


def test_dead__are_targets_of_everything_else() -> None:
    """R13.8: coins, shields, boosts and batteries find the dead as they find the living [jawbone] [mega_battery]."""
    seats = [
        {"items": ["jawbone"], "hand": ["mega_battery"]},
        {"dead": True, "items": [{"card": "the_d6", "turned": True}]},
    ]
    game = start(*seats).activate("jawbone", 1).settle().expect(player=0, coins=6).expect(player=1, coins=0)
    game.play("mega_battery", 1).settle().expect(card="the_d6", turned=False)


def test_dead__may_act_themselves() -> None:
    """R13.8, A23: a dead player has priority, plays loot and uses items, against the living too [bomb] [jawbone]."""
    game = start({}, {"dead": True, "hand": ["bomb"], "items": ["jawbone"]}).play("bomb", 0, by=1, turn=True)
    game.activate("jawbone", 0).settle().expect(player=0, hp=1, coins=0).expect(player=1, coins=6, dead=True)


def test_empty_slots__are_refilled_before_the_turn_ends() -> None:
    """R13.10, R7.7, FSR-109: the dead active player plays the bonus card that is revealed, then a monster fills the slot.
    [chest_1] [boom_fly]"""
    game = start({"hp": 1, "coins": 5}, monsters=["boom_fly", "fly"], monster_deck=["chest_1", "dip"], dice=[6, 1])
    game.attack("boom_fly").pass_all().pass_all().pass_all().pass_all().pass_all()
    game.expect(stack=["card of boom fly", "reward of boom fly", "trigger boom fly"]).pass_all()
    game.expect(player=0, dying=True).pass_all().pass_all().expect(player=0, dead=True, coins=4)
    game.pass_all().pass_all().expect(stack=["refill monster slot 0"], phase="action").pass_all()
    game.expect(stack=["player 0: event chest"], asked=0).pass_all().pass_all().pass_all()
    game.expect(player=0, coins=9).expect(stack=["refill monster slot 0"]).pass_all()
    game.expect(phase="end", monsters=["dip", "fly"], stack=[]).expect(player=1, hp=1)


def test_order__own_deaths_lie_in_turn_order() -> None:
    """R13.12, R6.4: of simultaneous deaths the active player's is pushed first, so the last in turn order dies first. [the_tower]"""
    seats = [{"hp": 1}, {"hp": 1, "hand": ["the_tower"]}, {"hp": 1}]
    game = Scenario(players=seats, active=1, dice=[1]).start().play("the_tower").pass_all().pass_all().pass_all()
    game.expect(stack=["death of player 1", "death of player 2", "death of player 0"], asked=1).pass_all()
    game.expect(stack=["death of player 1", "death of player 2", "penalty of player 0"]).settle()
    for p in range(3):
        game.expect(player=p, dead=True, coins=2)


def test_active_player__stays_active_while_dying_and_dead() -> None:
    """R13.13, R4.9: priority and choices stay theirs, nothing can be declared, and the loot play is lost with the turn. [a_penny]"""
    seats = [{"hp": 1, "hand": ["a_penny", "a_dime", "two_cents"]}, {"hand": ["bomb"]}]
    game = start(*seats).play("bomb", 0, by=1, turn=True).pass_all().expect(asked=0, active=0)
    game.expect(illegal=["attack Fly", "buy Dinner"], legal=["play A Penny!", "pass"]).play("a_penny", turn=False)
    game.pass_all().expect(player=0, coins=4).pass_all().expect(asked=0, stack=["penalty of player 0"])
    game.pass_all("a_dime").expect(asked=0, active=0, phase="end", illegal=["attack Fly", "play 2 Cents!"])
    game.expect(player=0, coins=3, hand=["two_cents"], turned=True)


def test_active_player__gets_the_reward_although_dead() -> None:
    """R13.13, R14.4: a monster that dies after the active player pays its reward to them [bomb] [gold_bomb]."""
    seats = [{"hp": 1, "coins": 1}, {"hand": ["bomb", "gold_bomb"], "extra_plays": 1}]
    game = start(*seats, monsters=["pale_fatty", "clotty"]).play("gold_bomb", "clotty", by=1).play("bomb", 0)
    game.settle().expect(phase="end").expect(player=0, dead=True, coins=4).expect(player=1, coins=3)


def test_end_phase__a_death_there_is_worked_off() -> None:
    """R13.14: dead in end phase step 1 the active player pays, the turn ends as it would have [bomb]."""
    game = start({"hp": 1, "coins": 5}, {"hand": ["bomb"]}, phase="end").play("bomb", 0, by=1, turn=True)
    game.settle().expect(phase="end", active=0).expect(player=0, dead=True, coins=4, hp=0)
    game.end_turn().expect(active=1, phase="start", turn=2).expect(player=0, dead=False, hp=2)


def test_penalty__of_two_heirs_the_dying_player_picks_one() -> None:
    """R13.4, ER-64, R6.2: with a second Shadow in play the dying player names the heir of the whole penalty.
    [shadow] [modeling_clay] [dinner]"""
    seats = [
        {"items": ["modeling_clay"], "hand": ["death_tarot"]},
        {"hand": ["bomb"], "items": ["dinner"]},
        {"items": ["shadow"]},
    ]
    game = Scenario(players=seats, shop=["breakfast"]).start().activate("modeling_clay", "shadow").settle()
    game.expect(card="modeling_clay", shows="shadow").play("death_tarot", 1).pass_all().pass_all().pass_all()
    game.expect(asked=1, question="heir").choose(0).expect(player=0, coins=4, hand=["bomb"])
    game.expect(player=1, coins=2, hand=[], items=[]).expect(player=2, coins=3, hand=[])


def test_dead__a_kill_without_anybody_left_is_not_pushed() -> None:
    """R13.7, R6.8, ER-63: Death's last words find no player who is not dead, and the rewards come [death_boss]."""
    game = start({"dead": True, "hand": ["bomb"]}, {"dead": True}, monsters=[{"card": "death_boss", "hp": 1}, "fly"])
    game.play("bomb", "death_boss").pass_all().pass_all().expect(stack=["card of death", "reward of death"])
    game.settle().expect(player=0, souls=1, items=1, dead=True)
