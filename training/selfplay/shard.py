"""The files of self-play: some whole games each, as arrays of equal kinds in one .npz.

Lists of different lengths lie behind one another; `game_starts` and `action_starts` say where each begins.
"""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fs_env.agents.networks.archive import ABOUT, opened
from fs_env.core.files import FileKind
from fs_env.core.machine.table.shares import RIVALS, SIDES, TOGETHER
from fs_env.training.selfplay.plan import FORMAT
from fs_env.training.selfplay.record import NO_ACTION, GameRecord

FILE = FileKind(
    "a file of fs-env selfplay", "copy it again, or delete it: the same command plays its games again", 2**31
)
GAMES, CHOICES, ACTIONS = "games", "choices", "actions"
WAYS_TO_WIN = (RIVALS, TOGETHER, SIDES)


class Column(NamedTuple):
    """An array of a shard: its dtype, what it has one entry for, its meaning, and its second extent ("" if none)."""

    dtype: str
    each: str
    meaning: str
    wide: str = ""


ARRAYS: dict[str, Column] = {
    "seeds": Column("<i8", GAMES, "seed of the deal"),
    "agents": Column("<i2", GAMES, "bot in each seat, as its index in the plan", "players"),
    "returns": Column("<f8", GAMES, "return of each seat at the end", "players"),
    "outcomes": Column("<i1", GAMES, "1 won, 2 drawn, 3 truncated, 6 lost by all players"),
    "lengths": Column("<i4", GAMES, "decisions of the game, forced ones included"),
    "game_starts": Column("<i8", GAMES, "first choice of each game, and the number of all choices"),
    "seats": Column("<i1", CHOICES, "seat to act"),
    "turns": Column("<i4", CHOICES, "number of the turn; 0 if the game counts none"),
    "decisions": Column("<i4", CHOICES, "earlier decisions, forced ones included"),
    "observations": Column("<i2", CHOICES, "observation of the seat", "observation_size"),
    "chosen": Column("<i2", CHOICES, "id of the chosen action"),
    "policy_actions": Column("<i2", CHOICES, "action of the search's policy; -1: not searched"),
    "action_starts": Column("<i8", CHOICES, "first legal action of each choice, and the number of all"),
    "actions": Column("<i2", ACTIONS, "ids of the legal actions, ascending in each choice"),
    "values": Column("<f4", ACTIONS, "expected share of the win after the action, 0 to 1; NaN: not tried"),
    "errors": Column("<f4", ACTIONS, "standard error of its difference to the policy's action; NaN: not tried"),
    "rollouts": Column("<i4", ACTIONS, "determinizations in which it was tried"),
}
STARTS = {"game_starts": (GAMES, CHOICES), "action_starts": (CHOICES, ACTIONS)}
"""Arrays with one more entry: of what they say where it begins, and among what."""


@dataclass(frozen=True)
class Shard:
    """Some whole games. Its arrays are those of `ARRAYS`, attributes of the same names.

    Attributes:
        about: "format", "plan" (as `SelfplayPlan.to_json`, without "games"), "first" (number of the first game), "games",
            "players", "observation_size", "num_actions", "winning" (how seats win, a code of `core.machine.table.shares`); arrays: by name.
    """

    about: Mapping[str, Any]
    arrays: Mapping[str, NDArray[Any]]

    def __getattr__(self, name: str) -> NDArray[Any]:
        if name not in ARRAYS:
            raise AttributeError(f"a shard has no {name!r}: it has {', '.join(ARRAYS)}")
        return self.arrays[name]

    def __len__(self) -> int:
        return len(self.arrays["seats"])

    @property
    def winning(self) -> int:
        """How seats win in its games, a code of `core.machine.table.shares`: for `shares_of`. Shards without it are of rivals."""
        return int(self.about.get("winning", RIVALS))

    @property
    def games(self) -> int:
        return len(self.arrays["seeds"])

    @classmethod
    def of(cls, records: Sequence[GameRecord], about: Mapping[str, Any]) -> Shard:
        choices = [choice for record in records for choice in record.choices]
        nothing: dict[str, NDArray[Any]] = {
            "observations": np.empty((0, about["observation_size"])),
            **{name: np.empty(0) for name in ("actions", "values", "errors", "rollouts")},
        }

        def joined(name: str) -> NDArray[Any]:
            return np.concatenate([getattr(choice, name) for choice in choices]) if choices else nothing[name]

        columns: dict[str, Any] = {
            "seeds": [record.seed for record in records],
            "agents": [record.agents for record in records],
            "returns": [record.returns for record in records],
            "outcomes": [record.outcome for record in records],
            "lengths": [record.decisions for record in records],
            "game_starts": np.cumsum([0] + [len(record.choices) for record in records]),
            "seats": [choice.seat for choice in choices],
            "turns": [choice.turn for choice in choices],
            "decisions": [choice.decision for choice in choices],
            "observations": np.stack([c.observation for c in choices]) if choices else nothing["observations"],
            "chosen": [choice.chosen for choice in choices],
            "policy_actions": [choice.policy_action for choice in choices],
            "action_starts": np.cumsum([0] + [len(choice.actions) for choice in choices]),
            **{name: joined(name) for name in ("actions", "values", "errors", "rollouts")},
        }
        known = {"format": FORMAT, **about, "games": len(records), "players": len(records[0].agents)}
        return cls(known, {name: np.asarray(columns[name]).astype(one.dtype) for name, one in ARRAYS.items()})

    def to_bytes(self) -> bytes:
        """The contents of its file; equal shards give equal bytes with equal versions of numpy and zlib.

        Observations are stored column by column: what stays the same from choice to choice then takes almost no room.
        """
        arrays = {**self.arrays, "observations": np.asfortranarray(self.arrays["observations"])}
        about, out = np.array(json.dumps(self.about, sort_keys=True)), io.BytesIO()
        np.savez_compressed(out, allow_pickle=False, **{ABOUT: about, **arrays})
        return out.getvalue()

    @classmethod
    def read(cls, path: Path) -> Shard:
        about, arrays = _load(path, list(ARRAYS))
        shard = cls(about, arrays)
        with FILE.checked(path):
            if wrong := shard._fault():
                raise ValueError(wrong)
        return shard

    def _fault(self) -> str | None:
        n = {GAMES: self.games, CHOICES: len(self), ACTIONS: len(self.arrays["actions"])}
        if n[GAMES] != self.about["games"]:
            return f"it has {n[GAMES]} games, expected {self.about['games']}"
        for name, column in ARRAYS.items():
            array = self.arrays[name]
            shape = (n[column.each] + (name in STARTS), *([self.about[column.wide]] if column.wide else []))
            if array.shape != shape or array.dtype != np.dtype(column.dtype):
                return f"{name} is {array.dtype} of shape {array.shape}, expected {np.dtype(column.dtype)} of shape {shape}"
        for name, (_, among) in STARTS.items():
            starts = self.arrays[name]
            if starts[0] != 0 or starts[-1] != n[among] or (np.diff(starts) < (name == "action_starts")).any():
                return f"{name} does not ascend from 0 to {n[among]}"
        for name, low, high in (
            ("actions", 0, self.about["num_actions"]),
            ("seats", 0, self.about["players"]),
            ("policy_actions", NO_ACTION, self.about["num_actions"]),
            ("rollouts", 0, 2**31),
        ):
            array = self.arrays[name]
            if len(array) and not (low <= array.min() and array.max() < high):
                return f"{name} has a value outside of {low}..{high - 1}"
        if not np.isfinite(self.arrays["returns"]).all():
            return "returns has a value that is not finite"
        starts, chosen = self.arrays["action_starts"], self.arrays["chosen"]
        same = self.arrays["actions"] == np.repeat(chosen, np.diff(starts))
        if len(self) and (np.add.reduceat(same.astype(np.int64), starts[:-1]) != 1).any():
            return "an action that was chosen is not among the legal ones"
        return None


def about_file(path: Path) -> Mapping[str, Any]:
    return _load(path, [])[0]


def _load(path: Path, names: Sequence[str]) -> tuple[Mapping[str, Any], dict[str, NDArray[Any]]]:
    if not path.exists():
        raise ValueError(f"{path}: there is no such file")
    with opened(FILE, path) as (about, arrays):
        missing = [name for name in ARRAYS if name not in arrays]
        if missing:
            raise ValueError(f"it has no {missing[0]}")
        if about.get("format") != FORMAT:
            raise ValueError(f"it has another format than {FORMAT}")
        for name in ("first", "games", "players", "observation_size", "num_actions"):
            if type(about.get(name)) is not int:
                raise ValueError(f"its description has no number {name}")
        if not isinstance(about.get("plan", {}), dict):
            raise ValueError("its description has no plan")
        if about.get("winning", RIVALS) not in WAYS_TO_WIN:
            raise ValueError("its description has no known way to win")
        return about, {name: arrays[name] for name in names}
