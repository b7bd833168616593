"""The rules of a game as a C library that needs neither Python nor numba: `python -m release.library --game castles_of_caleira`.

numba types, lowers and optimises the rules as for Python, or loads them from the cache. The optimised module is then emitted once
more as position-independent code, without what only Python calls, and linked with `library.c`. `fsenv.h`, copied beside the
library, declares its functions. The library is for one processor or level of x86-64, as numba's settings say (NUMBA_CPU_NAME,
NUMBA_CPU_FEATURES).
"""

from __future__ import annotations

import argparse
import itertools
import os
import random
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np

import fs_env
from fs_env.core.machine.declare.outcome import Outcome
from fs_env.core.machine.run.commands.row import row_dtype
from fs_env.core.machine.run.snapshots import tag_of
from fs_env.registry.games import GAMES, load_game
from release.pythons import call

GLUE, HEADER = Path(__file__).with_suffix(".c"), Path(__file__).with_name("fsenv.h")
SYMBOL = "fsenv_rules"  # as library.c calls the rules
OPTIONS = ("-std=c11", "-O2", "-fPIC", "-fvisibility=hidden", "-Wall", "-Wextra", "-Werror")
# numba has emitted the module once. LLVM then lets variables of a function share memory in the module itself, but leaves what was
# true before: where the memory of each is in use, and which accesses cannot meet.
OUTDATED = re.compile(r"^.* call void @llvm\.lifetime\..*\n|, !(?:noalias|alias\.scope) !\d+", re.MULTILINE)
TRIES = 3000  # random settings of options from which it is found which of them can exclude each other


def main(arguments: Sequence[str] | None = None) -> int:
    return write_game("release.library", write_library, HEADER, arguments)


def write_game(
    module: str,
    write: Callable[[Any, Path], Path],
    interface: Path | None = None,
    arguments: Sequence[str] | None = None,
) -> int:
    """Runs a command that writes the rules of a game to a folder, with the file of their interface beside them."""
    parser = argparse.ArgumentParser(prog=f"python -m {module}", description=sys.modules[write.__module__].__doc__)
    parser.add_argument("--game", choices=sorted(GAMES), required=True)
    parser.add_argument("--out", type=Path, default=Path("dist"), help="folder of the files (default: dist)")
    args = parser.parse_args(arguments)
    args.out.mkdir(parents=True, exist_ok=True)
    path = write(load_game(args.game), args.out)
    if interface is not None:
        shutil.copy(interface, args.out)
    print(f"{path}  {path.stat().st_size / 1e6:.2f} MB")
    return 0


def write_library(game: Any, folder: Path) -> Path:
    """Compiles the rules of a `Game` and links them.

    Returns:
        `libfsenv_<game>.so` in the folder.

    Raises:
        RuntimeError: there is no C compiler, or it fails; for example because the code calls functions of Python.
    """
    with tempfile.TemporaryDirectory() as scratch:
        return Path(shutil.copy(link(game.name, write_objects(game, Path(scratch)), Path(scratch)), folder))


def write_objects(game: Any, folder: Path) -> tuple[Path, Path]:
    """Compiles the rules and the functions around them: two relocatable object files in the folder; errors as `write_library`."""
    constants, rules, functions = (folder / name for name in ("constants.h", "rules.o", "library.o"))
    constants.write_text(constants_of(game), encoding="utf-8")
    call([compiler(), *OPTIONS, "-include", str(constants), "-c", str(GLUE), "-o", str(functions)])
    rules.write_bytes(machine_code(*rules_of(game), SYMBOL))
    return functions, rules


def link(game: str, objects: Sequence[Path], folder: Path) -> Path:
    library = folder / f"libfsenv_{game}.so"
    options = ("-shared", "-s", "-Wl,--no-undefined", f"-Wl,-soname,{library.name}")
    call([compiler(), *options, *map(str, objects), "-o", str(library), "-lm"])
    return library


def compiler() -> str:
    found = os.environ.get("CC") or shutil.which("cc")
    if not found:
        raise RuntimeError("no C compiler was found: install one, or name it in the variable CC")
    return found


def constants_of(game: Any) -> str:
    """What library.c has to know of a game, as C."""
    row = row_dtype(game.max_players)
    involved, excluded = conflicts(game)
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
        "CONFLICT_OPTIONS": ", ".join(map(str, [*involved, -1])),
        "CONFLICT_BITS": ", ".join(map(str, excluded)),
        "TAG": ", ".join(map(str, tag_of(game.spec))),
        "ROW_WORDS": row.itemsize // 8,
        "ROW_RETURNS": row.fields["returns"][1],
        "ROW_RANDOM": row.fields["random_decisions"][1],
    }
    return "".join(f"#define {name} {value}\n" for name, value in values.items())


def conflicts(game: Any) -> tuple[list[int], bytes]:
    """Which options can exclude each other, by number, and a bit for each combination of their values: whether it is excluded.

    An option counts where another value of it alone changes the answer of `GameSpec.conflict` for random values of all.
    """
    options, conflict, draw = list(game.options.values()), game.spec.conflict, random.Random(0)
    if conflict is None:
        return [], bytes(1)
    involved: set[int] = set()
    for _ in range(TRIES):
        values = {option.name: draw.choice(option.values) for option in options}
        why = conflict(values)
        for place, option in enumerate(options):
            if (conflict({**values, option.name: draw.choice(option.values)}) is None) != (why is None):
                involved.add(place)
    found, defaults = sorted(involved), {option.name: option.default for option in options}
    names = [options[place].name for place in found]
    combinations = itertools.product(*(options[place].values for place in found))
    bits = [conflict({**defaults, **dict(zip(names, values))}) is not None for values in combinations]
    return found, np.packbits(np.array(bits), bitorder="little").tobytes()


def machine_code(library: Any, native: str, symbol: str) -> bytes:
    """A function of a library of numba's, by its name there, as a relocatable object file whose only symbol is `symbol`."""
    module = module_of(library, native, symbol)
    module.get_function(symbol).visibility = "hidden"
    return bytes(position_independent(library.codegen).emit_object(module))


def rules_of(game: Any) -> tuple[Any, str]:
    """numba's library of the rules, from the cache where it is there, and the name of their entry in it."""
    game.warm()
    (compiled,) = game.entry.overloads.values()
    return compiled.library, compiled.fndesc.llvm_func_name


def module_of(library: Any, native: str, symbol: str) -> Any:
    """The optimised module of a library with one function, by another name, and what that function uses."""
    emitted = llvm.parse_bitcode(getattr(library, "bitcode", None) or library._get_module_for_linking().as_bitcode())
    module = llvm.parse_assembly(OUTDATED.sub("", str(emitted)))
    for defined in (
        *module.functions,
        *module.global_variables,
    ):  # variables: constants, and what only code for Python reads
        if not defined.is_declaration:
            defined.linkage = "internal"
    function = module.get_function(native)
    function.name, function.linkage = symbol, "external"
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    machine = position_independent(library.codegen)
    passes.run(module, llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(0)))
    return module


def position_independent(codegen: Any) -> Any:
    """A target machine for the processor that numba compiles for, with code that can be loaded at any address."""
    options: dict[str, Any] = {"opt": numba.config.OPT}
    codegen._customize_tm_options(options)
    options |= {"reloc": "pic", "codemodel": "default"}
    options.pop("jitdebug", None)
    return llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(**options)


if __name__ == "__main__":
    sys.exit(main())
