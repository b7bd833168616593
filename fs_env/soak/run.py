"""A run: sessions one after the other until the time is over, counted in a folder from which a later run continues."""

from __future__ import annotations

import json
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from fs_env.core.checks import check_whole
from fs_env.core.files import FileKind, write_whole
from fs_env.core.machine.run.game import Game
from fs_env.soak.interfaces import DECISIONS, PLAY, Played
from fs_env.soak.sessions import INTERFACES, Session, make_session

PROGRESS = "soak.json"
FORMAT = 1
FILE = FileKind("the progress of a soak run", "give another folder")
SAVED_EVERY = 20.0  # seconds
FAILURES_KEPT = 100


class Soak:
    """The progress of a run, written after every 20 seconds and at its end; a kill loses no more than that.

    Attributes:
        data: as JSON: "format", "seed", "next" (the number of the next session), "seconds", "counts" (game and interface
            -> "stints", the number of sessions, games, decisions, seconds, options) and "failures".
    """

    def __init__(
        self,
        folder: str | Path,
        seed: int | None,
        games: Sequence[Game],
        interfaces: Sequence[str] = INTERFACES,
        share: float = 1.0,
    ) -> None:
        self.path, self.games, self.interfaces, self.share = Path(folder) / PROGRESS, games, tuple(interfaces), share
        of = {"games": [game.name for game in games], "interfaces": list(interfaces)}
        if self.path.exists():
            self.data = read_progress(self.path)
            for name, wanted in (*of.items(), ("seed", self.data["seed"] if seed is None else seed)):
                if self.data[name] != wanted:
                    raise ValueError(
                        f"{self.path} is a run with {name} {self.data[name]}, not {wanted}: give another folder, or the same {name}"
                    )
        else:
            new: dict[str, Any] = {"format": FORMAT, "seed": seed or 0, **of, "next": 0, "seconds": 0.0}
            self.data = {**new, "counts": {}, "failures": [], "failed": 0}
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.save()

    def run(
        self,
        minutes: float,
        said: Callable[[str], object] = lambda text: None,
        progress: Callable[[str], object] = lambda text: None,
    ) -> int:
        """Plays sessions until the time is over, at least one; returns the number of failed sessions."""
        begun = saved = time.monotonic()
        failed = 0
        try:
            while True:
                session = make_session(self.data["seed"], self.data["next"], self.games, self.interfaces)
                progress(
                    f"{session.words()}; {self.data['failed']} of {self.data['next']} failed, {minutes:.1f} minutes left"
                )
                failed += not self.play(session, said)
                self.data["next"] += 1
                now = time.monotonic()
                self.data["seconds"] += now - begun
                begun, minutes = now, minutes - (now - begun) / 60
                if minutes <= 0:
                    return failed
                if now - saved > SAVED_EVERY:
                    saved = now
                    self.save()
        finally:
            self.save()

    def play(self, session: Session, said: Callable[[str], object]) -> bool:
        """Plays and counts one session; returns whether all checks passed."""
        game = next(one for one in self.games if one.name == session.game)
        begun = time.monotonic()
        played, problem = Played(0, 0), None
        try:
            played = PLAY[session.interface](game, session, max(1, round(self.share * DECISIONS[session.interface])))
        except Exception as error:  # a fault of any kind is what the run looks for
            problem = error
        row = self.data["counts"].setdefault(f"{session.game} {session.interface}", {})
        seen = {"stints": 1, "games": played.games, "decisions": played.decisions}
        for name, more in (*seen.items(), ("seconds", time.monotonic() - begun)):
            row[name] = row.get(name, 0) + more
        options = row.setdefault("options", {})
        for name, value in session.options.items():
            if value != game.options[name].default:
                options[name] = options.get(name, 0) + 1
        if problem is not None:
            self.data["failed"] += 1
            failures = self.data["failures"]
            if len(failures) < FAILURES_KEPT:
                trace = "".join(traceback.format_exception(problem)[-6:])
                failures.append({**session._asdict(), "error": repr(problem), "traceback": trace})
            said(f"{session.words()}: {problem!r}")
        return problem is None

    def save(self) -> None:
        write_whole(self.path, json.dumps(self.data, indent=1))


COUNTS = ("stints", "games", "decisions", "seconds")
OF_FAILURE = ("number", "game", "interface", "seed", "options", "error", "traceback")


def read_progress(path: Path) -> dict[str, Any]:
    data = FILE.table(path)
    if data.get("format") != FORMAT:
        FILE.refuse(path, f"it has format {data.get('format')!r}, not {FORMAT}")
    with FILE.checked(path):
        for name in ("seed", "next", "failed"):
            check_whole(name, data[name], 0, 2**63 - 1)
        for name in ("games", "interfaces"):
            if not isinstance(data[name], list) or not all(isinstance(one, str) for one in data[name]):
                raise ValueError(f"{name} is not a list of strings")
        if not isinstance(data["seconds"], (int, float)) or not 0 <= data["seconds"] < 2**63:
            raise ValueError("seconds is not a number")
        if not isinstance(data["counts"], dict) or not isinstance(data["failures"], list):
            raise ValueError("its counts or failures have the wrong type")
        for name, row in data["counts"].items():
            if len(name.split(" ")) != 2 or not isinstance(row["options"], dict):
                raise ValueError(f"counts has {name!r}")
            if not all(isinstance(row[count], (int, float)) and abs(row[count]) < 2**63 for count in COUNTS):
                raise ValueError(f"the counts of {name!r} are not numbers")
            if not all(isinstance(number, int) for number in row["options"].values()):
                raise ValueError(f"the options of {name!r} are not counts")
        for failure in data["failures"]:
            if not all(name in failure for name in OF_FAILURE) or not isinstance(failure["traceback"], str):
                raise ValueError(f"a failure has other entries than {', '.join(OF_FAILURE)}")
    return data
