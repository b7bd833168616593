"""The rules of a game as a WebAssembly module for web pages and Node: `python -m release.wasm --game castles_of_caleira`.

The module that numba has optimised is emitted for wasm32 by LLVM, without SIMD: with it, the back end of LLVM fails at vectors of the
processor that the rules were compiled for. `fsenv.mjs`, copied beside the module, is its interface.
"""

from __future__ import annotations

import base64
import json
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm

import fs_env
from fs_env.core.machine.declare.outcome import Outcome
from fs_env.core.machine.run.commands.row import row_dtype
from fs_env.core.machine.run.snapshots import tag_of
from release.library import SYMBOL, conflicts, module_of, rules_of, write_game
from release.pythons import call

SCRIPT = Path(__file__).with_name("fsenv.mjs")
TARGET, FEATURES = "wasm32-unknown-unknown", "+bulk-memory"
SECTION = "fsenv"  # of the module: what fsenv.mjs has to know of the game, as JSON


def main(arguments: Sequence[str] | None = None) -> int:
    return write_game("release.wasm", write_module, SCRIPT, arguments)


def write_module(game: Any, folder: Path) -> Path:
    """Emits the rules of a `Game` as WebAssembly and links them.

    Returns:
        `fsenv_<game>.wasm` in the folder.

    Raises:
        RuntimeError: there is no linker for WebAssembly, or it fails.
    """
    command, module = linker(), module_of(*rules_of(game), SYMBOL)
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TARGET).create_target_machine(features=FEATURES, opt=2, reloc="static")
    module.triple, module.data_layout = TARGET, str(machine.target_data)
    with tempfile.TemporaryDirectory() as scratch:
        rules, linked = Path(scratch, "rules.o"), Path(scratch, "rules.wasm")
        rules.write_bytes(machine.emit_object(module))
        exports = ("--no-entry", f"--export={SYMBOL}", "--export=__heap_base", "--allow-undefined", "--strip-all")
        call([*command, *exports, str(rules), "-o", str(linked)])
        path = folder / f"fsenv_{game.name}.wasm"
        path.write_bytes(linked.read_bytes() + section(json.dumps(described(game), separators=(",", ":")).encode()))
        return path


def linker() -> list[str]:
    """The command of a linker for WebAssembly, LLVM's or the copy of it that comes with Rust."""
    if found := shutil.which("wasm-ld"):
        return [found]
    if rustc := shutil.which("rustc"):
        for path in Path(call([rustc, "--print", "sysroot"]).strip()).glob("lib/rustlib/*/bin/rust-lld"):
            return [str(path), "-flavor", "wasm"]
    raise RuntimeError("no linker for WebAssembly was found: install wasm-ld (of LLVM's lld) or Rust")


def described(game: Any) -> dict[str, Any]:
    """What fsenv.mjs has to know of a game, as plain data."""
    row = row_dtype(game.max_players)
    involved, excluded = conflicts(game)
    return {
        "game": game.name,
        "version": fs_env.__version__,
        "tag": list(tag_of(game.spec)),
        "stateSize": game.dtype.itemsize,
        "numActions": game.num_actions,
        "observationSize": game.schema.size,
        "maxPlayers": game.max_players,
        "numOutcomes": len(Outcome),
        "options": [
            {"name": one.name, "default": one.default, "lowest": one.low, "highest": one.high, "step": one.step}
            for one in game.options.values()
        ],
        "involved": involved,
        "conflicts": base64.b64encode(excluded).decode(),
        "row": {
            "words": row.itemsize // 8,
            "returns": row.fields["returns"][1],
            "random": row.fields["random_decisions"][1],
        },
    }


def section(data: bytes) -> bytes:
    """A custom section of a module (https://webassembly.github.io/spec/core/binary/modules.html#custom-section)."""
    content = leb128(len(SECTION)) + SECTION.encode() + data
    return b"\0" + leb128(len(content)) + content


def leb128(number: int) -> bytes:
    """A whole number >= 0 as WebAssembly writes it."""
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


if __name__ == "__main__":
    sys.exit(main())
