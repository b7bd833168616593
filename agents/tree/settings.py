"""What a tree search may be told: the parameters of the agent spec `tree:name=value,...`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from fs_env.agents.thinking.settings import ThinkingSettings


@dataclass(frozen=True)
class Settings(ThinkingSettings):
    """The parameters of a tree search: those of every bot that thinks ahead, and its own. `policy` plays on from a leaf.

    Attributes:
        exploration: how much a rarely tried action is preferred to one that has won more.
        prior: extra weight, 0 to 1, of the action that the policy would take; 0: the policy is not asked within the tree.
        nodes: "all": the seat that decides knows what it sees, whoever it is; "own": nodes tell apart only what the searching
            seat sees.

    Raises:
        ValueError: a number out of range, no limit at all, or another word for `nodes`.
    """

    KIND: ClassVar[str] = "tree"
    RANGES: ClassVar[dict[str, tuple[float, float]]] = ThinkingSettings.RANGES | {
        "exploration": (0, 100),
        "prior": (0, 1),
    }

    turns: int = 4
    exploration: float = 0.15
    prior: float = 0.25
    nodes: str = "own"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.nodes not in ("all", "own"):
            raise ValueError(f"tree: nodes={self.nodes!r}: expected all or own")
