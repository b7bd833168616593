"""The key of a game, and of a kernel, in a process that has more loaded: `python -OO -m ...` prints JSON after each load."""

import builtins
import importlib.machinery
import json
import os
import sys
import types
from pathlib import Path
from unittest import mock

KERNEL = """
from fs_env.core.machine.compile.jit import Kernel
kernel = Kernel(None, acts="int16[::1]")

@kernel
def first(acts):
    \"\"\"The first one.\"\"\"
    return acts[0] + 1
"""


class Loader(importlib.machinery.SourceFileLoader):
    """A player's loader: its attributes, and what it writes into every module, differ from process to process."""

    def exec_module(self, module):
        super().exec_module(module)
        if module.__name__.startswith("fs_env"):
            self.started_in = os.getpid()
            for value in list(vars(module).values()):
                if isinstance(value, types.FunctionType) and value.__module__ == module.__name__:
                    value.seen_by = self
            vars(module).update({"@seen": self, "seen_by": lambda: self.started_in, "__seen__": object()})


def use_loader():
    machinery = importlib.machinery
    kinds = (machinery.ExtensionFileLoader, machinery.EXTENSION_SUFFIXES), (Loader, machinery.SOURCE_SUFFIXES)
    sys.path_hooks.insert(0, machinery.FileFinder.path_hook(*kinds))
    sys.path_importer_cache.clear()


def watch(*args):
    if hasattr(args[0], "f_trace_opcodes"):
        args[0].f_trace_opcodes = True
    return watch


def monitor():
    """Turns on the tool that coverage uses from Python 3.12 on; it rewrites the bytecode that is running."""
    if hasattr(sys, "monitoring"):
        sys.monitoring.use_tool_id(sys.monitoring.COVERAGE_ID, "a test")
        sys.monitoring.set_events(sys.monitoring.COVERAGE_ID, sys.monitoring.events.LINE)


def main():
    use_loader()
    from numba.extending import overload

    import fs_env.castles_of_caleira_v1  # noqa: F401  (its functions are described from docstrings, where there are any)
    from fs_env.core.castles_of_caleira.game import GAME
    from fs_env.core.machine.compile import code_key, disk_cache, jit, notice, parts

    assert type(jit.__loader__) is type(jit.fix_signature.seen_by) is Loader
    key = {"an import hook": code_key.code_key(GAME.entry)}

    def also(what):
        key[what] = code_key.code_key(GAME.entry)

    sys.settrace(watch)
    also("a tracer")
    sys.settrace(None)
    sys.setprofile(watch)
    also("a profiler")
    sys.setprofile(None)
    monitor()
    also("a monitor")
    vars(builtins).update({"display": print, "get_ipython": lambda: None, "In": ["..."], "Out": {}, "_": 3})
    sys.displayhook = print
    also("a notebook")
    jit.__builtins__ = {**vars(builtins), "reveal": print}
    jit.__warningregistry__, jit.__annotations__ = {"version": os.getpid()}, {"parts": os.getpid()}
    also("what Python writes into modules")
    jit.kept, parts.opened, parts.Part.__origin__ = os.getpid(), [object()], object()
    also("names that nobody reads")
    with mock.patch.object(notice, "compiling"), mock.patch.object(disk_cache, "warn", autospec=True):
        also("mocks of what compiles nothing")
    overload(Loader)(lambda path: None)
    also("an extension of numba")
    spaces = [{"__name__": "__main__"}, {"__name__": f"bots_{os.getpid()}"}]
    for space, level in zip(spaces, (0, 2), strict=True):
        exec(compile(KERNEL, "bots.py", "exec", optimize=level), space)
    print(json.dumps([key, [code_key.code_key(space["first"]) for space in spaces]]))


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[3]))
    main()
