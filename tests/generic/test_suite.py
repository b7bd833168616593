"""The generic checks find what they are for: a Nim with all faults, of which an option picks one, fails the check that looks for it."""

import pytest

from tests.core.machine import broken
from tests.generic import suite

pytestmark = pytest.mark.slow  # the game is compiled for these tests alone
BROKEN = {
    "observes too much": (broken.TOO_MUCH, suite.check_nothing_hidden_shows, "secrets show what is hidden"),
    "observes too little": (broken.TOO_LITTLE, suite.check_observations_are_whole, "shown: not written"),
    "hides an action": (broken.HIDES_ONE, suite.check_mask_is_what_step_accepts, "illegal action 3 in"),
    "changes what it refuses": (broken.CHANGES, suite.check_mask_is_what_step_accepts, "changed the state"),
    "resamples nothing but dice": (
        broken.NOTHING_BUT_DICE,
        suite.check_resampled_states_play_on,
        "never changed anything",
    ),
    "guesses one's own secret": (broken.OWN_SECRET, suite.check_nothing_hidden_shows, "secrets show what is hidden"),
    "deals again what a seat knows": (
        broken.REDEALS_SECRETS,
        suite.check_redeals_look_the_same_to_all,
        "sees it in secrets",
    ),
    "deals nothing again": (
        broken.REDEALS_NOTHING,
        suite.check_redeals_look_the_same_to_all,
        "streams .0, 1. are the same",
    ),
    "passes by a secret": (broken.PASSES_BY_A_SECRET, suite.check_nothing_hidden_shows, "passes by all"),
    "keeps what was shown": (broken.KEEPS_SHOWN, suite.check_same_seed_same_game, "left something of the game before"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_suite__finds(name):
    """A game with one fault fails the check that looks for it, with a message that says so, and passes it without the fault."""
    fault, check, message = BROKEN[name]
    check(broken.GAME, 3, 200, 1, stones=15)
    with pytest.raises(AssertionError, match=message):
        check(broken.GAME, 3, 200, 1, stones=15, max_decisions=fault)
