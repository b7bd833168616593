"""Rules, bots and values as an extension module, for installations without numba: `python -m release.extension`.

The file is for all CPython from 3.11 on, and for the processor or level of x86-64 that numba's settings name (NUMBA_CPU_NAME). In
`fs_env/core/machine/compile/extensions/<level>` it is used where numba is not installed.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numba.core import types
from numba.np.numpy_support import as_dtype

from fs_env.agents.networks import bound
from fs_env.agents.values.files import cooperative_name
from fs_env.agents.values.part import Values
from fs_env.cli.warm import compiled_bots
from fs_env.core.machine.compile.c_calls import C_POLICY, C_VALUE, c_type
from fs_env.core.machine.compile.extension import NAME, SLOTS, key, name_of
from fs_env.core.machine.compile.jit import SIGNATURE
from fs_env.core.machine.run.codes import PLAYOUT
from fs_env.core.machine.run.policy import RANDOM
from fs_env.core.machine.run.snapshots import identity
from fs_env.core.machine.run.value import Value
from fs_env.registry.games import GAMES, load_game, manifest_of
from release.library import OPTIONS, compiler, machine_code
from release.pythons import call

GLUE = Path(__file__).with_suffix(".c")
LINKED = "-Wl,-z,now,--wrap=exp,--wrap=log"  # a function that is missing is an error at once
POLICY_WORDS = C_POLICY.count(",") + 1
C_CHOOSE = c_type("int64", POLICY_WORDS + 1)
CHOOSE = name_of(bound.call_choose, C_CHOOSE)
INCLUDES = (sysconfig.get_path("include"), np.get_include())
SHARED = (  # modules with programs of all games
    "fs_env.agents.networks.kernels",
    "fs_env.core.machine.run.answers",
    "fs_env.core.machine.run.rows",
    "fs_env.envs.draws",
)


class Code(NamedTuple):
    """Machine code of a program, or of a C function.

    Attributes:
        name: by which `fs_env.core.machine.compile.extension` finds it.
        built: numba's dispatcher, or its C function.
        signature: of a C function; empty for a program.
        locked_below: a program with a smaller number as first argument keeps the interpreter's lock.
    """

    name: str
    built: Any
    signature: str = ""
    locked_below: int | None = None

    @property
    def library(self) -> Any:
        return self.built._library if self.signature else self._compiled.library

    @property
    def native(self) -> str:
        if self.signature:
            return str(self.built._wrapper_name).removeprefix("cfunc.")
        return str(self._compiled.fndesc.llvm_func_name)

    @property
    def result(self) -> Any:
        return self._compiled.signature.return_type

    @property
    def _compiled(self) -> Any:
        if not self.built.signatures:
            self.built._compile_for_args()  # of its one signature; see `fix_signature`
        (compiled,) = self.built.overloads.values()
        return compiled


def write_extension(games: Sequence[Any], folder: Path) -> Path:
    """Compiles the rules and bots of `Game`s, or loads them from the cache, and links them with `extension.c`: a file in the folder.

    Raises:
        RuntimeError: there is no C compiler, or it fails; for example because the code calls functions of Python.
    """
    return link_codes([*shared_codes(), *(code for game in games for code in codes_of(game))], folder)


def link_codes(codes: Sequence[Code], folder: Path) -> Path:
    """`write_extension` with only this machine code."""
    with tempfile.TemporaryDirectory() as scratch:
        tables, objects = Path(scratch, "tables.h"), []
        for number, code in enumerate(codes):
            objects.append(Path(scratch, f"{number}.o"))
            objects[-1].write_bytes(machine_code(code.library, code.native, f"fsenv_{number}"))
        tables.write_text(tables_of(codes), encoding="utf-8")
        path = folder / NAME
        includes = (f"-isystem{include}" for include in INCLUDES)
        files = (f'-DTABLES="{tables}"', str(GLUE), *map(str, objects), "-o", str(path))
        call([compiler(), *OPTIONS, *includes, "-shared", "-s", LINKED, *files, "-lm"])
    return path


def shared_codes() -> Iterator[Code]:
    for module in map(importlib.import_module, SHARED):
        for one in vars(module).values():
            if getattr(one, "targetoptions", {}).get("nogil"):
                yield Code(name_of(one, ""), one)
    yield Code(CHOOSE, bound.choose_function(), C_CHOOSE)
    yield Code(name_of(bound.call_score, C_VALUE), bound.score_function(), C_VALUE)


def codes_of(game: Any) -> Iterator[Code]:
    yield Code(name_of(game.entry, identity(game.spec)), game.entry, locked_below=PLAYOUT)
    if game.spec.redeal is not None:
        yield Code(name_of(game.redeals, identity(game.spec)), game.redeals)
    bots: list[Any] = compiled_bots(game)
    for policy in (bot.policy for bot in bots):
        if policy is not RANDOM:
            yield Code(name_of(policy.kernel, policy.words, C_POLICY), policy._callback, C_POLICY)
    values = manifest_of(game.name).part(Values)
    readers: Mapping[str, Any] = (
        {} if values is None else {game.name: values.reader, cooperative_name(game.name): values.cooperative}
    )
    for name, reader in readers.items():
        if reader is not None:
            yield Code(name_of(reader.score, C_VALUE), Value(name, reader.score)._callback, C_VALUE)
            yield Code(name_of(reader.extract, ""), reader.extract)


def tables_of(codes: Sequence[Code]) -> str:
    """The tables that `extension.c` includes, as C: an `int32_t fsenv_<n>(result, error, words)` each, as numba calls native functions."""
    if len({code.name for code in codes}) < len(codes):
        raise RuntimeError(f"two programs or functions have the same name: {sorted(code.name for code in codes)}")
    lines: list[str] = [f'#define KEY "{key()}"']
    rows: dict[str, list[str]] = {"program": [], "function": []}
    for number, code in enumerate(codes):
        write = function_in_c if code.signature else program_in_c
        text, row = write(code, number)
        lines.append(text)
        rows["function" if code.signature else "program"].append(row)
    networks = [number for number, code in enumerate(codes) if code.name == CHOOSE]
    for number in networks:
        text, further = slots_in_c(number)
        lines.append(text)
        rows["function"] += further
    lines += [f"static const struct {kind} {kind}s[] = {{{', '.join([*some, '{0}'])}}};" for kind, some in rows.items()]
    return "\n".join(lines)


def function_in_c(code: Code, number: int) -> tuple[str, str]:
    """A C function that fails as `c_calls.PythonFunction` does, and its row of the table."""
    kind, failed = ("double", "NAN") if code.signature.startswith("float64") else ("int64_t", "-1")
    names = [f"a{k}" for k in range(code.signature.count(",") + 1)]
    given = ", ".join(f"int64_t {one}" for one in names)
    text = f"""
int32_t fsenv_{number}({kind} *, void **, {given});
static {kind} function_{number}({given}) {{
    {kind} result = {failed};
    void *error = NULL;
    return fsenv_{number}(&result, &error, {", ".join(names)}) ? {failed} : result;
}}"""
    return text, f"{{{json.dumps(code.name)}, (void *)function_{number}}}"


def slots_in_c(number: int) -> tuple[str, list[str]]:
    """Functions with the number of a table as the last argument of function `number`, and rows of both tables."""
    given, passed = (", ".join(f"{kind}a{k}" for k in range(POLICY_WORDS)) for kind in ("int64_t ", ""))
    head, call = f"static int64_t network_%d({given})", f"function_{number}({passed}, numbers_of_networks[%d])"
    names = ", ".join(f"(void *)network_{k}" for k in range(SLOTS))
    lines = [f"static int64_t numbers_of_networks[{SLOTS}];"]
    lines += [f"{head} {{ return {call}; }}" % (k, k) for k in range(SLOTS)]
    lines.append(f"static void *const functions_of_networks[] = {{{names}}};")
    tables = ("numbers", "functions")
    return "\n".join(lines), [f'{{"{one} of networks", (void *){one}_of_networks}}' for one in tables]


def program_in_c(code: Code, number: int) -> tuple[str, str]:
    """A function that passes words on, the description of parameters, and the row of a program."""
    parameters, name = getattr(code.built, SIGNATURE), json.dumps(code.name)
    words = [word for kind in parameters for word in words_of(kind)]
    kinds = ", ".join("double" if word == "real" else "int64_t" for word in words)
    given = ", ".join(f"w[{k}].{word}" for k, word in enumerate(words))
    text = f"""
int32_t fsenv_{number}(union word *, void **, {kinds});
static int32_t call_{number}(union word *result, const union word *w) {{
    void *error = NULL;
    return fsenv_{number}(result, &error, {given});
}}
_Static_assert({len(words)} <= MOST_WORDS, {name});
static const struct parameter parameters_{number}[] = {{{", ".join(map(parameter_in_c, parameters))}}};"""
    result = {"none": "0", "float64": "'d'"}.get(str(code.result), "'i'")
    least = "INT64_MIN" if code.locked_below is None else code.locked_below
    return text, f"{{{name}, call_{number}, parameters_{number}, {len(parameters)}, {result}, {least}}}"


def words_of(kind: Any) -> list[str]:
    if isinstance(kind, types.Array):
        return ["number"] * (5 + 2 * kind.ndim)
    return ["real" if kind == types.float64 else "number"]


def parameter_in_c(kind: Any) -> str:
    """The `struct parameter` of a numba type. Raises RuntimeError for one that `extension.c` cannot pass."""
    if kind in (types.int64, types.float64):
        return f"{{{as_dtype(kind).num}, -1, 8, 0}}"
    if not isinstance(kind, types.Array):
        raise RuntimeError(f"parameters of type {kind} cannot be passed: expected arrays, int64 and float64")
    item, flags = as_dtype(kind.dtype), ["NPY_ARRAY_ALIGNED"]
    flags += ["NPY_ARRAY_WRITEABLE"] * kind.mutable + ["NPY_ARRAY_C_CONTIGUOUS"] * (kind.layout == "C")
    return f"{{{item.num}, {kind.ndim}, {item.itemsize}, {' | '.join(flags)}}}"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m release.extension", description=__doc__)
    parser.add_argument("--game", choices=sorted(GAMES), action="append", help="only these (default: all)")
    parser.add_argument("--out", type=Path, default=Path("dist"), help="folder of the file (default: dist)")
    args = parser.parse_args(arguments)
    args.out.mkdir(parents=True, exist_ok=True)
    path = write_extension([load_game(name) for name in args.game or GAMES], args.out)
    print(f"{path}  {path.stat().st_size / 1e6:.2f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
