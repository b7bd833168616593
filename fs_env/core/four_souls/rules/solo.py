"""Solo play and its cooperative form (R21.2-R21.9): two characters that win or lose together, and the die that runs out."""

from fs_env.core.four_souls.options import Variant
from fs_env.core.four_souls.state import Outcome, kernel

D8_START = 8  # R21.2
CHARACTERS = 2  # R21.2


@kernel
def start_die(s):
    """Sets the eight-sided die, and opens the hands of a person who plays both characters (R21.2)."""
    if s.variant == Variant.RIVALS:
        return
    s.d8 = D8_START
    if s.variant == Variant.SOLO:
        s.open_hands = 1


@kernel
def souls_together(s):
    souls = 0
    for p in range(s.n_players):
        souls += s.souls[p]
    return souls


@kernel
def win(s, p):
    """Player p wins, together with its partner if it has one (R18.3, R21.6)."""
    s.winners |= (1 << int(s.n_players)) - 1 if s.variant != Variant.RIVALS else 1 << p
    s.outcome = Outcome.WON


@kernel.rare
def drop_die(s):
    """The eight-sided die shows one less; at 0 both players have lost (R21.4, R21.6)."""
    if s.variant == Variant.RIVALS or s.outcome != Outcome.RUNNING:
        return
    s.d8 -= 1
    if s.d8 <= 0:
        s.outcome = Outcome.LOST


@kernel
def finish_turns(s):
    """A player's turn and its extra turns are over, or it was skipped: after both players the die drops (R21.4, R21.9)."""
    if s.variant == Variant.RIVALS:
        return
    s.turns_finished += 1
    if s.turns_finished >= CHARACTERS:
        s.turns_finished = 0
        drop_die(s)
