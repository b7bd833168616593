"""Blocks numba and llvmlite, as if they were not installed, for a process that imports this before anything else."""

import sys


class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numba", "llvmlite"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


assert "numba" not in sys.modules
sys.meta_path.insert(0, Absent())
