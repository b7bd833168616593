"""What the settings of all algorithms have in common: a frozen dataclass, read from a TOML file, JSON, or flags of the same names."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from fs_env.core.checks import check_whole, unknown
from fs_env.core.files import LARGEST_TEXT, FileKind
from fs_env.registry.games import load_game

LIMITS = ("minutes", "decisions")
"""Settings that may change when a run goes on: how long it is."""
PLACES = ("ray",)
"""Settings that may change too: where a run is computed, which its results do not depend on."""


FILE = FileKind("settings in TOML", "correct it as docs/training.md describes", LARGEST_TEXT)


def setting(default: Any, about: str) -> Any:
    """A field with its default and its description."""
    if isinstance(default, (dict, list)):
        return field(default_factory=default.copy, metadata={"about": about})
    return field(default=default, metadata={"about": about})


@dataclass(frozen=True)
class RunSettings:
    """The settings of every run. The description of each field is its help text on the command line.

    Raises:
        ValueError: a value out of range, or an unknown game, option or name.
        TypeError: a value of the wrong type.
    """

    lowest: ClassVar[dict[str, float]] = {"minutes": 0, "threads": 1, "evaluation_games": 1}

    game: str = setting("four_souls", 'id of the game, or "package.module:NAME"')
    num_players: int = setting(2, "number of seats")
    options: dict[str, int] = setting({}, "further options of the game")
    seed: int = setting(1, "determines deals, network and random draws")
    minutes: float = setting(
        20.0, "stop after this time, including earlier parts of the run; cuts the last round short"
    )
    threads: int = setting(2, "threads that learn, and in ppo collect; best one for each processor")
    bots: list[str] = setting(["random", "heuristic"], "bots that the policy is evaluated against after each round")
    evaluation_games: int = setting(100, "games against each bot after a round")

    def __post_init__(self) -> None:
        for one in dataclasses.fields(self):
            object.__setattr__(self, one.name, as_kind(one.name, getattr(self, one.name), str(one.type)))
        load_game(self.game).option_values(num_players=self.num_players, **self.options)
        for name, low in self.bounds().items():
            if not getattr(self, name) >= low:
                raise ValueError(f"{name}={getattr(self, name)!r} is out of range: expected at least {low}")
        check_whole("seed", self.seed, 0, 2**31 - 1)

    @classmethod
    def bounds(cls) -> dict[str, float]:
        """The lowest value of each number, those of all base classes included: their `lowest`."""
        return {name: low for base in reversed(cls.__mro__) for name, low in vars(base).get("lowest", {}).items()}

    def to_json(self) -> dict[str, Any]:
        """Plain values by field name."""
        return dataclasses.asdict(self)

    @classmethod
    def read(cls: type[S], path: Path | None, changes: Mapping[str, Any]) -> S:
        """The settings of a TOML file, overridden by `changes`.

        Raises:
            FileFault: the file is not TOML, or has an unknown name or a wrong value.
            OSError: it cannot be read.
            ValueError, TypeError: `changes` have an unknown name or a wrong value.
        """
        if path is None:
            return cls.of(changes)
        values = FILE.toml(path)
        try:
            return cls.of({**values, **changes})
        except (ValueError, TypeError) as error:
            cls.of(changes)  # raises where the flags are wrong, and not the file
            FILE.refuse(path, error)

    @classmethod
    def of(cls: type[S], values: Mapping[str, Any]) -> S:
        """Settings from plain values by name. Raises ValueError for an unknown name."""
        known = [one.name for one in dataclasses.fields(cls)]
        for name in values:
            if name not in known:
                raise ValueError(unknown("setting", name, known))
        return cls(**values)


S = TypeVar("S", bound=RunSettings)


@dataclass(frozen=True)
class NetworkSettings(RunSettings):
    """The settings of runs that train a network of `agents.networks`: what `training.run.Run` reads."""

    lowest: ClassVar[dict[str, float]] = {
        "decisions": 0,
        "learning_rate": 0,
        "batch_size": 2,
        "clip_gradient": 0,
        "shared": 0,
    }

    bots: list[str] = setting(
        ["random", "heuristic"],
        "bots that the network is evaluated against after each round; best.npz is the best one against the last of them",
    )
    evaluation_games: int = setting(200, "games against each bot after a round, greedy and drawing each")
    decisions: int = setting(0, "stop after this many decisions learned from; 0: no limit")
    device: str = setting("cpu", "where torch computes: cpu, cuda or cuda:N")
    init: str = setting("", "start from this network, a file or the name of a shipped one, instead of random weights")
    hidden: list[int] = setting([256, 256], "units of the hidden layers of the policy")
    value_hidden: list[int] = setting([128, 64], "units of the hidden layers of the score")
    shared: int = setting(
        0,
        "width of embeddings of cards that all zones share, of a new network; 0: every card has weights in every zone",
    )
    inputs_from: str = setting("", "compiled bot whose play shows which inputs there are; empty: the last of the bots")
    learning_rate: float = setting(1e-3, "learning rate of Adam, at the beginning")
    anneal: int = setting(1, "1: the learning rate falls to a tenth along a cosine; 0: it stays")
    batch_size: int = setting(2048, "decisions per gradient step")
    clip_gradient: float = setting(1.0, "largest norm of a gradient; 0: any")

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("hidden", "value_hidden"):
            widths = getattr(self, name)
            if not 1 <= len(widths) <= 4 or not 1 <= min(widths) <= max(widths) <= 1024:
                raise ValueError(
                    f"{name}={widths!r}: expected one to four numbers of units up to 1024, such as [256, 256]"
                )
        if self.shared and self.init:
            raise ValueError(
                f"shared={self.shared}, init={self.init!r}: a file has weights and no embeddings; leave one of them out"
            )
        if not self.bots:
            raise ValueError("bots=[]: expected at least one to be evaluated against, such as random")
        kind = self.device.partition(":")[0]
        if kind not in ("cpu", "cuda"):
            raise ValueError(f"device={self.device!r}: expected cpu, cuda or cuda:N")


KINDS: dict[str, tuple[type | tuple[type, ...], str]] = {
    "str": (str, "a text"),
    "int": (int, "a whole number"),
    "float": ((int, float), "a number"),
    "list[int]": (int, "a list of whole numbers"),
    "list[str]": (str, "a list of texts"),
    "dict[str, int]": (int, "names with whole numbers"),
    "dict[str, float]": ((int, float), "names with numbers"),
}


def as_kind(name: str, value: Any, kind: str) -> Any:
    """A value converted to the type of its field. Raises TypeError for the wrong type."""
    of, words = KINDS[kind]
    holder = kind.partition("[")[0]
    if holder == "list" and isinstance(value, (list, tuple)):
        inner = value = list(value)
    elif holder == "dict" and isinstance(value, Mapping):
        inner, value = list(value.values()), dict(value)
    else:
        inner = [value] if holder not in ("list", "dict") else [None]
    if any(isinstance(one, bool) or not isinstance(one, of) for one in inner):
        raise TypeError(f"{name}={value!r}: expected {words}")
    return float(value) if kind == "float" else value
