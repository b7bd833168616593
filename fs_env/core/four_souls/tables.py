"""The card tables of the game: cards, abilities, programs, statics and filters as integer arrays, built once at import.

A card kind is one printed card with its number in the ``registry``; an instance is one physical copy of it. ``NONE`` (-1) means that
nothing applies. All arrays are C-contiguous int16 unless stated otherwise. Every column is named in language.compiler or explained here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import numpy as np

from fs_env.core.four_souls.cards import FOLDS, SETS, all_cards, packages
from fs_env.core.four_souls.language import compiler
from fs_env.core.four_souls.language.card_kinds import CardFlag, CardGroup, CardKind
from fs_env.core.four_souls.language.codes import NONE, Cond, Deck, Head, Static, Whom
from fs_env.core.four_souls.language.program import Instruction
from fs_env.core.four_souls.language.verb import OPERANDS, SMALL
from fs_env.core.four_souls.language.verbs import Op
from fs_env.core.machine.declare.fields import as_records

_ENTRIES = all_cards()
CARDS = tuple(card for _, card in _ENTRIES)
"""The cards as data, by card kind."""
N_CARDS = len(CARDS)
NAMES = tuple(card.name for card in CARDS)
IDS = tuple(card.id for card in CARDS)
CARD_ID = {card_id: number for number, card_id in enumerate(IDS)}
_TABLES = compiler.compile_cards(CARDS)
INSTRUCTION = np.dtype(
    [("op", "i2"), *((name, "i1" if sort in SMALL else "i2") for name, sort in OPERANDS.items())], align=True
)
"""One row of PROG."""


def _array(rows: Iterable[object], dtype: type[np.integer] = np.int16) -> np.ndarray:
    built = np.array(list(rows), dtype=np.int64)
    if built.size and (built.min() < np.iinfo(dtype).min or built.max() > np.iinfo(dtype).max):
        raise OverflowError(f"a card table holds {built.max()}, which does not fit {np.dtype(dtype).name}")
    return np.ascontiguousarray(built, dtype=dtype)


def _columns(rows: list[compiler.Row], names: tuple[str, ...]) -> dict[str, np.ndarray]:
    table = np.array(rows, dtype=np.int64).reshape(len(rows), len(names))
    return {name: _array(table[:, k]) for k, name in enumerate(names)}


def _instructions(program: list[Instruction]) -> np.ndarray:
    built = np.zeros(len(program), INSTRUCTION)
    for row, instruction in enumerate(program):
        for name, value in instruction.items():
            built[name][row] = value
    return as_records(built)


# --- facts of a card kind ---------------------------------------------------------------------------------------------
_DECK = {
    CardGroup.LOOT: Deck.LOOT,
    CardGroup.TREASURE: Deck.TREASURE,
    CardGroup.MONSTER: Deck.MONSTER,
    CardGroup.BOSS: Deck.MONSTER,
    CardGroup.EVENT: Deck.MONSTER,
    CardGroup.CURSE: Deck.MONSTER,
    CardGroup.CHARACTER: Deck.CHARACTER,
    CardGroup.STARTING: Deck.STARTING,
    CardGroup.BONUS: Deck.BONUS,
    CardGroup.ROOM: Deck.ROOM,
}
C_DECK = _array(_DECK[CardGroup(card.group)] for card in CARDS)
C_KIND = _array(card.kind for card in CARDS)  # CardKind
PACKAGES = packages()
C_SET = _array(PACKAGES.index(set_name) for set_name, _ in _ENTRIES)
C_COUNT = _array(card.count for card in CARDS)
C_HP = _array(card.hp for card in CARDS)
C_EVASION = _array(card.evasion for card in CARDS)
C_ATK = _array(card.attack for card in CARDS)
C_SOULS = _array(card.souls for card in CARDS)  # value as a soul; 0 when it never is one
C_INNATE = _array(card.innate for card in CARDS)  # souls of a character itself (R19.4)
C_COUNTERS = _array(card.counters for card in CARDS)  # enters play with
C_START = _array(CARD_ID[card.start] if card.start else NONE for card in CARDS)  # starting item of a character
C_FLAGS = _array((card.flags for card in CARDS), np.int32)  # CardFlag

_CARD = _columns(_TABLES.cards, compiler.CARD_COLUMNS)
C_AB0, C_ABN, C_ST0, C_STN = _CARD["ab0"], _CARD["abn"], _CARD["st0"], _CARD["stn"]

# --- cards of a deck, by number: a deck's numbers need not be consecutive -------------------------------------------
LOOT_CARDS = _array(np.flatnonzero(C_DECK == Deck.LOOT))
TREASURES = _array(np.flatnonzero(C_DECK == Deck.TREASURE))
MONSTER_CARDS = _array(np.flatnonzero(C_DECK == Deck.MONSTER))  # all cards of the monster deck
CHARACTERS = _array(np.flatnonzero(C_DECK == Deck.CHARACTER))
STARTING_ITEMS = _array(np.flatnonzero(C_DECK == Deck.STARTING))
BONUS_SOULS = _array(np.flatnonzero(C_DECK == Deck.BONUS))
ROOM_CARDS = _array(np.flatnonzero(C_DECK == Deck.ROOM))
OTHERS = _array([*TREASURES, *MONSTER_CARDS, *CHARACTERS, *STARTING_ITEMS, *BONUS_SOULS, *ROOM_CARDS])
"""All cards that are not loot cards, deck by deck: one instance each, in this order."""
N_LOOT, N_TREASURE, N_MONSTER = len(LOOT_CARDS), len(TREASURES), len(MONSTER_CARDS)
N_CHARACTER, N_STARTING, N_BONUS = len(CHARACTERS), len(STARTING_ITEMS), len(BONUS_SOULS)
N_ROOM = len(ROOM_CARDS)
C_LOOT = np.full(N_CARDS, NONE, np.int16)
"""The place of a loot card among ``LOOT_CARDS``, NONE for all others."""
C_LOOT[LOOT_CARDS] = np.arange(N_LOOT)

_SPLIT = sorted(
    np.flatnonzero((C_DECK <= Deck.MONSTER) & (C_COUNT == 1)),
    key=lambda card: (C_SET[card], CARDS[card].group, hashlib.sha256(IDS[card].encode()).digest()),
)
C_FOLD = np.zeros(N_CARDS, np.int16)
"""The value of the option `held_out` that leaves a card out of its deck, 0 for those that are always in: the cards of each set and
group in a fixed random order, 1 to `FOLDS` in turn. Sets that are added later change none of the others'."""
C_FOLD[_SPLIT] = 1 + np.arange(len(_SPLIT)) % FOLDS

FIRST_SETS = 3
S_CHARACTERS = _array(sum(C_SET[card] < max(k + 1, FIRST_SETS) for card in CHARACTERS) for k in range(len(SETS)))
"""Set -> number of characters, from the first on, among which a game draws if this is its latest set: a seed deals the same
characters whatever sets are added later. The first three sets were added together."""

# --- instances: deck by deck, loot first, the copies of a card next to each other -------------------------------------------
INST_CARD = _array(number for number in [*LOOT_CARDS, *OTHERS] for _ in range(C_COUNT[number]))
C_INST0 = _array(map(INST_CARD.tolist().index, range(N_CARDS)))
N_INSTANCES = len(INST_CARD)
FIRST_ROOM = N_INSTANCES - N_ROOM
"""The instance of the first room: loops over the cards of a game without rooms end before it."""
INST_LOOT = _array(C_LOOT[INST_CARD])
"""The place of the card of an instance among ``LOOT_CARDS``, NONE where it is not a loot card."""

# --- bonus souls ------------------------------------------------------------------------------------------------------
_BONUS = [card.condition for card in CARDS if card.condition is not None]
BONUS_COND = _array(condition.cond for condition in _BONUS)
BONUS_N = _array(condition.n for condition in _BONUS)

# --- abilities --------------------------------------------------------------------------------------------------------
N_ABILITIES = len(_TABLES.abilities)
_ABILITY = _columns(_TABLES.abilities, compiler.ABILITY_COLUMNS)
AB_CARD = _ABILITY["card"]
AB_HEAD = _ABILITY["head"]  # Head
AB_PC = _ABILITY["pc"]  # row of PROG where it is announced
AB_EVENT = _ABILITY["event"]  # Event
AB_WHO = _ABILITY["who"]  # Who
AB_N = _ABILITY["n"]  # mask of numbers, HP or counters; 0 if the number was named before, or if there is none
AB_VICTIM = _ABILITY["victim"]  # Victim
AB_FLAGS = _ABILITY["flags"]  # AbilityFlag
AB_ONCE = _ABILITY["once"]  # Once
AB_COND = _ABILITY["cond"]  # Cond
AB_CONDSEL = _ABILITY["condsel"]
AB_CONDN = _ABILITY["condn"]
AB_COST = _ABILITY["cost"]  # Cost
AB_COSTN = _ABILITY["costn"]
AB_MODES = _ABILITY["modes"]  # number of modes, 0 without
AB_REQ0 = _ABILITY["req0"]
AB_REQN = _ABILITY["reqn"]
AB_PARENT = _ABILITY["parent"]  # the ability of the card that leads to a line or a delayed effect, else itself
AB_ROLL = _ABILITY["roll"]  # row of ROLLTAB
USABLE = _array(sorted({*AB_CARD[np.isin(AB_HEAD, (Head.ACTIVATED, Head.PAID))].tolist()}))
"""The cards with activated or paid effects, by id."""
N_USABLE = len(USABLE)
C_USABLE = np.full(N_CARDS, NONE, np.int16)
"""The place of a card among ``USABLE``, NONE for all others."""
C_USABLE[USABLE] = np.arange(N_USABLE)

_REQUIREMENT = _columns(_TABLES.requirements, compiler.REQUIREMENT_COLUMNS)
RQ_MODE = _REQUIREMENT["mode"]  # mode that needs it, NONE: always
RQ_FILTER = _REQUIREMENT["filter"]

PROG = _instructions(_TABLES.program)  # [rows] of INSTRUCTION: `op` and operands by name; jumps lead to its rows
_BEGINS = np.sort(AB_PC)
_PUTS_COUNTERS = _BEGINS[np.searchsorted(_BEGINS, np.flatnonzero(PROG["op"] == Op.COUNTER), "right") - 1]
_BEARING = {*AB_CARD[np.isin(AB_PC, _PUTS_COUNTERS)].tolist(), *np.flatnonzero(C_COUNTERS).tolist()}
BEARERS = tuple(sorted(card for card in _BEARING if C_DECK[card] != Deck.ROOM))
"""The cards other than rooms whose own text puts counters on them, by id."""
C_BEARS = np.isin(np.arange(N_CARDS), BEARERS).astype(np.int16)  # 1 for those
ROLLTAB = _array(_TABLES.roll_tables)  # [tables, 7]: index 1 to 6 is the ability of that result
FILTER = _array(_TABLES.filters, np.int32)  # [filters, 6]: Kind bits, Flag bits, Rel, Sel of the owner, two card kinds

# --- continuous modifiers ---------------------------------------------------------------------------------------------
_STATIC = _columns(_TABLES.statics, compiler.STATIC_COLUMNS)
ST_MOD = _STATIC["mod"]  # Static
ST_N = _STATIC["n"]
ST_M = _STATIC["m"]
ST_WHOM = _STATIC["whom"]  # Whom
ST_COND = _STATIC["cond"]
ST_CONDSEL = _STATIC["condsel"]
ST_CONDN = _STATIC["condn"]

# --- what the continuous modifiers of a card mean for the derived numbers (rules/numbers.py) ----------------------------
NUMBERS = (
    Static.ATK,
    Static.EVASION,
    Static.FIRST_ATTACK_ROLL_ATK,
    Static.LOOT_STEP,
    Static.OWN_LOOT_PLAYS,
    Static.OWN_ATTACKS,
    Static.ATTACKS_UNLIMITED,
    Static.OWN_PURCHASES,
    Static.PRICE,
    Static.FIRST_PRICE,
    Static.LOCK,
    Static.OPEN_HANDS,
    Static.MUST_ATTACK_EACH_TURN,
    Static.SEE_TOP,
)
"""The modifiers that derived numbers are made of, besides hit points; the others are looked up where they matter."""


def _modifiers(card: int) -> range:
    return range(C_ST0[card], C_ST0[card] + C_STN[card])


def _unsteady(t: int) -> bool:
    """Whether modifier t reads what changes without a card entering or leaving play."""
    reads = (
        ST_COND[t] != Cond.ALWAYS or ST_WHOM[t] == Whom.FEWEST_SOULS or ST_MOD[t] in (Static.OPEN_HANDS, Static.SEE_TOP)
    )
    return bool(reads) and ST_MOD[t] in NUMBERS


C_NUMBERS = _array(
    max((1 + i for i, t in enumerate(_modifiers(c)) if ST_MOD[t] in NUMBERS), default=0) for c in range(N_CARDS)
)
"""How many modifiers of a card, from its first, must be looked at for the derived numbers."""
C_UNSTEADY = _array(sum(map(_unsteady, _modifiers(c))) for c in range(N_CARDS))
"""How many of them read what changes without a card entering or leaving play: hands, coins, hit points, tops of decks."""
C_GIVES_HP = _array(sum(int(ST_N[t]) for t in _modifiers(c) if ST_MOD[t] == Static.HP) for c in range(N_CARDS))
"""The hit points that a card gives to whomever its text names."""


__all__ = ["CARDS", "CARD_ID", "IDS", "NAMES", "N_CARDS", "CardFlag", "CardKind"]
