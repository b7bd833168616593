"""Action ids: every id means one thing in every state, for good (``registry``). Named ranges and look-up tables.

Ids name cards, not positions: ``play Bomb!``, ``attack Satan!``, ``choose The D6``. Several equal names lead to a second
question, answered with ``option 1`` to ``option 8``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum

import numpy as np

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.cards import SETS
from fs_env.core.four_souls.language.codes import NONE, Head, Op
from fs_env.core.four_souls.registry import RegistryError, registry

LOWEST_NUMBER, HIGHEST_NUMBER = -2, 6
N_OPTIONS = 16
"""Objects of one name that can be told apart; of more, all with the same text, the first are offered."""


def _paid_effects(card: int) -> int:
    """How many paid effects a card prints."""
    first = int(T.C_AB0[card])
    return sum(int(T.AB_HEAD[a]) == Head.PAID for a in range(first, first + int(T.C_ABN[card])))


def _becomes(card: int) -> bool:
    """Whether a card can take over the text of any item for good or for a turn."""
    first = int(T.C_AB0[card])
    for a in range(first, first + int(T.C_ABN[card])):
        pc = int(T.AB_PC[a])
        while T.PROG[pc, 0] != Op.END:
            if T.PROG[pc, 0] == Op.BECOME:
                return True
            pc += 1
    return False


_ITEMS = [*T.TREASURES.tolist(), *T.STARTING_ITEMS.tolist()]
_MOST_PAID = max(_paid_effects(card) for card in T.TREASURES.tolist())
_ACTIVATED = [card for card in _ITEMS if T.C_FLAGS[card] & T.CardFlag.HAS_ACTIVATED]
_PAID = [(card, k) for card in _ITEMS for k in range(max(_paid_effects(card), _MOST_PAID if _becomes(card) else 0))]
_ATTACKED = [card for card in T.MONSTER_CARDS.tolist() if T.C_FLAGS[card] & T.CardFlag.MONSTER]


class ActionKind(IntEnum):
    """What an action does: the key of its range in ``RANGES``, in capitals."""

    PASS = 0
    DONE = 1
    YES = 2
    NO = 3
    MODE = 4
    NUMBER = 5
    PLAYER = 6
    DECK = 7
    PLAY = 8
    ACTIVATE = 9
    PAY = 10
    BUY = 11
    BUY_TOP = 12
    ATTACK = 13
    ATTACK_TOP = 14
    CHOOSE = 15
    EMPTY_SLOT = 16
    OPTION = 17


ACTIONS: dict[str, int] = {name: number for number, name in enumerate(registry().actions)}
"""Name of an action, as in the registry, to its id: "pass", "mode a", "play bomb", "pay the_bone 2"."""
RANGES: dict[str, Sequence[int]] = {}
"""The ids of each kind of action, ascending; a range where they lie side by side."""


def _range(kind: str, named: Iterable[object] = ("",)) -> int:
    """The first id of a kind of action; what has none yet gets the next."""
    for thing in named:
        ACTIONS.setdefault(f"{kind} {thing}".rstrip(), len(ACTIONS))
    ids = sorted(number for name, number in ACTIONS.items() if name.partition(" ")[0] == kind)
    side_by_side = range(ids[0], ids[-1] + 1)
    RANGES[kind] = side_by_side if len(ids) == len(side_by_side) else tuple(ids)
    return ids[0]


def _ids(cards: Iterable[int]) -> list[str]:
    return [T.IDS[card] for card in cards]


PASS = _range("pass")
DONE = _range("done")
YES = _range("yes")
NO = _range("no")
MODE = _range("mode", "abc")
NUMBER = _range("number", range(LOWEST_NUMBER, HIGHEST_NUMBER + 1))
PLAYER = _range("player", range(4))
DECK = _range("deck", ("loot", "treasure", "monster"))
PLAY = _range("play", _ids(T.LOOT_CARDS))
ACTIVATE = _range("activate", _ids(_ACTIVATED))
PAY = _range("pay", [f"{T.IDS[card]} {k + 1}" for card, k in _PAID])
BUY = _range("buy", _ids(T.TREASURES))
BUY_TOP = _range("buy_top")
ATTACK = _range("attack", _ids(_ATTACKED))
ATTACK_TOP = _range("attack_top")
CHOOSE = _range("choose", T.IDS)
EMPTY_SLOT = _range("empty_slot")
OPTION = _range("option", range(1, N_OPTIONS + 1))
NUM_ACTIONS = len(ACTIONS)

KIND_OF_ACTION = np.full(NUM_ACTIONS, NONE, np.int16)
"""The ``ActionKind`` of an id."""
for _kind in ActionKind:
    KIND_OF_ACTION[list(RANGES[_kind.name.lower()])] = _kind
if NONE in KIND_OF_ACTION:
    _unknown = next(name for name, number in ACTIONS.items() if KIND_OF_ACTION[number] == NONE)
    raise RegistryError(f"action {_unknown!r} of the registry is of no kind: expected one of {', '.join(RANGES)}")

CARD_OF_ACTION = np.full(NUM_ACTIONS, NONE, np.int16)
"""The card an id names, NONE when it names none."""
PLAY_ID, ACTIVATE_ID, BUY_ID, ATTACK_ID, CHOOSE_ID = (np.full(T.N_CARDS, NONE, np.int16) for _ in range(5))
"""Card to its "play", "activate", "buy", "attack" and "choose" id, NONE without one."""
N_PAY = np.zeros(T.N_CARDS, np.int16)
"""Card to its number of "pay" ids."""
PAID_BY_ACTION = np.full(NUM_ACTIONS, NONE, np.int16)
"""Which paid effect of its card a "pay" id is for, from 0; NONE for the others."""
_ID_OF = {"play": PLAY_ID, "activate": ACTIVATE_ID, "buy": BUY_ID, "attack": ATTACK_ID, "choose": CHOOSE_ID}
for _name_of, _number in ACTIONS.items():
    _verb, _, _thing = _name_of.partition(" ")
    if _verb == "pay":
        _thing, _, _which = _thing.partition(" ")
        PAID_BY_ACTION[_number] = int(_which) - 1
    if _verb in _ID_OF or _verb == "pay":
        CARD_OF_ACTION[_number] = _card = T.CARD_ID[_thing]
        if _verb == "pay":
            N_PAY[_card] += 1
        else:
            _ID_OF[_verb][_card] = _number
PAY_IDS = np.full((T.N_CARDS, N_PAY.max()), NONE, np.int16)
"""Card and place of a paid effect on it, from 0, to its "pay" id; NONE without one."""
for _number in RANGES["pay"]:
    PAY_IDS[CARD_OF_ACTION[_number], PAID_BY_ACTION[_number]] = _number
PAY_ID = PAY_IDS[:, 0].copy()
"""Card to the "pay" id of its first paid effect, NONE without one."""


def _name(card: int) -> str:
    """The printed name; a reprint adds its set, equal names of one set add their ids."""
    equal = [other for other, name in enumerate(T.NAMES) if name == T.NAMES[card]]
    if sum(T.C_SET[other] == T.C_SET[card] for other in equal) > 1:
        return f"{T.NAMES[card]} ({T.IDS[card]})"
    return T.NAMES[card] if card == equal[0] else f"{T.NAMES[card]} ({SETS[T.C_SET[card]]})"


_WORDS = [_name(card) for card in range(T.N_CARDS)]
_SEATS = ("yourself", "the player to your left", "the second player to your left", "the third player to your left")
_DECKS = (
    "the loot deck or its discard pile",
    "the treasure deck or its discard pile",
    "the monster deck or its discard pile",
)


def action_text(action: int) -> str:
    """The words of an id; ValueError names an id out of range."""
    if not 0 <= action < NUM_ACTIONS:
        raise ValueError(f"action {action!r} is none: ids go from 0 to {NUM_ACTIONS - 1}")
    kind = ActionKind(KIND_OF_ACTION[action]).name.lower()
    return _words(kind, RANGES[kind].index(action), action)


def _words(name: str, k: int, action: int) -> str:
    card = CARD_OF_ACTION[action]
    if name == "pay":
        which = f" ({PAID_BY_ACTION[action] + 1})" if N_PAY[card] > 1 else ""
        return f"pay for {_WORDS[card]}{which}"
    if name == "mode":
        return f"mode {'abc'[k]}"
    if name == "number":
        return f"number {LOWEST_NUMBER + k}"
    if name == "player":
        return f"choose {_SEATS[k]}"
    if name == "deck":
        return f"choose {_DECKS[k]}"
    if name == "buy_top":
        return "buy the top of the treasure deck"
    if name == "attack_top":
        return "attack the top of the monster deck"
    if name == "empty_slot":
        return "choose an empty slot"
    if name == "option":
        return f"option {k + 1}"
    return name if card == NONE else f"{name} {_WORDS[card]}"
