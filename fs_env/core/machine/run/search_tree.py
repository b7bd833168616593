"""A tree of information sets that compiled rollouts grow from one position: the basis of tree search (see `commands.grow_tree`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..table.rng import mix_array
from .codes import GROW_TREE, REFUSED
from .commands.grow_tree import PLACES
from .commands.row import numbers_of
from .commands.tree_nodes import NONE
from .commands.tree_records import HEADER, NODE, edge_dtype, words_of
from .faults import fault
from .policy_call import NO_VALUE

if TYPE_CHECKING:
    from .game import Game, States
    from .policy import Policy
    from .value import Value

__all__ = ["Edge", "SearchTree"]

NODES = 2**16  # information sets of one decision; beyond them leaves are no longer added
EDGES = 2**19


class Edge(NamedTuple):
    """An action at a node: how often it was taken, the mean shares of the win by seat, and the standard error of the own one."""

    visits: int
    shares: NDArray[np.float64]
    error: float


class SearchTree:
    """Room for the tree of one decision of one seat; `plant` begins a new one.

    Attributes:
        header: record of the settings and counters, shape (1,).
        nodes, edges: records, shapes (max_nodes,) and (max_edges,), see `commands.tree_records`.

    Args:
        policy, opponents: play the searching seat and the others from a leaf on.
        value: of leaves; None: every leaf is played to the end.
        exploration: how much a rarely tried action is preferred to one that has won more.
        prior: extra weight, 0 to 1, of the action that the policy of a seat would take; 0: it is not asked within the tree.
        every player: whether a node is what the seat that decides there knows; else what the searching seat knows.
        max_nodes, max_edges: beyond them rollouts continue, and nothing is added.
    """

    def __init__(
        self,
        game: Game,
        policy: Policy,
        opponents: Policy,
        value: Value | None,
        *,
        exploration: float,
        prior: float,
        everybody: bool,
        max_nodes: int = NODES,
        max_edges: int = EDGES,
    ) -> None:
        self.game, self.policy, self.opponents = game, policy, opponents
        self._value = value  # alive as long as its address is in the row
        counts = {HEADER: 1, np.dtype(np.int64): max_nodes, NODE: max_nodes, edge_dtype(game.max_players): max_edges}
        ends = np.cumsum([words_of(dtype) * n for dtype, n in counts.items()]).tolist()
        self._tree = np.zeros(ends[-1], np.int64)
        starts = zip(counts, [0, *ends], ends, strict=False)
        self.header, self._table, self.nodes, self.edges = (self._tree[a:b].view(dtype) for dtype, a, b in starts)
        self.header["max_nodes"] = max_nodes
        self.header["everybody"], self.header["exploration"], self.header["prior"] = everybody, exploration, prior
        self._words = max(policy.words, opponents.words)
        self._memory = np.zeros((2, game.max_players, self._words), np.int64)
        self._states, rows = game.new(PLACES), game.new_rows()
        self._row, self._numbers = rows.view(np.ndarray), numbers_of(rows)
        self._row["value"] = NO_VALUE if value is None else value.address
        self._row["weights"] = 0 if value is None else value.weights.ctypes.data
        self._row["n_weights"] = 0 if value is None else len(value.weights)

    def plant(
        self, S: States, seat: int, memory: NDArray[np.int64], *, seed: int, stop_turn: int, cooperative: bool
    ) -> None:
        """Begins the tree of a decision.

        Args:
            S: a state, shape (1,); only what `seat` knows of it matters.
            seat: the one that is asked there.
            memory: of its policy.
            seed: of all draws.
            stop_turn: the turn at which leaves are valued; 0: at the end of the game.
            cooperative: whether the seats win or lose together.
        """
        self.game.copy(S, 0, self._states)
        self.header["seed"] = seed
        self.header["n_rollouts"], self.header["n_nodes"], self.header["n_edges"] = 0, 0, 0
        self._table[:] = NONE
        self._row["reward_seat"], self._row["stop_turn"] = seat, stop_turn
        self._row["winning"] = self.game.winning(cooperative)
        self._row["policies"] = self.opponents.address
        self._row["policies"][0, seat] = self.policy.address
        self._memory[0] = 0
        self._memory[0, seat, : len(memory)] = memory
        self._seat, self._n = seat, self.game.num_players(S)

    def grow(self, number: int) -> None:
        game, memory = self.game, self._memory.reshape(-1)
        numbers, words, no_obs, no_mask = self._numbers, self._words, game._no_obs, game._no_mask
        status = game.entry(GROW_TREE, self._states, 0, numbers, memory, self._tree, number, words, no_obs, no_mask)
        if status == REFUSED:
            row = self._row[0]
            raise RuntimeError(
                f"the policy in seat {row['bad_seat']} answered {row['bad_answer']}, which is not legal: a fault of that policy"
            )
        if status < 0:
            raise fault(status, self._states, 1)

    @property
    def rollouts(self) -> int:
        return int(self.header["n_rollouts"][0])

    def edges_at(self, observation: NDArray[np.int16], seat: int) -> dict[int, Edge]:
        """The edges of the node where a seat decides that sees this, by action id; empty where there is no such node."""
        found = np.flatnonzero(self.nodes["key"][: int(self.header["n_nodes"][0])] == key_of(observation, seat))
        place = int(self.nodes["first"][found[0]]) if len(found) else NONE
        edges = {}
        while place != NONE:
            record = self.edges[place]
            visits = int(record["visits"])
            shares = record["totals"][: self._n] / max(1, visits)
            spread = max(0.0, float(record["squares"]) / max(1, visits) - shares[self._seat] ** 2)
            error = float(spread / (visits - 1)) ** 0.5 if visits > 1 else float("nan")
            edges[int(record["action"])] = Edge(visits, shares, error)
            place = int(record["next"])
        return edges


def key_of(observation: NDArray[np.int16], seat: int) -> int:
    """The key of the node where a seat decides that sees this: equal for equal ones, and hardly ever for others."""
    (places,) = observation.nonzero()
    known = mix_array(observation[places].astype(np.int64) * len(observation) + places)
    return int((known.sum(dtype=np.uint64) + mix_array(np.array([seat])))[0] >> np.uint64(1))
