"""Many games at once with their policies: the basis of vector environments and of tournaments of compiled policies.

`play` takes the caller's answers, lets the policies play on, and stops at the caller's next decisions. Results depend only on
seeds and answers; threads only divide the rows among them.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from ..compile.program import program
from ..declare.outcome import Outcome
from ..table.seat_seeds import key_words
from .codes import HOLD, PLAY_ROWS, Status
from .faults import fault
from .policy_call import OUTSIDE, SEED_AND_COUNTER
from .ring import Pair, Ring
from .thread_pool import ThreadPool

if TYPE_CHECKING:
    from .game import Game

RING = 3  # pairs of buffers that are used in turn
GUARD, TRUNCATED = int(Outcome.GUARD), int(Outcome.TRUNCATED)
LOCAL = ("policies",)  # fields of a row that are valid in this process only


@program("int64[::1], int8[:,::1], boolean[:], int64[:]")
def take_actions(chosen, mask, over, actions):
    """Writes the chosen ids of games that are not over to the actions if the masks allow all of them; returns how many they do not."""
    n, width = mask.shape
    wrong = 0
    for i in range(n):
        action = chosen[i]
        if not over[i] and (action < 0 or action >= width or mask[i, action] == 0):
            wrong += 1
    for i in range(n if wrong == 0 else 0):
        actions[i] = chosen[i]
    return wrong


@program("int64[:], int64[:]")
def count_faults(statuses, outcomes):
    n = 0
    for i in range(len(statuses)):
        n += statuses[i] < 0 or outcomes[i] == GUARD
    return n


@program(
    "int64[:], int64[:], int64[:], int64[:], float64[:], float64[:,:], int8[:,::1], boolean[:,::1], int64[:,::1], float64[::1]"
)
def report_rows(seats, reported, outcomes, decisions, rewards, returns, mask, ends, numbers, results):
    """Copies what the rows report, all at once, since each column of their records is spread over the memory; returns how many games are
    over, and lets their masks allow only action 0.

    `ends`: which games are over, terminated, truncated, and over once more. `numbers`: `reported` and the decisions. `results`: rewards,
    then the returns of each row.
    """
    n, players = returns.shape
    ended = 0
    for i in range(n):
        over = seats[i] < 0
        ended += over
        ends[0, i] = ends[3, i] = over
        ends[1, i] = over and outcomes[i] != TRUNCATED
        ends[2, i] = over and outcomes[i] == TRUNCATED
        numbers[0, i], numbers[1, i] = reported[i], decisions[i]
        results[i] = rewards[i] if over else 0.0
        for seat in range(players):
            results[n + i * players + seat] = returns[i, seat] if over else 0.0
        if over and i < len(mask):
            mask[i] = 0
            mask[i, 0] = 1
    return ended


class Rows:
    """`n` games of one variant, their players and their buffers. Every array is written in place.

    Attributes:
        S: the states, shape (n,).
        rows: shape (n,), a record for each game (see `commands.row`): every number by its name. `actions`, `seeds`, `reward_seats`,
            `policies`, `passes` and `keys`, for the caller to write, and `passed`, `statuses`, `seats`, `outcomes`, `decisions`, `choices`,
            `returns` and `rewards` are columns of it, views that share its memory.
        actions: int64, (n,): an action id, `NO_ACTION` (only write the buffers), `HOLD` (do not change the row) or `RESTART` (deal a new
            game from `seeds`; the seed of each policy is the `seat_seed` of it by the `keys` of its seat).
        obs: int16, (n, schema.size): observation of the seat to act; after the end, of the reward seat.
        mask: int8, (n, num_actions): its legal actions; zeros after the end.
        memory: int64, (n, max_players, words): of the policies.

    Args:
        n: number of rows.
        options: of the games, from `Game.option_values`.
        skip_forced: True: decisions of the reward seat with one legal action are answered for it, as for all other seats.
        words: int64 words of memory for each policy, the largest `Policy.words`.
        threads: how many threads divide the rows among them.

    Raises:
        ValueError: an option out of range, or fewer words than any policy needs.
    """

    def __init__(
        self, game: Game, n: int, options: Mapping[str, int], *, skip_forced: bool, words: int = 2, threads: int = 1
    ) -> None:
        if words < SEED_AND_COUNTER:
            raise ValueError(f"words={words}: a policy has at least {SEED_AND_COUNTER} words of memory")
        self.game, self.n = game, n
        self._options = game.option_values(**options)
        self.num_players = int(self._options[list(game.options).index("num_players")])
        self.S, self.rows = game.new(n), game.new_rows(n)
        self._numbers = self.rows.view(np.ndarray).view(np.int64)
        columns = self.rows.view(np.ndarray)
        self.actions, self.seeds, self.reward_seats = columns["action"], columns["seed"], columns["reward_seat"]
        self.policies, self.statuses, self.seats = columns["policies"], columns["status"], columns["seat"]
        self.passes, self.passed, self.keys = columns["passes"], columns["passed"], columns["keys"]
        self.outcomes, self.decisions, self.choices = columns["outcome"], columns["decisions"], columns["choices"]
        self.rewards, self.returns = columns["reward"], columns["returns"][:, : self.num_players]
        columns["skip_forced"], columns["num_players"] = skip_forced, self.num_players
        self.actions[:], self.seats[:], self.policies[:], self.keys[:] = HOLD, -1, OUTSIDE, key_words()
        self.memory = np.zeros((n, game.max_players, words), np.int64)
        self._ring = Ring(self._new_buffers, RING)
        self._use(self._ring.next())
        self.threads = max(1, min(threads, n))
        bounds = [n * k // self.threads for k in range(self.threads + 1)]
        self._slices = list(pairwise(bounds))
        self._helpers = ThreadPool(self.threads - 1, "rows")

    @property
    def options(self) -> dict[str, int]:
        """All options of the games by name, num_players among them."""
        return dict(zip(self.game.options, self._options.tolist(), strict=True))

    def _new_buffers(self) -> Pair:
        shapes = (self.n, self.game.schema.size), (self.n, self.game.num_actions)
        return np.zeros(shapes[0], np.int16), np.zeros(shapes[1], np.int8)

    def _use(self, pair: Pair) -> None:
        self.obs, self.mask = pair
        self._flat = self.obs.reshape(-1), self.mask.reshape(-1)

    def leave_buffers(self, *, some_hold: bool = True) -> None:
        """Replaces `obs` and `mask` by arrays that are not in use; the previous ones are not written again while anything
        refers to them or to a view of them. Rows whose action is `HOLD` are copied over."""
        pair = self._ring.next()
        if some_hold:
            held = self.actions == HOLD
            pair[0][held], pair[1][held] = self.obs[held], self.mask[held]
        self._use(pair)

    def want_words(self, words: int) -> None:
        """Makes room for memories of `words` words; games in progress keep theirs."""
        had = self.memory
        if words > had.shape[2]:
            self.memory = np.zeros((*had.shape[:2], words), np.int64)
            self.memory[:, :, : had.shape[2]] = had

    def books(self, dealt: np.ndarray) -> dict[str, Any]:
        """Everything about the rows that another process can continue from: all but the addresses of policies. Picklable."""
        columns = self.rows.view(np.ndarray)
        numbers = {name: columns[name].copy() for name in columns.dtype.names or () if name not in LOCAL}
        games = [self.game.snapshot(self.S, row) if dealt[row] else None for row in range(self.n)]
        arrays = {"obs": self.obs.copy(), "mask": self.mask.copy(), "memory": self.memory.copy()}
        return {"games": games, "numbers": numbers, **arrays}

    def take_over(self, books: Mapping[str, Any]) -> None:
        """Continues from `books` of rows with the same game, number and options. The caller sets the addresses of policies.

        Raises:
            ValueError: books of another game or version.
        """
        self.want_words(books["memory"].shape[2])
        for row, game in enumerate(books["games"]):
            if game is not None:
                self.game.restore(self.S, game, row)
        columns = self.rows.view(np.ndarray)
        for name, numbers in books["numbers"].items():
            columns[name] = numbers
        self.obs[:], self.mask[:], self.memory[:] = books["obs"], books["mask"], books["memory"]

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        """Refuses to be pickled or copied: the addresses of policies are valid in this process only."""
        raise TypeError(
            f"{self.n} rows of {self.game.name} cannot be copied or pickled: create new ones and deal from the same seeds, "
            "or copy single states with Game.snapshot"
        )

    def take(self, chosen: np.ndarray, mask: np.ndarray, over: np.ndarray) -> int:
        """Writes ids to `actions` if all of them are legal.

        Args:
            chosen: int64, (n,), contiguous.
            mask: int8, (n, num_actions), contiguous: what is legal.
            over: bool, (n,): rows whose ids may be anything.

        Returns:
            How many are not legal: nothing is written then.
        """
        return int(take_actions(chosen, mask, over, self.actions))

    def play(self) -> int:
        """Does what `actions` say, in every row, up to the next decision that the caller answers, or the end.

        Returns:
            How many rows have not stopped at a decision of their reward seat (of any seat, where that is -1): their game is
            over, or another seat is asked, or their action was not legal.

        Raises:
            RuntimeError: a fault of the rules, or a policy's action is not legal; the message names row and seed.
        """
        if self.threads == 1:
            unready = self._part(0, self.n)
        else:
            unready = sum(self._helpers.divide(self._part, self._slices))
        if unready:
            self._raise_faults()
        return unready

    def _part(self, first: int, last: int) -> int:
        S, memory = self.S, self.memory
        answer = self.game.entry(
            PLAY_ROWS, S, first, self._numbers, memory.reshape(-1), self._options, last, memory.shape[2], *self._flat
        )
        if answer < 0:
            raise fault(answer, S, first)
        return int(answer)

    def _raise_faults(self) -> None:
        if not count_faults(self.statuses, self.outcomes):
            return
        faulty = (self.statuses < 0) | (self.outcomes == GUARD)
        row = int(faulty.argmax())
        status, name = int(self.statuses[row]), self.game.name
        where = f"row {row}, decision {self.decisions[row]} of the game with seed {self.seeds[row]}"
        if status == Status.REFUSED:
            record = self.rows[row]
            seat, answer = record["bad_seat"], record["bad_answer"]
            if answer == Status.NO_ROOM:
                raise ValueError(
                    f"the policy in seat {seat} needs more than {self.memory.shape[2]} words of memory ({where}): give "
                    "Rows(words=...) the largest Policy.words, or call want_words"
                )
            raise RuntimeError(
                f"the policy in seat {seat} answered {answer}, which is not legal ({where}; "
                f"{self.game.decision_text(self.S, row)}): a fault of that policy"
            )
        what = "met a capacity guard" if status != Status.STUCK else "asked a seat that has no legal action"
        raise RuntimeError(f"the rules of {name!r} {what} ({where}): this is a bug; please report it with that seed")

    def close(self) -> None:
        """Ends the threads; a later `play` starts them again."""
        self._helpers.close()
