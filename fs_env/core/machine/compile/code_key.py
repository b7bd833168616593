"""The key under which compiled code is cached: everything that numba is given to compile, and nothing else.

From a function it follows what numba follows: the bytecode, the values of the globals and closure cells that the bytecode
names, and every kernel among them; so too the functions that turn kernels into machine code. Comments, docstrings, line numbers
and what else a process has loaded do not change the key. Python, numpy, numba and llvmlite are identified by name, numba and
llvmlite also by version. Implementations that `numba.extending.overload` registers are not followed; kernels use none.
"""

from __future__ import annotations

import collections
import dataclasses
import dis
import enum
import functools
import hashlib
import os
import re
import sys
import types as kinds
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from . import jit
from .backend import Signature, intrinsic, numba, types

LLVM: Any = sys.modules.get("llvmlite")  # which numba compiles with
OTHERS = frozenset(sys.stdlib_module_names) | {"numpy", "numba", "llvmlite"}
PLAIN = frozenset({type(None), bool, int, float, complex, str, bytes, type(...)})
SHOWN_FLAGS = 0xFFFF  # of a code object: how it is called; the others are about docstrings and imports from __future__
FIELDS = (
    kinds.GetSetDescriptorType,
    kinds.MemberDescriptorType,
    type(vars(collections.namedtuple("Named", "field"))["field"]),
)  # what Python itself adds to a class
MADE_BY_PYTHON = 1 << 9  # in the flags of a class (Py_TPFLAGS_HEAPTYPE): not one of Python's own types in C
ANNOTATES = ("__annotate__", "__annotate_func__")  # functions that answer for annotations, from Python 3.14 on
Intrinsic: Any = type(intrinsic(lambda typing_context: None))


def code_key(function: Any) -> str:
    """The key of a function's compiled code, sha256 in hex: equal in every process, different when the code would be different.

    Raises:
        TypeError: the code reads a value whose changes cannot be seen; the message names the function and the value.
    """
    reader = Reader()
    reader.add(numba.__version__, LLVM.__version__, os.environ.get("NUMBA_OPT", "3"), bool(numba.config.BOUNDSCHECK))
    reader.value(function)
    reader.describe_all()
    reader.strict = False
    reader.value(jit.Kernel)  # which leads to all that turns functions into machine code
    reader.describe_all()
    return reader.digest()


def by_others(module: str) -> bool:
    return module.partition(".")[0] in OTHERS


def home(value: Any) -> str:
    """The module of a callable; empty for a function or a class that says none, or one of others that it is not from."""
    if isinstance(value, kinds.FunctionType):
        names = value.__module__ or "", value.__globals__.get("__name__") or ""
        return next((name for name in names if not by_others(name)), names[0])
    if isinstance(value, type):
        named = value.__module__ != "builtins" or not value.__flags__ & MADE_BY_PYTHON
        return value.__module__ or "" if named else ""
    return getattr(value, "__module__", None) or type(value).__module__


class Reader:
    """Hashes values, each in a form that no other value has; long or recursive ones are numbered first and described later."""

    def __init__(self) -> None:
        self.read: list[str] = []  # what is hashed
        self.strict = True  # whether a value whose changes cannot be seen is an error
        self.inside = ""  # what is being described, for errors
        self.numbers: dict[int, int] = {}
        self.met: list[Any] = []  # by number; kept alive, so that no id is used again
        self.described = 0

    def add(self, *words: object) -> None:
        self.read.append(repr(words))

    def digest(self) -> str:
        return hashlib.sha256("".join(self.read).encode("utf-8", "backslashreplace")).hexdigest()

    def meet(self, value: Any) -> None:
        """Hashes the number of a value that is described once."""
        number = self.numbers.setdefault(id(value), len(self.met))
        if number == len(self.met):
            self.met.append(value)
        self.add("met", number)

    def describe_all(self) -> None:
        while self.described < len(self.met):
            self.describe(self.met[self.described])
            self.described += 1

    def value(self, value: Any) -> None:
        kind = type(value)
        if id(value) in self.numbers:  # most values
            self.add("met", self.numbers[id(value)])
        elif kind in PLAIN:
            self.add(kind.__name__, value)
        elif isinstance(value, np.generic):
            self.add("scalar", repr(value.dtype), value.tobytes())
        elif isinstance(value, enum.Enum):
            self.add("member", kind.__qualname__, value.name)
            self.value(value.value)
        elif isinstance(value, (tuple, list)):
            self.add(kind.__qualname__, getattr(value, "_fields", None))
            self.values(value, {})
        elif isinstance(value, slice):  # a constant from Python 3.14 on
            self.add("slice")
            self.value((value.start, value.stop, value.step))
        elif isinstance(value, Mapping):
            self.add("mapping")
            self.values([one for pair in value.items() for one in pair], {})
        elif isinstance(value, (set, frozenset)) and all(type(item) in PLAIN for item in value):
            self.add("set", sorted(map(repr, value)))
        elif isinstance(value, np.dtype):
            self.add("dtype", repr(value))
        elif isinstance(value, Signature) and " at 0x" not in str(value):
            self.add("type", kind.__name__, str(value))
        elif isinstance(value, kinds.ModuleType):
            self.add("module", value.__name__)
        elif isinstance(value, (kinds.FunctionType, type)):
            if by_others(home(value)):
                self.add("theirs", home(value), value.__qualname__)
            else:
                self.meet(value)
        elif is_met(value):
            self.meet(value)
        elif (parts := parts_of(value)) is not None:
            self.add(kind.__qualname__)
            self.value(parts)
        elif callable(value) and hasattr(value, "__name__") and by_others(home(value)):
            self.add("theirs", home(value), value.__name__)
        elif self.strict:
            raise TypeError(
                f"{self.inside} reads {value!r}: changes of a {kind.__qualname__} cannot be detected, so cached code "
                "could be stale; let it read numbers, texts, tuples, arrays, enums, functions and kernels"
            )

    def describe(self, value: Any) -> None:
        if isinstance(value, np.ndarray):
            content = hashlib.sha256(value.tobytes()).hexdigest()
            self.add("array", repr(value.dtype), value.shape, value.strides, content)
        elif isinstance(value, types.Type):
            self.add("type", type(value).__name__, str(value))
        elif isinstance(value, kinds.FunctionType):
            self.function(value)
        elif isinstance(value, Intrinsic):
            self.add("intrinsic", getattr(value, "_prefer_literal", None))
            self.value(value._defn)
        elif isinstance(value, type):
            self.own_class(value)
        elif holds(value, "py_func"):
            self.add("compiled", type(value).__name__)
            held = [getattr(value, name, None) for name in ("targetoptions", jit.SIGNATURE, jit.RARE)]
            self.value((*held, value.py_func))
        else:
            self.inside = f"a {type(value).__qualname__}"
            self.value(type(value))
            for part in dataclasses.fields(value):
                self.value((part.name, getattr(value, part.name)))

    def own_class(self, owner: type) -> None:
        """Hashes the members of an enum; of other classes the bases, the methods and the other attributes."""
        self.inside = owner.__qualname__
        self.add("class", owner.__qualname__)
        if issubclass(owner, enum.Enum):
            self.value({name: member.value for name, member in owner.__members__.items()})
        self.value(owner.__bases__)
        made_by_python = "_" if issubclass(owner, enum.Enum) else "__"
        for name, held in vars(owner).items():
            hidden = name.startswith(made_by_python) and not isinstance(held, kinds.FunctionType)
            if not hidden and name not in ANNOTATES and not isinstance(held, (*FIELDS, enum.Enum, enum.property)):
                self.add(name)
                self.value(held)

    def function(self, function: Any) -> None:
        self.inside = f"{function.__module__}.{function.__qualname__}"
        self.add("function", function.__name__)
        self.value((function.__defaults__, function.__kwdefaults__))
        for cell in function.__closure__ or ():
            try:
                held = cell.cell_contents
            except ValueError:
                self.add("empty cell")
            else:
                self.value(held)
        self.code(function.__code__, function.__globals__)

    def code(self, code: kinds.CodeType, known: Mapping[str, Any]) -> None:
        """Hashes bytecode, the constants that it loads (a docstring is not loaded), and the globals that it names."""
        operations, operands, exceptions = body(code)
        named = [code.co_names[at] for _, at in uses(operations, operands, GLOBALS)]
        loads = list(uses(operations, operands, CONSTANTS))
        for place, _ in loads:
            operands[place] = 0  # its place among the constants depends on whether there is a docstring
        constants = list(dict.fromkeys(at for _, at in loads))
        self.add("code", operations, bytes(operands), [constants.index(at) for _, at in loads], len(constants))
        self.add(code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags & SHOWN_FLAGS)
        self.add(code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, exceptions)
        self.values([code.co_consts[at] for at in constants], known)
        for _, at in uses(operations, operands, IMPORTS):
            if self.strict and not by_others(code.co_names[at]):
                raise TypeError(f"{self.inside} imports {code.co_names[at] or 'a module'} when called: import it above")
        names = [name for name in dict.fromkeys(named) if name in known]
        self.add(names)
        self.values([known[name] for name in names], known)
        for name in names:
            if isinstance(known[name], kinds.ModuleType) and not by_others(known[name].__name__):
                self.module(known[name], code.co_names)

    def values(self, values: Sequence[Any], known: Mapping[str, Any]) -> None:
        """Hashes values of a function or a container: numbers and texts in one call, which is faster."""
        self.add([(type(value).__name__, value) if type(value) in PLAIN else None for value in values])
        for value in values:
            if isinstance(value, kinds.CodeType):
                self.code(value, known)
            elif type(value) not in PLAIN:
                self.value(value)

    def module(self, module: kinds.ModuleType, names: Iterable[str]) -> None:
        """Hashes what some names mean in a module of this package, and in its modules among those names."""
        todo = [module]
        for owner in todo:  # grows during the loop
            for name in sorted(set(names) & set(vars(owner))):
                held = getattr(owner, name)
                if name.startswith("__"):
                    continue
                self.add(owner.__name__, name)
                self.value(held)
                inner = self.strict and isinstance(held, kinds.ModuleType) and not by_others(held.__name__)
                if inner and held not in todo:
                    todo.append(held)


def is_met(value: Any) -> bool:
    """Whether a value is numbered and described once: arrays, compiled functions, intrinsics, dataclass instances."""
    if isinstance(value, np.ndarray):
        return not value.dtype.hasobject
    if isinstance(value, types.Type) and " at 0x" not in str(value):  # one object for equal types
        return True
    intrinsic_known = isinstance(value, Intrinsic) and hasattr(value, "_defn")
    return holds(value, "py_func") or intrinsic_known or dataclasses.is_dataclass(value)


def holds(value: Any, name: str) -> bool:
    """Whether an object itself has an attribute: what is made up when it is asked for, as by a mock, leads on for ever."""
    return name in getattr(value, "__dict__", ())


def parts_of(value: Any) -> tuple[Any, ...] | None:
    """The contents of Python's wrappers: bound methods, partial functions, properties and the like; None for other values."""
    if isinstance(value, (staticmethod, classmethod)):
        return (value.__func__,)
    if isinstance(value, property):
        return value.fget, value.fset
    if isinstance(value, functools.cached_property):
        return (value.func,)
    if isinstance(value, functools.partial):
        return value.func, value.args, value.keywords
    if isinstance(value, kinds.MethodType):
        return value.__self__, value.__func__
    if isinstance(value, kinds.BuiltinMethodType) and not isinstance(value.__self__, (kinds.ModuleType, type)):
        return None if value.__self__ is None else (value.__name__, value.__self__)
    return (value.__wrapped__,) if holds(value, "__wrapped__") else None


def pattern(words: Iterable[int]) -> re.Pattern[bytes]:
    return re.compile(b"[" + b"".join(re.escape(bytes([code])) for code in words if code < 256) + b"]", re.DOTALL)


LOAD_GLOBAL, EXTENDED_ARG, IMPORT_NAME, RESUME, NOP = (
    dis.opmap[name] for name in ("LOAD_GLOBAL", "EXTENDED_ARG", "IMPORT_NAME", "RESUME", "NOP")
)
CONSTANTS = pattern(dis.hasconst)
GLOBALS = pattern(dis.opmap.get(one, LOAD_GLOBAL) for one in ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS"))
IMPORTS = pattern([IMPORT_NAME])


def body(code: kinds.CodeType) -> tuple[bytes, bytearray, list[int]]:
    """The opcodes, their operands, and the numbers of the table of exceptions, as if there had never been a docstring.

    Until Python 3.12, -OO leaves an instruction that does nothing where it takes away a docstring.
    """
    operations, operands = code.co_code[::2], bytearray(code.co_code[1::2])
    first = operations.find(RESUME) + 1
    idle = len(operations[first:]) - len(operations[first:].lstrip(bytes([NOP])))
    numbers: list[int] = []
    read = 0
    for byte in code.co_exceptiontable:  # base 64, a flag for every digit but the last: begin, length, target, depth
        read = read << 6 | byte & 63
        if not byte & 64:
            numbers.append(read - (0 if len(numbers) % 2 else idle))
            read = 0
    del operands[first : first + idle]
    return operations[:first] + operations[first + idle :], operands, numbers


def uses(operations: bytes, operands: bytes | bytearray, wanted: re.Pattern[bytes]) -> Iterator[tuple[int, int]]:
    """The place of each wanted instruction, in order, and the index of the constant or name that it loads."""
    for found in wanted.finditer(operations):
        place = found.start()
        operand, width, before = operands[place], 8, place - 1
        while before >= 0 and operations[before] == EXTENDED_ARG:
            operand |= operands[before] << width
            width, before = width + 8, before - 1
        yield place, operand >> int(operations[place] == LOAD_GLOBAL)  # its lowest bit says whether it is called
