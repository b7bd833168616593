"""``python -m fs_env.core.four_souls.register`` adds lines to ``registry.tsv`` that number new cards and actions."""

from __future__ import annotations

import sys
from pathlib import Path

from fs_env.core.four_souls.actions import ACTIONS
from fs_env.core.four_souls.registry import FILE, RULE, Registry, RegistryError, parse
from fs_env.core.four_souls.tables import IDS


def complete() -> Registry:
    return Registry(IDS, tuple(ACTIONS))


def register(file: Path = FILE) -> int:
    """Adds the missing lines to a registry; returns how many there were."""
    before = parse(file.read_text(encoding="utf-8")) if file.exists() else Registry((), ())
    after = complete()
    for kind, old, new in zip(Registry._fields, before, after):
        if new[: len(old)] != old:
            at = next(k for k, name in enumerate(old) if new[k : k + 1] != (name,))
            found = new[at] if at < len(new) else "nothing"
            raise RegistryError(f"{kind} {at} of {file.name} is {old[at]!r}, but {found!r} has its number here: {RULE}")
    built = file.with_name(file.name + ".new")
    built.write_text(after.text(), encoding="utf-8", newline="\n")
    built.replace(file)
    return sum(len(new) - len(old) for old, new in zip(before, after))


if __name__ == "__main__":
    sys.stdout.write(f"{register()} lines added to {FILE}\n")
