"""The generic checks find what they are for: a Nim with all faults, of which an option picks one, fails the check that looks for it."""

import pytest

from fs_env.core.machine.run.game import Game
from tests.core.machine import nim
from tests.core.machine.nim import kernel
from tests.generic import suite

SECRET = nim.SCHEMA["secrets"].offset


(
    TOO_MUCH,
    TOO_LITTLE,
    HIDES_ONE,
    CHANGES,
    NOTHING_BUT_DICE,
    OWN_SECRET,
    KEEPS_SHOWN,
    REDEALS_SECRETS,
    REDEALS_NOTHING,
    PASSES_BY_A_SECRET,
) = range(101, 111)  # faults of one game, by the decisions after which it is truncated


@kernel
def observe(s, player, obs):
    """Fills obs, with the next seat's secret in it, or but for the last number."""
    kept = obs[len(obs) - 1]
    nim.observe(s, player, obs)
    if s.max_decisions == TOO_MUCH:
        obs[SECRET + 1] = s.secret[(player + 1) % s.num_players]
    elif s.max_decisions == TOO_LITTLE:
        obs[len(obs) - 1] = kept


@kernel
def legal(s, acts):
    """Writes acts, or all but the last one."""
    n = nim.legal(s, acts)
    return max(1, n - 1) if s.max_decisions == HIDES_ONE else n


@kernel
def step(s, action):
    """Takes stones or shows a number, or counts refused actions as decisions."""
    status = nim.step(s, action)
    if status == 1 and s.max_decisions == CHANGES:
        s.decisions += 1
    return status


@kernel
def resample(s, player, seed):
    """Draws what a seat cannot know, or nothing, or its own secret."""
    if s.max_decisions == OWN_SECRET:
        s.secret[player] = (s.secret[player] + 1) % 10
    elif s.max_decisions == NOTHING_BUT_DICE:
        nim.seed_streams(s, seed)
    else:
        nim.resample(s, player, seed)


@kernel
def redeal(s, seed):
    """Draws what no seat knows, or also what one knows, or nothing."""
    if s.max_decisions != REDEALS_NOTHING:
        nim.seed_streams(s, seed)
    if s.max_decisions == REDEALS_SECRETS:
        s.secret[0] = nim.below(s, nim.GUESSES, 10)


@kernel
def passing(s, rule):
    """Asks everybody, or passes where a number that others do not know is even."""
    return -1 if s.max_decisions != PASSES_BY_A_SECRET or s.secret[0] % 2 == 1 else 0


@kernel
def setup(s, options, seed):
    """Deals, or leaves who has shown."""
    shown = s.shown[0]
    nim.setup(s, options, seed)
    if options[2] == KEEPS_SHOWN:
        s.shown[0] = shown


GAME = Game(
    nim.spec(
        name="broken",
        home="",
        observe=observe,
        legal=legal,
        step=step,
        resample=resample,
        redeal=redeal,
        setup=setup,
        passing=passing,
        passing_rules={"all": ()},
    )
)
BROKEN = {
    "observes too much": (TOO_MUCH, suite.check_nothing_hidden_shows, "secrets show what is hidden"),
    "observes too little": (TOO_LITTLE, suite.check_observations_are_whole, "shown: not written"),
    "hides an action": (HIDES_ONE, suite.check_mask_is_what_step_accepts, "illegal action 3 in"),
    "changes what it refuses": (CHANGES, suite.check_mask_is_what_step_accepts, "changed the state"),
    "resamples nothing but dice": (NOTHING_BUT_DICE, suite.check_resampled_states_play_on, "never changed anything"),
    "guesses one's own secret": (OWN_SECRET, suite.check_nothing_hidden_shows, "secrets show what is hidden"),
    "deals again what a seat knows": (REDEALS_SECRETS, suite.check_redeals_look_the_same_to_all, "sees it in secrets"),
    "deals nothing again": (REDEALS_NOTHING, suite.check_redeals_look_the_same_to_all, "streams .0, 1. are the same"),
    "passes by a secret": (PASSES_BY_A_SECRET, suite.check_nothing_hidden_shows, "passes by all"),
    "keeps what was shown": (KEEPS_SHOWN, suite.check_same_seed_same_game, "left something of the game before"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_suite__finds(name):
    """A game with one fault fails the check that looks for it, with a message that says so, and passes it without the fault."""
    fault, check, message = BROKEN[name]
    check(GAME, 3, 200, 1, stones=15)
    with pytest.raises(AssertionError, match=message):
        check(GAME, 3, 200, 1, stones=15, max_decisions=fault)
