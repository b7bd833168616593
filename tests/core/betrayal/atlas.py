"""The map of Betrayal at Baldur's Gate once more, in plain Python, from the rules text (R8, R20 to R30, A3, A4, A25, A26) and the rows
of the tiles; it shares nothing with the compiled game. A tile is known by its name, a place is (level, column, row), sides are words.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping

from fs_env.core.betrayal.content import documented_tiles, original_tiles
from fs_env.core.betrayal.language.rows import Tile

Place = tuple[str, int, int]
SIDES = ("north", "east", "south", "west")
BEYOND = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
ACROSS = {"north": "south", "south": "north", "east": "west", "west": "east"}
LANDING, BASEMENT, TAVERN = "Catacomb Landing", "Kitchen Basement", "Elfsong Tavern"
START_DOORS = {LANDING: original_tiles.LANDING_DOORS, BASEMENT: original_tiles.BASEMENT_DOORS}
START_PLACES: dict[str, Place] = {
    TAVERN: ("city", 0, 0),
    "Inner Chamber": ("city", -1, 0),
    "Kitchen": ("city", -2, 0),
    BASEMENT: ("catacomb", 0, 0),
    LANDING: ("catacomb", -1, 0),
}
ROWS: dict[str, Tile] = {
    tile.name: tile
    for tile in (
        *documented_tiles.START,
        *documented_tiles.BUILDINGS,
        *documented_tiles.STREETS,
        *original_tiles.CATACOMBS,
    )
}
STACKS: dict[str, tuple[str, ...]] = {
    "building": tuple(tile.name for tile in documented_tiles.BUILDINGS),
    "street": tuple(tile.name for tile in documented_tiles.STREETS),
    "catacomb": tuple(tile.name for tile in original_tiles.CATACOMBS),
}


def doors_of(name: str, turned: int) -> dict[str, str]:
    """The doors of a tile that was turned clockwise by quarters: side to colour."""
    printed = str(START_DOORS.get(name, ROWS[name].doors)).split()
    return {SIDES[(k + turned) % 4]: colour for k, colour in enumerate(printed) if colour != "none"}


class Atlas:
    """A map that grows: the place and doors (side to colour) of each tile, and the tile at each place in use."""

    def __init__(self) -> None:
        self.places: dict[str, Place] = {}
        self.names: dict[Place, str] = {}
        self.doors: dict[str, dict[str, str]] = {}
        for name, place in START_PLACES.items():
            self.lay(name, place, 0)

    def lay(self, name: str, place: Place, turned: int) -> None:
        """Puts a tile on the table."""
        self.places[name], self.names[place], self.doors[name] = place, name, doors_of(name, turned)
        self.changed()

    def changed(self) -> None:
        """Forgets what was concluded from the map."""

    def beyond(self, name: str, side: str) -> Place:
        """The place next to a tile."""
        level, x, y = self.places[name]
        dx, dy = BEYOND[side]
        return level, x + dx, y + dy

    def behind(self, name: str, side: str) -> str | None:
        """The tile on the other side of two doors that meet (R20)."""
        other = self.names.get(self.beyond(name, side))
        met = other is not None and side in self.doors[name] and ACROSS[side] in self.doors[other]
        return other if met else None

    def ways(self, name: str, gates: Mapping[str, str]) -> dict[str, tuple[str, int]]:
        """Every way out of a tile to one that is there: where it leads and what it costs (R20 to R23)."""
        found = {f"go {side}": (to, 1) for side in SIDES if (to := self.behind(name, side)) is not None}
        if ROWS[name].grate:
            found["drop through the grate"] = LANDING, 1
        if (stairs := ROWS[name].stairs) in self.places:
            found["take the stairs"] = stairs, 2
        if name in gates:
            found["step through the gate"] = gates[name], 1
        return found

    def steps(
        self, name: str, gates: Mapping[str, str] | None = None, pits: frozenset[str] = frozenset()
    ) -> dict[str, int]:
        """How far each tile is: in doors, or with `gates` in spaces by all ways (A12, A25)."""
        far, waiting = {}, [(0, name)]
        while waiting:
            cost, here = heapq.heappop(waiting)
            if here in far:
                continue
            far[here] = cost
            if gates is None:
                ways = [(to, 1) for side in SIDES if (to := self.behind(here, side)) is not None]
            else:
                ways = list(self.ways(here, gates).values())
            for to, more in ways:
                heapq.heappush(waiting, (cost + more + (gates is not None and to in pits), to))
        return far

    def sees(self, name: str, other: str) -> bool:
        """Whether a straight row of doors leads from a tile to another (A26)."""
        return name == other or any(other in self.row(name, side) for side in SIDES)

    def row(self, name: str, side: str) -> Iterator[str]:
        """The tiles that one sees in a direction."""
        here: str | None = name
        while here is not None and (here := self.behind(here, side)) is not None:
            yield here

    def is_open(self, level: str) -> bool:
        """Whether a level has a door from which a tile could be added (R29)."""
        return any(
            self.beyond(name, side) not in self.names
            for name, place in reversed(self.places.items())
            if place[0] == level
            for side in self.doors[name]
        )

    def turnings(self, name: str, place: Place, entry: str, every: bool = False) -> list[int]:
        """The legal orientations of a new tile at a place: a door on the entry side, the level stays open, most doors are
        joined; with `every` also those that join fewer (R28, R29, A3)."""
        joined: dict[int, int] = {}
        for turned in range(4):
            doors = doors_of(name, turned)
            if entry not in doors:
                continue
            trial = Atlas.__new__(Atlas)  # an atlas to try it on
            trial.places, trial.names, trial.doors = dict(self.places), dict(self.names), dict(self.doors)
            trial.lay(name, place, turned)
            if trial.is_open(place[0]):
                joined[turned] = sum(trial.behind(name, side) is not None for side in SIDES)
        most = max(joined.values(), default=0)
        return [turned for turned, contacts in joined.items() if every or contacts == most]


class Stack:
    """A stack of tiles face down, the next one last, and those set aside from it (R29, R30)."""

    def __init__(self, order: list[str]) -> None:
        self.order = order
        self.aside: list[str] = []

    def all(self) -> list[str]:
        """Every tile that is not in play yet."""
        return [*self.order, *self.aside]


class Explored(Atlas):
    """A map with its stacks by colour; `every`: tiles may be turned in every way that leaves the level open."""

    def __init__(self, orders: Mapping[str, list[str]], every: bool = False) -> None:
        super().__init__()
        self.stacks = {colour: Stack(list(order)) for colour, order in orders.items()}
        self.every = every
        self.known: dict[tuple[str, str], str | None] = {}

    def stack_behind(self, name: str, side: str) -> str | None:
        """The same as `look_behind` for the colour of the door, remembered until the map changes."""
        if (name, side) not in self.known:
            self.known[name, side] = self.look_behind(name, side, None)
        return self.known[name, side]

    def look_behind(self, name: str, side: str, colour: str | None) -> str | None:
        """The stack that a tile behind a door comes from: that of the door's colour, on the city level the other one where it
        has none that could lie there; None where nothing can be found (R27, R29, R30, A4)."""
        place = self.beyond(name, side)
        if side not in self.doors[name] or place in self.names:
            return None
        if place[0] == "catacomb":
            wanted = ["catacomb"]
        else:
            first = colour or ("street" if self.doors[name][side] == "street" else "building")
            wanted = [first, "building" if first == "street" else "street"]
        for found in wanted:
            if any(self.turnings(tile, place, ACROSS[side], self.every) for tile in self.stacks[found].all()):
                return found
        return None

    def changed(self) -> None:
        """Forgets what lies behind doors."""
        self.known = {}

    def find(self, name: str, side: str, colour: str | None, seen: str) -> list[int]:
        """Takes the next tile that can lie behind a door off its stack, sets others aside (R27 to R30); returns how it may be turned.

        Where a stack must be shuffled anew, `seen`, the tile of the game under test, may be any of its tiles; else AssertionError.
        """
        place, entry = self.beyond(name, side), ACROSS[side]
        found = self.look_behind(name, side, colour)
        assert found is not None, f"nothing can be found {side} of {name}, the game found {seen}"
        stack = self.stacks[found]
        while stack.order:
            tile = stack.order.pop()
            if turnings := self.turnings(tile, place, entry, self.every):
                assert tile == seen, f"{side} of {name} lies {tile}, the game found {seen}"
                return turnings
            stack.aside.append(tile)
        assert seen in stack.aside, f"{seen} is not among the tiles set aside, {stack.aside}"
        stack.aside.remove(seen)
        turnings = self.turnings(seen, place, entry, self.every)
        assert turnings, f"{seen} cannot lie {side} of {name}"
        return turnings
