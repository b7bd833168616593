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
from fs_env.core.four_souls.state import Question, Shape
from fs_env.core.machine.action_ranges import ActionTable

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

_NO_OBLIGATION = "no attack has to be declared now (R11.7)"
_PLAYABLE_NOW = (
    "its conditions hold, required targets exist and costs can be paid (R5.2), the stack is below 32 objects (R4.10), "
    f"{_NO_OBLIGATION}"
)
_USABLE = f"it was used fewer than 100 times this turn (A86), {_PLAYABLE_NOW}"
_MAIN = "it is your action phase, the stack is empty and no attack is in progress (R7.5)"
_ATTACK_LEFT = "an attack is left (R11.1) or a forced attack can be made by this one (R11.7)"

TABLE = ActionTable()
"""Every range of ids with its meaning and, by question, when an id of it is legal."""

PASS = TABLE.add(
    "pass",
    1,
    "leave priority to the next player",
    {Question.PRIORITY: f"{_NO_OBLIGATION}; nothing else is needed (R4.3)"},
    Shape.PRIORITY,
)
DONE = TABLE.add(
    "done",
    1,
    "choose no more",
    {
        Question.TARGET: "the text targets up to two objects (R5.2), or this is the second target of a doubled card (ER-15)",
        Question.PICK: "the text lets you pick any number of cards (R5.4)",
        Question.DISCARD: "the text lets you discard any number of cards (R5.4)",
        Question.GIVE: "the text moves up to a number of cards (R5.4)",
        Question.RECHARGE: "always: no item need be recharged (R7.1, ER-56)",
    },
    Shape.REFS,
)
YES = TABLE.add(
    "yes",
    1,
    "do it",
    {
        Question.LOOT_SOURCE: "always: the character is turned for the loot card (R8.3, ER-09)",
        Question.MAY: "always: what the text allows is done (R5.9)",
    },
    Shape.YES_NO,
)
NO = TABLE.add(
    "no",
    1,
    "leave it",
    {
        Question.LOOT_SOURCE: "always: a loot play is used and the character stays charged (R8.1, R8.2, ER-09)",
        Question.MAY: "always: what the text allows is left (R5.9)",
    },
    Shape.YES_NO,
)
MODE = TABLE.add(
    "mode",
    3,
    'a line of a text that says "choose one"',
    {Question.MODE: "the required targets of this mode exist and its own cost can be paid (R5.2)"},
    Shape.MODE,
)
NUMBER = TABLE.add(
    "number",
    HIGHEST_NUMBER - LOWEST_NUMBER + 1,
    "a number",
    {Question.NUMBER: "the text allows this number (R5.4), or one of the four dice of Mutant Spider shows it (ER-20)"},
    Shape.NUMBER,
)
PLAYER = TABLE.add(
    "player",
    4,
    "a player, counted from yourself to the left",
    {
        Question.TARGET: "the text targets a player and may mean this one (R5.2, R5.10); a curse may go to anybody (R2.16)",
        Question.PICK: "the text has you pick a player as it resolves, and may mean this one (R5.4)",
        Question.HEIR: "a card of this player inherits your death penalty (R13.4, ER-64)",
    },
    Shape.REFS,
)
DECK = TABLE.add(
    "deck",
    3,
    "a deck, or its discard pile where the text speaks of piles",
    {
        Question.TARGET: "the text targets a deck or a discard pile and may mean this one; a pile must not be empty (R5.10)",
        Question.PICK: "the text has you pick a deck or a discard pile as it resolves, and may mean this one (R5.4)",
        Question.REFILL: "a slot that this deck fills is empty (R15.2, R6.4)",
    },
    Shape.REFS,
)
PLAY = TABLE.add(
    "play",
    len(_PLAYABLE),
    "play a loot card",
    {
        Question.PRIORITY: "a card of this name is in your hand, a loot play is open or your character is charged and can be turned "
        f"(R8.1-R8.4), no text bars loot cards (R5.12), {_PLAYABLE_NOW}"
    },
    Shape.PRIORITY,
)
ACTIVATE = TABLE.add(
    "activate",
    len(_ACTIVATED),
    "use the activated effect of an item",
    {
        Question.PRIORITY: "the item is yours, charged, and its text now has an activated effect (R2.3), no text bars it (R5.12), "
        f"{_USABLE}"
    },
    Shape.PRIORITY,
)
PAY = TABLE.add(
    "pay",
    len(_PAID),
    "use a paid effect of an item",
    {Question.PRIORITY: f"the item is yours, charged or not, and its text now has that paid effect (R2.4), {_USABLE}"},
    Shape.PRIORITY,
)
BUY = TABLE.add(
    "buy",
    len(_BOUGHT),
    "buy a shop item",
    {
        Question.PRIORITY: f"the card is a shop item, {_MAIN}, a purchase is left (R10.1), you have the price (R10.3), "
        f"{_NO_OBLIGATION}"
    },
    Shape.PRIORITY,
)
BUY_TOP = TABLE.add(
    "buy_top",
    1,
    "buy the top card of the treasure deck",
    {
        Question.PRIORITY: f"a treasure lies in the deck or its discard pile (R10.10), {_MAIN}, a purchase is left (R10.1), you "
        f"have 10 cents (R10.3, R10.7), {_NO_OBLIGATION}"
    },
    Shape.PRIORITY,
)
ATTACK = TABLE.add(
    "attack",
    len(_ATTACKED),
    "attack an active monster",
    {Question.PRIORITY: f"the monster is active and can be attacked (R11.2, R11.3), {_MAIN}, {_ATTACK_LEFT}"},
    Shape.PRIORITY,
)
ATTACK_TOP = TABLE.add(
    "attack_top",
    1,
    "attack the top card of the monster deck",
    {Question.PRIORITY: f"a card lies in the monster deck or its discard pile (R11.17), {_MAIN}, {_ATTACK_LEFT}"},
    Shape.PRIORITY,
)
CHOOSE = TABLE.add(
    "choose",
    T.N_CARDS,
    "a card in any place, or an object on the stack by the card that it comes from (by your character without one)",
    {
        Question.TARGET: "the text targets cards or objects on the stack and may mean this one (R5.2, R5.10)",
        Question.COST: "a loot card of your hand or an item of yours that is not eternal, as the cost demands (R5.5)",
        Question.PICK: "the text has you pick cards or objects as it resolves, and may mean this one (R5.4)",
        Question.DISCARD: "the loot card is in your hand (R5.4, R13.4)",
        Question.DESTROY: "an item of the dead player that is not eternal (R13.4)",
        Question.SOUL: "a soul card of yours (R18.4)",
        Question.KEEP: "a looked-at card that has no place yet; the first one is to lie on top (R5.4)",
        Question.ORDER: "a card that has no place in the order yet (R5.4, R15.11)",
        Question.SLOT: "the active monster of the slot that you mean (A31)",
        Question.VOTE: "a card that the text lets players vote for (ER-54)",
        Question.PREVENTION: "a card whose text or effect would prevent or lower the damage (R6.2, R12.3)",
        Question.TRIGGER_ORDER: "the source of a waiting object; the one chosen first is pushed first and resolves last (R6.4)",
        Question.DRAFT: "one of the three treasures that Eden looks at (R1.11)",
        Question.HAND_LIMIT: "the loot card is in your hand (R7.10)",
        Question.GIVE: "a loot card of the hand that a card is given or taken from (R5.4)",
        Question.SEARCH: "a card of the searched deck that the text may mean (ER-49)",
        Question.RECHARGE: "an item of yours that is turned sideways (R7.1, ER-56)",
        Question.REPLACEMENT: "a card whose text would replace the gain of coins or the death (R6.2, ER-38)",
    },
    Shape.REFS,
)
EMPTY_SLOT = TABLE.add(
    "empty_slot",
    1,
    "a monster slot without a monster",
    {
        Question.SLOT: "a monster slot is empty (A31)",
        Question.PICK: "a monster slot is empty and the text has you pick a slot as it resolves (R5.4)",
    },
    Shape.REFS,
)
OPTION = TABLE.add(
    "option",
    N_OPTIONS,
    "one of several options that have the same id; the same question is asked again for them, in the order of its options",
    dict.fromkeys(
        (Question.TARGET, Question.PICK, Question.SLOT, Question.PREVENTION, Question.TRIGGER_ORDER),
        "your last answer fits at least so many options, which are no cards in hands or decks (A45)",
    ),
    Shape.OPTION,
)
RANGES = TABLE.ids
"""The ids of each range, by name."""
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
