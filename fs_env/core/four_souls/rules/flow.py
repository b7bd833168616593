"""The loop of the game (R4.7): frames, then what waits, then windows, until a player must decide."""

from fs_env.core.four_souls.language.codes import NONE
from fs_env.core.four_souls.rules.announce import run_announce
from fs_env.core.four_souls.rules.barter import run_barter
from fs_env.core.four_souls.rules.batch import run_batch
from fs_env.core.four_souls.rules.coins import run_gain
from fs_env.core.four_souls.rules.combat import attack_roll, prune_obligations, run_place
from fs_env.core.four_souls.rules.damage import run_damage
from fs_env.core.four_souls.rules.death import run_penalty
from fs_env.core.four_souls.rules.dice import run_throw
from fs_env.core.four_souls.rules.draft import run_draft
from fs_env.core.four_souls.rules.interpreter import run_program
from fs_env.core.four_souls.rules.lasting import expire_objects
from fs_env.core.four_souls.rules.numbers import refresh
from fs_env.core.four_souls.rules.objects import new_frame
from fs_env.core.four_souls.rules.open_draft import run_open_draft
from fs_env.core.four_souls.rules.priority import must_declare, run_source
from fs_env.core.four_souls.rules.promises import settle_promises
from fs_env.core.four_souls.rules.resolve import resolve_top, run_save
from fs_env.core.four_souls.rules.slots import collect_refills
from fs_env.core.four_souls.rules.turns import (
    begin_end_phase,
    begin_turn,
    next_phase,
    run_hand_limit,
    run_recharge,
    run_room,
)
from fs_env.core.four_souls.rules.zones import next_seat
from fs_env.core.four_souls.state import Frame, Phase, Question, Shape, kernel


@kernel
def run_frame(s):
    f = int(s.n_frames) - 1
    code = s.frames[f].kind
    if code == Frame.RUN:
        run_program(s, f)
    elif code == Frame.ANNOUNCE:
        run_announce(s, f)
    elif code == Frame.PUSH_WAITING:
        run_batch(s, f)
    elif code == Frame.DAMAGE:
        run_damage(s, f)
    elif code == Frame.THROW:
        run_throw(s, f)
    elif code == Frame.GAIN:
        run_gain(s, f)
    elif code == Frame.SAVE:
        run_save(s, f)
    elif code == Frame.PENALTY:
        run_penalty(s, f)
    elif code == Frame.PLACE_MONSTER:
        run_place(s, f)
    elif code == Frame.LOOT_SOURCE:
        run_source(s, f)
    elif code == Frame.HAND_LIMIT:
        run_hand_limit(s, f)
    elif code == Frame.RECHARGE:
        run_recharge(s, f)
    elif code == Frame.OPEN_DRAFT:
        run_open_draft(s, f)
    elif code == Frame.ROOM:
        run_room(s, f)
    elif code == Frame.BARTER:
        run_barter(s, f)
    else:
        run_draft(s, f)


@kernel
def all_passed(s):
    """A whole round of passes: the top object resolves, the attack continues, or the next phase begins (R4.4), but not the end
    phase while an attack must be declared (R7.6): bartering can have brought the cents for it (ER-79)."""
    s.passes = 0
    s.priority_player = s.active_player
    if s.n_stack > 0:
        resolve_top(s)
    elif s.attacking == 1:
        attack_roll(s)
    elif not must_declare(s, s.active_player):
        next_phase(s)


@kernel
def ask_holder(s):
    """Asks the player with priority; only a pass has happened, or nothing is left to do before this window."""
    s.forced = 1 if must_declare(s, s.priority_player) else 0
    s.asked = s.priority_player
    s.question = Question.PRIORITY
    s.shape = Shape.PRIORITY
    s.asking_card = NONE


@kernel
def advance(s):
    s.asked = NONE
    while s.outcome == 0:
        if s.dirty == 1:
            refresh(s)
        if s.n_frames > 0:
            run_frame(s)
        elif s.phase == Phase.SETUP:
            begin_turn(s, s.priority_player)
        else:
            expire_objects(s)
            if s.dirty == 1:
                refresh(s)
            collect_refills(s)
            if s.n_waiting > 0:
                new_frame(s, Frame.PUSH_WAITING, NONE)
            elif s.ending == 1 and s.n_stack == 0:
                begin_end_phase(s)
            else:
                prune_obligations(s)
                if s.n_promises > 0:
                    settle_promises(s)
                ask_holder(s)
                return
        if s.asked != NONE:
            if s.dirty == 1:
                refresh(s)
            return
    s.asked = NONE


@kernel
def pass_priority(s):
    """The player with priority passes (R4.3)."""
    s.passes += 1
    if s.passes >= s.n_players:
        all_passed(s)
    else:
        s.priority_player = next_seat(s, s.priority_player)
