"""Set-up, the loop that runs the rules to the next decision, and the answer to one (R4 to R9)."""

from fs_env.core.betrayal.actions import ADVENTURER
from fs_env.core.betrayal.language.codes import NONE, TRAITS, Deck, Level, Who
from fs_env.core.betrayal.language.codes import Kind as TileKind
from fs_env.core.betrayal.language.questions import FREEING, Frame, Question
from fs_env.core.betrayal.rules.damage import run_damage
from fs_env.core.betrayal.rules.fights import run_assault, run_attack
from fs_env.core.betrayal.rules.haunts import roll_for_haunt, run_haunt
from fs_env.core.betrayal.rules.immunity import run_freedom, spares
from fs_env.core.betrayal.rules.monsters import run_monsters
from fs_env.core.betrayal.rules.movement import run_discover, run_enter, run_leave, run_push, run_watch
from fs_env.core.betrayal.rules.objectives import judge
from fs_env.core.betrayal.rules.programs import run_program
from fs_env.core.betrayal.rules.starts import WAITING, pick_option, seats_from, start_program
from fs_env.core.betrayal.rules.table import is_opponent, present
from fs_env.core.betrayal.rules.terrain import connected, lay_start
from fs_env.core.betrayal.rules.turns import begin_turn, run_end, run_pipes, run_trade, run_turn
from fs_env.core.betrayal.state import (
    Outcome,
    Stream,
    begin,
    below,
    choose_option,
    clear,
    clear_state,
    insert,
    kernel,
    lay_on_pile,
    offer,
    seed_streams,
    shuffle,
)
from fs_env.core.betrayal.tables import (
    BEGIN,
    CARDS,
    DECK_OF,
    EVENT_LAID,
    EVENT_REACH,
    EVENT_TEXT,
    EVENT_WHO,
    KIND,
    TAVERN,
    Zone,
)
from fs_env.core.machine.table.decision import DONE

N_CARDS = CARDS.in_decks
N_DECKS = CARDS.n_decks
SIDES_OF_CARDS = 2
HEALING = 2
OWN_HAUNTS = 4


@kernel
def concerns(s, who, p, drawer):
    if not present(s, p):
        return False
    t = int(s.seats[p].tile)
    if who == Who.EVERYONE:
        return True
    if who == Who.FRIENDS:
        return not is_opponent(s, drawer, p)
    if who == Who.NEAR:
        here = int(s.seats[drawer].tile)
        return here != NONE and (t == here or connected(s, here, t))
    if who == Who.CITY:
        return s.tiles[t].level == Level.CITY
    if who == Who.CATACOMB:
        return s.tiles[t].level == Level.CATACOMB
    if who == Who.STREET:
        return KIND[t] == TileKind.STREET
    if who == Who.BUILDING:
        return KIND[t] == TileKind.BUILDING
    return p == drawer


@kernel
def run_event(s, f):
    """Resolves an event card for the seats asked, `value`, unless traitors ignore it, `mask` (R34, R73, A18)."""
    frame = s.frames[f]
    if frame.value == FREEING:
        run_freedom(s, f)
        return
    p, card = int(frame.seat), int(frame.card)
    who, reach = int(EVENT_WHO[card]), int(EVENT_REACH[card])
    while frame.value < s.n_players:
        q = seats_from(s, p, int(frame.value))
        if concerns(s, who, q, p) or concerns(s, reach, q, p):
            spared = spares(s, f, q, 1)
            if spared == WAITING:
                return
            frame.mask |= spared << q
        frame.value += 1
    if frame.value == s.n_players:
        frame.value += 1
        for k in range(s.n_players - 1, -1, -1):
            q = seats_from(s, p, k)
            if (frame.mask >> q) & 1:
                if q == p:
                    start_program(s, p, EVENT_LAID[card], card)
            elif concerns(s, who, q, p):
                start_program(s, q, EVENT_TEXT[card], card)
                s.frames[s.n_frames - 1].mask = frame.n
        return
    s.n_frames -= 1
    if s.zone[card] == Zone.RESOLVING:
        lay_on_pile(s, Deck.EVENTS, card)


@kernel
def offer_adventurers(s, dealt):
    """Offers both sides of a card that was dealt, or with `dealt` NONE of all cards that no player has taken (R5)."""
    for a in range(len(BEGIN)):
        free = dealt == NONE or a // SIDES_OF_CARDS == dealt // SIDES_OF_CARDS
        for q in range(s.n_players):
            taken = int(s.seats[q].adventurer)
            if dealt == NONE and taken != NONE and taken // SIDES_OF_CARDS == a // SIDES_OF_CARDS:
                free = False
        if free:
            offer(s, ADVENTURER + a)


@kernel.rare
def run_setup(s, f):
    """Each player chooses an adventurer (R5, R6), then the first turn begins (R9)."""
    frame = s.frames[f]
    while frame.n < s.n_players:
        p = seats_from(s, int(s.first), int(frame.n))
        frame.seat = p
        seat = s.seats[p]
        if frame.step == 0:
            clear(s)
            offer_adventurers(s, int(seat.adventurer))
        chosen = pick_option(s, f, ADVENTURER, Question.ADVENTURER)
        if chosen == WAITING:
            return
        seat.adventurer = chosen
        for trait in range(TRAITS):
            seat.at[trait] = BEGIN[seat.adventurer, trait]
        frame.n += 1
    s.n_frames -= 1
    begin_turn(s, int(s.first))


@kernel
def run_frame(s):
    f = int(s.n_frames) - 1
    kind = int(s.frames[f].kind)
    if kind == Frame.PROGRAM:
        run_program(s, f)
    elif kind == Frame.TURN:
        run_turn(s, f)
    elif kind == Frame.LEAVE:
        run_leave(s, f)
    elif kind == Frame.ENTER:
        run_enter(s, f)
    elif kind == Frame.DISCOVER:
        run_discover(s, f)
    elif kind == Frame.EVENT:
        run_event(s, f)
    elif kind == Frame.DAMAGE:
        run_damage(s, f)
    elif kind == Frame.ATTACK:
        run_attack(s, f)
    elif kind == Frame.END_TURN:
        run_end(s, f)
    elif kind == Frame.HAUNT:
        run_haunt(s, f)
    elif kind == Frame.MONSTERS:
        run_monsters(s, f)
    elif kind == Frame.TRADE:
        run_trade(s, f)
    elif kind == Frame.ASSAULT:
        run_assault(s, f)
    elif kind == Frame.WATCH:
        run_watch(s, f)
    elif kind == Frame.PIPES:
        run_pipes(s, f)
    elif kind == Frame.PUSH:
        run_push(s, f)
    elif kind == Frame.SETUP:
        run_setup(s, f)
    else:
        s.outcome = Outcome.GUARD


@kernel
def close(s):
    s.asked = NONE
    s.question = Question.NOTHING
    s.n_options = 0


@kernel
def advance(s):
    s.asked = NONE
    while s.outcome == Outcome.RUNNING and s.asked == NONE:
        if s.judging:
            judge(s)
            if s.outcome != Outcome.RUNNING:
                break
        if s.immediate and s.n_due > 0 and s.haunt == NONE:
            roll_for_haunt(s, int(s.turn_seat))
        if s.n_frames == 0:
            s.outcome = Outcome.GUARD
            break
        run_frame(s)
    if s.outcome != Outcome.RUNNING:
        close(s)


@kernel
def deal(s, options, seed):
    """A new game up to its first decision (R4 to R9)."""
    clear_state(s)
    seed_streams(s, seed)
    s.n_players = options[0]
    s.max_decisions = options[1]
    s.immediate = options[3]
    s.any_orientation = options[4]
    s.open_haunts = options[5]
    s.wanted = options[6] if options[6] > 0 or options[2] & OWN_HAUNTS else 1
    s.played = options[8]
    s.haunt = NONE
    s.revealer = NONE
    s.traitor = NONE
    s.inspired = NONE
    s.killer = NONE
    s.gate[0] = NONE
    s.gate[1] = NONE
    for m in range(len(s.monsters)):
        s.monsters[m].kind = NONE
        s.monsters[m].tile = NONE
    for card in range(N_CARDS):
        insert(s, DECK_OF[card], card, 0)
    for d in range(N_DECKS):
        shuffle(s, d)
    lay_start(s)
    pairs = len(BEGIN) // SIDES_OF_CARDS
    dealt = 0
    for p in range(len(s.seats)):
        s.seats[p].mark = NONE
        s.seats[p].tile = NONE
        if p < s.n_players:
            s.seats[p].adventurer = NONE
            card = below(s, Stream.CHOICE, pairs - p) if options[7] else NONE
            for other in range(pairs if options[7] else 0):
                if (dealt >> other) & 1 == 0:
                    if card == 0:
                        s.seats[p].adventurer = SIDES_OF_CARDS * other
                        dealt |= 1 << other
                        break
                    card -= 1
            s.seats[p].alive = 1
            s.seats[p].shown = 1
            s.seats[p].tile = TAVERN
            s.seats[p].healing = HEALING
            for trait in range(TRAITS if options[7] else 0):
                s.seats[p].at[trait] = BEGIN[s.seats[p].adventurer, trait]
    s.first = below(s, Stream.CHOICE, s.n_players)
    s.turn_seat = s.first
    begin(s, Frame.SETUP, int(s.first))
    advance(s)


@kernel
def step(s, action):
    """Answers the pending decision and runs to the next: 0 done, 1 not legal, 2 over (unchanged in these two)."""
    if s.asked == NONE:
        if s.outcome != Outcome.RUNNING:
            return 2
        advance(s)  # a position set up by hand runs to its first decision
        return DONE
    status = choose_option(s, action)
    if status != DONE:
        return status
    s.decisions += 1
    advance(s)
    if s.outcome == Outcome.RUNNING and s.decisions >= s.max_decisions:
        s.outcome = Outcome.TRUNCATED
        close(s)
    return DONE
