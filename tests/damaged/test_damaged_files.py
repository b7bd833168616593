"""A damaged file of any kind is read, or refused by an error that names it and says what to do; it stays as it is."""

from __future__ import annotations

import json
import random
import re
import resource
import shutil
import signal
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.damaged.mutations import of_bytes, of_rows
from tests.damaged.samples import KINDS

FEW, MANY = 12, 2000
PATIENCE = 20  # seconds for one file
MEMORY = 1 << 20  # KiB that all files of a kind may take together
TODO = re.compile(
    r"take another|take the package|lists the |choose another|correct |delete it|fit it again|train it again|save it again|"
    r"copy or download it|restore |give another folder|choose a |expected |did you mean|name another|make another|check |leave "
)
NEEDS = {**dict.fromkeys(("checkpoint", "settings", "config"), "torch"), **dict.fromkeys(("state",), "sb3_contrib")}


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A folder with a valid file of a kind, made once."""
    made: dict[str, Path] = {}

    def of(name: str) -> Path:
        if name not in made:
            pytest.importorskip(NEEDS.get(name, "json"), reason="needs the extra 'train'")
            folder = tmp_path_factory.mktemp("sample") / "sample"
            folder.mkdir()
            KINDS[name].make(folder / KINDS[name].name)
            KINDS[name].read(folder / KINDS[name].name)
            made[name] = folder
        return made[name]

    return of


def too_slow(*_: Any) -> None:
    raise AssertionError(f"reading took more than {PATIENCE} s")


def damage_many(name: str, folder: Path, count: int) -> Counter[str]:
    """Reads so many damaged copies of a sample; returns how many were taken and refused."""
    kind, seen = KINDS[name], Counter[str]()
    file = folder / kind.name
    sound = file.read_bytes()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    signal.signal(signal.SIGALRM, too_slow)
    for number in range(count):
        draw = random.Random(f"{name} {number}")
        file.write_bytes(sound)
        if draw.random() < 0.5:
            file.write_bytes(of_bytes(sound, draw))
        elif kind.mutation is None:
            of_rows(file, draw)
        else:
            file.write_bytes(kind.mutation(sound, draw))
        data, there = file.read_bytes(), {path.name for path in folder.iterdir()}
        signal.alarm(PATIENCE)
        try:
            kind.read(file)
        except (ValueError, OSError) as error:
            text = str(error)
            assert kind.name in text and TODO.search(text), (
                f"{name} {number}: {text[:300]!r} does not name it or what to do"
            )
            assert len(text) < 5000 and "[Errno" not in text, f"{name} {number}: {text[:300]!r}"
            assert file.read_bytes() == data, f"{name} {number}: it was changed"
            seen["refused"] += 1
        except Exception as error:
            raise AssertionError(f"{name} {number}: {error!r}") from error
        else:
            assert not kind.keeps or file.read_bytes() == data, f"{name} {number}: it was changed"
            seen["read"] += 1
        finally:
            signal.alarm(0)
        extra = {path.name for path in folder.iterdir()} - there - {f"{kind.name}-wal", f"{kind.name}-shm"}
        assert not extra, f"{name} {number}: {extra} appeared"
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < MEMORY, f"{name}: memory"
    return seen


@pytest.mark.parametrize("name", KINDS)
def test_damaged_file__is_read_or_refused(name: str, sample: Any, tmp_path: Path) -> None:
    """A few of the damages below."""
    shutil.copytree(sample(name), tmp_path / "copy")
    assert damage_many(name, tmp_path / "copy", FEW)["refused"]


@pytest.mark.long
@pytest.mark.parametrize("name", KINDS)
def test_damaged_file__two_thousand_of_each_kind(name: str, sample: Any, tmp_path: Path) -> None:
    """Whatever is wrong in a file: it is read, or refused with its name and what to do, within seconds and without much memory."""
    shutil.copytree(sample(name), tmp_path / "copy")
    seen = damage_many(name, tmp_path / "copy", MANY)
    print(name, json.dumps(seen))
    assert seen["refused"] > MANY / 10
