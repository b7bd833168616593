"""Starting what takes several steps: programs, damage, cards that are drawn, entering a tile."""

from fs_env.core.betrayal.actions import FIRST, NO, TRAIT, YES
from fs_env.core.betrayal.language.codes import NONE, TRAITS, Deck
from fs_env.core.betrayal.language.questions import Frame, Question, Reaction
from fs_env.core.betrayal.rules.cards import draw_card, take
from fs_env.core.betrayal.rules.table import present
from fs_env.core.betrayal.state import DUE, ask, begin, clear, kernel, offer
from fs_env.core.betrayal.tables import FIRST_OMEN, OF_INSTANCE

WAITING, NOTHING = -1, -2


@kernel
def start_program(s, p, pc, card):
    if pc > 0:
        f = begin(s, Frame.PROGRAM, p)
        s.frames[f].pc = pc
        s.frames[f].card = card


@kernel
def begin_damage(s, figure, harm, n, by):
    """Damage to a figure, by another one or NONE; a monster that takes it is stunned (R13, R80)."""
    f = begin(s, Frame.DAMAGE, figure)
    s.frames[f].harm = harm
    s.frames[f].n = n
    s.frames[f].other = by


@kernel
def start_damage(s, p, harm, n, by):
    """Damage to an adventurer, by a figure or NONE (R13)."""
    if n > 0 and s.seats[p].alive:
        begin_damage(s, p, harm, n, by)


@kernel
def start_assault(s, p, trait, dice, card):
    """An attack on an adventurer that no figure makes: that of a card, or NONE for the demon (A13)."""
    f = begin(s, Frame.ASSAULT, p)
    s.frames[f].trait = trait
    s.frames[f].n = dice
    s.frames[f].card = card


@kernel
def start_enter(s, p, tile, discovered):
    """Puts an adventurer on a tile, with what that brings (R26, A17)."""
    f = begin(s, Frame.ENTER, p)
    s.frames[f].tile = tile
    s.frames[f].n = discovered


@kernel
def start_push(s, p, figure, away):
    """Lets a player move a figure by one space, `away` from that player's tile."""
    f = begin(s, Frame.PUSH, p)
    s.frames[f].other = figure
    s.frames[f].n = away


@kernel
def start_event(s, p, inst, extra):
    f = begin(s, Frame.EVENT, p)
    s.frames[f].card = inst
    s.frames[f].n = extra


@kernel
def start_draw(s, p, d):
    """Draws a card of a deck; the drawer moves no more this turn (R19, R34 to R36)."""
    inst = draw_card(s, d)
    if inst == NONE:
        return
    s.seats[p].stopped = 1
    if d == Deck.EVENTS:
        start_event(s, p, inst, 0)
    else:
        take(s, p, OF_INSTANCE[inst])
        if d == Deck.OMENS:
            s.omens += 1
            if s.haunt == NONE and s.n_due < DUE:
                s.due_omen[s.n_due] = inst - FIRST_OMEN
                s.due_tile[s.n_due] = s.seats[p].tile
                s.n_due += 1


@kernel
def confirm(s, f, seat, question):
    """Asks a seat yes or no: 1, 0, or WAITING. The frame's step goes to 1 and back to 0."""
    frame = s.frames[f]
    if frame.step == 0:
        clear(s)
        offer(s, YES)
        offer(s, NO)
        frame.step = 1
        ask(s, seat, question)
        return WAITING
    frame.step = 0
    return 1 if s.answer == YES else 0


@kernel
def react(s, f, seat, reaction):
    s.reaction = reaction
    return confirm(s, f, seat, Question.REACT)


@kernel
def inspired(s, f, p):
    """Bonus of the Bardic Inspiration token to a roll of its holder in the own turn: 1, 0, or WAITING (R88)."""
    if s.inspired != p or s.turn_seat != p:
        return 0
    chosen = react(s, f, p, Reaction.INSPIRATION)
    if chosen == 1:
        s.inspired = NONE
    return chosen


@kernel
def pick_trait(s, f, mask, question):
    """The trait that the frame's seat chooses out of a set, a bit each; WAITING, or NOTHING for an empty set."""
    frame = s.frames[f]
    if frame.step == 0:
        clear(s)
        for trait in range(TRAITS):
            if (mask >> trait) & 1:
                offer(s, TRAIT + trait)
        if s.n_options == 0:
            return NOTHING
        frame.step = 1
        if ask(s, frame.seat, question) == 0:
            return WAITING
    frame.step = 0
    return int(s.answer) - TRAIT


@kernel
def pick_option(s, f, base, question):
    """The option chosen by the frame's seat, less `base`; WAITING, or NOTHING. The caller offers when `step` is 0."""
    frame = s.frames[f]
    if frame.step == 0:
        if s.n_options == 0:
            return NOTHING
        frame.step = 1
        if ask(s, frame.seat, question) == 0:
            return WAITING
    frame.step = 0
    return int(s.answer) - base


@kernel
def seats_from(s, p, k):
    """The k-th seat from p on, to the left; k is at most the number of players."""
    n = int(s.n_players)
    return p + k - n if p + k >= n else p + k


@kernel
def others_here(s, p):
    n = 0
    for q in range(s.n_players):
        if q != p and present(s, q) and s.seats[q].tile == s.seats[p].tile:
            n += 1
    return n


@kernel
def start_discover(s, p, t, side, deck):
    """Discovers a tile behind a side (R27)."""
    f = begin(s, Frame.DISCOVER, p)
    s.frames[f].tile = t
    s.frames[f].n = side
    s.frames[f].value = deck


@kernel
def pick_either(s, f):
    """The first or the second of two: 0, 1, or WAITING."""
    if s.frames[f].step == 0:
        clear(s)
        offer(s, FIRST)
        offer(s, FIRST + 1)
    return pick_option(s, f, FIRST, Question.EITHER)
