"""Running card programs: the frame of a resolving object, instruction by instruction, until it ends or a decision is pending."""

from fs_env.core.four_souls.language.verbs import Last, Op
from fs_env.core.four_souls.rules.numbers import refresh
from fs_env.core.four_souls.rules.values import FINISHED, NEXT, WAIT
from fs_env.core.four_souls.rules.verbs.decks import decks
from fs_env.core.four_souls.rules.verbs.fight import fight
from fs_env.core.four_souls.rules.verbs.flow import end, flow, roll
from fs_env.core.four_souls.rules.verbs.hands import hands
from fs_env.core.four_souls.rules.verbs.items import items
from fs_env.core.four_souls.rules.verbs.slots import slots
from fs_env.core.four_souls.rules.verbs.stack import stack
from fs_env.core.four_souls.state import kernel
from fs_env.core.four_souls.tables import PROG


@kernel
def run_program(s, f):
    """Runs the program of frame f until it ends, waits for an answer or has started another frame."""
    frame = s.frames[f]
    while True:
        op = PROG[frame.pc].op
        if op == Op.END:
            end(s, f)
            return
        if op == Op.ROLL:
            roll(s, f)
            return
        if op <= Last.FLOW:
            code = flow(s, f, op)
        elif op <= Last.HANDS:
            code = hands(s, f, op)
        elif op <= Last.ITEMS:
            code = items(s, f, op)
        elif op <= Last.DECKS:
            code = decks(s, f, op)
        elif op <= Last.SLOTS:
            code = slots(s, f, op)
        elif op <= Last.FIGHT:
            code = fight(s, f, op)
        else:
            code = stack(s, f, op)
        if s.outcome != 0:
            return
        if code == WAIT:
            return
        if code == FINISHED:
            end(s, f)
            return
        if code == NEXT:
            frame.pc += 1
        frame.step = 0
        frame.cursor = 0
        frame.done = 0
        frame.whom = 0
        if s.dirty == 1:
            refresh(s)
        if s.n_frames - 1 != f:
            return
