"""Value of an effect in a position: a walk through its program that makes every open choice as is best for its chooser.

The walk uses a stack of frames instead of recursion: a frame that comes to a choice tries each answer in the frame above
it and takes the value that the chooser prefers; a roll takes the mean of its six lines.
"""

from fs_env.agents.heuristic.card_facts import (
    FILTER,
    MODES,
    N_TARGETS,
    PAID_IN_DAMAGE,
    PROG,
    RATING,
    RESOLVE,
    ROLLTAB,
    TARGETS,
)
from fs_env.agents.heuristic.filters import candidate, next_candidate
from fs_env.agents.heuristic.improvements import Improvement
from fs_env.agents.heuristic.outlook import change
from fs_env.agents.heuristic.scenes import holds, one, player_or_controller
from fs_env.agents.heuristic.scratch import DEEPEST, MONSTER, kernel
from fs_env.agents.heuristic.several import verb
from fs_env.core.four_souls.actions import LOWEST_NUMBER
from fs_env.core.four_souls.language.codes import NONE, Kind
from fs_env.core.four_souls.language.verbs import Op

ENTER, AIM, RUN, BRANCH, DONE = range(
    5
)  # stages: modes, targets, the program, a choice in progress; done: `total` is the worth
BY_MODE, BY_TARGET, BY_PICK, BY_ROLL = range(4)  # branches
WIDEST = 14  # most candidates weighed for one choice


@kernel
def branch(s, f, sort, chooser, register, filter):
    """Begins a choice in frame f; `filter` is the dice table of a roll."""
    frame = s.frame[f]
    frame.stage = BRANCH
    frame.branch = sort
    frame.chooser = chooser
    frame.register = register
    frame.filter = filter
    frame.cursor = 1 if sort == BY_ROLL else 0
    frame.count = 0
    frame.best = 0.0
    frame.chosen = NONE


@kernel
def finish(s, f):
    frame = s.frame[f]
    if frame.n_mays == 0:
        frame.stage = DONE
        return
    k = frame.n_mays - 1
    frame.total = frame.before[k] + (max(0.0, frame.total) if frame.may_chooser[k] == 0 else min(0.0, frame.total))
    frame.pc = frame.may_end[k]
    frame.n_mays = k
    frame.stage = RUN


@kernel
def aim(s, obs, f):
    """Continues with the next open target of an ability, or with its program."""
    frame = s.frame[f]
    for k in range(N_TARGETS[frame.ability]):
        register, mode = int(TARGETS[frame.ability, k, 0]), int(TARGETS[frame.ability, k, 2])
        if (mode == NONE or mode == frame.mode) and frame.regs[register] == NONE:
            if s.improved & Improvement.ESCAPE and FILTER[TARGETS[frame.ability, k, 1], 0] & Kind.ATTACK:
                frame.regs[register] = MONSTER + max(0, s.attacked)  # there is at most one attack
                continue
            branch(s, f, BY_TARGET, frame.controller, register, int(TARGETS[frame.ability, k, 1]))
            return
    if frame.aimed == 1:
        frame.stage = DONE
        return
    frame.pc = RESOLVE[frame.ability]
    frame.total = 0.0
    if s.improved & Improvement.COST and frame.mode != NONE and PAID_IN_DAMAGE[frame.ability, frame.mode] > 0:
        paid = int(PAID_IN_DAMAGE[frame.ability, frame.mode])
        frame.total = change(s, obs, frame.controller, -paid, 0, 0, 0, 0)
        frame.deadly = paid >= obs.players[frame.controller].hp + obs.players[frame.controller].shield
    frame.stage = RUN


@kernel
def run(s, obs, f):
    """Adds up the instructions of frame f until the end of its program or a choice."""
    frame = s.frame[f]
    while frame.stage == RUN:
        if frame.n_mays > 0:
            if frame.pc == frame.may_end[frame.n_mays - 1]:
                finish(s, f)
                continue
        elif frame.pc == frame.stop:
            frame.stage = DONE
            return
        pc = frame.pc
        ins = PROG[pc]
        op = ins.op
        frame.pc = pc + 1
        if op == Op.END:
            finish(s, f)
        elif op == Op.MAY:
            k = frame.n_mays
            frame.may_chooser[k] = player_or_controller(s, f, one(s, obs, f, ins.who))
            frame.may_end[k] = ins.jump
            frame.before[k] = frame.total
            frame.total = 0.0
            frame.n_mays = k + 1
        elif op == Op.IF:
            if not holds(s, obs, f, ins.cond, ins.who, ins.n):
                frame.pc = ins.jump
        elif op == Op.IFMODE:
            if frame.mode != NONE and frame.mode != ins.mode:
                frame.pc = ins.jump
        elif op == Op.JMP:
            frame.pc = ins.jump
        elif op == Op.ROLL:
            branch(s, f, BY_ROLL, 0, NONE, ins.table)
        elif op == Op.PICK:
            if frame.regs[ins.register] == NONE:
                chooser = player_or_controller(s, f, one(s, obs, f, ins.who))
                branch(s, f, BY_PICK, chooser, ins.register, ins.filter)
        elif op == Op.NUMBER:
            if frame.numbers[ins.register] == 0:
                for n in range(ins.low, ins.high + 1):
                    if ins.ends_only == 0 or n == ins.low or n == ins.high:
                        frame.numbers[ins.register] |= 1 << (n - LOWEST_NUMBER)
        else:
            frame.total += verb(s, obs, f, pc)


@kernel
def copy_scene(s, f, stage):
    s.frame[f + 1] = s.frame[f]
    frame = s.frame[f + 1]
    frame.stage = stage
    frame.total = 0.0
    frame.aimed = 0
    frame.n_mays = 0


@kernel
def next_line(s, f):
    """Puts the next line of the dice table of frame f into the frame above; False if all six have been weighed."""
    frame = s.frame[f]
    while frame.cursor <= 6:
        n = frame.cursor
        ability = int(ROLLTAB[frame.filter, n])
        frame.cursor = n + 1
        if ability == NONE:
            continue
        if frame.depth >= DEEPEST:
            frame.best += s.part[frame.controller] * RATING[ability]
            continue
        copy_scene(s, f, ENTER)
        line = s.frame[f + 1]
        line.ability = ability
        line.roll = n
        line.depth = frame.depth + 1
        line.stop = NONE
        return True
    return False


@kernel
def next_answer(s, obs, f):
    """Puts the next answer to the choice of frame f into the frame above; False if there is none."""
    frame = s.frame[f]
    if frame.branch == BY_ROLL:
        return next_line(s, f)
    if frame.branch == BY_MODE:
        if frame.cursor >= MODES[frame.ability]:
            return False
        copy_scene(s, f, AIM)
        s.frame[f + 1].mode = frame.cursor
        frame.chosen = frame.cursor
        frame.cursor += 1
        return True
    u = next_candidate(s, obs, f, frame.filter, frame.cursor) if frame.count < WIDEST else NONE
    if u == NONE:
        return False
    copy_scene(s, f, RUN)
    tried = s.frame[f + 1]
    tried.regs[frame.register] = candidate(s, obs, u)
    if frame.branch == BY_TARGET:
        tried.pc = RESOLVE[frame.ability]
        tried.stop = NONE
    elif frame.n_mays > 0:
        tried.stop = frame.may_end[frame.n_mays - 1]
    frame.cursor = u + 1
    return True


@kernel
def take(s, f):
    """Stores in frame f the value of the answer that was tried in the frame above."""
    frame = s.frame[f]
    value = s.frame[f + 1].total
    if frame.branch == BY_ROLL:
        frame.best += value
        return
    if frame.count == 0 or (value > frame.best if frame.chooser == 0 else value < frame.best):
        frame.best = value
        if frame.branch != BY_MODE:
            frame.chosen = s.frame[f + 1].regs[frame.register]
    frame.count += 1


@kernel
def settle(s, f):
    frame = s.frame[f]
    if frame.branch == BY_ROLL:
        frame.total += frame.best / 6
        finish(s, f)
    elif frame.branch == BY_PICK:
        frame.total += frame.best
        finish(s, f)
    elif frame.branch == BY_TARGET and frame.count > 0:
        frame.regs[frame.register] = frame.chosen
        frame.total = frame.best
        frame.aimed = 1
        frame.stage = AIM
    else:
        frame.total = frame.best
        frame.stage = DONE


@kernel
def weigh(s, obs, first):
    """Value of the program in frame `first`, from its stage on; uses that frame and those above."""
    f = first
    while True:
        frame = s.frame[f]
        if frame.stage == DONE:
            if f == first:
                return frame.total
            f -= 1
            take(s, f)
        elif frame.stage == RUN:
            run(s, obs, f)
        elif frame.stage == BRANCH:
            if next_answer(s, obs, f):
                f += 1
            else:
                settle(s, f)
        elif frame.stage == ENTER and MODES[frame.ability] > 0 and frame.mode == NONE:
            branch(s, f, BY_MODE, frame.controller, NONE, NONE)
        else:
            aim(s, obs, f)


@kernel
def effect(s, obs, f, ability):
    """Value of using an ability in the scene of frame f; its controller chooses open modes and targets."""
    frame = s.frame[f]
    frame.ability = ability
    frame.depth += 1
    frame.stage = ENTER
    return weigh(s, obs, f)


@kernel
def aimed(s, obs, f, ability):
    """The same with the mode as it is; the chosen targets stay in the registers of the frame."""
    frame = s.frame[f]
    frame.ability = ability
    frame.stage = AIM
    return weigh(s, obs, f)


@kernel
def part_of(s, obs, f, pc, stop):
    """Value of the rows of a program from `pc` to `stop` (NONE: to its end) in a copy of the scene of frame f."""
    copy_scene(s, f, RUN)
    frame = s.frame[f + 1]
    frame.pc = pc
    frame.stop = stop
    return weigh(s, obs, f + 1)
