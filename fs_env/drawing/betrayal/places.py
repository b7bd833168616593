"""Where the actions of Betrayal at Baldur's Gate lie on its drawing."""

from __future__ import annotations

from typing import Any

from fs_env.core.betrayal.actions import TABLE
from fs_env.core.betrayal.content.adventurers import ADVENTURERS
from fs_env.core.betrayal.language.codes import SEATS, Side
from fs_env.core.betrayal.tables import POSSESSION_NAMES, TILE_NAMES

Plain = dict[str, Any]
BESIDE = {Side.NORTH: (0, -1), Side.EAST: (1, 0), Side.SOUTH: (0, 1), Side.WEST: (-1, 0)}  # steps
STACKS = {"city": ("buildings", "streets"), "catacomb": ("catacombs",)}
GHOST = "door:{side}"


def places_of(view: Plain, seat: int, action: int) -> list[str]:
    name, k = TABLE.range_of(action)
    here = next((tile for tile in view["tiles"] if tile["tile"] == tile_of_mover(view, seat)), None)
    match name:
        case "go":
            return [] if here is None else beside(view, here, Side(k))
        case "grate" | "stairs" | "gate" | "open" | "task" | "pick":
            return [] if here is None else [f"tile:{here['tile']}"]
        case "facing":
            return [f"tile:{view['laying']['tile']}"] if view["laying"] else []
        case "tile":
            return [f"tile:{TILE_NAMES[k]}"]
        case "use" | "drop" | "offer" | "card":
            return [f"card:{POSSESSION_NAMES[k]}"]
        case "adventurer":
            return [f"adventurer:{ADVENTURERS[k].name}"]
        case "power":
            return [f"power:{seat}"]
        case "monster":
            return [f"monster:{k + 1}"]
        case "seat" | "attack":
            return [f"player:{(seat + k) % view['num_players']}" if k < SEATS else f"monster:{k - SEATS + 1}"]
    return []


def beside(view: Plain, tile: Plain, side: Side) -> list[str]:
    at = next_to(tile, side)
    found = [f"tile:{one['tile']}" for one in view["tiles"] if (one["level"], one["x"], one["y"]) == at]
    return found or [GHOST.format(side=side.name.lower())]


def next_to(tile: Plain, side: Side) -> tuple[str, int, int]:
    return tile["level"], *(tile[axis] + step for axis, step in zip("xy", BESIDE[side], strict=True))


def ghosts(view: Plain) -> list[Plain]:
    """Where unexplored doors lead from the tile of the reader's figure, of whose turn it is for a reader without one: places with
    "level", "x", "y"; [] where no tile is left to be discovered."""
    player = view["players"][view["turn_player"] if view["reader"] is None else view["reader"]]
    here = next((tile for tile in view["tiles"] if tile["tile"] == player["tile"] and player["alive"]), None)
    if here is None or not any(view["decks"][name] for name in STACKS[here["level"]]):
        return []
    taken = {(tile["level"], tile["x"], tile["y"]) for tile in (*view["tiles"], *filter(None, [view["laying"]]))}
    doors = {side: next_to(here, side) for side in Side if side.name.lower() in here["doors"]}
    return [
        {"place": GHOST.format(side=side.name.lower()), "level": level, "x": x, "y": y}
        for side, (level, x, y) in doors.items()
        if (level, x, y) not in taken
    ]


def tile_of_mover(view: Plain, seat: int) -> str | None:
    """The tile of the figure that moves: the seat's own, or the monster that it moves; None where no figure does."""
    decision = view["decision"]
    if decision["question"] == "monster":
        moved = decision["about"]["figure"]
        return next((one["tile"] for one in view["monsters"] if f"monster {one['monster']}" == moved), None)
    return str(view["players"][seat]["tile"]) if decision["question"] == "turn" else None
