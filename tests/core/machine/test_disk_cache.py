"""Compiled code on disk: damaged files are noticed and made anew, folders that cannot be written are told once."""

import errno
import os
import pickle
import subprocess
import sys
from types import SimpleNamespace

import numba
import pytest
from numba.extending import intrinsic

from fs_env.core.machine.compile import disk_cache
from fs_env.core.machine.compile.disk_cache import SUM, keep
from fs_env.core.machine.compile.jit import compiled

pytestmark = pytest.mark.skipif(not compiled(), reason="nothing is compiled under NUMBA_DISABLE_JIT")


def treble(x):
    return 3 * x


def multiply_by(factor):
    def multiply(x):
        return factor * x

    return multiply


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """An empty cache folder, and a process that has warned of nothing yet."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(disk_cache, "WARNED", set())
    return tmp_path


def files(cache):
    return sorted(cache.rglob("*.nbc"))


def use():
    """The function as a new process finds it: its answer, and whether it came from disk."""
    made = keep(numba.njit(treble))
    return made(5), sum(made.stats.cache_hits.values()) == 1


def of_cache(told):
    """The warnings of the cache among those recorded: others, as of files that an earlier test left open, come when they please."""
    return [str(warning.message) for warning in told if "compiled code" in str(warning.message)]


def flip(path, at):
    data = bytearray(path.read_bytes())
    data[at] ^= 0x10
    path.write_bytes(bytes(data))


def test_keep__is_found_again(cache):
    """Code that one process has compiled is loaded by another, which parses no bitcode."""
    assert use() == (15, False) and use() == (15, True)
    (file,) = files(cache)
    code, bitcode = pickle.loads(file.read_bytes()[disk_cache.SUM :])[0][2]  # noqa: S301
    assert b"treble" in code and b"treble" not in bitcode


@pytest.mark.parametrize("share", [0.0, 0.02, 0.3, 0.7, 0.999])
def test_keep__a_flipped_bit(cache, share):
    """A damaged file, wherever the damage is, is named in one warning, removed, and made anew: the next process loads."""
    use()
    (damaged,) = files(cache)
    flip(damaged, int(share * damaged.stat().st_size))
    with pytest.warns(RuntimeWarning, match="is damaged: it was removed") as told:
        assert use() == (15, False)
    (warning,) = of_cache(told)
    assert str(damaged) in warning
    assert use() == (15, True)


@pytest.mark.parametrize("left", [0, 10, 400])
def test_keep__a_file_that_ends_early(cache, left):
    """A file cut short, as by a full disk, is made anew."""
    use()
    (damaged,) = files(cache)
    damaged.write_bytes(damaged.read_bytes()[:left])
    with pytest.warns(RuntimeWarning, match="is damaged"):
        assert use() == (15, False)
    assert use() == (15, True)


def test_keep__whole_files_that_cannot_be_read(cache):
    use()
    (wrong,) = files(cache)
    data = pickle.dumps(("no", "code"))
    wrong.write_bytes(disk_cache.hashlib.sha256(data).digest() + data)
    assert len(wrong.read_bytes()) > SUM
    with pytest.warns(RuntimeWarning, match="is damaged"):
        assert use() == (15, False)
    assert use() == (15, True)


def test_keep__a_full_disk(cache, monkeypatch):
    """Where writing fails the answer is right, one warning names NUMBA_CACHE_DIR, and nothing half written is left."""

    def full(fd, *rest):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.warns(RuntimeWarning, match=r"No space left on device.*set NUMBA_CACHE_DIR to a folder") as told:
        assert use() == (15, False) and use() == (15, False)
    assert len(of_cache(told)) == 1
    assert not [path for path in cache.rglob("*") if path.is_file()]


def run(code, **environment):
    made = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert made.returncode == 0, made.stderr
    return made.stdout, made.stderr


PLAY = "import logging; logging.disable(); from tests.core.machine import first_use as f; print(f.policy(0), f.BY_SEED.address > 0)"
ASK = "from fs_env.core.machine.compile.disk_cache import can_keep; print(can_keep())"


def test_keep__no_folder_can_be_written(tmp_path):
    """Policies are compiled and play; one warning names NUMBA_CACHE_DIR."""
    (tmp_path / "file").write_text("")
    nowhere = {"NUMBA_CACHE_DIR": str(tmp_path / "file"), "NUMBA_CACHE_LOCATOR_CLASSES": "UserProvidedCacheLocator"}
    out, told = run(f"{PLAY}; {ASK}", NUMBA_OPT="0", **nowhere)
    assert out == "0 True\nFalse\n"
    assert told.count("Warning") == 1 and told.count("compiled code cannot be cached") == 1
    assert "set NUMBA_CACHE_DIR to a folder that can be written" in told


def test_keep__the_folder_asked_for_cannot_be_written(tmp_path):
    """Where code is kept elsewhere than NUMBA_CACHE_DIR says, one warning tells both."""
    (tmp_path / "file").write_text("")
    out, told = run(ASK, NUMBA_CACHE_DIR=str(tmp_path / "file"))
    assert out == "True\n"
    assert told.count("Warning") == 1 and "cannot be written: compiled code is cached in" in told


def test_keep__codes_of_other_edits(cache):
    """Old codes of a function are removed, so that the folder does not grow with every edit; the newest are loaded."""
    made = []
    for factor in range(disk_cache.KEYS_KEPT + 3):
        made.append(keep(numba.njit(multiply_by(factor))))
        assert made[-1](5) == 5 * factor
    assert len(files(cache)) == disk_cache.KEYS_KEPT
    loaded = keep(numba.njit(multiply_by(factor)))
    assert loaded(5) == 5 * factor and sum(loaded.stats.cache_hits.values()) == 1


def test_keep__a_value_whose_changes_cannot_be_seen(cache):
    """Such code is compiled and runs, but is not kept: one warning names function and value and tells what to do."""
    settings = SimpleNamespace(added=4)

    @intrinsic
    def add(typing_context, x):
        def codegen(context, builder, signature, arguments):
            return builder.add(arguments[0], context.get_constant(numba.types.int64, settings.added))

        return x(x), codegen

    def use_it(x):
        return add(x)

    with pytest.warns(RuntimeWarning, match=r"cannot be cached: .*add reads namespace\(added=4\).*let it read") as told:
        assert keep(numba.njit(use_it))(5) == 9
    assert len(of_cache(told)) == 1 and files(cache) == []


def test_keep__without_numbas_internals(cache, monkeypatch):
    """With another numba the same answers; nothing is kept, and one warning says so."""
    monkeypatch.setattr(disk_cache, "NEEDED", ("a_method_that_it_does_not_have",))
    with pytest.warns(RuntimeWarning, match="cannot be cached with numba") as told:
        assert (use(), use(), disk_cache.can_keep()) == ((15, False), (15, False), False)
    assert disk_cache.c_function(numba.types.int64(numba.types.int64), treble, "treble").ctypes(4) == 12
    assert len(of_cache(told)) == 1 and files(cache) == []


def test_available__in_the_numba_that_is_installed():
    assert disk_cache.available()
