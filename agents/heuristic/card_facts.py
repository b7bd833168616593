"""Facts of every card for the kernels, in rows of the card tables: the ratings of `cards` and the places of its programs."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from fs_env.agents.heuristic import cards as C
from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.language.card_kinds import CardKind
from fs_env.core.four_souls.language.codes import NONE, Event, Head, Num, Sel, Static, Who, Whom
from fs_env.core.four_souls.language.verbs import Op
from fs_env.core.four_souls.state import Obj
from fs_env.core.four_souls.tables import CardFlag

N_KINDS = len(Obj) + 1


def _first(cards: list[list[int]]) -> np.ndarray:
    return np.array([found[0] if found else NONE for found in cards], np.int16)


def _rows(lists: list[list[int]]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Lists of numbers as arrays: all numbers, list after list; where each list begins; how long it is."""
    many = np.array([len(numbers) for numbers in lists], np.int16)
    begin = np.concatenate(([0], np.cumsum(many)[:-1])).astype(np.int16)
    return np.array([n for numbers in lists for n in numbers] or [NONE], np.int16), begin, many


CARDS = range(T.N_CARDS)
COIN, LOOT, TREASURE = C.COIN, C.LOOT, C.TREASURE

PROG, ROLLTAB, FILTER, MODES, AB_PC = T.PROG, T.ROLLTAB, T.FILTER, T.AB_MODES, T.AB_PC
COST, COST_N = T.AB_COST, T.AB_COSTN
RESOLVE = np.array(C.RESOLVE, np.int16)
"""Ability to the row of PROG where its resolution starts."""
RATING = np.array(C.RATING, np.float64)
PAID_IN_DAMAGE = np.zeros((T.N_ABILITIES, max(1, max(C.MODES))), np.int16)
"""By ability and mode: the damage that its controller takes to use it in that mode."""
for _ability, _costs in enumerate(C.DAMAGE_OF_MODE):
    for _mode, _n in _costs.items():
        PAID_IN_DAMAGE[_ability, _mode] = _n
N_TARGETS = np.array([len(found) for found in C.TARGETS], np.int16)
TARGETS = np.full((T.N_ABILITIES, max(1, int(N_TARGETS.max())), 3), NONE, np.int16)
"""For each ability and each of its targets: register, row of FILTER, mode that asks for it or NONE."""
for _ability, _aims in enumerate(C.TARGETS):
    for _k, _target in enumerate(_aims):
        TARGETS[_ability, _k] = _target

ASKING = (Op.TARGET, Op.MODE, Op.MAY, Op.NUMBER, Op.PICK, Op.DESTROY_THIS_FIRST, Op.DAMAGE)
HAS_TARGET, HAS_MODE, HAS_MAY, HAS_NUMBER, HAS_PICK, HAS_USE_UP, HAS_DAMAGE = (1 << k for k in range(len(ASKING)))
HAS = np.array([sum(1 << k for k, op in enumerate(ASKING) if op in C.OPS[a]) for a in range(T.N_ABILITIES)], np.int16)
"""Ability to the bits of the verbs in its program."""

ABILITIES, ABILITY_0, N_OF_CARD = _rows(C.ABILITIES)
"""All abilities of card c, dice lines and delayed effects included: ABILITIES[ABILITY_0[c] + k], k < N_OF_CARD[c]."""
TEXTS, TEXT_0, N_TEXTS = _rows(
    [
        [
            a
            for a in C.of_head(card, Head.REWARD, Head.WHEN)
            if C.HEAD[a] == Head.REWARD or C.EVENT[a] in (Event.THIS_DIES, Event.REWARD_TAKEN)
        ]
        for card in CARDS
    ]
)
"""Rewards and on-death effects of a monster, in the same form."""
PLAY_OF = _first([C.of_head(card, Head.PLAY) for card in CARDS])
TAP_OF = _first([C.of_head(card, Head.ACTIVATED) for card in CARDS])
_PAID = [C.of_head(card, Head.PAID) for card in CARDS]
PAID_OF = np.full((T.N_CARDS, max(1, *map(len, _PAID))), NONE, np.int16)
"""Card to its paid effects."""
for _card, _found in enumerate(_PAID):
    PAID_OF[_card, : len(_found)] = _found
ON_STACK = np.full((N_KINDS, T.N_CARDS), NONE, np.int16)
"""Kind of stack object and card to the ability it most likely is."""
for _kind, _heads in C.HEADS_ON_STACK.items():
    ON_STACK[_kind] = _first([C.of_head(card, *_heads) for card in CARDS])
DICE_OF = _first([[C.ROLL[a] for a in C.ABILITIES[card] if C.ROLL[a] != NONE] for card in CARDS])
"""Card to its first dice table."""

FLAGS, SOULS = T.C_FLAGS, T.C_SOULS
ITEM = np.array(C.ITEM, np.float64)
UNKNOWN = -9.0
FITTED = np.full(T.N_CARDS, UNKNOWN)
"""Log odds of winning that an item adds above the usual treasure; UNKNOWN for cards that have not been tried."""
for _line in (Path(__file__).with_name("item_worth.tsv")).read_text().splitlines()[1:]:
    _name, _logit = _line.split("\t")
    FITTED[T.CARD_ID[_name]] = float(_logit)
HAND = np.array(C.HAND, np.float64)
_PLAYED = [frozenset().union(*(C.OPS[a] for a in C.of_head(card, Head.PLAY)), ()) for card in CARDS]
RECHARGES = np.array([bool(ops & {Op.RECHARGE}) for ops in _PLAYED])
KILLS = np.array([bool(ops & {Op.KILL}) for ops in _PLAYED])
PATIENCE = np.array(C.PATIENCE, np.float64)
REWARD_RATING = np.array([sum(C.RATING[a] for a in C.of_head(card, Head.REWARD)) for card in CARDS], np.float64)
PLAY_RATING = np.array([sum(C.RATING[a] for a in C.of_head(card, Head.PLAY)) for card in CARDS], np.float64)
TAP_RATING = np.array([max((C.RATING[a] for a in C.of_head(card, Head.ACTIVATED)), default=0.0) for card in CARDS])
USUAL = np.array(
    [
        LOOT
        if T.C_LOOT[card] != NONE
        else 1.0
        if C.FLAGS[card] & (CardFlag.MONSTER | CardFlag.NONMONSTER)
        else 0.8 * TREASURE
        for card in CARDS
    ]
)
"""Usual value of the top card of a card's deck for the player who takes it next."""
BECOMES_SOUL = np.array(
    [
        any(
            C.EVENT[a] == Event.WOULD_BE_DESTROYED and Op.BECOME_SOUL in C.OPS[a] for a in C.of_head(card, Head.INSTEAD)
        )
        for card in CARDS
    ],
    np.int8,
)
"""Whether an item becomes a soul when it would be destroyed."""
TAKES_SOUL = np.array([any(C.OPS[a] & {Op.LOSE_SOUL} for a in C.ABILITIES[card]) for card in CARDS], np.int8)
_OF_A_TURN = (Event.TURN_START, Event.TURN_END)
ROOM = np.array(
    [
        sum(C.RATING[a] for a in C.of_head(card, Head.PAID))
        + sum(C.RATING[a] for a in C.of_head(card, Head.WHEN) if C.EVENT[a] in _OF_A_TURN)
        for card in CARDS
    ],
    np.float64,
)
"""Value of a room for the active player of a turn: at its beginning, at its end, and for payment."""
USUAL_ROOM = float(ROOM[[card for card in CARDS if T.C_KIND[card] == CardKind.ROOM]].mean()) if T.N_ROOM else 0.0


def _added(card: int, mod: Static, whom: Whom | None) -> int:
    statics = range(int(T.C_ST0[card]), int(T.C_ST0[card] + T.C_STN[card]))
    return sum(
        int(T.ST_N[k])
        for k in statics
        if T.ST_MOD[k] == mod and (T.ST_COND[k] == 0 if whom is None else T.ST_WHOM[k] == whom)
    )


ROLLS_ADDED = np.array([_added(card, Static.ROLLS_ATTACK, None) for card in CARDS], np.int16)
HP_ADDED = np.array([_added(card, Static.HP, None) for card in CARDS], np.int16)
ATK_ADDED = np.array([_added(card, Static.ATK, None) for card in CARDS], np.int16)
_MY_MONSTERS = (Whom.MY_ATTACKED_MONSTER, Whom.MY_ATTACKED_MONSTER_THIS_TURN)
EVASION_ADDED = np.array([sum(_added(card, Static.EVASION, whom) for whom in _MY_MONSTERS) for card in CARDS], np.int16)


def _damage(card: int, event: Event, who: Who, whom: Sel) -> int:
    return sum(
        int(row.n)
        for a in C.of_head(card, Head.WHEN)
        if C.EVENT[a] == event and T.AB_WHO[a] == who
        for row in C.rows(a)
        if row.op == Op.DAMAGE and row.what == whom and row.n < Num.SPARE_HP
    )


HURTS_USER = np.array([_damage(card, Event.ACTIVATES, Who.PLAYER, Sel.IT) for card in CARDS], np.int16)
HURTS_ATTACKER = np.array([_damage(card, Event.ACTIVATES, Who.ATTACKER, Sel.IT) for card in CARDS], np.int16)
"""The damage that a monster deals to any player who activates an item, or only to one who is attacking it."""
HURT_MORE = np.array([_damage(card, Event.DAMAGE_TAKEN, Who.ME, Sel.ME) for card in CARDS], np.int16)
"""The damage an item adds when its controller takes damage."""


SETS, ADDS, REROLLS = 1, 2, 3
CHANGER = np.zeros(T.N_ABILITIES, np.int8)
"""Activated ability to what it does to a roll, 0 for all others."""
CHANGED_BY_N = np.zeros((T.N_ABILITIES, 13), np.bool_)
"""Whether an ability may set a roll to n - 6, or add that to it."""
for _ability in range(T.N_ABILITIES):
    _range: list[int] = []
    for _row in C.rows(_ability) if C.HEAD[_ability] == Head.ACTIVATED else ():
        if _row.op == Op.NUMBER:
            _range = list(range(int(_row.low), int(_row.high) + 1))
            _range = [_range[0], _range[-1]] if _row.ends_only else _range
        if _row.op in (Op.SET_ROLL, Op.ADD_ROLL):
            CHANGER[_ability] = SETS if _row.op == Op.SET_ROLL else ADDS
            for _number in _range if _row.n >= Num.REG else [int(_row.n)]:
                CHANGED_BY_N[_ability, _number + 6] = True
        if _row.op == Op.REROLL:
            CHANGER[_ability] = REROLLS
