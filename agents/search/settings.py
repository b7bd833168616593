"""The parameters of the agent specs `search:name=value,...` and `tree:name=value,...`, and which method `search` takes."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, ClassVar, Self

from fs_env.core.checks import check_choice, unknown
from fs_env.registry.games import manifest_of


@dataclass(frozen=True)
class Settings:
    """The parameters that both kinds of search share.

    Attributes:
        milliseconds: longest time for one choice; 0: no limit.
        rollouts: most rollouts for one choice; 0: no limit.
        policy: spec of a compiled bot, which plays the searching seat in rollouts.
        opponents: spec of the compiled bot that plays the other seats; "": the same.
        value: name of a shipped value, path of a file, "auto" (the one for the game and the number of players), or "none":
            every rollout is played to the end of the game.
        horizon: a rollout is cut at the first choice of the n-th turn after this one.

    Raises:
        ValueError: a number out of range, or no limit at all.
    """

    KIND: ClassVar[str]
    """The word before the colon of a spec."""
    RANGES: ClassVar[dict[str, tuple[float, float]]] = {
        "milliseconds": (0, 3_600_000),
        "rollouts": (0, 10**9),
        "horizon": (1, 1000),
    }

    milliseconds: float = 50.0
    rollouts: int = 0
    policy: str = "heuristic"
    opponents: str = ""
    value: str = "auto"
    horizon: int = 2

    def __post_init__(self) -> None:
        for name, (low, high) in self.RANGES.items():
            value = getattr(self, name)
            if not low <= value <= high:
                raise ValueError(f"{self.KIND}: {name}={value}: expected a number from {low} to {high}")
        if not self.milliseconds and not self.rollouts:
            raise ValueError(f"{self.KIND}: milliseconds=0 and rollouts=0: at least one of them must limit the search")

    @classmethod
    def read(cls, parameters: dict[str, str]) -> Self:
        """Settings from texts; with only rollouts given, they are the only limit. Raises ValueError for unknown parameters or values."""
        kinds: dict[str, Any] = {field.name: type(field.default) for field in fields(cls)}
        found: dict[str, Any] = {}
        for name, text in parameters.items():
            if name not in kinds:
                raise ValueError(unknown(f"{cls.KIND} parameter", name, [*kinds, *["method"] * (cls.KIND == "search")]))
            try:
                found[name] = kinds[name](text)
            except ValueError:
                kind = "a whole number" if kinds[name] is int else "a number"
                raise ValueError(f"{cls.KIND}: {name}={text!r}: expected {kind}") from None
        if "rollouts" in found:
            found.setdefault("milliseconds", 0.0)
        return cls(**found)

    @classmethod
    def of_game(cls, game: str, parameters: dict[str, str]) -> Self:
        """As `read`, with the defaults of a game (`Manifest.search`)."""
        names = {field.name for field in fields(cls)}
        usual = {name: text for name, text in manifest_of(game).search.items() if name in names}
        return cls.read(usual | parameters)


@dataclass(frozen=True)
class FlatSettings(Settings):
    """The parameters of a flat search, which improves the choices of `policy`: those of `Settings`, and its own.

    Attributes:
        rollout_policy: spec of the compiled bot that plays the searching seat in rollouts; "": `policy`.
        threads: of one choice.
        confidence: standard errors by which another action must be ahead of the policy's before it is played.
        margin: share of the win by which it must be ahead.
        max_horizon: actions that are not worse are compared again with twice the horizon, and so on up to this one.
        plans: share of the limit for plans of two own actions in a turn; 0: there are none.
        gate: 2: with up to 100 rollouts, the policy is left only beyond the error of few determinizations and of the value; 1: more easily.
    """

    KIND: ClassVar[str] = "search"
    RANGES: ClassVar[dict[str, tuple[float, float]]] = Settings.RANGES | {
        "threads": (1, 256),
        "confidence": (0, 100),
        "margin": (0, 1),
        "max_horizon": (0, 1000),
        "plans": (0, 0.9),
        "gate": (1, 2),
    }

    rollout_policy: str = ""
    threads: int = 1
    confidence: float = 1.0
    margin: float = 0.001
    max_horizon: int = 8
    plans: float = 0.0
    gate: int = 1


@dataclass(frozen=True)
class TreeSettings(Settings):
    """The parameters of a tree search: those of `Settings`, and its own. `policy` plays on from a leaf.

    Attributes:
        exploration: how much a rarely tried action is preferred to one that has won more.
        prior: extra weight, 0 to 1, of the action that the policy would take; 0: the policy is not asked within the tree.
        nodes: "all": the seat that decides knows what it sees, whoever it is; "own": nodes distinguish only what the searching seat sees.
    """

    KIND: ClassVar[str] = "tree"
    RANGES: ClassVar[dict[str, tuple[float, float]]] = Settings.RANGES | {"exploration": (0, 100), "prior": (0, 1)}

    horizon: int = 4
    exploration: float = 0.15
    prior: float = 0.25
    nodes: str = "own"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.nodes not in ("all", "own"):
            raise ValueError(f"tree: nodes={self.nodes!r}: expected all or own")


def split_method(parameters: dict[str, str]) -> tuple[str, dict[str, str]]:
    """The method that is named, or that alone has a given parameter, else ""; and the other parameters. Raises ValueError for a mixture."""
    rest = dict(parameters)
    method = check_choice("method", rest.pop("method", "auto"), ("auto", "race", "tree"))
    if method != "auto":
        return method, rest
    race, tree = ({field.name for field in fields(kind)} for kind in (FlatSettings, TreeSettings))
    of_race, of_tree = (sorted(rest.keys() & names) for names in (race - tree, tree - race))
    if of_race and of_tree:
        raise ValueError(
            f"search: races have {of_race[0]}, trees have {of_tree[0]}, none has both: leave one of them out"
        )
    return "race" if of_race else "tree" if of_tree else "", rest


def method_for(game: str, num_players: int) -> str:
    return "tree" if num_players in manifest_of(game).tree_players else "race"
