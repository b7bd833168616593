"""Stores figures without names of machines or paths, and compares them only on the same processor."""

from __future__ import annotations

from typing import Any

import pytest

from fs_env.bench.machine import machine, versions


def pytest_benchmark_update_machine_info(config: pytest.Config, machine_info: dict[str, Any]) -> None:
    """Stores what matters for speed: processor, system, versions."""
    machine_info.clear()
    machine_info.update(machine() | {"versions": versions()})


def pytest_benchmark_update_commit_info(config: pytest.Config, commit_info: dict[str, Any]) -> None:
    """Stores which commit was measured, but not its path."""
    for name in set(commit_info) - {"id", "time", "dirty"}:
        del commit_info[name]


def pytest_benchmark_compare_machine_info(
    config: pytest.Config, benchmarksession: Any, machine_info: dict[str, Any], compared_benchmark: dict[str, Any]
) -> bool:
    """Shows figures from another processor, but does not compare them."""
    stored = compared_benchmark["machine_info"]["cpu"]
    if stored != machine_info["cpu"]:
        benchmarksession.compare_fail = []
        benchmarksession.logger.warning(f"stored on another processor ({stored}): not compared")
    return True
