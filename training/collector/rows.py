"""Some games side by side, whose learner's decisions are answered and written down in compiled code."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fs_env.agent_api.seeds import key_from
from fs_env.agents.networks.kernels import NO_PRIOR
from fs_env.agents.networks.network import SparseNetwork
from fs_env.agents.networks.policy import NetworkPolicy
from fs_env.core.machine.declare.outcome import Outcome
from fs_env.core.machine.run.codes import RESTART
from fs_env.core.machine.run.policy_call import OUTSIDE
from fs_env.core.machine.run.rows import Rows
from fs_env.core.machine.table.seat_seeds import key_words
from fs_env.training.collector.decisions import Decisions
from fs_env.training.collector.kernels import DECISION, ENDED, PRIOR_POLICY_FAILED, TRUNCATED, expected_return, record
from fs_env.training.collector.opponents import LEARNER, Opponents
from fs_env.training.settings.run_settings import SELF

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

Potential = Callable[[NDArray[np.int16]], NDArray[np.float32]]
BUFFERS = 2  # lists of decisions in turn: one is filled while the one before is learnt from


class LearnerRows:
    """Games, one in each of the rows `numbers`, that begin anew when they end, and continue from one call of `collect` to the next.

    Row r of `of` rows plays the games r, r + of, r + 2 of and so on of the run; game k is dealt from the seed `deals + k`, and a
    seat of it is the learner's: the next one in each game of a row. Who plays the others follows from the seed of the game.

    Attributes:
        tally: of the games that ended: (name, "games"), (name, "won") as shares of the win, for every opponent's name; and
            ("all", "games"), ("all", "decisions"), ("all", "truncated").
    """

    def __init__(
        self,
        game: Game,
        numbers: range,
        options: Mapping[str, int],
        policy: NetworkPolicy,
        opponents: Opponents,
        *,
        deals: int,
        of: int,
        critic: SparseNetwork | None = None,
        potential: Potential | None = None,
    ) -> None:
        n = len(numbers)
        self._rows = Rows(game, n, options, skip_forced=True, words=max(policy.words, opponents.words))
        self._policy, self._opponents, self._potential = policy, opponents, potential
        self._deals, self._numbers, self._of = deals, np.array(numbers), of
        self._games = np.full(n, -1, np.int64)  # games in each row after its first one
        players = self._rows.num_players
        self._parties, self._by_sides = game.parties(players), game.spec.sides is not None
        self._critic = critic
        self._critic_header = None if critic is None else critic.header()
        self._others = np.zeros((n, players - 1, game.schema.size if critic is not None else 0), np.int16)
        self._who = np.full((n, players), LEARNER, np.int64)
        self._last = np.full((n, players), -1, np.int64)  # the last decision of each seat in its game
        self._logits = np.empty(game.num_actions, np.float64)
        self._buffers = [Decisions(n, policy.recurrent_size) for _ in range(BUFFERS)]
        self._turn = 0
        self.tally: defaultdict[tuple[str, str], float] = defaultdict(float)
        for row in range(n):
            self._deal(row)

    @property
    def num_players(self) -> int:
        return self._rows.num_players

    def collect(self, steps: int) -> Decisions:
        """Plays on, and answers one decision of the learner in each row in each step, but in rows whose game ends there.

        Returns:
            The decisions, also the last one of each seat in the call before, if its game went on; valid up to the next call but one.
        """
        into = self._begin(steps)
        rows = self._rows
        for _ in range(steps):
            rows.play()
            self._record(into)
            for row in np.flatnonzero(rows.seats < 0).tolist():
                self._end(into, row)
                self._deal(row)
        return into

    def _begin(self, steps: int) -> Decisions:
        before = self._buffers[self._turn]
        self._turn = (self._turn + 1) % BUFFERS
        into = self._buffers[self._turn]
        into.clear()
        into.want_room(steps * self._rows.n + self._last.size)
        for row, seat in np.argwhere(self._last >= 0).tolist():
            self._last[row, seat] = into.copy_from(before, int(self._last[row, seat]))
        return into

    def _record(self, into: Decisions) -> None:
        rows, row, begun = self._rows, 0, len(into)
        if self._critic is not None:
            self._look()
        while row < rows.n:
            row = record(
                (rows.obs, self._others, rows.mask),
                (rows.seats, rows.actions, rows.memory),
                row,
                self._policy.header.ctypes.data,
                0 if self._critic_header is None else self._critic_header.ctypes.data,
                self._parties,
                (into.all, into.inputs, into.amounts, into.ids, into.recurrent_states),
                self._logits,
                self._last,
                self._games,
                into.counts,
            )
            if row == PRIOR_POLICY_FAILED:
                raise RuntimeError(f"the learner's prior policy {self._policy.network.prior_policy} could not answer")
            if row < rows.n:
                into.grow()
        if self._potential is not None:
            into["potential"][begun:] = self._potential(rows.obs[rows.seats >= 0])

    def _look(self) -> None:
        rows, players = self._rows, self.num_players
        for row in np.flatnonzero(rows.seats >= 0).tolist():
            for k in range(players - 1):
                seat = (int(rows.seats[row]) + 1 + k) % players
                rows.game.observe(rows.S, seat, row, self._others[row, k])

    def _end(self, into: Decisions, row: int) -> None:
        rows, last = self._rows, self._last[row]
        truncated = int(rows.outcomes[row]) == Outcome.TRUNCATED
        returns = np.sign(rows.returns[row]) if self._by_sides else rows.returns[row]
        for seat in np.flatnonzero(last >= 0).tolist():
            one = into.all[last[seat]]
            one["next"] = TRUNCATED if truncated else ENDED
            one["result"] = self._expected(row, seat) if truncated else returns[seat]
        last[:] = -1
        self.tally["all", "games"] += 1
        self.tally["all", "truncated"] += truncated
        self.tally["all", "decisions"] += int(rows.decisions[row])
        mine = self._learner(row)
        for name in {SELF if k == LEARNER else self._opponents.names[k] for k in np.delete(self._who[row], mine)}:
            self.tally[name, "games"] += 1
            self.tally[name, "won"] += max(0.0, float(returns[mine]))

    def _expected(self, row: int, seat: int) -> float:
        shown = self._rows.game.observe(self._rows.S, seat, row)[None]
        nothing = np.full(1, NO_PRIOR) if self._policy.prior_policy is not None else None
        recurrent_states = np.zeros((1, self._policy.recurrent_size), np.float32)
        _, scores = self._policy.evaluate(
            shown, np.zeros((1, 1), np.int16), np.zeros(1, np.int64), nothing, recurrent_states
        )
        return float(expected_return(float(scores[0]), self._parties))

    def _learner(self, row: int) -> int:
        return int((self._numbers[row] + self._games[row]) % self.num_players)

    def _deal(self, row: int) -> None:
        rows = self._rows
        self._games[row] += 1
        seed = self._deals + int(self._numbers[row]) + self._of * int(self._games[row])
        rows.seeds[row], rows.actions[row] = seed, RESTART
        self._who[row] = self._opponents.seat(seed, self.num_players, self._learner(row))
        self._seat(row)

    def _seat(self, row: int) -> None:
        rows, policies = self._rows, self._opponents.policies
        rows.policies[row] = OUTSIDE
        rows.policies[row, : self.num_players] = [
            OUTSIDE if k == LEARNER else policies[k].address for k in self._who[row].tolist()
        ]
        for seat, number in enumerate(self._who[row].tolist()):
            rows.keys[row, seat] = key_words(key_from(self._deals) if number in self._opponents.custom else b"")

    def state(self) -> dict[str, NDArray[Any]]:
        """State from which a later process can resume between two calls of `collect`: arrays by name."""
        books = self._rows.books(np.ones(self._rows.n, np.bool_))
        stored = self._waiting()
        built = {f"numbers_{name}": column for name, column in books["numbers"].items()}
        built |= {name: books[name] for name in ("obs", "mask", "memory")}
        built["positions"] = np.array([np.frombuffer(game, np.uint8) for game in books["games"]])
        built |= {"games": self._games.copy(), "who": self._who.copy(), "last": self._last.copy()}
        built |= {"waiting": stored.all.copy(), "counts": stored.counts.copy()}
        n, m = int(stored.counts[1]), int(stored.counts[2])
        built |= {"inputs": stored.inputs[:n], "amounts": stored.amounts[:n], "ids": stored.ids[:m]}
        return built | {"recurrent_states": stored.recurrent_states[: len(stored)]}

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        numbers = {name[8:]: column for name, column in state.items() if name.startswith("numbers_")}
        games = [position.tobytes() for position in state["positions"]]
        self._rows.take_over({"games": games, "numbers": numbers, **{k: state[k] for k in ("obs", "mask", "memory")}})
        self._games[:], self._who[:], self._last[:] = state["games"], state["who"], state["last"]
        stored = self._buffers[self._turn]
        stored.all = state["waiting"].reshape(-1).view(np.uint8).view(DECISION).copy()
        stored.counts = state["counts"].copy()
        stored.inputs, stored.amounts, stored.ids = (state[name].copy() for name in ("inputs", "amounts", "ids"))
        stored.recurrent_states = state["recurrent_states"].copy()
        for row in range(self._rows.n):
            self._seat(row)

    def _waiting(self) -> Decisions:
        before, built = self._buffers[self._turn], Decisions(0, self._policy.recurrent_size)
        waiting = np.argwhere(self._last >= 0).tolist()
        for row, seat in waiting:
            self._last[row, seat] = built.copy_from(before, int(self._last[row, seat]))
        self._buffers[self._turn] = built
        return built
