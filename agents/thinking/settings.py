"""What every bot that thinks ahead may be told: the parameters that its kinds share, and how a spec is read."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, ClassVar, Self

from fs_env.core.checks import unknown


@dataclass(frozen=True)
class ThinkingSettings:
    """The parameters of a bot that thinks ahead; each kind adds its own.

    Attributes:
        milliseconds: longest time for one choice; 0: no limit.
        rollouts: most rollouts for one choice; 0: no limit.
        policy: spec of a compiled bot, which plays the searching seat in rollouts.
        opponents: spec of the compiled bot that plays the other seats; "": the same.
        value: name of a shipped value, path of a file, "auto" (the one for the game and the number of players), or "none":
            every rollout is played to the end of the game.
        turns: a rollout is cut at the first choice of the n-th turn after this one.

    Raises:
        ValueError: a number out of range, or no limit at all.
    """

    KIND: ClassVar[str]
    """The word before the colon of a spec."""
    RANGES: ClassVar[dict[str, tuple[float, float]]] = {
        "milliseconds": (0, 3_600_000),
        "rollouts": (0, 10**9),
        "turns": (1, 1000),
    }

    milliseconds: float = 50.0
    rollouts: int = 0
    policy: str = "heuristic"
    opponents: str = ""
    value: str = "auto"
    turns: int = 2

    def __post_init__(self) -> None:
        for name, (low, high) in self.RANGES.items():
            value = getattr(self, name)
            if not low <= value <= high:
                raise ValueError(f"{self.KIND}: {name}={value}: expected a number from {low} to {high}")
        if not self.milliseconds and not self.rollouts:
            raise ValueError(f"{self.KIND}: milliseconds=0 and rollouts=0: at least one of them must limit the search")

    @classmethod
    def read(cls, parameters: dict[str, str]) -> Self:
        """Settings from texts. A limit of rollouts alone is the only limit.

        Raises:
            ValueError: no such parameter, or a value that is no number of its kind or out of range.
        """
        kinds: dict[str, Any] = {field.name: type(field.default) for field in fields(cls)}
        found: dict[str, Any] = {}
        for name, text in parameters.items():
            if name not in kinds:
                raise ValueError(unknown(f"{cls.KIND} parameter", name, kinds))
            try:
                found[name] = kinds[name](text)
            except ValueError:
                kind = "a whole number" if kinds[name] is int else "a number"
                raise ValueError(f"{cls.KIND}: {name}={text!r}: expected {kind}") from None
        if "rollouts" in found:
            found.setdefault("milliseconds", 0.0)
        return cls(**found)
