"""R22: every word of the glossary by an example that would come out differently if the word meant something else."""

from __future__ import annotations

from tests.core.four_souls.rules.table import start


def test_activate__turning_a_card_for_its_effect() -> None:
    """R22 Activate: [shiny_rock] pays for an arrow effect, not for a paid effect and not for turning the character."""
    items = ["shiny_rock", "tech_x", {"card": "battery_bum"}]
    game = start({"items": items, "coins": 9, "hand": ["dagaz", "bomb"]}).activate("tech_x")
    game.expect(card="tech_x", turned=True, counters=0).expect(stack=["activate tech x", "trigger shiny rock"])
    game.settle().expect(player=0, coins=10).pay("battery_bum", "tech_x").expect(stack=["pay for battery bum"])
    game.settle().expect(player=0, coins=6).play("bomb", "fatty", turn=True).expect(stack=["play bomb fatty"])


def test_active_monster__topmost_of_its_slot() -> None:
    """R22 Active monster: only the topmost monster of a slot is hit by [the_tower]."""
    seat = {"hand": ["the_tower"]}
    game = start(seat, monsters=[{"card": "fatty", "covered": ["pale_fatty"]}, "conjoined_fatty"], dice=[3])
    game.play("the_tower").settle().expect(monster="fatty", hp=3, covered=["pale_fatty"])
    game.expect(monster="conjoined_fatty", hp=3).expect(card="pale_fatty", zone="covered")


def test_active_player__whose_turn_it_is() -> None:
    """R22 Active player: player 2, whose turn it is, has priority first, attacks, and gets what a monster pays."""
    game = start({"hand": ["bomb"]}, {}, {}, active=2).expect(asked=2, active=2, legal="attack Fly").pass_()
    game.expect(asked=0, illegal="attack Fly").play("bomb", "fly", turn=True).settle()
    game.expect(player=2, coins=4).expect(player=0, coins=3)


def test_attack__combat_damage_of_a_fighter() -> None:
    """R22 Attack: the attack of a fighter is the damage a hit deals; a [bomb] of a strong player still deals one."""
    seat = {"items": ["brimstone"], "hand": ["bomb"]}
    game = start(seat, monsters=["pale_fatty", "fly"], dice=[3]).expect(player=0, attack=2).attack("pale_fatty")
    game.pass_all().pass_all().pass_all().expect(stack=["combat damage 2 to pale fatty"]).pass_all()
    game.expect(monster="pale_fatty", hp=2).settle().play("bomb", "pale_fatty").pass_all()
    game.expect(monster="pale_fatty", hp=1)


def test_evasion__lowest_roll_that_hits() -> None:
    """R22 Evasion: against evasion 3 a 3 hits and a 2 misses."""
    for number, struck in ((3, "pale fatty"), (2, "player 0")):
        game = start(monsters=["pale_fatty", "fly"], dice=[number]).attack("pale_fatty").pass_all().pass_all()
        game.pass_all().expect(stack=[f"combat damage 1 to {struck}"])


def test_attackable__unless_its_text_forbids() -> None:
    """R22 Attackable: [stoney] is an active monster and a target, but neither attacked nor named by [monster_manual]."""
    game = start({"items": ["monster_manual"], "hand": ["bomb"]}, monsters=["stoney", "fly", "fatty"])
    game.expect(illegal="attack Stoney", legal=["attack Fly", "attack Fatty"])
    game.copy().activate("monster_manual").expect(legal="choose Fly", illegal="choose Stoney")
    game.play("bomb", "stoney").settle().expect(monster="stoney", hp=2)


def test_cancel_and_fizzle__both_leave_without_effect() -> None:
    """R22 Cancel, R22 Fizzle: a cancelled and a fizzled loot card both go to the discard pile without effect."""
    seats = (
        {"hand": ["a_dime", "bomb"], "extra_plays": 1},
        {"hand": ["butter_bean"], "items": [{"card": "tech_x", "counters": 3}]},
    )
    game = start(*seats, monsters=["dip", "fly"]).play("a_dime", turn=False).play("bomb", "dip", turn=False)
    game.play("butter_bean", "a_dime", by=1).pay("tech_x", "dip").settle()
    game.expect(player=0, coins=4).expect(discard="loot", size=3).expect(monster="fly", hp=1)


def test_charged__upright() -> None:
    """R22 Charged, R22 Recharge: only an upright item is activated; recharging turns it upright again."""
    seat = {"items": [{"card": "mr_boom", "turned": True}, "the_battery"]}
    game = start(seat).expect(illegal="activate Mr. Boom").activate("the_battery", "mr_boom").settle()
    game.expect(card="mr_boom", turned=False, zone="item").expect(
        legal="activate Mr. Boom", illegal="activate The Battery"
    )


def test_deactivate__answered_by_activating() -> None:
    """R22 Deactivate, FSR-029: before the penalty turns [mr_boom] sideways its player may still use it."""
    seats = {"hand": ["bomb"]}, {"hp": 1, "items": [{"card": "mr_boom", "eternal": True}]}
    game = start(*seats).play("bomb", 1).pass_all().pass_all().expect(stack=["penalty of player 1"])
    unused = game.copy().pass_all().expect(card="mr_boom", turned=True).expect(monster="fatty", hp=4)
    unused.expect(player=1, turned=True)
    game.activate("mr_boom", "fatty", by=1).settle().expect(monster="fatty", hp=3).expect(card="mr_boom", turned=True)


def test_copy__as_if_newly_gained() -> None:
    """R22 Copy: [diplopia] as [the_dead_cat] has its nine counters, not those left on the original, and stays turned."""
    seat = {"items": ["diplopia", {"card": "the_dead_cat", "counters": 2}]}
    game = start(seat).activate("diplopia", "the_dead_cat").settle()
    game.expect(card="diplopia", shows="the_dead_cat", counters=9, turned=True)
    game.expect(card="the_dead_cat", counters=2, turned=False)


def test_copy__ends_with_the_turn_or_with_leaving() -> None:
    """R22 Copy: [diplopia] is itself again in end phase step 3, and in any other zone."""
    game = (
        start({"items": ["diplopia", "dinner"]})
        .activate("diplopia", "dinner")
        .settle()
        .expect(player=0, max_hp=4, hp=4)
    )
    game.end_turn().expect(card="diplopia", shows="diplopia").expect(player=0, max_hp=3, hp=3)
    gone = start({"items": ["diplopia", "dinner"]}, {"items": ["glass_cannon"]}, dice=[6])
    gone.activate("diplopia", "dinner").settle().activate("glass_cannon", "diplopia", by=1).settle()
    gone.expect(card="diplopia", zone="discard", shows="diplopia").expect(player=0, max_hp=3)


def test_copy__the_original_does_not_matter_later() -> None:
    """R22 Copy, A81: [modeling_clay] stays [dinner] when the original is destroyed; gone before, nothing is copied."""
    seats = {"items": ["modeling_clay", "dinner"]}, {"items": ["glass_cannon"]}
    game = start(*seats, dice=[6]).activate("modeling_clay", "dinner")
    before = game.copy().activate("glass_cannon", "dinner", by=1).settle()
    before.expect(card="modeling_clay", shows="modeling_clay").expect(player=0, max_hp=2)
    game.settle().activate("glass_cannon", "dinner", by=1).settle()
    game.expect(card="modeling_clay", shows="dinner").expect(player=0, max_hp=3).end_turn()
    game.expect(card="modeling_clay", shows="dinner").expect(player=0, max_hp=3)


def test_copy__effect_on_the_stack_is_a_new_object() -> None:
    """R22 Copy, ER-13: [placebo] announces the copied effect for its own player, who chooses the target anew."""
    seats = {"items": ["placebo"]}, {"items": ["sack_of_pennies"]}
    game = start(*seats).activate("placebo", "sack_of_pennies").pass_all().expect(stack=["placebo"])
    game.settle().expect(player=0, coins=4).expect(player=1, coins=3).expect(card="sack_of_pennies", turned=False)


def test_counters__no_meaning_of_their_own() -> None:
    """R22 Counters: they go with [tech_x] to another player and are removed when it leaves play."""
    seats = {"items": [{"card": "tech_x", "counters": 2}]}, {"items": ["decoy", "chaos_card"]}
    game = start(*seats).activate("decoy", "tech_x", by=1).settle().expect(card="tech_x", owner=1, counters=2)
    game.activate("chaos_card", "tech_x", by=1).settle().expect(card="tech_x", zone="discard", counters=0)


def test_destroy__item_monster_player_soul() -> None:
    """R22 Destroy: [chaos_card] sends an item or a soul to its pile and kills a monster or a player."""
    game = start({"items": ["chaos_card"]}, {"items": ["swallowed_penny"], "souls": ["monstro"]})
    game.copy().activate("chaos_card", "swallowed_penny").settle().expect(discard="loot", top=["swallowed_penny"])
    game.copy().activate("chaos_card", "monstro").settle().expect(discard="monster", top=["monstro"])
    game.copy().activate("chaos_card", "fatty").pass_all().expect(stack=["death of fatty"])
    game.activate("chaos_card", 1).pass_all().expect(stack=["death of player 1"]).expect(player=1, hp=2, dead=False)


def test_die__when_the_death_has_resolved() -> None:
    """R22 Die: [bloody_penny] sees the death resolve, not the death being pushed; a prevented one is none."""
    seats = {"items": ["bloody_penny"], "hand": ["bomb"]}, {"hp": 1, "items": ["broken_ankh"]}
    saved = start(*seats, dice=[6]).play("bomb", 1).settle().expect(player=1, hp=1, dead=False)
    saved.expect(player=0, hand=0)
    game = start(*seats, dice=[5]).play("bomb", 1).pass_all()
    game.expect(stack=["death of player 1", "trigger broken ankh"]).pass_all().pass_all()
    game.expect(stack=["death of player 1"]).expect(player=0, hand=0).pass_all()
    game.expect(stack=["penalty of player 1", "trigger bloody penny"]).settle().expect(player=0, hand=1)


def test_discard__to_the_matching_pile_by_choice() -> None:
    """R22 Discard: told to discard by [dank_globin] its victim chooses which two cards go to the loot discard."""
    seats = {"hand": ["bomb"]}, {"hand": ["a_dime", "a_penny", "two_cents"]}
    game = start(*seats, monsters=[{"card": "dank_globin", "hp": 1}, "fly"]).play("bomb", "dank_globin").pass_all()
    game.pass_all(1).pass_all().expect(asked=1, question="discard").choose("a_penny", "two_cents")
    game.expect(player=1, hand=["a_dime"]).expect(discard="loot", size=3)


def test_eternal__neither_destroyed_nor_stolen_nor_paid() -> None:
    """R22 Eternal, A20, ER-04: [the_d6] is not offered for destroying, stealing, swapping, rerolling or as a price."""
    items = ["glass_cannon", "decoy", "the_d20", "chaos_card", "pay_to_play", "contract_from_below", "the_d6"]
    game = start({"items": items, "coins": 20}, {"items": ["yum_heart", "meat", "mr_boom"]})
    for name in ("glass_cannon", "decoy", "the_d20", "chaos_card"):
        game.copy().activate(name).expect(illegal=["choose The D6", "choose Yum Heart"], legal="choose Meat!")
    game.copy().pay("pay_to_play").expect(illegal=["choose The D6", "choose Yum Heart"], legal="choose Meat!")
    game.pay("contract_from_below", "meat").expect(question="cost", illegal=["choose The D6"], legal="choose Decoy")


def test_gain__from_bank_or_deck_only() -> None:
    """R22 Gain, R16.3: [counterfeit_penny] answers cents from the bank, not stolen ones."""
    seats = {"items": ["counterfeit_penny", "jawbone"], "hand": ["a_penny"]}, {"coins": 5}
    game = start(*seats).activate("jawbone", 1).settle().expect(player=0, coins=6).expect(player=1, coins=2)
    game.play("a_penny").pass_all().expect(stack=["trigger counterfeit penny"]).settle().expect(player=0, coins=8)


def test_guppy_item__by_its_marker() -> None:
    """R22 Guppy item: the marker counts, not the name of the animal: [the_dead_cat] is one, [diplopia] is none."""
    seat = {"hand": ["guppys_hairball"], "items": ["diplopia"]}
    game = start(seat, bonus_souls=True).play("guppys_hairball").settle().expect(player=0, souls=0)
    game = start({"items": ["decoy", "guppys_head"]}, {"items": ["the_dead_cat"]}, bonus_souls=True)
    game.activate("decoy", "the_dead_cat").settle().expect(player=0, soul_cards=["soul_of_guppy"])


def test_kill__whatever_the_hp() -> None:
    """R22 Kill, R12.10: [death_tarot] pushes the death of a player with all HP; a shield does not stop it."""
    seats = {"hand": ["death_tarot", "soul_heart"]}, {"items": ["dinner"]}
    game = start(*seats).play("soul_heart", 1, turn=True).settle().play("death_tarot", 1).pass_all()
    game.expect(stack=["death of player 1"]).expect(player=1, hp=3, dead=False).settle().expect(player=1, dead=True)


def test_lose__at_most_what_is_there() -> None:
    """R22 Lose: [pills_yellow] 5 takes four cents to the bank, or the one there is; no player receives them."""
    game = start({"hand": ["pills_yellow"], "coins": 1}, dice=[5]).play("pills_yellow").settle()
    game.expect(player=0, coins=0).expect(player=1, coins=3)


def test_loot__cards_of_the_loot_deck() -> None:
    """R22 Loot: "loot 3" draws the top three cards of the loot deck into the hand, in no player's sight."""
    game = start({"hand": ["pills_blue"]}, loot_deck=["bomb", "dagaz", "a_dime"], dice=[3])
    game.play("pills_blue").settle().expect(player=0, hand=["bomb", "dagaz", "a_dime"])
    game.expect(card="dagaz", zone="hand", known=[0])


def test_left_and_right__neighbours_in_turn_order() -> None:
    """R22 Player to the left, R22 Player to the right: of three, [evil_twin] hits one side and [dople] the other."""
    for name, victim in (("evil_twin", 1), ("dople", 2)):
        game = start({"hand": ["bomb"]}, {}, {}, monsters=[name, "fly"]).play("bomb", name).settle()
        for p in range(3):
            game.expect(player=p, hp=1 if p == victim else 2)
        two = start({"hand": ["bomb"]}, monsters=[name, "fly"]).play("bomb", name).settle()
        two.expect(player=1, hp=1).expect(player=0, hp=2)


def test_left__dead_or_alive() -> None:
    """R22 Player to the left, FSR-096: [evil_twin] does not skip a dead neighbour; no other player is hit instead."""
    game = (
        start({"hand": ["bomb"]}, {"dead": True}, {}, monsters=["evil_twin", "fly"]).play("bomb", "evil_twin").settle()
    )
    game.expect(player=1, hp=0, dead=True, coins=3).expect(player=2, hp=2).expect(player=0, hp=2)


def test_prevent__one_shield_one_damage() -> None:
    """R22 Prevent: [the_hierophant] prevents two of three damage once; prevented damage was not taken."""
    seats = {"hand": ["the_hierophant", "gold_bomb", "bomb"], "extra_plays": 2}, {"items": ["fanny_pack"]}
    game = start(*seats).play("the_hierophant", 1, turn=False).settle().play("gold_bomb", 1, turn=False).settle()
    game.expect(player=1, hp=1, hand=1).expect(player=0, hp=2)


def test_reroll__the_same_roll() -> None:
    """R22 Reroll: of a die it replaces the number of the same object; nothing new is pushed."""
    game = start({"hand": ["pills_blue"], "items": ["the_d6"]}, dice=[5, 3]).play("pills_blue").pass_all()
    game.expect(stack=["roll 5"]).activate("the_d6").pass_all().expect(stack=["roll 3"]).settle()
    game.expect(player=0, hand=3)


def test_reroll__of_an_item() -> None:
    """R22 Reroll, ER-58: of an item: destroyed, and its controller, not who rerolls, gains the top treasure, upright."""
    seats = {"items": ["the_d20"]}, {"items": [{"card": "mr_boom", "turned": True}]}
    game = start(*seats, treasure_deck=["meat"]).activate("the_d20", "mr_boom").settle()
    game.expect(player=1, items=["meat"]).expect(player=0, items=["the_d20"]).expect(card="mr_boom", zone="discard")
    game.expect(card="meat", turned=False, owner=1)


def test_steal__keeps_state_and_thief_chooses() -> None:
    """R22 Steal: [pay_to_play] takes an item with counters and orientation; with [dead_bird] the thief picks the card."""
    seats = {"items": ["pay_to_play"], "coins": 10}, {"items": [{"card": "tech_x", "counters": 2, "turned": True}]}
    game = start(*seats).pay("pay_to_play", "tech_x").settle().expect(card="tech_x", owner=0, counters=2, turned=True)
    seats = {"items": ["dead_bird"]}, {"hand": ["pills_blue", "a_dime", "a_penny"]}
    game = start(*seats, dice=[3]).play("pills_blue", by=1, turn=True).pass_all().pass_all().pass_all("yes")
    game.expect(asked=0).choose("a_dime").expect(player=0, hand=["a_dime"]).settle().expect(player=1, hand=4)


def test_treasure__top_of_the_treasure_deck() -> None:
    """R22 Treasure: +1 treasure is the top card of the treasure deck, not a shop item; no slot is refilled."""
    game = start({"hand": ["the_stars"]}, treasure_deck=["meat", "mr_boom"]).play("the_stars").pass_all()
    game.expect(player=0, items=["meat"]).expect(stack=[], shop=["dinner", "breakfast"])
    game.expect(deck="treasure", top=["mr_boom"])
