"""The entry of a game from an extension module in this package, for processes without numba: written by `python -m release.extension`."""

from __future__ import annotations

import hashlib
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..compile.notice import LOGGER
from .snapshots import tag_of

if TYPE_CHECKING:
    from ..declare.spec import GameSpec

CORE, FOLDER = Path(__file__).parents[2], Path(__file__).with_name("shipped")
LEVELS = {  # of x86-64, the best first; flags as Linux writes them
    "x86-64-v3": "avx avx2 bmi1 bmi2 f16c fma abm movbe xsave cx16 lahf_lm popcnt ssse3 sse4_1 sse4_2",
    "x86-64": "lm",
}


def key_of(spec: GameSpec) -> str:
    """Identifies a game and the sources of all rules, sha256 in hex."""
    digest = hashlib.sha256(tag_of(spec) + spec.home.encode())
    for path in sorted(CORE.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def shipped_entry(spec: GameSpec) -> Any:
    """The entry from the module for the best level of this processor; None, after a warning, where no module is for these sources."""
    processor = Path("/proc/cpuinfo")
    flags = processor.read_text().partition("flags")[2].partition("\n")[0].split() if processor.is_file() else []
    for level in (level for level, needed in LEVELS.items() if {*needed.split()} <= {*flags}):
        path = FOLDER / level / f"{spec.name}.abi3.so"
        if path.is_file():
            loader = ExtensionFileLoader("rules", str(path))
            loader.exec_module(module := module_from_spec(spec_from_loader("rules", loader)))  # type: ignore[arg-type]
            if module.key == key_of(spec):
                return module.entry
            LOGGER.warning("%s was built from other sources and is not used: build it again", path)
    LOGGER.warning("numba is not installed: the rules of %s run as Python, some hundred times slower", spec.name)
    return None
