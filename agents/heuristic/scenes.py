"""Who and what an instruction means: the objects of selectors and filters, and its numbers and conditions."""

from __future__ import annotations

from fs_env.agents.heuristic.board import (
    CTRL,
    ROW_MODE,
    SOURCE,
    TARGET,
    active_player,
    first_roll,
    left_of,
    monster_or_card,
    of_row,
    right_of,
    thing_at,
)
from fs_env.agents.heuristic.scratch import (
    ATTACKING,
    CARD,
    CHARACTER,
    COINS,
    DECK,
    MONSTER,
    N_HAND,
    REGISTERS,
    ROW,
    fact,
    is_player,
    kernel,
)
from fs_env.core.four_souls.language.codes import NONE, Cond, Num, Sel
from fs_env.core.four_souls.observation.schema import AT_STACK, AT_TOP, STACK


@kernel
def new_scene(s, f, ctrl, card):
    """Makes frame f the scene of a card's program with nothing known but its controller."""
    row = s.frame[f]
    row.ctrl = ctrl
    row.card = card
    row.mode = NONE
    row.roll = NONE
    for k in range(REGISTERS):
        row.regs[k] = NONE
        row.numbers[k] = 0
    row.depth = 0
    row.stop = NONE
    row.n_mays = 0
    row.aimed = 0


@kernel
def scene_of(s, obs, f, place):
    """Makes frame f the scene of an object on the stack."""
    new_scene(s, f, max(0, of_row(obs, place, CTRL) - 1), of_row(obs, place, SOURCE) - 1)
    s.frame[f].mode = of_row(obs, place, ROW_MODE) - 1
    for k in range(2):
        s.frame[f].regs[k] = thing_at(obs, AT_STACK + place * STACK + TARGET + 2 * k)


@kernel
def one(s, obs, f, sel):
    """The thing a selector of one object means, NONE when the observation does not tell; changes nothing."""
    row = s.frame[f]
    if Sel.REG <= sel < Sel.REG + REGISTERS:
        return row.regs[sel - Sel.REG]
    if sel == Sel.ME:
        return row.ctrl
    if sel == Sel.ACTIVE_PLAYER or sel == Sel.ATTACKER or sel == Sel.ROLLER or sel == Sel.IT or sel == Sel.KILLER:
        return active_player(obs)
    if sel == Sel.LEFT_OF_ACTIVE_PLAYER:
        return left_of(obs, active_player(obs))
    if sel == Sel.RIGHT_OF_ACTIVE_PLAYER:
        return right_of(obs, active_player(obs))
    if sel == Sel.THIS:
        return monster_or_card(obs, row.card)
    if sel == Sel.ATTACKED_MONSTER:
        return MONSTER + s.attacked if s.attacked != NONE else NONE
    if sel == Sel.THAT_ROLL:
        return first_roll(obs)
    if sel == Sel.MY_CHARACTER:
        return CARD + fact(obs, row.ctrl, CHARACTER) - 1
    if sel == Sel.TOP_OF_PILE and DECK <= row.regs[0] < ROW:
        card = int(obs[AT_TOP + row.regs[0] - DECK]) - 1
        return CARD + card if card != NONE else NONE
    return NONE


@kernel
def player_or_ctrl(s, f, thing):
    """A thing if it is a player, else who controls the program; changes nothing."""
    return thing if is_player(thing) else s.frame[f].ctrl


@kernel
def holds(s, obs, f, cond, sel, n):
    """Whether a condition is true now, as far as it is known; changes nothing."""
    k = player_or_ctrl(s, f, one(s, obs, f, sel))
    if cond == Cond.TURN_OF:
        return k == active_player(obs)
    if cond == Cond.COINS_EQ:
        return fact(obs, k, COINS) == n
    if cond == Cond.COINS_GE:
        return fact(obs, k, COINS) >= n
    if cond == Cond.HAND_EQ:
        return fact(obs, k, N_HAND) == n
    if cond == Cond.HAND_GE:
        return fact(obs, k, N_HAND) >= n
    return cond != Cond.NO_ATTACK or obs[ATTACKING] != 1


@kernel
def number(s, obs, f, n, arg, holder):
    """A number of an instruction: its own, or what it stands for; `holder` is the thing concerned. Changes nothing."""
    if n < Num.RESULT:
        return n
    row = s.frame[f]
    if n == Num.RESULT or n == Num.KILLING_ROLL:
        return row.roll if row.roll != NONE else 3
    subject = holder if n == Num.ALL or n == Num.HALF else one(s, obs, f, arg)
    k = player_or_ctrl(s, f, subject)
    if n == Num.ALL or n == Num.COINS_OF:
        return fact(obs, k, COINS)
    if n == Num.HAND_OF:
        return fact(obs, k, N_HAND)
    if n == Num.DIFF_HAND:
        return max(0, fact(obs, k, N_HAND) - fact(obs, row.ctrl, N_HAND))
    if n == Num.DIFF_COINS:
        return max(0, fact(obs, k, COINS) - fact(obs, row.ctrl, COINS))
    if n == Num.UNLIMITED:
        return fact(obs, row.ctrl, N_HAND)
    return 1


@kernel
def usual_amount(n):
    """A number of an instruction as a whole number, the usual one where it depends on the game; changes nothing."""
    if n < Num.RESULT:
        return n
    if n == Num.RESULT or n == Num.UNLIMITED:
        return 3
    return 5 if n == Num.ALL else 1
