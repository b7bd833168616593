"""Compiles kernels with line tables, and maps machine addresses to source lines.

Optimisation is unchanged; only line tables and frame pointers are added (one register less, a few percent slower).
Depends on internals of numba 0.68 and on `nm` and `addr2line` of GNU binutils.
"""

from __future__ import annotations

import ast
import subprocess
from bisect import bisect_right
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from numba.core import codegen, cpu, debuginfo


class Place(NamedTuple):
    """A source line: file, line, and the function that contains it ("" at module level)."""

    file: str
    line: int
    function: str


class LineTables(debuginfo.DIBuilder):
    """Writes lines and inlined calls, no variables and no types; every function keeps its frame pointer."""

    def initialize(self) -> None:
        self.emission_kind = "LineTablesOnly"
        super().initialize()

    def mark_subprogram(self, function: Any, *args: Any, **named: Any) -> Any:
        set.add(function.attributes, '"frame-pointer"="all"')  # llvmlite's own `add` accepts only enumerated attributes
        return super().mark_subprogram(function, *args, **named)

    def mark_variable(self, *args: Any, **named: Any) -> None:
        """Omitted: variables would keep values alive that the optimiser removes."""

    def mark_arg(self, *args: Any, **named: Any) -> None:
        """Omitted for the same reason."""

    def _di_subroutine_type(self, *args: Any) -> Any:
        return self.module.add_debug_info("DISubroutineType", {"types": self.module.add_metadata([])})


def write_line_tables() -> None:
    """Makes every later compilation in this process write line tables. Use a separate cache folder."""
    finalize = cpu.CPUTargetOptions.finalize
    take_from_cache = codegen.CodeLibrary._set_compiled_object

    def with_lines(self: Any, flags: Any, options: Any) -> None:
        finalize(self, flags, options)
        flags.debuginfo = True
        flags.dbg_directives_only = True
        flags.dbg_extend_lifetimes = False
        flags.dbg_optnone = False
        flags.boundscheck = False

    def keep(self: Any, value: bytes) -> None:  # numba drops object code from its cache once it is loaded
        take_from_cache(self, value)
        self.object_code = value

    codegen.CodeLibrary._set_compiled_object = keep
    cpu.CPUTargetOptions.finalize = with_lines
    cpu.CPUContext.DIBuilder = LineTables


class CompiledCode:
    """The machine code of one compiled dispatcher in memory.

    Attributes:
        first, last: the addresses it covers, `last` excluded.
    """

    def __init__(self, dispatcher: Any, folder: Path) -> None:
        result = next(iter(dispatcher.overloads.values()))
        name = result.fndesc.llvm_func_name
        self.path = folder / "entry.o"
        library = result.library
        self.path.write_bytes(getattr(library, "object_code", None) or library._get_compiled_object())
        listing = run_tool("nm", "--defined-only", "--print-size", str(self.path))
        functions = {}
        for row in listing.splitlines():
            address, *size, kind, symbol = row.split()
            if kind in "tTwW" and size:
                functions[symbol] = (int(address, 16), int(size[0], 16))
        if name not in functions:
            raise RuntimeError(f"the object code has no function {name[:60]}...: this needs numba 0.68")
        self.first = library.get_pointer_to_function(name) - functions[name][0]
        self.last = self.first + max(start + size for start, size in functions.values())

    def places(self, addresses: list[int]) -> dict[int, list[Place]]:
        """Address -> its line and the lines of the calls that were inlined around it, innermost first."""
        offsets = "\n".join(hex(address - self.first) for address in addresses)
        text = run_tool("addr2line", "-a", "-i", "-e", str(self.path), given=offsets)
        found: dict[int, list[Place]] = {}
        for row in text.splitlines():
            if row.startswith("0x"):
                chain = found.setdefault(self.first + int(row, 16), [])
                continue
            file, _, line = row.split(" (")[0].rpartition(":")
            number = int(line) if line.isdigit() else 0
            chain.append(Place(file, number, function_at(file, number)))
        return found


@cache
def functions_of(file: str) -> list[tuple[int, int, str]]:
    """First line, last line and name of the functions of a file, in order."""
    if not file.endswith(".py") or not Path(file).is_file():
        return []
    tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    found = [
        (node.lineno, node.end_lineno or node.lineno, node.name) for node in ast.walk(tree) if isinstance(node, kinds)
    ]
    return sorted(found)


def function_at(file: str, line: int) -> str:
    """The name of the innermost function that contains a line, "" if none."""
    functions = functions_of(file)
    for first, last, name in reversed(functions[: bisect_right(functions, (line, 1 << 60, ""))]):
        if first <= line <= last:
            return name
    return ""


def run_tool(name: str, *arguments: str, given: str = "") -> str:
    """Runs a program of binutils and returns its output."""
    try:
        done = subprocess.run([name, *arguments], input=given, capture_output=True, text=True, check=True)
    except FileNotFoundError:
        raise RuntimeError(f"{name} is missing: install GNU binutils (package binutils)") from None
    return done.stdout
