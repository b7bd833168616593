"""Compiled code that came with the package: loaded where it fits, and otherwise nothing but a reason in one line."""

import json
import runpy
import shutil

import numba
import pytest

from fs_env.core.machine.compile import bundled_cache, disk_cache
from fs_env.core.machine.compile.disk_cache import keep
from fs_env.core.machine.compile.jit import compiled
from tests.core.machine.test_disk_cache import files, flip, run, treble

pytestmark = pytest.mark.skipif(not compiled(), reason="nothing is compiled under NUMBA_DISABLE_JIT")
MAKE = "from tests.core.machine.test_disk_cache import use; print(*use())"
FOR = {level: {"NUMBA_CPU_NAME": level, "NUMBA_CPU_FEATURES": ""} for level in bundled_cache.LEVELS}
GENERIC = ("x86_64-unknown-linux-gnu", "generic", "")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder as a wheel has it, with the code of `treble` for both levels."""
    shipped = tmp_path_factory.mktemp("shipped")
    for level, settings in FOR.items():
        cache = tmp_path_factory.mktemp("made")
        assert run(MAKE, NUMBA_CACHE_DIR=str(cache), **settings)[0] == "15 False\n"
        (shipped / level).mkdir()
        for path in files(cache):
            shutil.copy(path, shipped / level)
        (shipped / level / bundled_cache.MANIFEST).write_text(json.dumps(bundled_cache.made_with()))
    return shipped


@pytest.fixture
def shipped(made, tmp_path, monkeypatch):
    """A package with shipped code, an empty cache folder, and a process that has said nothing yet."""
    folder = tmp_path / "shipped"
    shutil.copytree(made, folder)
    monkeypatch.setattr(bundled_cache, "FOLDER", folder)
    monkeypatch.setattr(bundled_cache, "WARNED", set())
    monkeypatch.setattr(disk_cache, "WARNED", set())
    (tmp_path / "cache").mkdir()
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "cache"))
    return folder


def use():
    """Whether the code of the function was loaded; its answer is checked."""
    function = keep(numba.njit(treble))
    assert function(5) == 15
    return sum(function.stats.cache_hits.values()) == 1


def here():
    return numba.core.registry.cpu_target.target_context.codegen().magic_tuple()


def test_shipped__is_loaded(shipped, tmp_path, caplog):
    """With an empty cache nothing is compiled, nothing written and nothing said."""
    assert use()
    assert files(tmp_path / "cache") == [] and not caplog.records


def test_shipped__each_level_by_itself(shipped):
    for level in FOR:
        shutil.move(shipped / level, shipped.parent / level)
        assert use(), f"without {level}"
        shutil.move(shipped.parent / level, shipped / level)


def test_shipped__what_this_machine_compiled_comes_first(shipped, tmp_path):
    """`native` compiles for this processor and keeps that; afterwards the shipped code is not even read."""
    with bundled_cache.native():
        assert not use()
    assert len(files(tmp_path / "cache")) == 1
    for path in files(shipped):
        path.write_bytes(b"")  # would be reported as damaged
    assert use()


def test_shipped__is_unused_where_the_user_wants_native_code(monkeypatch):
    """FS_ENV_NATIVE=1 counts for the whole process; 0 and nothing do not."""
    for value, unused in (("1", True), ("0", False), ("", False)):
        monkeypatch.setenv("FS_ENV_NATIVE", value)
        assert runpy.run_path(bundled_cache.__file__, run_name=bundled_cache.__name__)["UNUSED"] == [unused]


def test_shipped__no_folder_can_be_written(shipped, tmp_path, monkeypatch, recwarn):
    """Shipped code is loaded where numba finds no folder for its cache; nothing warns, because nothing is compiled."""
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "file"))
    monkeypatch.setattr(numba.config, "CACHE_LOCATOR_CLASSES", "UserProvidedCacheLocator")
    assert use()
    assert [warning for warning in recwarn if "kept" in str(warning.message)] == []
    assert not disk_cache.can_keep(), "for code that did not come with it"


@pytest.mark.parametrize("what", ["Python", "numba", "llvmlite"])
def test_shipped__made_with_another_version(shipped, caplog, what):
    for level in FOR:
        manifest = shipped / level / bundled_cache.MANIFEST
        manifest.write_text(json.dumps({**bundled_cache.made_with(), what: "0.1"}))
    assert not use() and use(), "compiled, and kept for the second time"
    (told,) = [record.getMessage() for record in caplog.records]
    assert told == (
        f"the compiled code that came with fs_env is not used: it was created with {what} 0.1, "
        f"this is {what} {bundled_cache.made_with()[what]}"
    )


def test_shipped__a_manifest_that_cannot_be_read(shipped, caplog):
    for level in FOR:
        (shipped / level / bundled_cache.MANIFEST).write_text("{")
    assert not use()
    assert "made_with.json cannot be read" in caplog.records[0].getMessage()


def test_shipped__damaged_code(shipped):
    """A damaged file is never run: a warning names it, the code is compiled, and the file is left to the installer."""
    for path in files(shipped):
        flip(path, path.stat().st_size // 2)
    with pytest.warns(RuntimeWarning, match=r"came with fs_env and cannot be read .*install fs_env again"):
        assert not use()
    assert len(files(shipped)) == 2


def test_shipped__of_other_sources(shipped, caplog):
    """The key covers the sources: an edited function of the same name is compiled."""
    name = files(shipped)[0].name

    def treble(x):
        return 4 * x

    treble.__code__ = treble.__code__.replace(co_filename=run.__code__.co_filename)
    assert disk_cache.CheckedFiles(shipped, treble).name.endswith(
        name.partition("treble")[2].partition(".nbc")[0][:-33]
    )
    function = keep(numba.njit(treble))
    assert function(5) == 20 and not caplog.records


# Which levels a processor runs.


@pytest.mark.parametrize(
    ("lacks", "levels"), [((), ["x86-64-v3", "x86-64"]), (("avx2",), ["x86-64"]), (("bmi2", "fma"), ["x86-64"])]
)
def test_targets__need_their_features(shipped, lacks, levels):
    """A processor without one feature of x86-64-v3 gets the plain level; the other takes precedence."""
    platform, processor, features = here()
    for feature in lacks:
        assert f"+{feature}," in features
        features = features.replace(f"+{feature},", f"-{feature},")
    found = bundled_cache.targets((platform, processor, features))
    assert found == [(shipped / level, (platform, level, "")) for level in levels]


@pytest.mark.parametrize("platform", ["aarch64-unknown-linux-gnu", "arm64-apple-darwin"])
def test_targets__another_kind_of_processor(shipped, caplog, platform):
    assert bundled_cache.targets((platform, "neoverse-n1", "+neon,+aes")) == []
    assert "it is for x86-64, and this processor, neoverse-n1, is not one" in caplog.records[0].getMessage()


def test_targets__a_processor_that_the_user_names(shipped):
    """NUMBA_CPU_NAME=generic, numba's word for portable code, gets the plain level."""
    assert [target[1] for _, target in bundled_cache.targets(GENERIC)] == ["x86-64"]


def test_targets__nothing_came_with_the_package(shipped, caplog):
    """In a tree, and in a wheel for every platform, there is no such code, and nothing is said."""
    shutil.rmtree(shipped)
    assert bundled_cache.targets(here()) == [] and not caplog.records
