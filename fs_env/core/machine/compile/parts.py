"""Compiling many small kernels as parts of one program.

numba finishes every function by itself: it copies the code of all its callees into it and optimises the whole, so a root of a
deep call tree pays for the tree again. A part is only typed and lowered; the entry takes all parts below it and optimises once.

This uses internals of numba 0.68 (`compile_extra`, `Flags.no_compile`, `JITCodeLibrary`). `available()` says
whether they are there; without them kernels are compiled one by one, slower and with the same results.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import codegen, compiler, funcdesc, types, typing

from .compile_speedups import few_collections, shorter_ways, types_remembered
from .indices import from_the_first

try:
    from numba.core.codegen import JITCodeLibrary
except ImportError:  # another numba: jit.py falls back to complete compilation
    JITCodeLibrary = None

NEEDED_FLAGS = ("no_compile", "no_cpython_wrapper", "no_cfunc_wrapper")
NEEDLESS_PASSES = (
    "with_lifting",
    "inline_closure_likes",
    "Rewrite dynamic raises",
    "make_function_op_code_to_jit_function",
    "inline_inlinables",
    "find_literally",
    "literal_unroll",
    "LiteralPropagation",
    "nopython_rewrites",
    "dump_parfor_diagnostics",
    "ir_legalization",
)
NEEDED_METHODS = ("_get_module_for_linking", "_ensure_finalized", "add_linking_library")


def available() -> bool:
    return (
        JITCodeLibrary is not None
        and all(hasattr(compiler.Flags, flag) for flag in NEEDED_FLAGS)
        and all(hasattr(JITCodeLibrary, method) for method in NEEDED_METHODS)
    )


if JITCodeLibrary is not None:

    class WholeLibrary(JITCodeLibrary):
        """The code of a complete function. What it takes from parts is internal: no other module may call it, so that LLVM
        inlines a kernel with one caller and drops what nothing calls."""

        _linking_libraries: list[Any]

        def finalize(self) -> None:
            """Links what its callees need, each function once, optimises and emits."""
            libraries: list[Any] = self._linking_libraries
            parts = [library for library in libraries if isinstance(library, PartLibrary)]
            for part in parts:
                self._reload_init.update(part._reload_init)
                self._final_module.link_in(part.joined(defined_in(self._final_module)), preserve=True)
            self._has_parts = bool(parts)
            self._linking_libraries = [library for library in libraries if library not in parts]
            super().finalize()

        def _optimize_final_module(self) -> None:
            if self._has_parts:
                for function in self._final_module.functions:
                    if not function.is_declaration and function.linkage.name == "linkonce_odr":
                        function.linkage = "internal"
            super()._optimize_final_module()

    class PartLibrary(JITCodeLibrary):
        """The code of one kernel, neither linked with its callees nor optimised as a whole nor emitted."""

        _shared_module: Any

        def finalize(self) -> None:
            self._finalized = True

        def _optimize_functions(self, ll_module: Any) -> None:
            super()._optimize_functions(DefinedOnly(ll_module))

        def keep_out_of_line(self, name: str) -> None:
            """LLVM does not inline the function of this name, and lays out what leads to it as seldom run."""
            for attribute in ("noinline", "cold"):
                self._final_module.get_function(name).add_function_attribute(attribute)

        def _get_module_for_linking(self) -> Any:
            """All code that a function outside the rules needs to call this part, in one module."""
            if self._shared_module is None:
                self._shared_module = self.joined(set())
            return self._shared_module

        def joined(self, known: set[str]) -> Any:
            """A module of this part and of all below it, without parts whose functions are all `known` by name.

            LLVM leaves out what nothing calls yet, so what an earlier part needed on paper may not be there.
            """
            module = self.shareable().clone()
            for library in self.below():
                if not isinstance(library, PartLibrary):
                    module.link_in(library._get_module_for_linking(), preserve=True)
                elif not defined_in(library._final_module) <= known:
                    module.link_in(library.shareable(), preserve=True)
            return module

        def code(self) -> bytes:
            """LLVM's bitcode, for `hold` in another process."""
            return bytes(self._final_module.as_bitcode())

        def hold(self, code: bytes, libraries: list[Any]) -> None:
            self._final_module = codegen.ll.parse_bitcode(code)
            self._linking_libraries = libraries

        def needed(self) -> list[Any]:
            return list(dict.fromkeys(self._linking_libraries))

        def shareable(self) -> Any:
            """The module of this part alone; its functions may be defined several times in what it is linked into."""
            self._ensure_finalized()
            for function in self._final_module.functions:
                if not function.is_declaration and function.linkage.name == "external":
                    function.linkage = "linkonce_odr"
            return self._final_module

        def below(self) -> list[Any]:
            """Every library this part needs, callees of callees included, each once; a caller comes before its callees."""
            found: dict[Any, None] = {}
            todo = list(self._linking_libraries)
            while todo:
                library = todo.pop()
                if library not in found and library is not self:
                    found[library] = None
                    if isinstance(library, PartLibrary):
                        todo.extend(library._linking_libraries)
            return list(found)


class DefinedOnly:
    """An LLVM module without the functions that it only declares: numba makes all passes for each of them too."""

    def __init__(self, module: Any) -> None:
        self.module = module

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "module":
            super().__setattr__(name, value)
        else:
            setattr(self.module, name, value)

    @property
    def functions(self) -> list[Any]:
        return [function for function in self.module.functions if not function.is_declaration]


def defined_in(module: Any) -> set[str]:
    return {function.name for function in module.functions if not function.is_declaration}


@contextmanager
def whole(target: Any) -> Iterator[None]:
    """Complete functions compiled for a target in this context are `WholeLibrary`s."""
    generator = target.target_context.codegen()
    with from_the_first(), few_collections(), types_remembered(), shorter_ways():
        generator._library_class = WholeLibrary
        try:
            yield
        finally:
            del generator._library_class


class PartCompiler(compiler.CompilerBase):
    """numba's compiler without the passes that change nothing in a kernel: it has no closures, `with`, `literally` or
    arithmetic with whole arrays."""

    def define_pipelines(self) -> list[Any]:
        passes = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [one for one in passes.passes if one[0].name() not in NEEDLESS_PASSES]
        passes.finalize()
        return [passes]


class PartFlags(compiler.Flags):
    """Flags that are compared by what was set: numba compares them a hundred thousand times while it types the rules."""

    __slots__ = ()

    def __hash__(self) -> int:
        return hash(PartFlags)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PartFlags) and self._values == other._values


@contextmanager
def short_record_texts() -> Iterator[None]:
    """Types of records show only their size meanwhile: numba writes out every field of every argument in each pass."""
    record_type: Any = types.Record
    usual = record_type.__repr__
    record_type.__repr__ = lambda record: f"Record({len(record.fields)} fields, {record.size} bytes)"
    try:
        yield
    finally:
        record_type.__repr__ = usual


class Part:
    """One kernel as seen by its compiled callers: its signature, and the key under which numba knows its code."""

    def __init__(self, target: Any, signature: Any, descriptor: Any, library: PartLibrary) -> None:
        self.key = object()
        target.target_context.insert_user_function(self.key, descriptor, [library])
        self.signature, self.name, self.library = signature, descriptor.llvm_func_name, library
        self.template = call_template(self.signature)


def call_template(signature: Any) -> Any:
    """The template that numba asks for a call's signature: the one there is, if the arguments can be converted."""
    usual = typing.make_concrete_template("Call", "Call", [signature])

    class Call:
        def __init__(self, context: Any) -> None:
            self.context = context

        def apply(self, args: tuple[Any, ...], kws: Any) -> Any:
            if all(one == wanted or is_whole(one, wanted) for one, wanted in zip(args, signature.args, strict=True)):
                return signature
            return usual(self.context).apply(args, kws)

    return Call


def is_whole(given: types.Type, wanted: types.Type) -> bool:
    """Whether both are types of whole numbers, which are converted into each other."""
    return isinstance(wanted, types.Integer) and isinstance(given, types.Integer)


def compile_part(dispatcher: Any, signature: tuple[Any, ...], rare: bool = False) -> Part:
    """Types and lowers a kernel, and first, where that has not happened yet, those that it calls."""
    target = dispatcher.targetdescr
    flags = PartFlags()
    target.options.parse_as_flags(flags, dispatcher.targetoptions)
    for flag in NEEDED_FLAGS:
        setattr(flags, flag, True)
    flags.nrt = False  # no kernel allocates: no reference counting of arrays at every call
    function = dispatcher.py_func
    library = PartLibrary(target.target_context.codegen(), function.__qualname__)
    with from_the_first(), short_record_texts():
        result = compiler.compile_extra(
            target.typing_context,
            target.target_context,
            function,
            args=signature,
            return_type=None,
            flags=flags,
            locals={},
            library=library,
            pipeline_class=PartCompiler,
        )
    library.finalize()
    if rare:
        library.keep_out_of_line(result.fndesc.llvm_func_name)
    return Part(target, result.signature, result.fndesc, library)


def part_elsewhere(dispatcher: Any, signature: Any, name: str, library: PartLibrary) -> Part:
    """A part that another process has compiled; its library is empty where only its callers are compiled."""
    descriptor = funcdesc.ExternalFunctionDescriptor(name, signature.return_type, signature.args)
    return Part(dispatcher.targetdescr, signature, descriptor, library)
