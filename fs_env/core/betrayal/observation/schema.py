"""The numbers of an observation: sections, columns, meanings and ranges; `observation` fills them."""

from __future__ import annotations

import numpy as np

from fs_env.core.betrayal import tables as T
from fs_env.core.betrayal.language.codes import DICE, FIGURES, MONSTERS, NONE, SEATS, SIDES, SPACES, Door, Role, Trait
from fs_env.core.betrayal.language.haunts import Goal
from fs_env.core.betrayal.language.questions import Frame, Question, Reaction
from fs_env.core.betrayal.state import DUE
from fs_env.core.machine.declare.columns import Code, Column, Flag, Number
from fs_env.core.machine.declare.observation import ObservationSchema, Section, row, rows

REACH = 5  # tiles that a grid shows in each direction
GRID = 2 * REACH + 1
FAR_AWAY = 63  # largest distance in a row of a tile
BITS = (1 << SIDES) - 1
N_DECKS = 6
UNDERWAY = 8  # with the innermost one as many as random games have at a time
MOST = 9999
RAISING = np.flatnonzero((T.GAINS > 0).any(axis=1))
"""Possessions that raise traits."""


def figure(name: str, meaning: str) -> Column:
    return Number(name, f"{meaning}: seat, or {SEATS} + monster; -1 none", NONE, FIGURES - 1, "figure")


FRAME = [
    Code("doing", Frame, "what is done"),
    figure("who", "figure that does it, or whom it concerns"),
    figure("figure", "figure that is attacked, hurt, moved, or offered a card"),
    figure("by", "figure that deals the damage"),
    Number("card", "possession that is used or offered, -1 none", NONE, T.N_POSSESSIONS - 1, "card"),
    Number("event", "event card, -1 none", NONE, T.N_EVENTS - 1, "event"),
    Number(
        "tile",
        "tile that is left, entered or chosen, to which a monster moves, or from which one is discovered, -1 none",
        NONE,
        T.N_TILES - 1,
        "tile",
    ),
    Number("drawn", "tile that is drawn and not yet laid, -1 none", NONE, T.N_TILES - 1, "tile"),
    Number("way", "side or other way out of the tile, -1 none", NONE, SIDES + 2, "way"),
    Number("trait", "trait of the attack or of the roll, -1 none", NONE, max(Trait), "trait"),
    Number("harm", "kind of damage: 0 physical, 1 mental; -1 none", NONE, 1, "harm"),
    Number(
        "left",
        "damage points, or spaces of the monster, that are left; by how much an attack is won; steps of a text left; dice of an "
        "attack without a figure; extra dice of an event; monsters placed",
        -127,
        127,
    ),
    Number("rolled", "result of the roll, or the side of the Illusory Wall", -127, 127),
    Number("stage", "how far it is, by its own count", 0, 127),
    Number(
        "instruction", "place in the texts of cards, tiles and haunts, 0 none", 0, len(T.PROGRAM) - 1, "instruction"
    ),
    Number(
        "manner",
        "of an attack a bit each: two more dice, from afar, rolled, with the Book of Spells, Wild Magic; of damage 1 when its taking "
        "over was offered; of an event those who are spared it as bits, bit 0 is you; of a text the extra dice; of a monster 1 after "
        "its attack; of a move 1 for away from the mover; of entering 1 after a discovery",
        -127,
        127,
    ),
]
"""The numbers shown of a frame of the rules."""

SCHEMA = ObservationSchema(
    [
        Section("num_players", (), "seats in the game", 3, SEATS),
        Section("to_act", (), "seat that is asked, -1 when the game is over", NONE, SEATS - 1, names="seat"),
        Section("turn_seat", (), "seat whose turn it is", 0, SEATS - 1, names="seat"),
        Section("question", (), "what is asked", 0, max(Question), codes=Question),
        Section("reaction", (), "the card or power that may be used now", 0, max(Reaction), codes=Reaction),
        row("asking", FRAME, "what the question is about: what the rules are doing"),
        rows("underway", UNDERWAY, "the innermost first", FRAME, "what the rules go on with afterwards"),
        Section("haunt", (), "the haunt, -1 before it begins", NONE, T.N_HAUNTS - 1, names="haunt"),
        Section("revealer", (), "seat that revealed it, -1 before", NONE, SEATS - 1, names="seat"),
        Section("traitor", (), "seat of the first traitor, -1 none or unknown to you", NONE, SEATS - 1, names="seat"),
        Section("begun", (), "1 in the turn in which it has begun", 0, 1),
        Section("omens", (), "omen cards revealed", 0, T.N_OMENS),
        rows(
            "due",
            DUE,
            "in the order in which the omens were drawn",
            [
                Number("omen", "the omen card, -1 none", NONE, T.N_POSSESSIONS - 1, "card"),
                Number("tile", "where it was drawn", NONE, T.N_TILES - 1, "tile"),
            ],
            "haunt rolls that are owed",
        ),
        Section("rounds", (), "rounds of the haunt that are over", 0, 100),
        Section("marks", (2,), "quest tokens", 0, 100, axes=("the heroes, then the traitor",)),
        Section(
            "speed",
            (T.KINDS_OF_MONSTERS,),
            "movement roll of each kind of monsters this turn, -1 before it",
            NONE,
            2 * DICE,
            axes=("kind, in the order of the haunt",),
        ),
        Section("turn", (), "number of the turn", 0, 32767),
        Section("decisions_left", (), f"decisions until the game is truncated, at most {MOST}", 0, MOST),
        Section("spent", (), "spaces that the seat whose turn it is has moved", 0, 127),
        Section("stopped", (), "1 when it may move no more this turn", 0, 1),
        Section("slowed", (), "1 when it may move only 1 space this turn", 0, 1),
        Section("ended", (), "1 when its turn ends at once", 0, 1),
        Section("demon", (), "1 while the demon of the Iron Flask strikes", 0, 1),
        Section("opened", (), "1 when it has tried to open the chest this turn", 0, 1),
        Section(
            "tried",
            (T.TASKS,),
            "1 when it has tried that task this turn",
            0,
            1,
            axes=("task, in the order of the haunt",),
        ),
        Section("fate", (), "tokens on the Deck of Many Things", 0, 100),
        row(
            "options",
            [
                Flag("immediate", "1 when a haunt roll is made as soon as the omen is drawn"),
                Flag("any_orientation", "1 when a new tile may be turned in every way"),
                Flag("open_haunts", "1 when all players see the objectives of both sides"),
                Number("haunt", "the haunt of this game, -1 by the chart", NONE, T.N_HAUNTS - 1, "haunt"),
                Number("played", "haunts that the chart passes over, a bit each", 0, (1 << T.N_HAUNTS) - 1, "haunts"),
            ],
            "options of the game",
        ),
        Section(
            "decks",
            (N_DECKS,),
            "cards or tiles left",
            0,
            64,
            axes=("events, items, omens, buildings, streets, catacombs",),
        ),
        rows(
            "aims",
            2 * T.AIMS,
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
                    "index; -1 before one is chosen, and for empty seats; the first side of a card that was dealt",
                    NONE,
                    11,
                    "adventurer",
                ),
                Flag("alive", "1 until dead"),
                Number("away", "1 while off the map until the next turn, 2 where coming back does no harm", 0, 2),
                Flag("escaped", "1 after leaving the city for good"),
                Code("side", Role, "as far as you know it; NONE also for unknown"),
                Flag("open", "1 when all players know its side"),
                Number("tile", "where the figure is, -1 nowhere", NONE, T.N_TILES - 1, "tile"),
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
                Flag("slow", "1 when only 1 space may be moved in its next turn"),
                Flag("power", "1 when the power was used this turn"),
                Flag("shaped", "1 after Wild Shape"),
                Number("healing", "Healing Word tokens", 0, 2),
                Number("wards", "hurts that it is still spared", 0, 127),
                Flag("figurine", "1 after using the Figurine of Wondrous Power"),
                Flag("flask", "1 after using the Iron Flask"),
                Flag("inspired", "1 while holding the token of Bardic Inspiration"),
                Flag("claw", "1 with the Crawling Claw"),
                Flag("sight", "1 with the Future Sight"),
                Flag("mists", "1 with the Mists of Ravenloft"),
                Flag("bite", "1 with the Wererat Bite"),
                Flag("trapper", "1 with the Trapper"),
                Number("loom", "last roll for the Sound of Looming Doom, 40 more or less after a tie", -60, 60),
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
                Number("tile", "where it is, -1 none", NONE, T.N_TILES - 1, "tile"),
                Flag("stunned", "1 while it is"),
            ],
            "monsters of the haunt",
        ),
        rows(
            "cards",
            T.N_POSSESSIONS,
            "possession",
            [
                Number("owner", "seat that controls it, -1 none", NONE, SEATS - 1, "seat"),
                Number("lies", "tile on which it lies, -1 none", NONE, T.N_TILES - 1, "tile"),
                Flag("touched", "1 when something was done with it this turn"),
                Code("zone", T.Zone, "where it is"),
            ],
            "items, omens and the Explosive Runes",
        ),
        rows(
            "gained",
            len(RAISING),
            ", ".join(T.POSSESSION_NAMES[card] for card in RAISING),
            [Number(trait.name.lower(), "steps, lost again with the card", 0, SPACES) for trait in Trait],
            "what the owner of a card has really gained by it",
        ),
        rows(
            "events",
            T.N_EVENTS,
            "event card",
            [
                Code("zone", T.Zone, "where it is"),
                Number("among", "it is known to be among so many cards on top of its deck, 0 unknown", 0, T.N_EVENTS),
            ],
            "event cards",
        ),
        rows(
            "tiles",
            T.N_TILES,
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
                Flag("fresh", "1 in its turn of discovery"),
                Flag("left", "1 when its roll on leaving was made this turn"),
                Number("used", "seats that have had its gift as bits, bit 0 is you", 0, (1 << SEATS) - 1, "seats"),
                Flag("discarded", "1 when it was drawn and could not be laid"),
            ],
            "the map as rows",
        ),
        Section(
            "grid_tile",
            (2, GRID, GRID),
            "the tile at a place, -1 none",
            NONE,
            T.N_TILES - 1,
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
