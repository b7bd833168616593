"""Action ids: every id means one thing in every state (effects page, section 5). Named ranges and look-up tables.

Ids name cards, not positions: ``play Bomb!``, ``attack Satan!``, ``choose The D6``. Several equal names lead to a second
question, answered with ``option 1`` to ``option 8``.
"""

from __future__ import annotations

import numpy as np

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.cards import SETS
from fs_env.core.four_souls.language.codes import NONE, Head
from fs_env.core.four_souls.language.verbs import Op

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
        while T.PROG["op"][pc] != Op.END:
            if T.PROG["op"][pc] == Op.BECOME:
                return True
            pc += 1
    return False


_ITEMS = [*range(T.TREASURE0, T.TREASURE0 + T.N_TREASURE), *range(T.STARTING0, T.STARTING0 + T.N_STARTING)]
_MOST_PAID = max(_paid_effects(card) for card in range(T.TREASURE0, T.TREASURE0 + T.N_TREASURE))
_PLAYABLE = [*range(T.LOOT0, T.LOOT0 + T.N_LOOT)]
_ACTIVATED = [card for card in _ITEMS if T.C_FLAGS[card] & T.CardFlag.HAS_ACTIVATED]
_PAID = [(card, k) for card in _ITEMS for k in range(max(_paid_effects(card), _MOST_PAID if _becomes(card) else 0))]
_BOUGHT = [*range(T.TREASURE0, T.TREASURE0 + T.N_TREASURE)]
_ATTACKED = [card for card in range(T.MONSTER0, T.MONSTER0 + T.N_MONSTER) if T.C_FLAGS[card] & T.CardFlag.MONSTER]

RANGES: dict[str, range] = {}


def _range(name: str, size: int) -> int:
    first = max((r.stop for r in RANGES.values()), default=0)
    RANGES[name] = range(first, first + size)
    return first


PASS = _range("pass", 1)
DONE = _range("done", 1)
YES = _range("yes", 1)
NO = _range("no", 1)
MODE = _range("mode", 3)
NUMBER = _range("number", HIGHEST_NUMBER - LOWEST_NUMBER + 1)
PLAYER = _range("player", 4)
DECK = _range("deck", 3)
PLAY = _range("play", len(_PLAYABLE))
ACTIVATE = _range("activate", len(_ACTIVATED))
PAY = _range("pay", len(_PAID))
BUY = _range("buy", len(_BOUGHT))
BUY_TOP = _range("buy_top", 1)
ATTACK = _range("attack", len(_ATTACKED))
ATTACK_TOP = _range("attack_top", 1)
CHOOSE = _range("choose", T.N_CARDS)
EMPTY_SLOT = _range("empty_slot", 1)
OPTION = _range("option", N_OPTIONS)
NUM_ACTIONS = OPTION + N_OPTIONS


def _ids(first: int, cards: list[int]) -> np.ndarray:
    out = np.full(T.N_CARDS, NONE, np.int16)
    out[cards] = np.arange(first, first + len(cards))
    return out


ACTIVATE_ID = _ids(ACTIVATE, _ACTIVATED)
"""Card to its "activate" id, NONE without one."""
ATTACK_ID = _ids(ATTACK, _ATTACKED)
"""Card to its "attack" id, NONE without one."""
PAY_ID = np.full(T.N_CARDS, NONE, np.int16)
"""Card to the "pay" id of its first paid effect, NONE without one."""
for _i, (_card, _k) in enumerate(_PAID):
    if _k == 0:
        PAY_ID[_card] = PAY + _i
N_PAY = np.array([sum(c == card for c, _ in _PAID) for card in range(T.N_CARDS)], np.int16)
"""Card to its number of "pay" ids."""
CARD_OF_ACTION = np.full(NUM_ACTIONS, NONE, np.int16)
"""The card an id names, NONE when it names none."""
for _first, _cards in ((PLAY, _PLAYABLE), (ACTIVATE, _ACTIVATED), (BUY, _BOUGHT), (ATTACK, _ATTACKED)):
    CARD_OF_ACTION[_first : _first + len(_cards)] = _cards
CARD_OF_ACTION[PAY : PAY + len(_PAID)] = [card for card, _ in _PAID]
CARD_OF_ACTION[CHOOSE : CHOOSE + T.N_CARDS] = np.arange(T.N_CARDS)


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
    for name, ids in RANGES.items():
        if action in ids:
            return _words(name, action - ids.start, action)
    raise AssertionError("the ranges cover every id")


def _words(name: str, k: int, action: int) -> str:
    card = CARD_OF_ACTION[action]
    if name == "pay":
        first = int(PAY_ID[card])
        which = f" ({action - first + 1})" if N_PAY[card] > 1 else ""
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
