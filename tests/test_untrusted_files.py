"""Files from strangers: what loading a policy, a replay, a snapshot, a scenario, a puzzle, rooms or results may do, and never does.

None runs code, reads without end, or reaches a file beside the one that was named.
"""

from __future__ import annotations

import gzip
import io
import json
import os
import pickle
import sqlite3
import struct
import subprocess
import sys
import time
import tracemalloc
import zipfile
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest

from fs_env.agents.networks import network
from fs_env.agents.networks.network import FORMAT as NETWORK_FORMAT
from fs_env.agents.networks.network import SparseNetwork
from fs_env.agents.values import files as values
from fs_env.agents.values.files import FORMAT as VALUE_FORMAT
from fs_env.agents.values.files import load_value
from fs_env.arena.database import Database, read_results, stored_plan
from fs_env.cli import main
from fs_env.core.castles_of_caleira.game import GAME
from fs_env.core.files import LARGEST_TEXT
from fs_env.core.four_souls.cards.own_rooms import read_rooms
from fs_env.core.four_souls.scenario import Scenario
from fs_env.core.machine.run.snapshots import HEAD
from fs_env.puzzles.puzzle import read as read_puzzle
from fs_env.replays import load_replay, play_back, replay, save_replay
from fs_env.training.selfplay import shard
from fs_env.training.selfplay.plan import FORMAT as SHARD_FORMAT
from fs_env.training.selfplay.shard import about_file
from tests.puzzles.texts import FIGHT
from tests.replays.games import recorded

READERS = {
    "policy": lambda path: SparseNetwork.load(path, GAME, 3),
    "value": lambda path: load_value(path, "castles_of_caleira"),
    "shard": about_file,
    "replay": load_replay,
    "scenario": Scenario.from_toml,
    "puzzle": read_puzzle,
    "rooms": read_rooms,
    "results": read_results,
}
ARCHIVES = ("policy", "value", "shard")
TEXTS = ("scenario", "puzzle", "rooms")


class Trap:
    """Unpickled, it writes a file."""

    def __init__(self, target):
        self.target = target

    def __reduce__(self):
        return os.mkdir, (str(self.target),)


def archive_of(path, **entries):
    """An .npz with raw entries."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in entries.items():
            file.writestr(f"{name}.npy", data)
    return path


def pickled_array(value):
    """An array of objects as numpy writes it: its data is a pickle."""
    out = io.BytesIO()
    np.lib.format.write_array(out, np.array([value, None], object), allow_pickle=True)
    return out.getvalue()


# No code.


@pytest.mark.parametrize("what", ARCHIVES)
@pytest.mark.parametrize("entry", ["about", "kept", "inputs", "actions", "first", "used", "levels"])
def test_archive__with_a_pickle(tmp_path, what, entry):
    """A pickle in any place of an archive is refused, never run."""
    trap = tmp_path / "ran"
    about = io.BytesIO()
    formats = {"policy": NETWORK_FORMAT, "value": VALUE_FORMAT, "shard": SHARD_FORMAT}
    np.lib.format.write_array(about, np.array(json.dumps({"game": "castles_of_caleira", "format": formats[what]})))
    path = archive_of(tmp_path / "x.npz", **({"about": about.getvalue()} | {entry: pickled_array(Trap(trap))}))
    with pytest.raises(ValueError, match=r"x\.npz"):
        READERS[what](path)
    assert not trap.exists()
    pickle.loads(pickle.dumps(Trap(trap)))  # noqa: S301
    assert trap.exists(), "the trap works"


@pytest.mark.parametrize("what", READERS)
def test_reader__given_a_pickle(tmp_path, what):
    """A file that is nothing but a pickle is refused by its name, whatever reads it."""
    trap, path = tmp_path / "ran", tmp_path / "file.json"
    path.write_bytes(pickle.dumps(Trap(trap)))
    with pytest.raises(ValueError, match=r"file\.json"):
        READERS[what](path)
    assert not trap.exists()


@pytest.mark.parametrize("form", ["module", "file"])
def test_replay__names_code(tmp_path, monkeypatch, capsys, form):
    """A replay names its game; a place outside the package is not imported unless the user gives it too."""
    code = "from pathlib import Path\nPath({!r}).mkdir()\nfrom fs_env.core.castles_of_caleira.game import GAME\n"
    trap = tmp_path / "ran"
    (tmp_path / "trap_of_a_replay.py").write_text(code.format(str(trap)))
    monkeypatch.syspath_prepend(str(tmp_path))
    place = "trap_of_a_replay:GAME" if form == "module" else f"{tmp_path / 'trap_of_a_replay.py'}:GAME"
    path = save_replay(replace(recorded(), game=place), tmp_path / "game.json")
    with pytest.raises(ValueError, match="a file does not import code"):
        next(play_back(load_replay(path)))
    for more in ([], ["--verify"], ["--turn", "1"], ["--html", str(tmp_path / "x.html")]):
        assert main(["replay", str(path), *more]) == 2
        assert "a file does not import code" in capsys.readouterr().err
    assert not trap.exists()
    assert main(["replay", str(path), "--verify", "--game", place]) == 0
    assert trap.exists()
    sys.modules.pop("trap_of_a_replay", None)


@pytest.mark.parametrize("place", ["os:system", "subprocess:Popen", "fs_env.cli:main", ":", "json:", "x.py:GAME"])
def test_replay__names_what_is_no_game(tmp_path, place):
    """Modules that are imported already hold much that is not a game: it is not called."""
    path = save_replay(replace(recorded(), game=place), tmp_path / "game.json")
    with pytest.raises(ValueError, match="is unknown here"):
        next(play_back(load_replay(path)))


@pytest.mark.parametrize(
    "text", ["__import__('os').mkdir({!r})", "(lambda: open({!r}, 'w'))()", "[x for x in [open({!r}, 'w')]]"]
)
def test_rooms__with_python(tmp_path, text):
    """A file of rooms looks like Python and is not run."""
    path, trap = tmp_path / "rooms.txt", tmp_path / "ran"
    path.write_text(text.format(str(trap)))
    with pytest.raises(ValueError, match=r"rooms\.txt"):
        read_rooms(path)
    assert not trap.exists()


ENDLESS = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)"
DOUBLED = "".join(f"CREATE VIEW v{k + 1} AS SELECT * FROM v{k} UNION ALL SELECT * FROM v{k};" for k in range(40))
SCHEMAS = {
    "view 'agents'": f"DROP TABLE agents; CREATE VIEW agents AS {ENDLESS} SELECT x AS agent, 'a' AS name FROM c",
    "view 'about'": f"DROP TABLE about; CREATE VIEW about AS {ENDLESS} SELECT 'plan' AS name, 'a' AS value FROM c",
    "view 'USAGE'": f"DROP TABLE usage; CREATE VIEW USAGE AS {ENDLESS} SELECT x AS game, 0 AS seat FROM c",
    "view 'v0'": f"CREATE VIEW v0 AS SELECT 1 AS game; {DOUBLED} DROP TABLE sides; CREATE VIEW sides AS SELECT * FROM v40",
    "view 'names'": "CREATE VIEW names AS SELECT load_extension('/tmp/x.so')",
    "trigger 'late'": f"CREATE TRIGGER late AFTER INSERT ON games BEGIN INSERT INTO agents {ENDLESS} SELECT x, 'a' FROM c; END",
    "table 'usage'": "DROP TABLE usage; CREATE VIRTUAL TABLE usage USING fts5(game, seat)",
    "index 'i'": "CREATE INDEX i ON games (hex(zeroblob(100000000)))",
    "column that is computed": "DROP TABLE agents; CREATE TABLE agents (agent INTEGER, name AS (hex(zeroblob(100000000))))",
    "malformed database schema": "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 0, "
    f"sql = 'CREATE VIEW agents AS {ENDLESS} SELECT x AS agent FROM c' WHERE name = 'agents'",
}


def results_file(path, script=""):
    """A results file with a script run on it."""
    path.unlink(missing_ok=True)
    Database(path, {"game": "nim"}, ("first",)).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.executescript(script)
    return path


def test_results__with_code_in_its_schema(tmp_path):
    """SQL that came with a results file is never run, neither to read nor to write it: the error names it, and nothing is written."""
    for words, script in SCHEMAS.items():
        path = results_file(tmp_path / "results.sqlite", script)
        before = path.read_bytes()
        for read in (read_results, lambda path: Database(path, {"game": "nim"}, ("first",))):
            with pytest.raises(ValueError, match=rf"results\.sqlite.*{words}.*choose another"):
                read(path)
        assert stored_plan(path) is None and path.read_bytes() == before
    path = results_file(tmp_path / "results.sqlite", f"INSERT INTO agents {ENDLESS} SELECT x, 'a' FROM c LIMIT 2000")
    with pytest.raises(ValueError, match=r"results\.sqlite.*2001 agents, expected at most 1000"):
        read_results(path)


# Not without end.


@pytest.mark.parametrize("what", ARCHIVES)
def test_archive__that_unpacks_to_more_than_is_allowed(tmp_path, monkeypatch, what):
    """The sizes that an archive declares are looked at before anything is unpacked."""
    for module in (network, values, shard):
        monkeypatch.setattr(module, "FILE", replace(module.FILE, largest=2**20))
    path = archive_of(tmp_path / "bomb.npz", about=b"\0" * 2**21)
    assert path.stat().st_size < 2**14
    with pytest.raises(ValueError, match=r"bomb\.npz.*2097152 bytes, more than 1048576"):
        READERS[what](path)


def pages_that_lead_to_each_other(path, cells):
    """A results file of some pages in which the tree of the games has `cells` ** 8 rows: all entries of a page lead to the next one."""
    results_file(path)
    with closing(sqlite3.connect(path)) as db:
        root = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'games'").fetchone()[0]
        size = db.execute("PRAGMA page_size").fetchone()[0]
    data = bytearray(path.read_bytes())
    first = len(data) // size + 1

    def page(kind, head, entries):
        entry = len(entries[0])
        places = b"".join(struct.pack(">H", size - entry * (k + 1)) for k in range(len(entries)))
        top = struct.pack(">BHHHB", kind, 0, len(entries), size - entry * len(entries), 0) + head + places
        return top + bytes(size - len(top) - entry * len(entries)) + b"".join(reversed(entries))

    def inner(following):
        number = struct.pack(">I", following)
        return page(5, number, [number + bytes([k]) for k in range(cells)])

    data[(root - 1) * size : root * size] = inner(first)
    data += b"".join(inner(first + k + 1) for k in range(7)) + page(13, b"", [b"\6\1\6\0\x09\x09\x09\x0d"])
    data[28:32] = struct.pack(">I", len(data) // size)
    path.write_bytes(data)


GROWING = {
    "dotted key": ("scenario", lambda n: ".".join("a" * n) + " = 1"),
    "dotted key with spaces": ("puzzle", lambda n: " . ".join("a" * (n // 2)) + " = 1"),
    "dotted key in quotes": ("scenario", lambda n: ".".join(["''"] * n) + " = '.'"),
    "dotted key in a header": ("puzzle", lambda n: "[" + ".".join("a" * n) + "]"),
    "quotes in a value": ("scenario", lambda n: "x = '''" + "\"\\''#" * (n // 2)),
    "words in a value": ("scenario", lambda n: 'monsters = ["' + "'a' " * (n // 4) + '"]\n' + "b = 1\n" * (n // 8)),
    "a large power": ("puzzle", lambda n: FIGHT.replace('chance = "3/4"', f'chance = "1e-{n}00"')),
    "rooms": ("rooms", lambda n: 'room("a", "A", ' + "-" * n + "1)"),
    "lists": ("replay", lambda n: "[" + "[]," * (20 * n) + "[]]"),
    "names": ("replay", lambda n: json.dumps({**recorded().to_json(), "names": ["a" * n] * 2})),
    "text about a network": ("policy", lambda n: {"about": npy(f"<U{100 * n}", b"[\0\0\0" * 100 * n)}),
    "entries of an archive": ("shard", lambda n: dict.fromkeys(map(str, range(n // 2)), b"")),
    "results": ("results", lambda n: n // 400),
}
"""What grows: its reader, and a text, the entries of an archive, or the entries of a page of SQLite, for a size."""


def npy(kind, data):
    """An array of one element as numpy writes it."""
    head = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': (), }}\n".encode()
    return b"\x93NUMPY\1\0" + struct.pack("<H", len(head)) + head + data


def grown(path, made):
    """Writes what an entry of `GROWING` made."""
    if isinstance(made, str):
        path.write_text(made)
    elif isinstance(made, dict):
        archive_of(path, **made)
    else:
        pages_that_lead_to_each_other(path, made)
    return path


@pytest.mark.slow
def test_readers__of_inputs_that_grow(tmp_path):
    """A file of twice the size takes at most some 2.5 times the processor time, and no more memory than a hundred times its size or 40
    MB, whatever is in it."""
    for name, (what, make) in GROWING.items():
        path, seconds = tmp_path / "grown.toml", []
        for n in (40_000, 80_000):
            grown(path, make(n))
            begun = time.process_time()
            with pytest.raises(ValueError, match=r"grown\.toml"):
                READERS[what](path)
            seconds.append(time.process_time() - begun)
        assert seconds[1] < 2.5 * seconds[0] + 0.5, f"{name}: {seconds}"
        grown(path, make(10_000))
        tracemalloc.start()
        with pytest.raises(ValueError):
            READERS[what](path)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert most < max(100 * path.stat().st_size, 40e6), f"{name}: {most} bytes"


def test_archive__damaged(tmp_path):
    """Whichever archive is cut off, damaged or without its text: the error names the file, what is wrong, and how to get another one;
    it never advises to trust the file."""
    many = archive_of(tmp_path / "y.npz", **dict.fromkeys(map(str, range(20_000)), b"")).read_bytes()
    for what, todo in (
        ("policy", "train it again with `fs-env train`"),
        ("value", "fit it again"),
        ("shard", "delete it"),
    ):
        sound = archive_of(tmp_path / "x.npz", about=npy("<U2", b"{\0\0\0}\0\0\0" + bytes(10_000))).read_bytes()
        for data, words in (
            (b"", "only the first part"),
            (sound[: len(sound) // 2], "only the first part"),
            (sound.replace(sound[60:62], b"??", 1), "damaged"),
            (archive_of(tmp_path / "y.npz", about=npy("<U2", b"{")).read_bytes(), "less data than declared"),
            (
                archive_of(tmp_path / "y.npz", about=npy("<U2" + " " * 20_000, b"")).read_bytes(),
                "header that is too long",
            ),
            (archive_of(tmp_path / "y.npz", other=npy("<U2", b"")).read_bytes(), "has no 'about'"),
            (archive_of(tmp_path / "y.npz", about=pickled_array(1)).read_bytes(), "has Python objects"),
            (many, "list of entries takes"),
        ):
            path = tmp_path / "x.npz"
            path.write_bytes(data)
            with pytest.raises(ValueError, match=rf"x\.npz.*{words}.*{todo}") as refused:
                READERS[what](path)
            assert "copy " in str(refused.value) and "trust" not in str(refused.value)


def test_replay__that_unpacks_to_more_than_is_allowed(tmp_path, monkeypatch):
    """A small compressed file is unpacked no further than the limit."""
    monkeypatch.setattr(replay, "FILE", replace(replay.FILE, largest=2**20))
    path = tmp_path / "bomb.json.gz"
    path.write_bytes(gzip.compress(b'{"replay": 1, "names": ["' + b"a" * 2**26))
    with pytest.raises(ValueError, match="more than 1048576 bytes"):
        load_replay(path)


@pytest.mark.parametrize("what", TEXTS)
def test_text__longer_than_a_person_writes(tmp_path, what):
    """Texts are read up to a limit: a file without an end is refused as quickly as a long one."""
    path = tmp_path / "long.toml"
    path.write_text("# " + "a" * LARGEST_TEXT)
    for file in (path, "/dev/zero"):
        with pytest.raises(ValueError, match=f"more than {LARGEST_TEXT} bytes"):
            READERS[what](file)


@pytest.mark.parametrize("what", ["replay", "scenario", "puzzle"])
def test_text__nested_without_end(tmp_path, what):
    """Brackets within brackets end in an error, not in the end of the process."""
    path = tmp_path / "deep.json"
    path.write_text(("x = " if what != "replay" else "") + "[" * 100_000)
    with pytest.raises(ValueError, match=r"deep\.json"):
        READERS[what](path)


@pytest.mark.parametrize("number", [2**70, -1, 10**400, 3.5, None, "7", [1]])
def test_replay__with_numbers_that_fit_nothing(tmp_path, number):
    """Seeds and choices that no game has are told as such."""
    plain = recorded().to_json()
    for key in ("seed", "choices"):
        path = tmp_path / "odd.json"
        path.write_text(json.dumps({**plain, key: number if key == "seed" else [number]}))
        with pytest.raises(ValueError):
            list(play_back(load_replay(path)))


# Snapshots.


def test_snapshot__of_any_bytes():
    """Whatever the bytes, restoring them is refused and writes nothing; they are numbers, never objects."""
    S = GAME.new()
    GAME.setup(S, seed=1, num_players=3)
    good, before = GAME.snapshot(S), GAME.snapshot(S)
    for wrong in (b"", good[:HEAD], good + b"\0", pickle.dumps(Trap("/tmp/never")), bytes(len(good)), good[::-1]):
        with pytest.raises(ValueError, match="snapshot"):
            GAME.restore(S, wrong)
    assert GAME.snapshot(S) == before
    for wrong in (good.decode("latin-1"), 7, None, [1, 2]):
        with pytest.raises(TypeError, match="is bytes"):
            GAME.restore(S, wrong)


# No file beside the one that was named.


def test_readers__open_one_file(tmp_path):
    """Reading opens the file itself and no other outside the installation (a results file also the journals that SQLite looks for)."""
    path = save_replay(recorded(), tmp_path / "game.json.gz")
    scenario = tmp_path / "scene.toml"
    scenario.write_text("seed = 1\n")
    code = (
        "import sys\n"
        "from fs_env.replays import load_replay, play_back\n"
        "from fs_env.core.four_souls.scenario import Scenario\n"
        "import fs_env.core.castles_of_caleira.game\n"
        "opened = []\n"
        "sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == 'open' else None)\n"
        f"load_replay({str(path)!r}); Scenario.from_toml({str(scenario)!r})\n"
        "print(*[name for name in opened], sep='\\n')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.split()) == {str(path), str(scenario)}


def test_file_name__stays_in_its_folder():
    """A replay cannot choose where it is written: its game is part of a file's name, without separators."""
    for game in ("../../etc/passwd", "/etc/x", "a\\b", "..", "x:\0y"):
        name = replay.file_name(replace(recorded(), game=game), 3)
        assert os.path.basename(name) == name and not name.startswith(".") and "\0" not in name
