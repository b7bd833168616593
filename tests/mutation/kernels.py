"""Breaks the kernels of a module of rules: one small change of the source at a time.

A comparison becomes its neighbour or its opposite, `and` becomes `or`, a condition its opposite, a number the next one, plus becomes
minus, an answer that is True or False the other one, and a call or a change of the state is left out.
"""

from __future__ import annotations

import ast
import copy
import importlib
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from tests.mutation.changes import MutantError

RULES = "fs_env.core.four_souls.rules"
DECORATORS = {"kernel", "kernel.rare"}
OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}


@dataclass(frozen=True)
class BrokenKernel:
    """A kernel with one change.

    Attributes:
        module: of the rules.
        function: the kernel.
        change: what it is, as `old -> new`; with a number where a kernel has several of the same.
        source: of the broken kernel, without its decorator.
    """

    module: str
    function: str
    change: str
    source: str

    @property
    def name(self) -> str:
        return f"{self.module}.{self.function}: {self.change}"

    def put_in(self) -> None:
        """Makes this process play with it.

        Raises:
            MutantError: the kernels of this process are compiled.
        """
        kernel = getattr(importlib.import_module(f"{RULES}.{self.module}"), self.function)
        plain: Any = getattr(kernel, "__wrapped__", None)
        if not inspect.isfunction(plain):
            raise MutantError("a broken kernel is played in plain Python only; set NUMBA_DISABLE_JIT=1")
        made: dict[str, Any] = {}
        exec(compile(self.source, f"<{self.name}>", "exec"), made)
        plain.__code__ = made[self.function].__code__


@cache
def broken_kernels(module: str) -> tuple[BrokenKernel, ...]:
    """Every change of every kernel of a module of the rules, in the order of the source."""
    tree = ast.parse(inspect.getsource(importlib.import_module(f"{RULES}.{module}")))
    found = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and {ast.unparse(d) for d in node.decorator_list} & DECORATORS:
            found += of_function(module, node)
    return tuple(found)


def of_function(module: str, function: ast.FunctionDef) -> list[BrokenKernel]:
    plain = copy.deepcopy(function)
    plain.decorator_list = []
    found, seen = [], dict[str, int]()
    for place, make in changes_in(plain):
        made = copy.deepcopy(plain)
        target = list(ast.walk(made))[place]
        old = ast.unparse(target).splitlines()[0]
        new = make(target)
        replace_node(made, target, new)
        text = "" if isinstance(new, ast.Pass) else ast.unparse(new).splitlines()[0]
        change = f"{old} -> {text or 'left out'}"
        seen[change] = seen.get(change, 0) + 1
        if seen[change] > 1:
            change += f" ({seen[change]})"
        found.append(BrokenKernel(module, function.name, change, ast.unparse(ast.fix_missing_locations(made))))
    return found


Make = Callable[[Any], ast.AST]


def changes_in(function: ast.FunctionDef) -> Iterator[tuple[int, Make]]:
    """Places in `ast.walk` that can be changed, with what makes the new node."""
    docstring = function.body[0] if ast.get_docstring(function) is not None else None
    for place, node in enumerate(ast.walk(function)):
        if node is docstring:
            continue
        if isinstance(node, ast.Compare) and type(node.ops[0]) in OPPOSITE:
            yield place, compared
        elif isinstance(node, ast.BoolOp):
            yield place, joined
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
            yield place, added
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
            yield place, lambda node: ast.Constant(not node.value)
        elif isinstance(node, ast.Constant) and isinstance(node.value, int):
            yield place, lambda node: ast.Constant(node.value + 1)
        elif isinstance(node, ast.IfExp | ast.If | ast.While):
            yield place, negated
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            yield place, left_out
        elif isinstance(node, ast.AugAssign):
            yield place, left_out
        elif isinstance(node, ast.Assign) and not isinstance(node.targets[0], ast.Name):
            yield place, left_out


def compared(node: ast.Compare) -> ast.AST:
    return ast.Compare(node.left, [OPPOSITE[type(node.ops[0])](), *node.ops[1:]], node.comparators)


def joined(node: ast.BoolOp) -> ast.AST:
    return ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)


def added(node: ast.BinOp) -> ast.AST:
    return ast.BinOp(node.left, ast.Sub() if isinstance(node.op, ast.Add) else ast.Add(), node.right)


def negated(node: ast.If | ast.While | ast.IfExp) -> ast.AST:
    made = copy.copy(node)
    made.test = ast.UnaryOp(ast.Not(), node.test)
    return made


def left_out(node: ast.stmt) -> ast.AST:
    return ast.Pass()


def replace_node(tree: ast.AST, old: ast.AST, new: ast.AST) -> None:
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, name, new)
                return
            if isinstance(value, list) and any(entry is old for entry in value):
                setattr(parent, name, [new if entry is old else entry for entry in value])
                return
