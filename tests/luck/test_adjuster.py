"""The adjuster with its rollouts: near the exact luck, 0 in the mean, and the same from any source of the choices."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from fs_env.arena.match import play_match
from fs_env.core.machine.run.policy import RANDOM
from fs_env.luck import Adjuster
from tests.luck.exact import SEED, ExactAdjuster, by_character, choices_of, deals
from tests.luck.race import BAD, CAREFUL, GAME, GOOD, MOODY


def games(options, number):
    """(seed, choices, parts of the win) of random games between players of several characters."""
    for seed in range(number):
        S = GAME.new(1)
        GAME.setup(S, seed=seed, **options)
        yield seed, choices_of(S, by_character(seed % 5)), np.maximum(GAME.returns(S), 0)


played = cache(lambda options, number: [*games(dict(options), number)])


def mean_luck(options, number, **how):
    """The mean luck of each seat and its standard error, and the variances of the first seat's result, without luck and with."""
    adjuster = Adjuster(GAME, options, **how)
    found = [(adjuster.measure(seed, choices), won) for seed, choices, won in played((*options.items(),), number)]
    luck, won = (np.array(column) for column in zip(*found))
    return luck.mean(0), luck.std(0) / number**0.5, (won - luck)[:, 0].var(), won[:, 0].var()


@pytest.mark.slow
def test_measure__many_rollouts_come_near_the_exact_luck():
    """With many rollouts the luck is that of the sum over all dice, for references whose memory depends on what was played."""
    options = {"num_players": 2}
    for number, (S, chosen) in enumerate(deals(options)):
        if number % 6 == 0:
            choices = choices_of(S, by_character(number % 4))
            exact = ExactAdjuster(chosen, reference=MOODY, value=GOOD)
            near = Adjuster(GAME, chosen, reference=MOODY, value=GOOD, rollouts=4000)
            near._mean_deal = exact._mean_deal
            assert near.measure(SEED, choices) == pytest.approx(exact.measure(SEED, choices), abs=0.03)


def test_measure__equal_arguments_give_equal_luck():
    """The luck depends on nothing else: not on games before, nor on the object; another number of rollouts gives another estimate."""
    options = {"num_players": 3, "rounds": 2}
    one, other = (Adjuster(GAME, options, reference=MOODY, value=GOOD, rollouts=8) for _ in range(2))
    listed = [(seed, choices) for seed, choices, _ in games(options, 6)]
    first = [one.measure(*game) for game in listed]
    assert np.array_equal(first, [other.measure(*game) for game in reversed(listed)][::-1])
    more = Adjuster(GAME, options, reference=MOODY, value=GOOD, rollouts=9)
    assert not np.array_equal(first[0], more.measure(*listed[0]))


KEY = "0f" * 16


def test_measure__an_agent_that_is_its_own_reference_needs_no_differences():
    """A compiled bot never differs from itself, whatever its seed: each turn takes one set of rollouts."""
    sets = []
    adjuster = Adjuster(GAME, {"num_players": 2, "rounds": 3}, reference=CAREFUL, value=GOOD, rollouts=4, turns=1)
    ahead = adjuster._ahead
    adjuster._ahead = lambda *given: (sets.append(len(given[-1])), ahead(*given))[1]

    class Moody:
        name, policy = "moody", MOODY

        def reset(self, seat, seed):
            self.memory = MOODY.new_memory(seed)

        def act(self, view):
            return MOODY.act(view.observation, view.legal.astype(np.int16), self.memory)

    for seed in range(5):
        replays = []
        play_match(GAME, [Moody(), Moody()], seed=seed, options={"rounds": 3}, record=replays.append, agent_key=KEY)
        adjuster.measure(seed, replays[0].choices, [MOODY, MOODY], KEY)
    assert set(sets) == {1} and len(sets) == 5 * 6
    adjuster.measure(seed, replays[0].choices)
    assert 2 in sets


@pytest.mark.parametrize(
    ("options", "how"),
    [
        ({"num_players": 3, "rounds": 2}, {"reference": CAREFUL, "value": GOOD, "rollouts": 4}),
        ({"num_players": 4, "rounds": 2, "max_decisions": 11}, {"reference": MOODY, "value": BAD, "rollouts": 2}),
        ({"num_players": 2, "rounds": 4}, {"reference": RANDOM, "value": GOOD, "rollouts": 1}),
        ({"num_players": 3, "rounds": 2, "team": 1}, {"reference": CAREFUL, "value": GOOD, "rollouts": 4}),
    ],
    ids=["three", "four, truncated, bad value", "random reference", "team"],
)
def test_measure__mean_luck_is_zero(options, how):
    """Over 500 games the mean luck of every seat is 0, whatever the value, the reference and the number of rollouts."""
    mean, error, adjusted, plain = mean_luck(options, 500, **how)
    assert (error > 0.001).all() and (np.abs(mean) < 4 * error).all()
    if how["value"] is GOOD and how["rollouts"] > 1:
        assert plain > 1.5 * adjusted


@pytest.mark.slow
@pytest.mark.parametrize(("value", "rollouts"), [(GOOD, 1), (BAD, 2), (None, 1)], ids=["good-1", "bad-2", "none-1"])
def test_measure__mean_luck_is_zero_in_many_games(value, rollouts):
    """The same over 2,600 games of four, to a seventieth of a win."""
    mean, error, _, _ = mean_luck(
        {"num_players": 4, "rounds": 2}, 2600, reference=MOODY, value=value, rollouts=rollouts, turns=2
    )
    assert (error < 1 / 70).all() and (np.abs(mean) < 4 * error).all()


def test_measure__impossible_games():
    adjuster = Adjuster(GAME, {"num_players": 2}, reference=CAREFUL, value=GOOD, rollouts=2)
    with pytest.raises(ValueError, match=r"choice 1 \(99\) is not legal here"):
        adjuster.measure(0, [0, 99])
    with pytest.raises(ValueError, match=r"choice 3 \(0\): the game is over before it"):
        adjuster.measure(0, [0, 2, 0, 0])
    with pytest.raises(ValueError, match="3 references: expected one for each of 2 seats"):
        adjuster.measure(0, [], [None] * 3)
    with pytest.raises(ValueError, match="rollouts=0"):
        Adjuster(GAME, {}, reference=CAREFUL, value=None, rollouts=0)
