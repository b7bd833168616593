"""A position of Betrayal at Baldur's Gate for a person at a terminal: a map of both levels in text, and what a player needs besides."""

from __future__ import annotations

import re
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from fs_env.core.betrayal.tables import TILES
from fs_env.core.betrayal.text import haunt_lines, listed, player_line, stack_lines, turn_lines

Plain = dict[str, Any]
ROWS = {tile.name: tile for tile in TILES}
READER = "@"
MOST = 4  # figures in a tile of the map
STEPS = {"north": (0, -1, "south"), "east": (1, 0, "west"), "south": (0, 1, "north"), "west": (-1, 0, "east")}
"""Side of a tile -> the way to the next tile, and the side of that tile."""
LEGEND = "- |: open; ~: illusion; b, s, c: unexplored building, street, catacomb"
_SPACE = re.compile(r" \(space \d+\)")


def screen(table: Plain, width: int) -> str:
    deck = f", tokens on the Deck of Many Things: {table['fate']}" if table["fate"] else ""
    lines = [f"Betrayal at Baldur's Gate, turn {table['turn']}", *turn_lines(table)]
    lines += [f"omens: {table['omens']}{deck}", *haunt_lines(table)[2:]]
    lines += [line for line in stack_lines(table) if not line.startswith("discarded ") and " is laid in " not in line]
    for p, player in enumerate(table["players"]):
        words = player_line(p, player) if player["adventurer"] else f"player_{p}, no adventurer yet"
        lines.append(f"{_sign(p, table)} {_SPACE.sub('', words)}")
    for sign, monster in zip(ascii_lowercase, table["monsters"], strict=False):
        roll = f", may move {monster['speed']} spaces" if monster["speed"] is not None else ""
        stunned = ", stunned" if monster["stunned"] else ""
        lines.append(f"{sign} {monster['kind']} {monster['monster']}: {monster['tile']}{stunned}{roll}")
    numbers = {tile["tile"]: str(k) for k, tile in enumerate(table["tiles"], 1)}
    for level in ("city", "catacomb"):
        lines += ["", *_level(table, level, numbers, width), *_names(table, level, numbers, width)]
    return "\n".join([*lines, LEGEND])


def _sign(seat: int, table: Plain) -> str:
    return READER if seat == table["reader"] else ascii_uppercase[seat]


def _figures(name: str, table: Plain) -> str:
    seats = sorted(range(table["num_players"]), key=lambda p: p != table["reader"])
    found = [_sign(p, table) for p in seats if table["players"][p]["tile"] == name and table["players"][p]["alive"]]
    found += [sign for sign, one in zip(ascii_lowercase, table["monsters"], strict=False) if one["tile"] == name]
    return "".join(found) if len(found) <= MOST else "".join(found[: MOST - 1]) + "+"


def _names(table: Plain, level: str, numbers: dict[str, str], width: int) -> list[str]:
    lines: list[str] = []
    for tile in (tile for tile in table["tiles"] if tile["level"] == level):
        row = ROWS[tile["tile"]]
        symbol = row.symbol.name.lower()
        asked = any(f"{symbol} symbol" in page for page in table["pages"])
        notes = [f"{symbol} symbol"] * (symbol != "none" and (tile["new"] or asked))
        notes += ["stairs"] * bool(row.stairs) + ["grate"] * bool(row.grate)
        notes += [*(token.replace("_", " ") for token in tile["tokens"]), *tile["cards"]]
        words = f"{numbers[tile['tile']]} {tile['tile']}{f' ({listed(notes)})' if notes else ''}"
        if lines and len(lines[-1]) + len(words) + 3 <= width:
            lines[-1] += f", {words}"
        else:
            lines.append(words)
    return lines


def _level(table: Plain, level: str, numbers: dict[str, str], width: int) -> list[str]:
    laying = [table["laying"]] if table["laying"] else []
    tiles = {(tile["x"], tile["y"]): tile for tile in [*table["tiles"], *laying] if tile["level"] == level}
    signs = {at: _figures(tile["tile"], table) for at, tile in tiles.items()}
    room = max(1, *map(len, signs.values()))
    step = room + 6  # a tile and the door behind it
    first, last = min(x for x, _ in tiles), max(x for x, _ in tiles)
    fit = max(1, (width - 1) // step)
    mover = table["players"][table["turn_player"] if table["reader"] is None else table["reader"]]["tile"]
    middle = next((x for (x, _), tile in tiles.items() if tile["tile"] == mover), first)
    left = max(first, min(middle - fit // 2, last - fit + 1))
    shown = range(left, min(last, left + fit - 1) + 1)
    hidden = sum(x not in shown for x, _ in tiles)
    lines = [f"the {level}{f', without {hidden} tiles that are farther away' if hidden else ''}"]
    below = [" "] * (step * len(shown) + 1)
    for y in range(min(y for _, y in tiles), max(y for _, y in tiles) + 1):
        above, row, below = below, [" "] * len(below), [" "] * len(below)
        for k, x in enumerate(shown):
            if tile := tiles.get((x, y)):
                number = numbers.get(tile["tile"], "?")
                row[step * k + 1 : step * (k + 1)] = f"[{number:>2} {signs[x, y]:<{room}}]"
                spots = {"north": above, "south": below}
                for side in tile["doors"]:
                    at = {"west": step * k, "east": step * (k + 1)}.get(side, step * k + (step + 1) // 2)
                    spots.get(side, row)[at] = _door(tile, side, tiles)
        lines += ["".join(above).rstrip(), "".join(row).rstrip()]
    lines.append("".join(below).rstrip())
    return [line for k, line in enumerate(lines) if line or 1 < k < len(lines) - 1]


def _door(tile: Plain, side: str, tiles: dict[tuple[int, int], Plain]) -> str:
    dx, dy, other = STEPS[side]
    kind, behind = tile["doors"][side], tiles.get((tile["x"] + dx, tile["y"] + dy))
    if behind is None:
        return str(kind[0])
    if other not in behind["doors"]:
        return " "
    return "~" if kind == "illusion" else "-" if dx else "|"
