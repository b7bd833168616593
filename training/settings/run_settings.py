"""The settings of every run, and how they are read, written and checked."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from fs_env.agent_api.specs import load_agent
from fs_env.agents.networks.shipped_files import find_file
from fs_env.agents.spec_check import check_spec
from fs_env.core.checks import check_whole, unknown
from fs_env.core.files import LARGEST_TEXT, FileKind
from fs_env.registry.games import GAMES
from fs_env.registry.options import options_of
from fs_env.training.settings.fields import as_kind, check_range, in_toml, setting

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

LIMITS = ("minutes", "decisions")
"""Settings that may change when a run is resumed: how long it is."""
PLACES = ("ray",)
"""Settings that may change too: where a run is computed, which its results do not depend on."""
FILE = FileKind("settings of a run", "correct them as docs/look_up/training_settings.md describes", LARGEST_TEXT)
SELF, PAST = "self", "past"  # opponents that are the learner, now or in earlier rounds
BOTS = ("bots", "opponents", "teacher", "first", "prior_policy", "inputs_from")  # settings that name bots
ALGORITHM = "algorithm"  # in a file: whose settings they are


@dataclass(frozen=True)
class RunSettings:
    """The settings of every run. The description of each field is its help text on the command line.

    Attributes:
        matter: names of the settings that matter most; they come first in files, help and docs.

    Raises:
        ValueError: a value out of range, or an unknown game, option or name.
        TypeError: a value of the wrong type.
    """

    matter: ClassVar[tuple[str, ...]] = ("decisions", "minutes", "init", "learning_rate", "bots")

    game: str = setting("four_souls", 'id of the game, or "package.module:NAME"')
    num_players: int = setting(2, "number of seats")
    options: dict[str, int] = setting({}, "further options of the game")
    seed: int = setting(1, "determines deals, network and random draws")
    minutes: float = setting(
        20.0, "stop after this time, including earlier parts of the run; cuts the last round short", 0
    )
    threads: int = setting(2, "threads that learn, and in ppo collect; best one for each processor", 1)
    bots: list[str] = setting(
        ["random", "heuristic"],
        "bots that the network is evaluated against after each round; best.npz is the best one against the last of them",
    )
    evaluation_games: int = setting(200, "games against each bot after a round, once greedy and once sampled", 1)
    decisions: int = setting(0, "stop after this many decisions learned from; 0: no limit", 0)
    device: str = setting("cpu", "where torch computes: cpu, cuda or cuda:N")
    init: str = setting("", "start from this network, a file or the name of a shipped one, instead of random weights")
    hidden: list[int] = setting([256, 256], "units of the hidden layers of the policy")
    value_hidden: list[int] = setting([128, 64], "units of the hidden layers of the value")
    shared: int = setting(
        0,
        "width of card embeddings shared by all zones, of a new network; 0: separate weights for every card and zone",
        0,
    )
    printed: int = setting(
        1,
        "1: these embeddings are initialized from the printed values of the cards, unseen ones included; 0: with zeros",
        0,
        1,
    )
    shared_actions: int = setting(0, "1: with shared, actions that name a card use its embedding, too", 0, 1)
    inputs_sets: list[str] = setting(
        [], "with shared, further card sets for which a new network has inputs; empty: none"
    )
    inputs_from: str = setting("", "compiled bot whose games determine the inputs; empty: the last of the bots")
    learning_rate: float = setting(1e-3, "initial learning rate of Adam", 0)
    anneal: int = setting(1, "1: the learning rate falls to a tenth along a cosine; 0: constant", 0, 1)
    batch_size: int = setting(2048, "decisions per gradient step", 2)
    clip_gradient: float = setting(1.0, "largest norm of a gradient; 0: any", 0)

    def __post_init__(self) -> None:
        for one in dataclasses.fields(self):
            object.__setattr__(self, one.name, as_kind(one.name, getattr(self, one.name), str(one.type)))
        rules = options_of(self.game)
        rules.option_values(num_players=self.num_players, **self.options)
        for one in dataclasses.fields(self):
            check_range(one.name, getattr(self, one.name), one.metadata["low"], one.metadata["high"])
        check_whole("seed", self.seed, 0, 2**31 - 1)
        for name in ("hidden", "value_hidden"):
            widths = getattr(self, name)
            if not 1 <= len(widths) <= 4 or not 1 <= min(widths) <= max(widths) <= 1024:
                raise ValueError(f"{name}={widths!r}: expected one to four numbers up to 1024, such as [256, 256]")
        if self.shared and self.init:
            raise ValueError(
                f"shared={self.shared}, init={self.init!r}: a file has weights and no embeddings; leave one of them out"
            )
        sets = rules.options.get("sets")
        if self.inputs_sets and (sets is None or not (self.shared and self.printed)):
            raise ValueError(
                f"inputs_sets={self.inputs_sets!r}: expected a game with card sets, and shared and printed above 0, without which a "
                "network has no use for inputs that it never learns with"
            )
        if self.inputs_sets and sets is not None:
            sets.of_names(self.inputs_sets)
        if self.shared_actions and not self.shared:
            raise ValueError("shared_actions=1, shared=0: expected embeddings to share, such as shared=32")
        if not self.bots:
            raise ValueError("bots=[]: expected at least one to be evaluated against, such as random")
        if self.device.partition(":")[0] not in ("cpu", "cuda"):
            raise ValueError(f"device={self.device!r}: expected cpu, cuda or cuda:N")

    def specs(self) -> list[str]:
        """The specs of all bots that are named; in them ";" may represent ","."""
        values = (getattr(self, name, ()) for name in BOTS)
        named = (bot for value in values for bot in ([value] if isinstance(value, str) else value))
        return [bot for bot in named if bot not in ("", SELF, PAST)]

    @classmethod
    def listed(cls) -> tuple[list[dataclasses.Field[Any]], list[dataclasses.Field[Any]]]:
        """The settings that matter most, and all others."""
        fields = {one.name: one for one in dataclasses.fields(cls)}
        return [fields.pop(name) for name in cls.matter], list(fields.values())

    @classmethod
    def read(cls: type[S], path: Path | None, changes: Mapping[str, Any], algorithm: str) -> S:
        """The settings of a learner from a TOML file, overridden by `changes`.

        Raises:
            FileFault: the file is not TOML, is of another learner, or has an unknown name or a wrong value.
            OSError: it cannot be read.
            ValueError, TypeError: `changes` have an unknown name or a wrong value.
        """
        values = {} if path is None else read_values(path, algorithm)
        try:
            return cls.of({**values, **changes})
        except (ValueError, TypeError) as error:
            cls.of(changes)  # raises where the flags are wrong, and not the file
            FILE.refuse(path or "", error)

    @classmethod
    def of(cls: type[S], values: Mapping[str, Any]) -> S:
        """Settings from plain values by name. Raises ValueError for an unknown name."""
        known = [one.name for one in dataclasses.fields(cls)]
        for name in values:
            if name not in known:
                raise ValueError(unknown("setting", name, known))
        return cls(**values)

    def to_toml(self, algorithm: str) -> str:
        """The file that begins the same run again."""
        most, others = self.listed()
        lines = [
            f"# The same run again: fs-env train {algorithm} RUN --config THIS_FILE",
            f"{ALGORITHM} = {in_toml(algorithm)}",
        ]
        for title, fields in (("What matters most", most), ("All others", others)):
            lines += ["", f"# {title}", *(f"{one.name} = {in_toml(getattr(self, one.name))}" for one in fields)]
        return "\n".join(lines) + "\n"


S = TypeVar("S", bound=RunSettings)


def check_names(settings: RunSettings) -> None:
    """Raises ValueError or TypeError for a bot, a network or a folder of games that does not exist; none of them is loaded."""
    game = settings.game if settings.game in GAMES else None
    for bot in settings.specs():
        check_spec(bot.replace(";", ","), game)
    if settings.init:
        find_file(settings.init)
    for folder in getattr(settings, "data", ()):
        if not Path(folder).is_dir():
            raise ValueError(f"data {folder!r}: there is no such folder")


def check_bots(settings: RunSettings, game: Game) -> None:
    """Raises ValueError if a bot of the settings cannot be loaded: it would be missed after a whole round."""
    for bot in (*settings.bots, *getattr(settings, "opponents", ())):
        if bot not in (SELF, PAST):
            load_agent(bot.replace(";", ","), game)


def read_values(path: Path, algorithm: str) -> dict[str, Any]:
    values = FILE.toml(path)
    if (of := values.pop(ALGORITHM, algorithm)) != algorithm:
        FILE.refuse(path, f"they are of {of!r}, and not of {algorithm!r}")
    return values
