"""What the figures were measured on."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from fs_env import __version__

PACKAGES = ("numba", "llvmlite", "numpy", "pettingzoo", "gymnasium")
SWITCHES = ("NUMBA_OPT", "NUMBA_BOUNDSCHECK", "NUMBA_DISABLE_JIT")  # these change what is measured


@contextmanager
def one_core() -> Iterator[None]:
    """Keeps this process, and the threads that libraries start meanwhile, on one core, where the system can do that."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def machine() -> dict[str, Any]:
    """Processor, cores, system and numba's switches that are set, as JSON values."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return {
        "cpu": cpu_model(),
        "cores": os.cpu_count(),
        "usable_cores": usable,
        "system": f"{platform.system()} {platform.machine()}",
        "switches": {name: os.environ[name] for name in SWITCHES if name in os.environ},
    }


def cpu_model() -> str:
    """The processor's name as the system tells it."""
    listing = Path("/proc/cpuinfo")
    if listing.is_file():
        for line in listing.read_text(encoding="utf-8", errors="replace").splitlines():
            name, _, value = line.partition(":")
            if name.strip() in ("model name", "Hardware", "cpu model"):
                return value.strip()
    return platform.processor() or platform.machine() or "unknown"


def versions() -> dict[str, str]:
    """Name -> version: this package, Python, and the packages that matter for speed."""
    found = {"fs-env": __version__, "python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found
