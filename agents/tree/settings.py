"""What a tree search may be told: the parameters of the agent spec `tree:name=value,...`."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from fs_env.core.checks import unknown


@dataclass(frozen=True)
class Settings:
    """The parameters of a tree search.

    Attributes:
        milliseconds: longest time for one choice; 0: no limit.
        rollouts: most rollouts for one choice; 0: no limit.
        policy: spec of a compiled bot: it plays the searching seat from a leaf on, and its own action is tried first.
        opponents: spec of the compiled bot that does so for the other seats; "": the same.
        value: name of a shipped value, path of a file, "auto" (the one for the game and the number of players), or "none":
            every leaf is played to the end of the game.
        turns: a leaf is valued at the first choice of the n-th turn after that of the root.
        exploration: how much a rarely tried action is preferred to one that has won more.
        prior: extra weight, 0 to 1, of the action that the policy would take; 0: the policy is not asked within the tree.
        nodes: "all": the seat that decides knows what it sees, whoever it is; "own": nodes tell apart only what the searching
            seat sees.

    Raises:
        ValueError: a number out of range, or no limit at all.
    """

    milliseconds: float = 50.0
    rollouts: int = 0
    policy: str = "heuristic"
    opponents: str = ""
    value: str = "auto"
    turns: int = 4
    exploration: float = 0.15
    prior: float = 0.25
    nodes: str = "own"

    def __post_init__(self) -> None:
        for name, low, high in (
            ("milliseconds", 0, 3_600_000),
            ("rollouts", 0, 10**9),
            ("turns", 1, 1000),
            ("exploration", 0, 100),
            ("prior", 0, 1),
        ):
            value = getattr(self, name)
            if not low <= value <= high:
                raise ValueError(f"tree: {name}={value}: expected a number from {low} to {high}")
        if self.nodes not in ("all", "own"):
            raise ValueError(f"tree: nodes={self.nodes!r}: expected all or own")
        if not self.milliseconds and not self.rollouts:
            raise ValueError("tree: milliseconds=0 and rollouts=0: at least one of them must limit the search")

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
                raise ValueError(unknown("tree parameter", name, kinds))
            try:
                found[name] = kinds[name](text)
            except ValueError:
                kind = "a whole number" if kinds[name] is int else "a number"
                raise ValueError(f"tree: {name}={text!r}: expected {kind}") from None
        if "rollouts" in found:
            found.setdefault("milliseconds", 0.0)
        return cls(**found)
