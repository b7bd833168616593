"""What an effect is worth in a position: its program is walked, every open choice made as suits its chooser best.

The walk is a stack of frames instead of recursion: a frame that comes to a choice tries each answer in the frame above
it and takes the value that its chooser would take; a roll takes the mean of its six lines.
"""

from __future__ import annotations

from fs_env.agents.heuristic.card_facts import MODES, N_TARGETS, PROG, RATING, RESOLVE, ROLLTAB, TARGETS
from fs_env.agents.heuristic.filters import candidate, next_candidate
from fs_env.agents.heuristic.scenes import holds, one, player_or_ctrl
from fs_env.agents.heuristic.scratch import DEEPEST, kernel
from fs_env.agents.heuristic.several import verb
from fs_env.core.four_souls.actions import LOWEST_NUMBER
from fs_env.core.four_souls.language.codes import NONE
from fs_env.core.four_souls.language.verbs import Op

ENTER, AIM, RUN, BRANCH, DONE = range(
    5
)  # stages: modes, targets, the program, a choice under way, `total` is the worth
BY_MODE, BY_TARGET, BY_PICK, BY_ROLL = range(4)  # branches
WIDEST = 14  # candidates weighed for one choice


@kernel
def branch(s, f, sort, chooser, register, filter):
    """Begins a choice in frame f; `filter` is the dice table of a roll."""
    row = s.frame[f]
    row.stage = BRANCH
    row.branch = sort
    row.chooser = chooser
    row.register = register
    row.filter = filter
    row.cursor = 1 if sort == BY_ROLL else 0
    row.count = 0
    row.best = 0.0
    row.chosen = NONE


@kernel
def finish(s, f):
    """Ends the program of frame f, or the part of it that somebody may do."""
    row = s.frame[f]
    if row.n_mays == 0:
        row.stage = DONE
        return
    k = row.n_mays - 1
    row.total = row.before[k] + (max(0.0, row.total) if row.may_chooser[k] == 0 else min(0.0, row.total))
    row.pc = row.may_end[k]
    row.n_mays = k
    row.stage = RUN


@kernel
def aim(s, f):
    """Goes on to the next open target of an ability, or to its program."""
    row = s.frame[f]
    for k in range(N_TARGETS[row.ability]):
        register, mode = int(TARGETS[row.ability, k, 0]), int(TARGETS[row.ability, k, 2])
        if (mode == NONE or mode == row.mode) and row.regs[register] == NONE:
            branch(s, f, BY_TARGET, row.ctrl, register, int(TARGETS[row.ability, k, 1]))
            return
    if row.aimed == 1:
        row.stage = DONE
        return
    row.pc = RESOLVE[row.ability]
    row.total = 0.0
    row.stage = RUN


@kernel
def run(s, obs, f):
    """Adds up the instructions of frame f to the end of its program or to a choice."""
    row = s.frame[f]
    while row.stage == RUN:
        if row.n_mays > 0:
            if row.pc == row.may_end[row.n_mays - 1]:
                finish(s, f)
                continue
        elif row.pc == row.stop:
            row.stage = DONE
            return
        pc = row.pc
        ins = PROG[pc]
        op = ins.op
        row.pc = pc + 1
        if op == Op.END:
            finish(s, f)
        elif op == Op.MAY:
            k = row.n_mays
            row.may_chooser[k] = player_or_ctrl(s, f, one(s, obs, f, ins.who))
            row.may_end[k] = ins.jump
            row.before[k] = row.total
            row.total = 0.0
            row.n_mays = k + 1
        elif op == Op.IF:
            if not holds(s, obs, f, ins.cond, ins.who, ins.n):
                row.pc = ins.jump
        elif op == Op.IFMODE:
            if row.mode != NONE and row.mode != ins.mode:
                row.pc = ins.jump
        elif op == Op.JMP:
            row.pc = ins.jump
        elif op == Op.ROLL:
            branch(s, f, BY_ROLL, 0, NONE, ins.table)
        elif op == Op.PICK:
            if row.regs[ins.register] == NONE:
                chooser = player_or_ctrl(s, f, one(s, obs, f, ins.who))
                branch(s, f, BY_PICK, chooser, ins.register, ins.filter)
        elif op == Op.NUMBER:
            if row.numbers[ins.register] == 0:
                for n in range(ins.low, ins.high + 1):
                    if ins.ends_only == 0 or n == ins.low or n == ins.high:
                        row.numbers[ins.register] |= 1 << (n - LOWEST_NUMBER)
        else:
            row.total += verb(s, obs, f, pc)


@kernel
def copy_scene(s, f, stage):
    """Makes the frame above f a copy of it that is about to begin."""
    s.frame[f + 1] = s.frame[f]
    row = s.frame[f + 1]
    row.stage = stage
    row.total = 0.0
    row.aimed = 0
    row.n_mays = 0


@kernel
def next_line(s, f):
    """Puts the next line of the dice table of frame f into the frame above; False when all six have been weighed."""
    row = s.frame[f]
    while row.cursor <= 6:
        n = row.cursor
        ability = int(ROLLTAB[row.filter, n])
        row.cursor = n + 1
        if ability == NONE:
            continue
        if row.depth >= DEEPEST:
            row.best += s.part[row.ctrl] * RATING[ability]
            continue
        copy_scene(s, f, ENTER)
        line = s.frame[f + 1]
        line.ability = ability
        line.roll = n
        line.depth = row.depth + 1
        line.stop = NONE
        return True
    return False


@kernel
def next_answer(s, obs, f):
    """Puts the next answer to the choice of frame f into the frame above; False when there is none."""
    row = s.frame[f]
    if row.branch == BY_ROLL:
        return next_line(s, f)
    if row.branch == BY_MODE:
        if row.cursor >= MODES[row.ability]:
            return False
        copy_scene(s, f, AIM)
        s.frame[f + 1].mode = row.cursor
        row.chosen = row.cursor
        row.cursor += 1
        return True
    u = next_candidate(s, obs, f, row.filter, row.cursor) if row.count < WIDEST else NONE
    if u == NONE:
        return False
    copy_scene(s, f, RUN)
    tried = s.frame[f + 1]
    tried.regs[row.register] = candidate(s, obs, u)
    if row.branch == BY_TARGET:
        tried.pc = RESOLVE[row.ability]
        tried.stop = NONE
    elif row.n_mays > 0:
        tried.stop = row.may_end[row.n_mays - 1]
    row.cursor = u + 1
    return True


@kernel
def take(s, f):
    """Notes in frame f what the answer tried in the frame above is worth."""
    row = s.frame[f]
    value = s.frame[f + 1].total
    if row.branch == BY_ROLL:
        row.best += value
        return
    if row.count == 0 or (value > row.best if row.chooser == 0 else value < row.best):
        row.best = value
        if row.branch != BY_MODE:
            row.chosen = s.frame[f + 1].regs[row.register]
    row.count += 1


@kernel
def settle(s, f):
    """Ends the choice of frame f: all answers have been weighed."""
    row = s.frame[f]
    if row.branch == BY_ROLL:
        row.total += row.best / 6
        finish(s, f)
    elif row.branch == BY_PICK:
        row.total += row.best
        finish(s, f)
    elif row.branch == BY_TARGET and row.count > 0:
        row.regs[row.register] = row.chosen
        row.total = row.best
        row.aimed = 1
        row.stage = AIM
    else:
        row.total = row.best
        row.stage = DONE


@kernel
def weigh(s, obs, first):
    """What the program in frame `first` is worth, from its stage on; uses that frame and those above."""
    f = first
    while True:
        row = s.frame[f]
        if row.stage == DONE:
            if f == first:
                return row.total
            f -= 1
            take(s, f)
        elif row.stage == RUN:
            run(s, obs, f)
        elif row.stage == BRANCH:
            if next_answer(s, obs, f):
                f += 1
            else:
                settle(s, f)
        elif row.stage == ENTER and MODES[row.ability] > 0 and row.mode == NONE:
            branch(s, f, BY_MODE, row.ctrl, NONE, NONE)
        else:
            aim(s, f)


# --- beginnings -------------------------------------------------------------------------------------------------------
@kernel
def effect(s, obs, f, ability):
    """What it is worth that an ability is used in the scene of frame f; open modes and targets suit its controller."""
    row = s.frame[f]
    row.ability = ability
    row.depth += 1
    row.stage = ENTER
    return weigh(s, obs, f)


@kernel
def aimed(s, obs, f, ability):
    """The same with its mode as it is; the targets stay in the registers of the frame."""
    row = s.frame[f]
    row.ability = ability
    row.stage = AIM
    return weigh(s, obs, f)


@kernel
def part_of(s, obs, f, pc, stop):
    """What the rows of a program from `pc` to `stop` (NONE: to its end) are worth in a copy of the scene of frame f."""
    copy_scene(s, f, RUN)
    row = s.frame[f + 1]
    row.pc = pc
    row.stop = stop
    return weigh(s, obs, f + 1)
