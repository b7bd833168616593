"""Copies of every card that can be copied, each played next to the card itself: all must be the same with the names swapped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import takewhile
from typing import Any

import pytest

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.language.card_kinds import CardFlag, CardKind
from fs_env.core.four_souls.language.codes import NONE, Deck
from fs_env.core.four_souls.scenario import Play, Scenario
from tests.core.four_souls.lockstep import DERIVED, MANY, Course, Deed, Seen, Watched, differences, pass_turn
from tests.every import every

PASSIVES = [T.IDS[c] for c in range(T.N_CARDS) if T.C_KIND[c] in (CardKind.PASSIVE, CardKind.TRINKET)]
ACTIVATED = [
    T.IDS[c]
    for c in range(T.N_CARDS)
    if T.C_FLAGS[c] & CardFlag.HAS_ACTIVATED and not T.C_FLAGS[c] & (CardFlag.COPIES | CardFlag.CURSE) and T.C_DECK[c]
]


SEATS: dict[str, dict[str, Any]] = {
    "edens_blessing": {"coins": 0},
    "the_polaroid": {"hand": []},
    "starter_deck": {"hand": ["dagaz", "ehwaz", "justice", "jera", "ansuz", "joker", "a_dime", "the_sun", "a_sack"]},
}
"""Coins or hand of player 0 where a passive item asks for it."""
AT_THE_END = {
    *("goat_head", "the_blue_map", "the_compass", "the_map", "nine_volt", "guppys_tail", "aaa_battery"),
    *("edens_blessing", "the_polaroid", "starter_deck"),
}
"""Items that work at the end of a turn that their player lives to see."""
LATER = {
    *("monstros_tooth", "restock", "dark_bum", "cains_eye", "purple_heart", "golden_horseshoe", "moms_purse"),
    *("daddy_long_legs_item", "moms_eye_shadow", "moms_coin_purse", "trinity_shield"),
}
"""Items that do something only at the start of the own turn or in another player's turn: a copy until the end of the
turn comes too late for them."""
OFF_TURN = {"trinity_shield"}
"""Items that are copied in the turn of player 1, since no other player could do anything in their player's."""
AT_ROLLS = {"shadow", "the_chest", "infamy", "cancer", "trinity_shield", "meat", "synthoil", "dry_baby", "empty_vessel"}
"""Items that change no number at once and listen to no event: they are looked for when they matter."""


def one_in_four(cards: list[str]) -> list[Any]:
    shelves = [], [pytest.mark.long], [pytest.mark.slow], [pytest.mark.long]
    return [pytest.param(card, marks=shelves[k % 4]) for k, card in enumerate(cards)]


def throws(game: Play, *numbers: int) -> Play:
    game.S["n_die"][0] = 0
    return game.roll(*numbers)


def slot_machine(number: int) -> Deed:
    return lambda game: throws(game, number).pay("portable_slot_machine", by=1)


def own_turn(card: str) -> list[Deed]:
    """A turn of the copy's player: coins, rolls, damage, attacks, deaths."""
    if card in SEATS:
        return [pass_turn] * 5
    deeds: list[Deed] = [
        lambda game: game.play("three_cents", by=1),
        lambda game: game.play("three_cents", by=0),
        lambda game: game.activate("mr_boom", "fatty"),
        lambda game: throws(game, 1).activate("mystery_sack"),
        *[slot_machine(number) for number in (2, 3, 4, 5, 6, 1)],
        lambda game: game.play("bomb", 0, by=1),
        lambda game: throws(game, 1, 6, 6, 2).attack("fatty"),
        lambda game: game.buy("deck"),
        lambda game: game.pay("tech_x", 1, by=2),
        lambda game: throws(game, 3).attack("fly"),
    ]
    if card not in AT_THE_END:
        deeds += [lambda game: throws(game, 2, 6).pay("tech_x", 0, by=2)]
    return [*deeds, *[pass_turn] * 5]


def later_turns() -> list[Deed]:
    attack: Deed = lambda game: throws(game, 6, 1, 2, 5, 5, 6).attack(game.read.game()["monsters"][0])  # noqa: E731
    return [attack, *[pass_turn] * 11, attack, pass_turn]


def seated(card: str, mine: str, theirs: str) -> Play:
    """Player 0 has one of two items and player 2 the other: one is `card`, the other one is to become it."""
    copied: dict[str, Any] = {"card": card, "eternal": False}
    tough = [item for item in ("dinner", "breakfast") if item != card]
    items = [copied if mine == card else mine, *tough, "mr_boom", "mystery_sack"]
    first = {"coins": 14, "hand": ["three_cents"], "extra_plays": 3, **SEATS.get(card, {}), "items": items}
    first["items"] = [item for item in items if item != "mr_boom" or card not in SEATS]
    second = {
        "coins": 40,
        "hand": ["lil_battery", "three_cents", "bomb"],
        "items": ["portable_slot_machine", "chaos_card"],
    }
    second["extra_plays"] = 9
    killer = {"card": "tech_x", "counters": 9, "turned": True}
    third = {"items": [copied if theirs == card else theirs, killer], "hand": ["a_penny"]}
    fillers = ["meat", "synthoil", "infamy", "the_missing_page", "flush", "decoy"]
    others: dict[str, Any] = {
        "shop": [x for x in ("jawbone", "chaos") if x != card],
        "monsters": ["fatty", "fly", "pale_fatty"],
    }
    others |= {"treasure_deck": [x for x in fillers if x != card], "active": 1 if card in OFF_TURN else 0}
    return Scenario(players=[first, second, third], **others).start()


def becomes(game: Play, copier: str, card: str, by: int) -> Play:
    """The copier becomes the card and is recharged, so that it lies like the card."""
    return game.activate(copier, card, by=by).settle().play("lil_battery", copier, by=1).settle()


def alone(game: Play, card: str) -> Play:
    """The other card of the two is destroyed, so that nothing is left of it in play."""
    return game.activate("chaos_card", card, by=1).settle()


@cache
def passive_games(copier: str, card: str) -> tuple[Course, Course, Course]:
    """The same turns three times: player 0 with the copy, with the card itself, with neither; no other player has either."""
    games = (
        Watched(alone(becomes(seated(card, copier, card), copier, card, 0), card)),
        Watched(alone(becomes(seated(card, card, copier), copier, card, 2), copier), copier, card, swapped=True),
        Watched(alone(seated(card, copier, card).play("lil_battery", copier, by=1).settle(), card)),
    )
    deeds = own_turn(card) + (later_turns() if copier == "modeling_clay" else [])
    one, two, three = (Course(game, deeds, last_turn=1 if copier == "diplopia" else MANY) for game in games)
    return one, two, three


def in_common(card: str, course: Iterable[Seen]) -> Iterator[Seen]:
    """Observations without the discard piles where the copy and the card itself have gone to different ones."""
    differ = T.C_DECK[T.CARD_ID[card]] != Deck.TREASURE
    return ({key: value for key, value in now.items() if not differ or "pile" not in key} for now in course)


def this_turn(course: Iterable[Seen]) -> Iterator[Seen]:
    return takewhile(lambda now: now.get("turn", 1) <= 1, course)


def of_player_0(seen: Seen) -> Seen:
    """An observation without the copy's own words: its text, and how many listen."""
    out = {key: value for key, value in seen.items() if key != "listeners"}
    return out | {"items": [item[:1] + item[2:] for item in seen.get("items", [])]}


@pytest.mark.parametrize("card", one_in_four(PASSIVES))
def test_diplopia__of_every_passive_item(card: str) -> None:
    """ER-10, R22 Copy: as a copy of any passive item [diplopia] is that item until the turn ends: the same numbers,
    listeners, legal actions and answers as the card itself in that place."""
    copy, real, _ = (in_common(card, this_turn(course)) for course in passive_games("diplopia", card))
    difference = differences(copy, real)
    assert not difference, difference
    assert len(list(passive_games("diplopia", card)[0])) > 4


@every(PASSIVES)
def test_diplopia__reverts_after_the_turn(card: str) -> None:
    """ER-11, R7.9: after the turn [diplopia] has its own text again; [modeling_clay] stays the copy (ER-12)."""
    for copier, shown in (("diplopia", "diplopia"), ("modeling_clay", card)):
        game = becomes(seated(card, copier, card), copier, card, 0).expect(card=copier, shows=card, zone="item")
        watched = Watched(game)
        watched.do([pass_turn] * 5)
        assert game.read.number("turn") > 1
        game.expect(card=copier, shows=shown, owner=0, zone="item").expect(card=card, shows=card, owner=2)


@pytest.mark.parametrize("card", one_in_four(PASSIVES))
def test_modeling_clay__of_every_passive_item(card: str) -> None:
    """ER-10, ER-12: as a copy of any passive item [modeling_clay] is that item, in all the turns that follow."""
    copy, real, _ = (in_common(card, course) for course in passive_games("modeling_clay", card))
    difference = differences(copy, real)
    assert not difference, difference


@every(PASSIVES)
def test_copies__of_passive_items_do_something(card: str) -> None:
    """ER-10: the turns that are compared show the copied item at work: without the copy they go another way
    ([modeling_clay]; [diplopia] where its text can matter before the turn ends)."""
    for copier in ("diplopia", "modeling_clay"):
        cut = this_turn if copier == "diplopia" else iter
        copy, _, left = (map(of_player_0, in_common(card, cut(course))) for course in passive_games(copier, card))
        assert bool(differences(copy, left)) or (copier == "diplopia" and card in LATER), copier


@every(PASSIVES)
def test_copies__at_once(card: str) -> None:
    """ER-10: the numbers and the listeners of the copied item are there as soon as the copying has resolved, as they are
    with the card itself: [diplopia] [modeling_clay]."""
    for copier in ("diplopia", "modeling_clay"):
        first = [next(iter(course)) for course in passive_games(copier, card)]
        copy, real, left = ([*(seen[name] for name in DERIVED), seen["listeners"][1:]] for seen in first)
        assert copy == real
        assert copy != left or card in AT_ROLLS, copier


def a_roll(game: Play) -> Play:
    return throws(game, 2, 5).pay("portable_slot_machine", by=1).pass_all()


def a_higher_roll(game: Play) -> Play:
    return throws(game, 3, 5).pay("portable_slot_machine", by=1).pass_all()


def an_item_effect(game: Play) -> Play:
    return game.pay("portable_slot_machine", by=1)


def a_theft(game: Play) -> Play:
    return game.pay("pay_to_play", "dinner", by=1)


def a_bomb(game: Play) -> Play:
    return game.play("gold_bomb", 0, by=1)


def an_attack(game: Play) -> Play:
    return throws(game, 1, 6, 5, 4).attack("fatty").pass_all()


def an_attack_roll(game: Play) -> Play:
    return an_attack(game).pass_all()


def a_death(game: Play) -> Play:
    return game.play("death_tarot", 0, by=1).pass_all()


BEFORE = {
    **dict.fromkeys(("the_d6", "lucky_foot", "spoon_bender", "godhead", "libra", "book_of_belial"), a_roll),
    "mini_mush": a_higher_roll,
    "twenty_twenty": an_attack_roll,
    "lord_of_the_pit": an_attack,
    "no": an_item_effect,
    "moms_bra": a_bomb,
    "i_cant_believe_its_not_butter_bean": a_theft,
    "holy_mantle": a_death,
}
"""The situations in which certain items can be activated."""
ANSWERS_TOO = {"fruitcake", "sack_of_pennies", "smart_fly", "forever_alone"}
"""Items that recharge themselves by another text of theirs, which is not copied."""
AFTER: list[Deed] = [
    lambda game: throws(game, 1).pay("portable_slot_machine", by=1),
    lambda game: game.play("a_nickel", by=0),
    lambda game: game.play("bomb", 0, by=1),
    lambda game: throws(game, 1, 2, 6, 6, 6).attack("fatty"),
    *[pass_turn] * 4,
]
"""Deeds that show effects that last."""
CHOSEN = {"two_of_clubs", "crystal_ball", "yum_heart", "moms_bra", "guppys_paw", "mutant_spider"}
"""Items of which only the right choice shows something afterwards."""
THIS = {
    *("tech_x", "the_bone", "decoy", "diplopia", "modeling_clay"),
    *("moms_shovel", "chaos_card", "box", "pandoras_box", "the_d4", "plan_c", "forget_me_now", "divorce_papers"),
}
"""Items whose whole effect needs an item that is "this"."""
LOOT_DISCARD = {"the_curse"}
"""Items that name a discard pile at the third try: ? Card itself lies on that of the loot cards by then."""


def table_for(card: str, hand: str = "", number: int = 0, copied: bool = False, **position: Any) -> Play:
    """Player 0 has the item and Placebo, swapped if `copied`, and what the item needs; the next throw is `number` + 1."""
    loot = ["dagaz", "a_nickel", "ehwaz"]
    pair: list[Any] = [{"card": card, "eternal": False}, "placebo"]
    mine = [*(pair[::-1] if copied else pair), "dinner", "breakfast"]
    seat = {"coins": 5, "hand": [*loot, *[hand] * bool(hand)], "items": mine, "souls": 1, "extra_plays": 4}
    theirs = [{"card": "mr_boom", "turned": True}, "meat", "portable_slot_machine", "pay_to_play"]
    other: dict[str, Any] = {
        "coins": 20,
        "hand": ["bomb", "death_tarot", "jera", "gold_bomb"],
        "souls": 2,
        "extra_plays": 4,
    }
    other["items"] = [item for item in theirs if card not in (item, item["card"] if isinstance(item, dict) else "")]
    seats = [seat | {"turned": True}, other | {"curses": ["curse_of_greed"], "turned": True}]
    piles = {"treasure_discard": ["the_relic", "restock"], "monster_discard": ["dip", "trite"]}
    piles["loot_discard"] = ["the_sun", "strength", *position.pop("loot_discard", [])]
    decks = {"monster_deck": ["pooter", "curse_of_pain", "troll_bombs"], "monsters": ["fatty", "fly"]}
    game = Scenario(players=seats, **piles, **decks, **position).start()
    return BEFORE[card](game) if card in BEFORE else throws(game, number + 1)


def tries(card: str) -> range:
    """With how many numbers on the die an effect is tried, with other answers each time."""
    first = int(T.C_AB0[T.CARD_ID[card]])
    rolls = any(T.AB_ROLL[a] != NONE for a in range(first, first + int(T.C_ABN[T.CARD_ID[card]])))
    return range(6 if rolls or card in CHOSEN else 3)


def after(card: str, number: int) -> list[Deed]:
    return AFTER if card not in ANSWERS_TOO and (number == 0 or card in CHOSEN) else []


def itself(card: str, number: int, **position: Any) -> Watched:
    return Watched(table_for(card, number=number, **position).activate(card, by=0), answers=number)


def without(seen: list[Seen], card: str, *left_out: str) -> list[Seen]:
    """The observations without some facts and without how a card lies."""
    number = T.CARD_ID[card]
    out = []
    for now in seen:
        kept = {key: value for key, value in now.items() if key not in left_out}
        if "items" in now:
            kept["items"] = [item[:4] + item[5:] if item[0] == number else item for item in now["items"]]
        out.append(kept)
    return out


@pytest.mark.parametrize("card", one_in_four(ACTIVATED))
def test_placebo__of_every_activated_effect(card: str) -> None:
    """ER-13: [placebo] announces the effect of any item anew: the same questions, and with the same answers and dice the
    same result as the item itself gives; what happens to "this" happens to Placebo, the item is not turned."""
    idle = True
    for number in tries(card):
        real, left = itself(card, number), Watched(table_for(card, number=number), answers=number)
        game = (
            table_for(card, number=number, copied=True).activate("placebo", T.NAMES[T.CARD_ID[card]], by=0).pass_all()
        )
        copied = Watched(game, "placebo", card, swapped=True, texts=True, answers=number)
        real.pair, real.texts = copied.pair, True
        for watched in (real, copied, left):
            watched.do(after(card, number))
        difference = differences(real.seen, copied.seen)
        assert not difference, f"{number}: {difference}"
        idle = idle and without(real.tables, card) == without(left.tables, card)
    assert not idle, "nothing shows the effect"


@every([card for card in ACTIVATED if card != "glass_cannon"])
def test_question_card__of_every_activated_effect(card: str) -> None:
    """ER-14: [question_card] announces the effect of any item, with the result that the item itself gives; the item is
    not turned. What is done to "this" is done to nothing, an effect that must destroy it fizzles (R17.4)."""
    hidden = ("stack", "plays_used", "extra_plays", "pile 0", "legal")
    for number in tries(card)[: 2 if card in LOOT_DISCARD else None]:
        game = (
            table_for(card, hand="question_card", number=number)
            .play("question_card", T.NAMES[T.CARD_ID[card]], by=0)
            .pass_all()
        )
        copied = Watched(game, answers=number)
        if card in THIS:
            real = Watched(table_for(card, number=number, loot_discard=["question_card"]), answers=number)
            copied.work_off()
            copied.seen.clear()
        else:
            real = itself(card, number, loot_discard=["question_card"])
        for watched in (real, copied):
            watched.do(after(card, number))
        difference = differences(without(real.seen, card, *hidden), without(copied.seen, card, *hidden))
        assert not difference, f"{number}: {difference}"


@pytest.mark.parametrize("number", range(1, 7))
def test_question_card__of_glass_cannon(number: int) -> None:
    """ER-14: [question_card] as [glass_cannon]: the target is destroyed, 1 to 5 loots two; "this" is nothing, so that the
    cannon is neither destroyed nor recharged."""
    cannon = {"card": "glass_cannon", "turned": True}
    seats: list[dict[str, Any]] = [{"hand": ["question_card"]}, {"items": [cannon, "mr_boom"]}]
    game = Scenario(players=seats, dice=[number]).start().play("question_card", "glass_cannon").pass_all("mr_boom")
    game.settle().expect(player=1, items=["glass_cannon"]).expect(card="glass_cannon", turned=True)
    game.expect(player=0, hand=2 if number < 6 else 0).expect(card="question_card", zone="discard")
