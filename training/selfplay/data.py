"""Reads a folder of self-play: file by file, or in batches for learners."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fs_env.training.selfplay.plan import difference, stored_plan
from fs_env.training.selfplay.record import NO_ACTION
from fs_env.training.selfplay.shard import Shard, about_file
from fs_env.training.values.positions import shares_of


@dataclass(frozen=True)
class Batch:
    """Choices for a learner; n choices, of which one has at most m legal actions.

    Attributes:
        observations: int16, (n, size).
        actions: int16, (n, m): legal ids, ascending, then -1.
        targets: float32, (n, m): probability of each of them, 0 for padding; see `policy_targets`.
        results: float32, (n,): share of the win, 0 to 1, that the seat had at the end; equal shares where no player won.
        values: float32, (n,): what the searcher expected of the action that was played, 0 to 1; NaN: not searched.
        chosen: int16, (n,): id of the action that was played.
        seats: int8, (n,): who chose.
        turns: int32, (n,): number of the turn.
        games: int64, (n,): number of the game in the plan.
    """

    observations: NDArray[np.int16]
    actions: NDArray[np.int16]
    targets: NDArray[np.float32]
    results: NDArray[np.float32]
    values: NDArray[np.float32]
    chosen: NDArray[np.int16]
    seats: NDArray[np.int8]
    turns: NDArray[np.int32]
    games: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.chosen)

    def dense(self, num_actions: int) -> tuple[NDArray[np.bool_], NDArray[np.float32]]:
        """Mask of the legal actions and their targets by id, both (n, num_actions), for networks with an output for every action."""
        mask = np.zeros((len(self), num_actions), np.bool_)
        targets = np.zeros((len(self), num_actions), np.float32)
        row, place = (self.actions >= 0).nonzero()
        ids = self.actions[row, place]
        mask[row, ids], targets[row, ids] = True, self.targets[row, place]
        return mask, targets


class SelfplayData:
    """A folder of `fs-env selfplay`, which may still be growing.

    Args:
        folder: with plan.json and files of games.

    Attributes:
        plan: as `SelfplayPlan.to_json`.
        files: those that are there, ascending by their games.

    Raises:
        ValueError: there is no plan, or it is damaged; names the file.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self.plan = stored_plan(self.folder)
        self.files = sorted(self.folder.glob("games_*.npz"))

    @property
    def observation_size(self) -> int:
        """Numbers of an observation. Raises ValueError while there are no games."""
        return int(self._about()["observation_size"])

    @property
    def num_actions(self) -> int:
        """Ids of actions. Raises ValueError while there are no games."""
        return int(self._about()["num_actions"])

    def _about(self) -> Mapping[str, Any]:
        if not self.files:
            raise ValueError(f"{self.folder} has no games yet")
        return about_file(self.files[0])

    def shards(self) -> Iterator[Shard]:
        """The files, one after the other; errors as of `read`."""
        return (self.read(path) for path in self.files)

    def read(self, path: Path) -> Shard:
        """One of the files. Raises ValueError if it is damaged, or belongs to another plan."""
        shard = Shard.read(path)
        other = difference(shard.about.get("plan") or {}, self.plan)
        if other or path.name != f"games_{shard.about['first']:08}.npz":
            raise ValueError(f"{path}: is not a file of this folder's plan ({other or 'its name does not match'})")
        return shard

    def batches(
        self,
        size: int,
        *,
        seed: int | None = None,
        temperature: float = 0.02,
        caution: float = 1.0,
        searched: bool = True,
        mixed: int = 8,
    ) -> Iterator[Batch]:
        """All choices once, in batches; the last one may be smaller.

        Args:
            size: choices in a batch.
            seed: of a random order: files in random order, and among `mixed` files all choices; None: as they were played.
            temperature, caution: of `policy_targets`.
            searched: leave out choices for which no agent searched.
            mixed: files in memory at once.

        Raises:
            ValueError: a number out of range; a file is damaged, or belongs to another plan.
        """
        if size < 1 or mixed < 1:
            raise ValueError(f"size={size}, mixed={mixed}: expected numbers of at least 1")
        check_target(temperature, caution)
        return self._batches(size, seed, temperature, caution, searched, mixed)

    def _batches(
        self, size: int, seed: int | None, temperature: float, caution: float, searched: bool, mixed: int
    ) -> Iterator[Batch]:
        rng = None if seed is None else np.random.default_rng(seed)
        files = self.files if rng is None else [self.files[k] for k in rng.permutation(len(self.files))]
        left: list[Batch] = []
        for first in range(0, len(files), mixed):
            parts = left + [
                batch_of(shard, picked(shard, searched), temperature, caution)
                for shard in map(self.read, files[first : first + mixed])
            ]
            whole = joined(parts)
            order = np.arange(len(whole)) if rng is None else rng.permutation(len(whole))
            full = len(order) // size * size
            for start in range(0, full, size):
                yield part_of(whole, order[start : start + size])
            left = [part_of(whole, order[full:])] if full < len(order) else []
        yield from left


def picked(shard: Shard, searched: bool) -> NDArray[np.intp]:
    return np.flatnonzero(shard.policy_actions != NO_ACTION) if searched else np.arange(len(shard))


def batch_of(shard: Shard, choices: NDArray[np.intp], temperature: float, caution: float) -> Batch:
    starts, counts = shard.action_starts[:-1][choices], np.diff(shard.action_starts)[choices]
    game = np.searchsorted(shard.game_starts, choices, side="right") - 1
    places = np.arange(counts.max(initial=1))
    legal = places < counts[:, None]
    at = np.where(legal, starts[:, None] + places, 0)

    def padded(array: NDArray[Any], blank: float) -> NDArray[Any]:
        return np.where(legal, array[at] if len(array) else blank, blank).astype(array.dtype)

    actions, values, errors = padded(shard.actions, -1), padded(shard.values, np.nan), padded(shard.errors, np.nan)
    chosen, seats = shard.chosen[choices], shard.seats[choices]
    is_chosen = actions == chosen[:, None]
    return Batch(
        observations=np.ascontiguousarray(shard.observations[choices]),
        actions=actions,
        targets=policy_targets(values, errors, is_chosen, temperature, caution),
        results=shares_of(shard.returns, shard.winning)[game, seats],
        values=values[is_chosen],
        chosen=chosen,
        seats=seats,
        turns=shard.turns[choices],
        games=shard.about["first"] + game,
    )


def policy_targets(
    values: NDArray[np.floating],
    errors: NDArray[np.floating],
    chosen: NDArray[np.bool_],
    temperature: float = 0.02,
    caution: float = 1.0,
) -> NDArray[np.float32]:
    """Probabilities of actions: softmax of (value - caution * error) / temperature over those that were tried.

    A search soon stops trying bad actions, and their values stay uncertain. Without caution some of them look best by luck.

    Args:
        values, errors: (n, m), NaN where an action was not tried, or there is none.
        chosen: (n, m): the action that was played; it alone gets a probability where none was tried.
        temperature: in shares of the win; near 0: all for the best one.
        caution: standard errors that are subtracted.

    Raises:
        ValueError: a number out of range.
    """
    check_target(temperature, caution)
    scores = values.astype(np.float64) - caution * np.nan_to_num(errors.astype(np.float64))
    tried = ~np.isnan(scores)
    scores[~tried.any(1)] = np.where(chosen, 0.0, np.nan)[~tried.any(1)]
    scores = np.where(np.isnan(scores), -np.inf, scores)
    weights = np.exp((scores - scores.max(1, keepdims=True, initial=-np.inf)) / temperature)
    return (weights / weights.sum(1, keepdims=True)).astype(np.float32)


def check_target(temperature: float, caution: float) -> None:
    if not 0 < temperature < float("inf"):
        raise ValueError(f"temperature={temperature!r}: expected a number above 0, such as 0.02")
    if not 0 <= caution < float("inf"):
        raise ValueError(f"caution={caution!r}: expected a number from 0 up")


def joined(parts: Sequence[Batch]) -> Batch:
    """Several batches as one, padded to the widest."""
    widest = max(part.actions.shape[1] for part in parts)

    def together(name: str) -> NDArray[Any]:
        arrays = [getattr(part, name) for part in parts]
        if name in ("actions", "targets"):
            blank = -1 if name == "actions" else 0
            arrays = [np.pad(a, ((0, 0), (0, widest - a.shape[1])), constant_values=blank) for a in arrays]
        return np.concatenate(arrays)

    return Batch(**{name: together(name) for name in Batch.__dataclass_fields__})


def part_of(batch: Batch, rows: NDArray[np.intp]) -> Batch:
    widest = max(1, int((batch.actions[rows] >= 0).sum(1).max(initial=0)))
    arrays = {name: getattr(batch, name)[rows] for name in Batch.__dataclass_fields__}
    return Batch(**{name: a[:, :widest] if name in ("actions", "targets") else a for name, a in arrays.items()})
