"""The files of a release: a source distribution, a wheel for every platform, and wheels with compiled rules."""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
import sys
import tarfile
import time
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from release.pythons import Environment, Python, call
from release.version import ROOT

PLATFORM = "manylinux_2_27_x86_64"  # as numba's own wheels: the code calls nothing of the system but through numba
BUNDLED = "fs_env/core/machine/compile/bundled"
MANIFEST = "made_with.json"
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
        "*.part",
    ),
    *(".mypy_cache", ".pytest_cache", ".ruff_cache", ".hypothesis", "*.sqlite", "*.sqlite-journal"),
)
TELL = (
    "import json; from fs_env.core.machine.compile import jit; from fs_env.core.machine.compile.bundled_cache import made_with;"
    "print(json.dumps(made_with()))"
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


def compile_level(environment: Environment, level: str, games: Sequence[str], folder: Path) -> None:
    """Compiles games, bots and networks for a level of x86-64 with an environment's own packages.

    Args:
        games: ids; empty for all.
        folder: gets the files, and what they were made with.
    """
    cache = folder.with_name(f"{folder.name}.cache")
    settings = {"NUMBA_CPU_NAME": level, "NUMBA_CPU_FEATURES": "", "NUMBA_CACHE_DIR": str(cache), "FS_ENV_NATIVE": "1"}
    for game in games or [""]:
        show(f"compiling {game or 'all games'} for {level}: minutes")
        environment.run(["-m", "fs_env.cli", "warm", *(["--game", game] if game else [])], **settings)
    folder.mkdir(parents=True)
    for path in sorted(cache.rglob("*.nbc")):
        shutil.copy(path, folder)
    made = json.loads(environment.run(["-c", TELL]))
    (folder / MANIFEST).write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")


def add_compiled(wheel: Path, python: Python, levels: Mapping[str, Path], out: Path) -> Path:
    """A copy of the wheel for every platform with compiled code, for one version of Python.

    Args:
        levels: names of levels and the folders that `compile_level` filled.

    Raises:
        ValueError: a folder without code.
    """
    files = {}
    for level, folder in levels.items():
        found = {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
        if MANIFEST not in found or len(found) < 2:
            raise ValueError(f"{folder} has no compiled code: expected {MANIFEST} and .nbc files")
        files |= {f"{BUNDLED}/{level}/{name}": data for name, data in found.items()}
    tag = f"{python.tag}-{python.tag}-{PLATFORM}"
    target = out / wheel.name.replace("py3-none-any", tag)
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
                data = text.replace("Tag: py3-none-any", f"Tag: {tag}").encode()
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
