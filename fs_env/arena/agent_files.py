"""The files that agents are made of: results of one version of a bot are not continued with another."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Mapping

NOT_CODE = re.compile(r"\b(?:memory|token_file)=[^,;]*")  # files that a bot writes, or that are secret


def digests_of(specs: Iterable[object]) -> dict[str, str]:
    """Digests of the files that specs name, such as code, a network or a program, by path; not of what these import."""
    parts = (part for one in specs if isinstance(one, str) for part in re.split(r"[\s:,;=]", NOT_CODE.sub("", one)))
    return {file: _digest(file) for file in sorted({part for part in parts if os.path.isfile(part)})}


def _digest(file: str) -> str:
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
