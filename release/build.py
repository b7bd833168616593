"""The files of a release: a source distribution, a wheel for every platform, and one with compiled rules."""

from __future__ import annotations

import base64
import hashlib
import re
import shutil
import sys
import tarfile
import time
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from fs_env.core.machine.compile.extension import FOLDER, NAME
from release.pythons import call
from release.version import ROOT

PLATFORM = "manylinux_2_27_x86_64"  # by the functions of the C library that the code calls
TAG = f"cp311-abi3-{PLATFORM}"  # for all CPython from 3.11 on
COMPILED = FOLDER.relative_to(ROOT).as_posix()
LEFT_OUT = (
    *(
        ".git",
        ".venv",
        "build",
        "dist",
        "runs",
        "results",
        "*.egg-info",
        "__pycache__",
        "*.pyc",
        "*.nbi",
        "*.nbc",
        "*.abi3.so",
        "*.part",
    ),
    *(".mypy_cache", ".pytest_cache", ".ruff_cache", ".hypothesis", "*.sqlite", "*.sqlite-journal"),
)
STAMP = (2020, 1, 1, 0, 0, 0)  # of files added to a wheel, so that equal contents make equal wheels


def build_sources(out: Path, scratch: Path) -> tuple[Path, Path]:
    """Makes the source distribution of the tree, and from that, unpacked, the wheel for every platform; returns both files."""
    tree, unpacked = scratch / "tree", scratch / "unpacked"
    shutil.copytree(ROOT, tree, symlinks=True, ignore=shutil.ignore_patterns(*LEFT_OUT))
    call([sys.executable, "setup.py", "-q", "sdist", "-d", str(out)], cwd=tree)
    (sdist,) = out.glob("fs_env-*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(unpacked, filter="data")
    (top,) = unpacked.iterdir()
    call([sys.executable, "setup.py", "-q", "bdist_wheel", "-d", str(out)], cwd=top)
    (wheel,) = out.glob("fs_env-*-py3-none-any.whl")
    return sdist, wheel


def compile_level(level: str, games: Sequence[str], folder: Path) -> None:
    """Compiles rules, bots and networks for a level of x86-64 into a folder, which gets one file.

    Args:
        games: ids; empty for all.
    """
    show(f"compiling {', '.join(games) or 'all games'} for {level}: minutes")
    settings = {
        "NUMBA_CPU_NAME": level,
        "NUMBA_CPU_FEATURES": "",
        "NUMBA_CACHE_DIR": str(folder) + ".cache",
        "FS_ENV_NATIVE": "1",
    }
    chosen = (word for game in games for word in ("--game", game))
    call([sys.executable, "-m", "release.extension", "--out", str(folder), *chosen], settings, cwd=ROOT)


def add_compiled(wheel: Path, folder: Path, out: Path) -> Path:
    """A copy of the wheel for every platform with compiled code, which does not need numba: that is its extra "compile".

    Args:
        folder: with a folder for each level, which `compile_level` filled.

    Raises:
        ValueError: no code.
    """
    files = {f"{COMPILED}/{path.relative_to(folder)}": path.read_bytes() for path in sorted(folder.glob(f"*/{NAME}"))}
    if not files:
        raise ValueError(f"{folder} has no compiled code: expected {NAME} in a folder for each level")
    target = out / wheel.name.replace("py3-none-any", TAG)
    draft = target.with_suffix(".part")
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new:
        records: list[str] = []
        for entry in old.infolist():
            data = old.read(entry)
            if entry.filename.endswith(".dist-info/RECORD"):
                record = entry
                continue
            if entry.filename.endswith(".dist-info/WHEEL"):
                text = data.decode().replace("Root-Is-Purelib: true", "Root-Is-Purelib: false")
                data = text.replace("Tag: py3-none-any", f"Tag: {TAG}").encode()
            if entry.filename.endswith(".dist-info/METADATA"):
                data = re.sub(rb"^Requires-Dist: numba\b(?!.*extra ==).*\n", b"", data, flags=re.MULTILINE)
            new.writestr(entry, data, zipfile.ZIP_DEFLATED)
            records.append(record_line(entry.filename, data))
        for name, data in files.items():
            new.writestr(zipfile.ZipInfo(name, STAMP), data, zipfile.ZIP_DEFLATED)
            records.append(record_line(name, data))
        new.writestr(record, "".join([*records, f"{record.filename},,\n"]))
    draft.replace(target)
    return target


def record_line(name: str, data: bytes) -> str:
    """A line of RECORD (https://packaging.python.org/en/latest/specifications/recording-installed-packages/)."""
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}\n"


def show(text: str) -> None:
    """Prints a line with the time of day at once, also into a file."""
    print(time.strftime("%H:%M:%S"), text, flush=True)


def sizes(files: Iterable[Path]) -> str:
    """Names and sizes, a line each."""
    return "\n".join(f"{path.name}  {path.stat().st_size / 1e6:.1f} MB" for path in files)
