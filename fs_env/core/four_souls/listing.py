"""The instructions of compiled programs with their operands by name."""

from __future__ import annotations

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.language.program import Instruction
from fs_env.core.four_souls.language.verbs import VERBS, Op


def operands(row: Instruction) -> list[tuple[str, int]]:
    return [(name, row[name]) for name in VERBS[row["op"]].operands]


def program_rows(ability: int) -> list[Instruction]:
    start = end = int(T.AB_PC[ability])
    while T.PROG["op"][end] != Op.END:
        end += 1
    names = T.PROG.dtype.names or ()
    return [{name: int(row[name]) for name in names} for row in T.PROG[start : end + 1]]
