"""Batches for learners: targets worked out by hand, every choice once."""

from __future__ import annotations

from dataclasses import replace
from math import exp

import numpy as np
import pytest

from fs_env.training.selfplay import Selfplay, SelfplayData, SelfplayPlan
from fs_env.training.selfplay.data import policy_targets
from tests.arena.bots import NIM
from tests.core.machine.nim import GAME
from tests.training.selfplay.bots import KNOWN, SLOW

STONES = GAME.schema["stones"].offset
NAN = np.nan
PLAN = SelfplayPlan((KNOWN, "tests.arena.bots:Clever"), games=2, game=NIM, options={"stones": 3}, games_per_file=1)


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """Two games of three stones between a thinker that takes one stone and a bot that does not think and takes the other two; in the
    second game that bot begins and takes all three."""
    folder = tmp_path_factory.mktemp("small")
    Selfplay(PLAN, folder).run()
    return folder


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    folder = tmp_path_factory.mktemp("large")
    Selfplay(SelfplayPlan((SLOW,), games=9, seed=3, game=NIM, games_per_file=2), folder).run()
    return folder


def test_batches__by_hand(small):
    """Three choices: their stones, legal actions with padding, targets, results and values."""
    (batch,) = SelfplayData(small).batches(10, searched=False, temperature=0.1, caution=2.0)
    assert len(batch) == 3 and batch.observations.dtype == np.int16
    assert batch.observations[:, STONES].tolist() == [3, 2, 3]
    assert batch.actions.tolist() == [[0, 1, 2, 3], [0, 1, 3, -1], [0, 1, 2, 3]]
    assert batch.games.tolist() == [0, 0, 1] and batch.seats.tolist() == [0, 1, 0] and batch.turns.tolist() == [1, 2, 1]
    assert batch.results.tolist() == [0.0, 1.0, 1.0] and batch.chosen.tolist() == [0, 1, 2]
    np.testing.assert_allclose(batch.values, [0.1, NAN, NAN])
    # values 0.1, 0.2, 0.3 less twice the errors 0, 0.01, 0.02, over 0.1
    weights = np.array([exp(1.0), exp(1.8), exp(2.6), 0.0])
    np.testing.assert_allclose(batch.targets[0], weights / weights.sum(), rtol=1e-5)
    assert batch.targets[1:].tolist() == [[0, 1, 0, 0], [0, 0, 1, 0]]


def test_batches__searched_ones(small):
    (batch,) = SelfplayData(small).batches(10)
    assert batch.observations[:, STONES].tolist() == [3] and batch.games.tolist() == [0]


def test_dense__by_id(small):
    (batch,) = SelfplayData(small).batches(10, searched=False)
    mask, targets = batch.dense(6)
    assert SelfplayData(small).num_actions == 4 and SelfplayData(small).observation_size == GAME.schema.size
    assert mask.tolist()[1] == [True, True, False, True, False, False] and targets[1].tolist() == [0, 1, 0, 0, 0, 0]
    assert (mask.sum(1) == [4, 3, 4]).all() and np.allclose(targets.sum(1), 1) and (targets[~mask] == 0).all()


@pytest.mark.parametrize(
    ("values", "errors", "chosen", "temperature", "caution", "expected"),
    [
        ([0.5, 0.5, 0.5], [0, 0, 0], 0, 1.0, 1.0, [1 / 3, 1 / 3, 1 / 3]),
        ([0.5, NAN, 0.6], [0, NAN, 0], 0, 0.1, 1.0, [1 / (1 + exp(1)), 0, exp(1) / (1 + exp(1))]),
        ([0.5, 0.6, 0.4], [0, 0.2, 0], 0, 1e-6, 1.0, [1, 0, 0]),  # the better one is not surely better
        ([0.5, 0.6, 0.4], [0, 0.2, 0], 0, 1e-6, 0.0, [0, 1, 0]),
        ([NAN, NAN, NAN], [NAN, NAN, NAN], 2, 0.1, 1.0, [0, 0, 1]),
        ([1e30, 0.0, NAN], [0, 0, NAN], 1, 1e-30, 0.0, [1, 0, 0]),  # nothing overflows
    ],
)
def test_policy_targets__by_hand(values, errors, chosen, temperature, caution, expected):
    """Softmax of the values less the errors, over what was tried; where nothing was, what was played."""
    is_chosen = np.arange(3) == chosen
    found = policy_targets(np.array([values]), np.array([errors]), is_chosen[None], temperature, caution)
    np.testing.assert_allclose(found, [expected], rtol=1e-5)


@pytest.mark.parametrize(("size", "mixed"), [(7, 1), (7, 2), (1, 3), (1000, 8)])
def test_batches__every_choice_once(large, size, mixed):
    """In any order, every choice is there once, whatever the sizes; all but the last batch are full, and none is wider than it must."""
    data = SelfplayData(large)
    whole = [
        (int(shard.about["first"]) + game, *shard.observations[choice])
        for shard in data.shards()
        for game in range(shard.games)
        for choice in range(shard.game_starts[game], shard.game_starts[game + 1])
    ]
    for seed in (None, 1):
        batches = list(data.batches(size, seed=seed, mixed=mixed))
        found = [(int(g), *o) for batch in batches for g, o in zip(batch.games, batch.observations)]
        assert sorted(found) == sorted(whole) and (found == whole) == (seed is None)
        assert {len(batch) for batch in batches[:-1]} <= {size} and 0 < len(batches[-1]) <= size
        assert all((batch.actions >= 0).sum(1).max() == batch.actions.shape[1] for batch in batches)


def test_batches__choices_keep_their_own(large):
    """A choice has the same targets, result and game in a random order as in the order of play."""
    data = SelfplayData(large)

    def told(batches):
        return {
            (int(batch.games[k]), int(batch.turns[k])): (
                batch.actions[k][batch.actions[k] >= 0].tolist(),
                batch.targets[k][batch.actions[k] >= 0].round(5).tolist(),
                float(batch.results[k]),
                int(batch.chosen[k]),
                int(batch.seats[k]),
            )
            for batch in batches
            for k in range(len(batch))
        }

    assert told(data.batches(5, seed=4, mixed=2)) == told(data.batches(1000))


def test_batches__random_order(large):
    data = SelfplayData(large)
    orders = [[(b.games.tolist(), b.turns.tolist()) for b in data.batches(8, seed=seed)] for seed in (1, 1, 2)]
    assert orders[0] == orders[1] != orders[2]


def test_data__a_folder_that_grows(tmp_path):
    """A run in progress can be read; its files are looked for when the folder is opened."""
    plan = replace(PLAN, games=2)
    Selfplay(plan, tmp_path).run()
    data = SelfplayData(tmp_path)
    Selfplay(replace(plan, games=3), tmp_path).run()
    assert len(data.files) == 2 and len(SelfplayData(tmp_path).files) == 3


def test_data__no_games_yet(tmp_path):
    Selfplay(PLAN, tmp_path).run()
    for path in tmp_path.glob("*.npz"):
        path.unlink()
    with pytest.raises(ValueError, match="has no games yet"):
        _ = SelfplayData(tmp_path).num_actions
    assert list(SelfplayData(tmp_path).batches(4)) == [] == list(SelfplayData(tmp_path).batches(4, seed=1))


def test_data__bad_folders(tmp_path, small):
    """No folder of self-play, a file of another plan, and one under another name are named."""
    with pytest.raises(ValueError, match=r"plan\.json: there is no such file.*is not a folder of fs-env selfplay"):
        SelfplayData(tmp_path)
    Selfplay(replace(PLAN, seed=1), tmp_path).run()
    (tmp_path / "games_00000001.npz").write_bytes((small / "games_00000001.npz").read_bytes())
    with pytest.raises(
        ValueError, match=r"games_00000001\.npz: is not a file of this folder's plan \(its seed is 0, not 1"
    ):
        list(SelfplayData(tmp_path).shards())
    (tmp_path / "games_00000000.npz").replace(tmp_path / "games_00000001.npz")
    with pytest.raises(ValueError, match=r"games_00000001\.npz: is not a file .*its name does not match"):
        list(SelfplayData(tmp_path).batches(4))


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"size": 0}, "size=0, mixed=8"),
        ({"size": 4, "mixed": 0}, "size=4, mixed=0"),
        ({"size": 4, "temperature": 0}, "temperature=0: expected a number above 0"),
        ({"size": 4, "temperature": NAN}, "temperature=nan"),
        ({"size": 4, "caution": -1}, "caution=-1: expected a number from 0 up"),
    ],
)
def test_batches__out_of_range(small, settings, words):
    with pytest.raises(ValueError, match=words):
        SelfplayData(small).batches(**settings)
