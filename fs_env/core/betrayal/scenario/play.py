"""Positions of Betrayal at Baldur's Gate in a player's words, and what is done there.

    game = Play(players=3).tile("Fountain", "north", of="Elfsong Tavern").stand(1, "Fountain").start()
    game.dice(2, 0, 1).choose("go north")

Seat 0 has the turn by default. What is not said is as at the beginning of a game. Dice are set up too: `dice` gives
the faces of the next ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from fs_env.core.betrayal import tables as T
from fs_env.core.betrayal.content.adventurers import ADVENTURERS
from fs_env.core.betrayal.content.haunts import HAUNTS
from fs_env.core.betrayal.game import GAME
from fs_env.core.betrayal.language.codes import NONE, SIDES, Deck, Door, Role, Side, Token, Trait
from fs_env.core.betrayal.language.haunts import Shape
from fs_env.core.betrayal.language.questions import Frame, Question
from fs_env.core.betrayal.scenario.dice import lay_totals, words_for
from fs_env.core.betrayal.state import Stream
from fs_env.core.machine.run.scenario import ScenarioError, ScenarioGame, one_of

ADVENTURER_NAMES = tuple(adventurer.name for adventurer in ADVENTURERS)
DEFAULT = (
    *("Torskar Stonecleaver", "Avrixis Mizzrym", "Tasha Brightbottle"),
    *("Vort Dormall", "Miska Silversong", "Ralvio Escanor"),
)


class Play(ScenarioGame):
    """A position in which a seat is about to act, and what is done there."""

    game = GAME

    def __init__(self, players: int = 3, turn: int = 0, adventurers: Sequence[str] = (), **options: int) -> None:
        super().__init__(GAME.new())
        GAME.setup(self.S, seed=1, num_players=players, **options)
        self.players = players
        self._array = self.S.view(np.ndarray)
        self._array["turn_seat"] = self._array["first"] = turn
        names = [*adventurers, *(name for name in DEFAULT if name not in adventurers)]
        for seat in range(players):
            row = self._array["seats"][0, seat]
            row["adventurer"] = ADVENTURER_NAMES.index(one_of(names[seat], ADVENTURER_NAMES, "adventurer"))
            row["at"] = T.BEGIN[row["adventurer"]]
        self._array["n_frames"] = 1
        frame = self._array["frames"][0, 0]
        frame["kind"], frame["seat"], frame["step"], frame["n"] = Frame.TURN, turn, 0, 0
        self._array["asked"], self._array["n_options"], self._array["turn"] = NONE, 0, 1
        self._array["speed"] = NONE

    def copy(self) -> Self:
        other = type(self).__new__(type(self))
        ScenarioGame.__init__(other, GAME.clone(self.S), self.log)
        other.players, other._array = self.players, other.S.view(np.ndarray)
        return other

    # Laying out.

    def start(self) -> Self:
        GAME.step(self.S, 0)
        return self

    def tile(self, name: str, side: str, of: str, turned: int = 0) -> Self:
        """Puts a tile next to another one, turned clockwise by quarters."""
        t, other = tile_of(name), tile_of(of)
        tiles = self._array["tiles"][0]
        if tiles["level"][other] == NONE or tiles["level"][t] != NONE:
            raise ScenarioError(f"{name!r} cannot lie {side} of {of!r}: one is missing or the other there already")
        d = int(Side[side.upper()])
        x, y = int(tiles["x"][other] + T.X_STEP[d]), int(tiles["y"][other] + T.Y_STEP[d])
        self._array["placed"][0, tiles["level"][other]] |= 1 << t
        tiles["level"][t], tiles["x"][t], tiles["y"][t], tiles["turned"][t] = tiles["level"][other], x, y, turned
        tiles["doors"][t] = [T.DOORS[t, (k - turned) % SIDES] for k in range(SIDES)]
        for k in range(SIDES):
            found = np.flatnonzero(
                (tiles["level"] == tiles["level"][t])
                & (tiles["x"] == x + T.X_STEP[k])
                & (tiles["y"] == y + T.Y_STEP[k])
            )
            if len(found):
                tiles["beside"][t, k] = found[0]
                tiles["beside"][found[0], (k + 2) % SIDES] = t
        self._unstack(T.TILE_BASE + t, T.Zone.PLAYED, NONE)
        for level in range(2):
            on = tiles["level"] == level
            self._array["free"][0, level] = ((tiles["doors"][on] != Door.WALL) & (tiles["beside"][on] == NONE)).sum()
        return self

    def stand(self, seat: int, tile: str) -> Self:
        self._array["seats"]["tile"][0, seat] = tile_of(tile)
        return self

    def clips(self, seat: int, **spaces: int) -> Self:
        """Sets clips, each counted from the skull as 0: `clips(0, might=3)`."""
        for name, space in spaces.items():
            self._array["seats"]["at"][0, seat, Trait[name.upper()]] = space
        return self

    def give(self, seat: int, *cards: str) -> Self:
        """Cards that a player controls; what they gain is on the clips already."""
        for name in cards:
            card = T.POSSESSION_NAMES.index(one_of(name, T.POSSESSION_NAMES, "card"))
            self._unstack(int(T.INSTANCE[card]), T.Zone.HELD, seat)
            self._array["seats"]["cards"][0, seat] |= 1 << card
            self._array["gained"][0, card] = np.maximum(T.GAINS[card], 0)
        return self

    def lie(self, card: str, tile: str) -> Self:
        number = T.POSSESSION_NAMES.index(one_of(card, T.POSSESSION_NAMES, "card"))
        self._unstack(int(T.INSTANCE[number]), T.Zone.GROUND, tile_of(tile))
        self._array["tiles"]["cards"][0, tile_of(tile)] |= 1 << number
        return self

    def keep(self, seat: int, event: str) -> Self:
        """An event card that stays with a player."""
        self._unstack(T.EVENT_NAMES.index(one_of(event, T.EVENT_NAMES, "event")), T.Zone.KEPT, seat)
        return self

    def token(self, name: str, tile: str) -> Self:
        token, t = Token[name.upper().replace(" ", "_")], tile_of(tile)
        self._array["tiles"]["tokens"][0, t] |= 1 << token
        if token < len(T.TOKEN_CARD):
            self._unstack(int(T.TOKEN_CARD[token]), T.Zone.LYING, t)
        return self

    def gates(self, first: str, second: str) -> Self:
        """The two tokens of the Arcane Gate."""
        self.token("gate", first)
        self._array["tiles"]["tokens"][0, tile_of(second)] |= 1 << Token.GATE
        self._array["gate"][0] = tile_of(first), tile_of(second)
        return self

    def stack(self, deck: str, *names: str) -> Self:
        """The next cards or tiles of a stack, the first to be drawn first."""
        d = int(Deck[deck.upper()])
        for name in reversed(names):
            inst = instance_of(name)
            if inst not in self._array["deck"][0, d, : self._array["n_deck"][0, d]]:
                raise ScenarioError(f"{name!r} is not in the stack of {deck}")
            rest = [int(x) for x in self._array["deck"][0, d, : self._array["n_deck"][0, d]] if x != inst]
            self._restack(d, [*rest, inst])
        return self

    def only(self, deck: str, *names: str) -> Self:
        """A stack of these only, the first to be drawn first; the others are out of the game."""
        d = int(Deck[deck.upper()])
        wanted = [instance_of(name) for name in reversed(names)]
        for inst in self._array["deck"][0, d, : self._array["n_deck"][0, d]]:
            if inst not in wanted:
                self._array["zone"][0, inst] = T.Zone.NOWHERE
        self._restack(d, wanted)
        return self

    def set_aside(self, deck: str, *names: str) -> Self:
        """Cards or tiles on the discard pile of a stack."""
        d = int(Deck[deck.upper()])
        for name in names:
            inst = instance_of(name)
            self._unstack(inst, T.Zone.PILE, NONE)
            self._array["pile"][0, d, self._array["n_pile"][0, d]] = inst
            self._array["n_pile"][0, d] += 1
        return self

    def haunt(self, number: int, traitor: int | None = None, revealer: int = 0) -> Self:
        """A haunt whose truce is over, nothing of it done, no player with wards; without a traitor where its shape has none."""
        index = [haunt.number for haunt in HAUNTS].index(number)
        self._array["rounds"] = HAUNTS[index].truce
        self._array["haunt"], self._array["revealer"] = index, revealer
        self._array["traitor"] = NONE if traitor is None else traitor
        for seat in range(self.players):
            row = self._array["seats"][0, seat]
            row["role"] = Role.TRAITOR if seat == traitor else Role.HERO
            row["shown"] = HAUNTS[index].shape != Shape.HIDDEN
        return self

    def monster(self, tile: str, kind: int = 0, stunned: bool = False) -> Self:
        m = int((self._array["monsters"]["kind"][0] != NONE).sum())
        row = self._array["monsters"][0, m]
        row["kind"], row["tile"], row["stunned"] = kind, tile_of(tile), stunned
        self._array["n_monsters"][0] = m + 1
        return self

    def having(self, seat: int, **numbers: int) -> Self:
        """Numbers of a seat's row in the state: `having(0, spent=2)`."""
        for name, number in numbers.items():
            self._array["seats"][name][0, seat] = number
        return self

    def table(self, **numbers: int | tuple[int, ...]) -> Self:
        """Numbers of the state itself: `table(omens=5)`."""
        for name, number in numbers.items():
            self._array[name][0] = number
        return self

    def dice(self, *faces: int) -> Self:
        """The faces of the next dice, in order."""
        self._array["rng"][0, Stream.DICE] = words_for(faces)
        return self

    def roll(self, *totals: int) -> Self:
        """The totals of the next rolls, in order; those after them are 0. ScenarioError for more than can be set up."""
        lay_totals(self.S, totals)
        return self

    def _restack(self, d: int, cards: list[int]) -> None:
        self._array["deck"][0, d, : len(cards)] = cards
        self._array["n_deck"][0, d] = len(cards)
        self._array["place"][0, cards] = range(len(cards))

    def _unstack(self, inst: int, zone: int, owner: int) -> None:
        for d in Deck:
            cards = [int(x) for x in self._array["deck"][0, d, : self._array["n_deck"][0, d]]]
            if inst in cards:
                self._restack(d, [x for x in cards if x != inst])
        self._array["zone"][0, inst], self._array["owner"][0, inst] = zone, owner
        self._array["seen"][0, inst] = (1 << self.players) - 1

    # What can be seen.

    @property
    def question(self) -> str:
        """The subject of the decision in a word: "turn", "orient", "split", ..."""
        return Question(int(self._array["question"][0]) if self.asked is not None else 0).name.lower()

    def facts(self) -> dict[str, Any]:
        """Everything about the game that `expect` can check."""
        return {**GAME.to_json(self.S), "asked": self.asked, "question": self.question}

    def player(self, seat: int) -> dict[str, Any]:
        return GAME.to_json(self.S)["players"][seat]

    def at(self, seat: int) -> str | None:
        return self.player(seat)["tile"]

    def space(self, seat: int, trait: str) -> int:
        """The space of a clip, 0 the skull."""
        return self.player(seat)["spaces"][trait]

    def cards(self, seat: int) -> list[str]:
        return self.player(seat)["cards"]

    def on(self, tile: str) -> dict[str, Any]:
        """The entry of a tile in the JSON form. ScenarioError if it is not on the map."""
        found = [row for row in GAME.to_json(self.S)["tiles"] if row["tile"] == tile]
        if not found:
            raise ScenarioError(f"{tile!r} is not on the map")
        return found[0]

    def monsters(self) -> list[dict[str, Any]]:
        return GAME.to_json(self.S)["monsters"]

    def seen(self, seat: int) -> Any:
        """A seat's observation by name."""
        return GAME.schema.record(GAME.observe(self.S, seat))

    def until(self, question: str, answer: str = "end the turn") -> Self:
        """Gives one answer again and again until a question is asked."""
        while self.question != question:
            self.choose(answer)
        return self


def tile_of(name: str) -> int:
    return T.TILE_NAMES.index(one_of(name, T.TILE_NAMES, "tile"))


def instance_of(name: str) -> int:
    if name in T.EVENT_NAMES:
        return T.EVENT_NAMES.index(name)
    if name in T.POSSESSION_NAMES:
        return int(T.INSTANCE[T.POSSESSION_NAMES.index(name)])
    return T.TILE_BASE + tile_of(name)
