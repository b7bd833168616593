"""Cancelling, against every kind of object on the stack, with the cancelling cards of all sets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fs_env.core.four_souls.scenario import Play
from tests.core.four_souls.rules.table import start
from tests.every import every


def against(theirs: dict[str, Any], mine: dict[str, Any] | None = None, **position: Any) -> Play:
    """Player 0 is active and can cancel in five ways; player 1 has what is given."""
    seat = {"coins": 12, "extra_plays": 5, "hand": ["butter_bean", "the_fool", "pills_white"], **(mine or {})}
    seat["items"] = ["no", "i_cant_believe_its_not_butter_bean", "jawbone", *seat.get("items", [])]
    seat["hand"] = [*seat["hand"], *seat.pop("more", [])]
    return start(seat, {"extra_plays": 3, "turned": True, **theirs}, **position)


def a_loot_card() -> Play:
    return against({"hand": ["a_dime"]}).play("a_dime", by=1)


def a_loot_card_at_an_item() -> Play:
    return against({"hand": ["perthro"]}).play("perthro", "jawbone", by=1)


def a_trinket() -> Play:
    return against({"hand": ["cancer"]}).play("cancer", by=1)


def an_activated_effect() -> Play:
    return against({"items": ["library_card"]}).activate("library_card", by=1)


def an_activated_effect_at_an_item() -> Play:
    return against({"items": ["decoy"]}).activate("decoy", "jawbone", by=1)


def a_paid_effect() -> Play:
    return against({"items": ["succubus"]}).pay("succubus", by=1)


def a_paid_effect_at_an_item() -> Play:
    return against({"items": ["pay_to_play"], "coins": 10}).pay("pay_to_play", "jawbone", by=1)


def a_roll() -> Play:
    return against({"items": ["fruitcake"]}, dice=[2]).activate("fruitcake", by=1).pass_all()


def an_effect_at_a_roll() -> Play:
    game = against({"items": ["libra"]}, {"items": ["fruitcake"]}, dice=[2]).activate("fruitcake").pass_all()
    return game.activate("libra", by=1)


def a_line_of_an_item() -> Play:
    return a_roll().pass_all()


def a_line_of_a_loot_card() -> Play:
    return against({"hand": ["pills_yellow"]}, dice=[2]).play("pills_yellow", by=1).pass_all().pass_all()


def a_line_at_an_item() -> Play:
    game = against({"hand": ["black_rune"]}, dice=[3]).play("black_rune", by=1).pass_all()
    return game.pass_all("jawbone")


def a_trigger() -> Play:
    return against({"items": ["magnet"]}, {"more": ["a_dime"]}).play("a_dime").pass_all()


def a_bonus_card() -> Play:
    return against({}, monster_deck=["troll_bombs_plus"]).attack("deck").pass_all()


def a_line_of_a_bonus_card() -> Play:
    return against({}, monster_deck=["angel_room"], dice=[4]).attack("deck").pass_all().pass_all().pass_all()


def an_attack_declaration() -> Play:
    return against({}).attack("fatty")


def an_attack_roll() -> Play:
    return against({}, dice=[5]).attack("fatty").pass_all().pass_all()


def combat_damage() -> Play:
    return an_attack_roll().pass_all()


def a_purchase() -> Play:
    return against({}).buy("dinner")


def a_refill() -> Play:
    return against({}, shop=["empty", "dinner"])


def the_loot_step() -> Play:
    return against({}, phase="loot")


def a_death() -> Play:
    return against({"hand": ["death_tarot"]}).play("death_tarot", 1, by=1).pass_all()


def a_penalty() -> Play:
    return a_death().pass_all()


def a_death_of_a_monster() -> Play:
    return against({"hand": ["bomb_plus"]}).play("bomb_plus", "fly", by=1).pass_all()


def a_reward() -> Play:
    return a_death_of_a_monster().pass_all()


def held_damage() -> Play:
    game = against({"items": ["guppys_hairball"]}, {"more": ["bomb_gold"]}, dice=[2]).play("bomb_gold", 1).pass_all()
    return game.pass_all().pass_all()


def a_held_gain() -> Play:
    game = against({}, {"items": ["poker_chip"], "more": ["a_nickel"]}, dice=[5]).play("a_nickel").pass_all()
    return game


def a_bonus_to_a_roll() -> Play:
    return against({}, {"items": ["cancer", "fruitcake"]}, dice=[2]).activate("fruitcake").pass_all()


Kind = Callable[[], Play]
LOOT: dict[Kind, bool] = {a_loot_card: False, a_trinket: False, a_line_of_a_loot_card: False}
LOOT |= {a_loot_card_at_an_item: True, a_line_at_an_item: True}
ITEM: dict[Kind, bool] = {an_activated_effect: False, a_paid_effect: False, a_line_of_an_item: False}
ITEM |= {an_activated_effect_at_an_item: True, a_paid_effect_at_an_item: True, an_effect_at_a_roll: True}
EFFECTS: list[Kind] = [a_roll, a_trigger, a_bonus_card, a_line_of_a_bonus_card, a_bonus_to_a_roll, the_loot_step]
ATTACKS: list[Kind] = [an_attack_declaration, an_attack_roll, combat_damage]
EVENTS: list[Kind] = [a_purchase, a_refill, a_death, a_penalty, a_death_of_a_monster, a_reward, held_damage]
KINDS = [*LOOT, *ITEM, *EFFECTS, *ATTACKS, *EVENTS, a_held_gain]


def name(kind: Kind) -> str:
    return kind.__name__


def at_player_0(game: Play) -> Play:
    while game.asked != 0:
        game.pass_()
    return game


@every(KINDS, name)
def test_cancelling__what_each_card_may_hit(kind: Kind) -> None:
    """R17.10, ER-35: [butter_bean] hits loot cards, item effects and their lines, [no] the item effects alone,
    [i_cant_believe_its_not_butter_bean] those of either sort that aim at an own item or roll; nothing else can be hit."""
    game = at_player_0(kind())
    cards = {"play Butter Bean!": kind in LOOT or kind in ITEM, "activate No!": kind in ITEM}
    cards["activate I Can't Believe It's Not Butter Bean"] = LOOT.get(kind, False) or ITEM.get(kind, False)
    top = game.stack[-1]
    for words, may in cards.items():
        game.expect(**{"legal" if may else "illegal": words})
    if kind in LOOT or kind in ITEM:
        game.play("butter_bean").expect(stack=[*game.stack[:-1], "play butter bean"]).pass_all()
        assert top not in game.stack


@every(KINDS, name)
def test_pills_white__hits_loot_cards_alone(kind: Kind) -> None:
    """R17.10: the line 1-2 of [pills_white] finds a loot card being played or its line, and no item effect, trigger, bonus
    card, attack or event."""
    game = at_player_0(kind())
    top = game.stack[-1]
    game.S["n_die"][0] = 0
    game.play("pills_white").roll(1).pass_all()
    while len(game.stack) > 1 and "bonus" in game.stack[-1]:
        game.pass_all()
    game.pass_all()
    hit = any("result of Pills! (white)" in words for words in game.stack)
    assert hit == (kind in LOOT)
    if hit:
        game.pass_all()
        assert top not in game.stack


@every(KINDS, name)
def test_the_fool__effects_go_events_stay(kind: Kind) -> None:
    """R17.11, R7.14, A78: [the_fool] cancels every effect, roll and Loot 1, whosever they are; the attack goes with the
    turn; purchases, refills, deaths, penalties, rewards and held-back events stay."""
    game = at_player_0(kind())
    before = game.stack
    game.play("the_fool").pass_all()
    left = [words for words in before if words in game.stack]
    events = [words for words in before if any(word in words for word in STAYS)]
    assert left == events
    assert bool(left) == (kind in (*EVENTS, a_held_gain))
    assert game.read.number("ending") or game.read.game()["phase"] == "end"


STAYS = ("buy", "refill", "death of", "penalty of", "card of", "reward of", "held")
"""Words of what The Fool leaves."""
