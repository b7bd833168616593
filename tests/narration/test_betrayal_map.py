"""The map of Betrayal at Baldur's Gate at a terminal."""

from __future__ import annotations

import re

from fs_env.core.betrayal.language.codes import NONE
from fs_env.core.betrayal.rules.terrain import passage
from fs_env.core.betrayal.tables import TILE_NAMES
from fs_env.core.machine.declare.fields import as_records
from fs_env.narration.betrayal.map import screen
from tests.drawing.positions import random_game

CELL = re.compile(r"\[ ?(\d+) ([@A-Za-z+]*) *\]")
EAST, SOUTH = 1, 2


def test_map__has_every_tile_figure_and_open_door_in_its_place() -> None:
    """Tiles of a row and of a column stand in line; between two of them is a sign exactly where the rules let a player pass."""
    doors = figures = 0
    for players, seed, decisions in ((3, 5, 40), (6, 9, 300), (4, 2, 900)):
        game, S = random_game("betrayal", players, seed, decisions)
        view, record, way = game.to_json(S, player=1), as_records(S)[0], getattr(passage, "py_func", passage)
        lines = screen(view, 80).split("\n")
        wide = max(len(line) for line in screen(view, 200).split("\n") if CELL.search(line))
        found = {
            int(cell[1]): (row, cell.start(), cell) for row, line in enumerate(lines) for cell in CELL.finditer(line)
        }
        assert all(len(lines[row]) <= 80 for row, *_ in found.values())
        assert wide > 80 or len(found) == len(view["tiles"])
        for number, (row, column, cell) in found.items():
            tile = view["tiles"][number - 1]
            assert f"{number} {tile['tile']}" in "\n".join(lines[row:])
            for p, player in enumerate(view["players"]):
                if player["alive"] and player["tile"] == tile["tile"] and "+" not in cell[2]:
                    assert ("@" if p == 1 else "ABCDEF"[p]) in cell[2]
                    figures += 1
            for other, (below, beside, _) in found.items():
                place = view["tiles"][other - 1]
                if place["level"] != tile["level"]:
                    continue
                assert (place["y"] - tile["y"]) * 2 == below - row
                assert (place["x"] > tile["x"]) == (beside > column)
                for side, dx, dy in ((EAST, 1, 0), (SOUTH, 0, 1)):
                    if (place["x"] - tile["x"], place["y"] - tile["y"]) == (dx, dy):
                        between = lines[row][beside - 1] if dx else lines[row + 1].ljust(80)[column + len(cell[0]) // 2]
                        t = TILE_NAMES.index(tile["tile"])
                        assert (between in "-|~") == (way(record, t, side) != NONE)
                        doors += between in "-|~"
    assert doors > 40 and figures > 9


def test_map__asks_for_nothing_that_the_seat_does_not_know() -> None:
    """The lines come from the view of the seat: hidden sides stay hidden, and a narrow terminal shows the tiles round the reader."""
    game, S = random_game("betrayal", 6, 9, 300)
    view = game.to_json(S, player=1)
    for player in view["players"]:
        player["side"] = None
    text = screen(view, 80)
    assert "traitor" not in text.partition("left in the stacks")[2] and "space " not in text
    narrow = screen(view, 40)
    assert "farther away" in narrow and any("@" in figures for _, figures in CELL.findall(narrow))
