"""Positions of Castles of Caleira in a player's words, for the tests.

    table = Table(players=2, turn=0)
    table.piece(1, "Watchtower", "down").hand(0, "Trebuchet").deck("Barracks")
    table.play("Trebuchet", "up").choose(1)

Pieces are numbered from 1, in the order in which they are set up.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fs_env.core.castles_of_caleira.actions import PLAY_DOWN, UP_ID
from fs_env.core.castles_of_caleira.cards import KINDS, NAMES, Kind
from fs_env.core.castles_of_caleira.game import GAME
from fs_env.core.castles_of_caleira.questions import Question
from fs_env.core.castles_of_caleira.state import NONE
from fs_env.core.machine.run.scenario import ScenarioGame


class Table(ScenarioGame):
    """A position in which the player `turn` is about to play a card, and what is done there."""

    game = GAME

    def __init__(self, players: int = 2, turn: int = 0, **options: int) -> None:
        super().__init__(GAME.new())
        GAME.setup(self.S, seed=0, num_players=players, **options)
        self.players = players
        self._array = self.S.view(np.ndarray)
        for field in ("hand", "n_hand", "deck", "discard", "known"):
            self._array[field][0] = 0
        for field in ("n_deck", "n_pieces", "castle", "down", "walls"):
            self._array[field][0] = 0
        self._array["removed"][0] = NONE
        self._array["turn_player"][0] = turn
        self._ask(turn)

    def copy(self) -> Table:
        """Another table in the same position."""
        other = Table.__new__(Table)
        ScenarioGame.__init__(other, GAME.clone(self.S), self.log)
        other.players, other._array = self.players, other.S.view(np.ndarray)
        return other

    # What lies where.

    def piece(self, owner: int, name: str, face: str = "up", *, seen_by: tuple[int, ...] = ()) -> Table:
        """One more castle piece; face down it is known to its owner and `seen_by`."""
        i, bit = int(self["n_pieces"]), 1 << int(self["n_pieces"])
        up = check_face(face)
        self._array["kind"][0, i] = NAMES.index(name)
        self._array["owner"][0, i] = owner
        self._array["n_pieces"][0] += 1
        self._array["castle"][0] |= bit
        self._array["down"][0] |= 0 if up else bit
        self._array["walls"][0] |= bit if up and name == "Battlements" else 0
        for seat in range(self.players) if up else (owner, *seen_by):
            self._array["known"][0, seat] |= bit
        return self

    def hand(self, seat: int, *names: str) -> Table:
        self._array["hand"][0, seat] = [names.count(NAMES[kind]) for kind in range(KINDS)]
        self._array["n_hand"][0, seat] = len(names)
        assert set(names) <= set(NAMES), names
        self._ask(int(self["asked"]))
        return self

    def deck(self, *names: str) -> Table:
        """The deck, its top card first."""
        self._array["deck"][0, : len(names)] = [NAMES.index(name) for name in reversed(names)]
        self._array["n_deck"][0] = len(names)
        return self

    def read(self, seat: int, cards: int) -> Table:
        """The seat has seen the top cards of the deck."""
        self._array["deck_reader"][0], self._array["deck_read"][0] = seat, cards
        return self

    def remove(self, *pieces: int) -> Table:
        """Takes face-up pieces off the table; no rule does this."""
        for piece in pieces:
            self._array["castle"][0] &= ~(1 << (piece - 1))
        return self

    def _ask(self, seat: int) -> None:
        allowed = 0
        for kind in self._array["hand"][0, seat].nonzero()[0].tolist():
            allowed |= 1 << (PLAY_DOWN + kind)
            allowed |= 0 if kind == Kind.PRINCESS_SPIRE else 1 << int(UP_ID[kind])
        self._array["asked"][0], self._array["question"][0], self._array["allowed"][0] = seat, Question.PLAY, allowed

    # What players do.

    def play(self, name: str, face: str) -> Table:
        """Plays a hand card "up" or "down"."""
        return self.choose(f"play {name} face {'up' if check_face(face) else 'down'}")

    def stop(self) -> Table:
        """Chooses no further piece."""
        return self.choose("choose no further piece")

    # What can be seen.

    def __getitem__(self, field: str) -> Any:
        return self._array[field][0]

    @property
    def targets(self) -> set[int]:
        """The pieces that may be chosen."""
        return {int(words.split()[-1]) for words in self.legal() if words.startswith("choose piece")}

    @property
    def question(self) -> str:
        """The subject of the decision: "play", "target", "reveal", "player", "give", "return", "order" or "nothing"."""
        return Question(int(self["question"])).name.lower()

    @property
    def winners(self) -> set[int]:
        """The seats that won."""
        return set(self.json()["winners"])

    @property
    def discard(self) -> list[str]:
        return self.json()["discard"]

    def json(self, player: int | None = None) -> dict[str, Any]:
        """The table as a player, or every player together, knows it."""
        return GAME.to_json(self.S, player=player)

    def place(self, piece: int) -> str:
        """ "face up", "face down" or "discarded"."""
        return self.json()["pieces"][piece - 1]["place"]

    def points(self, seat: int) -> int:
        """The points of a castle as it stands."""
        return self.json()["players"][seat]["points"]

    def cards(self, seat: int) -> list[str]:
        return self.json()["players"][seat]["hand"]

    def sees(self, seat: int, piece: int) -> str | None:
        """The kind of a piece as the seat's observation tells it, None unknown."""
        kind = int(self.piece_seen(seat, piece)["kind"])
        return None if kind < 0 else NAMES[kind]

    def record(self, seat: int) -> Any:
        """A seat's observation by name."""
        return GAME.schema.record(GAME.observe(self.S, seat))

    def piece_seen(self, seat: int, piece: int) -> Any:
        """A piece, numbered from 1, as a seat observes it."""
        return self.record(seat)["pieces"][piece - 1]

    def section(self, seat: int, name: str) -> Any:
        """A section of a seat's observation, as lists and numbers."""
        return GAME.schema.views(GAME.observe(self.S, seat))[name].tolist()


def check_face(face: str) -> bool:
    """True for "up"."""
    assert face in ("up", "down"), face
    return face == "up"
