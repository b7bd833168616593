"""What a seat may know, as one flat int16 vector in named sections; seats are counted from the observer to the left.

The map is there twice: as rows of tiles, and as two grids of which the first is the observer's level, the observer in the
middle; the other level has its start tile in the middle. What is beyond a grid is in the rows only.
"""

from __future__ import annotations

from fs_env.core.betrayal.actions import MONSTERS
from fs_env.core.betrayal.codes import DICE, NONE, SIDES, SPACES, Door, Level, Role
from fs_env.core.betrayal.language.haunts import Goal, Shape
from fs_env.core.betrayal.questions import Frame, Question
from fs_env.core.betrayal.rules.dice import value
from fs_env.core.betrayal.rules.objectives import escaped, needed
from fs_env.core.betrayal.rules.table import is_shape, keeps, secret
from fs_env.core.betrayal.state import kernel
from fs_env.core.betrayal.tables import (
    AIM,
    AIMS,
    BITE,
    CLAW,
    INSTANCE,
    LANDING,
    MISTS,
    N_EVENTS,
    N_HAUNTS,
    N_POSSESSIONS,
    N_TILES,
    SEATS,
    SIGHT,
    TAVERN,
    TRAPPER,
    Zone,
)
from fs_env.core.machine.columns import Code, Flag, Number
from fs_env.core.machine.observation import ObservationSchema, Section, row, rows
from fs_env.core.machine.scratch import make_named

REACH = 5  # tiles that a grid shows in each direction
GRID = 2 * REACH + 1
FAR_AWAY = 63  # largest distance in a row of a tile
BITS = (1 << SIDES) - 1
N_DECKS = 6
UNKNOWN_SIDE = int(Role.NONE)

SCHEMA = ObservationSchema(
    [
        Section("num_players", (), "seats in the game", 3, SEATS),
        Section("to_act", (), "seat that is asked, -1 when the game is over", NONE, SEATS - 1, names="seat"),
        Section("turn_seat", (), "seat whose turn it is", 0, SEATS - 1, names="seat"),
        Section("question", (), "what is asked", 0, max(Question), codes=Question),
        row(
            "asking",
            [
                Number("card", "possession that the question is about, -1 none", NONE, N_POSSESSIONS - 1, "card"),
                Number("event", "event card that it is about, -1 none", NONE, N_EVENTS - 1, "event"),
                Number("left", "damage points left, or by how much an attack is won", -127, 127),
                Number(
                    "figure",
                    "figure that attacks, is attacked or moved: seat, or 6 + monster; -1 none",
                    NONE,
                    17,
                    "figure",
                ),
                Code("doing", Frame, "what the rules are doing"),
            ],
            "what the question is about",
        ),
        Section("haunt", (), "the haunt, -1 before it begins", NONE, N_HAUNTS - 1, names="haunt"),
        Section("omens", (), "omen cards revealed", 0, 13),
        Section("rounds", (), "rounds of the haunt that are over", 0, 100),
        Section("spent", (), "spaces that the seat whose turn it is has moved", 0, 127),
        Section("stopped", (), "1 when it may move no more this turn", 0, 1),
        Section("decks", (N_DECKS,), "cards or tiles left: events, items, omens, buildings, streets, catacombs", 0, 64),
        rows(
            "aims",
            2 * AIMS,
            "objective: those of your side first, then those of the other side where you may see them",
            [
                Number("goal", "what is to be reached, -1 none or unknown", NONE, max(Goal), "goal"),
                Number("done", "how much of it is done", 0, 127),
                Number("needed", "how much is needed", 0, 127),
            ],
            "objectives of the haunt",
        ),
        rows(
            "players",
            SEATS,
            "seat, from you to the left",
            [
                Number(
                    "adventurer",
                    "index; -1 before one is chosen, and where nobody sits; the first side of a card that was dealt",
                    NONE,
                    11,
                    "adventurer",
                ),
                Flag("alive", "1 until dead"),
                Flag("escaped", "1 after leaving the city for good"),
                Code("side", Role, "as far as you know it; NONE also for unknown"),
                Number("tile", "where the figure is, -1 nowhere", NONE, N_TILES - 1, "tile"),
                Number("might", "the number at the clip", 0, DICE),
                Number("speed", "the number at the clip", 0, DICE),
                Number("knowledge", "the number at the clip", 0, DICE),
                Number("sanity", "the number at the clip", 0, DICE),
                Number("might_at", "space of the clip, 0 the skull", 0, SPACES),
                Number("speed_at", "space of the clip", 0, SPACES),
                Number("knowledge_at", "space of the clip", 0, SPACES),
                Number("sanity_at", "space of the clip", 0, SPACES),
                Flag("attacked", "1 after the attack of this turn"),
                Flag("cursed", "1 when the next roll is a 0"),
                Flag("slow", "1 when only 1 space may be moved in the next turn"),
                Flag("power", "1 when the power was used this turn"),
                Flag("shaped", "1 after Wild Shape"),
                Number("healing", "Healing Word tokens", 0, 2),
                Flag("inspired", "1 while holding the token of Bardic Inspiration"),
                Flag("claw", "1 with the Crawling Claw"),
                Flag("sight", "1 with the Future Sight"),
                Flag("mists", "1 with the Mists of Ravenloft"),
                Flag("bite", "1 with the Wererat Bite"),
                Flag("trapper", "1 with the Trapper"),
                Number("mark", "figure under the Hunter's Mark, -1 none", NONE, 17, "figure"),
            ],
            "adventurers",
        ),
        rows(
            "monsters",
            MONSTERS,
            "monster",
            [
                Number("kind", "index among the haunt's kinds, -1 none", NONE, 1, "monster"),
                Number("tile", "where it is, -1 none", NONE, N_TILES - 1, "tile"),
                Flag("stunned", "1 while it is"),
            ],
            "monsters of the haunt",
        ),
        rows(
            "cards",
            N_POSSESSIONS,
            "possession",
            [
                Number("owner", "seat that controls it, -1 nobody", NONE, SEATS - 1, "seat"),
                Number("lies", "tile on which it lies, -1 none", NONE, N_TILES - 1, "tile"),
                Flag("touched", "1 when something was done with it this turn"),
            ],
            "items, omens and the Explosive Runes",
        ),
        rows(
            "tiles",
            N_TILES,
            "tile",
            [
                Flag("placed", "1 when it is on the map"),
                Flag("here", "1 when it is on your level"),
                Number(
                    "east", "how far it lies to the east of you, or of the middle of its level", -FAR_AWAY, FAR_AWAY
                ),
                Number("south", "how far it lies to the south", -FAR_AWAY, FAR_AWAY),
                Code("door_north", Door, "at its side"),
                Code("door_east", Door, "at its side"),
                Code("door_south", Door, "at its side"),
                Code("door_west", Door, "at its side"),
                Number("tokens", "`Token`s on it, a bit each", 0, 2047),
            ],
            "the map as rows",
        ),
        Section(
            "grid_tile",
            (2, GRID, GRID),
            "the tile at a place, -1 none",
            NONE,
            N_TILES - 1,
            axes=("your level, then the other one", "row, from north", "column, from west"),
            names="tile",
        ),
        Section(
            "grid_doors",
            (2, GRID, GRID),
            "its sides with a door: 1 north, 2 east, 4 south, 8 west",
            0,
            BITS,
            axes=("your level, then the other one", "row, from north", "column, from west"),
        ),
    ]
)
named = make_named(SCHEMA.dtype)


@kernel
def seat_from(s, seat, player):
    """A seat as counted from a player; NONE stays NONE."""
    return (seat - player) % s.n_players if seat >= 0 else NONE


@kernel
def figure_from(s, figure, player):
    """A figure as a player counts it: seats from that player on, monsters as they are."""
    return seat_from(s, figure, player) if figure < SEATS else figure


@kernel
def side_seen(s, seat, player):
    """The side of a seat as far as a player knows it (R75)."""
    known = s.seats[seat].shown or seat == player or s.traitor == player or not secret(s)
    return int(s.seats[seat].role) if known else UNKNOWN_SIDE


@kernel
def middle(s, player, level):
    """The tile in the middle of a level for a player."""
    tile = int(s.seats[player].tile)
    if tile != NONE and s.tiles[tile].level == level:
        return tile
    return TAVERN if level == Level.CITY else LANDING


@kernel
def observe_players(s, player, obs):
    """Fills the rows of the adventurers."""
    o = named(obs)
    for k in range(SEATS):
        seen = o.players[k]
        q = (player + k) % s.n_players
        there = k < s.n_players
        seat = s.seats[q]
        seen.adventurer = seat.adventurer if there else NONE
        seen.alive = seat.alive if there else 0
        seen.escaped = seat.escaped if there else 0
        seen.side = side_seen(s, q, player) if there else 0
        seen.tile = seat.tile if there and seat.alive else NONE
        plays = there and seat.adventurer != NONE
        seen.might = value(s, q, 0) if plays else 0
        seen.speed = value(s, q, 1) if plays else 0
        seen.knowledge = value(s, q, 2) if plays else 0
        seen.sanity = value(s, q, 3) if plays else 0
        seen.might_at = seat.at[0] if there else 0
        seen.speed_at = seat.at[1] if there else 0
        seen.knowledge_at = seat.at[2] if there else 0
        seen.sanity_at = seat.at[3] if there else 0
        seen.attacked = seat.attacked if there else 0
        seen.cursed = seat.cursed if there else 0
        seen.slow = seat.slow_next if there else 0
        seen.power = seat.power if there else 0
        seen.shaped = seat.shaped if there else 0
        seen.healing = seat.healing if there else 0
        seen.inspired = 1 if there and s.inspired == q else 0
        seen.claw = 1 if there and keeps(s, q, CLAW) else 0
        seen.sight = 1 if there and keeps(s, q, SIGHT) else 0
        seen.mists = 1 if there and keeps(s, q, MISTS) else 0
        seen.bite = 1 if there and (keeps(s, q, BITE) or seat.bitten) else 0
        seen.trapper = 1 if there and keeps(s, q, TRAPPER) else 0
        seen.mark = figure_from(s, int(seat.mark), player) if there else NONE


@kernel
def observe_map(s, player, obs):
    """Fills the rows of the tiles and the grids."""
    o = named(obs)
    for g in range(2):
        for y in range(GRID):
            for x in range(GRID):
                o.grid_tile[g, y, x] = NONE
                o.grid_doors[g, y, x] = 0
    mine = int(s.seats[player].tile)
    level = int(s.tiles[mine].level) if mine != NONE else 0
    for t in range(N_TILES):
        tile, seen = s.tiles[t], o.tiles[t]
        placed = tile.level != NONE
        seen.placed = 1 if placed else 0
        seen.here = 1 if placed and tile.level == level else 0
        east, south = 0, 0
        if placed:
            centre = s.tiles[middle(s, player, int(tile.level))]
            east, south = int(tile.x - centre.x), int(tile.y - centre.y)
        seen.east = max(-FAR_AWAY, min(FAR_AWAY, east))
        seen.south = max(-FAR_AWAY, min(FAR_AWAY, south))
        seen.door_north = tile.doors[0]
        seen.door_east = tile.doors[1]
        seen.door_south = tile.doors[2]
        seen.door_west = tile.doors[3]
        seen.tokens = tile.tokens
        if placed and -REACH <= east <= REACH and -REACH <= south <= REACH:
            g = 0 if tile.level == level else 1
            doors = 0
            for d in range(SIDES):
                if tile.doors[d] != Door.WALL:
                    doors |= 1 << d
            o.grid_tile[g, south + REACH, east + REACH] = t
            o.grid_doors[g, south + REACH, east + REACH] = doors


@kernel
def aim_done(s, side, k):
    """How much of an objective is done."""
    goal = AIM[s.haunt, side, k, 0]
    if goal == Goal.MARKS:
        return int(s.marks[side])
    if goal == Goal.ROUNDS:
        return int(s.rounds)
    return escaped(s) if goal == Goal.ESCAPED else 0


@kernel
def observe_aims(s, player, obs):
    """Fills the objectives: those of the other side only with open haunts or in haunts that all read (R63, R75, A20)."""
    o = named(obs)
    mine = 1 if s.seats[player].role == Role.TRAITOR else 0
    for k in range(2 * AIMS):
        seen = o.aims[k]
        seen.goal = NONE
        seen.done = 0
        seen.needed = 0
        side = mine if k < AIMS else 1 - mine
        if s.haunt != NONE and (k < AIMS or s.open_haunts or not is_shape(s, Shape.TRAITOR)):
            goal = AIM[s.haunt, side, k % AIMS, 0]
            seen.goal = goal
            if goal != NONE:
                seen.done = aim_done(s, side, k % AIMS)
                seen.needed = needed(s, side, k % AIMS)


@kernel
def has_event(kind):
    """Whether the card of a frame is an event."""
    return (
        kind == Frame.EVENT
        or kind == Frame.PROGRAM
        or kind == Frame.ENTER
        or kind == Frame.LEAVE
        or kind == Frame.ASSAULT
    )


@kernel
def observe_asking(s, player, obs):
    """Fills what the question is about."""
    o = named(obs)
    asking = o.asking
    asking.card = NONE
    asking.event = NONE
    asking.left = 0
    asking.figure = NONE
    asking.doing = 0
    if s.n_frames > 0 and s.asked != NONE:
        frame = s.frames[s.n_frames - 1]
        asking.doing = frame.kind
        if frame.kind == Frame.TRADE or frame.kind == Frame.ATTACK:
            asking.card = frame.card
        if has_event(frame.kind) and frame.card < N_EVENTS:
            asking.event = frame.card
        if frame.kind == Frame.DAMAGE:
            asking.left = frame.n
        if frame.kind == Frame.ATTACK:
            asking.left = frame.value
        if frame.kind == Frame.ATTACK or frame.kind == Frame.PUSH or frame.kind == Frame.WATCH:
            asking.figure = figure_from(s, int(frame.other), player)
        if frame.kind == Frame.MONSTERS:
            asking.figure = SEATS + frame.n


@kernel
def observe(s, player, obs):
    """Fills obs."""
    o = named(obs)
    o.num_players = s.n_players
    o.to_act = seat_from(s, s.asked, player)
    o.turn_seat = seat_from(s, s.turn_seat, player)
    o.question = s.question if s.asked != NONE else 0
    o.haunt = s.haunt
    o.omens = s.omens
    o.rounds = s.rounds
    o.spent = s.seats[s.turn_seat].spent
    o.stopped = s.seats[s.turn_seat].stopped
    for d in range(N_DECKS):
        o.decks[d] = s.n_deck[d]
    observe_asking(s, player, obs)
    observe_aims(s, player, obs)
    observe_players(s, player, obs)
    for m in range(MONSTERS):
        seen = o.monsters[m]
        alive = s.monsters[m].kind != NONE
        seen.kind = s.monsters[m].kind
        seen.tile = s.monsters[m].tile if alive else NONE
        seen.stunned = s.monsters[m].stunned if alive else 0
    for card in range(N_POSSESSIONS):
        inst = INSTANCE[card]
        shown = o.cards[card]
        shown.owner = seat_from(s, s.owner[inst], player) if s.zone[inst] == Zone.HELD else NONE
        shown.lies = s.owner[inst] if s.zone[inst] == Zone.GROUND else NONE
        shown.touched = (s.touched >> card) & 1
    observe_map(s, player, obs)
