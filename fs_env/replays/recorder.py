"""`Recorder`: notes the choices of a game while it is played."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from fs_env.core.machine.declare.fields import as_records
from fs_env.registry.games import GAMES
from fs_env.replays.replay import Check, Replay
from fs_env.version import __version__

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

TAG = 8  # bytes of a snapshot that say which rules made it
DIGITS = 4  # of a value


class Book:
    """The checksums of a game, collected while it is played or replayed."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.play = 0
        self.choices = 0
        self.turn: int | None = None

    def check(self, S: Any, e: int = 0) -> Check:
        return Check(self.choices, turn_of(self.game, S, e), zlib.crc32(self.game.snapshot(S, e)), self.play)

    def begins(self, S: Any, e: int = 0) -> bool:
        before, self.turn = self.turn, turn_of(self.game, S, e)
        return before != self.turn

    def choice(self, seat: int, legal: Iterable[int]) -> None:
        self.play = zlib.crc32(np.array([seat, *sorted(legal)], np.int16).tobytes(), self.play)
        self.choices += 1


def turn_of(game: Game, S: Any, e: int = 0) -> int:
    if "turn" in (game.dtype.names or ()):
        return int(S["turn"][e])
    kernel = game.spec.turn
    return int(getattr(kernel, "py_func", kernel)(as_records(S[e : e + 1])[0]))


def rules_of(game: Game, S: Any, e: int = 0) -> str:
    """The tag of the rules and of the form of their states."""
    return game.snapshot(S, e)[:TAG].hex()


class Recorder:
    """Notes a game.

    Args:
        game: the rules.
        seed: of the deal.
        options: of `Game.setup`, num_players among them; the others get their values from it.
        names: of the players by seat.
        players: who they are, by seat: "person", or the spec of a bot; (): not known.

    Raises:
        ValueError: a seed below 0: the game was not dealt from a seed; other numbers of names than seats.
    """

    def __init__(
        self, game: Game, seed: int, options: Mapping[str, int], names: Sequence[str], players: Sequence[str] = ()
    ) -> None:
        if seed < 0:
            raise ValueError(f"seed {seed}: only a game that was dealt from a seed can be recorded")
        values = game.option_values(**options).tolist()
        self.options = dict(zip(game.options, values, strict=True))
        if len(names) != self.options["num_players"]:
            raise ValueError(f"{len(names)} names for {self.options['num_players']} players: expected one each")
        self.game, self.seed, self.names, self.players = game, seed, tuple(names), tuple(players)
        self._book = Book(game)
        self._choices: list[int] = []
        self._checks: list[Check] = []
        self._values: list[tuple[int, int, float]] = []

    def choice(
        self, S: Any, seat: int, legal: Iterable[int], action: int, value: float | None = None, e: int = 0
    ) -> None:
        """Notes a choice before it is played; a decision with one legal action is none and is left out.

        Args:
            S, e: the state before the choice.
            seat: who is asked.
            legal: ids of the legal actions.
            action: the one that is chosen.
            value: the share of the win that the player expects after it, None if it gave none.
        """
        ids = [int(one) for one in legal]
        if len(ids) < 2:
            return
        if self._book.begins(S, e):
            self._checks.append(self._book.check(S, e))
        if value is not None and 0 <= value <= 1:
            self._values.append((len(self._choices), seat, round(float(value), DIGITS)))
        self._choices.append(int(action))
        self._book.choice(seat, ids)

    def __len__(self) -> int:
        return len(self._choices)

    def replay(self, S: Any, outcome: int, returns: Sequence[float], fault: str = "", e: int = 0) -> Replay:
        manifest = GAMES.get(self.game.name)
        return Replay(
            game=self.game.spec.home if manifest is None else manifest.id,
            environment="" if manifest is None else manifest.environment,
            package=__version__,
            rules=rules_of(self.game, S, e),
            options=self.options,
            seed=self.seed,
            names=self.names,
            choices=tuple(self._choices),
            checks=(*self._checks, self._book.check(S, e)),
            outcome=int(outcome),
            returns=tuple(float(paid) for paid in returns),
            values=tuple(self._values),
            fault=fault,
            players=self.players,
        )
