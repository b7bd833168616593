"""`pytest --costs FILE`: writes what each test costs as JSON, {node id: seconds of processor}, beside what the file contains of others.

Fixtures count where they are made, and processes that a test started count where they were waited for.
"""

from __future__ import annotations

import json
import resource
from collections.abc import Iterator
from pathlib import Path

import pytest

NAME = "processor_seconds"


def spent() -> float:
    """Seconds of processor of this process so far, and of the processes that it started and waited for."""
    used = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


class Costs:
    """Measures where tests run; adds up and writes where they are handed out."""

    def __init__(self, file: Path | None) -> None:
        self.file = file
        self.last = 0.0
        self.tests: dict[str, float] = {}

    def pytest_runtest_logstart(self) -> None:
        self.last = spent()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Iterator[None]:
        report = yield
        now = spent()
        report.user_properties.append((NAME, now - self.last))
        self.last = now
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        cost = sum(value for name, value in report.user_properties if name == NAME)
        self.tests[report.nodeid] = self.tests.get(report.nodeid, 0.0) + cost

    def pytest_sessionfinish(self) -> None:
        if self.file is not None:
            before = json.loads(self.file.read_text()) if self.file.exists() else {}
            costs = before | {node: round(cost, 3) for node, cost in self.tests.items()}
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(json.dumps(costs, indent=0))
