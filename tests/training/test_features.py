"""What the network of `ppo_selfplay` is shown, in torch and in compiled code."""

from __future__ import annotations

import numpy as np
import pytest

from fs_env.agents.networks.kernels import extract
from fs_env.agents.networks.network import SparseNetwork
from fs_env.core.four_souls.observation.schema import SCHEMA
from fs_env.core.machine.compile.jit import compiled
from fs_env.envs import load_game
from fs_env.training.features import Features
from fs_env.training.networks.positions import play_positions
from tests.core.machine.nim import GAME

RNG = np.random.default_rng


def test_features__flat_is_the_signed_logarithm_of_every_number():
    """Every int16 becomes sign(x) log(1 + |x|), the extremes included, in the order of the observation."""
    features = Features(GAME, 2, "flat")
    shown = RNG(1).integers(-(2**15), 2**15, (50, GAME.schema.size)).astype(np.int16)
    shown[0, :3] = -(2**15), 2**15 - 1, 0
    wide = shown.astype(np.float64)
    np.testing.assert_allclose(features(shown), np.sign(wide) * np.log1p(np.abs(wide)), rtol=1e-6)
    assert features.size == GAME.schema.size and features(shown).dtype == np.float32


def test_features__compact_shows_codes_and_numbers_of_four_souls():
    """The compact form of Four Souls has a one-hot code of the question asked and the players' coins; nobody's hand but
    the own one changes it."""
    game = load_game("four_souls")
    features = Features(game, 2, "compact")
    blank = np.zeros((1, SCHEMA.size), np.int16)
    base = features(blank)
    assert base.shape == (1, features.size) and features.size < SCHEMA.size / 5
    for ask in (1, 5, 26):
        asked = blank.copy()
        asked[0, SCHEMA["decision"].at("question")] = ask
        changed = np.flatnonzero(features(asked)[0] - base[0])
        assert len(changed) == 2 and changed[1] - changed[0] == ask and features(asked)[0, changed[1]] == 1
    rich = blank.copy()
    rich[0, SCHEMA["players"].at(1, "coins")] = 9
    changed = np.flatnonzero(features(rich)[0] - base[0])
    assert features(rich)[0, changed] == pytest.approx(np.log(10))
    own, known = blank.copy(), blank.copy()
    own[0, SCHEMA["hand"].offset], known[0, SCHEMA["known"].offset] = 1, 1
    assert (features(own) != base).sum() == 1 and (features(known) != base).sum() == 0


def test_features__wrong_length_is_refused():
    """An observation of another length, such as tokens, is an error that says what was expected."""
    with pytest.raises(ValueError, match="expected"):
        Features(GAME, 2)(np.zeros((1, 3), np.int16))
    with pytest.raises(ValueError, match="did you mean 'compact'"):
        Features(GAME, 2, "compakt")


@pytest.mark.parametrize(
    ("name", "form"), [("four_souls", "compact"), ("four_souls", "flat"), ("castles_of_caleira", "flat")]
)
def test_table__lists_the_same_numbers(name, form):
    """As a table of inputs the features are the same numbers: in positions of play, and with codes beyond the last one."""
    game = load_game(name)
    features = Features(game, 2, form)
    shown, _ = play_positions(game, "random", 200 if compiled() else 20, strays=1.0, seed=3)
    shown = shown.copy()
    for section, column in (("decision", "question"), ("decision", "phase")) if form == "compact" else ():
        place = game.schema[section].at(column)
        shown[0, place], shown[1, place] = game.schema.high[place], game.schema.low[place]
    table = features.table()
    firsts, places, amounts = (
        np.empty(len(shown), np.int64),
        np.empty(4096 * 200, np.int64),
        np.empty(4096 * 200, np.float32),
    )
    found = int(extract(shown, firsts, places, amounts, SparseNetwork.header_of(table).ctypes.data))
    dense = np.zeros((len(shown), features.size), np.float32)
    rows = np.repeat(np.arange(len(shown)), np.diff(firsts, append=found))
    np.add.at(dense, (rows, places[:found]), amounts[:found])
    np.testing.assert_allclose(dense, features(shown), rtol=1e-6)
    assert len({tuple(row) for row in dense.tolist()}) > 10
