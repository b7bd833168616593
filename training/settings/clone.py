"""The settings of the learner `clone`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from fs_env.training.settings.fields import setting
from fs_env.training.settings.run_settings import RunSettings


@dataclass(frozen=True)
class Settings(RunSettings):
    matter: ClassVar[tuple[str, ...]] = ("decisions", "teacher", "data", "init", "own")

    teacher: str = setting("heuristic", "compiled bot that labels decisions with its actions")
    data: list[str] = setting([], "folders of fs-env selfplay: learn their actions instead of asking a teacher")
    own: float = setting(0.7, "share of the seats that the network plays; the teacher plays the others", 0, 1)
    strays: float = setting(0.03, "share of the teacher's choices that are any legal action instead", 0, 1)
    rows: int = setting(
        64, "games played in parallel; with more, fewer games of a chunk have ended when it is learned", 1
    )
    chunk: int = setting(32_768, "labels collected before the network learns them", 2)
    round_chunks: int = setting(8, "chunks of a round, which begins new games and ends with an evaluation", 1)
    value_weight: float = setting(0.5, "weight of the score in the loss", 0)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.chunk < self.rows:
            raise ValueError(f"chunk={self.chunk}: expected at least one label of each of {self.rows} rows")
