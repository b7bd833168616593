"""The worker's side of a pool: tasks are done one after the other and answered by messages, whatever carries these."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

NO_MARK = -1
READY, REPORT, RESULT, ERROR = range(4)  # kinds of messages
Message = tuple[int, Any]  # kind and contents
KNOWN = ("builtins", "fs_env")  # packages whose errors every process can read


class Context(NamedTuple):
    """Given to the code of a worker.

    Attributes:
        report: sends a value ahead of the result of a task.
        mark: called with a whole number from 0 up before something that may never return or end the process, and optionally with
            seconds that it may take beyond the limit; with `NO_MARK` afterwards. Actors of a cluster keep no marks.
    """

    report: Callable[[Any], None]
    mark: Callable[..., None]


Build = Callable[[Context], Callable[[Any], Any]]
"""Called in a worker, before its first task; returns the function from a task to its result. Can be pickled."""


class TaskFailed(RuntimeError):
    """A task is given up, because so many workers died doing it.

    Attributes:
        fault: how the last one ended, such as "ended its process (exit code 3)".
        mark: the one that stood when it ended, or `NO_MARK`.
    """

    def __init__(self, task: Any, deaths: int, fault: str, mark: int, advice: str) -> None:
        super().__init__(f"{deaths} worker processes died with one task, the last one {fault}: {advice}")
        self.task, self.deaths, self.fault, self.mark = task, deaths, fault, mark


def attempt(kind: int, function: Callable[[Any], Any], given: Any) -> Message:
    """Result of a function, as a message of this kind; its error, as one that every process can read."""
    try:
        return kind, function(given)
    except Exception as error:
        known = type(error).__module__.partition(".")[0] in KNOWN
        return ERROR, error if known else RuntimeError(f"{type(error).__name__}: {error}")
