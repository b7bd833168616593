"""Every card with its program against what is printed on it, cell by cell."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.cards import ROOMS, card_rows
from fs_env.core.four_souls.cards.rooms import LEFT_OUT
from fs_env.core.four_souls.language.codes import NONE
from tests.core.cells import Columns, Row, differing
from tests.core.four_souls.printed import TABLES, table

KINDS = {
    "characters": dict.fromkeys(("",), "character"),
    "bonus_souls": dict.fromkeys(("",), "bonus_soul"),
    "loot": {"basic": "basic_loot", "soul": "soul_loot"},
    "monsters": {"bonus": "event"},
}
"""Kinds that the game calls otherwise; several at once are "mixed"."""
SPELT = (
    (r"\bonce more\b", "1 more"),
    (r"\btwice (?:as|that) many\b", "double"),
    (r"\btwice\b", "2 times"),
    (r"\bfour dice\b", "4 dice"),
    (r"a number from 1 to 6|any number from 1 to 6", "a number"),
    (r"controllers? gains? 1 treasure", "it is replaced"),  # a reroll
)
SAID = {
    "the_polaroid": {2},  # "no cards" for 0
    "skeleton_key": {98},  # 99 attacks, one of them the usual one
    "the_emperor": {1, 5},  # "the rest" for 4, as the next two
    "the_hermit": {1, 5},
    "the_moon": {1, 5},
    "justice": {1},  # "1 for each" of what the other has more
    "judgement": {1},  # "1 soul card" for a soul card, as the next two
    "wizoob": {1},
    "curse_of_loss": {1},
    "curse_of_fatigue": {1},  # "1 item" for only one
    "shadow_of_famine": {1},  # as the one before
    "the_mirror": {1, 2},  # "2 or more HP" for HP that can be paid down to 1
    "holy_chest": {1, 2, 3, 5, 6, 7},  # 3 is in no line of the printed table: it is read as 3-5
}
"""Cards whose text says a number in other words."""


def rewards(printed: str) -> str | None:
    rolled = {
        "roll: Xc": "roll: gain as many ¢ as the result",
        "roll: loot X": "roll: loot as many cards as the result",
    }
    if (treasure := re.fullmatch(r"treasure (\d+)", printed)) is not None:
        return f"{treasure[1]} treasure{'s' if treasure[1] != '1' else ''}"
    return rolled.get(printed, re.sub(r"(\d+)c", r"\1¢", printed)) or None


def numbers(text: str) -> set[int]:
    for words, plain in SPELT:
        text = re.sub(words, plain, text)
    return {int(n) for n in re.findall(r"\d+", text)}


def stated(text: str, printed: set[int]) -> set[int]:
    """The numbers of a text; those of results that do nothing, which not every card prints, where they are printed."""
    return numbers(re.sub(r"\([0-9- or]+\) nothing", "", text)) | (numbers(text) & printed)


def cards(name: str) -> Iterator[tuple[Row, Columns]]:
    shown = {row["id"]: row for row in card_rows()}
    for row in table(name):
        if row["id"] in LEFT_OUT:
            continue
        c, card = T.CARD_ID[row["id"]], shown[row["id"]]
        kind = row.get("kind", "")
        said = SAID.get(row["id"], set(map(int, row["numbers"].split())))
        columns: Columns = {
            "id": (row["id"], card["id"]),
            "name": (row["name"], T.NAMES[c]),
            "set": (row["set"].replace("requiem_2e", ROOMS), card["set"]),
            "deck": (name.rstrip("s"), card["deck"]),
            "count": (row.get("count", "1"), str(T.C_COUNT[c])),
            "confidence": (row.get("confidence", "high"), card["confidence"] or "high"),
            "numbers": (said, stated(card["text"] or "", said)),
            "rewards": (rewards(row.get("rewards", "")), card["rewards"]),
            "eternal": (row.get("eternal", "0"), str(int(bool(T.C_FLAGS[c] & T.CardFlag.ETERNAL)))),
            "guppy": (row.get("guppy", "0"), str(int(bool(T.C_FLAGS[c] & T.CardFlag.GUPPY)))),
            "soul_value": (row.get("soul_value", "0"), str(T.C_SOULS[c])),
            "starting_item_id": (row.get("starting_item_id", ""), T.IDS[T.C_START[c]] if T.C_START[c] != NONE else ""),
        }
        for column, found in (("hp", T.C_HP[c]), ("evasion", T.C_EVASION[c]), ("attack", T.C_ATK[c])):
            columns[column] = (row.get(column) or "", "" if found == NONE else str(found))
        if name == "characters":
            columns["health"] = (row["health"], columns.pop("hp")[1])
        if name != "rooms":
            columns["kind"] = ("mixed" if "," in kind else KINDS.get(name, {}).get(kind, kind), card["kind"])
        yield row, columns


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("characters", 19),
        ("starting_items", 18),
        ("treasures", 155),
        ("loot", 89),
        ("monsters", 157),
        ("bonus_souls", 3),
        ("rooms", 42),
    ],
)
def test_cards__are_as_printed(name: str, rows: int) -> None:
    """Names, sets, kinds, copies, costs and other numbers of texts, hit points, evasion, attack, souls, rewards, Guppy items
    (R19.1, A47), eternal items, starting items: of every card of a deck (R1.15, R2.3, R2.12, R14.4)."""
    wrong, count = differing(name, cards(name))
    assert not wrong, "\n".join(wrong)
    assert count == rows * (15 if name == "rooms" else 16)


def test_cards__none_is_left_out() -> None:
    """Every card with a program stands in a table, once; the rooms without one are those that the package lists."""
    rows = [row for name in TABLES for row in table(name)]
    ids = [row["id"] for row in rows]
    assert len(ids) == len(set(ids)) and set(ids) == {*T.IDS, *LEFT_OUT}
    assert {row["id"]: row["name"] for row in rows if row["id"] in LEFT_OUT} == {
        i: name for i, (name, _) in LEFT_OUT.items()
    }
