"""The 22 tarot cards of the base set."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.four_souls.rules.table import start


def test_the_fool__ends_the_turn_and_cancels_what_waits() -> None:
    """R7.13, R17.11, FSR-022: [the_fool] cancels an attack roll and an item's effect, and the end phase follows."""
    game = start({}, {"hand": ["the_fool"], "items": ["razor_blade"]}, monsters=["fatty"]).attack("fatty").pass_all()
    game.roll(6).pass_all().expect(stack=["attack roll 6"]).activate("razor_blade", 0, by=1)
    game.play("the_fool").pass_all()
    game.expect(stack=[], phase="end", active=0, attacking=None, asked=0).expect(player=0, hp=2, attacks_used=1)
    game.expect(monster="fatty", hp=4).expect(card="razor_blade", turned=True).end_turn().expect(active=1)


def test_the_fool__cancelled_cards_are_discarded() -> None:
    """ER-36: a loot card, a trinket and Lost Soul cancelled by [the_fool] go to the loot discard pile."""
    hand = ["a_dime", "bloody_penny", "lost_soul", "the_fool"]
    game = start({"hand": hand, "extra_plays": 3})
    game.play("a_dime").play("bloody_penny").play("lost_soul").play("the_fool").pass_all()
    game.expect(player=0, coins=3, items=[], souls=0).expect(stack=[], phase="end").expect(discard="loot", size=4)


def test_the_fool__game_events_stay() -> None:
    """R17.11, A78: a death and a purchase declaration survive [the_fool] and resolve before the end phase."""
    game = start({"hand": ["bomb", "the_fool"], "extra_plays": 1}, {"hp": 1}).play("bomb", 1).pass_all()
    game.expect(stack=["death of player 1"]).play("the_fool").pass_all()
    game.expect(stack=["death of player 1"], phase="action", illegal="attack Fly").settle()
    game.expect(player=1, dead=True, coins=2)
    game = start({"coins": 12}, {"hand": ["the_fool"]}, shop=["dinner"]).buy("dinner").play("the_fool", by=1).pass_all()
    game.expect(stack=["buy dinner"]).settle().expect(player=0, coins=2, items=["dinner"])


def test_the_fool__held_damage_resolves_unchanged() -> None:
    """R17.11, R6.9: [the_fool] cancels the roll of Guppy's Hairball; the damage it held back is dealt whole."""
    game = start({"hand": ["bomb", "the_fool"], "extra_plays": 1}, {"items": ["guppys_hairball"]}, dice=[6])
    game.play("bomb", 1).pass_all().pass_all().expect(stack=["held damage", "roll 6"]).play("the_fool").pass_all()
    game.expect(stack=["held damage to player 1"]).expect(player=1, hp=2).pass_all().expect(player=1, hp=1)
    game.expect(phase="end", stack=[])


def test_the_fool__rewards_stay() -> None:
    """R17.11, R14.4: a dying boss, its rewards and its soul survive [the_fool]."""
    game = start({}, {"hand": ["the_fool"]}, monsters=[{"card": "monstro", "hp": 1}]).attack("monstro").pass_all()
    game.roll(6).pass_all().pass_all().pass_all().expect(stack=["death of monstro"]).play("the_fool", by=1).pass_all()
    game.expect(stack=["death of monstro"], attacking=None)
    while not game.stack[-1].endswith("reward of Monstro"):
        game.pass_all()
    game.expect(player=0, coins=3).settle().expect(player=0, souls=1, soul_cards=["monstro"], coins=9)


def test_the_fool__cancels_the_loot_of_the_start_phase() -> None:
    """R17.11, R7.16: [the_fool] over Loot 1 leaves the active player without the card and without an action phase."""
    game = start({}, {"hand": ["the_fool"]}, phase="loot").play("the_fool", by=1).pass_all()
    game.expect(phase="end", stack=[]).expect(player=0, hand=[])


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_the_magician__sets_any_roll_to_any_number(number: int) -> None:
    """R9.11, R5.4: [the_magician] makes any player's roll a number named on resolution."""
    coins = {1: 4, 4: 0, 5: 8}
    game = start({"hand": ["wheel_of_fortune"]}, {"hand": ["the_magician"]}, dice=[3]).play("wheel_of_fortune")
    game.pass_all().play("the_magician", by=1).pass_all().expect(asked=1, question="number").choose(number)
    game.expect(stack=[f"player 0: roll {number} for X. Wheel of Fortune"])
    if number in coins:
        game.settle().expect(player=0, coins=coins[number])


def test_the_magician__needs_a_roll() -> None:
    """R5.2: without a roll on the stack [the_magician] cannot be played."""
    game = start({"hand": ["the_magician"]}).expect(illegal="play I. The Magician").attack("fatty").pass_all()
    game.expect(illegal="play I. The Magician").roll(1).pass_all().play("the_magician").pass_all(6)
    game.expect(stack=["attack roll 6"]).pass_all().expect(stack=["combat damage 1 to fatty"])


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_the_high_priestess__deals_the_number_rolled(number: int) -> None:
    """R9.9, R5.10: [the_high_priestess] rolls and deals that much damage to the target chosen when it was played."""
    game = start({"hand": ["the_high_priestess"]}, monsters=["gurdy", "fly"], dice=[number])
    game.play("the_high_priestess", "gurdy").pass_all().expect(stack=[f"roll {number}"]).expect(monster="gurdy", hp=5)
    game.pass_all().pass_all().expect(monster="gurdy", hp=max(0, 5 - number), dying=number >= 5)
    game.expect(monster="fly", hp=1).expect(player=0, hp=2).expect(player=1, hp=2)


def test_the_high_priestess__hits_players() -> None:
    """R12.2: [the_high_priestess] may aim at a player, not at a dead one."""
    game = start({"hand": ["the_high_priestess"]}, {}, {"dead": True}, dice=[1]).play("the_high_priestess")
    game.expect(illegal="choose player 2").choose(1).settle().expect(player=1, hp=1).expect(player=0, hp=2)


def test_the_empress__attack_and_all_rolls() -> None:
    """R9.3: [the_empress] gives +1 attack and +1 to every roll of that player, each bonus above its roll."""
    game = start({"hand": ["the_empress", "pills_yellow"], "extra_plays": 1}).play("the_empress", 0).pass_all()
    game.expect(player=0, attack=2).expect(player=1, attack=1).roll(2, 1).play("pills_yellow").pass_all()
    game.expect(stack=["roll 2 for pills yellow", "bonus +1"]).pass_all()
    game.expect(stack=["roll 3"]).settle().expect(player=0, coins=10)
    game.attack("fatty").pass_all().pass_all().expect(stack=["attack roll 1", "bonus +1"]).pass_all().pass_all()
    game.expect(stack=["combat damage 2 to fatty"]).fight(5, 5).end_turn().expect(player=0, attack=1)


def test_the_empress__other_players_rolls_are_not_helped() -> None:
    """R9.3: [the_empress] helps only the player chosen, until end of turn."""
    game = start({"hand": ["the_empress", "pills_yellow"], "extra_plays": 1}).play("the_empress", 1).settle()
    game.expect(player=1, attack=2).roll(2).play("pills_yellow").pass_all().expect(stack=["roll 2"])
    game.settle().expect(player=0, coins=7).end_turn().expect(player=1, attack=1)


def test_the_empress__her_bonus_follows_a_reroll() -> None:
    """R9.5, ER-18: the bonus of [the_empress] is pushed again for a rerolled number, but never twice for one number."""
    seat = {"hand": ["the_empress", "pills_yellow"], "extra_plays": 1, "items": ["the_d6"]}
    game = start(seat, dice=[1, 4]).play("the_empress", 0).settle().play("pills_yellow").pass_all()
    waiting = game.copy().activate("the_d6").pass_all().expect(stack=["roll 4", "bonus +1"]).pass_all()
    waiting.expect(stack=["roll 5 for pills yellow"])
    game.pass_all().expect(stack=["roll 2"]).activate("the_d6").pass_all().expect(stack=["roll 4", "bonus +1"])
    game.pass_all().expect(stack=["roll 5 for pills yellow"])


def test_the_high_priestess__fizzles_when_her_target_is_gone() -> None:
    """R17.2, R9.13: [the_high_priestess] does nothing to a monster that died after the roll; she is discarded."""
    seat = {"hand": ["the_high_priestess", "bomb"], "extra_plays": 1}
    game = start(seat, monsters=["fly", "fatty"], monster_deck=["dip"], dice=[6]).play("the_high_priestess", "fly")
    game.pass_all().play("bomb", "fly").pass_all().expect(stack=["roll 6", "death of fly"])
    game.settle().expect(monsters=["dip", "fatty"]).expect(monster="dip", hp=1).expect(monster="fatty", hp=4)
    game.expect(card="the_high_priestess", zone="discard").expect(player=0, hp=2)


def test_the_high_priestess__fizzles_when_her_target_has_died() -> None:
    """R17.2, R13.7: the number of [the_high_priestess] reaches no player who died above her line; nothing triggers."""
    seat = {"hand": ["the_high_priestess", "death_tarot"], "extra_plays": 1}
    game = start(seat, {"items": ["swallowed_penny", "meat"], "coins": 1}, {}, dice=[2]).play("the_high_priestess", 1)
    game.pass_all().expect(stack=["roll 2"]).pass_all().expect(stack=["II. The High Priestess"])
    alive = game.copy().pass_all().expect(stack=["death of player 1", "swallowed penny"]).expect(player=1, hp=0)
    alive.expect(card="the_high_priestess", zone="discard")
    game.play("death_tarot", 1).pass_all().pass_all().expect(player=1, dead=True).pass_all("meat")
    game.expect(stack=["II. The High Priestess"]).pass_all().expect(stack=[]).expect(player=1, coins=0)
    game.expect(card="the_high_priestess", zone="discard")


def test_the_high_priestess__reaches_no_monster_that_came_back() -> None:
    """R17.2, R2.22: [the_high_priestess] aims at the monster that lay there, not at the same card laid down anew."""
    seat = {"hand": ["the_high_priestess", "a_penny", "bomb"], "extra_plays": 1, "items": ["dads_key"]}
    game = start(seat, monsters=["fatty", "fly"], monster_deck=["spider", "dip"], dice=[2])
    game.play("the_high_priestess", "fatty").pass_all().pass_all().pay("dads_key", "a_penny").pass_all(0)
    game.expect(monster="spider", covered=["fatty"]).play("bomb", "spider")
    game.pass_all().pass_all().pass_all().pass_all().expect(stack=["result of II. The High Priestess"])
    game.expect(monster="fatty", hp=4).pass_all().expect(stack=[]).expect(monster="fatty", hp=4)


FIVES = [
    ("the_emperor", "monster", ["dip", "trite", "spider", "clotty", "squirt", "fat_bat"]),
    ("the_hermit", "treasure", ["mr_boom", "jawbone", "meat", "smelter", "decoy", "placebo"]),
    ("the_moon", "loot", ["a_dime", "dagaz", "bomb", "justice", "a_penny", "ehwaz"]),
]


@pytest.mark.parametrize(("card", "deck", "top"), FIVES)
def test_five_cards__one_on_top_four_to_the_bottom(card: str, deck: str, top: list[str]) -> None:
    """R5.4, R15.11: [the_emperor] monster, [the_hermit] treasure, [the_moon] loot deck: look at 5 cards, keep one on
    top, the others go to the bottom in an order of one's choice."""
    game = start({"hand": [card]}, **{f"{deck}_deck": top}).play(card).pass_all()
    game.expect(asked=0, source=card).expect(card=top[4], zone="deck", known=[0]).expect(card=top[5], known=[])
    game.choose(top[2], top[4], top[0], top[3]).expect(stack=[]).expect(card=card, zone="discard")
    game.expect(deck=deck, top=[top[2], top[5]], bottom=[top[1], top[3], top[0], top[4]])


@pytest.mark.parametrize(("card", "deck", "top"), FIVES)
def test_five_cards__of_a_shorter_deck(card: str, deck: str, top: list[str]) -> None:
    """R15.11: [the_emperor] [the_hermit] [the_moon] look at what there is; no card is fetched from the discard pile."""
    position: dict[str, Any] = {f"{deck}_deck": top[:2], f"{deck}_discard": top[2:], "exact_decks": [deck]}
    game = start({"hand": [card]}, **position).play(card).pass_all(top[1])
    game.expect(deck=deck, top=[top[1], top[0]], size=2)


def test_the_hierophant__prevents_two_damage_to_a_player() -> None:
    """R12.3, FSR-089: [the_hierophant] takes 2 off the next damage; a smaller one uses the shield up whole."""
    hand = ["the_hierophant", "bomb", "bomb", "gold_bomb"]
    game = start({"hand": hand, "extra_plays": 3}).play("the_hierophant", 1).settle()
    game.copy().play("gold_bomb", 1).settle().expect(player=1, hp=1)
    game.play("bomb", 1).settle().expect(player=1, hp=2).play("bomb", 1).settle().expect(player=1, hp=1)


def test_the_hierophant__shields_a_monster() -> None:
    """R12.3, R12.12: [the_hierophant] may shield a monster, also against combat damage; it ends with the turn."""
    game = start({"hand": ["the_hierophant", "gold_bomb"], "extra_plays": 1}, monsters=["fatty", "fly"])
    game.play("the_hierophant", "fatty").settle()
    game.copy().play("gold_bomb", "fatty").settle().expect(monster="fatty", hp=3)
    game.attack("fatty").fight(6, 6, 6, 6, 6).expect(player=0, attacks_used=1, hp=2).expect(dice=[])


def test_the_lovers__two_hit_points_until_end_of_turn() -> None:
    """R12.9, A46: [the_lovers] raises maximum and current HP by 2; at end of turn the HP fall to the old maximum."""
    game = start({"hand": ["the_lovers"]}, {"hp": 1}).play("the_lovers", 1).pass_all()
    game.expect(player=1, hp=3, max_hp=4).expect(player=0, max_hp=2).end_turn().expect(player=1, hp=2, max_hp=2)


def test_the_lovers__do_not_save_the_dying() -> None:
    """R12.9, A85: [the_lovers] gives a dying player no hit points."""
    game = start({"hand": ["bomb"]}, {"hp": 1, "hand": ["the_lovers"]}).play("bomb", 1).pass_all()
    game.play("the_lovers", 1, by=1).pass_all().expect(player=1, hp=0, dying=True).settle().expect(player=1, dead=True)


def test_the_chariot__attack_and_hit_point() -> None:
    """R12.9: [the_chariot] gives +1 attack and +1 HP until end of turn to the player chosen."""
    game = start({"hand": ["the_chariot"]}).play("the_chariot", 1).pass_all()
    game.expect(player=1, hp=3, max_hp=3, attack=2).expect(player=0, hp=2, max_hp=2, attack=1)
    game.end_turn().expect(player=1, hp=2, max_hp=2, attack=1)


def test_justice__catches_up() -> None:
    """R22 Gain: [justice] loots and gains up to the hand and the coins of the player chosen, without the played card."""
    game = start({"hand": ["justice", "bomb"]}, {"hand": ["a_penny", "dagaz", "ehwaz"], "coins": 11})
    game.play("justice", 1).pass_all().expect(player=0, hand=3, coins=11).expect(player=1, hand=3, coins=11)


@pytest.mark.parametrize("cards", [0, 1, 2, 3])
def test_justice__two_of_clubs_does_not_carry_it_past(cards: int) -> None:
    """ER-15, ER-39: [justice] loots until the hand is as large as the other one, also under [two_of_clubs]; the next loot
    of the turn is doubled as ever."""
    seat = {"hand": ["justice"], "items": ["two_of_clubs", "mystery_sack"]}
    game = start(seat, {"hand": ["a_penny", "dagaz", "ehwaz"][:cards]}, dice=[1]).activate("two_of_clubs", 0).settle()
    game.play("justice", 1).settle().expect(player=0, hand=cards)
    game.activate("mystery_sack").settle().expect(player=0, hand=cards + 2)


def test_justice__takes_nothing_away() -> None:
    """[justice] does nothing for a resource of which its player has as much or more, R2.8."""
    game = start({"hand": ["justice", "bomb", "dagaz"], "coins": 5}, {"hand": ["a_penny"], "coins": 9})
    game.copy().play("justice", 1).settle().expect(player=0, hand=["bomb", "dagaz"], coins=9)
    game.play("justice", 0).settle().expect(player=0, hand=["bomb", "dagaz"], coins=5)


@pytest.mark.parametrize(
    ("number", "facts"),
    [
        (1, {"coins": 10}),
        (2, {"hp": 2}),
        (3, {"hand": ["a_dime", "dagaz", "bomb"]}),
        (4, {"coins": 5}),
        (5, {"coins": 14}),
        (6, {"items": ["dinner", "breakfast", "mr_boom"]}),
    ],
)
def test_wheel_of_fortune__six_lines(number: int, facts: dict[str, Any]) -> None:
    """R9.7: [wheel_of_fortune] 1 gain 1, 2 take 2 damage, 3 loot 3, 4 lose 4, 5 gain 5 cents, 6 gain a treasure."""
    decks: dict[str, Any] = {"loot_deck": ["a_dime", "dagaz", "bomb"], "treasure_deck": ["mr_boom"]}
    before: dict[str, Any] = {"coins": 9, "hp": 4, "hand": [], "items": ["dinner", "breakfast"]}
    seat = {"hand": ["wheel_of_fortune"], "coins": 9, "items": before["items"]}
    game = start(seat, **decks, dice=[number]).play("wheel_of_fortune")
    game.pass_all().pass_all().expect(stack=["result of X. Wheel of Fortune"]).expect(player=0, **before).pass_all()
    game.expect(player=0, **{**before, **facts}).expect(player=1, coins=3, hp=2)
    game.expect(card="wheel_of_fortune", zone="discard")


def test_strength__attack_and_one_more_attack() -> None:
    """R11.1: [strength] gives +1 attack until end of turn and one more attack this turn."""
    game = start({"hand": ["strength"], "attacks_used": 1}, monsters=["fly", "fatty"]).expect(illegal="attack Fly")
    game.play("strength", 0).pass_all().expect(player=0, attack=2).attack("fly").fight(6)
    game.expect(player=0, attacks_used=1, extra_attacks=0, attack=2).expect(
        illegal=["attack Fatty", "attack the top of the monster deck"]
    )
    game.end_turn().expect(player=0, attack=1)


def test_strength__on_another_player_gives_no_attack() -> None:
    """ER-29: [strength] on a player whose turn it is not gives +1 attack only, and no player an attack."""
    game = start({"hand": ["strength"], "attacks_used": 1}).play("strength", 1).settle()
    game.expect(player=1, attack=2).expect(player=0, attack=1).expect(illegal="attack Fly")
    game.end_turn().expect(player=1, attack=1).until("action").attack("fly").fight(6, 6).expect(illegal="attack Fatty")


TOPS: dict[str, Any] = {"loot_deck": ["a_dime", "dagaz", "bomb"], "treasure_deck": ["meat", "smelter"]}
TOPS["monster_deck"] = ["dip", "trite"]


@pytest.mark.parametrize("loot", ["yes", "no"])
@pytest.mark.parametrize("treasure", ["yes", "no"])
@pytest.mark.parametrize("monster", ["yes", "no"])
def test_the_hanged_man__top_cards_of_all_decks(loot: str, treasure: str, monster: str) -> None:
    """A45: [the_hanged_man] looks at the top of each deck and decides for each one alone; then loots 2."""
    game = start({"hand": ["the_hanged_man"]}, **TOPS).play("the_hanged_man").pass_all()
    game.expect(question="may").expect(card="a_dime", known=[0]).choose(loot)
    game.expect(card="meat", known=[0]).choose(treasure).expect(card="dip", known=[0]).choose(monster)
    game.expect(player=0, hand=["dagaz", "bomb"] if loot == "yes" else ["a_dime", "dagaz"])
    game.expect(deck="treasure", top=["smelter"] if treasure == "yes" else ["meat", "smelter"])
    game.expect(deck="monster", top=["trite"] if monster == "yes" else ["dip", "trite"])
    game.expect(deck="loot", **({"bottom": ["a_dime"]} if loot == "yes" else {"top": ["bomb"]}))


def test_death_tarot__kills_a_player() -> None:
    """R12.10, R13.1: [death_tarot] pushes the death of the player chosen; shields do not help; monsters are safe."""
    hand = ["death_tarot", "soul_heart"]
    game = start({"hand": hand, "extra_plays": 1}, {"coins": 5}).play("soul_heart", 1).settle().play("death_tarot")
    game.expect(illegal=["choose Fly", "choose Fatty"], legal=["choose player 0", "choose player 1"]).choose(1)
    game.pass_all().expect(stack=["death of player 1"]).expect(player=1, dying=True, dead=False)
    game.settle().expect(player=1, dead=True, coins=4).expect(player=0, dead=False)


def test_death_tarot__prevented() -> None:
    """R13.9, FSR-108: a player with 1 HP whose death by [death_tarot] is prevented still has 1 HP."""
    seat = {"items": ["broken_ankh"], "hp": 1}
    game = start({"hand": ["death_tarot"]}, seat, dice=[6]).play("death_tarot", 1).settle()
    game.expect(player=1, hp=1, dead=False, dying=False, coins=3)


def test_death_tarot__needs_a_living_player() -> None:
    """R13.7, ER-63: [death_tarot] may not choose a dead player; with one player left that one is the target."""
    game = start({"hand": ["death_tarot"], "dead": True}, {"dead": True}).expect(illegal="play XIII. Death")
    game = start({"hand": ["death_tarot"]}, {"dead": True}).play("death_tarot", 0).settle()
    game.expect(player=0, dead=True).expect(active=0, phase="end")


@pytest.mark.parametrize(("mode", "damage", "gain"), [("a", 1, 4), ("b", 2, 8)])
def test_temperance__damage_is_the_price(mode: str, damage: int, gain: int) -> None:
    """R5.5, R5.11, A68: [temperance] (a) costs 1 damage and gains 4 cents, (b) 2 damage and 8; paid when announced."""
    game = start({"hand": ["temperance"], "items": ["dinner"]}).play("temperance", mode)
    game.expect(stack=["temperance"]).expect(player=0, hp=3 - damage, coins=3).pass_all()
    game.expect(player=0, hp=3 - damage, coins=3 + gain)


def test_temperance__what_the_price_triggers_lies_above() -> None:
    """R5.11, R4.2: a trigger or a death caused by paying for [temperance] is pushed above it; the gain comes later."""
    game = start({"hand": ["temperance"], "items": ["swallowed_penny"], "hp": 1}).play("temperance", "a")
    game.expect(stack=["temperance", "death of player 0", "trigger swallowed penny"], asked=0).pass_all()
    game.expect(player=0, coins=4).pass_all().pass_all().expect(player=0, dead=True, coins=3)
    game.expect(stack=["temperance"]).pass_all().expect(player=0, coins=7)


def test_temperance__prevented_damage_still_pays() -> None:
    """R5.11: [temperance] paid with damage that a shield stops is paid; a cancelled one gives nothing back."""
    hand = ["soul_heart", "temperance"]
    game = start({"hand": hand, "extra_plays": 1}, {"hand": ["butter_bean"]}).play("soul_heart", 0).settle()
    game.play("temperance", "a").expect(player=0, hp=2)
    game.copy().settle().expect(player=0, hp=2, coins=7)
    game.play("butter_bean", by=1).settle().expect(player=0, coins=3)


def test_temperance__not_for_the_dying_or_dead() -> None:
    """R5.11: a dying or dead player cannot pay damage, so [temperance] cannot be played."""
    game = start({"hand": ["bomb"]}, {"hand": ["temperance"], "hp": 1}).play("bomb", 1).pass_all().pass_()
    game.expect(asked=1, illegal="play XIV. Temperance")
    start({}, {"hand": ["temperance"], "dead": True}).pass_().expect(asked=1, illegal="play XIV. Temperance")


def test_the_devil__an_item_for_an_item() -> None:
    """R5.5, R2.23, A68: [the_devil] destroys an own item as its price and steals another player's item as it is."""
    other = {"items": [{"card": "tech_x", "counters": 2, "turned": True}, "jawbone"]}
    game = start({"hand": ["the_devil"], "items": ["meat", "the_d20"]}, other).play("the_devil", "tech_x", "meat")
    game.expect(card="meat", zone="discard").expect(player=1, items=2).pass_all()
    game.expect(player=0, items=["the_d20", "tech_x"]).expect(player=1, items=["jawbone"])
    game.expect(card="tech_x", counters=2, turned=True)


def test_the_devil__takes_shop_items() -> None:
    """R2.26, R15.2: [the_devil] may take a shop item, whose slot is then refilled; no coins are paid."""
    game = start({"hand": ["the_devil"], "items": ["meat"]}, shop=["dinner", "breakfast"], treasure_deck=["mr_boom"])
    game.play("the_devil", "dinner").pass_all().expect(player=0, items=["dinner"], coins=3, purchases_used=0)
    game.expect(stack=["refill shop slot 0"]).settle().expect(shop=["mr_boom", "breakfast"])


def test_the_devil__a_declared_purchase_fizzles() -> None:
    """R10.4, FSR-063: the shop item stolen with [the_devil] in response is not bought, and nothing is paid."""
    game = start({"coins": 10}, {"hand": ["the_devil"], "items": ["meat"]}, shop=["dinner", "breakfast"]).buy("dinner")
    game.play("the_devil", "dinner", by=1).settle().expect(player=0, coins=10, purchases_used=0, items=[])
    game.expect(player=1, items=["dinner"]).expect(legal="buy Breakfast")


def test_the_devil__the_price_may_be_a_trinket_or_the_chest() -> None:
    """R2.11, R19.7: a trinket paid for [the_devil] goes to the loot discard pile, The Chest becomes a soul."""
    seat = {"hand": ["the_devil"], "items": ["bloody_penny", "the_chest"]}
    game = start(seat, {"items": ["jawbone"]}).play("the_devil", "jawbone").expect(player=0, items=2)
    game.copy().choose("bloody_penny").expect(card="bloody_penny", zone="discard").expect(stack=["the devil"])
    game.choose("the_chest").expect(player=0, souls=1, items=["bloody_penny"]).settle()
    game.expect(player=0, items=["bloody_penny", "jawbone"])


def test_the_devil__cancelled_after_the_price() -> None:
    """R5.5: the item paid for a cancelled [the_devil] is lost, nothing is stolen."""
    game = start({"hand": ["the_devil"], "items": ["meat"]}, {"items": ["jawbone"], "hand": ["butter_bean"]})
    game.play("the_devil", "jawbone", "meat").play("butter_bean", by=1).settle()
    game.expect(player=0, items=[]).expect(player=1, items=["jawbone"]).expect(card="meat", zone="discard")


def test_the_devil__eternal_and_own_items_are_no_targets() -> None:
    """ER-04, A20: eternal items are neither price nor prey of [the_devil], one's own items no prey."""
    seat = {"hand": ["the_devil"], "items": ["meat", "the_d6"]}
    game = start(seat, {"items": ["jawbone", "yum_heart"]}, shop=["dinner"]).play("the_devil")
    game.expect(question="target", legal=["choose Jawbone", "choose Dinner"])
    game.expect(illegal=["choose Yum Heart", "choose Meat!", "choose The D6"])
    start({"hand": ["the_devil"], "items": ["the_d6"]}, {"items": ["jawbone"]}).expect(illegal="play XV. The Devil")


@pytest.mark.parametrize(
    ("number", "players", "monsters"), [(1, 1, 0), (2, 1, 0), (3, 0, 1), (4, 0, 1), (5, 2, 0), (6, 2, 0)]
)
def test_the_tower__players_or_monsters(number: int, players: int, monsters: int) -> None:
    """R12.7: [the_tower] 1-2 all players take 1 damage, 3-4 all monsters 1, 5-6 all players 2."""
    seat = {"items": ["dinner"]}
    cards: list[Any] = ["fatty", {"card": "gurdy", "covered": ["pooter"]}]
    game = start({**seat, "hand": ["the_tower"]}, {}, {}, monsters=cards, dice=[number])
    game.play("the_tower").pass_all().pass_all().pass_all()
    game.expect(player=0, hp=3 - players).expect(player=1, hp=2 - players).expect(player=2, hp=2 - players)
    game.expect(monster="fatty", hp=4 - monsters).expect(monster="gurdy", hp=5 - monsters, covered=["pooter"])


def test_the_stars__gain_a_treasure() -> None:
    """R2.1, R10.8: [the_stars] puts the top treasure into play, upright; no purchase is used."""
    game = start({"hand": ["the_stars"]}, treasure_deck=["mr_boom", "meat"]).play("the_stars").pass_all()
    game.expect(player=0, items=["mr_boom"], coins=3, purchases_used=0).expect(card="mr_boom", turned=False)
    game.expect(deck="treasure", top=["meat"])


def test_the_sun__another_turn() -> None:
    """R7.19: [the_sun] in one's own turn gives a whole extra turn after it, and lies under the loot deck."""
    game = start({}, {"hand": ["the_sun"]}, {}, active=1).play("the_sun").settle()
    game.expect(deck="loot", bottom=["the_sun"]).expect(discard="loot", size=0)
    game.end_turn().expect(active=1, phase="start", turn=2).end_turn().expect(active=2)


def test_the_sun__off_turn_only_to_the_bottom() -> None:
    """R7.19: [the_sun] in another player's turn gives no player a turn, but goes to the bottom all the same."""
    game = start({}, {"hand": ["the_sun"]}, {}).play("the_sun", by=1).settle().expect(deck="loot", bottom=["the_sun"])
    game.end_turn().expect(active=1).end_turn().expect(active=2)


def test_the_sun__cancelled_is_discarded() -> None:
    """R17.1: a cancelled [the_sun] gives no turn and goes to the loot discard pile."""
    game = start({"hand": ["the_sun"]}, {"hand": ["butter_bean"]}).play("the_sun").play("butter_bean", by=1).settle()
    game.expect(card="the_sun", zone="discard").end_turn().expect(active=1)


def test_judgement__the_player_with_the_most_souls_discards_one() -> None:
    """R18.4, R18.7, ER-44: [judgement] takes a soul card of its owner's choice from the player with the most souls."""
    seat = {"souls": ["monstro", "lost_soul"]}
    game = start({"hand": ["judgement"], "souls": ["gurdy"]}, seat).play("judgement", 1).pass_all()
    game.expect(asked=1).choose("monstro").expect(player=1, soul_cards=["lost_soul"], souls=1)
    game.expect(player=0, souls=1).expect(discard="monster", top=["monstro"])


def test_judgement__counts_values_and_lets_ties_be_chosen() -> None:
    """R18.7, R5.10: [judgement] compares soul totals; among equals its player chooses, also oneself."""
    game = start({"hand": ["judgement"], "souls": ["lost_soul"]}, {"souls": ["gurdy"]}, {}).play("judgement")
    game.expect(legal=["choose player 0", "choose player 1"], illegal="choose player 2").choose(0).settle()
    game.expect(player=0, souls=0).expect(player=1, souls=1).expect(card="lost_soul", zone="discard")
    game = start({"hand": ["judgement"], "souls": ["mom"]}, {"souls": ["gurdy"]}).play("judgement", 0).settle()
    game.expect(player=0, souls=0).expect(card="mom", zone="discard")


def test_judgement__fizzles_when_others_have_more_by_then() -> None:
    """R17.2: a player who no longer has the most souls when [judgement] resolves is no legal choice any more."""
    game = start({"hand": ["judgement"], "souls": ["monstro"]}, {"souls": ["gurdy"], "hand": ["lost_soul"]})
    game.play("judgement", 0).play("lost_soul", by=1).settle().expect(player=0, souls=1).expect(player=1, souls=2)
    game.expect(card="judgement", zone="discard")


def test_judgement__without_souls_nothing_happens() -> None:
    """R18.7: [judgement] on a player without a soul card does nothing."""
    start({"hand": ["judgement"]}).play("judgement", 1).settle().expect(player=1, souls=0, hp=2, coins=3)


def test_the_world__all_hands_then_two_cards() -> None:
    """A45: [the_world] shows its player every hand as it is now, no other player anything, then loots 2."""
    seats: list[dict[str, Any]] = [{"hand": ["the_world"]}, {"hand": ["dagaz"]}, {"hand": ["ehwaz", "justice"]}]
    game = start(*seats, loot_deck=["a_dime", "the_sun"]).play("the_world").pass_all()
    game.expect(card="dagaz", zone="hand", owner=1, known=[0, 1]).expect(card="justice", owner=2, known=[0, 2])
    game.expect(player=0, hand=["a_dime", "the_sun"]).expect(card="a_dime", known=[0])
