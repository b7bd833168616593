"""Many short games from one position, in compiled code: the basis of search. Results depend only on the rows, not on threads."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

import numpy as np
from numpy.typing import NDArray

from .codes import ROLLOUTS, Status
from .commands.rollouts import PLACES
from .commands.row import numbers_of
from .faults import fault
from .policy_call import NO_VALUE, SEED_AND_COUNTER
from .thread_pool import ThreadPool

if TYPE_CHECKING:
    from .game import Game, States
    from .value import Value

__all__ = ["Rollouts"]


class Rollouts:
    """Room for `n` rollouts; the caller writes the arrays and calls `play`.

    Attributes:
        rows: shape (n,), a record for each rollout (see `commands.row`); the arrays that follow are columns of it.
        actions: int64, (n,): the first action of the searching seat, legal in the position.
        seconds: int64, (n,): 1 + an action that the searching seat takes at its first choice in the same turn where that is legal; 0:
            none. For the caller to write before each call.
        seeds: int64, (n,): of the determinization; neighbours with equal seeds share it, dice to come included.
        policies: int64, (n, max_players): `Policy.address` for every seat.
        stop_turns: int64, (n,): the rollout is cut at the first choice in this turn or a later one; 0: at the end of the game.
        memory: int64, (n, max_players, words): of the policies, as they are when the first action has been taken.
        shares: float64, (n, max_players): each seat's share of the win; see `commands.rollouts`.
        outcomes: int64, (n,): `Outcome` of the game; 0 where the rollout was cut.

    Args:
        n: how many rows.
        words: int64 words of memory for each policy, the largest `Policy.words`.
        threads: how many threads divide the rows among them.
        redeal: states are drawn by `Game.redeal` instead of `Game.resample`: what any seat knows stays, hands among it. This
            is for judging games, not for playing them: their results reveal secrets to a player.

    Raises:
        ValueError: fewer words than any policy needs, or a game that cannot be dealt again.
    """

    def __init__(self, game: Game, n: int, *, words: int = 2, threads: int = 1, redeal: bool = False) -> None:
        if words < SEED_AND_COUNTER:
            raise ValueError(f"words={words}: a policy has at least {SEED_AND_COUNTER} words of memory")
        self.game, self.n = game, n
        self.rows = game.new_rows(n)
        self._numbers = numbers_of(self.rows)
        columns = self.rows.view(np.ndarray)
        self.actions, self.seeds, self.policies = columns["action"], columns["seed"], columns["policies"]
        self.seconds = columns["second"]
        self.stop_turns, self.shares, self.outcomes = columns["stop_turn"], columns["returns"], columns["outcome"]
        self._seats = columns["reward_seat"]
        self._columns = columns
        self.memory = np.zeros((n, game.max_players, words), np.int64)
        self._threads = max(1, threads)
        self._redeals = game.redeals if redeal else None
        self._work = [game.new(PLACES + n if redeal else PLACES) for _ in range(self._threads)]
        self._helpers = ThreadPool(self._threads - 1, "rollouts")
        self._value: Value | None = None  # alive as long as its address is in the rows

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        """Refuses to be pickled or copied: the addresses of policies and values are valid in this process only."""
        raise TypeError(f"{self.n} rollouts of {self.game.name} cannot be copied or pickled: create new ones")

    def use(self, value: Value | None, *, cooperative: bool = False, own: bool = False) -> None:
        """Sets what values positions at which rollouts are cut.

        Args:
            value: None: every seat's share is the same there.
            cooperative: whether the seats win or lose together.
            own: whether the share of the searching seat alone is asked for: where sides win, those of others at a cut mean nothing then.
        """
        self._value = value
        self._columns["value"] = NO_VALUE if value is None else value.address
        self._columns["weights"] = 0 if value is None else value.weights.ctypes.data
        self._columns["n_weights"] = 0 if value is None else len(value.weights)
        self._columns["winning"] = self.game.winning(cooperative, own)

    def play(self, S: States, e: int, seat: int, n: int | None = None) -> NDArray[np.float64]:
        """Plays the first `n` rows from `S[e]`, which is not changed.

        Args:
            S, e: a position; only what `seat` knows of it matters, or with `redeal` what the seats know together.
            seat: the one that is asked there.
            n: how many rows; None: all.

        Returns:
            float64, (n, num_players): each seat's share of the win, a view of `shares`.

        Raises:
            ValueError: an action that is not legal, or a policy that needs more memory.
            RuntimeError: a fault of the rules or of a policy.
        """
        n = self.n if n is None else n
        if not 0 < n <= self.n:
            raise ValueError(f"n={n}: there is room for 1 to {self.n} rollouts")
        self._seats[:n] = seat
        parts = min(self._threads, n)
        bounds = [n * k // parts for k in range(parts + 1)]
        for work in self._work[:parts]:
            self.game.copy(S, e, work)
        if parts == 1:
            answers = [self._part(0, 0, n)]
        else:
            answers = self._helpers.divide(self._part, [(k, bounds[k], bounds[k + 1]) for k in range(parts)])
        for answer in answers:
            if answer < 0:
                raise self._fault(answer, n)
        return self.shares[:n, : self.game.num_players(S, e)]

    def _part(self, k: int, first: int, last: int) -> int:
        game, words = self.game, self.memory.shape[2]
        record = self.rows.dtype.itemsize // 8
        work = self._work[k]
        if self._redeals is not None:
            seeds = self.seeds[first:last]
            groups = seeds[np.append(True, seeds[1:] != seeds[:-1])]
            self._redeals(work, 0, PLACES, groups)
        return int(
            game.entry(
                ROLLOUTS,
                work,
                0,
                self._numbers[first * record : last * record],
                self.memory[first:last].reshape(-1),
                game._no_words,
                last - first,
                words,
                game._no_obs,
                game._no_mask,
            )
        )

    def _fault(self, answer: int, n: int) -> Exception:
        statuses = self._columns["status"][:n]
        for row in np.flatnonzero(statuses):
            record = self.rows[row]
            if record["status"] == Status.NOT_LEGAL:
                return ValueError(
                    f"action {record['action']} of rollout {row} is not legal for seat {record['reward_seat']} in a determinization "
                    f"that looks the same to it (seed {record['seed']}): give legal actions of the seat that is asked"
                )
            if record["status"] == Status.REFUSED:
                return RuntimeError(
                    f"the policy in seat {record['bad_seat']} answered {record['bad_answer']}, which is not legal (rollout "
                    f"{row}, seed {record['seed']}): a fault of that policy"
                    if record["bad_answer"] != Status.NO_ROOM
                    else f"the policy in seat {record['bad_seat']} needs more than {self.memory.shape[2]} words of memory"
                )
        return fault(answer, self._work[0], 0)

    def close(self) -> None:
        """Ends the threads; a later `play` starts them again."""
        self._helpers.close()
