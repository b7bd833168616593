"""Answers to the questions of effects: targets, modes, numbers, yes or no, and picks on resolution."""

from fs_env.agents.heuristic.barter import loyalty
from fs_env.agents.heuristic.board import n_objects, slot_of
from fs_env.agents.heuristic.card_facts import (
    AB_PC,
    ABILITIES,
    ABILITY_0,
    FILTER,
    FLAGS,
    HAS,
    HAS_MAY,
    HAS_MODE,
    HAS_NUMBER,
    HAS_PICK,
    HAS_TARGET,
    N_OF_CARD,
    N_TARGETS,
    PROG,
    TARGETS,
)
from fs_env.agents.heuristic.filters import object_fits
from fs_env.agents.heuristic.judge import RUN, aimed, copy_scene, effect, part_of, weigh
from fs_env.agents.heuristic.keeping import best_card
from fs_env.agents.heuristic.memory import aim_at, aim_of, announce, kept_mode
from fs_env.agents.heuristic.scenes import new_scene
from fs_env.agents.heuristic.scratch import CARD, DECK, MONSTER, OBJECT, kernel
from fs_env.core.four_souls import actions as A
from fs_env.core.four_souls.language.codes import NONE, Kind
from fs_env.core.four_souls.language.verbs import Op
from fs_env.core.four_souls.tables import CardFlag

CARD_OF_ACTION = A.CARD_OF_ACTION
A_PLAYER, A_DECK, A_MODE, A_NUMBER = A.PLAYER, A.DECK, A.MODE, A.NUMBER
DECKS = len(A.RANGES["deck"])
YES, NO = A.YES, A.NO
UNITS = int(Kind.MONSTER | Kind.SLOT)
STACKED = int(Kind.ROLL | Kind.STACK_ITEM | Kind.STACK_LOOT | Kind.STACK_DAMAGE | Kind.ATTACK)
UNSEEN = int(Kind.HAND_CARD | Kind.DISCARDED | Kind.REVEALED)
TRIED = 1  # the frame in which an answer is tried; the scene itself is in frame 0


@kernel
def thing_named(obs, action, kinds):
    if A_PLAYER <= action < A_DECK:
        return action - A_PLAYER
    if A_DECK <= action < A_DECK + DECKS:
        return DECK + action - A_DECK
    card = int(CARD_OF_ACTION[action])
    if card == NONE:
        return NONE
    if kinds & UNITS and slot_of(obs, card) != NONE:
        return MONSTER + slot_of(obs, card)
    if kinds & STACKED:
        for place in range(n_objects(obs)):
            if obs.stack[place].card - 1 == card and object_fits(obs, place, kinds, 0):
                return OBJECT + place
    return CARD + card


@kernel
def asking(obs, memory, has, after):
    """The next ability of the asking card, after ability `after`, that may be asking: the one just announced, else all
    that contain a verb of `has`. NONE if there are no more."""
    card = int(obs.decision.card) - 1
    if card == NONE:
        return NONE
    stored = memory.ability - 1
    if memory.card == card + 1 and stored != NONE and HAS[stored] & has:
        return stored if after == NONE else NONE
    for i in range(ABILITY_0[card], ABILITY_0[card] + N_OF_CARD[card]):
        ability = int(ABILITIES[i])
        if ability > after and HAS[ability] & has:
            return ability
    return NONE


@kernel
def resolving(s, obs, memory, ability):
    """Makes frame 0 the scene of an ability that asks while it resolves: with its named targets, else with likely ones."""
    card = int(obs.decision.card) - 1
    new_scene(s, 0, 0, card)
    s.frame[0].mode = kept_mode(memory, card)
    for k in range(N_TARGETS[ability]):
        register = int(TARGETS[ability, k, 0])
        action = aim_of(memory, card, register)
        if action != NONE:
            s.frame[0].regs[register] = thing_named(obs, action, int(FILTER[TARGETS[ability, k, 1], 0]))
    aimed(s, obs, 0, ability)


@kernel
def asked_target(memory, ability, k):
    """The k-th of the targets that are asked for, counting from the first again after the last; NONE without any."""
    n = 0
    for i in range(N_TARGETS[ability]):
        if TARGETS[ability, i, 2] == NONE or TARGETS[ability, i, 2] == memory.mode - 1:
            n += 1
    if n == 0:
        return NONE
    k %= n
    for i in range(N_TARGETS[ability]):
        if TARGETS[ability, i, 2] == NONE or TARGETS[ability, i, 2] == memory.mode - 1:
            if k == 0:
                return i
            k -= 1
    return NONE


@kernel
def curse_target(s):
    best, answer = 0.0, s.legal[0]
    for i in range(s.n_legal):
        action = s.legal[i]
        worth = -s.part[action - A_PLAYER] if A_PLAYER <= action < A_DECK else -9.0
        if i == 0 or worth > best:
            best, answer = worth, action
    return answer


@kernel
def target(s, obs, memory):
    card = int(obs.decision.card) - 1
    if card != NONE and FLAGS[card] & CardFlag.CURSE:
        return curse_target(s)
    ability = asking(obs, memory, HAS_TARGET, NONE)
    while ability != NONE:
        if memory.card != card + 1 or memory.ability != ability + 1:
            announce(memory, card, ability)
        asked = asked_target(memory, ability, memory.named)
        if asked == NONE:
            ability = asking(obs, memory, HAS_TARGET, ability)
            continue
        new_scene(s, 0, 0, card)
        s.frame[0].mode = memory.mode - 1
        for k in range(N_TARGETS[ability]):
            register, mode = int(TARGETS[ability, k, 0]), int(TARGETS[ability, k, 2])
            action = aim_of(memory, card, register)
            if action != NONE and (mode == NONE or mode == memory.mode - 1):
                s.frame[0].regs[register] = thing_named(obs, action, int(FILTER[TARGETS[ability, k, 1], 0]))
        register, kinds = int(TARGETS[ability, asked, 0]), int(FILTER[TARGETS[ability, asked, 1], 0])
        best, answer = 0.0, s.legal[0]
        for i in range(s.n_legal):
            copy_scene(s, 0, RUN)
            s.frame[TRIED].regs[register] = thing_named(obs, s.legal[i], kinds)
            tried = s.frame[TRIED].regs[register]
            worth = effect(s, obs, TRIED, ability) + loyalty(obs, tried)
            if i == 0 or worth > best:
                best, answer = worth, s.legal[i]
        aim_at(memory, card, register, answer)
        memory.named += 1
        return answer
    return s.legal[0]


@kernel
def mode(s, obs, memory):
    card = int(obs.decision.card) - 1
    ability = asking(obs, memory, HAS_MODE, NONE)
    if ability == NONE:
        return s.legal[0]
    best, answer = 0.0, s.legal[0]
    for i in range(s.n_legal):
        new_scene(s, 0, 0, card)
        s.frame[0].mode = s.legal[i] - A_MODE
        worth = effect(s, obs, 0, ability)
        if i == 0 or worth > best:
            best, answer = worth, s.legal[i]
    announce(memory, card, ability)
    memory.mode = answer - A_MODE + 1
    return answer


@kernel
def may(s, obs, memory):
    total = 0.0
    ability = asking(obs, memory, HAS_MAY, NONE)
    while ability != NONE:
        resolving(s, obs, memory, ability)
        pc = int(AB_PC[ability])
        while PROG[pc].op != Op.END:
            if PROG[pc].op == Op.MAY:
                total += part_of(s, obs, 0, pc + 1, int(PROG[pc].jump))
            pc += 1
        ability = asking(obs, memory, HAS_MAY, ability)
    return YES if total > 0.0 else NO


@kernel
def number(s, obs, memory):
    ability = asking(obs, memory, HAS_NUMBER, NONE)
    if ability == NONE:
        return s.legal[0]
    resolving(s, obs, memory, ability)
    pc = int(AB_PC[ability])
    while PROG[pc].op != Op.NUMBER:
        pc += 1
    best, answer = 0.0, s.legal[0]
    for i in range(s.n_legal):
        for k in range(len(s.frame[0].numbers)):
            s.frame[0].numbers[k] = 0
        s.frame[0].numbers[PROG[pc].register] = 1 << (s.legal[i] - A_NUMBER)
        worth = part_of(s, obs, 0, pc + 1, NONE)
        if i == 0 or worth > best:
            best, answer = worth, s.legal[i]
    return answer


@kernel
def pick(s, obs, memory):
    """Chooses, on resolution, the object for which the rest of the effect has the highest value."""
    ability = asking(obs, memory, HAS_PICK, NONE)
    while ability != NONE:
        pc = int(AB_PC[ability])
        while PROG[pc].op != Op.END:
            if PROG[pc].op == Op.PICK and FILTER[PROG[pc].filter, 0] & UNSEEN == 0:
                resolving(s, obs, memory, ability)
                best, answer = 0.0, s.legal[0]
                for i in range(s.n_legal):
                    copy_scene(s, 0, RUN)
                    tried = s.frame[TRIED]
                    tried.regs[PROG[pc].register] = thing_named(obs, s.legal[i], int(FILTER[PROG[pc].filter, 0]))
                    tried.pc = pc + 1
                    tried.stop = NONE
                    worth = weigh(s, obs, TRIED)
                    if i == 0 or worth > best:
                        best, answer = worth, s.legal[i]
                return answer
            pc += 1
        ability = asking(obs, memory, HAS_PICK, ability)
    return best_card(s, obs)
