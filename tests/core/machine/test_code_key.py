"""The key of kept code: whatever reaches machine code changes it, nothing else does."""

import ast
import dis
import importlib
import itertools
import json
import os
import subprocess
import sys
from collections import namedtuple
from dataclasses import dataclass
from enum import IntEnum
from functools import partial, wraps
from pathlib import Path
from types import ModuleType
from unittest import mock

import numba
import numpy as np
import pytest
from numba.extending import intrinsic

from fs_env.core.castles_of_caleira.game import GAME as CASTLES
from fs_env.core.machine.compile import code_key as keys
from fs_env.core.machine.compile import compile_speedups, indices
from fs_env.core.machine.compile.code_key import code_key
from fs_env.core.machine.compile.jit import compiled
from tests.core.machine import other_loads

pytestmark = pytest.mark.skipif(not compiled(), reason="nothing is compiled under NUMBA_DISABLE_JIT")

ROOT = Path(__file__).parents[3]
TOY = '''
"""A toy game."""
from enum import IntEnum
from typing import NamedTuple
import numpy as np
import toy_costs as costs
from numba import types
from numba.extending import intrinsic
from fs_env.core.machine.declare.fields import Field, StateFields
from fs_env.core.machine.compile.jit import Kernel

MEANING = "what the coins are"
SCHEMA = StateFields("toy", [Field("coins", "int16", (4,), "coins of each player"), Field("total", "int64")])
kernel = Kernel(SCHEMA.dtype)
TABLE = np.array([5, 6, 7], np.int16)
LIMIT = 9
PAIR = (LIMIT, 8)

class Op(IntEnum):
    """Operations of the game."""
    GAIN = 1
    LOSE = 2

class Point(NamedTuple):
    x: int
    y: int

START = Point(3, 4)

def emitted(context):
    return context.get_constant(types.int64, 11)

@intrinsic
def eleven(typing_context):
    """A number that is made while compiling."""
    def codegen(context, builder, signature, arguments):
        return emitted(context)
    return types.int64(), codegen

def make_gain(step):
    @kernel
    def gain(s, player):
        """Adds some coins."""
        s.coins[player] += step
        return int(s.coins[player])
    return gain

gain = make_gain(2)

@kernel
def price(s, op):
    """The price of an operation."""
    if op == Op.GAIN and s.total < LIMIT or op == Op.LOSE and s.total > 1:
        return TABLE[op] + costs.EXTRA + START.y
    return eleven() + PAIR[1]

def unread(s):
    return MEANING

@kernel
def entry(s, op):
    """Comes first."""
    # gains
    gain(s, 0)
    return price(s, op)
'''
COSTS = "EXTRA = 1\nUNREAD = 1\n"
fresh = itertools.count()


@pytest.fixture
def key_of(tmp_path, monkeypatch):
    """The key of `entry` in a toy module with a text replaced, as a new process has it."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def key(old="", new="", *, costs=COSTS, whole=None):
        assert old in TOY, f"{old!r} does not stand in the toy"
        folder = tmp_path / str(next(fresh))
        folder.mkdir()
        (folder / "toy_rules.py").write_text(whole or TOY.replace(old, new, 1))
        (folder / "toy_costs.py").write_text(costs)
        sys.path.insert(0, str(folder))
        try:
            importlib.invalidate_caches()
            return code_key(importlib.import_module("toy_rules").entry)
        finally:
            del sys.path[0]
            for name in ("toy_rules", "toy_costs"):
                sys.modules.pop(name, None)

    return key


SAME = {
    "another place on disk": ("", ""),
    "a comment": ("    # gains\n", "    # gains coins,\n    # in two lines\n\n"),
    "a comment at the end of a line": ("LIMIT = 9", "LIMIT = 9  # coins"),
    "a docstring": ('"""The price of an operation."""', '"""The price of an operation,\n    in coins.\n    """'),
    "no docstring": ('        """Adds some coins."""\n', ""),
    "no docstring where None is returned": ('    """Comes first."""\n', ""),
    "a docstring where none was": ("def emitted(context):\n", 'def emitted(context):\n    """Eleven."""\n'),
    "the docstring of a class": ('"""Operations of the game."""', '"""Verbs."""'),
    "the docstring of the module": ('"""A toy game."""', '"""Another."""'),
    "lines broken elsewhere": (
        "if op == Op.GAIN and s.total < LIMIT or",
        "if (\n        op == Op.GAIN\n        and s.total < LIMIT\n    ) or",
    ),
    "the meaning of a field": ("coins of each player", "coins that each player has"),
    "a text that no kernel reads": ("what the coins are", "what coins are"),
    "a function that no kernel calls": ("return MEANING", "return MEANING + '!'"),
}


@pytest.mark.parametrize("name", SAME)
def test_key__stays(name, key_of):
    """An edit that reaches no machine code leaves the key as it is."""
    assert key_of(*SAME[name]) == key_of()


OTHER = {
    "a number in a kernel": ("s.total > 1", "s.total > 2"),
    "the kind of a number": ("s.total > 1", "s.total > 1.0"),
    "a truth value for a number": ("s.total > 1", "s.total > True"),
    "an operator": ("s.total > 1", "s.total >= 1"),
    "a field": ("return int(s.coins[player])", "return int(s.total)"),
    "a global": ("LIMIT = 9\n", "LIMIT = 10\n"),
    "an item of a tuple": ("PAIR = (LIMIT, 8)", "PAIR = (LIMIT, 7)"),
    "a field of a named tuple": ("Point(3, 4)", "Point(3, 5)"),
    "an item of a table": ("[5, 6, 7]", "[5, 6, 8]"),
    "the shape of a table": ("[5, 6, 7]", "[[5, 6, 7]]"),
    "the width of a table": ("7], np.int16)", "7], np.int32)"),
    "a member of an enum": ("GAIN = 1\n    LOSE = 2", "GAIN = 2\n    LOSE = 1"),
    "a closure cell": ("make_gain(2)", "make_gain(3)"),
    "a rare kernel": ("@kernel\ndef price", "@kernel.rare\ndef price"),
    "a callee": ("s.coins[player] += step", "s.coins[player] -= step"),
    "another callee under the same name": (
        "gain = make_gain(2)",
        "gain = make_gain(2)\n@kernel\ndef gain(s, player):\n    return 0",
    ),
    "a function that an intrinsic calls": ("types.int64, 11", "types.int64, 12"),
    "an intrinsic": ("return emitted(context)\n", "return builder.neg(emitted(context))\n"),
    "a width in the state": ('"coins", "int16"', '"coins", "int32"'),
    "a new field in the state": ('Field("total", "int64")', 'Field("total", "int64"), Field("new", "int8")'),
}


@pytest.mark.parametrize("name", OTHER)
def test_key__changes(name, key_of):
    """An edit of whatever is compiled gives another key."""
    old, new = OTHER[name]
    assert key_of(old, new) != key_of()


def test_key__names_of_another_module(key_of):
    assert key_of(costs="# lower\nEXTRA = 1\nUNREAD = 2\n") == key_of()
    assert key_of(costs="EXTRA = 2\nUNREAD = 1\n") != key_of()


def test_key__of_everything_written_anew(key_of):
    """The same program without comments and docstrings, every statement on one line, has the same key."""
    tree = ast.parse(TOY)
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Module)) and ast.get_docstring(node):
            node.body[0].value.value = "Other words."
    assert key_of(whole=ast.unparse(tree)) == key_of()


class Suit(IntEnum):
    """Two members."""

    CUPS = 1
    COINS = 2


@dataclass(frozen=True)
class Price:
    """A record of data."""

    coins: int
    souls: int = 0


def made(**names):
    return type("Made", (), {"__module__": __name__, **names})


def with_default(n):
    def add(x, y=n, *, z=n + 1):
        return x + y + z

    return add


def with_keyword(n):
    def add(x, *, z=n):
        return x + z

    return add


def as_intrinsic(**options):
    def three(typing_context):
        return numba.types.int64(), None

    return intrinsic(**options)(three) if options else intrinsic(three)


def holding(**names):
    module = ModuleType("toy_module")
    vars(module).update(names)
    return module


ONE, TWO = np.array([1], np.int16), np.array([2], np.int16)
PAIRS = {
    "scalars": (np.int16(1), np.int16(2)),
    "the width of a scalar": (np.int16(1), np.int32(1)),
    "members": (Suit.CUPS, Suit.COINS),
    "values of members": (IntEnum("Suit", {"CUPS": 1}).CUPS, IntEnum("Suit", {"CUPS": 2}).CUPS),
    "a member and its number": (Suit.CUPS, 1),
    "nested tuples": ((1, (2, 3)), ((1, 2), 3)),
    "where a tuple ends": (((1, 2), (3,)), ((1,), (2, 3))),
    "a tuple and a list": ((1, 2), [1, 2]),
    "the names of a tuple": (namedtuple("Pair", "x y")(1, 2), namedtuple("Pair", "y x")(1, 2)),
    "values of a mapping": ({"a": 1}, {"a": 2}),
    "keys of a mapping": ({"a": 1}, {"b": 1}),
    "sets": ({1, 2}, {1, 3}),
    "dtypes": (np.dtype(np.int16), np.dtype(np.uint16)),
    "types of numba": (numba.types.int16, numba.types.int32),
    "classes of numpy": (np.int16, np.int32),
    "modules": (dis, ast),
    "functions of Python": (min, max),
    "arrays in another order": ((ONE, TWO, ONE), (ONE, TWO, TWO)),
    "partial functions": (partial(with_default(1), 1), partial(with_default(1), 2)),
    "methods of other objects": (Price(1).__eq__, Price(2).__eq__),
    "methods of lists": ([1].__getitem__, [2].__getitem__),
    "records of data": (Price(1, 0), Price(0, 1)),
    "methods of records": (dataclass(made(total=with_default(1)))(), dataclass(made(total=with_default(2)))()),
    "a default": (with_default(1), with_default(2)),
    "a default of a keyword": (with_keyword(1), with_keyword(2)),
    "how arguments are taken": (lambda a, b: a, lambda a, *b: a),
    "names of attributes": (lambda a: a.coins, lambda a: a.souls),
    "names of methods": (made(coins=with_default(1)), made(souls=with_default(1))),
    "a number of a class": (made(_coins=1), made(_coins=2)),
    "slices": (slice(None, 3), slice(None, 4)),
    "bases": (type("Made", (Price,), {}), type("Made", (), {})),
    "options of intrinsics": (as_intrinsic(), as_intrinsic(prefer_literal=True)),
}


@pytest.mark.parametrize("name", PAIRS)
def test_key__of_values(name):
    """Functions that read different values have different keys, and with equal values equal ones."""

    def reading(value):
        return code_key(lambda: value)

    first, second = PAIRS[name]
    assert reading(first) != reading(second)
    assert reading(first) == reading(first)


def defined(text, **known):
    space = {"__name__": "toy", **known}
    exec(text, space)
    return space["f"]


def test_key__of_globals_that_change_places():
    """Which value has which name counts."""
    read = "def f():\n    return {} - {}"
    first = code_key(defined(read.format("a", "b"), a=1, b=2))
    assert code_key(defined(read.format("a", "b"), a=2, b=1)) != first
    assert code_key(defined(read.format("b", "a"), a=1, b=2)) != first


def test_key__of_modules_in_modules():
    """`rules.costs.EXTRA` is followed through both modules; names that are not asked for do not count."""
    read = "def f():\n    return rules.costs.EXTRA"
    keys_found = [
        code_key(defined(read, rules=holding(costs=holding(EXTRA=extra, UNREAD=unread)) if named else holding()))
        for extra, unread, named in ((1, 1, True), (1, 2, True), (2, 1, True), (1, 1, False))
    ]
    assert keys_found[0] == keys_found[1] and len(set(keys_found)) == 3


def test_key__of_a_docstring_before_constants():
    read = "def f(x):\n{}    return None if x else (1, 'text', x)"
    bare, documented = defined(read.format("")), defined(read.format("    'What it is.'\n"))
    assert bare.__code__.co_consts != documented.__code__.co_consts
    assert code_key(bare) == code_key(documented)
    assert code_key(defined(read.format("").replace("text", "word"))) != code_key(bare)


def test_key__watches_numba(key_of, monkeypatch):
    """Versions and switches of the compiler give other keys: numba's own cache ignores the switches."""
    found = [key_of()]
    monkeypatch.setenv("NUMBA_OPT", "1")
    found.append(key_of())
    monkeypatch.setattr(numba.config, "BOUNDSCHECK", 1 if not numba.config.BOUNDSCHECK else None)
    found.append(key_of())
    for module in (numba, keys.LLVM):
        monkeypatch.setattr(module, "__version__", "0.0.1")
        found.append(key_of())
    assert len(set(found)) == len(found) == 5


def test_key__watches_what_compiles(monkeypatch):
    """Each of the functions, classes and numbers that turn kernels into machine code counts, wherever it is."""
    jit, parts = keys.jit, keys.jit.parts
    changes = [
        (parts, "NEEDED_FLAGS", ()),
        (parts, "NEEDLESS_PASSES", parts.NEEDLESS_PASSES[1:]),
        (parts.Part, "__init__", lambda self: None),
        (parts.WholeLibrary, "finalize", lambda self: None),
        (parts, "available", mock.Mock(return_value=False)),
        (jit, "HOOKS", jit.HOOKS[::-1]),
        (jit, "check_fractions", lambda *given: None),
        (jit.Kernel, "signature", lambda self, function: ()),
        (indices, "FIX", "fix"),
        (compile_speedups, "PLAIN", ("builtins",)),
    ]
    found = [code_key(toy)]
    for where, name, other in changes:
        monkeypatch.setattr(where, name, other)
        found.append(code_key(toy))
    assert len(set(found)) == len(found)


def toy(x):
    return x + 1


@pytest.mark.slow
def test_key__whatever_else_is_loaded():
    """An import hook, a tracer, a notebook, mocks, -OO, -W error and another hash seed give the same key of a game, and a kernel
    has the same one in a program and in a module."""
    made = subprocess.run(
        [sys.executable, "-OO", "-W", "error", other_loads.__file__],
        env={**os.environ, "PYTHONHASHSEED": "5"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert made.returncode == 0, made.stderr
    found, (program, module) = json.loads(made.stdout)
    here = code_key(CASTLES.entry)
    assert len(found) == 9 and {what: key for what, key in found.items() if key != here} == {}
    assert program == module


DOCUMENTED = """
def f(x):
    'A docstring.'
    try:
        for k in range(x):
            x += {step}
    finally:
        x += 1
    def inner():
        'Another.'
        while True:
            return x
    return inner
"""


def test_key__of_code_without_docstrings():
    """A docstring taken away by -OO leaves an instruction that does nothing, up to Python 3.12: no other key, loops and
    `try` included."""

    def key(step, level):
        space = {"__name__": "toy"}
        exec(compile(DOCUMENTED.format(step=step), "toy", "exec", optimize=level), space)
        return code_key(space["f"])

    assert key(1, 0) == key(1, 2) != key(2, 2)


def test_key__of_what_names_no_module_or_another_one():
    """A function or a class without a module, or with that of a library whose function it wraps, is read like any other."""
    spaces = [{"__name__": name} for name in ("toy", None)] + [{}]
    for space in spaces:
        found = []
        for n in (1, 2):
            exec(f"def f(x):\n    return x + {n}\nclass C:\n    n = {n}", space)
            wrapper, held = wraps(np.sum)(space["f"]), space["C"]
            found.append([code_key(space["f"]), code_key(wrapper), code_key(lambda held=held: held)])
            found[-1].append(code_key(defined("def f():\n    return held.n", held=held)))
        assert all(one != other for one, other in zip(*found, strict=True)), space["f"].__module__


def test_key__of_options():
    def three():
        return 3

    found = {code_key(numba.njit(**options)(three)) for options in ({}, {"nogil": True}, {"fastmath": True})}
    assert len(found) == 3


def names_by_dis(code):
    inner = set().union(*(names_by_dis(c) for c in code.co_consts if hasattr(c, "co_code")))
    return inner | {i.argval for i in dis.get_instructions(code) if i.opname in ("LOAD_GLOBAL", "LOAD_NAME")}


def loaded_by_dis(code):
    return [i.arg for i in dis.get_instructions(code) if i.opcode in dis.hasconst]


def test_uses__as_python_disassembles():
    """Globals and constants are read from bytecode as Python's disassembler reads them, also beyond the first 256."""
    many = "\n".join(f"    total += name_{k} + {1000 + k}" for k in range(300))
    space: dict = {}
    exec(f"def long(total):\n{many}\n    return total", space)
    for function in (space["long"], keys.Reader.code, keys.code_key, dis.dis, os.walk):
        code = function.__code__
        operations, operands = code.co_code[::2], code.co_code[1::2]
        named = {code.co_names[at] for _, at in keys.uses(operations, operands, keys.GLOBALS)}
        inner = set().union(*(names_by_dis(c) for c in code.co_consts if hasattr(c, "co_code")))
        assert named | inner == names_by_dis(code) and named
        assert [at for _, at in keys.uses(operations, operands, keys.CONSTANTS)] == loaded_by_dis(code)


class Unknown:
    """A value whose changes cannot be seen."""


HELD = Unknown()


def test_key__a_value_of_an_unknown_kind():
    with pytest.raises(
        TypeError,
        match=r"test_code_key\.test_key__a.*reads .*changes of a Unknown cannot be detected.*let it read numbers",
    ):
        code_key(lambda: HELD)


def test_key__an_import_inside():
    def late():
        from tests.core.machine import nim

        return nim

    with pytest.raises(TypeError, match=r"late imports tests\.core\.machine when called: import it above"):
        code_key(late)


def test_kernels__have_no_way_in_that_the_key_does_not_see():
    """Nothing of ours registers implementations with numba: of its extension interface only intrinsics are used."""
    found = set()
    for path in [*(ROOT / "fs_env").rglob("*.py"), *(ROOT / "agents").rglob("*.py")]:
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "extending" in text else ():
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("numba.extending"):
                found |= {name.name for name in node.names}
            assert not (isinstance(node, ast.Attribute) and node.attr == "extending"), path.name
    assert found == {"intrinsic"}
