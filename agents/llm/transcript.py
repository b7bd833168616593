"""`Transcript`: the messages of one seat in one game, as a file of JSON lines."""

from __future__ import annotations

import json
from dataclasses import asdict
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fs_env.core.files import write_whole
from fs_env.narration.conversation import VERSION
from fs_env.replays.replay import stem

if TYPE_CHECKING:
    from fs_env.agent_api.view import SeatView
    from fs_env.arena.match import MatchResult
    from fs_env.arena.usage import Usage

FORMAT = "fs-env transcript 1"


class Transcript:
    def __init__(self, model: str) -> None:
        self.model, self.game, self.seat = model, "", -1
        self._lines: list[dict[str, Any]] = []

    def begin(self, view: SeatView, system: dict[str, str]) -> None:
        if not self._lines:
            self.game, self.seat = view.game, view.seat
            self.add(system)

    def add(self, message: dict[str, Any], **about: Any) -> None:
        self._lines.append({**message, **about})

    def write(self, folder: str, result: MatchResult, names: list[str], number: int | None, usage: Usage) -> None:
        """Writes the file as a whole; nothing if there are no messages.

        Its first line has the game, its result and the counts; each further one is a message. It is named as the game's replay, with the
        seat and a hash of the players.
        """
        if not self._lines:
            return
        head = {
            "format": FORMAT,
            "text": VERSION,
            "game": self.game,
            "seed": result.seed,
            "seat": self.seat,
            "model": self.model,
            "players": names,
            "outcome": result.outcome,
            "returns": result.returns,
            "fault": result.fault,
            **asdict(usage),
        }
        sign = blake2b("\n".join(names).encode(), digest_size=4).hexdigest()
        place = Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in (head, *self._lines))
        write_whole(place / f"{stem(self.game, result.seed, number)}_seat{self.seat}_{sign}.jsonl", text)
