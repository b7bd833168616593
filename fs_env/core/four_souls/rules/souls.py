"""Souls, bonus souls and the win check (R18, R19); also coins, because they can give a bonus soul."""

from fs_env.core.four_souls.language.codes import NONE, Event, Head, Static
from fs_env.core.four_souls.options import Variant
from fs_env.core.four_souls.rules.events import emit_event
from fs_env.core.four_souls.rules.numbers import holds, room_sum
from fs_env.core.four_souls.rules.secrets import show
from fs_env.core.four_souls.rules.solo import souls_together, win
from fs_env.core.four_souls.rules.table import facts_changed
from fs_env.core.four_souls.rules.zones import leave_play, move, seat_at, to_pile
from fs_env.core.four_souls.state import BIG, Zone, kernel
from fs_env.core.four_souls.supply import SOULS_TO_WIN
from fs_env.core.four_souls.tables import (
    AB_EVENT,
    AB_HEAD,
    BONUS_COND,
    BONUS_N,
    BONUS_SOULS,
    C_AB0,
    C_ABN,
    C_INST0,
    C_SOULS,
    N_BONUS,
)


@kernel
def check_win(s):
    """Ends the game at once if players have four souls: they win (R18.1, R18.3), or two players together (R21.6)."""
    if s.variant != Variant.RIVALS:
        if souls_together(s) >= SOULS_TO_WIN:
            win(s, 0)
        return
    for p in range(s.n_players):
        if s.souls[p] >= SOULS_TO_WIN:
            win(s, p)


@kernel
def souls_barred(s):
    return s.n_rooms > 0 and room_sum(s, Static.NO_SOULS, NONE) > 0


@kernel
def gain_soul(s, inst, p):
    """A card that has left its zone becomes a soul of player p, or is discarded while a room bars souls."""
    if souls_barred(s):
        s.soul_value[inst] = 0
        to_pile(s, inst)
        return
    show(s, inst)
    move(s, inst, Zone.SOUL, p)
    if s.soul_value[inst] == 0:
        s.soul_value[inst] = max(1, C_SOULS[s.face[inst]])
    s.souls[p] += s.soul_value[inst]
    s.dirty = 1
    emit_event(s, Event.GAINS_SOUL, p)
    check_win(s)


@kernel
def discard_soul(s, inst):
    """Sends a soul card to its discard pile, or out of the game (R18.6)."""
    s.souls[s.owner[inst]] -= s.soul_value[inst]
    s.soul_value[inst] = 0
    s.dirty = 1
    to_pile(s, inst)


@kernel
def steal_soul(s, inst, p):
    """Moves a soul card to another player (R18.5), unless a room bars souls."""
    if souls_barred(s):
        return
    s.souls[s.owner[inst]] -= s.soul_value[inst]
    s.owner[inst] = p
    s.souls[p] += s.soul_value[inst]
    s.dirty = 1
    check_win(s)


@kernel
def check_bonus(s):
    """Gives bonus souls whose condition is met, in turn order from the AP (R19.2)."""
    facts_changed(s)
    for b in range(0 if souls_barred(s) else N_BONUS):
        inst = int(C_INST0[BONUS_SOULS[b]])
        if s.zone[inst] == Zone.BONUS:
            for k in range(s.n_players):
                p = seat_at(s, s.active_player + k)
                if s.zone[inst] == Zone.BONUS and holds(s, BONUS_COND[b], BONUS_N[b], p, NONE) == 1:
                    gain_soul(s, inst, p)


@kernel
def become_soul(s, inst, p):
    """A card from wherever it is becomes a soul of p (R19.5-R19.9)."""
    if s.zone[inst] == Zone.ITEM:
        s.soul_value[inst] = max(1, C_SOULS[s.face[inst]])
        leave_play(s, inst)
    gain_soul(s, inst, p)


@kernel
def lose_coins(s, p, n):
    """Player p loses up to n cents to the bank (R22 Lose); returns how many."""
    k = min(n, int(s.coins[p]))
    if k < 0:
        k = 0
    s.coins[p] -= k
    facts_changed(s)
    return k


@kernel
def receive_coins(s, p, n):
    """Adds cents without the event of a gain (R16.3), up to a limit (ER-53)."""
    s.coins[p] = min(BIG, int(s.coins[p]) + n)
    check_bonus(s)


@kernel
def replacement(s, event, inst):
    face = int(s.face[inst])
    for a in range(C_AB0[face], C_AB0[face] + C_ABN[face]):
        if AB_HEAD[a] == Head.INSTEAD and AB_EVENT[a] == event:
            return a
    return NONE
