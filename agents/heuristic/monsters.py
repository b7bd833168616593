"""How monsters fight: the effects of a monster's text on attack rolls against it, as arrays by card."""

import numpy as np

from fs_env.agents.heuristic import cards as C
from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.language.codes import Event, Head, Sel, Static, Whom
from fs_env.core.four_souls.language.verbs import Op

NUMBERS = 7  # final numbers of a roll, 1 to 6
FACTOR = np.ones((T.N_CARDS, NUMBERS), np.int16)
"""By card and final number: the factor of its damage on a miss."""
MORE = np.zeros((T.N_CARDS, NUMBERS), np.int16)
"""By card and final number: the damage added on a miss."""
TEXT = np.zeros((T.N_CARDS, NUMBERS), np.int16)
"""Damage its text deals to the attacker, hit or miss."""
IMMUNE = np.zeros((T.N_CARDS, NUMBERS), np.int8)
"""1 where the number deals no damage to it."""
THORNS = np.zeros(T.N_CARDS, np.int16)
"""Damage it deals back to its attacker when it is hit."""

MEANT = np.zeros(T.N_CARDS, np.int16)
"""Damage it deals, when it is hit, to a player whom the attacker names."""

for _card in range(T.N_CARDS):
    for _k in range(int(T.C_ST0[_card]), int(T.C_ST0[_card] + T.C_STN[_card])):
        _number = int(T.ST_N[_k])
        if T.ST_WHOM[_k] == Whom.THIS and T.ST_MOD[_k] == Static.MULTIPLY_ON_ROLL:
            FACTOR[_card, _number], MORE[_card, _number] = T.ST_M[_k], 0
        elif T.ST_WHOM[_k] == Whom.THIS and T.ST_MOD[_k] == Static.ADD_DAMAGE_ON_ROLL:
            FACTOR[_card, _number], MORE[_card, _number] = 1, T.ST_M[_k]
        elif T.ST_WHOM[_k] == Whom.THIS and T.ST_MOD[_k] == Static.IMMUNE_ROLL:
            IMMUNE[_card, _number] = 1
    for _a in C.of_head(_card, Head.WHEN):
        _damage = [row for row in C.rows(_a) if row.op == Op.DAMAGE]
        if C.EVENT[_a] == Event.VS_THIS and _damage:
            for _number in range(1, NUMBERS):
                if C.NUMBERS[_a] >> _number & 1:
                    TEXT[_card, _number] = _damage[0].n
        if C.EVENT[_a] == Event.DAMAGE_TAKEN:
            THORNS[_card] += sum(int(row.n) for row in _damage if row.what in C.ON_ITSELF)
            MEANT[_card] += sum(int(row.n) for row in _damage if row.what == Sel.REG)
