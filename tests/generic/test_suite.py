"""The generic checks find what they are for: each broken Nim fails the check that looks for its fault."""

import pytest

from fs_env.core.machine.game import Game
from tests.core.machine import nim
from tests.core.machine.nim import kernel
from tests.generic import suite

pytestmark = pytest.mark.slow  # each broken game is compiled
SECRET = nim.SCHEMA["secrets"].offset


@kernel
def observe_too_much(s, player, obs):
    """Fills obs, with the next seat's secret in it."""
    nim.observe(s, player, obs)
    obs[SECRET + 1] = s.secret[(player + 1) % s.num_players]


@kernel
def observe_too_little(s, player, obs):
    """Fills obs but for the last number."""
    kept = obs[len(obs) - 1]
    nim.observe(s, player, obs)
    obs[len(obs) - 1] = kept


@kernel
def legal_hides_one(s, acts):
    """Writes acts without the last one."""
    n = nim.legal(s, acts)
    return max(1, n - 1)


@kernel
def step_changes_what_it_refuses(s, action):
    """Counts refused actions as decisions."""
    status = nim.step(s, action)
    if status == 1:
        s.decisions += 1
    return status


@kernel
def resample_nothing_but_dice(s, player, seed):
    """Reseeds the streams."""
    nim.seed_streams(s, seed)


@kernel
def resample_own_secret(s, player, seed):
    """Draws the seat's own secret."""
    s.secret[player] = (s.secret[player] + 1) % 10


@kernel
def setup_keeps_shown(s, options, seed):
    """Deals, but leaves who has shown."""
    shown = s.shown[0]
    nim.setup(s, options, seed)
    s.shown[0] = shown


BROKEN = [
    ("observe", observe_too_much, suite.check_nothing_hidden_shows, "secrets show what is hidden"),
    ("observe", observe_too_little, suite.check_observations_are_whole, "shown: not written"),
    ("legal", legal_hides_one, suite.check_mask_is_what_step_accepts, "illegal action .* status 0"),
    ("step", step_changes_what_it_refuses, suite.check_mask_is_what_step_accepts, "changed the state"),
    ("resample", resample_nothing_but_dice, suite.check_guesses_are_worlds, "never changed anything"),
    ("resample", resample_own_secret, suite.check_nothing_hidden_shows, "secrets show what is hidden"),
    ("setup", setup_keeps_shown, suite.check_same_seed_same_game, "left something of the game before"),
]


@pytest.mark.parametrize(("part", "kernel", "check", "message"), BROKEN, ids=lambda x: getattr(x, "__name__", None))
def test_suite__finds(part, kernel, check, message):
    """A game with one broken kernel fails the check that looks for it, with a message that says so."""
    name = kernel.__name__
    game = Game(nim.spec(name=name, home="", **{part: kernel}))
    with pytest.raises(AssertionError, match=message):
        check(game, 3, 200, 1, stones=15)
