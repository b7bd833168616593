"""The games of an environment as replays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fs_env.core.machine.outcome import Outcome
from fs_env.replays.recorder import Recorder
from fs_env.replays.replay import file_name, save_replay

if TYPE_CHECKING:
    from fs_env.core.machine.game import Game


@dataclass
class Diary:
    """Writes games into a folder, numbered in the order in which they begin; numbers that exist are skipped.

    Attributes:
        folder: for the files.
        names: of the players by seat.
        recorder: of the game in progress, None without one.
    """

    folder: Path
    names: tuple[str, ...]
    recorder: Recorder | None = None
    number: int = 0

    def begin(self, game: Game, seed: int, options: Mapping[str, int]) -> None:
        """Begins with a new game; one that was not dealt from a seed is not recorded."""
        self.recorder = Recorder(game, seed, options, self.names) if seed >= 0 else None

    def choice(self, game: Game, S: Any, action: int) -> None:
        """Notes an answer before it is played, if it is legal."""
        legal = game.legal(S).tolist()
        if self.recorder is not None and action in legal:
            self.recorder.choice(S, game.to_act(S), legal, action)

    def close(self, game: Game, S: Any, live: bool, infos: Mapping[str, Any]) -> None:
        """Writes the game in progress, if it has any choices, and forgets it."""
        recorder, self.recorder = self.recorder, None
        if recorder is None or not len(recorder):
            return
        outcome, fault, returns = game.outcome(S), "", game.returns(S).tolist()
        lost = [agent for agent, info in infos.items() if info.get("illegal_action")]
        if lost:
            outcome, fault = int(Outcome.FORFEITED), f"{lost[0]} answered with an illegal action"
        elif not live and outcome == Outcome.RUNNING:
            outcome = int(Outcome.TRUNCATED)
        replay = recorder.replay(S, outcome, returns, fault)
        self.folder.mkdir(parents=True, exist_ok=True)
        while list(self.folder.glob(f"{self.number:06}_*")):
            self.number += 1
        save_replay(replay, self.folder / file_name(replay, self.number))
