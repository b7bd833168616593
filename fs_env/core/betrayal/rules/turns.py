"""A turn: its beginning, what is done in it, its end (R16 to R19, R35 to R40, R64)."""

from fs_env.core.betrayal.actions import (
    ATTACK,
    DROP,
    END,
    GO,
    GRATE,
    MONSTER,
    OFFER,
    OPEN,
    PICK,
    POWER,
    REVEAL,
    SEAT,
    TILE,
    USE,
)
from fs_env.core.betrayal.actions import TASK as TASK_ID
from fs_env.core.betrayal.language.codes import FIGURES, NONE, SEATS, SIDES, Deck, Harm, Symbol, Token, Trait
from fs_env.core.betrayal.language.haunts import Shape
from fs_env.core.betrayal.language.questions import Frame, Question
from fs_env.core.betrayal.rules.cards import UNHARMED, discard, drop, hand_over, take
from fs_env.core.betrayal.rules.dice import roll, roll_trait
from fs_env.core.betrayal.rules.fights import demon, start_attack
from fs_env.core.betrayal.rules.haunts import end_round, roll_for_haunt
from fs_env.core.betrayal.rules.immunity import reveal, spares
from fs_env.core.betrayal.rules.monsters import leads_monsters
from fs_env.core.betrayal.rules.offers import offer_turn
from fs_env.core.betrayal.rules.starts import (
    NOTHING,
    WAITING,
    confirm,
    others_here,
    pick_option,
    seats_from,
    start_damage,
    start_enter,
    start_event,
    start_program,
    start_push,
)
from fs_env.core.betrayal.rules.table import figure_tile, is_shape, keeps, open_traitor, present, secret, touch
from fs_env.core.betrayal.rules.terrain import STEPS, fill_distances, has_token, in_play
from fs_env.core.betrayal.state import begin, clear, goes_on, kernel, lay_on_pile, move, offer, put_question
from fs_env.core.betrayal.tables import (
    BASEMENT,
    CLAW,
    EVENT_AT_END,
    EVENT_ENDING,
    EVENT_OPENING,
    FLASK,
    KINDS_OF_MONSTERS,
    N_POSSESSIONS,
    N_TILES,
    PIPES,
    POSSESSION_PROGRAM,
    POWER_PROGRAM,
    SIGHT,
    SKULL,
    SPENT,
    SYMBOL,
    TASK,
    TASKS,
    TAVERN,
    TILE_ENDING,
    TILE_NAMES,
    TOKEN_CARD,
    TRAPPER,
    Zone,
)
from fs_env.core.betrayal.tables import MONSTERS as MONSTER_TABLE
from fs_env.core.betrayal.tables import POWER as POWER_OF
from fs_env.core.machine.compile.memory import short_lived

AMBUSH_ALLEY, WEAPON_SHOP = TILE_NAMES.index("Ambush Alley"), TILE_NAMES.index("Weapon Shop")
PIPES_REACH, PIPES_NEED = 2, 4
SMALL = 10
LAST = 5  # stage of the end of a turn, from which on its `value` counts the seats that are asked about their tokens


@kernel
def begin_turn(s, p):
    seat = s.seats[p]
    s.turn_seat = p
    s.turn += 1
    s.demon = 0
    s.begun = 0
    seat.left = 0
    seat.spent = 0
    seat.stopped = 0
    seat.ended = 0
    seat.slow = seat.slow_next
    seat.slow_next = 0
    seat.attacked = 0
    seat.power = 0
    seat.tasks = 0
    seat.opened = 0
    s.touched = 0
    for t in range(N_TILES):
        s.tiles[t].fresh = 0
    for kind in range(KINDS_OF_MONSTERS):
        s.speed[kind] = NONE
    begin(s, Frame.TURN, p)


@kernel
def wake(s, f):
    """The start of a turn: back from the Will-o'-Wisp, the Trapper, Future Sight; returns 0 while something is asked."""
    frame = s.frames[f]
    p = int(frame.seat)
    seat = s.seats[p]
    if seat.away:
        if frame.tile == NONE:
            if spares(s, f, p, 0) == WAITING:
                return 0
            frame.tile = TAVERN  # who may reveal a token was asked
        if frame.step == 0:
            clear(s)
            for t in range(N_TILES):
                if in_play(s, t) and SYMBOL[t] == Symbol.OMEN:
                    offer(s, TILE + t)
        t = pick_option(s, f, TILE, Question.TILE)
        if t == WAITING:
            return 0
        if seat.away != UNHARMED:
            start_damage(s, p, Harm.PHYSICAL, roll(s, 1), NONE)
        seat.away = 0
        start_enter(s, p, TAVERN if t == NOTHING else t, 0)
        return 0
    frame.value = 1
    if keeps(s, p, SIGHT):
        start_program(s, p, EVENT_OPENING[SIGHT], SIGHT)
    if keeps(s, p, TRAPPER):
        move(s, TRAPPER, Zone.RESOLVING, NONE)
        start_event(s, p, TRAPPER, others_here(s, p))
        if open_traitor(s, p):
            s.frames[s.n_frames - 1].value = s.n_players  # who has accepted an event takes all of it (R73)
    return 0


@kernel
def use_card(s, p, card):
    """Uses a card as an action (R37)."""
    touch(s, card)
    if card == FLASK:
        s.seats[p].attacked = 1
        demon(s, p)
    elif card == PIPES or card == SKULL:
        f = begin(s, Frame.PIPES, p)
        s.frames[f].card = card
    else:
        start_program(s, p, POSSESSION_PROGRAM[card], NONE)
        if SPENT[card]:
            discard(s, card)


@kernel
def act(s, p, action):
    seat = s.seats[p]
    if action < GRATE:
        start_leave(s, p, action - GO)
    elif action < GRATE + 3:
        start_leave(s, p, action - GRATE + SIDES)
    elif action == POWER:
        seat.power = 1
        start_program(s, p, POWER_PROGRAM[POWER_OF[seat.adventurer]], NONE)
    elif action == REVEAL:
        reveal(s, p)
    elif action == OPEN:
        seat.opened = 1
        card = TOKEN_CARD[Token.LONELY_CHEST]
        start_program(s, p, EVENT_OPENING[card], card)
    elif TASK_ID <= action < TASK_ID + TASKS:
        seat.tasks |= 1 << action - TASK_ID
        start_program(s, p, TASK[s.haunt, action - TASK_ID, 4], NONE)
    elif ATTACK <= action < ATTACK + FIGURES:
        k = action - ATTACK
        seat.attacked = 1
        start_attack(s, p, seats_from(s, p, k) if k < SEATS else k)
    elif USE <= action < USE + N_POSSESSIONS:
        use_card(s, p, action - USE)
    elif DROP <= action < DROP + N_POSSESSIONS:
        touch(s, action - DROP)
        drop(s, action - DROP, seat.tile)
    elif PICK <= action < PICK + N_POSSESSIONS:
        touch(s, action - PICK)
        take(s, p, action - PICK)
    else:
        touch(s, action - OFFER)
        f = begin(s, Frame.TRADE, p)
        s.frames[f].card = action - OFFER


@kernel
def start_leave(s, p, way):
    f = begin(s, Frame.LEAVE, p)
    s.frames[f].n = way
    s.frames[f].tile = s.seats[p].tile


@kernel
def end_turn(s, p):
    s.n_frames -= 1
    begin(s, Frame.END_TURN, p)


@kernel
def run_turn(s, f):
    """One action of a turn after the other, until it ends; `value` is 1 after its start."""
    frame = s.frames[f]
    p = int(frame.seat)
    seat = s.seats[p]
    if frame.value == 0 and seat.alive:
        wake(s, f)
        if frame.value == 0 or not goes_on(s, f):
            return
    if seat.alive == 0 or seat.ended or seat.tile == NONE:
        if s.begun == 0 and spares(s, f, p, 0) == WAITING:
            return  # the turn is cut short, without a last moment in which to reveal the token (R75)
        end_turn(s, p)
        return
    if frame.step == 0:
        offer_turn(s, p)
        if s.n_options == 1 and secret(s):  # who were not asked would be seen to have no token to reveal (R75)
            frame.step = 1
            put_question(s, p, Question.TURN, 0, NONE)
            return
    action = pick_option(s, f, 0, Question.TURN)
    if action == END:
        seat.ended = 1
        end_turn(s, p)
    elif action != WAITING:
        act(s, p, action)


@kernel.rare
def run_trade(s, f):
    """Offers a card to a player on the tile, who takes it or not (A14)."""
    frame = s.frames[f]
    p, card = int(frame.seat), int(frame.card)
    if frame.other == NONE:
        if frame.step == 0:
            clear(s)
            for k in range(1, s.n_players):
                q = seats_from(s, p, k)
                if present(s, q) and s.seats[q].tile == s.seats[p].tile:
                    offer(s, SEAT + k)
        k = pick_option(s, f, SEAT, Question.TO)
        if k == WAITING:
            return
        if k == NOTHING:
            s.n_frames -= 1
            return
        frame.other = seats_from(s, p, k)
    chosen = confirm(s, f, int(frame.other), Question.ACCEPT)
    if chosen == WAITING:
        return
    s.n_frames -= 1
    if chosen == 1:
        hand_over(s, card, int(frame.other))


@kernel.rare
def run_pipes(s, f):
    """The Pipes of Haunting: all in reach roll Sanity (A18), those who fail are moved away; the Whispering Skull: one monster."""
    frame = s.frames[f]
    p = int(frame.seat)
    if present(s, p) == 0:
        s.n_frames -= 1
        return
    if frame.card == SKULL:
        if frame.step == 0:
            clear(s)
            for m in range(s.n_monsters):
                monster = s.monsters[m]
                if monster.kind != NONE and MONSTER_TABLE[s.haunt, monster.kind, SMALL]:
                    offer(s, MONSTER + m)
        m = pick_option(s, f, MONSTER, Question.TO)
        if m == WAITING:
            return
        s.n_frames -= 1
        if m != NOTHING:
            start_push(s, p, SEATS + m, 0)
        return
    if frame.n >= FIGURES:
        s.n_frames -= 1
        return
    figure = seats_from(s, p, int(frame.n)) if frame.n < s.n_players else int(frame.n)
    frame.n += 1
    t = figure_tile(s, figure)
    if t == NONE or figure == p:
        return
    dist = short_lived(N_TILES)
    fill_distances(s, s.seats[p].tile, STEPS, 0, dist)
    if dist[t] > PIPES_REACH:
        return
    if figure < SEATS:
        held = roll_trait(s, figure, Trait.SANITY, 0)
    else:
        kind = int(s.monsters[figure - SEATS].kind)
        held = 0
        if not MONSTER_TABLE[s.haunt, kind, SMALL]:
            held = PIPES_NEED
        elif MONSTER_TABLE[s.haunt, kind, Trait.SANITY] > 0:
            held = roll(s, MONSTER_TABLE[s.haunt, kind, Trait.SANITY])
    if held < PIPES_NEED:
        start_push(s, p, figure, 1)


@kernel
def ask_tokens(s, f):
    """Asks at a turn's end all others whose tokens are face down, in the haunt's first turn its seat too (R75); or WAITING."""
    frame = s.frames[f]
    p = int(frame.seat)
    while secret(s) and s.turn_seat == p and frame.value < LAST + s.n_players:
        q = seats_from(s, p, int(frame.value) - LAST)
        if (q != p or s.begun) and spares(s, f, q, 0) == WAITING:
            return WAITING
        frame.value += 1
    return 0


@kernel
def run_end(s, f):
    """The end of a turn, stage by stage, and the next seat; `value` is the stage (R17, A24)."""
    frame = s.frames[f]
    p = int(frame.seat)
    going = True
    while going:
        stage = int(frame.value)
        if stage >= LAST and ask_tokens(s, f) == WAITING:
            return
        frame.value += 1
        if stage >= LAST:
            s.n_frames -= 1
            if s.begun:
                p = int(s.traitor if is_shape(s, Shape.TRAITOR) else s.revealer)
            elif leads_monsters(s, p):
                end_round(s)
            pass_on(s, p)
            return
        do_stage(s, p, stage)
        going = goes_on(s, f)


@kernel
def do_stage(s, p, stage):
    """One stage of the end of a turn: tile text, chest, kept cards, haunt rolls, monsters (R17, A24)."""
    seat = s.seats[p]
    here = present(s, p)
    if stage == 0:
        if here and TILE_ENDING[seat.tile] and s.begun == 0:
            if not (s.tiles[seat.tile].fresh and seat.tile == AMBUSH_ALLEY):
                start_program(s, p, TILE_ENDING[seat.tile], NONE)
    elif stage == 1:
        card = TOKEN_CARD[Token.LOST_CHEST]
        if here and has_token(s, seat.tile, Token.LOST_CHEST):
            start_program(s, p, EVENT_ENDING[card], card)
    elif stage == 2:
        if keeps(s, p, CLAW):
            if here and (seat.tile == WEAPON_SHOP or seat.tile == BASEMENT):
                lay_on_pile(s, Deck.EVENTS, CLAW)
            else:
                start_program(s, p, EVENT_AT_END[CLAW], CLAW)
    elif stage == 3:
        if s.haunt == NONE:
            roll_for_haunt(s, p)
        s.n_due = 0
    elif s.begun == 0 and leads_monsters(s, p):
        begin(s, Frame.MONSTERS, p)


@kernel
def pass_on(s, p):
    """Gives the turn to the next seat that can have one; monsters act after a dead leader's place in the order (R64, R67)."""
    for k in range(1, s.n_players + 1):
        q = seats_from(s, p, k)
        if s.seats[q].alive and s.seats[q].escaped == 0:
            begin_turn(s, q)
            return
        if leads_monsters(s, q):
            s.begun = 0
            f = begin(s, Frame.END_TURN, q)
            s.frames[f].value = 4
            return
