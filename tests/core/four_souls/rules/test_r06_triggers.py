"""R6: triggered effects, static effects, order."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.four_souls.rules.table import start

TECH = {"card": "tech_x", "counters": 3}


def test_may__pushed_anyway_and_answered_on_resolution() -> None:
    """R6.1: [charged_baby] names its target when pushed and says yes or no only as it resolves."""
    seat = {"items": ["charged_baby", "mystery_sack"]}
    game = start(seat, dice=[2]).activate("mystery_sack").pass_all().pass_all().expect(question="target")
    game.choose("mystery_sack").expect(stack=["result of mystery sack", "trigger charged baby mystery sack"], asked=0)
    game.copy().pass_all("no").expect(card="mystery_sack", turned=True)
    game.pass_all("yes").expect(card="mystery_sack", turned=False).expect(stack=["result of mystery sack"])


def test_replacement__without_the_stack() -> None:
    """R6.2: [bum_bo_item] turns a gain into counters at once, nothing is pushed and nothing was gained."""
    game = start({"hand": ["a_dime"], "items": ["bum_bo_item", "counterfeit_penny"]}).play("a_dime").pass_all()
    game.expect(stack=[]).expect(player=0, coins=3).expect(card="bum_bo_item", counters=10)


def test_replacements__ordered_by_the_affected_player() -> None:
    """R6.2: between [dry_baby] and [the_dead_cat] the damaged player chooses; each applies once to one damage."""
    seat = {"items": ["dry_baby", "the_dead_cat"]}
    game = start({"hand": ["gold_bomb"]}, seat).play("gold_bomb", 1).pass_all().expect(asked=1, question="prevention")
    game.copy().choose("the_dead_cat").expect(player=1, hp=2).expect(card="the_dead_cat", counters=6)
    game.choose("dry_baby").expect(player=1, hp=2).expect(card="the_dead_cat", counters=8).expect(stack=[])


def test_replacements__of_a_monster_ordered_by_the_active_player() -> None:
    """R6.2: the shields of a monster are ordered by the active player, whoever made them."""
    seat = {"hand": ["the_hierophant", "gold_bomb"], "items": ["yum_heart"], "extra_plays": 1}
    game = start({}, seat).play("the_hierophant", "fatty", by=1, turn=True).activate("yum_heart", "fatty")
    game.settle().play("gold_bomb", "fatty", by=1).pass_all().expect(asked=0, question="prevention")
    game.choose("yum_heart").expect(monster="fatty", hp=4, max_hp=4)


def test_waiting__until_the_object_is_finished() -> None:
    """R6.3: triggers of a cost and of the activation itself are pushed together, above the effect."""
    game = start({"items": ["guppys_paw", "shiny_rock", "fanny_pack"]}).activate("guppys_paw", 0)
    game.expect(question="trigger_order", asked=0).choose("shiny_rock")
    game.expect(stack=["activate guppys paw", "trigger shiny rock", "trigger fanny pack"], asked=0)


def test_batch__refills_curses_items() -> None:
    """R6.4: refills lowest, in the active player's order, then effects of monster-deck cards, then items."""
    seat = {"curses": ["curse_of_pain"], "items": ["dark_bum"]}
    game = start(seat, phase="start", monsters=["fly", "empty"], shop=["dinner", "empty"])
    game.expect(question="refill", asked=0).choose("treasure deck")
    game.expect(
        stack=["refill shop slot 1", "refill monster slot 1", "trigger curse of pain", "trigger dark bum"], asked=0
    )


def test_batch__monster_death_player_death_triggers() -> None:
    """R6.4: one event kills a monster and a player: its death lowest, the player's above, then monster text, then items."""
    seat = {"items": [TECH, "fanny_pack"], "hp": 1}
    game = start({}, seat, monsters=["pestilence", {"card": "dark_one", "hp": 1}])
    game.pay("tech_x", "pestilence", by=1).pass_all().pass_all().choose("dark_one", 1).pass_all()
    deaths = ["death of dark one", "death of player 1"]
    game.expect(stack=["card of", "reward of", *deaths, "trigger dark one", "player 1: trigger fanny pack"])


def test_batch__death_of_the_active_player_above_a_monsters() -> None:
    """R6.4, A06: the active player and a monster die of one event: the monster's death lies below."""
    game = start({"items": [TECH], "hp": 1}, monsters=["pestilence", {"card": "fatty", "hp": 1}])
    game.pay("tech_x", "pestilence").pass_all().pass_all().choose(0, "fatty").pass_all()
    game.expect(stack=["card of", "reward of", "death of fatty", "death of player 0"], asked=0)


def test_batch__deaths_in_the_order_of_the_faq() -> None:
    """R6.4, A06: with simultaneous_deaths="faq" the monster's death lies above the player's, and both below other effects."""
    seat = {"items": [TECH, "fanny_pack"], "hp": 1}
    monsters = ["pestilence", {"card": "dark_one", "hp": 1}]
    game = start({}, seat, monsters=monsters, options={"simultaneous_deaths": "faq"})
    game.pay("tech_x", "pestilence", by=1).pass_all().pass_all().choose("dark_one", 1).pass_all()
    deaths = ["death of player 1", "death of dark one"]
    game.expect(stack=["card of", "reward of", *deaths, "trigger dark one", "player 1: trigger fanny pack"])


@pytest.mark.parametrize("option", ["rules", "faq"])
def test_batch__deaths_of_players_keep_turn_order(option: str) -> None:
    """R6.4, A06: the FAQ's order changes nothing among players, and nothing of deaths that come one after the other [lust]."""
    options = {"simultaneous_deaths": option}
    seats: list[dict[str, Any]] = [{}, {}, {"hand": ["blank_rune"]}]
    game = start(*seats, active=2, dice=[3], options=options).play("blank_rune").pass_all().pass_all().pass_all()
    game.expect(stack=[f"death of player {p}" for p in (2, 0, 1)])
    fight = start({"hp": 1}, monsters=[{"card": "lust", "hp": 1}, "fly"], dice=[4], options=options).attack("lust")
    for _ in range(5):
        fight.pass_all()
    fight.expect(stack=["death of lust", "death of player 0"])


def test_batch__players_in_turn_order_from_the_active_one() -> None:
    """R6.4: deaths and items of players are pushed in turn order from the active player, so the last one resolves first."""
    seats = [
        {"items": ["fanny_pack"]},
        {"items": ["swallowed_penny"]},
        {"hand": ["blank_rune"], "items": ["the_habit"]},
    ]
    game = start(*seats, active=2, dice=[3]).play("blank_rune").pass_all().pass_all().pass_all()
    game.choose("fanny_pack", by=2)
    order = (2, 0, 1)
    triggers = ["player 2: trigger the habit", "player 0: trigger fanny pack", "player 1: trigger swallowed penny"]
    game.expect(stack=[*[f"death of player {p}" for p in order], *triggers], asked=2)


def test_batch__own_triggers_in_ones_own_order() -> None:
    """R6.4: a player with two triggers of one event orders them, also in another player's turn."""
    game = start({"hand": ["bomb"]}, {"items": ["fanny_pack", "swallowed_penny"]}).play("bomb", 1).pass_all()
    game.expect(question="trigger_order", asked=1, legal=["choose Fanny Pack", "choose Swallowed Penny"])
    game.choose("swallowed_penny").expect(stack=["trigger swallowed penny", "trigger fanny pack"], asked=0)


def test_batch__two_monsters_below_the_items() -> None:
    """R6.4, FSR-038: the active player orders the effects of two monsters; both lie below the items of players."""
    seat = {"items": ["the_relic", "mystery_sack"]}
    game = start({}, seat, monsters=["holy_dip", "cursed_keeper_head"], dice=[1]).activate("mystery_sack", by=1)
    game.pass_all().pass_all().expect(question="trigger_order", asked=0).choose("holy_dip")
    monsters = ["player 0: trigger holy dip", "player 0: trigger cursed keeper head"]
    game.expect(stack=["result of mystery sack", *monsters, "player 1: trigger the relic"])
    game.settle().expect(player=1, coins=2, hand=2)


def test_batch__trigger_above_the_death_it_comes_with() -> None:
    """R6.4, FSR-092: [fanny_pack] answers lethal damage above the death, so the card is drawn before the player dies."""
    game = start({"hand": ["bomb"]}, {"items": ["fanny_pack"], "hp": 1}).play("bomb", 1).pass_all()
    game.expect(stack=["death of player 1", "trigger fanny pack"]).pass_all()
    game.expect(player=1, hand=1, dead=False, dying=True).settle().expect(player=1, dead=True, hand=0)


def test_batch__own_trigger_above_a_monsters_death() -> None:
    """R6.4, FSR-127: [brimstone] answers the combat damage that kills: its damage comes before the monster's death."""
    game = start({"items": ["brimstone"]}, {}, dice=[6]).attack("fly").pass_all().pass_all().pass_all().pass_all()
    game.expect(stack=["death of fly", "trigger brimstone player 1"]).pass_all().expect(player=1, hp=1)
    game.expect(monster="fly", dying=True, hp=0).expect(player=0, coins=3)


def test_batch__lust_takes_its_killer_along() -> None:
    """R6.4, FSR-119: [lust] hurts its killer before it dies; that death resolves first, reward and soul still come."""
    game = start({"hp": 1}, monsters=[{"card": "lust", "hp": 1}, "fly"], dice=[4]).attack("lust").pass_all()
    game.pass_all().pass_all().pass_all().expect(stack=["death of lust", "trigger lust"]).pass_all()
    game.expect(stack=["death of lust", "death of player 0"]).pass_all().pass_all()
    game.expect(stack=["death of lust"]).expect(player=0, dead=True, coins=2).settle()
    game.expect(player=0, hand=2, souls=1, dead=True).expect(phase="end")


def test_each_player__in_turn_order_from_the_active_one() -> None:
    """R6.5: "each player loots 2" begins with the active player and continues with the left."""
    deck = ["a_penny", "two_cents", "three_cents", "four_cents", "a_nickel", "a_dime"]
    game = start({}, {"hand": ["blank_rune"]}, {}, active=1, dice=[2], loot_deck=deck).play("blank_rune").settle()
    game.expect(player=1, hand=["a_penny", "two_cents"]).expect(player=2, hand=["three_cents", "four_cents"])
    game.expect(player=0, hand=["a_nickel", "a_dime"])


def test_each_player__votes_from_the_active_one() -> None:
    """R6.5: without another order the active player is asked first: the votes of [remote_detonator]."""
    seat = {"items": ["remote_detonator", "dinner"]}
    game = start({}, {}, seat, active=1).activate("remote_detonator", by=2).pass_all().expect(asked=1, question="vote")
    game.choose("dinner").expect(asked=2).choose("dinner").expect(asked=0).choose("remote_detonator")
    game.expect(card="dinner", zone="discard").expect(player=2, items=["remote_detonator"])


def test_condition__checked_when_it_happens_and_again() -> None:
    """R6.6: [edens_blessing] triggers at 0 cents and fizzles when a cent came in meanwhile; with cents it never triggers."""
    seat = {"items": ["edens_blessing", "sack_of_pennies"], "coins": 0}
    game = start(seat, phase="end").expect(stack=["trigger edens blessing"])
    game.copy().settle().expect(player=0, coins=6)
    game.activate("sack_of_pennies").settle().expect(player=0, coins=1)
    start({"items": ["edens_blessing"], "coins": 1}, phase="end").expect(stack=[])


def test_leaving__a_card_sees_the_event_that_takes_it_away() -> None:
    """R6.7: [curse_of_loss] is discarded by the very death that it answers."""
    seat = {"curses": ["curse_of_loss"], "souls": ["monstro"]}
    game = start({"hand": ["death_tarot"]}, seat).play("death_tarot", 1).pass_all().pass_all()
    game.expect(card="curse_of_loss", zone="discard").expect(stack=["penalty of player 1", "trigger curse of loss"])
    game.settle().expect(player=1, souls=0).expect(card="monstro", zone="discard")


def test_leaving__not_what_happens_later() -> None:
    """R6.7: [bloody_penny] answers its owner's death, is destroyed by the penalty and does not see the next death."""
    seats = [{"hand": ["death_tarot", "bomb"]}, {"items": ["bloody_penny"]}, {"hp": 1}]
    game = start(*seats).play("death_tarot", 1, turn=False).pass_all().pass_all()
    game.expect(stack=["penalty of player 1", "trigger bloody penny"]).pass_all().expect(player=1, hand=1).pass_all()
    game.expect(card="bloody_penny", zone="discard").expect(player=1, hand=0).play("bomb", 2).pass_all().pass_all()
    game.expect(stack=["penalty of player 2"]).settle().expect(player=1, hand=0)


def test_missing_target__is_not_pushed() -> None:
    """R6.8: while the only monster is being attacked a 5 gives [spider_mod] no target, so nothing is pushed for it."""
    seat = {"items": ["spider_mod"]}
    game = start(seat, monsters=["fatty"], dice=[5]).attack("fatty").pass_all().pass_all().pass_all()
    game.expect(stack=["combat damage 1 to fatty"], asked=0)
    two = start(seat, monsters=["fatty", "fly"], dice=[5]).attack("fatty").pass_all().pass_all().pass_all()
    two.expect(stack=["combat damage 1 to fatty", "trigger spider mod fly"])


def test_missing_target__of_a_may_trigger() -> None:
    """R6.8: no player has a soul, so the "may" of [wizoob] is not pushed; with a soul it is."""
    for souls, pushed in ((0, []), (1, ["trigger wizoob player 1"])):
        game = start({"items": [TECH]}, {"souls": souls}, monsters=["wizoob", "fly"])
        game.pay("tech_x", "wizoob").pass_all().pass_all()
        game.expect(stack=["card of wizoob", "reward of wizoob", *pushed], asked=0)


def test_missing_target__of_a_dice_line() -> None:
    """R6.8: without an active monster the 3 of [pandoras_box] pushes no line."""
    seat = {"items": ["pandoras_box"]}
    game = start(seat, monsters=["empty"], monster_deck=["troll_bombs"], exact_decks=["monster"], dice=[3])
    game.activate("pandoras_box").pass_all().expect(stack=["roll 3"]).pass_all().expect(stack=[], asked=0)
    game.expect(card="pandoras_box", zone="discard")


def test_held_back__only_the_affected_share() -> None:
    """R6.9: damage to every player is dealt to the others at once; the share of [guppys_hairball] waits below its roll."""
    seat = {"items": ["guppys_hairball", "dinner", "breakfast", "fanny_pack"]}
    game = start({"hand": ["blank_rune"]}, seat, dice=[3, 6]).play("blank_rune")
    game.pass_all().pass_all().pass_all().expect(player=0, hp=0).expect(player=1, hp=4)
    game.expect(stack=["held damage to player 1", "death of player 0", "player 1: trigger guppys hairball"]).pass_all()
    game.pass_all().pass_all().expect(stack=["held damage to player 1", "death of player 0"])


def test_held_back__happens_as_changed() -> None:
    """R6.9: a 6 for [guppys_hairball] takes one point off; only then the damage happens and [fanny_pack] answers once."""
    seat = {"items": ["guppys_hairball", "fanny_pack", "dinner", "breakfast"]}
    game = start({"hand": ["gold_bomb"]}, seat, dice=[6]).play("gold_bomb", 1).pass_all()
    game.expect(stack=["held damage", "trigger guppys hairball"]).pass_all().expect(stack=["held damage", "roll 6"])
    game.pass_all().pass_all().expect(stack=["held damage"]).expect(player=1, hp=4, hand=0).pass_all()
    game.expect(player=1, hp=2).expect(stack=["trigger fanny pack"])


def test_held_back__monster_that_may_lose_nothing() -> None:
    """R6.9: [the_duke_of_flies] rolls for the damage, the active player rolling: on a 1 nothing happens to it, else all."""
    for number, hp in ((1, 4), (2, 1)):
        game = start({}, {"hand": ["gold_bomb"]}, monsters=["the_duke_of_flies", "fly"], dice=[number])
        game.play("gold_bomb", "the_duke_of_flies", by=1).pass_all().pass_all().expect(
            stack=["held damage to the duke of flies", f"player 0: roll {number}"]
        )
        game.settle().expect(monster="the_duke_of_flies", hp=hp)


def test_hp_state__triggers_once_while_it_lasts() -> None:
    """R6.10: [larry_jr] answers coming to 2 HP or lower once, not the next damage; healed and hurt again it answers anew."""
    seat = {"hand": ["bomb", "bomb", "gold_bomb"], "extra_plays": 2}
    game = start(seat, monsters=[{"card": "larry_jr", "hp": 3}, "fly"]).play("bomb", "larry_jr", turn=False).pass_all()
    game.expect(stack=["trigger larry jr"]).settle().expect(monster="larry_jr", hp=2, evasion=4)
    game.play("bomb", "larry_jr", turn=False).pass_all().expect(stack=[]).expect(monster="larry_jr", hp=1, evasion=4)
    game.end_turn().expect(monster="larry_jr", hp=4, evasion=3)
    game.play("gold_bomb", "larry_jr", by=0, turn=True).pass_all().expect(stack=["trigger larry jr"])
    game.settle().expect(monster="larry_jr", hp=1, evasion=4)
