"""Offering options and asking for one of them: the only way a rule asks a player anything but priority."""

from fs_env.core.four_souls.language.codes import Ref
from fs_env.core.four_souls.state import Outcome, kernel
from fs_env.core.machine.table.decision import make_options

OPTIONS = make_options(kernel, Outcome.GUARD)
clear, offer, ask = OPTIONS.clear, OPTIONS.offer, OPTIONS.ask_for_option


@kernel
def hand_options(s, p):
    """Offers every copy of the loot cards of a hand, so that whether a question is asked depends on public numbers (A45)."""
    clear(s)
    for k in range(s.n_hand[p]):
        offer(s, Ref.CARD + int(s.hand[p, k]))
