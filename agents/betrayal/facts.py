"""The content of the game as numbers for the bot: odds of dice, values of cards and tiles, the page of its own side."""

from __future__ import annotations

import numpy as np

from fs_env.core.betrayal import tables as T
from fs_env.core.betrayal.content.haunts import HAUNTS
from fs_env.core.betrayal.language.codes import DICE, Deck, Kind, Symbol, Trait
from fs_env.core.betrayal.language.haunts import Spot
from fs_env.core.betrayal.language.rows import Possession, Power, Use
from fs_env.core.betrayal.language.words import Op, acts, inside
from fs_env.core.betrayal.observation.schema import SCHEMA
from fs_env.core.machine.compile.jit import Kernel
from fs_env.core.machine.compile.memory import make_named

kernel = Kernel(
    None,
    obs=SCHEMA.dtype,
    observation="int16[::1]",
    acts="int16[::1]",
    memory="int64[::1]",
    **dict.fromkeys(("beside", "foes", "dist", "first", "stop", "values", "threat"), "int16[::1]"),
)
"""Decorates the kernels: `obs` is the observation by name."""
named_observation = make_named(SCHEMA.dtype)
"""The numbers of a flat observation by name."""

# Dice.

MOST = 2 * DICE
TOTAL = np.zeros((DICE + 1, MOST + 1))
"""Dice and total to its probability."""
TOTAL[0, 0] = 1.0
for n in range(DICE):
    for face in range(3):
        TOTAL[n + 1, face:] += TOTAL[n, : MOST + 1 - face] / 3
AT_LEAST = np.cumsum(TOTAL[:, ::-1], axis=1)[:, ::-1].copy()
"""Dice and total to the probability of that much or more."""
MARGIN = np.zeros((DICE + 1, DICE + 1, 2 * MOST + 1))
"""Dice of attack and defence and 16 + a difference to the probability that the attack wins by that much or more."""
for attack in range(DICE + 1):
    for defence in range(DICE + 1):
        MARGIN[attack, defence] = np.convolve(TOTAL[attack], TOTAL[defence, ::-1])[::-1].cumsum()[::-1]

# Tiles.

HARM_ON_LEAVING = np.array([bool(acts(tile.leaving)) for tile in T.TILES], np.int64)


GIFT = np.zeros(T.N_TILES, np.int64)
"""1 + the trait that a turn that ends on the tile raises, once a game for each player; 0 without."""
EVENTS_AT_END = np.zeros(T.N_TILES, np.int64)
"""1 where a turn that ends on the tile brings an event."""
for t, tile in enumerate(T.TILES):
    found = list(inside(tile.ending))
    if found and found[0].op == Op.ONCE:
        GIFT[t] = 1 + found[1].a
    EVENTS_AT_END[t] = any(act.op == Op.DRAW and act.a == Deck.EVENTS for act in found)

# What a tile from each stack of tiles brings its discoverer, on average.

SYMBOL_VALUE = {Symbol.NOTHING: 0.0, Symbol.EVENT: -0.1, Symbol.ITEM: 1.0, Symbol.OMEN: 0.6}
STACK_VALUE = np.array(
    [100 * np.mean([SYMBOL_VALUE[tile.symbol] for tile in T.TILES[5:] if tile.kind == kind]) for kind in range(3)]
)
"""Hundredths, by kind of tile: building, street, catacomb."""

SUITS = np.zeros((len(Spot), len(Kind)), np.int64)
"""Spot of tasks and kind of tile to the share of the tiles in that stack that allow such a task, in hundredths."""
for spot, suits in (
    (Spot.OMEN, lambda tile: tile.symbol == Symbol.OMEN),
    (Spot.ITEM, lambda tile: tile.symbol == Symbol.ITEM),
    (Spot.STAIRS, lambda tile: bool(tile.stairs)),
    (Spot.STREET, lambda tile: tile.kind == Kind.STREET),
):
    for kind in Kind:
        SUITS[spot, kind] = round(100 * np.mean([suits(tile) for tile in T.TILES[T.N_START :] if tile.kind == kind]))

# Cards.


def card_value(card: Possession) -> int:
    value = 100 * sum(card.gains.values())
    if card.use == Use.WEAPON:
        value += 60 + 50 * card.dice + 60 * card.bonus + 40 * card.distance + 40 * (card.attack != Trait.MIGHT)
        value //= 1 + card.spent
    value += 70 * sum(card.armor.values()) + 40 * sum(card.rolls.values())
    return value + (80 if acts(card.program) else 0) + (60 if card.use == Use.COMPANION else 0)


CARD_VALUE = np.array([card_value(card) for card in T.POSSESSIONS], np.int64)
RAISES = np.full(len(T.POSSESSIONS), -1, np.int64)
"""The trait that the use of a card raises and nothing else, -1 for another use."""
HEALS = np.zeros(len(T.POSSESSIONS), np.int64)
"""1 for a card that heals a trait below its start."""
for k, card in enumerate(T.POSSESSIONS):
    program = acts(card.program)
    if len(program) == 1 and program[0].op == Op.GAIN:
        RAISES[k] = program[0].a
    HEALS[k] = len(program) == 1 and program[0].op in (Op.GAIN_BELOW, Op.RESET_BELOW)

# Adventurers.

MERIT = np.array(
    [
        12 * int(T.TRACKS[a, Trait.MIGHT, T.BEGIN[a, Trait.MIGHT]])
        + 10 * int(T.TRACKS[a, Trait.SPEED, T.BEGIN[a, Trait.SPEED]])
        + sum(7 * int(T.TRACKS[a, t, T.BEGIN[a, t]]) + 3 * int(T.BEGIN[a, t]) for t in (Trait.KNOWLEDGE, Trait.SANITY))
        + 6 * int(T.BEGIN[a, Trait.MIGHT] + T.BEGIN[a, Trait.SPEED])
        + 20 * (T.POWER[a] in (Power.RECKLESS_ATTACK, Power.HEALING_WORD, Power.FLURRY_OF_BLOWS, Power.MAGIC_MISSILE))
        for a in range(len(T.POWER))
    ],
    np.int64,
)
"""How useful an adventurer is."""

# Events.

GOOD_EVENTS = ("Forgotten Relic", "Future Sight", "Lost and Found", "Lonely Chest", "Red Wizard", "Explosive Runes")
WELCOME = np.array([name in GOOD_EVENTS for name in T.EVENT_NAMES], np.int64)
"""1 for events that a traitor does not ignore."""
HIGHEST = np.array([any(act.op == Op.ROLL_ONE_OF for act in inside(card.text)) for card in T.EVENTS], np.int64)
"""1 for events that let their drawer choose which trait is rolled: the highest is best."""
COSTLY = np.array([any(act.op == Op.HARM for act in inside(card.text)) for card in T.EVENTS], np.int64)
"""1 for events whose roll may do damage: an option of them is refused."""

# Haunts.

USED_UP = np.zeros((len(HAUNTS), T.TASKS), np.int64)
"""1 for tasks that can be done once on a tile."""
for h, haunt in enumerate(HAUNTS):
    for k, task in enumerate(haunt.tasks):
        USED_UP[h, k] = any(act.op == Op.OBSTRUCT for act in inside(task.effect))

GUESS = np.array([4, 3, -1, -1], np.int64)
"""Traits of a monster as heroes assume them who have not read the traitor's page."""
