"""Value of a card on its own, from its abilities by head, verbs and statics, never by its name: the value of a cent is 0.5."""

from __future__ import annotations

import numpy as np

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.language.codes import NONE, Cost, Event, Head, Num, Sel, Static
from fs_env.core.four_souls.language.verbs import VERBS, Op
from fs_env.core.four_souls.state import Obj
from fs_env.core.four_souls.tables import CardFlag

COIN, LOOT, TREASURE = 0.5, 1.6, 6.0

PROG: np.ndarray = T.PROG
OPERATION: list[int] = PROG["op"].tolist()
FILTER: list[list[int]] = T.FILTER.tolist()
ROLLTAB: list[list[int]] = T.ROLLTAB.tolist()
FLAGS: list[int] = T.C_FLAGS.tolist()
HEAD: list[int] = T.AB_HEAD.tolist()
PC: list[int] = T.AB_PC.tolist()
EVENT: list[int] = T.AB_EVENT.tolist()
CARD: list[int] = T.AB_CARD.tolist()
NUMBERS: list[int] = T.AB_N.tolist()
MODES: list[int] = T.AB_MODES.tolist()
ROLL: list[int] = T.AB_ROLL.tolist()
COST: list[int] = T.AB_COST.tolist()
COST_N: list[int] = T.AB_COSTN.tolist()
SOULS: list[int] = T.C_SOULS.tolist()

ABILITIES: list[list[int]] = [[] for _ in range(T.N_CARDS)]
"""All abilities of a card, lines of dice tables and delayed effects included."""
for _ability, _card in enumerate(CARD):
    ABILITIES[_card].append(_ability)


def of_head(card: int, *heads: Head) -> list[int]:
    return [a for a in ABILITIES[card] if HEAD[a] in heads]


def rows(ability: int) -> np.ndarray:
    pc = stop = PC[ability]
    while OPERATION[stop] != Op.END:
        stop += 1
    return PROG[pc:stop]


def commit(ability: int) -> int:
    pc = PC[ability]
    while OPERATION[pc] not in (Op.COMMIT, Op.END):
        pc += 1
    return pc + 1 if OPERATION[pc] == Op.COMMIT else pc


RESOLVE: list[int] = [commit(a) for a in range(T.N_ABILITIES)]
OPS: list[frozenset[int]] = [frozenset(int(row.op) for row in rows(a)) for a in range(T.N_ABILITIES)]
TARGETS: list[list[tuple[int, int, int]]] = []
"""For each ability: (register, filter row, mode that asks for it or NONE) of every target."""
for _ability in range(T.N_ABILITIES):
    _found, _mode, _until = [], NONE, 0
    for _place, _row in enumerate(rows(_ability), PC[_ability]):
        if _row.op == Op.COMMIT:
            break
        if _row.op == Op.UNLESSMODE:
            _mode, _until = int(_row.mode), int(_row.jump)
        if _row.op == Op.TARGET:
            _found.append((int(_row.register), int(_row.filter), _mode if _place < _until else NONE))
    TARGETS.append(_found)

DAMAGE_OF_MODE: list[dict[int, int]] = []
"""For each ability: by mode the damage that its controller takes as the cost of that mode alone."""
for _ability in range(T.N_ABILITIES):
    _costs, _mode, _until = {}, NONE, 0
    for _place, _row in enumerate(rows(_ability), PC[_ability]):
        if _row.op == Op.COMMIT:
            break
        if _row.op == Op.UNLESSMODE:
            _mode, _until = int(_row.mode), int(_row.jump)
        if _row.op == Op.COST and _row.cost == Cost.TAKE_DAMAGE and _place < _until:
            _costs[_mode] = int(_row.n)
    DAMAGE_OF_MODE.append(_costs)

HEADS_ON_STACK = {
    int(Obj.LOOT): (Head.PLAY,),
    int(Obj.EVENT): (Head.PLAY,),
    int(Obj.ACTIVATED): (Head.ACTIVATED,),
    int(Obj.PAID): (Head.PAID,),
    int(Obj.TRIGGER): (Head.WHEN, Head.DELAYED),
    int(Obj.REWARD): (Head.REWARD,),
}
"""Which abilities of its card an object on the stack may be."""

VERB = {
    Op.GAIN: COIN,
    Op.STEAL_COINS: 1.5 * COIN,
    Op.LOOT: LOOT,
    Op.TAKE_LOOT: 2.0 * LOOT,
    Op.TREASURE: TREASURE,
    Op.STEAL_ITEM: 1.5 * TREASURE,
    Op.STEAL_SOUL: 30.0,
    Op.BECOME_SOUL: 16.0,
    Op.DAMAGE: 1.5,
    Op.KILL: 6.0,
    Op.DESTROY: 4.0,
    Op.SHIELD: 1.5,
    Op.SHIELD_POOL: 1.5,
    Op.SAVE: 5.0,
    Op.HEAL: 1.0,
    Op.BOOST: 2.0,
    Op.RECHARGE: 2.0,
    Op.CANCEL: 2.0,
    Op.REROLL: 1.5,
    Op.SET_ROLL: 3.0,
    Op.ADD_ROLL: 1.5,
    Op.ATTACKS: 4.0,
    Op.EXTRA_TURN: 10.0,
    Op.LOOT_PLAYS: 1.0,
    Op.KEEP_TOP: 0.8,
    Op.ABSORB: 2.0,
    Op.COUNTER: 0.8,
    Op.LASTING: 1.0,
    Op.SEARCH: TREASURE,
    Op.BECOME: 3.0,
    Op.COPY_EFFECT: 3.0,
}
"""Value of one unit of a verb for a player who uses it well."""
AGAINST = {Op.LOSE: COIN, Op.DISCARD_LOOT: 1.0, Op.DISCARD_HAND: 4.0, Op.LOSE_SOUL: 16.0, Op.SKIP_TURN: 8.0}
"""The same for verbs that hurt the player they name."""
HARM = frozenset({Op.DAMAGE, Op.KILL, Op.DESTROY, *AGAINST})
ON_ITSELF = frozenset({Sel.ME, Sel.ACTIVE_PLAYER, Sel.ATTACKER, Sel.ROLLER})
COUNTED = frozenset(
    {Op.GAIN, Op.LOSE, Op.STEAL_COINS, Op.LOOT, Op.DISCARD_LOOT, Op.TAKE_LOOT, Op.TREASURE, Op.DAMAGE}
    | {Op.SHIELD, Op.SHIELD_POOL, Op.HEAL, Op.BOOST, Op.ATTACKS, Op.COUNTER}
)
STATIC = {
    Static.HP: 6.0,
    Static.ATK: 9.0,
    Static.ROLLS_ATTACK: 7.0,
    Static.FIRST_ATTACK_ROLL_ATK: 4.0,
    Static.FIRST_ATTACK_ROLL_BONUS: 2.5,
    Static.FIRST_ROLL_BONUS: 2.0,
    Static.LOOT_STEP: 5.0,
    Static.OWN_LOOT_PLAYS: 2.5,
    Static.OWN_ATTACKS: 7.0,
    Static.ATTACKS_UNLIMITED: 8.0,
    Static.OWN_PURCHASES: 1.5,
    Static.PRICE: 3.0,
    Static.SEE_TOP: 1.0,
    Static.OPEN_HANDS: 0.5,
    Static.LOCK: 2.0,
    Static.PENALTY_HEIR: 3.0,
    Static.DAMAGE_CAP: 6.0,
    Static.TRIPLE_ON_ROLL: 4.0,
    Static.ALSO_HIT_ON: 4.0,
    Static.EVASION: -5.0,
}
"""Value of one unit of a continuous modifier for the controller of the item."""
OFTEN = {
    Event.ANY_ROLL: 0.9,
    Event.ROLL_SHOWS: 0.8,
    Event.TURN_START: 1.2,
    Event.TURN_END: 1.0,
    Event.DAMAGE_TAKEN: 1.0,
    Event.DAMAGE_DEALT: 1.2,
    Event.MONSTER_DIES: 1.0,
    Event.ACTIVATES: 1.5,
    Event.GAINS_COINS: 1.5,
    Event.ATTACK_STARTS: 1.0,
}
"""How often an event happens per turn, roughly."""
USES = {Head.ACTIVATED: 1.6, Head.PAID: 0.6, Head.PLAY: 1.0, Head.REWARD: 1.0, Head.INSTEAD: 1.0}


def amount(n: int) -> float:
    return (
        float(n) if n < Num.SPARE_HP else {Num.RESULT: 3.5, Num.UNLIMITED: 3.0, Num.ALL: 5.0}.get(Num(min(n, 528)), 1.0)
    )


def rating_of(ability: int) -> float:
    """Value of one use of an ability for its controller, whatever the position."""
    total, modes = 0.0, max(1, MODES[ability])
    for ins in rows(ability):
        op = int(ins.op)
        if op == Op.ROLL:
            total += sum(rating_of(line) for line in ROLLTAB[ins.table][1:] if line != NONE) / 6
            continue
        times = min(amount(int(ins.n)), 6.0) if op in COUNTED else 1.0
        whom = int(ins.what if "what" in VERBS[op].operands else ins.who)
        weight = VERB.get(Op(op), 0.0) + AGAINST.get(Op(op), 0.0)
        if op in HARM and whom in ON_ITSELF:
            weight = -weight
        elif op in HARM and whom in (Sel.OTHERS, Sel.EACH_PLAYER):
            weight *= 0.5 if whom == Sel.OTHERS else 0.0
        total += times * weight / modes
    return total


def rate(card: int) -> float:
    total = 1.5 if FLAGS[card] & CardFlag.GUPPY else 0.5
    for k in range(int(T.C_ST0[card]), int(T.C_ST0[card] + T.C_STN[card])):
        weight = STATIC.get(Static(int(T.ST_MOD[k])), 1.0)
        times = 1 if T.ST_MOD[k] == Static.PRICE else max(1, min(2, int(T.ST_N[k])))
        total += times * weight * (0.5 if T.ST_COND[k] else 1.0)
    for a in of_head(card, Head.ACTIVATED, Head.PAID, Head.WHEN, Head.INSTEAD):
        often = USES.get(Head(HEAD[a]), 0.0) or OFTEN.get(Event(EVENT[a]), 0.5)
        if HEAD[a] == Head.ACTIVATED and OPS[a] & {Op.DESTROY_THIS_FIRST}:
            often = 0.8
        total += often * RATING[a]
    return total


RATING: list[float] = [rating_of(a) for a in range(T.N_ABILITIES)]
"""`rating_of` for every ability."""
ITEM: list[float] = [rate(card) for card in range(T.N_CARDS)]
"""Value of an item in play for its controller."""
HAND: list[float] = [
    0.7 * ITEM[card] if FLAGS[card] & CardFlag.TRINKET else sum(RATING[a] for a in of_head(card, Head.PLAY))
    for card in range(T.N_CARDS)
]
"""Value of a loot card in hand; meaningless for other cards."""

SAVED = frozenset(
    {Op.CANCEL_ALL}
    | {Op.DAMAGE, Op.KILL, Op.CANCEL, Op.REROLL, Op.SET_ROLL, Op.ADD_ROLL, Op.SHIELD, Op.BOOST, Op.RECHARGE}
)
"""Verbs that are worth keeping for the right moment."""


def patience(card: int) -> float:
    """Least value at which to play a loot card or use up an item: more if it is better kept for its moment."""
    ops = frozenset().union(*(OPS[a] for a in of_head(card, Head.PLAY)), ())
    if not ops & SAVED:
        return 0.1
    return 2.5 if ops & {Op.KILL, Op.CANCEL, Op.CANCEL_ALL} else 1.0


PATIENCE: list[float] = [patience(card) for card in range(T.N_CARDS)]
