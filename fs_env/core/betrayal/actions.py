"""Action ids: every id means one thing in every state."""

from fs_env.core.betrayal.content.adventurers import ADVENTURERS
from fs_env.core.betrayal.language.codes import FIGURES, MONSTERS, SEATS, SIDES, TRAITS, Side, Trait
from fs_env.core.betrayal.language.questions import Question as Q
from fs_env.core.betrayal.tables import N_POSSESSIONS, N_TILES, POSSESSION_NAMES, TASKS, TILE_NAMES
from fs_env.core.machine.declare.action_ranges import ActionTable

TABLE = ActionTable()
"""Every range of ids with its meaning and, by question, when an id of it is legal."""
CONTROLLED = "you control the card and have done nothing else with it this turn (R38)"

GO = TABLE.add(
    "go",
    SIDES,
    "leave by a side of the tile, to the next tile or a new one",
    {
        Q.TURN: "there is a door, what is behind it can be entered or discovered, and spaces are left (R18, R20, R27)",
        Q.MONSTER: "there is a door to a tile, and spaces are left (R78, R82)",
        Q.PUSH: "there is a door to a tile; with a card that moves others: away from you",
    },
)
GRATE = TABLE.add(
    "grate", 1, "drop through the sewer grate", {Q.TURN: "the tile has one (R21)", Q.MONSTER: "the same (R81)"}
)
STAIRS = TABLE.add(
    "stairs", 1, "take the stairs", {Q.TURN: "the tile has some, two spaces (R22)", Q.MONSTER: "the same (R81)"}
)
GATE = TABLE.add(
    "gate", 1, "step through the Arcane Gate", {Q.TURN: "a gate token is here (R23)", Q.MONSTER: "the same (R81)"}
)
FACING = TABLE.add(
    "facing",
    SIDES,
    "turn the new tile so that its upper side lies there",
    {Q.ORIENT: "a door meets yours and the level is not sealed; most doors are joined (R28, R29, A3)"},
)
TRAIT = TABLE.add(
    "trait",
    TRAITS,
    "a trait",
    {Q.SPLIT: "the damage is of its kind and the trait can absorb it (R13)", Q.TRAIT: "the effect allows it"},
)
YES = TABLE.add("yes", 1, "do it", dict.fromkeys((Q.MAY, Q.ACCEPT, Q.REACT, Q.IGNORE), "always"))
NO = TABLE.add(
    "no",
    1,
    "do not",
    {
        **dict.fromkeys((Q.MAY, Q.ACCEPT, Q.REACT, Q.IGNORE, Q.REVEAL), "always"),
        Q.STEAL: "always",
        Q.DISCARD: "the discard is optional",
        Q.WEAPON: "the target is on your tile: an attack without a card",
        Q.PUSH: "always",
    },
)
FIRST = TABLE.add("first", 2, "the first or the second of two", {Q.EITHER: "always"})
USE = TABLE.add("use", N_POSSESSIONS, "use a card", {Q.TURN: f"its use is an action of its own; {CONTROLLED}"})
DROP = TABLE.add("drop", N_POSSESSIONS, "drop a card", {Q.TURN: f"it may be dropped (R39); {CONTROLLED}"})
PICK = TABLE.add(
    "pick",
    N_POSSESSIONS,
    "pick up a card",
    {Q.TURN: "it lies on your tile and is no companion (R39, R41, R84), once per turn (R38)"},
)
OFFER = TABLE.add(
    "offer",
    N_POSSESSIONS,
    "offer a card to a player on your tile",
    {Q.TURN: f"it may be traded, and another player is there (A14); {CONTROLLED}"},
)
CARD = TABLE.add(
    "card",
    N_POSSESSIONS,
    "a card",
    {
        Q.DISCARD: "it is one of your items",
        Q.KEEP: "it was drawn",
        Q.WEAPON: "it is a weapon that you control and reaches the target (R40, R55)",
        Q.STEAL: "the defender controls it and it may be stolen (R56)",
    },
)
MEANS = TABLE.add(
    "means", TRAITS, "attack with a trait", {Q.WEAPON: "your power or the haunt lets you attack with it (R52, R88)"}
)
SEAT = TABLE.add(
    "seat", SEATS, "a player, counted to the left from yourself", {Q.TO: "the player is one whom the effect allows"}
)
ATTACK = TABLE.add(
    "attack",
    FIGURES,
    "attack a player (counted to the left) or a monster",
    {
        Q.TURN: "you have not attacked this turn and the opponent can be reached (R51, R55)",
        Q.MONSTER: "it has not attacked and the opponent is on its tile (R79)",
    },
)
TILE = TABLE.add("tile", N_TILES, "a tile", {Q.TILE: "the tile is in play and the effect allows it"})
WALL = TABLE.add("wall", SIDES, "a wall of a tile", {Q.TILE: "the Illusion token can be put there"})
POWER = TABLE.add("power", 1, "use your adventurer's power", {Q.TURN: "it can be used now (R88)"})
MONSTER = TABLE.add("monster", MONSTERS, "a monster", {Q.TO: "the effect can move it"})
TASK = TABLE.add(
    "task",
    TASKS,
    "attempt a task of the haunt",
    {Q.TURN: "you are at a place for it and have not tried it this turn (R47)"},
)
OPEN = TABLE.add("open", 1, "open the Lonely Chest", {Q.TURN: "its token is here (R46)"})
REVEAL = TABLE.add(
    "reveal", 1, "reveal that you are the traitor", dict.fromkeys((Q.TURN, Q.REVEAL), "you are, in secret (R75)")
)
END = TABLE.add("end", 1, "end the turn", {Q.TURN: "always", Q.MONSTER: "always"})
ADVENTURER = TABLE.add(
    "adventurer",
    len(ADVENTURERS),
    "play an adventurer",
    {Q.ADVENTURER: "no player plays a side of the same card, or the card was dealt to you (R5)"},
)
NUM_ACTIONS = TABLE.num_actions
RANGES = TABLE.ids
"""The ids of each range, by name."""


def words(trait: int) -> str:
    return Trait(trait).name.capitalize()


def seat_words(step: int) -> str:
    return "yourself" if step == 0 else f"player {step} to your left"


def action_text(action: int) -> str:
    """The text of an id; ValueError for an id out of range."""
    return text_of(*TABLE.range_of(action))


def text_of(name: str, k: int) -> str:
    side = Side(k % SIDES).name.lower()
    if name in ("use", "drop", "offer"):
        return f"{name} {POSSESSION_NAMES[k]}"
    return {
        "go": lambda: f"go {side}",
        "grate": lambda: "drop through the grate",
        "stairs": lambda: "take the stairs",
        "gate": lambda: "step through the gate",
        "facing": lambda: f"turn the tile {side}",
        "trait": lambda: words(k % TRAITS),
        "yes": lambda: "yes",
        "no": lambda: "no",
        "first": lambda: ("the first", "the second")[k],
        "pick": lambda: f"pick up {POSSESSION_NAMES[k]}",
        "card": lambda: f"choose {POSSESSION_NAMES[k]}",
        "means": lambda: f"attack with {words(k % TRAITS)}",
        "seat": lambda: f"choose {seat_words(k)}",
        "attack": lambda: f"attack {seat_words(k)}" if k < SEATS else f"attack monster {k - SEATS + 1}",
        "tile": lambda: f"choose {TILE_NAMES[k]}",
        "wall": lambda: f"the {side} wall",
        "power": lambda: "use your power",
        "monster": lambda: f"choose monster {k + 1}",
        "task": lambda: f"attempt task {k + 1}",
        "open": lambda: "open the chest",
        "reveal": lambda: "reveal your token",
        "end": lambda: "end the turn",
        "adventurer": lambda: f"play {ADVENTURERS[k].name}",
    }[name]()
