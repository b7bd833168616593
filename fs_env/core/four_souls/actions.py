"""Action ids: named ranges and look-up tables. An id means the same in every state and never changes (``registry``).

Ids name cards, not positions. Where several options have the same name, a second question follows, answered with ``option 1`` to ``8``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum

import numpy as np

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.language.codes import NONE, Head
from fs_env.core.four_souls.language.verbs import Op
from fs_env.core.four_souls.registry import RegistryError, registry
from fs_env.core.four_souls.state import Favour, Question, Shape
from fs_env.core.machine.declare.action_ranges import ActionTable

LOWEST_NUMBER, HIGHEST_NUMBER = -2, 6
AMOUNTS = (1, 2, 3, 5, 10)
"""The amounts of cents that an offer can be about (A88)."""
N_OPTIONS = 16
"""How many options of one name can be distinguished; of more, all with the same text, the first ones are offered."""


def _paid_effects(card: int) -> int:
    first = int(T.C_AB0[card])
    return sum(int(T.AB_HEAD[a]) == Head.PAID for a in range(first, first + int(T.C_ABN[card])))


def _becomes(card: int) -> bool:
    first = int(T.C_AB0[card])
    for a in range(first, first + int(T.C_ABN[card])):
        pc = int(T.AB_PC[a])
        while T.PROG["op"][pc] != Op.END:
            if T.PROG["op"][pc] == Op.BECOME:
                return True
            pc += 1
    return False


_ITEMS = [*T.TREASURES.tolist(), *T.STARTING_ITEMS.tolist()]
_USED = [*_ITEMS, *T.ROOM_CARDS.tolist()]
_MOST_PAID = max(_paid_effects(card) for card in T.TREASURES.tolist())
_ACTIVATED = [card for card in _USED if T.C_FLAGS[card] & T.CardFlag.HAS_ACTIVATED]
_PAID = [(card, k) for card in _USED for k in range(max(_paid_effects(card), _MOST_PAID if _becomes(card) else 0))]
_ATTACKED = [card for card in T.MONSTER_CARDS.tolist() if T.C_FLAGS[card] & T.CardFlag.MONSTER]


_NO_OBLIGATION = "no attack has to be declared now (R11.7)"
_PLAYABLE_NOW = (
    "its conditions hold, required targets exist and costs can be paid (R5.2), the stack is below 32 objects (R4.10), "
    f"{_NO_OBLIGATION}"
)
_USABLE = f"you used it fewer than 100 times this turn (A86), {_PLAYABLE_NOW}"
_MAIN = "it is your action phase, the stack is empty and no attack is in progress (R7.5)"
_ATTACK_LEFT = "an attack is left (R11.1) or a forced attack can be made by this one (R11.7)"


class ActionKind(IntEnum):
    """The effect of an action; the name in lower case is the key of its range in ``RANGES``."""

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
    OFFER = 18
    FAVOUR = 19
    CENTS = 20
    ACCEPT = 21
    DECLINE = 22


ACTIONS: dict[str, int] = {name: number for number, name in enumerate(registry().actions)}
"""Name of an action, as in the registry, to its id: "pass", "mode a", "play bomb", "pay the_bone 2"."""
TABLE = ActionTable()
"""Every kind of action with its ids, its meaning and, by question, when an id of it is legal."""


def _declare(kind: str, named: Iterable[object], meaning: str, legal: Mapping[IntEnum, str], shape: Shape) -> int:
    for thing in named:
        ACTIONS.setdefault(f"{kind} {thing}".rstrip(), len(ACTIONS))
    ids = sorted(number for name, number in ACTIONS.items() if name == kind or name.startswith(f"{kind} "))
    return TABLE.add(kind, ids, meaning, legal, shape)


def _ids(cards: Iterable[int]) -> list[str]:
    return [T.IDS[card] for card in cards]


PASS = _declare(
    "pass",
    ("",),
    "leave priority to the next player",
    {Question.PRIORITY: f"{_NO_OBLIGATION}; nothing else is needed (R4.3)"},
    Shape.PRIORITY,
)
DONE = _declare(
    "done",
    ("",),
    "choose no more",
    {
        Question.TARGET: "the text targets up to two objects (R5.2), or this is a further target of a doubled card (ER-15)",
        Question.PICK: "the text lets you pick any number of cards (R5.4)",
        Question.DISCARD: "the text lets you discard any number of cards (R5.4)",
        Question.GIVE: "the text moves up to a number of cards (R5.4)",
        Question.RECHARGE: "always: you need not recharge an item (R7.1, ER-56)",
    },
    Shape.REFS,
)
YES = _declare(
    "yes",
    ("",),
    "do it",
    {
        Question.LOOT_SOURCE: "always: the character is turned for the loot card (R8.3, ER-09)",
        Question.MAY: "always: what the text allows is done (R5.9)",
        Question.ROOM: "always: the room is put into discard and another one revealed (R20.4)",
    },
    Shape.YES_NO,
)
NO = _declare(
    "no",
    ("",),
    "leave it",
    {
        Question.LOOT_SOURCE: "always: a loot play is used and the character stays charged (R8.1, R8.2, ER-09)",
        Question.MAY: "always: what the text allows is not done (R5.9)",
        Question.ROOM: "always: the room stays (R20.4)",
    },
    Shape.YES_NO,
)
MODE = _declare(
    "mode",
    "abc",
    'a line of a text that says "choose one"',
    {Question.MODE: "the required targets of this mode exist and its own cost can be paid (R5.2)"},
    Shape.MODE,
)
NUMBER = _declare(
    "number",
    range(LOWEST_NUMBER, HIGHEST_NUMBER + 1),
    "a number",
    {Question.NUMBER: "the text allows this number (R5.4), or one of the four dice of Mutant Spider shows it (ER-20)"},
    Shape.NUMBER,
)
PLAYER = _declare(
    "player",
    range(4),
    "a player, counted from you to the left",
    {
        Question.TARGET: "the text targets a player and may mean this one (R5.2, R5.10); a curse may go to anybody (R2.16)",
        Question.PICK: "the text has you pick a player as it resolves, and may mean this one (R5.4)",
        Question.HEIR: "a card of this player inherits your death penalty (R13.4, ER-64)",
        Question.PARTNER: "the favour can be agreed on with this player, and who pays has a cent (R16.1)",
        Question.INSTEAD: "this player is neither of the two who barter (A88)",
    },
    Shape.REFS,
)
DECK = _declare(
    "deck",
    ("loot", "treasure", "monster"),
    "a deck, or its discard pile if the text is about piles",
    {
        Question.TARGET: "the text targets a deck or a discard pile and may mean this one; a pile must not be empty (R5.10)",
        Question.PICK: "the text has you pick a deck or a discard pile as it resolves, and may mean this one (R5.4)",
        Question.REFILL: "a slot that this deck fills is empty (R15.2, R6.4)",
    },
    Shape.REFS,
)
_declare(
    "play",
    _ids(T.LOOT_CARDS),
    "play a loot card",
    {
        Question.PRIORITY: "a card of this name is in your hand, a loot play is open or your character is charged and can be turned "
        f"(R8.1-R8.4), no text bars loot cards (R5.12), {_PLAYABLE_NOW}"
    },
    Shape.PRIORITY,
)
_declare(
    "activate",
    _ids(_ACTIVATED),
    "use the activated effect of an item or room",
    {
        Question.PRIORITY: "the item is yours, charged, and its text now has an activated effect (R2.3), or it is a charged "
        f"room and the turn is yours (R20.3), no text bars it (R5.12), {_USABLE}"
    },
    Shape.PRIORITY,
)
_declare(
    "pay",
    [f"{T.IDS[card]} {k + 1}" for card, k in _PAID],
    "use a paid effect of an item or room",
    {
        Question.PRIORITY: f"the item is yours, charged or not, and its text now has that paid effect (R2.4), or it is a room "
        f"with it and the turn is yours (R20.3), {_USABLE}"
    },
    Shape.PRIORITY,
)
_declare(
    "buy",
    _ids(T.TREASURES),
    "buy a shop item",
    {
        Question.PRIORITY: f"the card is a shop item, {_MAIN}, a purchase is left (R10.1), you have the price (R10.3), "
        f"{_NO_OBLIGATION}"
    },
    Shape.PRIORITY,
)
BUY_TOP = _declare(
    "buy_top",
    ("",),
    "buy the top card of the treasure deck",
    {
        Question.PRIORITY: f"a treasure is in the deck or its discard pile (R10.10), {_MAIN}, a purchase is left (R10.1), you "
        f"have 10 cents (R10.3, R10.7), {_NO_OBLIGATION}"
    },
    Shape.PRIORITY,
)
_declare(
    "attack",
    _ids(_ATTACKED),
    "attack an active monster",
    {Question.PRIORITY: f"the monster is active and can be attacked (R11.2, R11.3), {_MAIN}, {_ATTACK_LEFT}"},
    Shape.PRIORITY,
)
ATTACK_TOP = _declare(
    "attack_top",
    ("",),
    "attack the top card of the monster deck",
    {Question.PRIORITY: f"a card is in the monster deck or its discard pile (R11.17), {_MAIN}, {_ATTACK_LEFT}"},
    Shape.PRIORITY,
)
_declare(
    "choose",
    T.IDS,
    "a card anywhere, or an object on the stack, named by the card that it comes from (your character if there is none)",
    {
        Question.TARGET: "the text targets cards or objects on the stack and may mean this one (R5.2, R5.10)",
        Question.COST: "a loot card of your hand or an item of yours that is not eternal, as the cost demands (R5.5)",
        Question.PICK: "the text has you pick cards or objects as it resolves, and may mean this one (R5.4)",
        Question.DISCARD: "the loot card is in your hand (R5.4, R13.4)",
        Question.DESTROY: "an item of the dead player that is not eternal (R13.4)",
        Question.SOUL: "a soul card of yours (R18.4)",
        Question.KEEP: "a looked-at card that has no place yet; the first one goes on top (R5.4)",
        Question.ORDER: "a card that has no place in the order yet (R5.4, R15.11)",
        Question.SLOT: "the active monster of the slot that you mean (A31)",
        Question.VOTE: "a card that the text lets players vote for (ER-54)",
        Question.PREVENTION: "a card whose text or effect would prevent or lower the damage (R6.2, R12.3)",
        Question.TRIGGER_ORDER: "the source of a waiting object; the one chosen first is pushed first and resolves last (R6.4)",
        Question.DRAFT: "one of the three treasures that Eden looks at (R1.11)",
        Question.OPEN_DRAFT: "one of the treasures that lie open for the draft (R21.1, R21.8)",
        Question.HAND_LIMIT: "the loot card is in your hand (R7.10)",
        Question.GIVE: "a loot card of the hand that a card is given or taken from (R5.4)",
        Question.SEARCH: "a card of the searched deck that the text may mean (ER-49)",
        Question.RECHARGE: "an item of yours that is turned sideways (R7.1, ER-56)",
        Question.REPLACEMENT: "a card whose text would replace the gain of coins or the death (R6.2, ER-38)",
        Question.ITEM: "an item of the player who would use it, with a paid effect, or charged with an activated one (A88)",
    },
    Shape.REFS,
)
EMPTY_SLOT = _declare(
    "empty_slot",
    ("",),
    "a monster slot without a monster",
    {
        Question.SLOT: "a monster slot is empty (A31)",
        Question.PICK: "a monster slot is empty and the text has you pick a slot as it resolves (R5.4)",
    },
    Shape.REFS,
)
OPTION = _declare(
    "option",
    range(1, N_OPTIONS + 1),
    "one of several options that have the same id; the same question is asked again for them, in the order of its options",
    dict.fromkeys(
        (Question.TARGET, Question.PICK, Question.SLOT, Question.PREVENTION, Question.TRIGGER_ORDER),
        "your last answer fits at least this many options, which are not cards in hands or decks (A45)",
    ),
    Shape.OPTION,
)
OFFER = _declare(
    "offer",
    ("cents", "favour"),
    "offer cents for a favour, or a favour for cents",
    {
        Question.PRIORITY: f"the game has bartering, you made fewer than 2 offers in this turn (A88), {_NO_OBLIGATION}; who would pay "
        "has a cent, and there is a favour to agree on (R16.1)"
    },
    Shape.PRIORITY,
)
FAVOUR = _declare(
    "favour",
    [favour.name.lower() for favour in Favour],
    "the favour that an offer is about",
    {
        Question.FAVOUR: "a player can do it for another who has a cent: an object is on the stack (pass, use), a roll is on "
        "top of it (answer), a third player is there (aim), an item could be used (use); a gift is paid by you (A88)"
    },
    Shape.FAVOUR,
)
CENTS = _declare(
    "cents",
    AMOUNTS,
    "an amount of cents",
    {
        Question.CENTS: "who would pay has as many cents",
        Question.DEAL: "who would pay has as many cents, you have not been asked about a counter-offer, and it is no gift (A88)",
    },
    Shape.CENTS,
)
ACCEPT = _declare(
    "accept",
    ("",),
    "agree to an offer: the cents change hands, which is no gain, and it is not binding (R16.2, R16.3)",
    {Question.DEAL: "always: an offer or a counter-offer was made to you (R16.1)"},
    Shape.CENTS,
)
DECLINE = _declare(
    "decline",
    ("",),
    "agree to nothing",
    {Question.DEAL: "always: no player has to agree, not even to a gift (R16.1)"},
    Shape.CENTS,
)
RANGES = TABLE.ids
"""The ids of each kind of action, ascending; a ``range`` where they are consecutive."""
NUM_ACTIONS = len(ACTIONS)

KIND_OF_ACTION = np.full(NUM_ACTIONS, NONE, np.int16)
"""The ``ActionKind`` of an id."""
for _kind in ActionKind:
    KIND_OF_ACTION[list(RANGES[_kind.name.lower()])] = _kind
if NONE in KIND_OF_ACTION:
    _unknown = next(name for name, number in ACTIONS.items() if KIND_OF_ACTION[number] == NONE)
    raise RegistryError(f"action {_unknown!r} of the registry has an unknown kind: expected one of {', '.join(RANGES)}")

CARD_OF_ACTION = np.full(NUM_ACTIONS, NONE, np.int16)
"""The card that an id names, NONE if it names none."""
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


def words_of(card: int) -> str:
    """A card as actions name it: its printed name; a reprint adds its set, equal names of one set add their ids."""
    if T.NAMES.count(T.NAMES[card]) == 1:
        return T.NAMES[card]
    equal = [other for other, name in enumerate(T.NAMES) if name == T.NAMES[card]]
    if sum(T.C_SET[other] == T.C_SET[card] for other in equal) > 1:
        return f"{T.NAMES[card]} ({T.IDS[card]})"
    return T.NAMES[card] if card == equal[0] else f"{T.NAMES[card]} ({T.PACKAGES[T.C_SET[card]]})"


_WORDS = [words_of(card) for card in range(T.N_CARDS)]
_SEATS = ("yourself", "the player to your left", "the second player to your left", "the third player to your left")
_DECKS = (
    "the loot deck or its discard pile",
    "the treasure deck or its discard pile",
    "the monster deck or its discard pile",
)

_FAVOURS = ("gift", "spare", "pass", "aim at another", "use an item", "answer the roll")


def action_text(action: int) -> str:
    """An action as text; ValueError names an id out of range."""
    if not 0 <= action < NUM_ACTIONS:
        raise ValueError(f"action {action!r} does not exist: ids go from 0 to {NUM_ACTIONS - 1}")
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
    if name == "offer":
        return ("offer cents for a favour", "offer a favour for cents")[k]
    if name == "favour":
        return f"favour: {_FAVOURS[k]}"
    if name == "cents":
        return f"cents {AMOUNTS[k]}"
    return name if card == NONE else f"{name} {_WORDS[card]}"
