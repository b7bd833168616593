"""The interpreters of this machine for which wheels are created and tried, and empty environments of theirs."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

LOWEST = (3, 11)
ASK = "import json, sys; print(json.dumps([sys.implementation.name, *sys.version_info[:3], sys.prefix == sys.base_prefix]))"


class Python(NamedTuple):
    """An interpreter.

    Attributes:
        path: of its program.
        version: such as (3, 12, 1).
    """

    path: str
    version: tuple[int, int, int]

    @property
    def tag(self) -> str:
        """As the names of wheels say it, such as "cp312"."""
        return f"cp{self.version[0]}{self.version[1]}"

    @property
    def words(self) -> str:
        """Such as "Python 3.12.1"."""
        return "Python " + ".".join(map(str, self.version))


def look_at(path: str) -> Python | None:
    """The CPython at a path that the package supports; None where there is no such one, or only an environment of one."""
    try:
        output = subprocess.run([path, "-c", ASK], capture_output=True, text=True, check=True, timeout=60).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    name, *version, base = json.loads(output)
    found = Python(path, (version[0], version[1], version[2]))
    return found if name == "cpython" and base and found.version >= LOWEST else None


def candidates() -> list[str]:
    """Paths that may be interpreters: of this process, in PATH, and those of pyenv."""
    found = [str(Path(sys.base_prefix) / "bin" / "python3")]
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        places = sorted(Path(folder).glob("python3*")) if folder and Path(folder).is_dir() else []
        found += [str(path) for path in places if re.fullmatch(r"python3(\.\d+)?", path.name)]
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    found += [str(path) for path in sorted(pyenv.glob("versions/*/bin/python3"))]
    return list(dict.fromkeys(found))


def find_pythons(paths: Iterable[str] | None = None) -> list[Python]:
    """An interpreter for each minor version, ascending: the newest of several patches; of equal ones the first.

    Args:
        paths: of interpreters; None: `candidates()`.
    """
    found: dict[tuple[int, int], Python] = {}
    for path in candidates() if paths is None else paths:
        one = look_at(path)
        if one is not None and one.version > found.get(one.version[:2], Python("", (0, 0, 0))).version:
            found[one.version[:2]] = one
    return [found[version] for version in sorted(found)]


class Environment:
    """A new, empty virtual environment in a folder."""

    def __init__(self, python: Python, folder: Path) -> None:
        self.folder = folder
        self.program = str(folder / "bin" / "python")
        if folder.exists():
            shutil.rmtree(folder)
        call([python.path, "-m", "venv", str(folder)])

    def install(self, *what: str) -> None:
        """`pip install`."""
        call([self.program, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *what])

    def run(self, arguments: Sequence[str], **changes: str | None) -> str:
        """Runs its Python isolated from the user's and the tree's packages; returns standard output."""
        return call([self.program, "-I", *arguments], changes, cwd=self.folder)


def call(command: Sequence[str], changes: Mapping[str, str | None] | None = None, cwd: Path | None = None) -> str:
    """Runs a command and returns its standard output.

    Args:
        changes: of environment variables; None removes one.

    Raises:
        RuntimeError: it failed; the message has the end of what it printed.
    """
    environment = dict(os.environ)
    for name, value in (changes or {}).items():
        environment.pop(name, None)
        if value is not None:
            environment[name] = value
    done = subprocess.run(list(command), capture_output=True, text=True, env=environment, cwd=cwd, check=False)
    if done.returncode:
        output = "\n".join((done.stdout + done.stderr).strip().splitlines()[-15:])
        raise RuntimeError(f"{' '.join(map(str, command))[:200]} failed with code {done.returncode}:\n{output}")
    return done.stdout
