"""Who and what an instruction means: the objects of selectors and filters, and its numbers and conditions."""

from fs_env.agents.heuristic.board import active_player, first_roll, left_of, monster_or_card, right_of, thing_of
from fs_env.agents.heuristic.scratch import CARD, DECK, MONSTER, OBJECT, REGISTERS, is_player, kernel
from fs_env.core.four_souls.language.codes import NONE, Cond, Num, Sel


@kernel
def new_scene(s, f, controller, card):
    frame = s.frame[f]
    frame.controller = controller
    frame.card = card
    frame.mode = NONE
    frame.roll = NONE
    for k in range(REGISTERS):
        frame.regs[k] = NONE
        frame.numbers[k] = 0
    frame.deadly = 0
    frame.depth = 0
    frame.stop = NONE
    frame.n_mays = 0
    frame.aimed = 0


@kernel
def scene_of(s, obs, f, place):
    new_scene(s, f, max(0, obs.stack[place].owner - 1), obs.stack[place].card - 1)
    s.frame[f].mode = obs.stack[place].mode - 1
    s.frame[f].regs[0] = thing_of(obs, obs.stack[place].target_sort, obs.stack[place].target)
    s.frame[f].regs[1] = thing_of(obs, obs.stack[place].second_target_sort, obs.stack[place].second_target)


@kernel
def one(s, obs, f, sel):
    """The thing that a selector of one object means, NONE if the observation does not contain it."""
    frame = s.frame[f]
    if Sel.REG <= sel < Sel.REG + REGISTERS:
        return frame.regs[sel - Sel.REG]
    if sel == Sel.ME:
        return frame.controller
    if sel == Sel.ACTIVE_PLAYER or sel == Sel.ATTACKER or sel == Sel.ROLLER or sel == Sel.IT or sel == Sel.KILLER:
        return active_player(obs)
    if sel == Sel.LEFT_OF_ACTIVE_PLAYER:
        return left_of(obs, active_player(obs))
    if sel == Sel.RIGHT_OF_ACTIVE_PLAYER:
        return right_of(obs, active_player(obs))
    if sel == Sel.THIS:
        return monster_or_card(obs, frame.card)
    if sel == Sel.ATTACKED_MONSTER:
        return MONSTER + s.attacked if s.attacked != NONE else NONE
    if sel == Sel.THAT_ROLL:
        return first_roll(obs)
    if sel == Sel.MY_CHARACTER:
        return CARD + obs.players[frame.controller].character - 1
    if sel == Sel.TOP_OF_PILE and DECK <= frame.regs[0] < OBJECT:
        card = int(obs.top[frame.regs[0] - DECK]) - 1
        return CARD + card if card != NONE else NONE
    return NONE


@kernel
def player_or_controller(s, f, thing):
    return thing if is_player(thing) else s.frame[f].controller


@kernel
def holds(s, obs, f, cond, sel, n):
    k = player_or_controller(s, f, one(s, obs, f, sel))
    if cond == Cond.TURN_OF:
        return k == active_player(obs)
    if cond == Cond.COINS_EQ:
        return obs.players[k].coins == n
    if cond == Cond.COINS_GE:
        return obs.players[k].coins >= n
    if cond == Cond.HAND_EQ:
        return obs.players[k].hand == n
    if cond == Cond.HAND_GE:
        return obs.players[k].hand >= n
    return cond != Cond.NO_ATTACK or obs.decision.attacking != 1


@kernel
def number(s, obs, f, n, arg, whom):
    """A number of an instruction: the number itself, or what its code means; `whom` is the thing concerned."""
    if n < Num.SPARE_HP:
        return n
    frame = s.frame[f]
    if n == Num.SPARE_HP:
        return max(0, obs.players[frame.controller].hp - 1)
    if n == Num.RESULT or n == Num.KILLING_ROLL:
        return frame.roll if frame.roll != NONE else 3
    subject = whom if n == Num.ALL or n == Num.HALF else one(s, obs, f, arg)
    k = player_or_controller(s, f, subject)
    if n == Num.ALL or n == Num.COINS_OF:
        return obs.players[k].coins
    if n == Num.HAND_OF:
        return obs.players[k].hand
    if n == Num.DIFF_HAND:
        return max(0, obs.players[k].hand - obs.players[frame.controller].hand)
    if n == Num.DIFF_COINS:
        return max(0, obs.players[k].coins - obs.players[frame.controller].coins)
    if n == Num.UNLIMITED:
        return obs.players[frame.controller].hand
    return 1


@kernel
def usual_amount(n):
    """A number of an instruction as a whole number; a usual one if it depends on the game."""
    if n < Num.SPARE_HP:
        return n
    if n == Num.RESULT or n == Num.UNLIMITED:
        return 3
    return 5 if n == Num.ALL else 1
