"""Base treasures that are turned for their effect, copies excepted. Each test names its cards in brackets."""

from __future__ import annotations

import pytest

from fs_env.core.four_souls.scenario import Play, Scenario
from tests.core.four_souls.rules.table import start


def test_two_of_clubs__doubles_each_loot_of_the_turn() -> None:
    """ER-39: [two_of_clubs] every loot of the target is doubled until the end of the turn, no other player's."""
    seat = {"items": ["two_of_clubs", "mystery_sack", "bum_friend"]}
    game = start(seat, {"items": ["portable_slot_machine"]}, dice=[1, 1]).activate("two_of_clubs", 0).pass_all()
    game.activate("mystery_sack").settle().expect(player=0, hand=2).activate("bum_friend").pass_all()
    game.choose(game.player(0)["hand"][0]).settle().expect(player=0, hand=3)
    game.pay("portable_slot_machine", by=1).settle().expect(player=1, hand=1)


def test_two_of_clubs__twice_is_four_and_ends_with_the_turn() -> None:
    """ER-39: a second mark doubles again; at the end of the turn all is as before: [two_of_clubs] [placebo]."""
    game = start({"items": ["mystery_sack"]}, {"items": ["two_of_clubs", "placebo"]}, dice=[2])
    game.activate("two_of_clubs", 0, by=1).settle().activate("placebo", "two_of_clubs", by=1).pass_all().choose(0)
    game.settle().activate("mystery_sack").settle().expect(player=0, hand=4).end_turn()
    game.until("loot").expect(stack=["loot 1"]).settle().expect(player=1, hand=1)


def test_compost__the_next_loot_comes_from_the_discard_pile() -> None:
    """ER-39: [compost] whoever loots next takes from the top of the loot discard pile, once."""
    seat = {"items": ["compost", "portable_slot_machine"], "coins": 6}
    game = start(seat, {"items": ["mystery_sack"]}, loot_discard=["a_dime", "bomb"], loot_deck=["dagaz"], dice=[1, 1])
    game.activate("compost").settle().activate("mystery_sack", by=1).settle().expect(player=1, hand=["a_dime"])
    game.pay("portable_slot_machine").settle().expect(player=0, hand=["dagaz"]).expect(discard="loot", top=["bomb"])


def test_compost__a_short_pile_is_helped_out_by_the_deck() -> None:
    """ER-39: card by card while the pile lasts, then from the deck: [compost] [two_of_clubs]."""
    seat = {"items": ["compost", "mystery_sack", "two_of_clubs"]}
    game = start(seat, {}, loot_discard=["a_dime"], loot_deck=["dagaz", "ehwaz"], dice=[1])
    game.activate("compost").settle().activate("two_of_clubs", 0).settle().activate("mystery_sack").settle()
    game.expect(player=0, hand=["a_dime", "dagaz"]).expect(deck="loot", top=["ehwaz"])


def test_bum_friend__loots_and_gives_a_card_back() -> None:
    """[bum_friend] loot 1, then a card of the own choice continues top of the loot deck."""
    game = start({"items": ["bum_friend"], "hand": ["bomb"]}, loot_deck=["a_dime", "dagaz"])
    game.activate("bum_friend").pass_all().expect(legal=["choose Bomb!", "choose A Dime!!"]).choose("bomb")
    game.expect(player=0, hand=["a_dime"]).expect(deck="loot", top=["bomb", "dagaz"]).expect(
        card="bum_friend", turned=True
    )


def test_boomerang__takes_a_random_card() -> None:
    """[boomerang] a card of the target at random: no player is asked, and it is not always the same."""
    found = set()
    for seed in range(8):
        game = (
            start({"items": ["boomerang"]}, {"hand": ["bomb", "a_dime"]}, seed=seed).activate("boomerang", 1).settle()
        )
        game.expect(player=0, hand=1).expect(player=1, hand=1)
        found.update(game.player(0)["hand"])
    assert found == {"bomb", "a_dime"}


def test_guppys_head__the_target_picks_the_card() -> None:
    """[guppys_head] the target chooses which card it loses; it is a Guppy item (R19.1)."""
    game = start({"items": ["guppys_head"]}, {"hand": ["bomb", "a_dime"]}).activate("guppys_head", 1).pass_all()
    game.expect(asked=1, legal=["choose Bomb!", "choose A Dime!!"]).choose("bomb")
    game.expect(player=0, hand=["bomb"]).expect(player=1, hand=["a_dime"])


@pytest.mark.parametrize(
    "pair", [("the_dead_cat", "guppys_head"), ("guppys_paw", "guppys_collar"), ("guppys_hairball", "guppys_head")]
)
def test_guppy_items__two_make_the_soul(pair: tuple[str, str]) -> None:
    """R19.1: any two of [the_dead_cat] [guppys_head] [guppys_paw] [guppys_collar] bring Soul of Guppy, one does not."""
    first, second = pair
    game = start({"items": [first], "coins": 10}, shop=[second, "meat"], bonus_souls=True)
    game.expect(player=0, souls=0).buy(second).pass_all().expect(player=0, soul_cards=["soul_of_guppy"], souls=1)


def test_chaos__every_hand_goes_left() -> None:
    """[chaos] all hands move at once to the player on the left, empty ones too; nothing is looted."""
    seats = [{"items": ["chaos"], "hand": ["bomb"]}, {"hand": ["a_dime", "dagaz"]}, {}]
    game = Scenario(players=seats).start().activate("chaos").pass_all()
    game.expect(player=0, hand=[]).expect(player=1, hand=["bomb"]).expect(player=2, hand=["a_dime", "dagaz"])
    game.expect(card="bomb", zone="hand", owner=1, known=[0, 1])


def test_chaos__no_hand_is_whole_in_between() -> None:
    """R19.2: the hands move at once: 9 cards replace the 1, no player holds 10 for a moment: [chaos]."""
    seats = [{"items": ["chaos"], "hand": ["two_cents"] * 9}, {"hand": ["a_penny"]}, {}]
    game = Scenario(players=seats, bonus_souls=True).start().activate("chaos").settle()
    game.expect(player=1, hand=9, souls=0).expect(player=2, hand=["a_penny"])


@pytest.mark.parametrize(("coins", "stolen"), [(5, 3), (3, 3), (2, 2), (0, 0)])
def test_jawbone__steals_three(coins: int, stolen: int) -> None:
    """[jawbone] 3c or what there is; stealing is not gaining (ER-38)."""
    game = start({"items": ["jawbone", "counterfeit_penny"]}, {"coins": coins}).activate("jawbone", 1).settle()
    game.expect(player=0, coins=3 + stolen).expect(player=1, coins=coins - stolen)


def test_mr_boom__hurts_monsters_only() -> None:
    """[mr_boom] 1 damage to a monster; players are no targets."""
    game = start({"items": ["mr_boom"]}).activate("mr_boom").expect(legal=["choose Fly", "choose Fatty"])
    game.expect(illegal=["choose player 0", "choose player 1"]).choose("fatty").settle()
    game.expect(monster="fatty", hp=3).expect(player=1, hp=2).expect(player=0, illegal="activate Mr. Boom")


def test_razor_blade__hurts_players_only() -> None:
    """[razor_blade] 1 damage to a player, oneself included, no monster, no player dead (R13.7)."""
    seats = [{"items": ["razor_blade"]}, {}, {"dead": True}]
    game = Scenario(players=seats).start().activate("razor_blade")
    game.expect(legal=["choose player 0", "choose player 1"], illegal=["choose Fly", "choose player 2"]).choose(1)
    game.settle().expect(player=1, hp=1).expect(player=0, hp=2)


def test_host_hat__prevents_and_strikes_another() -> None:
    """ER-31: [host_hat] a shield of 1; once it has prevented something, 1 damage to another player, chosen then."""
    seats = [{"items": ["host_hat"]}, {"hand": ["gold_bomb"]}, {}]
    game = Scenario(players=seats).start().activate("host_hat").settle().expect(player=2, hp=2)
    game.play("gold_bomb", 0, by=1).pass_all().expect(
        asked=0, question="target", legal=["choose player 1", "choose player 2"]
    )
    game.choose(2).pass_all().expect(player=2, hp=1).expect(player=1, hp=2).expect(player=0, hp=0, dying=True)


def test_host_hat__unused_strikes_nobody() -> None:
    """R7.9: a shield that prevented nothing is gone at the end of the turn, without damage: [host_hat]."""
    game = start({"items": ["host_hat"]}, {"hand": ["bomb"]}).activate("host_hat").settle().end_turn().settle()
    game.until("action").play("bomb", 0).settle().expect(player=0, hp=1).expect(player=1, hp=2)


def test_guppys_paw__damage_is_the_price() -> None:
    """R5.11: [guppys_paw] 1 damage is paid on announcing; then a shield of 2 on the target."""
    game = start({"items": ["guppys_paw"], "hand": ["gold_bomb"]}, {"items": ["dinner"]}).activate("guppys_paw", 1)
    game.expect(player=0, hp=1).expect(stack=["activate Guppy's Paw player 1"]).settle()
    game.play("gold_bomb", 1).settle().expect(player=1, hp=2)


def test_guppys_paw__prevented_damage_still_pays() -> None:
    """R5.11: a shield may take the price: [guppys_paw]."""
    game = start({"items": ["guppys_paw"], "hand": ["soul_heart", "gold_bomb"], "turned": False}, {})
    game.play("soul_heart", 0).settle().activate("guppys_paw", 0).settle().expect(player=0, hp=2)
    game.play("gold_bomb", 0).settle().expect(player=0, hp=1)


def test_guppys_paw__the_dying_and_dead_cannot_pay() -> None:
    """R5.11: [guppys_paw] not for the dying; paying the last hit point is legal, the death lies above the effect."""
    game = start({"items": ["guppys_paw"], "hp": 1}, {}).activate("guppys_paw", 1)
    game.expect(player=0, dying=True).expect(stack=["activate Guppy's Paw player 1", "death of player 0"])
    game = start({"items": ["guppys_paw"], "hand": ["bomb"], "hp": 1}).play("bomb", 0).pass_all()
    game.expect(player=0, dying=True).expect(asked=0, illegal="activate Guppy's Paw")


def test_moms_bra__one_at_most_for_one_victim() -> None:
    """R12.13, ER-31: [moms_bra] the damage of one object to one victim becomes 1, the other victims take all."""
    game = start({"items": ["moms_bra"]}, {"hand": ["gold_bomb"]}).play("gold_bomb", 0, by=1)
    game.activate("moms_bra", 0, by=0).settle().expect(player=0, hp=1)
    seats = [{"items": ["moms_bra", "mystery_sack"]}, {}, {}]
    game = Scenario(players=seats, monster_deck=["mega_troll_bomb"]).start().attack("deck").pass_all()
    game.expect(stack=["event mega troll bomb"]).activate("moms_bra", 1).pass_all().pass_all()
    game.expect(player=0, hp=0).expect(player=1, hp=1).expect(player=2, hp=0)


def test_moms_bra__works_on_combat_damage() -> None:
    """R12.13: combat damage on the stack is reduced, the next one is not: [moms_bra]."""
    game = (
        start({"items": ["moms_bra", "dinner"]}, monsters=["leech"], dice=[1, 1]).attack("leech").pass_all().pass_all()
    )
    game.pass_all().expect(stack=["combat damage 2 to player 0"]).activate("moms_bra", 0).pass_all().pass_all()
    game.expect(player=0, hp=2).pass_all().pass_all().pass_all().expect(player=0, hp=0)


def test_moms_bra__needs_damage_on_the_stack() -> None:
    """R5.2: without an object that deals damage it cannot be activated: [moms_bra]."""
    game = start({"items": ["moms_bra"], "hand": ["a_penny"]}).expect(illegal="activate Mom's Bra").play("a_penny")
    game.expect(asked=0, illegal="activate Mom's Bra")


def test_the_battery__recharges_another_item() -> None:
    """[the_battery] any other item in play, an upright one too (A74), no shop item and not itself."""
    game = start({"items": ["the_battery", "dinner"]}, {"items": [{"card": "mr_boom", "turned": True}]}, shop=["meat"])
    game.activate("the_battery").expect(legal=["choose Dinner", "choose Mr. Boom"])
    game.expect(illegal=["choose The Battery", "choose Meat!"]).choose("mr_boom").settle()
    game.expect(card="mr_boom", turned=False, owner=1).expect(card="the_battery", turned=True)


def test_the_d20__rerolls_an_item() -> None:
    """ER-58: [the_d20] destroys the target; its controller gains the top treasure; no eternal and no shop items."""
    game = start(
        {"items": ["the_d20"]},
        {"items": ["dinner", {"card": "the_d6", "eternal": True}]},
        shop=["meat"],
        treasure_deck=["mr_boom"],
    ).activate("the_d20")
    game.expect(legal=["choose Dinner", "choose The D20"], illegal=["choose The D6", "choose Meat!"])
    game.copy().choose("the_d20").settle().expect(player=0, items=["mr_boom"]).expect(card="mr_boom", turned=False)
    game.choose("dinner").settle().expect(player=1, items=["the_d6", "mr_boom"], max_hp=2)
    game.expect(card="dinner", zone="discard").expect(player=0, items=["the_d20"])


def test_the_d20__a_trinket_goes_to_the_loot_discard() -> None:
    """ER-58, R2.11: [the_d20] a trinket in play is an item as well."""
    game = start({"items": ["the_d20"]}, {"items": ["bloody_penny"]}, treasure_deck=["mr_boom"])
    game.activate("the_d20", "bloody_penny").settle().expect(player=1, items=["mr_boom"])
    game.expect(discard="loot", top=["bloody_penny"])


def test_the_d20__nothing_destroyed_nothing_gained() -> None:
    """ER-58, R17.2: the target is gone on resolution: no treasure: [the_d20] [chaos_card]."""
    game = start({"items": ["the_d20"]}, {"items": ["dinner", "chaos_card"]}, treasure_deck=["mr_boom"])
    game.activate("the_d20", "dinner").activate("chaos_card", "dinner", by=1).settle()
    game.expect(player=1, items=[]).expect(deck="treasure", top=["mr_boom"])


def test_decoy__swaps_control() -> None:
    """R2.22: [decoy] and the target change hands, turned and counted as they are; nothing is gained."""
    game = start({"items": ["decoy"]}, {"items": [{"card": "tech_x", "counters": 2, "turned": True}, "meat"]})
    game.activate("decoy").expect(illegal="choose Decoy").choose("tech_x").settle().expect(
        player=0, items=["tech_x"]
    ).expect(player=1, items=["decoy", "meat"])
    game.expect(card="tech_x", counters=2, turned=True).expect(card="decoy", turned=True)


def test_decoy__eternal_or_gone_swaps_nothing() -> None:
    """ER-17: an eternal or destroyed Decoy leaves everything where it is; eternal items are no targets: [decoy]."""
    theirs = {"items": ["dinner", "meat", "chaos_card", {"card": "the_d6", "eternal": True}]}
    game = start({"items": [{"card": "decoy", "eternal": True}]}, theirs).activate("decoy")
    game.expect(illegal="choose The D6").choose("dinner").settle().expect(player=0, items=["decoy"])
    game.expect(player=1, items=4)
    game = (
        start({"items": ["decoy"]}, theirs).activate("decoy", "dinner").activate("chaos_card", "decoy", by=1).settle()
    )
    game.expect(player=0, items=[]).expect(player=1, items=["dinner", "meat", "the_d6"])


def test_remote_detonator__the_most_votes() -> None:
    """ER-54: [remote_detonator] open votes in turn order from the active player; a single maximum is destroyed."""
    seats = [
        {"items": ["dinner"]},
        {"items": ["remote_detonator", {"card": "the_d6", "eternal": True}]},
        {"items": ["meat"]},
    ]
    game = Scenario(players=seats).start().activate("remote_detonator", by=1).pass_all()
    game.expect(asked=0, question="vote", illegal="choose The D6").choose("meat", by=0)
    game.choose("dinner", by=1).choose("meat", by=2).expect(player=2, items=[]).expect(player=0, items=["dinner"])


def test_remote_detonator__a_tie_destroys_nothing() -> None:
    """ER-54: [remote_detonator] with equal votes nothing happens."""
    game = start({"items": ["dinner"]}, {"items": ["remote_detonator", "meat"]}).activate("remote_detonator", by=1)
    game.pass_all("dinner", "meat").expect(player=0, items=["dinner"]).expect(player=1, items=2)


@pytest.mark.parametrize(("card", "coins", "turned"), [("mr_boom", 5, True), ("golden_razor_blade", 0, False)])
def test_no__cancels_effects_of_items(card: str, coins: int, turned: bool) -> None:
    """R17.10, R5.5: [no] cancels an activated or a paid effect; what it cost is lost."""
    game = start({"items": ["mr_boom", "golden_razor_blade"], "coins": 5}, {"items": ["no"]})
    (game.activate if turned else game.pay)(card, "fatty").activate("no", by=1).settle()
    game.expect(monster="fatty", hp=4).expect(player=0, coins=coins).expect(card=card, turned=turned, owner=0)


def test_no__leaves_loot_cards_alone() -> None:
    """R17.10: a loot card is no effect of an item: [no]."""
    game = start({"hand": ["bomb"]}, {"items": ["no"]}).play("bomb", "fatty").pass_(by=0)
    game.expect(asked=1, illegal="activate No!")


def test_no__cancels_the_line_of_an_item_but_no_roll_and_no_trigger() -> None:
    """R17.10: not the roll, but the line of the dice table once it is pushed; never a trigger: [no]."""
    game = start({"items": ["mystery_sack"]}, {"items": ["no"]}, dice=[3]).activate("mystery_sack").pass_all()
    game.copy().pass_(by=0).expect(asked=1, illegal="activate No!")
    game.pass_all().expect(stack=["result of mystery sack"]).activate("no", by=1).settle().expect(player=0, coins=3)
    game = start({"items": ["edens_blessing"], "coins": 0}, {"items": ["no"]}, phase="end").pass_(by=0)
    game.expect(asked=1, stack=["trigger Eden's Blessing"], illegal="activate No!")


def test_flush__monsters_to_the_bottom() -> None:
    """[flush] (a) all active monsters that are not attacked go to the bottom; a covered one is active again."""
    monsters = ["fly", {"card": "fatty", "covered": ["dip"]}, "trite"]
    game = start({"items": ["flush"]}, monsters=monsters, monster_deck=["spider"]).attack("fly").pass_all()
    game.activate("flush", "a").pass_all("fatty").expect(monsters=["fly", "dip", "empty"], stack=["refill"])
    game.expect(deck="monster", bottom=["trite", "fatty"]).settle().expect(monsters=["fly", "dip", "spider"])
    game.expect(shop=2, attacking="fly")


def test_flush__shop_items_to_the_bottom() -> None:
    """[flush] (b) all shop items go to the bottom of the treasure deck; the slots are refilled; monsters stay."""
    game = start({"items": ["flush"]}, shop=["dinner", "meat"], treasure_deck=["mr_boom", "the_relic"])
    game.activate("flush", "b").pass_all("meat").expect(deck="treasure", bottom=["dinner", "meat"])
    game.settle().expect(monsters=["fly", "fatty"])
    assert sorted(game.read.game()["shop"]) == ["mr_boom", "the_relic"]


def test_monster_manual__forces_the_active_player() -> None:
    """FSR-082, R11.7: [monster_manual] the active player must attack the monster chosen, with the normal attack."""
    game = start({}, {"items": ["monster_manual"]}, monsters=["fly", "stoney", "fatty"])
    game.activate("monster_manual", by=1).expect(asked=1, illegal="choose Stoney").choose("fatty").settle()
    assert game.legal() == ["attack Fatty"]
    game.attack("fatty").pass_all().expect(attacking="fatty").expect(player=0, attacks_used=1)


def test_monster_manual__may_name_the_deck() -> None:
    """R11.2, R11.7: what the active player must attack may be the monster deck, with [monster_manual]; then no monster is
    open, until the attack on the deck has started."""
    game = start({}, {"items": ["monster_manual"]}, monsters=["fly", "fatty"], monster_deck=["dip"])
    game.activate("monster_manual", by=1).expect(
        asked=1, legal=["choose Fly", "choose the monster deck or its discard pile"]
    )
    game.choose("monster").settle()
    assert game.legal() == ["attack the top of the monster deck"]
    game.attack("deck").settle("fly").expect(attacking="dip").fight(6).expect(legal="pass", illegal="attack Fatty")


def test_monster_manual__no_deck_to_name() -> None:
    """R11.17: while monster deck and discard pile are empty [monster_manual] names monsters only."""
    game = start({}, {"items": ["monster_manual"]}, monsters=["fly", "fatty"], exact_decks=["monster"])
    game.activate("monster_manual", by=1).expect(illegal="choose the monster deck or its discard pile")


def test_monster_manual__after_the_attack_it_is_extra() -> None:
    """R11.7: with no attack left the forced one is additional: [monster_manual]."""
    game = start({"items": ["monster_manual"], "attacks_used": 1}, monsters=["fly", "fatty"])
    game.expect(illegal="attack Fly").activate("monster_manual", "fly").settle().attack("fly").fight(6)
    game.expect(card="fly", zone="discard").expect(illegal="attack Fatty", legal="pass")


def test_the_shovel__digs_up_a_monster() -> None:
    """[the_shovel] a monster of the discard pile, chosen on resolution, continues top; bonus cards and curses do not."""
    pile = ["dip", "curse_of_pain", "chest_1", "gurdy"]
    game = start({"items": ["the_shovel"]}, monster_discard=pile).activate("the_shovel").pass_all()
    game.expect(legal=["choose Dip", "choose Gurdy"], illegal=["choose Curse of Pain", "choose Chest"]).choose("gurdy")
    game.expect(deck="monster", top=["gurdy"]).expect(discard="monster", top=["dip", "curse_of_pain", "chest_1"])


def test_potato_peeler__peels_each_deck() -> None:
    """[potato_peeler] the top card of each deck goes to its discard pile, without effect."""
    tops = {"loot": "a_dime", "treasure": "the_chest", "monster": "troll_bombs"}
    game = start({"items": ["potato_peeler"]}, **{f"{deck}_deck": [card] for deck, card in tops.items()})
    game.activate("potato_peeler").settle().expect(player=0, hp=2, souls=0, hand=[])
    for deck, card in tops.items():
        game.expect(discard=deck, top=[card], size=1)


@pytest.mark.parametrize(("deck", "top"), [("loot", "a_dime"), ("treasure", "mr_boom"), ("monster", "dip")])
def test_sack_head__looks_and_may_sink(deck: str, top: str) -> None:
    """[sack_head] its player sees the top card of the deck chosen and may put it on the bottom."""
    game = start({"items": ["sack_head"]}, **{f"{deck}_deck": [top]}).activate("sack_head", f"{deck} deck").pass_all()
    game.expect(question="may").expect(card=top, zone="deck", known=[0])
    game.copy().choose("no").expect(deck=deck, top=[top])
    game.choose("yes").expect(deck=deck, bottom=[top])


def test_active_items__serve_their_player_in_the_turn_of_another() -> None:
    """R2.24, R5.7: "you" is the player who activates, not the active player: [bum_friend] [boomerang] [guppys_head]
    [jawbone] [mystery_sack] [the_d100] [book_of_sin] [crystal_ball] [glass_cannon]."""
    mine = {"hand": ["bomb"], "items": ["dinner", "fanny_pack"]}

    def play(card: str, *choices: str | int, dice: tuple[int, ...] = ()) -> Play:
        game = start(mine, {"items": [card]}, dice=list(dice), loot_deck=["a_dime", "dagaz", "ehwaz"])
        return game.activate(card, *choices, by=1)

    play("bum_friend").settle().expect(player=1, hand=[]).expect(player=0, hand=["bomb"]).expect(
        deck="loot", top=["a_dime"]
    )
    for card in ("boomerang", "guppys_head"):
        play(card, 0).settle().expect(player=1, hand=["bomb"]).expect(player=0, hand=[])
    play("jawbone", 0).settle().expect(player=1, coins=6).expect(player=0, coins=0)
    play("mystery_sack", dice=(1,)).settle().expect(player=1, hand=["a_dime"]).expect(player=0, hand=["bomb"])
    play("mystery_sack", dice=(4,)).settle().expect(player=1, coins=7).expect(player=0, coins=3)
    for number, facts in {1: {"hand": 1}, 2: {"hand": 2}, 3: {"coins": 6}, 5: {"hp": 3}, 6: {"attack": 2}}.items():
        play("the_d100", dice=(number,)).settle().expect(player=1, **facts).expect(player=0, hand=1, attack=1, hp=3)
    for number, facts in {1: {"coins": 4}, 3: {"hand": 1}, 6: {"hp": 3}}.items():
        play("book_of_sin", dice=(number,)).settle().expect(player=1, **facts).expect(player=0, hand=1, coins=3, hp=3)
    play("glass_cannon", "fanny_pack", dice=(5,)).settle().expect(player=1, hand=2, items=[]).expect(player=0, hand=1)
    game = play("crystal_ball").pass_all(4).attack("fatty").roll(4).pass_all().pass_all().pass_all().pass_all()
    game.expect(player=1, hand=3).expect(player=0, hand=["bomb"])


def test_host_hat__protects_its_player_in_the_turn_of_another() -> None:
    """ER-31: the shield is its player's; the dead and its player are no targets of the answer: [host_hat]."""
    seats = [{"hand": ["bomb"]}, {"items": ["host_hat"]}, {"dead": True}, {}]
    game = Scenario(players=seats).start().activate("host_hat", by=1).settle().play("bomb", 1).pass_all()
    game.expect(asked=1, legal=["choose player 0", "choose player 3"], illegal=["choose player 1", "choose player 2"])
    game.choose(3).settle().expect(player=1, hp=2).expect(player=3, hp=1).expect(player=0, hp=2)


def test_moms_bra__spares_a_monster() -> None:
    """R12.13: the victim may be a monster: [moms_bra]."""
    game = start({"items": ["moms_bra"], "hand": ["gold_bomb"]}, monsters=["fatty"]).play("gold_bomb", "fatty")
    game.activate("moms_bra", "fatty").settle().expect(monster="fatty", hp=3)


@pytest.mark.parametrize("card", ["the_d20", "perthro", "the_d4", "pills_spots"])
@pytest.mark.parametrize(("hp", "after"), [(3, 3), (2, 3), (1, 2)])
def test_reroll__a_bonus_ends_before_the_next_begins(card: str, hp: int, after: int) -> None:
    """R12.1, R12.9, A46: rerolling Dinner into Breakfast the maximum falls to 2, which only caps, and the new bonus gives a
    hit point [the_d20] [perthro] [the_d4] [pills_spots]."""
    loot = card in ("perthro", "pills_spots")
    seat = {"hand": [card] if loot else [], "items": ["dinner"] if loot else [card, "dinner"], "hp": hp}
    game = start(seat, treasure_deck=["breakfast"], dice=[5]).expect(player=0, hp=hp, max_hp=3)
    game = game.play(card) if loot else game.activate(card)
    if not game.stack:
        game.choose(0 if card == "the_d4" else "dinner")
    game.settle().expect(player=0, hp=after, max_hp=3).expect(card="breakfast", zone="item")


def test_two_of_clubs__in_response_to_a_loot() -> None:
    """ER-39: a loot that lies on the stack already is doubled when it resolves: [two_of_clubs]."""
    game = start({"items": ["two_of_clubs"]}, phase="loot").expect(stack=["loot 1"]).activate("two_of_clubs", 0)
    game.settle().expect(player=0, hand=2)


def test_compost__an_empty_pile_leaves_the_deck() -> None:
    """ER-39: nothing in the discard pile, all from the deck; the loot step counts as a loot: [compost]."""
    game = start({"items": ["compost", "mystery_sack"]}, loot_deck=["dagaz", "ehwaz"], phase="loot", dice=[1])
    game.activate("compost").settle().expect(player=0, hand=["dagaz"]).expect(discard="loot", size=0)
    game.until("action").activate("mystery_sack").settle().expect(player=0, hand=["dagaz", "ehwaz"])


def test_targets__own_items_may_be_chosen() -> None:
    """A74: "any item" includes one's own: [decoy] [glass_cannon]."""
    game = start({"items": ["decoy", "dinner"]}, {"items": ["meat"]}).activate("decoy").expect(legal="choose Dinner")
    game.choose("dinner").settle().expect(player=0, items=["decoy", "dinner"]).expect(player=1, items=["meat"])
    game = start({"items": ["glass_cannon", "dinner"]}, {"items": ["meat"]}, dice=[6]).activate("glass_cannon")
    game.choose("dinner").settle().expect(player=0, items=["glass_cannon"], hand=[]).expect(player=1, items=["meat"])
