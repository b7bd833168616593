"""The rules as a C library give the same games as compiled rules in Python, without numba."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys

import numpy as np
import pytest

from fs_env.registry.games import load_game
from release.library import write_library
from release.loaded_rules import LoadedRules, use
from tests.golden import castles_of_caleira, four_souls
from tests.golden.transcript import transcript

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not shutil.which("cc"), reason="needs a C compiler"),
    pytest.mark.skipif(sys.platform != "linux", reason="libraries are written for Linux"),
]
WITHOUT = """
import json, sys
sys.modules["numba"] = sys.modules["llvmlite"] = None
import numpy as np
from release.loaded_rules import LoadedRules
rules = LoadedRules(sys.argv[1])
state, counts = rules.new(), np.zeros(2 + rules.sizes["num_outcomes"], np.int64)
status = rules.random_games(state.ctypes.data, 7, 50, None, counts.ctypes.data)
print(json.dumps([status, *counts.tolist(), any(name.startswith("fs_env") for name in sys.modules)]))
"""


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return write_library(load_game("castles_of_caleira"), tmp_path_factory.mktemp("library"))


@pytest.fixture
def rules(path):
    return LoadedRules(path)


def pointer(array):
    return array.ctypes.data


def test_golden_games__castles(rules, monkeypatch):
    """A `Game` that asks the library plays all golden games of Castles; mutation: an argument of `fsenv_rules` in another place."""
    check_golden(castles_of_caleira.GOLDEN, castles_of_caleira.GAME, rules, monkeypatch)


@pytest.mark.long
def test_golden_games__four_souls(tmp_path, monkeypatch):
    """The same for Four Souls, with all its options."""
    rules = LoadedRules(write_library(four_souls.GAME, tmp_path))
    check_golden((*four_souls.GOLDEN, *four_souls.OPTIONED), four_souls.GAME, rules, monkeypatch)


def check_golden(golden, game, rules, monkeypatch):
    for name in ("entry", "advancer"):  # undone after the test
        monkeypatch.setitem(vars(game), name, None)
    use(game, rules)
    for one in golden:
        assert transcript(one) == one.path.read_text(encoding="utf-8"), one.path.name


def test_each_function__answers_as_the_game_does(rules):
    """In each position of a game of three, what the library writes is what `Game` writes; mutation: no `+ ROW_RETURNS` in library.c."""
    game = load_game("castles_of_caleira")
    options, S, state = game.option_values(num_players=3), game.new(), rules.new()
    game.setup(S, seed=5, num_players=3)
    assert rules.setup(pointer(state), 5, pointer(options)) == 0
    ids, mask = np.zeros(game.num_actions, np.int16), np.zeros(game.num_actions, np.int8)
    view, returns, packed = np.zeros(game.schema.size, np.int16), np.zeros(4), np.zeros(rules.snapshot_size(), np.uint8)
    while (seat := game.to_act(S)) >= 0:
        assert rules.to_act(pointer(state)) == seat and rules.decisions(pointer(state)) == game.decisions(S)
        n = rules.legal(pointer(state), pointer(ids))
        assert ids[:n].tolist() == game.legal(S).tolist() and rules.mask(pointer(state), pointer(mask)) == n
        assert mask.tolist() == game.mask(S).tolist()
        rules.observe(pointer(state), 2, pointer(view))
        assert view.tolist() == game.observe(S, 2).tolist()
        rules.snapshot(pointer(state), pointer(packed))
        assert packed.tobytes() == game.snapshot(S)
        assert rules.step(pointer(state), int(ids[n - 1])) == game.step(S, int(ids[n - 1])) == 0
    rules.returns(pointer(state), pointer(returns))
    assert returns[:3].tolist() == game.returns(S).tolist() and returns.any()
    assert rules.outcome(pointer(state)) == game.outcome(S) == 1 and rules.num_players(pointer(state)) == 3


def test_resample_copy_restore_playout(rules):
    """A restored copy is the state, and is resampled and played on as by `Game`."""
    game = load_game("castles_of_caleira")
    S, states, counts = game.new(), rules.new(2), np.zeros(9, np.int64)
    game.setup(S, seed=1)
    packed = np.frombuffer(game.snapshot(S), np.uint8).copy()
    assert rules.restore(pointer(states), pointer(packed)) == 0
    rules.copy(pointer(states[1]), pointer(states[0]))
    assert rules.resample(pointer(states[1]), 1, 99) == 0
    game.resample(S, 1, 0, 99)
    assert states[1].tobytes() == S.tobytes() != states[0].tobytes()
    assert rules.playout(pointer(states[1]), 3, 10_000, pointer(counts)) == 0
    played = game.playout(S, 0, 3, 10_000)
    assert counts.tolist() == [played.decisions, played.choices, *played.outcomes]
    assert states[1].tobytes() == S.tobytes()


def test_wrong_arguments__change_nothing(rules):
    """Illegal actions, seats and options that are not there and damaged snapshots are refused; mutation: no `checked` in library.c."""
    state, packed = rules.new(), np.zeros(rules.snapshot_size(), np.uint8)
    options = np.array([*rules.options.values()])
    assert rules.setup(pointer(state), 0, None) == 0
    before = state.tobytes()
    rules.snapshot(pointer(state), pointer(packed))
    packed[-1] ^= 1
    assert rules.restore(pointer(state), pointer(packed)) == -1
    assert rules.setup(pointer(state), 0, pointer(options + 99)) == -1001
    view = np.zeros(rules.observation_size(), np.int16)
    for action in (-1, rules.num_actions(), 1 << 40):
        assert rules.step(pointer(state), action) == 1
    for seat in (-1, rules.num_players(pointer(state))):
        assert rules.observe(pointer(state), seat, pointer(view)) == rules.resample(pointer(state), seat, 0) == -100
    assert state.tobytes() == before and not view.any()


def test_random_games__where_numba_cannot_be_imported(path):
    """The library plays the games of `Game.run_random` in a process with neither numba nor fs_env."""
    done = subprocess.run([sys.executable, "-c", WITHOUT, str(path)], capture_output=True, text=True, check=True)
    game = load_game("castles_of_caleira")
    played = game.run_random(50, game.options["num_players"].default, 7)
    assert json.loads(done.stdout) == [0, played.decisions, played.choices, *played.outcomes, False]


def test_buffers_of_an_advancer__new_arrays_with_an_old_identity(rules, monkeypatch):
    """What a dead buffer was is forgotten: another one gets the observation; mutation: `forget` that does nothing."""
    game = load_game("castles_of_caleira")
    for name in ("entry", "advancer"):
        monkeypatch.setitem(vars(game), name, None)
    use(game, rules)
    S, rows = game.new(), game.new_rows()
    game.setup(S, seed=0)
    advance = game.advancer(S, rows)
    views, masks = np.zeros((9, game.schema.size), np.int16), np.zeros((9, game.num_actions), np.int8)
    for k in range(9):
        view = mask = None  # the next views are objects at the same place, of other memory
        view, mask = views[k], masks[k]
        for _ in range(2):
            view[:] = 0
            seat = advance(-1, view, mask)
            assert view.tolist() == game.observe(S, seat).tolist() and view.any()
        assert advance(-1, view[:-1], mask) == -101
