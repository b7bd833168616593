"""The settings of a training run, as a dataclass, a TOML file or flags of the same names."""

from __future__ import annotations

import dataclasses
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fs_env.envs.options import check_choice, check_whole
from fs_env.envs.registry import load_game, unknown

PAST = "past"


def setting(default: Any, about: str) -> Any:
    """A field with its default and its description."""
    if isinstance(default, (dict, list)):
        return field(default_factory=default.copy, metadata={"about": about})
    return field(default=default, metadata={"about": about})


@dataclass(frozen=True)
class Config:
    """All settings of a run. The description of each field is its help text on the command line.

    Raises:
        ValueError: a value out of range, or an unknown game, option or name.
        TypeError: a value of the wrong type.
    """

    game: str = setting("four_souls", 'id of the game, or "package.module:NAME"')
    num_players: int = setting(2, "number of seats")
    options: dict[str, int] = setting({}, "further options of the game")
    seed: int = setting(1, "determines deals, network and random draws")
    minutes: float = setting(
        20.0, "stop after this time, including earlier parts of the run; cuts the last round short"
    )
    timesteps: int = setting(0, "stop after this many decisions of the learner; 0: no limit")
    threads: int = setting(2, "threads of torch")

    num_envs: int = setting(64, "games played in parallel")
    n_steps: int = setting(128, "decisions per game between two updates")
    round_updates: int = setting(
        8, "updates per round; a round begins new games and ends with a snapshot and an evaluation"
    )
    batch_size: int = setting(2048, "decisions per gradient step")
    n_epochs: int = setting(3, "passes over the decisions per update")
    learning_rate: float = setting(1e-3, "learning rate of Adam")
    gamma: float = setting(0.999, "discount per decision of the learner")
    gae_lambda: float = setting(0.97, "lambda of generalized advantage estimation")
    clip_range: float = setting(0.2, "clip range of PPO")
    ent_coef: float = setting(0.01, "weight of the entropy in the loss")
    vf_coef: float = setting(0.5, "weight of the value in the loss")
    target_kl: float = setting(0.03, "KL divergence from the old policy at which an update stops")
    hidden: list[int] = setting(
        [128, 64], "units of the layer shared by policy and value, then of the separate layers of each"
    )
    features: str = setting("compact", "input of the network: compact or flat")
    shaping: float = setting(0.5, "weight of the game's potential in the reward; 0: results only")

    opponents: dict[str, float] = setting(
        {"random": 1.0, "heuristic": 1.0, PAST: 1.0},
        f'weights of the opponents: bots, agents, and "{PAST}", the run\'s own snapshots',
    )
    pool_size: int = setting(12, "snapshots kept as opponents, spread over the run")
    past_opponents: int = setting(
        2, "snapshots drawn for each round; fewer are faster, since they answer in larger batches"
    )
    bots: list[str] = setting(["random", "heuristic"], "bots that the policy is evaluated against after each round")
    evaluation_games: int = setting(100, "games against each bot after a round")

    def __post_init__(self) -> None:
        for one in dataclasses.fields(self):
            object.__setattr__(self, one.name, as_kind(one.name, getattr(self, one.name), one.type))
        from fs_env.agents.policy.features import FORMS  # the command line imports this module at every start

        game = load_game(self.game)
        game.option_values(num_players=self.num_players, **self.options)
        check_choice("features", self.features, FORMS)
        for name, low in LOWEST.items():
            if not getattr(self, name) >= low:
                raise ValueError(f"{name}={getattr(self, name)!r} is out of range: expected at least {low}")
        check_whole("seed", self.seed, 0, 2**31 - 1)
        if not self.hidden or min(self.hidden) < 1:
            raise ValueError(f"hidden={self.hidden!r}: expected one or more numbers of units, such as [128, 64]")
        if not 0 < self.gamma <= 1 or not 0 <= self.gae_lambda <= 1:
            raise ValueError(f"gamma={self.gamma}, gae_lambda={self.gae_lambda}: expected numbers up to 1")
        if not self.opponents or min(self.opponents.values()) < 0 or not sum(self.opponents.values()):
            raise ValueError(f"opponents={self.opponents!r}: expected weights from 0 up, not all 0")
        if set(self.opponents) == {PAST}:
            raise ValueError(f'opponents={self.opponents!r}: "{PAST}" is empty at first; add a bot such as "random"')

    def to_json(self) -> dict[str, Any]:
        """Plain values by field name."""
        return dataclasses.asdict(self)

    @classmethod
    def read(cls, path: Path | None, changes: Mapping[str, Any]) -> Config:
        """The settings of a TOML file, overridden by `changes`.

        Raises:
            ValueError: the file cannot be read, is not TOML, or has an unknown name.
        """
        values: dict[str, Any] = {}
        if path is not None:
            try:
                values = tomllib.loads(path.read_text(encoding="utf-8"))
            except OSError as error:
                raise ValueError(f"config: {str(path)!r} cannot be read: {error.strerror}") from None
            except tomllib.TOMLDecodeError as error:
                raise ValueError(f"config: {str(path)!r} is not valid TOML: {error}") from None
        return cls.of({**values, **changes})

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Config:
        """Settings from plain values by name. Raises ValueError for an unknown name."""
        known = [one.name for one in dataclasses.fields(cls)]
        for name in values:
            if name not in known:
                raise ValueError(unknown("setting", name, known))
        return cls(**values)


LOWEST: dict[str, float] = {
    "minutes": 0,
    "timesteps": 0,
    "threads": 1,
    "num_envs": 1,
    "n_steps": 2,
    "round_updates": 1,
    "batch_size": 2,
    "n_epochs": 1,
    "learning_rate": 0,
    "clip_range": 0,
    "ent_coef": 0,
    "vf_coef": 0,
    "target_kl": 0,
    "shaping": 0,
    "pool_size": 1,
    "past_opponents": 1,
    "evaluation_games": 1,
}
KINDS: dict[str, tuple[type | tuple[type, ...], str]] = {
    "str": (str, "a text"),
    "int": (int, "a whole number"),
    "float": ((int, float), "a number"),
    "list[int]": (int, "a list of whole numbers"),
    "list[str]": (str, "a list of texts"),
    "dict[str, int]": (int, "names with whole numbers"),
    "dict[str, float]": ((int, float), "names with numbers"),
}


def as_kind(name: str, value: Any, kind: Any) -> Any:
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
