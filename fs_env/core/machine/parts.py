"""Compiling many small kernels as parts of one program.

numba finishes every function by itself: it copies the code of all its callees into it, optimises the whole and emits
machine code, so a function at the root of a deep call tree pays for the tree again, and so does each of its callers.
A part is only typed and lowered; the one entry function takes all parts below it together and optimises once. Measured
on Four Souls (350 kernels): see `fs-env bench`, key `cold_compile_s`.

This uses internals of numba 0.68 (`compile_extra`, `Flags.no_compile`, `JITCodeLibrary`). `available()` says
whether they are there; without them kernels are compiled one by one, slower and with the same results.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import compiler, types, typing

from .indices import from_the_first

try:
    from numba.core.codegen import JITCodeLibrary
except ImportError:  # another numba: jit.py falls back to complete compilation
    JITCodeLibrary = None

NEEDED_FLAGS = ("no_compile", "no_cpython_wrapper", "no_cfunc_wrapper")
NEEDED_METHODS = ("_get_module_for_linking", "_ensure_finalized", "add_linking_library")


def available() -> bool:
    """Whether this numba has the internals that parts need."""
    return (
        JITCodeLibrary is not None
        and all(hasattr(compiler.Flags, flag) for flag in NEEDED_FLAGS)
        and all(hasattr(JITCodeLibrary, method) for method in NEEDED_METHODS)
    )


if JITCodeLibrary is not None:

    class WholeLibrary(JITCodeLibrary):
        """The code of a complete function. What it takes from parts is internal: no other module may call it, so that LLVM
        inlines a kernel with one caller and drops what nothing calls."""

        def _optimize_final_module(self) -> None:
            if any(isinstance(library, PartLibrary) for library in self._linking_libraries):
                for function in self._final_module.functions:
                    if not function.is_declaration and function.linkage.name == "linkonce_odr":
                        function.linkage = "internal"
            super()._optimize_final_module()

    class PartLibrary(JITCodeLibrary):
        """The code of one kernel, neither linked with its callees nor optimised as a whole nor emitted."""

        _shared_module: Any

        def finalize(self) -> None:
            """Closes the library; nothing is emitted."""
            self._finalized = True

        def _get_module_for_linking(self) -> Any:
            """All code that a complete function needs to call this part: the part and everything below it, once each."""
            if self._shared_module is None:
                whole = self.alone()
                for library in self.below():
                    module = library.alone() if isinstance(library, PartLibrary) else library._get_module_for_linking()
                    whole.link_in(module, preserve=True)
                self._shared_module = whole
            return self._shared_module

        def alone(self) -> Any:
            """A copy of the part's own module whose functions may be defined several times."""
            self._ensure_finalized()
            module = self._final_module.clone()
            for function in list(module.functions):
                if not function.is_declaration and function.linkage.name == "external":
                    function.linkage = "linkonce_odr"
            return module

        def below(self) -> list[Any]:
            """Every library this part needs, callees of callees included, each once."""
            found: dict[Any, None] = {}
            todo = list(self._linking_libraries)
            while todo:
                library = todo.pop()
                if library not in found and library is not self:
                    found[library] = None
                    if isinstance(library, PartLibrary):
                        todo.extend(library._linking_libraries)
            return list(found)


@contextmanager
def whole(dispatcher: Any) -> Iterator[None]:
    """Complete functions compiled in this context are `WholeLibrary`s."""
    codegen = dispatcher.targetdescr.target_context.codegen()
    with from_the_first():
        codegen._library_class = WholeLibrary
        try:
            yield
        finally:
            del codegen._library_class


class Part:
    """One kernel as seen by its compiled callers: its signature, and the key under which numba knows its code."""

    def __init__(self, dispatcher: Any, signature: tuple[Any, ...]) -> None:
        target = dispatcher.targetdescr
        flags = compiler.Flags()
        target.options.parse_as_flags(flags, dispatcher.targetoptions)
        for flag in NEEDED_FLAGS:
            setattr(flags, flag, True)
        flags.nrt = False  # no kernel allocates: no reference counting of arrays at every call
        codegen = target.target_context.codegen()
        function = dispatcher.py_func
        library = PartLibrary(codegen, function.__qualname__)
        with from_the_first():
            result = compiler.compile_extra(
                target.typing_context,
                target.target_context,
                function,
                args=signature,
                return_type=None,
                flags=flags,
                locals={},
                library=library,
            )
            library.finalize()
            self.key = object()
            target.target_context.insert_user_function(self.key, result.fndesc, [library])
        self.signature: types.Type = result.signature
        self.template = typing.make_concrete_template(f"Call({function.__name__})", function.__name__, [self.signature])
