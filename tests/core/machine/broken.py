"""A Nim with all faults, of which the limit of decisions picks one."""

from fs_env.core.machine.run.game import Game
from tests.core.machine import nim
from tests.core.machine.nim import kernel

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
    NOTHING_LEGAL,
    REFUSES,
    ALL_WIN,
    ALL_LOSE,
) = range(101, 115)  # faults of one game, by the decisions after which it is truncated


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
    """Writes acts, or all but the last one, or none."""
    n = nim.legal(s, acts)
    return 0 if s.max_decisions == NOTHING_LEGAL else max(1, n - 1) if s.max_decisions == HIDES_ONE else n


@kernel
def step(s, action):
    """Takes stones or shows a number, or counts refused actions as decisions, or refuses all."""
    status = 1 if s.max_decisions == REFUSES else nim.step(s, action)
    if status == 1 and s.max_decisions == CHANGES:
        s.decisions += 1
    return status


@kernel
def returns(s, out):
    """Who takes the last stone wins, or all seats do, or none."""
    nim.returns(s, out)
    if s.max_decisions == ALL_WIN or s.max_decisions == ALL_LOSE:
        for seat in range(len(out)):
            out[seat] = 1.0 if s.max_decisions == ALL_WIN else -1.0


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
    """Asks every player, or passes where a number that others do not know is even."""
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
        returns=returns,
        resample=resample,
        redeal=redeal,
        setup=setup,
        passing=passing,
        passing_rules={"all": ()},
    )
)
