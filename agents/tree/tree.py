"""The tree of one search: its arrays, and the calls that grow it and read it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fs_env.agents.tree.entry_call import address_of
from fs_env.agents.tree.grow import STATES, grow, key_of
from fs_env.agents.tree.records import DEEPEST, EDGE, NODE, NONE, TASK, zeros
from fs_env.core.machine.run.commands.codes import REFUSED
from fs_env.core.machine.run.commands.row import numbers_of
from fs_env.core.machine.run.faults import fault

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game
    from fs_env.core.machine.run.policy import Policy
    from fs_env.core.machine.run.value import Value

NODES = 2**16  # information sets of one decision; beyond them leaves are no longer added
EDGES = 2**19


class Choice(NamedTuple):
    """An edge of the tree: how often an action was taken, its mean shares of the win by seat, and the error of the own one."""

    visits: int
    shares: NDArray[np.float64]
    error: float


class Tree:
    """Room for the tree of one decision of one seat; `plant` begins a new one.

    Args:
        game: the rules.
        policy, opponents: play the searching seat and the others from a leaf on.
        value: values leaves; None: every leaf is played to the end.
        words: int64 words of memory of each policy.
        exploration, prior, everybody: of `settings.Settings`.
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
    ) -> None:
        self.game, self.policy, self.opponents, self.value = game, policy, opponents, value
        words = max(policy.words, opponents.words)
        self.task, self.nodes, self.edges = zeros(TASK, 1), zeros(NODE, NODES), zeros(EDGE, EDGES)
        self._task = self.task.view(np.ndarray)
        self._give(entry=address_of(game), width=game.dtype.itemsize)
        self._give(num_actions=game.num_actions, max_players=game.max_players)
        self._give(everybody=everybody, exploration=exploration, prior=prior)
        self._give(policy=policy.address, opponents=opponents.address, words=words)
        if value is not None:
            self._give(value=value.address, weights=value.weights.ctypes.data, n_weights=len(value.weights))
        self.totals = np.zeros((EDGES, game.max_players))
        self.table = np.empty(NODES, np.int64)
        self._path = np.zeros((DEEPEST, 2), np.int64)
        self._slots = np.full(2 * game.num_actions, NONE, np.int64)
        self._states = np.zeros(STATES * game.dtype.itemsize, np.uint8)
        self._places = game.face(self._states.view(game.dtype))
        self._row = game.new_rows()
        self._numbers = numbers_of(self._row)
        fields: Any = self._row.dtype.fields
        first = fields["returns"][1] // 8
        self._shares = self._numbers[first : first + game.max_players].view(np.float64)
        self._start, self._memory = (np.zeros(game.max_players * words, np.int64) for _ in range(2))
        self._kept = np.zeros(words, np.int64)
        self._obs, self._mask = np.zeros(game.schema.size, np.int16), np.zeros(game.num_actions, np.int8)
        self._acts, self._pair = np.zeros(max(2, game.num_actions), np.int16), np.zeros(2, np.int16)

    def plant(
        self, world: NDArray[Any], seat: int, memory: NDArray[np.int64], *, seed: int, stop_turn: int, together: bool
    ) -> None:
        """Begins the tree of a decision.

        Args:
            world: a state, shape (1,), that agrees with what the seat knows.
            seat: the one that is asked there.
            memory: of its policy.
            seed: of all draws.
            stop_turn: the turn at which leaves are valued; 0: at the end of the game.
            together: whether the seats win or lose together.
        """
        game = self.game
        game.copy(world, 0, self._places, 0)
        self._give(seat=seat, seed=seed, stop_turn=stop_turn, done=0, n_nodes=0, n_edges=0, bad_seat=NONE)
        self._give(num_players=game.num_players(world), together=together)
        self.table[:] = NONE
        self._row["policies"] = self.opponents.address
        self._row["policies"][0, seat] = self.policy.address
        self._row["stop_turn"] = stop_turn
        words = len(self._kept)
        self._start[:] = 0
        self._start[seat * words : seat * words + len(memory)] = memory

    def grow(self, number: int) -> None:
        """Plays rollouts.

        Raises:
            RuntimeError: a fault of the rules or of a policy.
        """
        status = grow(
            self.task,
            self._states,
            self._numbers,
            self._start,
            self._memory,
            self.nodes,
            self.edges,
            self.totals,
            self.table,
            self._path,
            self._slots,
            self._shares,
            self._kept,
            self._obs,
            self._acts,
            self._pair,
            self._mask,
            number,
        )
        if status < 0:
            if status == REFUSED:
                found = self._task[0] if self._task["bad_seat"][0] != NONE else self._row.view(np.ndarray)[0]
                raise RuntimeError(
                    f"the policy in seat {found['bad_seat']} answered {found['bad_answer']}, which is not legal: a fault of "
                    "that policy"
                )
            raise fault(status, self._places, 1)

    def _give(self, **values: float) -> None:
        for name, value in values.items():
            self._task[name] = value

    @property
    def rollouts(self) -> int:
        """How many were played."""
        return int(self._task["done"][0])

    def choices(self, observation: NDArray[np.int16], seat: int) -> dict[int, Choice]:
        """The edges of the node where a seat decides that sees this, by action id; empty where there is no such node."""
        key = int(key_of(observation, len(observation), seat))
        found = np.flatnonzero(self.nodes["key"][: int(self._task["n_nodes"][0])] == key)
        edge = int(self.nodes["first"][found[0]]) if len(found) else NONE
        choices = {}
        while edge != NONE:
            record = self.edges[edge]
            visits, n = int(record["visits"]), int(self._task["num_players"][0])
            shares = self.totals[edge, :n] / max(1, visits)
            own = shares[int(self._task["seat"][0])]
            spread = max(0.0, float(record["squares"]) / max(1, visits) - own**2)
            error = (spread / (visits - 1)) ** 0.5 if visits > 1 else float("nan")
            choices[int(record["action"])] = Choice(visits, shares, error)
            edge = int(record["next"])
        return choices
