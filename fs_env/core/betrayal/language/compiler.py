"""Programs as rows of numbers: an instruction and three operands each."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fs_env.core.betrayal.language.words import Act, Op, Program, acts

Row = list[int]


class Compiler:
    """Collects programs; place 0 is the empty one. `verbs` gives the verb of an instruction's place, for texts."""

    def __init__(self) -> None:
        self.rows: list[Row] = [[Op.END, 0, 0, 0]]
        self.verbs: dict[int, Act] = {}

    def add(self, program: Program) -> int:
        if not acts(program):
            return 0
        start = len(self.rows)
        self.write(acts(program))
        self.rows.append([Op.END, 0, 0, 0])
        return start

    def write(self, program: tuple[Act, ...]) -> None:
        for act in program:
            row = [int(act.op), act.a, act.b, act.c]
            self.verbs[len(self.rows)] = act
            self.rows.append(row)
            if act.lows:
                branches = [[int(Op.BRANCH), low, 0, 0] for low in act.lows]
                self.rows += branches
                self.blocks(act.inner, [(branch, 2) for branch in branches])
            elif act.op in (Op.EITHER, Op.MAY):
                self.blocks(act.inner, [(row, 1), (row, 2)])
            elif act.op == Op.MAY_DISCARD:
                self.blocks(act.inner, [(row, 2), (row, 3)])
            elif act.op in (Op.ONCE, Op.HALFLING):
                self.write(act.inner[0])
                row[1] = len(self.rows)
            elif act.op == Op.SHARE:
                row[1] = len(self.rows)
                self.write(act.inner[0])
                self.rows.append([int(Op.END), 0, 0, 0])
                row[2] = len(self.rows)

    def blocks(self, inner: tuple[tuple[Act, ...], ...], from_rows: list[tuple[Row, int]]) -> None:
        """Appends programs of which one is run, and enters where each begins."""
        jumps = []
        for program, (row, operand) in zip(inner, from_rows, strict=True):
            row[operand] = len(self.rows)
            self.write(program)
            jumps.append([int(Op.JUMP), 0, 0, 0])
            self.rows.append(jumps[-1])
        for jump in jumps:
            jump[1] = len(self.rows)

    def table(self) -> NDArray[np.int32]:
        return np.array(self.rows, np.int32)
