"""A traitor's immunity to events and harmful text of tiles; a hidden one reveals the token first (R71 to R73, R75)."""

from fs_env.core.betrayal.actions import NO, REVEAL
from fs_env.core.betrayal.language.codes import NONE
from fs_env.core.betrayal.language.questions import FREEING, Frame, Question
from fs_env.core.betrayal.rules.cards import end_effect, hampers, turn_up
from fs_env.core.betrayal.rules.starts import WAITING, confirm
from fs_env.core.betrayal.rules.table import face_down, hidden_traitor, open_traitor, secret
from fs_env.core.betrayal.state import begin, clear, kernel, offer, put_question
from fs_env.core.betrayal.tables import N_EVENTS


@kernel
def reveal(s, p):
    """A hidden traitor turns up the token; with the last one all sides are known (R71, R75)."""
    turn_up(s, p)
    if not secret(s):
        for q in range(s.n_players):
            s.seats[q].shown = 1
    offer_freedom(s, p)


@kernel
def offer_freedom(s, p):
    """Asks a new traitor about each event that hampers it, in the order of their numbers, before anything else (R71, A31)."""
    for event in range(N_EVENTS - 1, -1, -1):
        if hampers(s, p, event):
            f = begin(s, Frame.EVENT, p)
            s.frames[f].card = event
            s.frames[f].value = FREEING


@kernel.rare
def run_freedom(s, f):
    """Asks a new traitor whether the effect of the frame's event ends (R71)."""
    p, event = int(s.frames[f].seat), int(s.frames[f].card)
    chosen = confirm(s, f, p, Question.IGNORE)
    if chosen == WAITING:
        return
    s.n_frames -= 1
    if chosen == 1:
        end_effect(s, p, event)


@kernel
def offer_reveal(s, p):
    """Offers a seat whose token is face down to reveal it, which only a traitor may; every player may leave it (R75)."""
    clear(s)
    if hidden_traitor(s, p):
        offer(s, REVEAL)
    offer(s, NO)


@kernel
def spares(s, f, p, event):
    """Whether a seat is spared an event, or with `event` 0 the text of a tile: 1, 0, or WAITING.

    A seat whose token is face down is asked whoever it is; an open traitor is asked about events, not about tiles (A32).
    """
    frame = s.frames[f]
    if frame.step == 0 and face_down(s, p):
        offer_reveal(s, p)
        frame.step = 1
        put_question(s, p, Question.REVEAL, 0, NONE)
        return WAITING
    if frame.step == 1 and s.question == Question.REVEAL:
        frame.step = 0
        if s.answer == NO:
            return 0
        reveal(s, p)
        if s.n_frames - 1 > f:
            return WAITING  # for the answers about events that hamper it
    if not open_traitor(s, p):
        return 0
    return confirm(s, f, p, Question.IGNORE) if event else 1


@kernel
def is_spared(s, p):
    for f in range(s.n_frames - 1, -1, -1):
        if s.frames[f].kind == Frame.EVENT:
            return (s.frames[f].mask >> p) & 1 != 0
    return False
