"""The rules as a C library give the same games as compiled rules in Python, without numba."""

from __future__ import annotations

import hashlib
import json
import os
import random
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest

from fs_env.core.machine.compile.extension import name_of
from fs_env.core.machine.compile.jit import compiled
from fs_env.core.machine.run.commands.row import numbers_of
from fs_env.core.machine.run.rows import take_actions
from fs_env.core.machine.run.snapshots import identity
from fs_env.registry.games import load_game
from release.extension import write_extension
from release.library import OPTIONS, compiler, conflicts, link, write_objects
from release.loaded_rules import HEADER, LoadedRules, abi_of, declared
from release.version import ROOT
from release.wasm import SCRIPT, linker, write_module
from tests.documents.blocks import blocks_in, text_of
from tests.release.without_numba import load_extension, play

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (os.environ.get("CC") or shutil.which("cc")), reason="needs a C compiler"),
    pytest.mark.skipif(sys.platform != "linux", reason="libraries are written for Linux"),
    pytest.mark.skipif(not compiled(), reason="nothing is compiled under NUMBA_DISABLE_JIT"),
]
SMALL_BUFFER, BAD_OPTIONS, UNKNOWN_STATE, BAD_SNAPSHOT = -101, -1001, -1002, -1003
INTERFACES = {1: "b32fae72fae0fd60"}  # a changed prototype or constant of fsenv.h is another version
WITHOUT = """
import json, sys, threading
sys.modules["numba"] = sys.modules["llvmlite"] = None
import numpy as np
from release.loaded_rules import LoadedRules
rules = LoadedRules(sys.argv[1])
size, room = rules.sizes["state_size"], 2 + rules.sizes["num_outcomes"]
states, counts, status = rules.new(4), np.zeros((4, room), np.int64), [None] * 4
def play(n):
    status[n] = rules.random_games(states[n].ctypes.data, size, 7 + n, 50, None, 0, counts[n].ctypes.data, room)
threads = [threading.Thread(target=play, args=(n,)) for n in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(json.dumps([status, counts.tolist(), any(name.startswith("fs_env") for name in sys.modules)]))
"""


IN_NODE = """
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
const { load } = await import(`${dirname(MODULE)}/fsenv.mjs`);
const rules = await load(readFileSync(MODULE)), state = rules.setup(-5, { num_players: 3 }), positions = [];
const hex = (bytes) => Buffer.from(bytes).toString("hex");
for (let seat; (seat = state.toAct()) >= 0; ) {
  const ids = Array.from(state.legal());
  positions.push([seat, ids, Array.from(state.observe(2)), hex(state.snapshot())]);
  state.step(ids.at(-1));
}
const middle = Uint8Array.from(Buffer.from(MIDDLE, "hex")), copy = rules.restore(middle), damaged = middle.slice();
damaged[damaged.length - 1] ^= 1;
copy.resample(1, 2n ** 63n - 1n);
const redrawn = hex(copy.snapshot()), { decisions, choices, outcomes } = copy.playout(3, 10000);
const refused = [
  () => state.step(0), () => rules.restore(damaged), () => rules.restore(middle.subarray(1)),
  () => { const one = rules.restore(middle); one.step(String(one.legal()[0])); },
  () => rules.restore(middle).step(1 << 20), () => state.observe(3), () => state.resample(-1, 0), () => rules.setup(0, { nothing: 1 }),
  () => rules.setup(0, { num_players: 5 }), () => rules.setup(0, { num_players: 3, deck: 1 }),
].map((call) => { try { call(); return "nothing"; } catch (error) { return error.name; } });
const ended = [state.returns(), state.outcome(), state.decisions()];
console.log(JSON.stringify({ positions, ended, redrawn, played: [decisions, choices, ...outcomes], refused }));
"""


@pytest.fixture(scope="module")
def objects(tmp_path_factory):
    return write_objects(load_game("castles_of_caleira"), tmp_path_factory.mktemp("library"))


@pytest.fixture(scope="module")
def path(objects):
    return link("castles_of_caleira", objects, objects[0].parent)


@pytest.fixture
def rules(path):
    return LoadedRules(path)


def pointer(array):
    return array.ctypes.data


@pytest.fixture(scope="module")
def extension(tmp_path_factory):
    folder = tmp_path_factory.mktemp("shipped") / "x86-64"
    folder.mkdir()
    return write_extension([load_game("castles_of_caleira")], folder)


def entry_of(game, built):
    return load_extension(built).contents[name_of(game.entry, identity(game.spec))]


def test_extension__in_a_process_without_numba(extension):
    """Environments, bots, searches, networks and redeals are those of this process, and all of it is machine code; edited sources,
    another processor, cards of the user's and FS_ENV_NATIVE=1 do without it. A bot is found by its kernel and its memory, not by its
    name; of custom bots a warning says that they run as Python.

    Mutations: no `key` in extension.c, `<=` the other way round for flags, shape and strides in each other's place; no `words` in the name
    of a policy, no contents of closures in `name_of`; slot 0 for all networks.
    """
    run = [sys.executable, "-c", "from tests.release.without_numba import main; main()", str(extension.parents[1])]
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    played, built_in, as_python, slots, own_cards, *others = json.loads(done.stdout)
    assert played == play() and built_in == [False] * 3 + [True] * 2 and as_python == [] and others == [0, 0, 0]
    assert slots == [True] * 7 and own_cards == [True, None]
    assert done.stderr.count("was compiled from other sources") == 1
    slow = [line for line in done.stderr.splitlines() if "run as Python" in line]
    assert [line.partition(" run as")[0].rpartition(" of ")[2] for line in slow] == [
        "the bot heuristic",
        "the value castles_of_caleira",
    ]


def test_extension__refuses_other_arrays(extension):
    """What numba refuses: other types, another order, gaps, read-only memory; mutations: no `NPY_ARRAY_CARRAY`, no type_num."""
    game = load_game("castles_of_caleira")
    entry = entry_of(game, extension)
    S, rows, words = game.new(), numbers_of(game.new_rows()), np.empty(0, np.int64)
    good = [
        0,
        S,
        0,
        rows,
        words,
        game.option_values(),
        0,
        7,
        np.zeros(game.schema.size, np.int16),
        np.zeros(game.num_actions, np.int8),
    ]
    assert entry(*good) == 0 and entry(*good[:2], 1, *good[3:]) == -100
    locked, obs = game.new(), good[8]
    locked.flags.writeable = False
    wrong = [
        (1, locked),
        (1, S.view(np.ndarray).view(np.uint8)),
        (1, game.new(4)[::2]),
        (1, None),
        (3, rows.astype(np.float64)),
    ]
    wrong += [
        (5, good[5].astype(np.int32)),
        (7, 1.5),
        (8, obs.astype(np.float16)),
        (8, obs.astype(">i2")),
        (8, obs.reshape(1, -1)),
    ]
    wrong += [(8, np.repeat(obs, 2)[::2]), (9, obs), (9, good[9].tolist())]
    for place, value in wrong:
        with pytest.raises(TypeError):
            entry(*good[:place], value, *good[place + 1 :])
    with pytest.raises(TypeError, match="takes 10 arguments, got 9"):
        entry(*good[:9])
    take = load_extension(extension).contents[name_of(take_actions, "")]
    chosen, mask, over = np.array([1, 2]), np.eye(4, dtype=np.int8)[1:3], np.zeros((2, 2), bool)
    actions = np.zeros((2, 3), np.int64)
    assert take(chosen, mask, over[:, 1], actions[:, 1]) == 0 and actions.tolist() == [[0, 1, 0], [0, 2, 0]]
    for wrong in ((chosen, np.eye(4, dtype=np.int8).T[1:3]), (chosen, mask[:, ::2]), (chosen, mask[0]), (over, mask)):
        with pytest.raises(TypeError):
            take(*wrong, over[:, 1], actions[:, 1])


def test_wrong_arguments__change_nothing(rules):
    """Actions, seats, states and snapshots that are not there, and short buffers; mutations: no `is_known`, no `accepted`, no `room`."""
    (state, other), size = rules.new(2), rules.state_size()
    at, packed = pointer(state), np.zeros(rules.snapshot_size(), np.uint8)
    assert rules.setup(at, size, 0, None, 0) == 0 and rules.snapshot(at, pointer(packed), len(packed)) == 0
    before, buffer = state.tobytes(), np.zeros(1 << 12, np.uint8)
    into, seat_0 = pointer(buffer), (0,)
    rooms = {
        "legal": ((), rules.num_actions()),
        "mask": ((), rules.num_actions()),
        "observe": (seat_0, rules.observation_size()),
        "returns": ((), rules.max_players()),
        "playout": ((3, 100), 2 + rules.num_outcomes()),
        "snapshot": ((), rules.snapshot_size()),
    }
    for n in (0, 8):  # of the head: another game or version, another size
        other[:] = state
        other[n] ^= 1
        changed = other.tobytes()
        for wrong in (pointer(other), at + 8, None):
            for name, (given, room) in rooms.items():
                assert rules.functions[name](wrong, *given, into, room) == UNKNOWN_STATE, name
            for name in ("to_act", "outcome", "num_players", "decisions"):
                assert rules.functions[name](wrong) == UNKNOWN_STATE, name
            assert rules.step(wrong, 1) == rules.step(wrong, -1) == rules.resample(wrong, 0, 1) == UNKNOWN_STATE
        assert other.tobytes() == changed
    for name, (given, room) in rooms.items():
        assert rules.functions[name](at, *given, into, room - 1) == SMALL_BUFFER, name
        assert rules.functions[name](at, *given, None, room) == SMALL_BUFFER, name
    for wrong, n, status in ((at, size - 1, SMALL_BUFFER), (None, size, SMALL_BUFFER), (at + 8, size, UNKNOWN_STATE)):
        assert rules.setup(wrong, n, 1, None, 0) == status == rules.restore(wrong, n, pointer(packed), len(packed))
        assert rules.random_games(wrong, n, 1, 1, None, 0, into, 9) == status
    assert rules.random_games(at, size, 1, 1, None, 0, into, 8) == SMALL_BUFFER
    assert rules.restore(at, size, pointer(packed), len(packed) - 1) == BAD_SNAPSHOT
    packed[-1] ^= 1
    assert rules.restore(at, size, pointer(packed), len(packed)) == BAD_SNAPSHOT
    for action in (-1, rules.num_actions(), 1 << 40):
        assert rules.step(at, action) == 1
    for seat in (-1, rules.num_players(at)):
        assert rules.observe(at, seat, into, 1 << 11) == rules.resample(at, seat, 0) == -100
    assert state.tobytes() == before and not buffer.any()


def test_options__are_refused_as_in_python(rules):
    """Random values, a step outside their range too; mutations: no `checked` in library.c, or an option that `conflicts` misses."""
    game, draw, state = load_game("castles_of_caleira"), random.Random(3), rules.new()
    size, refused = rules.state_size(), 0
    described = {name: (rules.option_lowest(n), rules.option_highest(n)) for n, name in enumerate(rules.options)}
    assert described == {name: (one.low, one.high) for name, one in game.options.items()}
    assert rules.options == {name: one.default for name, one in game.options.items()}
    for _ in range(300):
        few = {name: one for name, one in game.options.items() if one.high - one.low < 9}
        chosen = {name: draw.randint(one.low - (draw.random() < 0.1), one.high) for name, one in few.items()}
        values = np.array(list({**rules.options, **chosen}.values()))
        try:
            game.option_values(**chosen)
            expected = 0
        except ValueError:
            expected, refused = BAD_OPTIONS, refused + 1
        assert rules.setup(pointer(state), size, 0, pointer(values), len(values)) == expected, chosen
    assert 50 < refused < 250 and rules.setup(pointer(state), size, 0, pointer(values), len(values) - 1) == BAD_OPTIONS
    check_conflicts(load_game("betrayal"), draw)
    check_conflicts(load_game("four_souls"), draw)


def check_conflicts(game, draw):
    options, (involved, bits) = list(game.options.values()), conflicts(game)
    for _ in range(2000):
        chosen = {one.name: draw.choice(one.values) for one in options}
        place = 0
        for n in involved:
            place = place * len(options[n].values) + options[n].values.index(chosen[options[n].name])
        assert bits[place // 8] >> place % 8 & 1 == (game.spec.conflict(chosen) is not None), chosen


def test_random_games__where_numba_cannot_be_imported(path):
    """The library plays the games of `Game.run_random`, four threads at once, in a process with neither numba nor fs_env."""
    done = subprocess.run([sys.executable, "-c", WITHOUT, str(path)], capture_output=True, text=True, check=True)
    game = load_game("castles_of_caleira")
    players = game.options["num_players"].default
    played = [game.run_random(50, players, 7 + n) for n in range(4)]
    counts = [[one.decisions, one.choices, *one.outcomes] for one in played]
    assert json.loads(done.stdout) == [[0] * 4, counts, False]


def test_interface__version_symbols_and_no_variables(objects, path):
    """A changed header has another version, and can be used as on the page and in C++. The library exports what is declared, and has no
    data that could be written; mutation: a `static` without `const` in library.c."""
    text = HEADER.read_text(encoding="utf-8")
    code = " ".join(re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL).split())
    assert hashlib.sha256(code.encode()).hexdigest()[:16] == INTERFACES[abi_of(text)], (
        "fsenv.h differs: raise FSENV_ABI for what breaks programs, and add its digest here"
    )
    exported = subprocess.run(["nm", "-D", "--defined-only", path], capture_output=True, text=True, check=True).stdout
    assert sorted(re.findall(r" T fsenv_(\w+)", exported)) == sorted(declared(text))
    (block,) = [one for one in blocks_in(text_of("docs/do/rules_library.md")) if one.language == "c"]
    game = f"#include <stdlib.h>\n#include <fsenv.h>\nint main(void) {{\n{block.source}return 0;\n}}\n"
    for language, source in (("c", game), ("c++", text)):
        check = [compiler(), "-fsyntax-only", *OPTIONS[4:], "-I", HEADER.parent, "-x", language, "-"]
        subprocess.run(check, input=source, text=True, check=True)
    for one in objects:
        sizes = subprocess.run(["size", "-A", one], capture_output=True, text=True, check=True).stdout
        written = re.findall(r"^\.t?(?:data|bss)(?!\.rel\.ro)\S* +(\d+)", sizes, re.MULTILINE)
        assert ".text" in sizes and not any(map(int, written)), sizes


def run_example(path, name, *command):
    """The lines that a program of examples/library prints, built with a compiler and the library."""
    program = path.with_name(name)
    where = ["-L", path.parent, f"-l{path.stem[3:]}", "-o", program]
    subprocess.run([*command, ROOT / "examples" / "library" / name, *where], check=True, timeout=300)
    here = os.environ | {"LD_LIBRARY_PATH": str(path.parent)}
    done = subprocess.run([program, "100", "20"], capture_output=True, text=True, check=True, timeout=60, env=here)
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def printed_by_c(path):
    return run_example(path, "search.c", compiler(), "-O1", *OPTIONS[2:], "-I", HEADER.parent)


def test_example_in_c__plays_the_games_of_python_and_wins_by_search(printed_by_c):
    """The counts of `Game.run_random`; a player without search would win 15 of 20 with a probability of 2 %."""
    first, second = printed_by_c
    played = load_game("castles_of_caleira").run_random(100, 2, 7)
    assert first == f"castles_of_caleira: 100 random games, {played.decisions} decisions, {played.choices} choices"
    won = re.fullmatch(r"search won (\d+) of 20 games in seat 0 of 2", second)
    assert won and 15 <= int(won[1]) <= 20


@pytest.mark.skipif(not shutil.which("rustc"), reason="needs rustc")
def test_example_in_rust__plays_as_the_one_in_c(path, printed_by_c):
    """Same games, same search, same wins."""
    assert run_example(path, "search.rs", "rustc", "-D", "warnings") == printed_by_c


@pytest.fixture(scope="module")
def wasm(tmp_path_factory):
    """A module of WebAssembly beside its interface."""
    if not shutil.which("node"):
        pytest.skip("needs Node")
    try:
        linker()
    except RuntimeError as error:
        pytest.skip(str(error))
    path = write_module(load_game("castles_of_caleira"), tmp_path_factory.mktemp("wasm"))
    shutil.copy(SCRIPT, path.parent)
    return path


def in_node(*arguments):
    done = subprocess.run(["node", *arguments], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_example_in_webassembly__plays_as_the_one_in_c(wasm, printed_by_c):
    """Same games, same search, same wins."""
    assert in_node(ROOT / "examples" / "library" / "search.mjs", wasm, "100", "20").splitlines() == printed_by_c


def test_webassembly__answers_as_the_game_does(wasm):
    """Each position of a game of three, a redraw of its middle, and all refusals; mutation: `at.row` for `at.options` in fsenv.mjs."""
    game = load_game("castles_of_caleira")
    S, positions, middle = game.new(), [], b""
    game.setup(S, seed=-5, num_players=3)
    while (seat := game.to_act(S)) >= 0:
        middle = game.snapshot(S) if len(positions) == 7 else middle
        positions.append([seat, game.legal(S).tolist(), game.observe(S, 2).tolist(), game.snapshot(S).hex()])
        game.step(S, int(game.legal(S)[-1]))
    ended = [game.returns(S).tolist(), game.outcome(S), game.decisions(S)]
    T = game.new()
    game.restore(T, middle)
    game.resample(T, 1, 0, 2**63 - 1)
    redrawn = game.snapshot(T).hex()
    played = game.playout(T, 0, 3, 10_000)
    program = IN_NODE.replace("MODULE", json.dumps(str(wasm))).replace("MIDDLE", json.dumps(middle.hex()))
    found = json.loads(in_node("--input-type=module", "-e", program))
    assert found["positions"] == positions and found["ended"] == ended and found["redrawn"] == redrawn
    assert found["played"] == [played.decisions, played.choices, *played.outcomes]
    assert found["refused"] == ["RangeError"] * 10
