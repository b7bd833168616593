"""Adventurers, tiles, omens, items and the haunt chart against the tables, cell by cell (R1, R2, R5, R6, R86 to R88).

Numbers are those that kernels read wherever there is an array of them. What no source shows is UNKNOWN in the table, and UNKNOWN in the
content or filled by a pack of our own, of which nothing is claimed here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from fs_env.core.betrayal import tables as T
from fs_env.core.betrayal.content import documented_tiles, named_items
from fs_env.core.betrayal.content.adventurers import ADVENTURERS, POWERS
from fs_env.core.betrayal.content.haunts import CHART
from fs_env.core.betrayal.language.codes import Door, Kind, Symbol, Trait
from fs_env.core.betrayal.language.rows import Tile, Unknown, Use
from fs_env.core.betrayal.language.words import CALLINGS
from fs_env.core.betrayal.scenario import Play
from fs_env.core.betrayal.view.cards import card_text, tile_text
from tests.core.betrayal.documented import UNKNOWN, table
from tests.core.betrayal.documented.facts import facts, results
from tests.core.cells import Columns, Row, differing

Compared = Iterator[tuple[Row, Columns]]


def adventurers() -> Compared:
    """Adventurers; the two sides of a card have one colour (R5)."""
    rows = table("adventurers")
    for i, (row, found) in enumerate(zip(rows, ADVENTURERS, strict=True)):
        power, does = POWERS[found.power]
        columns: Columns = {
            "id": (row["id"], str(i + 1)),
            "name": (row["name"], found.name),
            "colour": (row["colour"], rows[i // 2 * 2]["colour"]),
            "race": (row["race"], found.race),
            "class": (row["class"], found.calling),
            "race and class": (
                {row["race"], row["class"]},
                {word for k, word in enumerate(CALLINGS) if T.CALLING[i] >> k & 1},
            ),
            "power": (row["power"], power),
            "code of the power": (re.sub(r"\W", "", row["power"]).upper(), found.power.name.replace("_", "")),
            "power_use": ("once" in row["power_use"], "once" in does),
            "power_effect": (facts(f"{row['power_use']}; {row['power_effect']}"), facts(does)),
        }
        for trait in Trait:
            name = trait.name.lower()
            columns[f"{name}_track"] = (row[f"{name}_track"], " ".join(map(str, T.TRACKS[i, trait, 1:])))
            columns[f"{name}_start"] = (row[f"{name}_start"], str(T.BEGIN[i, trait]))
        yield row, columns


def ways(row: Row) -> set[tuple[str, str]]:
    """The links of a tile: the sides of its openings inside a start tile, where its stairs and its grate lead."""
    kinds = (link.split(":") for link in row["link"].split(";"))
    return {(kind[0], kind[1]) for kind in kinds if len(kind) > 1 and kind[1] != UNKNOWN}


def known_tile(row: Row, i: int) -> Columns:
    """A tile of the city as kernels read it."""
    doors = ["none" if door == Door.WALL else Door(door).name.lower() for door in T.DOORS[i]]
    found = {("internal", side) for side, door in zip("NESW", doors, strict=True) if door == "internal"}
    found |= {("stairs", T.TILES[i].stairs)} if T.TILES[i].stairs else set()
    found |= {("grate", T.TILE_NAMES[T.LANDING])} if T.GRATE[i] else set()
    says = tile_text(replace(T.TILES[i], doors="none none none none", symbol=Symbol.NOTHING))
    rule = re.sub(r"\([^)]*UNKNOWN[^)]*\)|[^;(]*UNKNOWN", "", row["rule"])
    rule = re.sub(r"attempt a (\w+) roll of 3\+; on failure", r"roll \1: 3+ nothing; 0-2", rule)
    return {
        "id": (row["id"], str(T.TILE_NAMES.index(row["name"]) if row["name"] in T.TILE_NAMES else NO_TILE)),
        "name": (row["name"], T.TILE_NAMES[i]),
        "type": (row["type"], Kind(T.KIND[i]).name.lower()),
        "start_tile": (row["start_tile"], "yes" if i < T.N_START else "no"),
        **{f"door_{side}": (row[f"door_{side}"], door) for side, door in zip("nesw", doors, strict=True)},
        "symbol": (
            row["symbol"],
            NO_SYMBOL if (symbol := T.SYMBOL[i]) == Symbol.NOTHING else Symbol(symbol).name.lower(),
        ),
        "link": (ways(row), found),
        "stairs of the game": (T.TILES[i].stairs in T.TILE_NAMES, T.STAIRS[i] >= 0),
        "rule": (facts(rule), facts(says)),
        "results of the rule": (results(rule), results(says)),
    }


NO_TILE, NO_SYMBOL = -1, "none"


def catacomb(row: Row, tile: Tile) -> Columns:
    """A tile of the catacombs of which little is known."""
    doors = [UNKNOWN] * 4 if isinstance(tile.doors, Unknown) else tile.doors.split()
    symbol = UNKNOWN if isinstance(tile.symbol, Unknown) else tile.symbol.name.lower()
    return {
        "name": (row["name"], tile.name),
        "type": (row["type"], tile.kind.name.lower()),
        "start_tile": (row["start_tile"], "yes" if tile in documented_tiles.START else "no"),
        **{f"door_{side}": (row[f"door_{side}"], door) for side, door in zip("nesw", doors, strict=True)},
        "symbol": (row["symbol"], NO_SYMBOL if symbol == "nothing" else symbol),
        "link": (ways(row), {("stairs", tile.stairs)} if tile.stairs else set()),
    }


def tiles() -> Compared:
    """Tiles whose name is certain."""
    catacombs = {tile.name: tile for tile in (*documented_tiles.START[T.LANDING :], *documented_tiles.CATACOMBS)}
    for i, row in enumerate(table("tiles")):
        if row["name"] in catacombs:
            yield row, catacomb(row, catacombs[row["name"]])
        elif UNKNOWN not in row["name"]:
            yield row, known_tile(row, i)


def omens() -> Compared:
    """Omens, their kinds, what may be done with them, and what their text states."""
    for i, row in enumerate(table("omens")):
        card = T.N_ITEMS + i
        gains = " and ".join(f"{n:+d} {trait.name.capitalize()}" for trait in Trait if (n := T.GAINS[card, trait]))
        loses = " and ".join(f"{-n:+d} {trait.name.capitalize()}" for trait in Trait if (n := T.GAINS[card, trait]))
        text = re.sub(r"; cannot be .*", "", card_text(T.POSSESSIONS[card]))
        columns: Columns = {
            "id": (row["id"], str(i + 1)),
            "name": (row["name"], T.POSSESSION_NAMES[card]),
            "kind": (row["kind"], Use(T.USE[card]).name.lower()),
            "on_gain": (row["on_gain"], gains or "none"),
            "on_lose_control": (row["on_lose_control"], loses or "none"),
            "effect": (facts(f"{row['on_gain']}; {row['effect']}"), facts(text)),
            "results": (results(row["effect"].split("; then add")[0]), results(text)),
        }
        for name, may in (("can_drop", T.MAY_DROP), ("can_trade", T.MAY_TRADE), ("can_steal", T.MAY_STEAL)):
            columns[name] = (row[name].split()[0], "yes" if may[card] else "no")
        yield row, columns


def items() -> Compared:
    """The items whose names are confirmed; none is complete."""
    kinds = {Use.WEAPON: "weapon", Use.OTHER: "other"}
    for i, row in enumerate(table("items")[: len(named_items.ITEMS)]):
        card = named_items.ITEMS[i]
        columns: Columns = {
            "id": (row["id"], str(i + 1)),
            "name": (row["name"], card.name),
            "kind": (row["kind"], UNKNOWN if isinstance(card.use, Unknown) else kinds[card.use]),
            "effect": (("distance attack" in row["effect"], True), (card.distance, isinstance(card.special, Unknown))),
        }
        yield row, columns


@pytest.mark.parametrize(
    ("name", "compared", "left_out", "cells"),
    [
        ("adventurers", adventurers, {"age"}, 12 * 18),  # no rule asks for an age
        (
            "tiles",
            tiles,
            {"asterisk", "id", "rule"},
            30 * 13 + 9 * 9,
        ),  # the paragraphs that asterisks point to are UNKNOWN
        ("omens", omens, (), 13 * 10),
        ("items", items, (), 7 * 4),
    ],
)
def test_components__are_as_documented(
    name: str, compared: Callable[[], Compared], left_out: set[str], cells: int
) -> None:
    """Every cell of the tables of adventurers (R5, R6, R88), tiles (R1, R20 to R33, R86), omens and items (R2, R36 to R41, R87)."""
    wrong, count = differing(name, compared(), left_out)
    assert not wrong, "\n".join(wrong)
    assert count == cells


def test_rows__none_is_left_out() -> None:
    """R1, R2: of the tiles eight have no certain name, of the 22 items seven have one."""
    rows = table("tiles")
    assert len(rows) == 47 and sum(UNKNOWN in row["name"] for row in rows) == 15 - len(documented_tiles.CATACOMBS)
    assert len(table("items")) == named_items.IN_THE_BOX and len(table("omens")) == T.N_OMENS


def test_chart__rows_and_columns_are_the_omen_tiles_and_the_omens() -> None:
    """R60: thirteen omens across in their order, the six omen tiles of the city first, thirteen rows; its cells are UNKNOWN."""
    rows = table("haunt_chart")
    assert tuple(rows[0])[1:] == T.POSSESSION_NAMES[T.N_ITEMS : T.N_ITEMS + T.N_OMENS]
    city = [t for t in range(T.N_TILES) if T.OMEN_ROW[t] >= 0 and T.KIND[t] != Kind.CATACOMB]
    assert [row["tile"] for row in rows if UNKNOWN not in row["tile"]] == [T.TILE_NAMES[t] for t in city]
    assert [int(T.OMEN_ROW[t]) for t in city] == list(range(6))
    assert len(rows) == len(CHART) == T.N_OMEN_TILES and {len(row) for row in CHART} == {len(rows[0]) - 1}


def test_start__lies_as_documented() -> None:
    """R8, R20: each opening inside a start tile leads to the space that the table names."""
    at = {row["tile"]: (row["x"], row["y"], row["level"]) for row in Play(3).start().facts()["tiles"]}
    steps = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
    seen = 0
    for row in table("tiles")[:3]:
        for link in row["link"].split(";"):
            kind, *more = link.split(":")
            if kind == "internal":
                (x, y, level), (dx, dy) = at[row["name"]], steps[more[0]]
                assert at[more[1]] == (x + dx, y + dy, level), (row["name"], link)
                seen += 1
    assert seen == 4
