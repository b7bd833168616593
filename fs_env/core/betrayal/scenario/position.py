"""A position of Betrayal at Baldur's Gate as data: what a file of TOML or JSON can hold, and a game can be started from.

Scenario(players=[{"tile": "Kitchen", "might": 3}, {}, {}], haunt=101, traitors=[1]).start()
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from fs_env.core.betrayal.content.haunts import HAUNTS
from fs_env.core.betrayal.game import GAME, MIN_PLAYERS
from fs_env.core.betrayal.language.codes import NONE, SEATS, SIDES, SPACES, Deck, Role, Side, Trait
from fs_env.core.betrayal.language.haunts import Shape
from fs_env.core.betrayal.scenario.play import DEFAULT, Play, instance_of, tile_of
from fs_env.core.machine.run.scenario import ScenarioError, make, one_of, table, truth, whole

BIG = 100
STACKS = tuple(deck.name.lower() for deck in Deck)
SIDE_WORDS = tuple(side.name.lower() for side in Side)
DONE = ("spent", "attacked", "tasks", "figurine", "flask", "shaped", "slow", "stopped", "cursed", "loom")
"""Numbers of a seat's row in the state that `Seat.done` may set."""


@dataclass(frozen=True)
class Seat:
    """One player.

    Attributes:
        adventurer: name; empty: one whose card no other player has.
        tile: tile of the figure.
        might, speed, knowledge, sanity: spaces of the clips, the skull is 0; None: where they begin.
        cards: items and omens, whose gains are on the clips already.
        events: event cards that stay with the player.
        wards: hurts that the player is still spared.
        dead, escaped: out of the game; the figure is nowhere.
        revealed: every player knows the side; in a haunt without hidden traitors every player does anyway.
        done: what was done in this turn or game, by name: `spent` spaces, `attacked` 1, ...
    """

    adventurer: str = ""
    tile: str = "Elfsong Tavern"
    might: int | None = None
    speed: int | None = None
    knowledge: int | None = None
    sanity: int | None = None
    cards: Sequence[str] = ()
    events: Sequence[str] = ()
    wards: int = 0
    dead: bool = False
    escaped: bool = False
    revealed: bool = False
    done: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for trait in Trait:
            space = getattr(self, trait.name.lower())
            if space is not None:
                whole(space, trait.name.lower(), 1, SPACES)
        whole(self.wards, "wards", 0, BIG)
        for name, number in table(self.done, "done").items():
            whole(number, one_of(name, DONE, "done"), 0, BIG)
        names(self.cards, "cards")
        names(self.events, "events")
        for name in ("dead", "escaped", "revealed"):
            truth(getattr(self, name), name)


@dataclass(frozen=True)
class Tile:
    """A tile that was discovered: it is at a `side` of another one, turned clockwise by quarters, with tokens and cards on it."""

    tile: str
    side: str
    of: str
    turned: int = 0
    tokens: Sequence[str] = ()
    cards: Sequence[str] = ()

    def __post_init__(self) -> None:
        one_of(self.side, SIDE_WORDS, "side")
        whole(self.turned, "turned", 0, SIDES - 1)
        names(self.tokens, "tokens")
        names(self.cards, "cards")


@dataclass(frozen=True)
class Monster:
    """A monster of the haunt: its tile, its kind counted from 0, and whether it is stunned."""

    tile: str
    kind: int = 0
    stunned: bool = False

    def __post_init__(self) -> None:
        whole(self.kind, "kind", 0, 1)
        truth(self.stunned, "stunned")


@dataclass(frozen=True)
class Scenario:
    """A position at the beginning of a turn, or within it. What is not said is as at the beginning of a game.

    Attributes:
        players: the seats, each a `Seat` or a mapping with its attributes.
        turn: the seat whose turn it is.
        haunt: number of the haunt; None: it has not begun.
        traitors: their seats.
        revealer: the seat that revealed the haunt.
        rounds: rounds of the haunt that are over; None: those in which no player attacks.
        marks: quest tokens of the heroes and of the traitor.
        omens: omen cards revealed.
        tiles: discovered tiles, each next to an earlier one.
        monsters: on the map.
        stacks: name of a stack -> the only cards or tiles left in it, the first to be drawn first.
        options: options of the game.
    """

    players: Sequence[Seat | Mapping[str, Any]]
    turn: int = 0
    haunt: int | None = None
    traitors: Sequence[int] = ()
    revealer: int = 0
    rounds: int | None = None
    marks: Sequence[int] = (0, 0)
    omens: int = 0
    tiles: Sequence[Tile | Mapping[str, Any]] = ()
    monsters: Sequence[Monster | Mapping[str, Any]] = ()
    stacks: Mapping[str, Sequence[str]] = field(default_factory=dict)
    options: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, cls in (("players", Seat), ("tiles", Tile), ("monsters", Monster)):
            entries = entries_of(getattr(self, name), name)
            built = tuple(e if isinstance(e, cls) else make(cls, e, f"{name[:-1]} {k}") for k, e in enumerate(entries))
            object.__setattr__(self, name, built)
        seats = len(self.players)
        whole(seats, "how many players", MIN_PLAYERS, SEATS)
        for name, seat in (("turn", self.turn), ("revealer", self.revealer), *(("traitors", p) for p in self.traitors)):
            whole(seat, name, 0, seats - 1)
        numbers = {haunt.number: haunt for haunt in HAUNTS}
        if self.haunt is not None and self.haunt not in numbers:
            raise ScenarioError(f"haunt={self.haunt!r}: expected one of {', '.join(map(str, numbers))}")
        wanted = self.haunt is not None and numbers[self.haunt].shape != Shape.COOPERATIVE
        if bool(self.traitors) != wanted:
            raise ScenarioError(
                f"traitors={list(self.traitors)!r}: expected {'the seat of one at least' if wanted else 'none'} in haunt {self.haunt}"
            )
        if self.rounds is not None:
            whole(self.rounds, "rounds", 0, BIG)
        if len(entries_of(self.marks, "marks")) != len(Role) - 1:
            raise ScenarioError(f"marks={self.marks!r}: expected two numbers, of the heroes and of the traitor")
        for number in self.marks:
            whole(number, "marks", 0, BIG)
        whole(self.omens, "omens", 0, BIG)
        for stack, cards in table(self.stacks, "stacks").items():
            names(cards, one_of(stack, STACKS, "stack"))

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.players if isinstance(seat, Seat))

    def start(self) -> Play:
        """A running game of this position, at its first decision.

        Raises:
            ScenarioError: a name is unknown, a card is in two places, or the game cannot continue from there.
        """
        try:
            play = self.laid_out().start()
            GAME.restore(GAME.new(), GAME.snapshot(play.S))
        except ScenarioError:
            raise
        except (ValueError, TypeError) as error:
            raise ScenarioError(f"the position cannot be played: {error}") from None
        return play

    def laid_out(self) -> Play:
        """The position before any player is asked."""
        wanted = [seat.adventurer for seat in self.seats]
        left = iter(name for name in DEFAULT if name not in wanted)
        play = Play(len(wanted), self.turn, [name or next(left) for name in wanted], **self.options)
        for tile in self.tiles:
            if isinstance(tile, Tile):
                play.tile(tile.tile, tile.side, of=tile.of, turned=tile.turned)
                for card in tile.cards:
                    play.lie(card, tile.tile)
                for token in tile.tokens:
                    play.token(token, tile.tile)
        for stack, cards in self.stacks.items():
            for name in cards:
                instance_of(name)
            play.only(stack, *cards)
        if self.haunt is not None:
            play.haunt(self.haunt, self.traitors[0] if self.traitors else None, self.revealer)
        for p, seat in enumerate(self.seats):
            at = NONE if seat.dead or seat.escaped else tile_of(seat.tile)
            play.give(p, *seat.cards).having(p, tile=at, wards=seat.wards, **seat.done)
            clips = {trait.name.lower(): getattr(seat, trait.name.lower()) for trait in Trait}
            play.clips(p, **{name: space for name, space in clips.items() if space is not None})
            play.having(p, alive=int(not seat.dead), escaped=int(seat.escaped))
            if p in self.traitors:
                play.having(p, role=int(Role.TRAITOR))
            if seat.revealed:
                play.having(p, shown=1)
            for event in seat.events:
                play.keep(p, event)
        for monster in self.monsters:
            if isinstance(monster, Monster):
                play.monster(monster.tile, monster.kind, monster.stunned)
        play.table(omens=self.omens, marks=tuple(self.marks))
        return play if self.rounds is None else play.table(rounds=self.rounds)


def entries_of(value: Any, name: str) -> list[Any]:
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise ScenarioError(f"{name}={value!r}: expected a list")
    return list(value)


def names(value: Any, name: str) -> None:
    if not all(isinstance(one, str) for one in entries_of(value, name)):
        raise ScenarioError(f"{name}={value!r}: expected a list of names")
