"""Walks of Betrayal at Baldur's Gate: the ways of an adventurer to explored tiles that it can reach in this turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fs_env.narration.betrayal.map import STEPS
from fs_env.narration.part import Walk

Plain = dict[str, Any]


def moves_left(table: Plain) -> tuple[int, int]:
    """How far the adventurer whose turn it is has moved, and how far it may move, in tiles."""
    turn, speed = table["this_turn"], table["players"][table["turn_player"]]["traits"]["speed"]
    return turn["moved"], 1 if turn["slowed"] else max(1, speed)


def walks(table: Plain, texts: Sequence[str]) -> list[Walk]:
    """The shortest ways to tiles two or more steps away, the nearest first, past no tile with an opponent; see `Narration`."""
    if table["decision"]["question"] != "turn" or table["decision"]["player"] != table["turn_player"]:
        return []
    mover = f"player_{table['turn_player']}"
    tiles = {(tile["level"], tile["x"], tile["y"]): tile for tile in table["tiles"]}
    start = next(
        (at for at, tile in tiles.items() if tile["tile"] == table["players"][table["turn_player"]]["tile"]), None
    )
    moved, most = moves_left(table)
    ways: dict[tuple[str, int, int], tuple[tuple[str, str], ...]] = {} if start is None else {start: ()}
    for at in (reached := list(ways)):  # grows while it is read: nearer tiles are read first
        if at != start and _held(table, tiles[at]["tile"]):
            continue
        for side, (dx, dy, other) in STEPS.items():
            there, go = (at[0], at[1] + dx, at[2] + dy), f"go {side}"
            if there in ways or len(ways[at]) >= most - moved or (at == start and go not in texts):
                continue
            if there in tiles and side in tiles[at]["doors"] and other in tiles[there]["doors"]:
                ways[there] = (*ways[at], (go, f"{mover} comes to {tiles[there]['tile']}"))
                reached.append(there)
    return [
        Walk(f"walk to {tiles[at]['tile']} ({len(steps)} steps)", f"tile:{tiles[at]['tile']}", steps)
        for at, steps in ways.items()
        if len(steps) > 1
    ]


def _held(table: Plain, tile: str) -> bool:
    others = [player for p, player in enumerate(table["players"]) if p != table["turn_player"] and table["haunt"]]
    pit = any("pit" in token for one in table["tiles"] if one["tile"] == tile for token in one["tokens"])
    return pit or any(figure["tile"] == tile for figure in [*others, *table["monsters"]])
