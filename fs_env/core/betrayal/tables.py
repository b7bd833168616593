"""The content as arrays that kernels read: tracks, tiles, cards, programs, haunts."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from fs_env.core.betrayal.content import documented_tiles, events, original_items, original_tiles
from fs_env.core.betrayal.content.adventurers import ADVENTURERS
from fs_env.core.betrayal.content.haunts import CHART, HAUNTS
from fs_env.core.betrayal.content.omens import OMENS
from fs_env.core.betrayal.content.packs import START
from fs_env.core.betrayal.language.check import complete
from fs_env.core.betrayal.language.codes import NONE, SEATS, SIDES, SPACES, TRAITS, Deck, Door, Harm, Trait
from fs_env.core.betrayal.language.compiler import Compiler
from fs_env.core.betrayal.language.haunts import FEWEST, PLAYERS, Shape
from fs_env.core.betrayal.language.haunts import Number as HauntNumber
from fs_env.core.betrayal.language.rows import Possession, Power, Tile, Use
from fs_env.core.betrayal.language.words import CALLINGS, Act, Op, gain, gain_below, gain_chosen, harm, roll, roll_dice
from fs_env.core.machine.table.bits import set_of
from fs_env.core.machine.table.decks import Cards


class Zone(IntEnum):
    """Where a card or a tile of a stack is."""

    NOWHERE = 0
    DECK = 1
    PILE = 2
    HAND = 3
    HELD = 4  # by the seat `owner`
    GROUND = 5  # on the tile `owner`
    KEPT = 6  # an event that stays with the seat `owner`
    LYING = 7  # an event whose token is on the tile `owner`
    RESOLVING = 8
    PLAYED = 9  # a tile on the map


# Tiles.

LANDING, BASEMENT = 3, 4
TILES: tuple[Tile, ...] = complete(
    (*START, *documented_tiles.BUILDINGS, *documented_tiles.STREETS, *original_tiles.CATACOMBS)
)
N_TILES, N_START = len(TILES), len(START)
TILE_NAMES = tuple(tile.name for tile in TILES)
TAVERN, CHAMBER, KITCHEN = 0, 1, 2
DOORS = np.array([[0 if one == "none" else Door[one.upper()] for one in tile.doors.split()] for tile in TILES], np.int8)
KIND = np.array([tile.kind for tile in TILES], np.int8)
SYMBOL = np.array([tile.symbol for tile in TILES], np.int8)
STAIRS = np.array([TILE_NAMES.index(t.stairs) if t.stairs in TILE_NAMES else NONE for t in TILES], np.int8)
GRATE = np.array([tile.grate for tile in TILES], np.int8)
LINKED = (GRATE != 0) | (STAIRS != NONE)
"""Tiles with a way besides their sides."""
OPENINGS = np.array([[set_of(np.flatnonzero(np.roll(doors, k))) for k in range(SIDES)] for doors in DOORS], np.int64)
"""Tile and quarter turns to its sides with a door, a bit each."""
SIDES_IN = np.array([bin(sides).count("1") for sides in range(1 << SIDES)], np.int64)
"""How many sides are in a set of them."""
GRATES = set_of(np.flatnonzero(GRATE))
STAIRS_FROM = np.array([set_of(np.flatnonzero(STAIRS == t)) for t in range(N_TILES)], np.int64)
"""Tile to those whose stairs lead to it, a bit each."""
OMEN_ROW = np.full(N_TILES, NONE, np.int8)
OMEN_ROW[np.flatnonzero(SYMBOL == 3)] = np.arange((SYMBOL == 3).sum())
"""Tile to its row of the haunt chart."""
X_STEP, Y_STEP = np.array([0, 1, 0, -1], np.int64), np.array([-1, 0, 1, 0], np.int64)
"""Steps towards north, east, south, west; y grows to the south."""

# Adventurers.

TRACKS = np.zeros((len(ADVENTURERS), TRAITS, SPACES + 1), np.int8)
BEGIN = np.zeros((len(ADVENTURERS), TRAITS), np.int8)
for i, adventurer in enumerate(complete(ADVENTURERS)):
    for k, (track, place) in enumerate((adventurer.might, adventurer.speed, adventurer.knowledge, adventurer.sanity)):
        TRACKS[i, k, 1:] = [int(word) for word in track.split()]
        BEGIN[i, k] = place
POWER = np.array([adventurer.power for adventurer in ADVENTURERS], np.int8)
CALLING = np.array([1 << CALLINGS.index(a.race) | 1 << CALLINGS.index(a.calling) for a in ADVENTURERS], np.int64)

# Cards: events, items, omens, tiles, in this order of instances.

EVENTS = complete(events.EVENTS)
ITEMS: tuple[Possession, ...] = complete(original_items.ITEMS)
RUNES_CARD = Possession(
    "Explosive Runes", Use.WEAPON, attack=Trait.KNOWLEDGE, spent=True, special="kept after the event of this name"
)
POSSESSIONS: tuple[Possession, ...] = (*ITEMS, *complete(OMENS), RUNES_CARD)
N_EVENTS, N_ITEMS, N_OMENS, N_POSSESSIONS = len(EVENTS), len(ITEMS), len(OMENS), len(POSSESSIONS)
EVENT_NAMES = tuple(event.name for event in EVENTS)
POSSESSION_NAMES = tuple(card.name for card in POSSESSIONS)
FIRST_ITEM, FIRST_OMEN, FIRST_TILE = N_EVENTS, N_EVENTS + N_ITEMS, N_EVENTS + N_ITEMS + N_OMENS
TILE_BASE = FIRST_TILE - N_START
"""Instance of tile 0, if it were in a stack."""
N_INSTANCES = TILE_BASE + N_TILES
DECK_OF = np.array(
    [Deck.EVENTS] * N_EVENTS
    + [Deck.ITEMS] * N_ITEMS
    + [Deck.OMENS] * N_OMENS
    + [Deck.BUILDINGS] * len(documented_tiles.BUILDINGS)
    + [Deck.STREETS] * len(documented_tiles.STREETS)
    + [Deck.CATACOMBS] * len(original_tiles.CATACOMBS),
    np.int16,
)
CARDS = Cards(
    np.arange(N_INSTANCES, dtype=np.int16), DECK_OF, len(Deck), SEATS,
    deck=Zone.DECK, pile=Zone.PILE, hand=Zone.HAND, held=Deck.OMENS,
)  # fmt: skip
RUNES, CLAW, SIGHT, MISTS, BITE, TRAPPER, BLESSING, ELEMENTAL, WISP = (
    EVENT_NAMES.index(name)
    for name in (
        "Explosive Runes", "Crawling Claw", "Future Sight", "Mists of Ravenloft", "Wererat Bite", "Trapper",
        "A Hag's Blessing", "Rogue Air Elemental", "Will-o'-Wisp",
    )
)  # fmt: skip
INSTANCE = np.array([*range(FIRST_ITEM, FIRST_TILE), RUNES], np.int64)
"""Possession to its instance."""
OF_INSTANCE = np.full(N_INSTANCES, NONE, np.int64)
OF_INSTANCE[INSTANCE] = np.arange(N_POSSESSIONS)
AXE, BOOK, ARMOR, FATE, SHACKLES, EYE, FIGURINE, HOMUNCULUS, FLASK, MEENLOCK, PIPES, BHAAL, SKULL = range(
    N_ITEMS, N_ITEMS + N_OMENS
)

RUNES_HELD = N_POSSESSIONS - 1

USE = np.array([card.use for card in POSSESSIONS], np.int8)
GAINS = np.array([[card.gains.get(trait, 0) for trait in Trait] for card in POSSESSIONS], np.int8)
ATTACK = np.array([card.attack for card in POSSESSIONS], np.int8)
ATTACK_DICE = np.array([card.dice for card in POSSESSIONS], np.int8)
ATTACK_BONUS = np.array([card.bonus for card in POSSESSIONS], np.int8)
DISTANCE = np.array([card.distance for card in POSSESSIONS], np.int8)
SPENT = np.array([card.spent for card in POSSESSIONS], np.int8)
ROLL_DICE = np.array([[card.rolls.get(trait, 0) for trait in Trait] for card in POSSESSIONS], np.int8)
ARMOR_OFF = np.array([[card.armor.get(kind, 0) for kind in range(2)] for card in POSSESSIONS], np.int8)
MAY_DROP, MAY_TRADE, MAY_STEAL = (
    np.array([getattr(card, name) for card in POSSESSIONS], np.int8) for name in ("drop", "trade", "steal")
)

# Possessions as sets, a bit each.

CAN_DROP, CAN_TRADE, CAN_STEAL = (set_of(np.flatnonzero(may)) for may in (MAY_DROP, MAY_TRADE, MAY_STEAL))
WEAPONS = set_of(np.flatnonzero(USE == Use.WEAPON))
FAR_WEAPONS = set_of(np.flatnonzero((USE == Use.WEAPON) & (DISTANCE != 0)))
ITEM_CARDS = set_of(range(N_ITEMS)) | 1 << RUNES_HELD
"""Cards that an effect on item cards concerns: the Explosive Runes are treated as an item (R87)."""
COMPANIONS = set_of(np.flatnonzero(USE == Use.COMPANION))
ROLLS = np.array([set_of(np.flatnonzero(ROLL_DICE[:N_ITEMS, trait])) for trait in Trait], np.int64)
"""Trait to the items that change its rolls."""
ARMORS = np.array([set_of(np.flatnonzero(ARMOR_OFF[:N_ITEMS, kind])) for kind in range(2)], np.int64)
"""Kind of damage to the items that take some off."""

# Programs.

COMPILER = Compiler()
EVENT_TEXT, EVENT_ENTERING, EVENT_OPENING, EVENT_ENDING, EVENT_AT_END = (
    np.array([COMPILER.add(getattr(event, name)) for event in EVENTS], np.int64)
    for name in ("text", "entering", "opening", "ending", "at_end")
)
EVENT_LAID = np.array([COMPILER.add(event.laid) for event in EVENTS], np.int64)
"""The part of an event that happens all the same if its drawer is spared."""
EVENT_REACH = np.array([event.reach for event in EVENTS], np.int64)
EVENT_WHO = np.array([event.who for event in EVENTS], np.int64)
TILE_LEAVING, TILE_ENDING = (
    np.array([COMPILER.add(getattr(tile, name)) for tile in TILES], np.int64) for name in ("leaving", "ending")
)
POSSESSION_PROGRAM = np.array([COMPILER.add(card.program) for card in POSSESSIONS], np.int64)
ACTIONS = set_of(np.flatnonzero((POSSESSION_PROGRAM > 0) & (USE != Use.WEAPON))) & ~set_of((FLASK, PIPES, SKULL))
"""Possessions whose use is its own action, in every turn."""
GAIN_PHYSICAL = COMPILER.add(gain_chosen((Trait.MIGHT, Trait.SPEED)))
"""Gain of a hero who beats the Otyugh by 3 or more."""
BHAAL_DEATH, BHAAL_KILL = (
    COMPILER.add(roll_dice(1, {2: gain(Trait.MIGHT), 1: (), 0: harmed})) for harmed in (harm(Harm.MENTAL, dice=1), ())
)
"""Effects of the Symbol of Bhaal at a death, and at one that its owner has brought about."""
HEALED = COMPILER.add(gain_below())
POWER_PROGRAM = np.zeros(len(Power), np.int64)
"""The effect of a power's action; 0 for powers that are no action of their own (R88)."""
for power, op, says in (
    (Power.WILD_SHAPE, Op.SHAPE, "once per game gain 2 in a trait and lose 1 in another"),
    (
        Power.HEALING_WORD,
        Op.HEAL,
        "discard a token: an adventurer on your tile gains 1 in a trait below its starting value",
    ),
    (Power.BARDIC_INSPIRATION, Op.INSPIRE, "give your token to another adventurer within 3 tiles"),
    (Power.HUNTERS_MARK, Op.HUNT, "place your mark under an opponent in line of sight"),
):
    POWER_PROGRAM[power] = COMPILER.add(Act(op, says))
TOKEN_CARD = np.array(
    [
        EVENT_NAMES.index(name)
        for name in (
            "Arcane Gate", "Green Slime", "Illusory Wall", "Lonely Chest", "Lost and Found", "Otyugh Tentacle",
            "Pit Trap", "Troglodyte Stench", "Yellow Mold",
        )
    ],
    np.int64,
)  # fmt: skip
"""Token to the event card that it belongs to."""

# Haunts.

N_HAUNTS = len(HAUNTS)
KINDS_OF_MONSTERS, TASKS, AIMS = 2, 2, 3
HAUNT_SHAPE = np.array([haunt.shape for haunt in HAUNTS], np.int8)
HAUNT_CHOSEN = np.array([haunt.chosen for haunt in HAUNTS], np.int8)
HAUNT_TRAIT = np.array([haunt.trait for haunt in HAUNTS], np.int8)
TRAITOR_NOW, HERO_NOW, TRAITOR_KILLS, HERO_STUNS = (
    np.array([COMPILER.add(getattr(haunt, name)) for haunt in HAUNTS], np.int64)
    for name in ("traitor_now", "hero_now", "traitor_kills", "hero_stuns")
)
TRAITOR_ATTACKS = np.array([sum(1 << t for t in haunt.traitor_attacks) for haunt in HAUNTS], np.int64)


def by_players(number: HauntNumber, shape: Shape) -> list[int]:
    return [number.of(n, shape) for n in range(FEWEST, FEWEST + PLAYERS)]


TRUCE = np.array([haunt.truce for haunt in HAUNTS], np.int8)
VIGIL = np.array([haunt.vigil for haunt in HAUNTS], np.int8)
TRAITORS, TRAITOR_WARDS, HERO_WARDS, TURNS_BACK = (
    np.array([by_players(getattr(haunt, name), haunt.shape) for haunt in HAUNTS], np.int64)
    for name in ("traitors", "traitor_wards", "hero_wards", "turns_back")
)
"""Haunt and number of players, from three on, to a number of it."""
MONSTERS = np.zeros((N_HAUNTS, KINDS_OF_MONSTERS, 11), np.int64)
"""Haunt and kind to: four traits, where, present, whether more come, attack traits, killed, turns, small."""
MONSTER_NUMBER, MONSTER_MORE = np.zeros((2, N_HAUNTS, KINDS_OF_MONSTERS, PLAYERS), np.int64)
"""Haunt, kind and number of players to: monsters at the beginning, and more at the end of each round."""
TASK = np.zeros((N_HAUNTS, TASKS, 6), np.int64)
"""Haunt and task to: side (0 heroes, 1 traitor), spot, trait, needs, program of the roll, present."""
TASK_OPENS = np.zeros((N_HAUNTS, TASKS, PLAYERS), np.int64)
"""Haunt, task and number of players to the rounds that must be over."""
AIM = np.full((N_HAUNTS, 2, AIMS, 1 + PLAYERS), NONE, np.int64)
"""Haunt, side and aim to: goal or NONE, its number with three to six players."""
for h, haunt in enumerate(HAUNTS):
    for k, m in enumerate(haunt.monsters):
        MONSTERS[h, k] = (
            m.might, m.speed, m.knowledge, m.sanity, m.where, 1, not m.more.none,
            sum(1 << t for t in m.attacks), m.killed, m.turns, m.small,
        )  # fmt: skip
        MONSTER_NUMBER[h, k], MONSTER_MORE[h, k] = by_players(m.number, haunt.shape), by_players(m.more, haunt.shape)
    for k, task in enumerate(haunt.tasks):
        tried = roll(task.trait, {task.needs: task.effect, 0: ()})
        TASK[h, k] = (task.traitor, task.spot, task.trait, task.needs, COMPILER.add(tried), 1)
        TASK_OPENS[h, k] = by_players(task.opens, haunt.shape)
    for side, aims in enumerate((haunt.heroes, haunt.traitor)):
        for k, aim in enumerate(aims):
            AIM[h, side, k] = (aim.goal, *by_players(aim.number, haunt.shape))
CHART_OF = np.array([[[haunt.number for haunt in HAUNTS].index(n) for n in row] for row in CHART], np.int64)
PROGRAM = COMPILER.table()
COOPERATIVE = int(Shape.COOPERATIVE)
N_OMEN_TILES = int((SYMBOL == 3).sum())

assert DOORS.shape == (N_TILES, SIDES) and CHART_OF.shape == (N_OMEN_TILES, N_OMENS)
