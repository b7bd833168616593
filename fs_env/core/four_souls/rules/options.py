"""Offering options and asking for one of them: the only way a rule asks a player anything but priority."""

from fs_env.core.four_souls.language.codes import NONE, Ref
from fs_env.core.four_souls.state import OPTIONS, Outcome, kernel


@kernel
def clear(s):
    """Forgets the options of the last question."""
    s.n_options = 0


@kernel
def offer(s, ref):
    """Adds an option, once; a list that is full ends the game by the guard."""
    for k in range(s.n_options):
        if s.option[k] == ref:
            return
    if s.n_options == OPTIONS:
        s.outcome = Outcome.GUARD
        return
    s.option[s.n_options] = ref
    s.n_options += 1


@kernel
def hand_options(s, p):
    """Offers the loot cards of a hand, each copy: whether a question is asked depends on their number, which is public (A45)."""
    clear(s)
    for k in range(s.n_hand[p]):
        offer(s, Ref.CARD + int(s.hand[p, k]))


@kernel
def ask(s, p, about, shape, inst):
    """Asks player p for one of the options; a single option is taken at once. 1 when `answer` is already there."""
    if s.n_options == 1:
        s.answer = s.option[0]
        return 1
    s.asked = p
    s.question = about
    s.shape = shape
    s.asking_card = inst
    s.answer = NONE
    return 0
