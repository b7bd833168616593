"""What a search may be told: the parameters of the agent spec `search:name=value,...`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from fs_env.agents.thinking.settings import ThinkingSettings


@dataclass(frozen=True)
class Settings(ThinkingSettings):
    """The parameters of a search: those of every bot that thinks ahead, and its own. It improves the choices of `policy`.

    Attributes:
        rollout_policy: spec of the compiled bot that plays the searching seat in rollouts; "": `policy`.
        threads: of one choice.
        confidence: standard errors by which another action must be ahead of the policy's before it is played.
        margin: share of the win by which it must be ahead.
        deepest: actions that are not worse are compared again by rollouts of twice as many turns, and so on up to this many.

    Raises:
        ValueError: a number out of range, or no limit at all.
    """

    KIND: ClassVar[str] = "search"
    RANGES: ClassVar[dict[str, tuple[float, float]]] = ThinkingSettings.RANGES | {
        "threads": (1, 256),
        "confidence": (0, 100),
        "margin": (0, 1),
        "deepest": (0, 1000),
    }

    rollout_policy: str = ""
    threads: int = 1
    confidence: float = 1.0
    margin: float = 0.001
    deepest: int = 8
