"""The files that agents are made of: results of one version of a bot are not continued with another."""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Iterable, Mapping
from functools import lru_cache

from fs_env.agent_api.programs import TCP, command_of, kind_of

WRITTEN = re.compile(r"\bmemory=[^,;]*")  # a file that a bot writes
FILE = re.compile(r"\.\w+$")


def digests_of(specs: Iterable[object]) -> dict[str, str]:
    """Digests of the files that specs name, such as code, a network or a program, by path; not of what these import or read."""
    found = {file for spec in specs if isinstance(spec, str) for file in _files_of(spec)}
    return {file: _digest(file, os.stat(file).st_mtime_ns, os.stat(file).st_size) for file in sorted(found)}


def _files_of(spec: str) -> list[str]:
    kind, (place, _, name) = kind_of(spec), spec.rpartition(":")
    if kind == TCP:
        return []
    if kind:  # further files are data of the program
        return [word for word in command_of(spec) if os.path.isfile(word)][:1]
    if name.isidentifier() and not place.endswith(".py"):  # a module
        files = [os.path.join(folder, *place.split(".")) + ".py" for folder in (".", *sys.path)]
        return [file for file in files if os.path.isfile(file)][:1]
    parts = [place] if place.endswith(".py") else re.split("[:,;=]", WRITTEN.sub("", spec))
    return [part for part in parts if FILE.search(part) and os.path.isfile(part)]


@lru_cache(maxsize=1024)
def _digest(file: str, changed: int, size: int) -> str:
    with open(file, "rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()[:16]


def refuse_changed(what: str, stored: Mapping[str, str], now: Mapping[str, str]) -> None:
    """Raises ValueError, naming them, if files of agents are others than when games of `what` were played."""
    changed = [file for file, digest in now.items() if stored.get(file, digest) != digest]
    if changed:
        raise ValueError(
            f"{what}: {', '.join(changed)} changed since its games were played: choose another file for the new version, or take the "
            "old one back"
        )
