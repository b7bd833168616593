"""The golden games of all games, from the C library and from the extension module of wheels."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys

import numpy as np
import pytest

from fs_env.core.machine.compile.jit import compiled
from fs_env.registry.games import GAMES, load_game
from release.extension import codes_of, link_codes
from release.library import write_library
from release.loaded_rules import LoadedRules
from tests.golden.games import GOLDEN
from tests.golden.transcript import transcript

pytestmark = [
    pytest.mark.skipif(not (os.environ.get("CC") or shutil.which("cc")), reason="needs a C compiler"),
    pytest.mark.skipif(sys.platform != "linux", reason="libraries are written for Linux"),
    pytest.mark.skipif(not compiled(), reason="nothing is compiled under NUMBA_DISABLE_JIT"),
]
HEAD = 16  # bytes of a state in front of the record
REDRAWN = {
    "four_souls": 97
}  # from one position that is redrawn and played to the end to the next, by game; 1 otherwise


def pointer(array):
    return array.ctypes.data


class LibraryGame:
    """A `Game` that a C library plays. What the library answers and writes is compared with the game in each position."""

    def __init__(self, game, path):
        self.game, self.rules = game, LoadedRules(path)
        self.rooms = {
            "legal": np.zeros(game.num_actions, np.int16),
            "mask": np.zeros(game.num_actions, np.int8),
            "observe": np.zeros(game.schema.size, np.int16),
            "snapshot": np.zeros(self.rules.snapshot_size(), np.uint8),
        }
        self.steps = 0

    def __getattr__(self, name):
        return getattr(self.game, name)

    def new(self):
        state = self.rules.new()[0]
        state.fill(0xAA)
        return state[HEAD : HEAD + self.game.dtype.itemsize].view(self.game.dtype)

    def ask(self, name, S, *arguments):
        return self.rules.functions[name](pointer(S) - HEAD, *arguments)

    def write(self, name, S, *arguments):
        """The result of a function, and what it wrote into its buffer."""
        room = self.rooms[name]
        room.fill(85)
        return self.ask(name, S, *arguments, pointer(room), len(room)), room

    def setup(self, S, *, seed, **options):
        expected, values = self.game.new(), self.game.option_values(**options)
        assert self.ask("setup", S, self.rules.state_size(), seed, pointer(values), len(values)) == 0
        self.game.setup(expected, seed=seed, **options)
        assert S.tobytes() == expected.tobytes()

    def to_act(self, S):
        return self.ask("to_act", S)

    def outcome(self, S):
        return self.ask("outcome", S)

    def decisions(self, S):
        return self.ask("decisions", S)

    def returns(self, S):
        found = np.zeros(self.game.max_players)
        assert self.ask("returns", S, pointer(found), len(found)) == 0
        return found[: self.ask("num_players", S)]

    def legal(self, S):
        n, ids = self.write("legal", S)
        return ids[:n].copy()

    def step(self, S, action):
        self.compare(S)
        expected = self.game.clone(S)
        assert self.ask("step", S, action) == self.game.step(expected, action) == 0
        assert S.tobytes() == expected.tobytes()
        self.steps += 1

    def compare(self, S):
        game, legal = self.game, self.legal(S)
        seats, n = game.num_players(S), len(legal)
        assert [self.to_act(S), self.ask("num_players", S)] == [game.to_act(S), seats]
        assert [self.outcome(S), self.decisions(S)] == [game.outcome(S), game.decisions(S)]
        assert legal.tolist() == game.legal(S).tolist()
        count, mask = self.write("mask", S)
        assert count == n and mask.tobytes() == game.mask(S).tobytes()
        seat = self.steps % seats
        status, view = self.write("observe", S, seat)
        assert status == 0 and view.tobytes() == game.observe(S, seat).tobytes()
        if self.steps % REDRAWN.get(self.game.name, 1) == 0:
            self.compare_redraw(S, seat)

    def compare_redraw(self, S, seat):
        """A restored copy, redrawn and played to its end."""
        there, expected = self.new(), self.game.clone(S)
        status, packed = self.write("snapshot", S)
        assert status == 0 and packed.tobytes() == self.game.snapshot(S)
        assert self.ask("restore", there, self.rules.state_size(), pointer(packed), len(packed)) == 0
        assert there.tobytes() == S.tobytes()
        assert self.ask("resample", there, seat, self.steps) == 0
        self.game.resample(expected, seat, 0, self.steps)
        assert there.tobytes() == expected.tobytes() != S.tobytes()
        counts = np.zeros(2 + self.rules.num_outcomes(), np.int64)
        assert self.ask("playout", there, 3, 1 << 20, pointer(counts), len(counts)) == 0
        played = self.game.playout(expected, 0, 3, 1 << 20)
        assert counts.tolist() == [played.decisions, played.choices, *played.outcomes]
        assert there.tobytes() == expected.tobytes()
        assert self.returns(there).tolist() == self.game.returns(expected).tolist()


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long if name == "four_souls" else pytest.mark.slow) for name in GAMES]
)
def test_library__plays_the_golden_games(name, tmp_path):
    """A library that ctypes loads gives the stored transcripts, and in each position the bytes, views and redraws of the game.

    Mutations, one function of library.c each: `fsenv_decisions` + 1; `fsenv_observe` of another seat; `a` and `b` in each other's place;
    no `+ ROW_RETURNS`; no head written by `fsenv_restore`; gaps between fields not cleared by `fsenv_setup`.
    """
    golden = [one for one in GOLDEN if one.wording.game.name == name]
    game = LibraryGame(load_game(name), write_library(load_game(name), tmp_path))
    for one in golden:
        played = transcript(one._replace(wording=one.wording._replace(game=game)))
        assert played == one.path.read_text(encoding="utf-8"), one.path.name
    assert game.steps > 20 * len(golden) > 0


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(("castles_of_caleira", "betrayal"), marks=pytest.mark.slow),
        pytest.param(tuple(GAMES), marks=pytest.mark.long),
    ],
    ids=len,
)
def test_extension__plays_the_golden_games_without_numba(names, tmp_path):
    """An installation with the entries of games and without numba gives the stored transcripts; mutations: two words of an array in
    another order; an entry that is not found."""
    folder = tmp_path / "x86-64"
    folder.mkdir()
    link_codes([next(codes_of(load_game(name))) for name in names], folder)
    program = "from tests.release.without_numba import play_golden; play_golden()"
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path), *names], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    golden = [one.path.name for one in GOLDEN if one.wording.game.name in names]
    assert golden and json.loads(done.stdout) == [[name, True, True] for name in golden]
