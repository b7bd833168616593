"""The games in the rows of a vector environment: their seeds, who plays which seat, and the answers of Python opponents."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fs_env.agent_api.seeds import key_from
from fs_env.core.checks import check_choice, check_whole
from fs_env.core.machine.run.codes import HOLD
from fs_env.core.machine.run.policy import OUTSIDE
from fs_env.core.machine.run.rows import Rows
from fs_env.core.machine.table.seat_seeds import key_words
from fs_env.envs.draws import NEXT_SEAT, RANDOM_SEAT, count_stopped, next_games, seat_games
from fs_env.envs.interface import OPPONENTS
from fs_env.envs.opponents import Compiled, Lineup, Opponent, addresses_of
from fs_env.envs.replay_writer import ReplayWriter
from fs_env.narration.speech import numbered_names

SEATS = {"random": RANDOM_SEAT, "rotate": NEXT_SEAT}
NO_ROWS = np.zeros(0, np.int64)
DEALS = 1000  # consecutive games that may end before the learner is asked


class Dealer:
    """Deals the games of `Rows`, one after the other in each row, and plays them up to the learner's decisions.

    Without opponents (`set_opponents` was never called) every seat is the learner's.

    Attributes:
        games: int64 (n,): games in each row after the first one of its seed; -1: the row has no seed yet.
        known: the opponents that play in some row, or will.
    """

    def __init__(self, rows: Rows, seat: str | int, rule: int = 0) -> None:
        self._rows, self._rule = rows, rule
        self._seating = np.array([seat if isinstance(seat, int) else SEATS[seat], rows.num_players])
        rows.passes[:] = rule
        self.games = np.full(rows.n, -1, np.int64)
        self._row_seeds = np.zeros(rows.n, np.int64)  # of the first game of each row
        self.known: list[Opponent] = []
        self._who = np.full((rows.n, rows.game.max_players), -1, np.int64)  # indices into `known`; -1: none
        self._python = False  # whether any opponent answers in Python
        self._custom = False  # whether any opponent is not of this package
        self._lineup: Lineup | None = None
        self._writer: ReplayWriter | None = None
        self._noted = np.zeros(rows.n, np.bool_)  # rows with games that are noted: every answer is given in Python
        self._noting = False  # whether any ever were

    def __getstate__(self) -> dict[str, Any]:
        stored = {name: value for name, value in self.__dict__.items() if name not in ("_rows", "_addresses")}
        return stored | {"_writer": None, "_noted": np.zeros_like(self._noted)}

    def attach(self, rows: Rows) -> None:
        """Continues with other rows that hold the same games, and seats the same opponents there."""
        self._rows = rows
        if self._lineup is not None:
            self._addresses = addresses_of(self.known)
            rows.policies[:] = self._addresses[self._who]
            self._placed[1] = self._addresses[self._placed[0]]

    @property
    def seating(self) -> NDArray[np.int64]:
        """Who plays each seat of each row, (n, max_players): an index into `known`, -1 for none of them."""
        return self._who

    def set_opponents(self, opponents: Any) -> None:
        """Sets the opponents for games that begin from now on; arguments and errors as in `Lineup`."""
        table = self._rows
        lineup = Lineup(opponents, table.game, table.options, self.known)
        playing = [place for place in np.unique(self._who).tolist() if place >= 0]
        stored = [self.known[place] for place in playing]
        known = list(dict.fromkeys([*stored, *lineup.opponents]))
        moved = np.full(len(self.known) + 1, -1, np.int64)
        moved[playing] = [known.index(opponent) for opponent in stored]
        self._who = moved[self._who]
        self.known, self._lineup, self._addresses = known, lineup, addresses_of(known)
        places = np.array([known.index(opponent) for opponent in lineup.opponents])[lineup.places]
        self._placed = np.stack([places, self._addresses[places]])
        self._python = not all(isinstance(opponent, Compiled) for opponent in known)
        self._custom = self._custom or any(opponent.custom is not None for opponent in known)
        table.want_words(max([2, *(o.policy.words for o in known if o.policy is not None)]))

    def record(self, writer: ReplayWriter | None, options: Mapping[str, int]) -> None:
        """Notes the games that are dealt from now on; what there is of those that were noted before is written."""
        self.leave()
        self._writer, self._options, self._noting = writer, dict(options), True

    @property
    def recording(self) -> bool:
        return self._writer is not None

    def leave(self) -> None:
        """Writes what there is of the games that are noted."""
        for row in self._noted.nonzero()[0].tolist():
            self.close(row, live=bool(self._rows.seats[row] >= 0))

    def close(self, row: int, *, live: bool = False, lost: bool = False) -> None:
        if self._writer is not None and self._noted[row]:
            loser = self.names(row)[int(self._rows.game.to_act(self._rows.S, row))] if lost else ""
            self._writer.close(self._rows.game, self._rows.S, row, live=live, loser=loser)

    def names(self, row: int) -> tuple[str, ...]:
        """The players of a game by seat: the learner and its opponents, or "player_0", ... where there are none."""
        players = self._rows.num_players
        if self._lineup is None:
            return tuple(f"player_{seat}" for seat in range(players))
        return numbered_names("learner" if k < 0 else self.known[k].name for k in self._who[row, :players].tolist())

    def _begin_to_note(self, rows: NDArray[np.int64]) -> None:
        table, writer = self._rows, self._writer
        self._noted[rows] = writer is not None
        if writer is not None:
            table.policies[rows] = OUTSIDE
            for row in rows.tolist():
                writer.begin(table.game, int(table.seeds[row]), self._options, row, self.names(row))

    def _note(self) -> None:
        if self._writer is not None:
            for row in (self._noted & (self._rows.actions >= 0)).nonzero()[0].tolist():
                self._writer.choice(self._rows.game, self._rows.S, int(self._rows.actions[row]), row)

    def seed(self, given: list[int | None], rows: NDArray[np.int64], fresh: Callable[[], int]) -> None:
        """Makes the next games of `rows` the first ones of new seeds.

        Args:
            given: a seed for each row of the environment; None: the row keeps its seed, or gets a fresh one if it has none.
            fresh: draws the seed of row 0, from which those of the other rows follow.
        """
        chosen = rows.tolist()
        if any(given[row] is None and self.games[row] < 0 for row in chosen):
            base = fresh()
            given = [base + row if one is None and self.games[row] < 0 else one for row, one in enumerate(given)]
        for row in chosen:
            number = given[row]
            if number is not None:
                self._row_seeds[row], self.games[row] = number, -1

    def deal(self, rows: NDArray[np.int64]) -> None:
        """Sets up the next game in these rows, with its seats and opponents; the next `play` begins it."""
        table = self._rows
        if self._writer is not None:
            for row in rows.tolist():
                self.close(row, live=bool(table.seats[row] >= 0))
        next_games(rows, self._row_seeds, self.games, table.seeds, table.actions)
        if self._lineup is not None:
            games = rows, self._row_seeds, self.games, table.seeds, self._seating, self._placed, self._lineup.bounds
            seat_games(*games, table.reward_seats, self._who, table.policies)
            if self._rule:
                table.passes[rows] = 0
                table.passes[rows, table.reward_seats[rows]] = self._rule
            if self._python or self._custom:
                self._begin(rows)
        if self._noting:
            self._begin_to_note(rows)

    def _begin(self, dealt: NDArray[np.int64]) -> None:
        """Gives the opponents in these rows their seeds, or compiled ones the keys with which compiled code derives them."""
        table, players = self._rows, self._rows.num_players
        others = (table.reward_seats[dealt, None] + np.arange(1, players)) % players
        places = np.broadcast_to(dealt[:, None], others.shape)
        who = self._who[places, others]
        for k in np.unique(who).tolist():
            one, mine = self.known[k], who == k
            rows, seats = places[mine], others[mine]
            seeds, keys = table.seeds[rows], list(map(key_from, self._row_seeds[rows].tolist()))
            if one.policy is None:
                one.begin(rows, seats, seeds, keys)
            elif self._custom:
                table.keys[rows, seats] = key_words() if one.custom is None else [key_words(key) for key in keys]

    def play(self, dealt: NDArray[np.int64] | None) -> int:
        """Plays up to the next decisions of the learner or the ends of games; rows in `dealt` are dealt again if their game ends
        before the learner was asked. Returns 0 if every row stopped at a decision of its learner in the first compiled call."""
        table = self._rows
        self._note()
        unready = first = table.play()
        deals, given = 0, NO_ROWS if dealt is None else dealt
        while unready and (self._python or self._noting or count_stopped(table.statuses, table.seats, given)):
            early = given[table.seats[given] < 0]
            if len(early):
                deals += 1
                if deals > DEALS:
                    raise RuntimeError(
                        f"row {early[0]}: {DEALS} games in a row ended before seat {table.reward_seats[early[0]]} was "
                        "asked: there is nothing to learn here; choose another seat, opponents or game options"
                    )
            waiting = self._waiting() if self._python or self._noted.any() else early[:0]
            if not len(early) and not len(waiting):
                refused = table.statuses > 0
                if refused.any():
                    raise RuntimeError(
                        f"row {refused.argmax()}: the rules refused an action that the mask allows: was the buffer of "
                        "masks written to?"
                    )
                break
            table.actions[:] = HOLD
            if len(waiting):
                self._ask(waiting)
            if len(early):
                self.deal(early)
            self._note()
            unready = table.play()
        return first

    def _waiting(self) -> NDArray[np.int64]:
        seats = self._rows.seats
        return ((seats >= 0) & (seats != self._rows.reward_seats)).nonzero()[0]

    def _ask(self, rows: NDArray[np.int64]) -> None:
        table, game = self._rows, self._rows.game
        seats = table.seats[rows]
        asked = self._who[rows, seats]
        for k in np.unique(asked).tolist():
            mine = rows[asked == k]
            answers = self.known[k].answer(table, mine)
            wrong = (answers < 0) | (answers >= game.num_actions)
            wrong |= table.mask[mine, answers.clip(0, game.num_actions - 1)] == 0
            if wrong.any():
                row, answer = int(mine[wrong.argmax()]), int(answers[wrong.argmax()])
                raise RuntimeError(
                    f"opponent {self.known[k].name!r} in seat {table.seats[row]} of row {row} (game with seed "
                    f"{table.seeds[row]}) answered {answer}, which is not legal; "
                    f"{game.decision_text(table.S, row)}"
                )
            table.actions[mine] = answers


def check_seat(seat: Any, num_players: int) -> str | int:
    """Checks the learner's seat: one of `SEATS`, or a seat number. Raises ValueError or TypeError."""
    if isinstance(seat, str):
        return check_choice("seat", seat, SEATS)
    return check_whole("seat", seat, 0, num_players - 1)


def check_alone(seat: Any, opponents: Any) -> None:
    """Raises ValueError if a learner's seat or opponents are given, which a game of one person does not have."""
    if seat != "random":
        raise ValueError(f"seat={seat!r}: one person plays all seats of this game; leave it out")
    if opponents != OPPONENTS:
        raise ValueError(f"opponents={opponents!r}: one person plays all seats of this game; leave them out")
