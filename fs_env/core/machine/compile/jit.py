"""The decorator that compiles rules.

A plain `njit` function compiles again for every literal and integer width it is called with. A `Kernel` gives each
function exactly one signature, derived from the names of its parameters, and compiles it when it is first needed.

Environment (numba reads it when it is imported; nothing here changes it):
    NUMBA_OPT=1          compiles a fifth to a third faster and runs about a tenth slower. Never 0.
    NUMBA_BOUNDSCHECK=1  checks every index: for the test suite.
    NUMBA_DISABLE_JIT=1  leaves every kernel a Python function: for a debugger, and as an oracle for the tests.
    NUMBA_CACHE_DIR      folder of compiled code.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

import numpy as np

from .backend import COMPILES, numba, types
from .compile_lock import COMPILING

if COMPILES:
    from . import parts, workers

RECORD, RECORDS = "s", "S"  # the parameters that are one state, and an array of states
TYPE_TEXT = re.compile(r"(u?int(?:8|16|32|64)|float(?:32|64))(?:\[((?::,)*)::1\])?")
WHOLE = frozenset(np.dtype(code).type for code in "?" + np.typecodes["AllInteger"])  # types of whole numbers of numpy
SIGNATURE = "fixed_signature"  # the attribute of a dispatcher that holds its one signature
RARE = "rarely_called"  # the attribute of a dispatcher whose code is kept out of line
HOOKS = ("get_call_template", "_compile_for_args", "get_overload")  # numba internals, present in 0.68


def compiled() -> bool:
    """Whether kernels that Python calls are machine code (False without numba, or under NUMBA_DISABLE_JIT=1)."""
    return COMPILES


class Kernel:
    """A decorator that compiles functions of one game's state.

    A parameter named `s` is one record of `dtype`, `S` a contiguous array of them, a name given in `types_of` has that
    type, everything else is int64. Kernels call each other with values of any integer width; they are converted. A fraction
    for a whole number is an error.

    Args:
        dtype: the structured dtype of the state; None for functions of numbers and arrays only.
        types_of: parameter name to a number or C-contiguous array in numba's notation: "float32", "int16[::1]", "uint32[:,::1]";
            or to the dtype of a record, or a type of numba's.

    Attributes:
        functions: every decorated function in order of definition: numba dispatchers, or Python functions when
            compilation is switched off. Tests read it.

    Raises:
        ValueError: an array type that cannot be read.
    """

    switches: ClassVar[dict[str, Any]] = {}  # further ones of `numba.njit`

    def __init__(self, dtype: np.dtype[Any] | None, **types_of: Any) -> None:
        self.dtype = dtype
        self.parameters = {name: type_of(kind) for name, kind in types_of.items()}
        if dtype is not None:
            if dtype.names is None:
                raise ValueError(f"a kernel needs the structured dtype of a state, got {dtype}: use StateFields.dtype")
            record = type_of(dtype)
            self.parameters |= {RECORD: record, RECORDS: types.Array(record, 1, "C")}
        self.functions: list[Any] = []

    def __call__(self, function: Callable[..., Any]) -> Any:
        signature = self.signature(function)
        if compiled():
            built = numba.njit(function, **self.switches)
            fix_signature(built, signature)
        else:
            built = plain(function)
        self.functions.append(built)
        return built

    def rare(self, function: Callable[..., Any]) -> Any:
        """The compiled form of a function that is seldom called: its code is not copied into its callers, which stay short and fast."""
        built = self(function)
        setattr(built, RARE, True)
        return built

    def signature(self, function: Callable[..., Any]) -> tuple[Any, ...]:
        code = function.__code__  # `inspect.signature` takes thirty times as long
        names, n, flags = code.co_varnames, code.co_argcount, code.co_flags
        end = n + code.co_kwonlyargcount + bool(flags & inspect.CO_VARARGS) + bool(flags & inspect.CO_VARKEYWORDS)
        for name in names[: code.co_posonlyargcount] + names[n - len(function.__defaults__ or ()) : end]:
            raise TypeError(
                f"kernel {function.__qualname__}: parameter {name!r} must be plainly positional, "
                "without a default: a kernel has one signature"
            )
        return tuple(self.parameters.get(name, types.int64) for name in names[:n])

    def signatures(self) -> dict[str, int]:
        """How many signatures each function has been compiled for: 0 (not needed yet) or 1; keyed by full name."""
        return {f"{f.__module__}.{f.__qualname__}": count_signatures(f) for f in self.functions}


def count_signatures(function: Any) -> int:
    """How many signatures a dispatcher has been compiled for, as a part or completely."""
    return max(len(getattr(function, "signatures", ())), len(getattr(function, "parts", ())))


def plain(function: Callable[..., Any]) -> Callable[..., Any]:
    """The Python function, its whole-number arguments widened as a compiled signature does."""

    @functools.wraps(function)
    def widened(*args: Any) -> Any:
        return function(*[int(a) if type(a) in WHOLE else a for a in args])

    return widened


def type_of(kind: Any) -> Any:
    """The numba type of a dtype, or of a number or C-contiguous array written as "float32" or "int8[:,::1]"; others are such a type."""
    if isinstance(kind, np.dtype):
        return numba.from_dtype(kind)
    if not isinstance(kind, str):
        return kind
    found = TYPE_TEXT.fullmatch(kind.replace(" ", ""))
    if found is None:
        raise ValueError(f'type {kind!r} is invalid: write it like "float32", "int16[::1]" or "int8[:,::1]"')
    number = getattr(types, found[1])
    return number if found[2] is None else types.Array(number, 1 + found[2].count(","), "C")


def check_fractions(function: Any, arguments: tuple[Any, ...], signature: tuple[Any, ...]) -> None:
    """Raises a TypeError if a call gives a fraction to a parameter of whole numbers: numba would cut it off and say nothing."""
    for place, (given, wanted) in enumerate(zip(arguments, signature, strict=True)):
        if isinstance(given, types.Float) and isinstance(wanted, types.Integer):
            name = list(inspect.signature(function).parameters)[place]
            raise TypeError(
                f"kernel {function.__qualname__}: parameter {name!r} is {wanted} and got {given}: give its type to the "
                f'Kernel, as in Kernel(..., {name}="float64"), or rename it'
            )


def fix_signature(dispatcher: Any, signature: tuple[Any, ...], part: bool = True) -> None:
    """Makes a dispatcher compile `signature` on its first use, and no other signature ever.

    It wraps internals of numba's dispatcher (called from compiled code, from Python); where they are missing, the dispatcher stays a
    plain one. With `part`, compiled callers take it as a part (see `parts`); from Python it is always a complete function.
    """
    setattr(dispatcher, SIGNATURE, signature)
    if not all(hasattr(dispatcher, hook) for hook in HOOKS):
        return
    plain_template, _, plain_overload = (getattr(dispatcher, hook) for hook in HOOKS)
    part = part and parts.available()
    built: list[parts.Part] = []

    def compile_once() -> None:
        with COMPILING:
            if not dispatcher.signatures:
                with whole(dispatcher.targetdescr, dispatcher.py_func):
                    dispatcher.compile(signature)
                dispatcher.disable_compile()

    def make_part() -> parts.Part:
        if not built:
            built.append(parts.compile_part(dispatcher, signature, getattr(dispatcher, RARE, False)))
        return built[0]

    def template(args: Any, kws: Any) -> Any:
        if not part:
            compile_once()
            return plain_template(args, kws)
        with COMPILING:
            if not built:
                workers.compile_ahead()
            part_of_it = make_part()
        pysig, args = dispatcher._compiler.fold_argument_types(args, kws)
        check_fractions(dispatcher.py_func, args, signature)
        return part_of_it.template, pysig, args, {}

    def overload(sig: Any) -> Any:
        return built[0].key if built else plain_overload(sig)

    def call(*args: Any, **kws: Any) -> Any:
        compile_once()
        return dispatcher  # numba calls what is returned, here with the checks of a dispatcher that may not compile

    dispatcher.get_call_template = template
    dispatcher.get_overload = overload
    dispatcher._compile_for_args = call
    dispatcher.parts, dispatcher.make_part = built, make_part


@contextmanager
def whole(target: Any, function: Callable[..., Any]) -> Iterator[None]:
    """Everything compiled in this context is one program, and the kernels that it calls are its own parts.

    Other programs have parts of the same name, to which LLVM may have given other arguments: calls between the two would fail.
    """
    if not parts.available():
        yield
        return
    with parts.whole(target), workers.program(function):
        yield
