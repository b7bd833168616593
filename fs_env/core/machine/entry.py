"""Makes the one compiled function of a game, its entry (`commands.dispatcher`), and keeps its code on disk.

The cache is keyed by a hash of the sources of what is compiled, because numba itself watches one file alone.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numba

from .commands.dispatcher import make_entry
from .jit import check_covered, compiled, fix_signature, source_files, source_hash
from .kept_code import keep

if TYPE_CHECKING:
    from .spec import GameSpec

KERNELS = (
    *("setup", "to_act", "legal", "step", "observe", "returns", "resample", "outcome", "num_players", "decisions"),
)
HERE = Path(__file__).parent
IMPORT = re.compile(r"^from (\.+|fs_env\.core\.machine\.?)([\w.]*) import ([\w, ]*)", re.MULTILINE)


def build_entry(spec: GameSpec) -> Any:
    """The entry of a game: a numba dispatcher with one signature, cached on disk (or a Python function).

    Raises:
        ValueError: a kernel of the game is defined in a file that `spec.sources` does not cover.
    """
    if not compiled():
        return make_entry(spec, "")[0]
    sources = [*machine_sources(spec.sources), *spec.sources]
    names = check_covered(
        f"game {spec.name!r}", [getattr(spec, name).py_func for name in KERNELS], sources, "GameSpec.sources"
    )
    places = [(section.name, section.offset, section.shape) for section in spec.layout.sections]
    sizes = (spec.num_actions, spec.max_players, spec.layout.size, len(spec.options), places)
    key = source_hash(sources, spec.name, repr(spec.dtype), sizes, names, *spec.hash_extra)
    function, signature = make_entry(spec, key)
    dispatcher = keep(numba.njit(nogil=True, _nrt=False)(function))
    fix_signature(dispatcher, signature, part=False, what=f"the rules of {spec.name}")
    return dispatcher


def machine_sources(sources: Any, here: Path = HERE) -> list[Path]:
    """The files of the machine that can be part of the compiled code of a game.

    These are the commands, what the game's own files import of the machine, and whatever those import in turn. What
    stands on the entry itself, as `game.py` does, cannot be in it.

    Args:
        sources: files and folders of the game.
        here: the folder of the machine.
    """
    known: dict[Path, set[Path]] = {}
    first = {*here.glob("commands/*.py")}
    for path in source_files(sources):
        if path.suffix == ".py":
            first |= imported(path, here)
    found: set[Path] = set()
    for path in first:
        below = reached(path, here, known)
        if here / "entry.py" not in below:
            found |= below
    return sorted(found)


def reached(path: Path, here: Path, known: dict[Path, set[Path]]) -> set[Path]:
    """A file of the machine and all files of it that are imported with it; `known` are answers so far."""
    if path not in known:
        known[path] = {path}
        todo = [path]
        while todo:
            more = imported(todo.pop(), here) - known[path]
            known[path] |= more
            todo.extend(more)
    return known[path]


def imported(path: Path, here: Path) -> set[Path]:
    """The files of the machine that a file imports when it is loaded."""
    out = set()
    inside = here in path.parents
    for where, name, names in IMPORT.findall(path.read_text(encoding="utf-8")):
        folder = here
        if where.startswith("."):
            if not inside:
                continue
            folder = path.parents[len(where) - 1]
        for module in [name] if name else [word.strip() for word in names.split(",")]:
            file = folder.joinpath(*module.split(".")).with_suffix(".py")
            if file.is_file():
                out.add(file)
    return out
