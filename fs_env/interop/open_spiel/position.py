"""A state of a game together with what each seat has seen on the way there."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

TRAIL_BYTES = 16


class Position:
    """A state, and for each seat its own digest answers and of everything it has observed, in order.

    Two positions with the same digest of a seat are one information state of that seat, with perfect recall.

    Args:
        game: the rules.
        S: a state, shape (1,); it belongs to the position from now on.
        trails: a digest for each seat; from what the seats see now when None.
    """

    __slots__ = ("S", "game", "trails")

    def __init__(self, game: Game, S: NDArray[Any], trails: tuple[bytes, ...] | None = None) -> None:
        self.game, self.S = game, S
        if trails is None:
            self.trails = (b"",) * game.num_players(S)
            self._look(-1, -1)
        else:
            self.trails = trails

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return Position(self.game, self.game.clone(self.S), self.trails)

    def step(self, action: int) -> None:
        """Plays a legal action; every seat sees what follows."""
        seat = self.game.to_act(self.S)
        self.game.step(self.S, action)
        self._look(seat, action)

    def resampled(self, seat: int, seed: int) -> Position:
        """A position that `seat` cannot distinguish from this one, future dice included; the others remember nothing but what they see."""
        S = self.game.clone(self.S)
        self.game.resample(S, seat, 0, seed)
        position = Position(self.game, S)
        position.trails = tuple(self.trails[k] if k == seat else trail for k, trail in enumerate(position.trails))
        return position

    def _look(self, actor: int, action: int) -> None:
        grown = []
        for seat, trail in enumerate(self.trails):
            digest = blake2b(trail, digest_size=TRAIL_BYTES)
            digest.update(int(action if seat == actor else -1).to_bytes(4, "little", signed=True))
            digest.update(self.game.observe(self.S, seat).tobytes())
            grown.append(digest.digest())
        self.trails = tuple(grown)
