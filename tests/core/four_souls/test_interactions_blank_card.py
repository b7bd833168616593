"""Blank Card with every loot card: what is doubled, what takes a second target, what stays (ER-15), with the same dice."""

from __future__ import annotations

from typing import Any, NamedTuple

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.scenario import Play, Scenario
from tests.core.four_souls.lockstep import Watched, differences
from tests.every import every

Change = dict[str, int]
Words = tuple[str | int, ...]


class Case(NamedTuple):
    """A loot card with what it changes as printed and doubled; `number` of its roll, 0 without one.

    `chosen` on announcing, `twice` when doubled; `asked` are later answers, `asked_more` when doubled; `before` it is played and
    `then`, before the changes are counted, something else happens.
    """

    card: str
    plain: Change
    doubled: Change
    chosen: Words = ()
    twice: Words = ()
    number: int = 0
    asked: Words = ()
    asked_more: Words = ()
    before: str = ""
    then: str = ""


def all_of(**changes: int) -> Change:
    return {f"{key}{p}": n for key, n in changes.items() for p in (0, 1)}


COINS = {"a_penny": 1, "two_cents": 2, "three_cents": 3, "four_cents": 4, "a_nickel": 5, "a_dime": 10}
COINS |= {f"{card}_gold": n for card, n in COINS.items() if n < 5} | {
    f"{card}_plus": n for card, n in COINS.items() if n < 6
}
FIRST_TWO: tuple[Change, Change] = (
    {"1:mr_boom": -1, "1:the_relic": 1, "upright": 1},
    {"1:mr_boom": -1, "1:razor_blade": -1, "1:the_relic": 1, "1:restock": 1, "upright": 2},
)
"""An item of player 1 rerolled; two of them."""

LINES = [
    *[Case(card, {"coins0": n}, {"coins0": 2 * n}) for card, n in COINS.items()],
    *[Case(card, {"hush": -1}, {"hush": -2}, ("hush",)) for card in ("bomb", "bomb_gold", "bomb_plus")],
    Case("gold_bomb", {"hush": -3}, {"hush": -6}, ("hush",)),
    Case("pills_red", {"atk0": 1}, {"atk0": 2}, number=1),
    Case("pills_red", {"hp0": 1, "max_hp0": 1}, {"hp0": 2, "max_hp0": 2}, number=3),
    Case("pills_red", {"hp0": -1}, {"hp0": -2}, number=5),
    Case("pills_blue", {"hand0": 1}, {"hand0": 2}, number=2),
    Case("pills_blue", {"hand0": 3}, {"hand0": 6}, number=4),
    Case("pills_blue", {"hand0": -1}, {"hand0": -2}, number=6, asked=("a_sack",), asked_more=("ehwaz",)),
    Case("pills_yellow", {"coins0": 4}, {"coins0": 8}, number=1),
    Case("pills_yellow", {"coins0": 7}, {"coins0": 14}, number=3),
    Case("pills_yellow", {"coins0": -4}, {"coins0": -8}, number=5),
    Case("pills_purple", {"roll_boost0": 1}, {"roll_boost0": 2}, number=3),
    Case("pills_purple", {"roll_boost0": -2}, {"roll_boost0": -4}, number=6),
    Case("pills_black", {"hp1": -1}, {"hp1": -2}, number=2, asked=(1,)),
    Case("pills_black", {"hush": -1}, {"hush": -2}, number=4, asked=("hush",)),
    Case("pills_black", {"hp0": -1}, {"hp0": -2}, number=6),
    Case("pills_white", {"hand1": -1}, {"hand1": -2}, number=3, asked=("the_moon",), asked_more=("the_hermit",)),
    Case("blank_rune", all_of(coins=1), all_of(coins=2), number=1),
    Case("blank_rune", all_of(hand=2), all_of(hand=4), number=2),
    Case("blank_rune", all_of(hp=-3) | {"dying1": 1}, {"hp0": -4, "hp1": -3} | all_of(dying=1), number=3),
    Case("blank_rune", all_of(coins=4), all_of(coins=8), number=4),
    Case("blank_rune", all_of(hand=5), all_of(hand=10), number=5),
    Case("blank_rune", all_of(coins=6), all_of(coins=12), number=6),
    Case("black_rune", {"hush": -1, "fatty": -1}, {"hush": -2, "fatty": -2}, number=1),
    Case("black_rune", *FIRST_TWO, number=3, asked=("mr_boom",), asked_more=("razor_blade",)),
    Case("black_rune", {}, {"hand0": 3}, number=5),
    *[
        Case(card, {"hp1": -2}, {"hp1": -1}, ("b", 1) if card == "dagaz" else (1,), then="gold_bomb")
        for card in ("soul_heart", "soul_heart_gold", "dagaz")
    ],
    Case("the_hierophant", {"hp1": -1}, {}, (1,), then="gold_bomb"),
    Case("the_high_priestess", {"hush": -3}, {"hush": -6}, ("hush",), number=3),
    Case("the_empress", {"atk1": 1, "roll_boost1": 1}, {"atk1": 2, "roll_boost1": 2}, (1,)),
    Case("the_lovers", {"hp1": 2, "max_hp1": 2}, {"hp1": 4, "max_hp1": 4}, (1,)),
    Case("the_chariot", {"atk1": 1, "hp1": 1, "max_hp1": 1}, {"atk1": 2, "hp1": 2, "max_hp1": 2}, (1,)),
    Case("strength", {"atk0": 1, "extra_attacks0": 1}, {"atk0": 2, "extra_attacks0": 2}, (0,)),
    Case("temperance", {"hp0": -1, "coins0": 4}, {"hp0": -1, "coins0": 8}, ("a",)),
    Case("temperance", {"hp0": -2, "coins0": 8}, {"hp0": -2, "coins0": 16}, ("b",)),
    Case("two_of_diamonds", {"coins1": 20}, {"coins1": 40}, (1,)),
    Case("jera", {"hand0": 3}, {"hand0": 6}),
    Case("a_sack", {"hand0": 3}, {"hand0": 6}),
    Case("the_world", {"hand0": 2}, {"hand0": 4}),
    Case("the_hanged_man", {"hand0": 2}, {"hand0": 4}, asked=("no", "no", "no")),
    Case("the_stars", {"0:the_relic": 1}, {"0:the_relic": 1, "0:restock": 1}),
    Case("the_tower", all_of(hp=-1), all_of(hp=-2), number=2),
    Case("the_tower", {"hush": -1, "fatty": -1}, {"hush": -2, "fatty": -2}, number=3),
    Case("the_tower", all_of(hp=-2), {"hp0": -4, "hp1": -3} | all_of(dying=1), number=5),
    Case("wheel_of_fortune", {"coins0": 1}, {"coins0": 2}, number=1),
    Case("wheel_of_fortune", {"hp0": -2}, {"hp0": -4, "dying0": 1}, number=2),
    Case("wheel_of_fortune", {"hand0": 3}, {"hand0": 6}, number=3),
    Case("wheel_of_fortune", {"coins0": -4}, {"coins0": -8}, number=4),
    Case("wheel_of_fortune", {"coins0": 5}, {"coins0": 10}, number=5),
    Case("wheel_of_fortune", {"0:the_relic": 1}, {"0:the_relic": 1, "0:restock": 1}, number=6),
    Case("judgement", {"souls1": -1}, {"souls1": -2}, asked=("monstro",), asked_more=("little_horn",)),
    Case(
        "joker",
        {"hand0": 1, "hand1": -1},
        {"hand0": 2, "hand1": -2},
        (1,),
        asked=("the_moon",),
        asked_more=("the_hermit",),
    ),
    Case("the_sun", {"extra_turns0": 1}, {"extra_turns0": 2}),
    Case("credit_card", {"0:meat": 1}, {"0:meat": 1, "price0": -10, "price1": -10}, then="buy"),
    # A second target of the same sort.
    *[
        Case(card, {"upright": 1}, {"upright": 2}, ("mr_boom",), ("mr_boom", "razor_blade"))
        for card in ("lil_battery", "lil_battery_plus")
    ],
    Case(
        "charged_penny",
        {"coins0": 1, "upright": 1},
        {"coins0": 2, "upright": 2},
        ("mr_boom",),
        ("mr_boom", "razor_blade"),
    ),
    Case("mega_battery", {"upright": 2}, {"upright": 3}, (1,), (1, 0)),
    Case("perthro", *FIRST_TWO, ("mr_boom",), ("mr_boom", "razor_blade")),
    Case(
        "pills_spots",
        {"0:dinner": -1, "0:the_relic": 1, "hp0": -1, "max_hp0": -1},
        {"0:dinner": -1, "0:breakfast": -1, "0:the_relic": 1, "0:restock": 1, "hp0": -2, "max_hp0": -2},
        number=1,
        asked=("dinner",),
        asked_more=("breakfast",),
    ),
    Case("pills_spots", *FIRST_TWO, number=3, asked=("mr_boom",), asked_more=("razor_blade",)),
    Case(
        "the_devil",
        {"1:mr_boom": -1, "0:mr_boom": 1, "0:dinner": -1, "hp0": -1, "max_hp0": -1},
        {
            **{"1:mr_boom": -1, "0:mr_boom": 1, "0:dinner": -1, "hp0": -1, "max_hp0": -1},
            **{"1:razor_blade": -1, "0:razor_blade": 1},
        },
        ("mr_boom", "dinner"),
        ("mr_boom", "razor_blade", "dinner"),
    ),
    Case("dagaz", {"curses1": -1}, {"curses1": -2}, ("a", "curse_of_greed"), ("a", "curse_of_greed", "curse_of_loss")),
    *[
        Case(card, {"coins1": 4}, {}, ("a_nickel",), ("a_nickel", "four_cents"), before="two cards", then="settle")
        for card in ("butter_bean", "butter_bean_plus")
    ],
    Case(
        "pills_white",
        {"coins1": 4},
        {},
        number=1,
        asked=("a_nickel",),
        asked_more=("four_cents",),
        before="two cards",
        then="settle",
    ),
    Case("death_tarot", {"dying1": 1}, {"dying1": 1, "dying0": 1}, (1,), (1, 0)),
]
"""Effects that Blank Card doubles."""

UNCHANGED: list[tuple[str, int, str]] = [
    *[(card, 0, "a roll") for card in ("dice_shard", "dice_shard_plus", "the_magician")],
    *[(card, 0, "") for card in ("ansuz", "the_emperor", "the_hermit", "the_moon", "ehwaz", "the_fool", "justice")],
    *[(card, 0, "") for card in ("question_card", "get_out_of_jail_card", "gold_key", "lost_soul")],
    ("holy_card", 0, "a death"),
    *[("pills_purple", 1, ""), ("pills_white", 5, ""), ("pills_spots", 5, "")],
    *[(T.IDS[c], 0, "") for c in range(T.N_CARDS) if T.C_FLAGS[c] & T.CardFlag.TRINKET],
]
"""Effects that it does not double: card, number of its roll, what has happened before."""


def played(card: str, doubled: bool, before: str = "", number: int = 0) -> Play:
    """Blank Card lies sideways; it has resolved or not. Player 0 has the loot card still in hand."""
    spare = [name for name in ("a_sack", "ehwaz", "the_emperor", "ansuz") if name != card][:3]
    theirs = [name for name in ("the_moon", "the_hermit", "justice") if name != card]
    theirs += [name for name in ("a_nickel", "four_cents", "death_tarot") if name != card]
    seat = {"coins": 9, "hand": [card, *spare], "extra_plays": 5, "plays_used": 1, "turned": True}
    blank = {"card": "blank_card", "turned": not doubled}
    other: dict[str, Any] = {
        "coins": 20,
        "hand": theirs,
        "extra_plays": 5,
        "souls": ["monstro", "little_horn", "gurdy"],
    }
    items = [{"card": name, "turned": True} for name in ("mr_boom", "razor_blade")]
    other |= {"items": [*items, "placenta", "portable_slot_machine"], "curses": ["curse_of_greed", "curse_of_loss"]}
    killer = {"items": [{"card": "golden_razor_blade"}], "coins": 0, "hand": ["gold_bomb"] * (card != "gold_bomb")}
    game = Scenario(
        players=[seat | {"items": [blank, "dinner", "breakfast"]}, other, killer],
        monsters=["hush", "fatty"],
        monster_deck=["dip", "trite", "pooter"],
        treasure_deck=["the_relic", "restock", "flush", "decoy", "chaos"],
        shop=["meat", "synthoil"],
    ).start()
    if doubled:
        game.activate("blank_card").pass_all()
    if before == "two cards":
        game.play("a_nickel", by=1).play("four_cents", by=1)
    if before == "a roll":
        game.roll(3).pay("portable_slot_machine", by=1).pass_all().roll(5)
    if before == "a death":
        game.play("death_tarot", 1, by=1).pass_all()
    return game.roll(number) if number else game


def count(game: Play) -> Change:
    read = game.read
    out: Change = {}
    for p in range(2):
        for name in ("coins", "hp", "max_hp", "atk", "souls", "dying", "roll_boost", "extra_attacks", "extra_turns"):
            out[f"{name}{p}"] = read.number(name, p)
        out[f"price{p}"] = read.number("price", p)
        facts = game.player(p)
        out[f"hand{p}"], out[f"curses{p}"] = len(facts["hand"]), len(facts["curses"])
        out |= {f"{p}:{item}": 1 for item in facts["items"]}
    turned = [inst for inst in read.filled("play", "n_play") if read.number("turned", inst)]
    out["upright"] = -len([inst for inst in turned if T.C_DECK[T.INST_CARD[inst]] == 1])
    out |= {name: read.number("hp", 4 + k) for k, name in enumerate(("hush", "fatty"))}
    return out


def change(line: Case, doubled: bool) -> Change:
    """Changes by the card, itself left out; one round of passes for it, for its roll and for its line."""
    game = played(line.card, doubled, line.before, line.number)
    before = count(game)
    game.play(line.card, *(line.twice or line.chosen if doubled else line.chosen), by=0)
    left = [*line.asked, *(line.asked_more if doubled else ())]
    for _ in range(3 if line.number else 1):
        game.pass_all()
        while left and game.question != "priority":
            game.choose(left.pop(0))
    assert not left, f"not asked about {left}"
    if line.then == "gold_bomb":
        game.play("gold_bomb", 1, by=2).pass_all()
    elif line.then == "buy":
        game.buy("meat").settle()
    elif line.then == "settle":
        game.settle()
    after = count(game)
    after["hand0"] += 1
    return {key: n for key in {**before, **after} if (n := after.get(key, 0) - before.get(key, 0))}


def label(line: Case) -> str:
    return "-".join([line.card, *map(str, line.chosen[:1]), *[str(line.number)] * bool(line.number)])


@every(LINES, label)
def test_blank_card__what_it_doubles(line: Case) -> None:
    """ER-15: amounts count twice within one event, "up to one" target becomes two; the table above says what each loot
    card changes as printed and doubled by [blank_card]."""
    assert change(line, False) == line.plain
    assert change(line, True) == line.doubled


@every([line for line in LINES if line.twice], label)
def test_blank_card__the_second_target_may_be_left(line: Case) -> None:
    """ER-15: the second target that [blank_card] allows is optional: without it the card does what is printed, amounts
    apart."""
    chosen = [word for word in line.twice if word in line.chosen]
    chosen.insert(next(k for k, word in enumerate(line.twice) if word not in line.chosen), "done")
    once = change(line._replace(twice=tuple(chosen)), True)
    assert once == line.plain | ({"coins0": 2} if line.card == "charged_penny" else {})


@every(UNCHANGED)
def test_blank_card__what_it_leaves(card: str, number: int, before: str) -> None:
    """ER-15: these cards continue as printed after [blank_card]: the same questions, and with the same answers the same
    result."""
    games = [Watched(played(card, doubled, before, number)) for doubled in (False, True)]
    start = games[0].table()
    for watched in games:
        watched.game.play(card, by=0)
        watched.work_off()
    difference = differences(games[0].seen, games[1].seen)
    assert not difference, difference
    assert games[0].table() != start


def marks(game: Play) -> list[int]:
    return [game.read.cell("lasting", "kind", k) for k in range(game.read.number("n_lasting"))]


@every(sorted({line.card for line in LINES} | {card for card, _, _ in UNCHANGED}))
def test_blank_card__is_used_up(card: str) -> None:
    """ER-15: the mark of [blank_card] belongs to the next loot card, whichever it is, also to one that it does not double:
    once the card is on the stack the mark is gone."""
    before = next((b for c, _, b in UNCHANGED if c == card), "two cards" if card.startswith("butter_bean") else "")
    game = played(card, True, before)
    assert any(marks(game))
    watched = Watched(game.play(card, by=0))
    while game.question != "priority":
        watched.answer()
    assert game.stack and not any(marks(game))


def test_blank_card__every_loot_card_is_named() -> None:
    """ER-15: the two tables name every loot card of every set: [blank_card]."""
    named = {line.card for line in LINES} | {card for card, _, _ in UNCHANGED}
    assert named == {T.IDS[c] for c in T.LOOT_CARDS}
