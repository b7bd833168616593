"""The machine and the versions that figures were measured on."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from fs_env.version import __version__

PACKAGES = ("numba", "llvmlite", "numpy", "pettingzoo", "gymnasium")
SWITCHES = ("NUMBA_OPT", "NUMBA_BOUNDSCHECK", "NUMBA_DISABLE_JIT")  # these change what is measured


def machine() -> dict[str, Any]:
    """Processor, cores, system and those environment variables of numba that are set, as JSON values."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return {
        "cpu": cpu_model(),
        "cores": os.cpu_count(),
        "usable_cores": usable,
        "system": f"{platform.system()} {platform.machine()}",
        "switches": {name: os.environ[name] for name in SWITCHES if name in os.environ},
    }


def cpu_model() -> str:
    listing = Path("/proc/cpuinfo")
    if listing.is_file():
        for line in listing.read_text(encoding="utf-8", errors="replace").splitlines():
            name, _, value = line.partition(":")
            if name.strip() in ("model name", "Hardware", "cpu model"):
                return value.strip()
    return platform.processor() or platform.machine() or "unknown"


def versions() -> dict[str, str]:
    found = {name: version_of(name) or "not installed" for name in PACKAGES}
    return {"fs-env": __version__, "python": platform.python_version(), **found}


def version_of(distribution: str) -> str | None:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return None
