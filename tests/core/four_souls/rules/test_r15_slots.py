"""R15: slots, refilling, covering and decks."""

from __future__ import annotations

from fs_env.core.four_souls.state import SHOP, SLOTS
from tests.core.four_souls.rules.table import cards_lost_or_doubled, deal, filled, start

ITEMS = (
    *("breakfast", "synthoil", "ipecac", "brimstone", "moms_purse", "the_relic", "finger", "moms_box", "eye_of_greed"),
    *("moms_razor", "dry_baby", "goat_head", "the_map", "shadow", "decoy", "no", "chaos"),
)


def test_slots__two_shop_and_two_monster() -> None:
    """R15.1: a new game has two shop and two monster slots, all of them filled with cards of their kinds."""
    game = deal(seed=3, players=3)
    assert len(filled(game, "shop", "n_shop")) == 2 and len(filled(game, "slot", "n_slots")) == 2
    assert "empty" not in game.read.game()["monsters"] and "empty" not in game.read.game()["shop"]


def test_refill__pushed_before_the_next_window() -> None:
    """R15.2: an emptied shop slot pushes its refill above what waits, and the active player has priority."""
    game = start({"coins": 10}, treasure_deck=["mr_boom"], shop=["dinner", "breakfast"]).buy("dinner").pass_all()
    game.expect(stack=["refill shop slot 0"], asked=0, shop=["empty", "breakfast"], question="priority")
    game.pass_all().expect(shop=["mr_boom", "breakfast"], stack=[])


def test_refill__of_a_stolen_shop_item_above_the_stack() -> None:
    """R15.2, R2.26: [the_devil] takes a shop item with a purchase below: the refill lies on top of that purchase."""
    game = start({"coins": 10}, {"hand": ["the_devil"], "items": ["meat"]}, shop=["dinner", "breakfast"])
    game.buy("breakfast").play("the_devil", "dinner", "meat", by=1).pass_all()
    game.expect(stack=["buy breakfast", "refill shop slot 0"], asked=0)


def test_refill__active_player_orders_decks() -> None:
    """R15.2, R6.5: with a shop and a monster slot to refill the active player says which is worked off first."""
    game = start({}, {}, {}, active=1, shop=["empty", "dinner"], monsters=["empty", "fly"], treasure_deck=["meat"])
    game.expect(asked=1, question="refill")
    other = game.copy().choose("treasure deck")
    game.choose("monster deck")
    assert {tuple(game.stack), tuple(other.stack)} == {
        ("refill shop slot 0", "refill monster slot 0"),
        ("refill monster slot 0", "refill shop slot 0"),
    }
    game.settle().expect(shop=["meat", "dinner"])
    assert "empty" not in game.read.game()["monsters"]


def test_refill__one_at_a_time() -> None:
    """R15.2: while the refill of a slot is on the stack, answers to it push no second one."""
    game = start({"hand": ["a_penny", "two_cents"]}, monsters=["empty", "fly"], monster_deck=["dip"])
    game.expect(stack=["refill monster slot 0"]).play("a_penny").pass_all().expect(stack=["refill monster slot 0"])
    game.play("two_cents", turn=True).expect(stack=["refill monster slot 0", "play 2 cents"])
    game.settle().expect(monsters=["dip", "fly"])


def test_refill__not_while_the_dead_card_is_on_the_stack() -> None:
    """R15.2, R14.6: the slot of a dead monster refills only after its card has resolved."""
    game = start({"hand": ["bomb"]}, monsters=["dip", "fly"], monster_deck=["fatty"]).play("bomb", "dip")
    game.pass_all().expect(stack=["death of dip"]).pass_all()
    game.expect(stack=["card of dip", "reward of dip"], monsters=["empty", "fly"]).pass_all()
    game.expect(stack=["card of dip"], monsters=["empty", "fly"]).pass_all()
    game.expect(stack=["refill monster slot 0"], asked=0).pass_all().expect(monsters=["fatty", "fly"])


def test_refill__not_while_the_revealed_card_is_played() -> None:
    """R15.2, R15.3: while [chest_1] is played, its roll and its line included, its slot waits without a refill."""
    game = start(monsters=["empty", "fly"], monster_deck=["chest_1", "dip"], dice=[6]).pass_all()
    game.expect(stack=["event chest"], monsters=["empty", "fly"], asked=0).pass_all()
    game.expect(stack=["roll 6 for chest"])
    game.expect(card="chest_1", zone="beside").pass_all().expect(stack=["result of chest"]).pass_all()
    game.expect(player=0, coins=9).expect(stack=["refill monster slot 0"]).expect(card="chest_1", zone="discard")
    game.settle().expect(monsters=["dip", "fly"])


def test_refill__cancelled_event_refills_again() -> None:
    """R15.3: after a revealed card was cancelled the slot gets a new refill; [the_fool] cancels, [troll_bombs] is gone."""
    game = start({"hand": ["the_fool"]}, monsters=["empty", "fly"], monster_deck=["troll_bombs", "dip"]).pass_all()
    game.expect(stack=["event troll bombs"]).play("the_fool").pass_all()
    game.expect(player=0, hp=2).expect(card="troll_bombs", zone="discard").expect(stack=["refill monster slot 0"])
    game.settle().expect(monsters=["dip", "fly"])


def test_refill__not_at_all_without_cards() -> None:
    """R15.2, A35: with no treasure in deck and discard pile a slot stays empty, and the turn can end."""
    game = start(shop=["empty", "dinner"], exact_decks=["treasure"]).expect(stack=[], shop=["empty", "dinner"])
    game.end_turn().expect(active=1, shop=["empty", "dinner"])


def test_refill__not_at_all_without_monsters() -> None:
    """R15.2, A80: a monster deck and discard pile of other cards fill no slot; nothing is revealed."""
    game = start(
        monsters=["empty", "fly"], monster_deck=["chest_1"], exact_decks=["monster"], monster_discard=["ambush"]
    )
    game.expect(stack=[], monsters=["empty", "fly"]).expect(deck="monster", top=["chest_1"], size=1)
    game.end_turn().expect(active=1).expect(deck="monster", size=1)


def test_refill__as_soon_as_a_card_is_there() -> None:
    """R15.2, A35: a slot that could not be refilled is, as soon as a card of its deck is discarded."""
    seat = {"items": ["glass_cannon", "mr_boom"]}
    game = start(seat, shop=["empty", "dinner"], exact_decks=["treasure"], dice=[6]).expect(stack=[])
    game.activate("glass_cannon", "mr_boom").pass_all()
    game.expect(stack=["roll 6 for glass cannon", "refill shop slot 0"]).pass_all().expect(shop=["mr_boom", "dinner"])


def test_monster_refill__events_until_a_monster() -> None:
    """R15.3: two cards without stats are played one after the other by the active player before a monster enters."""
    game = start({}, {}, active=1, monsters=["fly", "empty"], monster_deck=["troll_bombs", "shop_upgrade", "dip"])
    game.pass_all().expect(stack=["player 1: event troll bombs"], asked=1).pass_all()
    game.expect(player=1, hp=0, dying=True).expect(player=0, hp=2)
    game.expect(stack=["refill monster slot 1", "death of player 1"], monsters=["fly", "empty"])
    for _ in range(3):
        game.pass_all()
    game.expect(player=1, dead=True, coins=2).expect(stack=["player 1: event shop upgrade"], asked=1)
    game.settle("treasure deck", "treasure deck").expect(monsters=["fly", "dip"], shop=4)
    game.expect(card="shop_upgrade", zone="discard").expect(card="troll_bombs", zone="discard")


def test_shop_refill__top_treasure() -> None:
    """R15.4: a shop refill puts the top treasure in its slot, seen by every player, and nothing else."""
    game = start(shop=["meat", "empty"], treasure_deck=["dinner", "mr_boom"]).expect(stack=["refill shop slot 1"])
    game.pass_all().expect(shop=["meat", "dinner"], stack=[]).expect(card="dinner", zone="shop", known=[0, 1])
    game.expect(deck="treasure", top=["mr_boom"]).expect(player=0, items=[])


def test_refill__fizzles_when_the_slot_was_filled() -> None:
    """R15.4: [the_d10] fills the empty slot in response; its refill then reveals nothing."""
    game = start(
        {"hand": ["pills_blue"], "items": ["the_d10"]}, monsters=["empty", "fly"], monster_deck=["dip", "trite"]
    )
    game.roll(3).play("pills_blue").pass_all().pass_all().expect(stack=["refill", "result of pills", "trigger the d10"])
    game.pass_all("yes", "empty").expect(monsters=["dip", "fly"]).settle()
    game.expect(monsters=["dip", "fly"], stack=[]).expect(monster="dip", covered=[]).expect(
        deck="monster", top=["trite"]
    )


def test_covering__without_limit() -> None:
    """R15.5: attack after attack on the deck covers the same slot; the pile comes up again in the reverse order."""
    seat = {"extra_attacks": 1, "hand": ["bomb", "bomb"], "extra_plays": 1}
    game = start(seat, monsters=["fly", {"card": "fatty", "covered": ["clotty"]}], monster_deck=["dip", "trite"])
    game.attack("deck").pass_all(1).expect(attacking="dip", monsters=["fly", "dip"])
    game.play("bomb", "dip", turn=False).pass_all().expect(stack=["death of dip"])
    game.settle().expect(monster="fatty", slot=1, covered=["clotty"], attacked=False).expect(attacking=None)
    game.attack("deck").pass_all(1).expect(monster="trite", covered=["fatty", "clotty"], attacked=True)
    deep = ["dip", "trite", "leech", "squirt", "clotty", "spider"]
    game = start({"hand": ["bomb"]}, monsters=[{"card": "fly", "covered": deep}]).play("bomb", "fly").settle()
    game.expect(monster="dip", covered=deep[1:]).expect(monsters=["dip"])


def test_covered__cannot_be_attacked_or_targeted() -> None:
    """R15.6, R2.17: a covered monster is no target of an attack or a bomb, and its text is off."""
    seat = {"hand": ["bomb", "pills_blue"]}
    game = start(seat, monsters=[{"card": "dip", "covered": ["holy_dip"]}, "fly"], dice=[1])
    game.expect(illegal="attack Holy Dip", legal="attack Dip")
    game.copy().play("bomb").expect(legal="choose Dip", illegal="choose Holy Dip")
    game.play("pills_blue").pass_all().pass_all().expect(stack=["result of pills blue"]).settle()
    game.expect(player=0, coins=3)


def test_covered__damage_is_forgotten() -> None:
    """R15.6, A30: [the_d10] covers a damaged monster; uncovered, it is unhurt and may be attacked again."""
    seat = {"hand": ["pills_blue", "bomb"], "items": ["the_d10"]}
    game = start(seat, monsters=[{"card": "fatty", "hp": 1}, "fly"], monster_deck=["dip"], dice=[3])
    game.play("pills_blue").pass_all().pass_all().pass_all("yes", 0).expect(monster="dip", covered=["fatty"])
    game.settle().play("bomb", "dip", turn=True).settle().expect(monster="fatty", hp=4, slot=0, covered=[])
    game.expect(legal="attack Fatty", stack=[])


def test_cover__not_the_attacked_monster() -> None:
    """R11.16, R15.5: [the_d10] covers an unattacked slot only; before the declaration resolves any slot is free."""
    game = start({"items": ["the_d10"]}, monsters=["fatty", "fly"], monster_deck=["dip"], dice=[3])
    game.attack("fatty").pass_all().pass_all().pass_all().pass_all("yes")
    game.expect(monsters=["fatty", "dip"], attacking="fatty").expect(monster="dip", covered=["fly"])


def test_expand__new_slot_refills_at_once_and_always() -> None:
    """R15.7, FSR-131: [mulligan] adds a monster slot; it starts empty, refills, and refills again later."""
    game = start({"hand": ["bomb", "bomb"]}, monsters=["mulligan", "fly"], monster_deck=["dip", "trite", "squirt"])
    game.play("bomb", "mulligan").pass_all().pass_all().expect(stack=["card of", "reward of", "trigger mulligan"])
    game.pass_all().expect(monsters=["empty", "fly", "empty"])
    game.expect(stack=["card of mulligan", "reward of mulligan", "refill monster slot 2"]).settle()
    game.expect(monsters=["trite", "fly", "dip"]).play("bomb", "dip", turn=True).settle()
    game.expect(monsters=["trite", "fly", "squirt"])


def test_expand__shop_slots_stay() -> None:
    """R15.7: [hanger] adds a shop slot for the rest of the game."""
    seat = {"items": [{"card": "tech_x", "counters": 3}]}
    game = start(seat, monsters=["hanger", "fly"], treasure_deck=["meat"]).pay("tech_x", "hanger").settle()
    game.expect(shop=["dinner", "breakfast", "meat"]).end_turn().expect(shop=["dinner", "breakfast", "meat"])


def test_expand__bound_of_the_engine() -> None:
    """R15.7, ER-52: beyond 12 monster slots or 16 shop slots an expansion does nothing and the game continues."""
    names = ["dip", "trite", "squirt", "clotty", "leech", "spider", "pooter", "red_host", "cod_worm", "fat_bat", "fly"]
    game = start({"hand": ["bomb"]}, monsters=["mulligan", *names], monster_deck=["fatty"]).play("bomb", "mulligan")
    game.settle().expect(monsters=["fatty", *names]).expect(player=0, coins=6)
    many = ["dinner", "meat", *(card for card in ITEMS if card not in ("dinner", "meat"))][:SHOP]
    game = start({}, monsters=["fly", "empty"], shop=many, monster_deck=["shop_upgrade", "fatty"]).settle()
    game.expect(shop=many, monsters=["fly", "fatty"]).expect(player=0, extra_attacks=1)
    assert SLOTS == 12 and SHOP == 16


def test_turn_end__waits_for_refills() -> None:
    """R15.8, FSR-132: a shop slot emptied at the very end of the action phase is refilled before the turn passes."""
    game = start({"items": ["meat"], "hand": ["the_devil"]}, shop=["dinner"], treasure_deck=["breakfast"])
    game.until("end").play("the_devil", "dinner", "meat", turn=True).pass_all().expect(phase="end")
    game.expect(stack=["refill shop slot 0"], active=0).end_turn().expect(active=1, shop=["breakfast"])


def test_reshuffle__the_moment_the_deck_is_empty() -> None:
    """R15.9, FSR-130: the last loot card drawn turns the discard pile into the deck at once, without the stack."""
    game = start(phase="loot", loot_deck=["a_dime"], exact_decks=["loot"], loot_discard=["bomb", "dagaz"])
    game.expect(deck="loot", size=1).expect(discard="loot", size=2).pass_all()
    game.expect(player=0, hand=["a_dime"], coins=3).expect(stack=[]).expect(discard="loot", size=0)
    game.expect(deck="loot", size=2).expect(card="dagaz", zone="deck", known=[])


def test_reshuffle__in_the_middle_of_an_effect() -> None:
    """R15.9: a loot of three with one card in the deck continues with the reshuffled discard pile."""
    game = start({"hand": ["pills_blue"]}, loot_deck=["a_dime"], exact_decks=["loot"], loot_discard=["bomb", "dagaz"])
    game.roll(3).play("pills_blue").settle().expect(player=0, hand=["a_dime", "bomb", "dagaz"])
    game.expect(deck="loot", top=["pills_blue"], size=1).expect(discard="loot", size=0)
    assert cards_lost_or_doubled(game) == []


def test_reshuffle__not_the_cards_on_the_stack() -> None:
    """R15.9: a loot card on the stack or beside it is in no discard pile and stays out of the new deck."""
    seats = {"hand": ["bomb"]}, {"hand": ["pills_blue"]}
    game = start(*seats, loot_deck=["a_dime"], exact_decks=["loot"], loot_discard=["dagaz"], dice=[3])
    game.play("bomb", "fatty").play("pills_blue", by=1, turn=True).pass_all().pass_all().pass_all()
    game.expect(player=1, hand=["a_dime", "dagaz"]).expect(card="bomb", zone="stack")
    game.expect(deck="loot", top=["pills_blue"], size=1)


def test_empty_deck__nothing_to_draw() -> None:
    """R15.9: with deck and discard pile empty a loot does nothing, and the next discarded card becomes the deck."""
    game = start({"hand": ["a_penny"]}, exact_decks=["loot"], phase="loot").pass_all()
    game.expect(player=0, hand=["a_penny"]).expect(deck="loot", size=0).until("action")
    game.play("a_penny").settle().expect(deck="loot", top=["a_penny"], size=1).expect(discard="loot", size=0)


def test_looked_at__stay_out_of_nothing() -> None:
    """R15.9, R15.11: looking takes nothing: the deck keeps its size and is not reshuffled."""
    game = start({"items": ["sleight_of_hand"]}, loot_deck=["bomb"], exact_decks=["loot"], loot_discard=["dagaz"])
    game.activate("sleight_of_hand", "loot").settle().expect(deck="loot", top=["bomb"], size=1)
    game.expect(discard="loot", top=["dagaz"], size=1).expect(card="bomb", zone="deck", known=[0])


def test_direct_replacement__without_a_refill() -> None:
    """R15.10: [spider_mod] puts the top monster in the slot while it resolves; no refill is pushed."""
    game = start({"hand": ["pills_blue"], "items": ["spider_mod"]}, monster_deck=["dip"], dice=[5])
    game.play("pills_blue").pass_all().pass_all("fatty").pass_all()
    game.expect(monsters=["fly", "dip"], stack=["result of pills blue"])


def test_direct_cover__event_played_afterwards() -> None:
    """R15.10: a card without stats found by [the_d10] is played by the active player; the slot stays as it was."""
    seat = {"hand": ["pills_blue"], "items": ["the_d10"]}
    game = start({}, seat, monster_deck=["shop_upgrade", "dip"], dice=[3]).play("pills_blue", by=1, turn=True)
    game.pass_all().pass_all().pass_all("yes", "fly")
    game.expect(monsters=["fly", "fatty"], stack=["result of pills blue", "player 0: event shop upgrade"], asked=0)
    game.settle().expect(monsters=["fly", "fatty"]).expect(deck="monster", top=["dip"]).expect(
        player=0, extra_attacks=1
    )


def test_loot__card_by_card() -> None:
    """R15.11, A84: the third card of a loot of three is the tenth in hand: [soul_of_gluttony] at once."""
    hand = ["pills_blue", *["a_penny"] * 6, "two_cents"]
    game = start({"hand": hand}, bonus_souls=["soul_of_gluttony"], dice=[3]).play("pills_blue")
    game.pass_all().pass_all().expect(player=0, hand=7, souls=0).pass_all()
    game.expect(player=0, hand=10, soul_cards=["soul_of_gluttony"])


def test_looking__at_fewer_cards() -> None:
    """R15.11: [the_emperor] with two cards in the monster deck looks at those two and leaves the discard pile alone."""
    seat = {"hand": ["the_emperor"]}
    game = start(seat, monster_deck=["dip", "trite"], exact_decks=["monster"], monster_discard=["leech"])
    game.play("the_emperor").pass_all("trite").expect(deck="monster", top=["trite", "dip"], size=2)
    game.expect(discard="monster", top=["leech"], size=1)


def test_bottom__chooser_orders() -> None:
    """R15.11: [the_emperor] keeps one on top; the player orders the others, the last one named lowest."""
    game = start({"hand": ["the_emperor"]}, monster_deck=["dip", "trite", "leech", "spider", "squirt", "clotty"])
    game.play("the_emperor").pass_all().expect(question="keep", asked=0).choose("leech").expect(question="order")
    game.expect(illegal="choose Leech").choose("squirt", "dip", "spider")
    game.expect(deck="monster", top=["leech", "clotty"], bottom=["trite", "spider", "dip", "squirt"])
