"""The rules of a game as a C library that needs neither Python nor numba: `python -m release.library --game castles_of_caleira`.

numba types, lowers and optimises the rules as for Python. The module that it hands to LLVM is then emitted once more as
position-independent code, without what only Python calls, and linked with `library.c`. The file is for one processor or level of
x86-64, as numba's settings say (NUMBA_CPU_NAME, NUMBA_CPU_FEATURES).
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba

import fs_env
from fs_env.core.machine.compile.jit import fix_signature, whole
from fs_env.core.machine.declare.outcome import Outcome
from fs_env.core.machine.run.codes import BAD_PLACE
from fs_env.core.machine.run.commands.dispatcher import make_entry
from fs_env.core.machine.run.commands.row import row_dtype
from fs_env.core.machine.run.snapshots import tag_of
from fs_env.registry.games import GAMES, load_game
from release.pythons import call

GLUE = Path(__file__).with_suffix(".c")
SYMBOL = "fsenv_rules"  # as library.c calls the rules
WARNINGS = ("-Wall", "-Wextra", "-Werror")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m release.library", description=__doc__)
    parser.add_argument("--game", choices=sorted(GAMES), required=True)
    parser.add_argument("--out", type=Path, default=Path("dist"), help="folder of the library (default: dist)")
    args = parser.parse_args(arguments)
    args.out.mkdir(parents=True, exist_ok=True)
    path = write_library(load_game(args.game), args.out)
    print(f"{path}  {path.stat().st_size / 1e6:.2f} MB")
    return 0


def write_library(game: Any, folder: Path) -> Path:
    """Compiles the rules of a `Game` and links them.

    Returns:
        `libfsenv_<game>.so` in the folder.

    Raises:
        RuntimeError: there is no C compiler, or it fails; for example because the code calls functions of Python.
    """
    compiler = os.environ.get("CC") or shutil.which("cc")
    if not compiler:
        raise RuntimeError("no C compiler was found: install one, or name it in the variable CC")
    with tempfile.TemporaryDirectory() as scratch:
        header, rules, library = (
            Path(scratch, name) for name in ("constants.h", "rules.o", f"libfsenv_{game.name}.so")
        )
        header.write_text(constants(game), encoding="utf-8")
        rules.write_bytes(machine_code(game.spec))
        options = ("-std=c11", "-O2", "-fPIC", "-fvisibility=hidden", *WARNINGS, "-shared", "-s", "-Wl,--no-undefined")
        call([compiler, *options, "-include", str(header), str(GLUE), str(rules), "-o", str(library), "-lm"])
        return Path(shutil.copy(library, folder))


def constants(game: Any) -> str:
    """What library.c has to know of a game, as C."""
    row = row_dtype(game.max_players)
    values = {
        "GAME": f'"{game.name}"',
        "VERSION": f'"{fs_env.__version__}"',
        "STATE_SIZE": game.dtype.itemsize,
        "NUM_ACTIONS": game.num_actions,
        "OBSERVATION_SIZE": game.schema.size,
        "MAX_PLAYERS": game.max_players,
        "NUM_OPTIONS": len(game.options),
        "NUM_OUTCOMES": len(Outcome),
        "OPTION_NAMES": ", ".join(f'"{name}"' for name in game.options),
        "OPTION_DEFAULTS": ", ".join(map(str, game.option_values().tolist())),
        "OPTION_RANGES": ", ".join(f"{{{one.low}, {one.high}, {one.step}}}" for one in game.options.values()),
        "SNAPSHOT_TAG": ", ".join(map(str, tag_of(game.spec))),
        "ROW_WORDS": row.itemsize // 8,
        "ROW_RETURNS": row.fields["returns"][1],
        "ROW_RANDOM": row.fields["random_decisions"][1],
        "BAD_PLACE": f"({BAD_PLACE})",
    }
    return "".join(f"#define {name} {value}\n" for name, value in values.items())


def machine_code(spec: Any) -> bytes:
    """The rules of a game as a relocatable object file, whose only symbol is `SYMBOL`."""
    function, signature = make_entry(spec)
    dispatcher: Any = numba.njit(nogil=True, _nrt=False)(function)
    fix_signature(dispatcher, signature, part=False)
    with whole(dispatcher.targetdescr, function):
        dispatcher.compile(signature)
    compiled = dispatcher.overloads[signature]
    module = compiled.library._final_module.clone()
    for defined in module.functions:
        if not defined.is_declaration:
            defined.linkage = "internal"
    for variable in module.global_variables:
        if variable.linkage.name == "common":  # numba's environments, which only code for Python reads
            variable.linkage = "internal"
    rules = module.get_function(compiled.fndesc.llvm_func_name)
    rules.name, rules.linkage, rules.visibility = SYMBOL, "external", "hidden"
    machine = position_independent(compiled.library.codegen)
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(module, llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(0)))
    return bytes(machine.emit_object(module))


def position_independent(codegen: Any) -> Any:
    """A target machine for the processor that numba compiles for, with code that can be loaded at any address."""
    options: dict[str, Any] = {"opt": numba.config.OPT}
    codegen._customize_tm_options(options)
    options |= {"reloc": "pic", "codemodel": "default"}
    options.pop("jitdebug", None)
    return llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(**options)


if __name__ == "__main__":
    sys.exit(main())
