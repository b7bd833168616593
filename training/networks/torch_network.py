"""`TorchNetwork`: the network of `policy:FILE.npz` as a torch module. It learns here and plays in compiled code."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from fs_env.agents.networks.coding import Coding
from fs_env.agents.networks.header import Entry
from fs_env.agents.networks.inputs import Inputs, sizes
from fs_env.agents.networks.network import SparseNetwork
from fs_env.agents.networks.prior_policy import load_prior_policy
from fs_env.core.machine.run.answers import legal_ids
from fs_env.registry.games import load_game
from fs_env.training.networks.legal_logits import LegalLogits
from fs_env.training.networks.recurrent_cell import RecurrentCell, Unrolled
from fs_env.training.networks.shared_rows import SharedActions, SharedRows
from fs_env.training.networks.sum_rows import SumRows


class Batch(NamedTuple):
    """Positions as a network reads them: inputs and legal actions, those of one position after those of the one before.

    Attributes:
        inputs: int64 (n,): places; amounts: float32 (n,).
        firsts: int64 (k,): where those of each position begin.
        ids: int64 (m,): legal actions; rows: int64 (m,): their positions; slots: int64 (m,): their places among those of the position.
        most: the largest number of legal actions of a position.
        prior_actions: int64 (k,): what the prior policy would do, -1: nothing; None: there is none.
        unroll: how the positions follow each other, for a network with a recurrent state; None: it has none.
    """

    inputs: torch.Tensor
    amounts: torch.Tensor
    firsts: torch.Tensor
    ids: torch.Tensor
    rows: torch.Tensor
    slots: torch.Tensor
    most: int
    prior_actions: torch.Tensor | None = None
    unroll: Unrolled | None = None

    @classmethod
    def of_inputs(cls, inputs: torch.Tensor, amounts: torch.Tensor, firsts: torch.Tensor) -> Batch:
        """Positions that are only scored, without legal actions."""
        nothing = inputs[:0]
        return cls(inputs, amounts, firsts, nothing, nothing, nothing, 0)

    def to(self, device: Any) -> Batch:
        inputs, amounts, firsts, ids, rows, slots = (part.to(device) for part in self[:6])
        prior, unroll = (None if part is None else part.to(device) for part in (self.prior_actions, self.unroll))
        return Batch(inputs, amounts, firsts, ids, rows, slots, self.most, prior, unroll)


def list_inputs(
    tables: Inputs, observations: NDArray[np.int16]
) -> tuple[NDArray[np.int64], NDArray[np.float32], NDArray[np.int64]]:
    """The inputs of many observations: places int64 (n,), amounts float32 (n,), firsts int64 (k,)."""
    listed = Coding(tables).from_flat(observations)
    return listed["indices"].astype(np.int64), listed["values"], listed["indptr"][:-1].astype(np.int64)


def list_legal(mask: NDArray[np.int8]) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], int]:
    """Legal ids, their rows and their places in the row, int64 (m,) each, and the largest number in a row."""
    ids, counts = legal_ids(np.ascontiguousarray(mask, np.int8))
    rows, slots = np.nonzero(ids >= 0)
    return ids[rows, slots].astype(np.int64), rows, slots, int(counts.max(initial=1))


class TorchNetwork(torch.nn.Module):
    """Two towers over the same inputs: logits of the legal actions, and a score.

    The score of a seat is what the value of a search reads: the expected shares of the win are the softmax of the scores of all
    seats. `share_of` turns one score into a share, for losses.

    Args:
        inputs: how an observation becomes inputs, from `inputs_for` or of another network.
        made_for: `agents.networks.network.made_for(game, num_players)`.
        policy: units of the hidden layers for the logits; empty: no policy.
        value: units of the hidden layers for the score; empty: no score.
        shared: width of the embeddings of cards that all zones share, see `SharedRows`; 0: every input has weights of its own.
        printed: whether these embeddings begin with what is printed on the cards.
        shared_actions: whether the weights of actions that name a card come of its embedding, too, see `SharedActions`.

    Raises:
        ValueError: `shared` in a game whose observation does not name single cards.
    """

    def __init__(
        self,
        inputs: Inputs,
        made_for: Mapping[str, Any],
        policy: Sequence[int] = (256, 256),
        value: Sequence[int] = (128, 64),
        *,
        shared: int = 0,
        printed: bool = True,
        shared_actions: bool = False,
    ) -> None:
        super().__init__()
        actions = int(made_for["num_actions"])
        game = load_game(str(made_for["game"])) if shared else None

        def first(hidden: Sequence[int]) -> Any:
            return SharedRows(game, inputs, hidden[0], shared, printed) if game is not None else None

        self.critic: Tower | None = None
        self.recurrence: RecurrentCell | None = None
        self.prior_policy = ""
        self.prior_logits: torch.nn.Parameter | None = None
        self.tables, self.made_for = inputs, dict(made_for)
        rows = first(policy) if policy else None
        out = (
            SharedActions(game, rows, policy[-1], 0.01)
            if rows is not None and game is not None and shared_actions
            else None
        )
        self.policy = Tower(inputs.size, policy, actions, 0.01, rows, out) if policy else None
        self.value = Tower(inputs.size, value, 1, 0.01, first(value)) if value else None

    @property
    def device(self) -> torch.device:
        return next(self.parameters()).device

    def take_prior_policy(self, name: str, prior_logits: float | NDArray[np.float32] = 0.0) -> None:
        """From now on its policy sees the choice of a bot; `prior_logits`: one number, or float32 (num_actions,)."""
        if self.policy is None:
            raise ValueError(f"prior_policy={name!r}: the network has no policy that could begin with a prior")
        load_prior_policy(name, str(self.made_for["game"]))
        self.prior_policy = name
        given = np.broadcast_to(np.asarray(prior_logits, np.float32), int(self.made_for["num_actions"])).copy()
        self.prior_logits = torch.nn.Parameter(torch.from_numpy(given).to(self.device))

    def take_recurrence(self, recurrent_size: int) -> None:
        """From now on its policy has a recurrent state of so many numbers, which changes nothing before it has learned."""
        if self.policy is None:
            raise ValueError(f"recurrent_size={recurrent_size}: the network has no policy that could use it")
        first, out = len(self.policy.bias), self.policy.out
        self.recurrence = RecurrentCell(recurrent_size, first, out.in_features, out.out_features).to(self.device)

    def take_critic(self, seats: int, hidden: Sequence[int]) -> None:
        """Adds a centralized critic: a score that sees what all seats see, for training only; no file has it."""
        self.critic = Tower(self.tables.size * seats, hidden, 1, 0.01).to(self.device)

    def critic_scores(self, batch: Batch) -> torch.Tensor:
        assert self.critic is not None
        return self.critic.scores(batch)

    def critic_network(self) -> SparseNetwork | None:
        if self.critic is None:
            return None
        seats = self.critic.inputs // self.tables.size
        return SparseNetwork(self.tables.times(seats), [], self.critic.layers(), self.made_for)

    def read(
        self, observations: NDArray[np.int16], mask: NDArray[np.int8], prior_actions: NDArray[np.int64] | None = None
    ) -> Batch:
        """Positions as this network reads them.

        Args:
            observations: int16 (k, numbers).
            mask: int8 (k, num_actions), with at least one legal action in each row.
            prior_actions: int64 (k,): what the prior policy would do, for a network that has one.
        """
        inputs, amounts, firsts = map(torch.from_numpy, list_inputs(self.tables, observations))
        *legal, most = list_legal(mask)
        ids, rows, slots = map(torch.from_numpy, legal)
        prior = None if prior_actions is None else torch.from_numpy(np.ascontiguousarray(prior_actions, np.int64))
        return Batch(inputs, amounts, firsts, ids, rows, slots, most, prior).to(self.device)

    def forward(self, batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits (k, most), -inf beyond the last legal action of a position, in the order of their ids; and scores (k,). Zeros for
        what the network does not have.

        Raises:
            ValueError: the network has a prior policy and the batch no prior actions, or a recurrent state and the batch does not
                describe what follows what.
        """
        k = len(batch.firsts)
        logits = torch.zeros(k, batch.most, device=batch.amounts.device)
        scores = torch.zeros(k, device=batch.amounts.device)
        if self.policy is not None:
            units, out = self._units(self.policy, batch), self.policy.out
            if units.device.type == "cpu" and out.weight.dtype == torch.float32:
                found = LegalLogits.apply(units.float(), out.weight, out.bias, batch.ids, batch.rows)
            else:
                of_rows, of_ids = units.index_select(0, batch.rows), out.weight.index_select(0, batch.ids)
                found = (of_rows * of_ids).sum(-1) + out.bias.index_select(0, batch.ids)
            if self.prior_logits is not None:
                if batch.prior_actions is None:
                    raise ValueError(
                        f"the network's prior policy is {self.prior_policy!r}: expected a batch with the actions of the prior policy"
                    )
                taken = (batch.ids == batch.prior_actions.index_select(0, batch.rows)).to(found.dtype)
                found = found + taken * self.prior_logits.index_select(0, batch.ids)
            logits = torch.full_like(logits, -math.inf, dtype=found.dtype).index_put((batch.rows, batch.slots), found)
        if self.value is not None:
            scores = self.value.scores(batch)
        return logits, scores

    def _units(self, policy: Tower, batch: Batch) -> torch.Tensor:
        if self.recurrence is None:
            return policy.units(batch)
        if batch.unroll is None:
            raise ValueError(
                f"the network has a recurrent state of {self.recurrence.size} numbers: expected a batch with those"
            )
        return self.recurrence.units(policy.begin(batch), policy.go_on, batch.unroll)

    def network(self, training: Mapping[str, Any] | None = None) -> SparseNetwork:
        """A copy of its weights for compiled play; `training`: how they were trained, JSON values, for the file."""
        about = {**self.made_for, "training": dict(training or {})}
        towers = (self.policy.layers() if self.policy else [], self.value.layers() if self.value else [])
        recurrence = None if self.recurrence is None else self.recurrence.arrays()
        if self.prior_logits is None:
            return SparseNetwork(self.tables, *towers, about, recurrence=recurrence)
        about["prior_policy"] = self.prior_policy
        return SparseNetwork(self.tables, *towers, about, array_of(self.prior_logits), recurrence)

    def save_policy(self, path: Path, training: Mapping[str, Any] | None = None, *, half: bool = False) -> None:
        """Writes the file of `policy:FILE.npz`; `half`: weights as float16."""
        self.network(training).save(Path(path), half=half)

    @classmethod
    def of(cls, network: SparseNetwork) -> TorchNetwork:
        """A module with the weights of a network, such as one that was loaded from a file."""
        about = {"num_actions": network.num_actions, **network.about}
        built = cls(network.inputs, about, network.widths["policy"], network.widths["value"])
        if network.prior_policy:
            built.take_prior_policy(network.prior_policy, network.prior_logits)
        if network.recurrence is not None:
            built.take_recurrence(network.recurrence.size)
            assert built.recurrence is not None
            built.recurrence.take(network.recurrence_arrays)
        for tower, layers in ((built.policy, network.policy), (built.value, network.value)):
            if tower is not None:
                tower.take(layers)
        return built


class Tower(torch.nn.Module):
    """Linear layers with rectifiers, the first one over a list of inputs: `first`, or one with weights for each input; the last one `out`,
    or one with weights for each output."""

    def __init__(
        self, inputs: int, hidden: Sequence[int], outputs: int, spread: float, first: Any = None, out: Any = None
    ) -> None:
        super().__init__()
        bag: Any = torch.nn.EmbeddingBag(inputs, hidden[0], mode="sum") if first is None else first
        self.inputs, self.first = inputs, bag
        self.bias = torch.nn.Parameter(torch.zeros(hidden[0]))
        self.between = torch.nn.ModuleList(torch.nn.Linear(before, after) for before, after in pairwise(hidden))
        self.out: Any = torch.nn.Linear(hidden[-1], outputs) if out is None else out
        if first is None:
            torch.nn.init.normal_(self.first.weight, std=0.05)
        if out is None:
            torch.nn.init.normal_(self.out.weight, std=spread)
            torch.nn.init.zeros_(self.out.bias)

    def scores(self, batch: Batch) -> torch.Tensor:
        """(k,), of a tower with one output."""
        built: torch.Tensor = self.out(self.units(batch)).squeeze(-1)
        return built

    def units(self, batch: Batch) -> torch.Tensor:
        """The units of the last hidden layer, (k, width)."""
        return self.go_on(self.begin(batch))

    def begin(self, batch: Batch) -> torch.Tensor:
        """The units of the first hidden layer, not yet rectified, (k, width)."""
        weights = self.first.weight
        if weights.device.type == "cpu" and weights.dtype == torch.float32:
            summed = SumRows.apply(weights, batch.inputs, batch.amounts, batch.firsts)
        else:
            summed = self.first(batch.inputs, batch.firsts, batch.amounts)
        built: torch.Tensor = summed + self.bias
        return built

    def go_on(self, first: torch.Tensor) -> torch.Tensor:
        built = torch.relu(first)
        for layer in self.between:
            built = torch.relu(layer(built))
        return built

    def layers(self) -> list[tuple[NDArray[np.float32], NDArray[np.float32]]]:
        pairs = [(self.first.weight, self.bias), *((layer.weight.T, layer.bias) for layer in self.between)]
        pairs.append((self.out.weight, self.out.bias))
        return [(array_of(weight), array_of(bias)) for weight, bias in pairs]

    @torch.no_grad()
    def take(self, layers: Sequence[tuple[NDArray[np.float32], NDArray[np.float32]]]) -> None:
        (first, bias), *between, (last, last_bias) = (tuple(map(torch.from_numpy, pair)) for pair in layers)
        self.first.weight.copy_(first)
        self.bias.copy_(bias)
        for layer, (weight, its_bias) in zip(self.between, between, strict=True):
            layer.weight.copy_(weight.T)
            layer.bias.copy_(its_bias)
        self.out.weight.copy_(last)
        self.out.bias.copy_(last_bias)


def array_of(weights: torch.Tensor) -> NDArray[np.float32]:
    built: NDArray[np.float32] = weights.detach().float().cpu().numpy().copy()
    return built


class Reader(torch.nn.Module):
    """Lists the inputs of observations with torch: the same as `list_inputs`, on the device where the observations are.

    For a learner on a GPU that stores observations there; on a processor the compiled code is faster.
    """

    def __init__(self, tables: Inputs) -> None:
        super().__init__()
        entries = torch.from_numpy(tables.entries.astype(np.int64))
        self.register_buffer("entries", entries)
        self.register_buffer("rows", torch.from_numpy(np.append(tables.rows, -1).astype(np.int64)))
        self.register_buffer("bases", torch.from_numpy(tables.bases.copy()))
        self.register_buffer("sizes", torch.from_numpy(sizes().copy()))

    def forward(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Inputs, amounts and firsts of int16 observations (k, numbers), as in `Batch`."""
        column = {one: self.entries[:, one] for one in Entry}
        values = observations[:, column[Entry.PLACE]].long()
        second = observations[:, column[Entry.OTHER].clamp(min=0)].long() - column[Entry.OTHER_LOW]
        size = column[Entry.OTHER_SIZE]
        paired = values * size + torch.minimum(second.clamp(min=0), size - 1)
        values = torch.where(column[Entry.OTHER] >= 0, paired, values)
        differs = values != column[Entry.COMMON]
        number = torch.where(differs, column[Entry.NUMBER], -1)
        row = values - column[Entry.LOW]
        listed = differs & (row >= 0) & (row < column[Entry.COUNT])
        single = torch.where(listed, self.rows[torch.where(listed, row + column[Entry.FIRST], -1)], -1)
        amounts = self.sizes[values & 65535] - self.bases
        places = torch.stack([number, single], 2).flatten(1)
        weights = torch.stack([amounts, torch.ones_like(amounts)], 2).flatten(1)
        listed_places = places >= 0
        counts = listed_places.sum(1)
        return places[listed_places], weights[listed_places], counts.cumsum(0) - counts


def share_of(scores: torch.Tensor, parties: int) -> torch.Tensor:
    """The share of the win that a score represents while nothing is known of the other parties: they share the opposite score.

    `parties` is their number with the own one (`Game.parties`).

    The softmax of s and of -s / (n - 1) for each of the others; with two parties sigmoid(2 s), so that tanh(s) is the expected return
    of a game with returns of -1 and 1.
    """
    return torch.sigmoid(share_logit(scores, parties))


def share_logit(scores: torch.Tensor, parties: int) -> torch.Tensor:
    return scores * parties / (parties - 1) - math.log(parties - 1)
