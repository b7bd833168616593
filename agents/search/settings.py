"""What a search may be told: the parameters of the agent spec `search:name=value,...`."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from fs_env.core.checks import unknown

AUTO, NONE = "auto", "none"


@dataclass(frozen=True)
class Settings:
    """The parameters of a search.

    Attributes:
        milliseconds: longest time for one choice; 0: no limit.
        rollouts: most rollouts for one choice; 0: no limit.
        policy: spec of a compiled bot: the search improves its choices, and it plays all seats in rollouts.
        opponents: spec of the compiled bot that plays the other seats in rollouts; "": the same.
        value: name of a shipped value, path of a file, "auto" (the one for the game and the number of players), or "none":
            every rollout is a whole game.
        turns: a rollout is cut at the first choice of the n-th turn after this one.
        threads: of one choice.
        confidence: standard errors by which another action must be ahead of the policy's before it is played.
        margin: share of the win by which it must be ahead.

    Raises:
        ValueError: a number out of range, or no limit at all.
    """

    milliseconds: float = 50.0
    rollouts: int = 0
    policy: str = "heuristic"
    opponents: str = ""
    value: str = AUTO
    turns: int = 2
    threads: int = 1
    confidence: float = 2.0
    margin: float = 0.004

    def __post_init__(self) -> None:
        for name, low, high in (
            ("milliseconds", 0, 3_600_000),
            ("rollouts", 0, 10**9),
            ("turns", 1, 1000),
            ("threads", 1, 256),
            ("confidence", 0, 100),
            ("margin", 0, 1),
        ):
            value = getattr(self, name)
            if not low <= value <= high:
                raise ValueError(f"search: {name}={value}: expected a number from {low} to {high}")
        if not self.milliseconds and not self.rollouts:
            raise ValueError("search: milliseconds=0 and rollouts=0: at least one of them must limit the search")

    @classmethod
    def read(cls, parameters: dict[str, str]) -> Settings:
        """Settings from texts. A limit of rollouts alone is the only limit.

        Raises:
            ValueError: no such parameter, or a value that is no number of its kind or out of range.
        """
        kinds: dict[str, Any] = {field.name: type(field.default) for field in fields(cls)}
        found: dict[str, Any] = {}
        for name, text in parameters.items():
            if name not in kinds:
                raise ValueError(unknown("search parameter", name, kinds))
            try:
                found[name] = kinds[name](text)
            except ValueError:
                kind = "a whole number" if kinds[name] is int else "a number"
                raise ValueError(f"search: {name}={text!r}: expected {kind}") from None
        if "rollouts" in found:
            found.setdefault("milliseconds", 0.0)
        return cls(**found)
