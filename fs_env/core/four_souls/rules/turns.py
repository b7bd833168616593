"""Turns (R7): their phases, the end of a turn, the next player."""

from fs_env.core.four_souls.language.codes import NONE, Event, Lasting, Ref, Static, Until
from fs_env.core.four_souls.rules.barter import begin_barter_turn
from fs_env.core.four_souls.rules.events import emit_event
from fs_env.core.four_souls.rules.hands import discard
from fs_env.core.four_souls.rules.lasting import end_of_turn
from fs_env.core.four_souls.rules.numbers import player_static, refresh, static_of
from fs_env.core.four_souls.rules.objects import new_frame, new_row, push
from fs_env.core.four_souls.rules.options import ask, clear, hand_options, offer
from fs_env.core.four_souls.rules.rooms import begin_exchange, run_exchange
from fs_env.core.four_souls.rules.solo import finish_turns
from fs_env.core.four_souls.rules.zones import listen, next_seat, wear
from fs_env.core.four_souls.state import (
    NO_MORE,
    PLAYERS,
    UNITS,
    Frame,
    Obj,
    Outcome,
    Phase,
    Question,
    Shape,
    Zone,
    kernel,
)
from fs_env.core.four_souls.tables import AB_EVENT, INST_CARD, N_USABLE

HAND_LIMIT = 10  # R7.10


@kernel
def start_triggers(s):
    """Start phase step 2: what answers the start of the turn waits to be pushed (R7.2)."""
    refresh(s)
    emit_event(s, Event.TURN_START, s.active_player)


@kernel
def run_recharge(s, f):
    """A recharge step limited to one item: the AP picks one that is turned, or none (R7.1, ER-56)."""
    frame = s.frames[f]
    p = int(s.active_player)
    if frame.step == 1:
        if s.answer != NO_MORE:
            s.turned[s.answer - Ref.CARD] = 0
        s.n_frames -= 1
        start_triggers(s)
        return
    clear(s)
    limit = NONE
    for i in range(s.n_play):
        inst = int(s.play[i])
        if s.owner[inst] == p and s.zone[inst] == Zone.ITEM and s.turned[inst] == 1:
            offer(s, Ref.CARD + inst)
        limits = s.zone[inst] == Zone.ITEM or s.zone[inst] == Zone.CURSE
        if s.owner[inst] == p and limits and static_of(s, inst, Static.RECHARGE_ONLY_ONE, NONE) > 0:
            limit = inst
    offer(s, NO_MORE)
    frame.step = 1
    ask(s, p, Question.RECHARGE, Shape.REFS, limit)


@kernel
def begin_turn(s, p):
    """Player p becomes active: recharge step, then the start-of-turn triggers (R7.1, R7.2)."""
    s.active_player = p
    s.turn += 1
    s.pushes = 0
    s.phase = Phase.START
    s.priority_player = p
    s.passes = 0
    s.dirty = 1
    for k in range(s.n_rooms):
        if s.room[k] != NONE:
            s.turned[s.room[k]] = 0
    if s.bartering == 1:
        begin_barter_turn(s)
    if player_static(s, p, Static.NO_RECHARGE_STEP, NONE) == 0:
        s.turned[s.character[p]] = 0
    if player_static(s, p, Static.RECHARGE_ONLY_ONE, NONE) > 0:
        new_frame(s, Frame.RECHARGE, NONE)
        return
    for i in range(s.n_play):
        inst = int(s.play[i])
        if s.zone[inst] == Zone.ITEM and s.owner[inst] == p:
            s.turned[inst] = 0
    start_triggers(s)


@kernel
def begin_end_phase(s):
    """End phase step 1: end-of-turn triggers are collected once (R7.7, R7.18)."""
    s.phase = Phase.END
    s.ending = 0
    s.priority_player = s.active_player
    s.passes = 0
    for k in range(s.n_obligations):
        s.obligations[k].who = NONE
    s.n_obligations = 0
    emit_event(s, Event.TURN_END, s.active_player)


@kernel
def late_delayed(s):
    """Whether a delayed end-of-turn effect was set up during step 1 (R7.18)."""
    for k in range(s.n_lasting):
        entry = s.lasting[k]
        if entry.kind == Lasting.TRIGGER and entry.until == Until.ONCE and AB_EVENT[entry.ability] == Event.TURN_END:
            return True
    return False


@kernel
def forget_turn(s):
    """Clears everything that is counted or granted for one turn (R7.9)."""
    s.attacks_begun = 0
    s.exchange = 0
    for p in range(PLAYERS):
        for k in range(N_USABLE):
            s.uses[p, k] = 0
        s.extra_plays[p] = 0
        s.plays_used[p] = 0
        s.attacks_used[p] = 0
        s.extra_attacks[p] = 0
        s.deck_attacks[p] = 0
        s.purchases_used[p] = 0
        s.attack_rolls[p] = 0
        s.rolls[p] = 0
        s.gains[p] = 0
        s.roll_boost[p] = 0
        s.history[p, 0] = 0
        s.history[p, 1] = 0
    for u in range(UNITS):
        s.boost_hp[u] = 0
        s.boost_atk[u] = 0
        s.boost_evasion[u] = 0
        s.damaged[u] = 0
        s.damage_sum[u] = 0
        s.would_die[u] = 0
        s.fought[u] = 0
    end_of_turn(s)
    for i in range(s.n_play):
        inst = int(s.play[i])
        if s.face_until[inst] == 1:
            listen(s, inst, -1)
            wear(s, inst, INST_CARD[inst])
            s.face_until[inst] = 0
            listen(s, inst, 1)


@kernel
def next_turn(s):
    """End phase step 5: extra turns first, then the player on the left; skipped turns are left out (R7.19, R7.20)."""
    p = int(s.active_player)
    while True:
        if s.extra_turns[p] > 0:
            s.extra_turns[p] -= 1
        else:
            finish_turns(s)
            if s.outcome != Outcome.RUNNING:
                return
            p = int(s.next_player)
            s.next_player = next_seat(s, p)
        if s.skip_turns[p] > 0:
            s.skip_turns[p] -= 1
        else:
            begin_turn(s, p)
            return


@kernel
def finish_turn(s):
    """End phase steps 2 to 4: healing, the end of effects until end of turn, the hand limit (R7.8-R7.10)."""
    for u in range(UNITS):
        if u < PLAYERS and u >= s.n_players:
            continue
        s.hp[u] = s.max_hp[u]
        s.dying[u] = 0
        if u < PLAYERS:
            s.dead[u] = 0
    forget_turn(s)
    refresh(s)
    if s.n_hand[s.active_player] > HAND_LIMIT:
        new_frame(s, Frame.HAND_LIMIT, NONE)
    else:
        next_turn(s)


@kernel
def run_hand_limit(s, f):
    """The AP discards down to ten cards, then the turn passes on."""
    frame = s.frames[f]
    if frame.step == 1:
        discard(s, s.active_player, s.answer - Ref.CARD)
        frame.step = 0
    if s.n_hand[s.active_player] <= HAND_LIMIT:
        s.n_frames -= 1
        next_turn(s)
        return
    frame.step = 1
    hand_options(s, s.active_player)
    ask(s, s.active_player, Question.HAND_LIMIT, Shape.REFS, NONE)


@kernel.rare
def run_room(s, f):
    """Asks about the exchange of a room; then the turn ends, or after what the new room brings (R20.4)."""
    run_exchange(s, f)
    if s.n_frames == f and s.n_waiting == 0:
        finish_turn(s)


@kernel
def push_loot_step(s):
    """Start phase step 3: "Loot 1" is pushed (R7.3)."""
    s.phase = Phase.LOOT
    r = new_row(s, Obj.LOOT_STEP, s.active_player)
    s.objects[r].n = s.loot_step[s.active_player]
    push(s, r)


@kernel
def next_phase(s):
    """All passed on an empty stack: the next step or phase begins (R4.4)."""
    if s.phase == Phase.START:
        push_loot_step(s)
    elif s.phase == Phase.LOOT:
        s.phase = Phase.ACTION
    elif s.phase == Phase.ACTION:
        begin_end_phase(s)
    elif late_delayed(s):
        emit_event(s, Event.TURN_END, NONE)
    elif not begin_exchange(s):
        finish_turn(s)
