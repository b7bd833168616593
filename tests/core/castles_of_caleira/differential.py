"""Two games side by side: one that is under test, seen through an adapter, and the naive reference with the same cards.

Before every decision the seat that is asked, the legal actions, what every player sees and what each seat may know are compared,
and at the end the winners. The first difference raises a Disagreement with the whole course of the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol

from tests.core.castles_of_caleira.pieces import (
    BARRACKS,
    BATTLEMENTS,
    N_CARDS,
    OBSERVATORY,
    SPIRE,
    THRONE_ROOM,
    TREBUCHET,
    WATCHTOWER,
    Action,
    Deal,
)
from tests.core.castles_of_caleira.reference import Reference


class Fact(NamedTuple):
    """A card known to be in the hand of one of its holders, or to have been played face down since some piece."""

    card: str
    holders: frozenset[int]
    since: int


class Game(Protocol):
    """A game under test, at its first decision."""

    options: Mapping[str, Any]

    def deal(self) -> Deal:
        """All cards before the first turn, with those the first player has drawn already back on the deck."""
        ...

    def to_act(self) -> int | None:
        """The seat that is asked; None when the game is over."""
        ...

    def legal(self) -> Sequence[int]:
        """The legal action ids."""
        ...

    def meaning(self, action: int) -> Action:
        """An action id of the pending decision in the words of pieces.Action."""
        ...

    def step(self, action: int) -> None:
        """Answers the pending decision."""
        ...

    def hand(self, seat: int) -> list[str]:
        """The cards in one hand, in alphabetical order."""
        ...

    def public(self, seat: int) -> Mapping[str, Any]:
        """Entries of Reference.public() as that seat observes them; one that is left out is not compared."""
        ...

    def known(self, seat: int) -> Mapping[str, Any]:
        """Entries of Reference.known(); one that is left out is not compared."""
        ...

    def facts(self, seat: int) -> Sequence[Fact]:
        """The seat's memories of cards in other hands."""
        ...

    def winners(self) -> frozenset[int]:
        """Seats that won or share the win."""
        ...


class Disagreement(AssertionError):
    """The game under test and the reference differ."""


Style = Callable[[Action, Reference], float]


def uniform(action: Action, game: Reference) -> float:
    """Every legal action equally often."""
    return 1.0


def bold(action: Action, game: Reference) -> float:
    """Much is face up and much is turned up: many effects."""
    eager = {"play": 3.0 if action[-1] == "up" else 1.0, "stop": 0.1, "reveal": 4.0 if action[-1] is True else 1.0}
    return eager.get(action[0], 1.0)


def chains(action: Action, game: Reference) -> float:
    """Hidden pieces gather until one wakes them; then the same piece is turned up, down and up again in one turn (A7)."""
    if action[0] == "play":
        hidden = {piece.name for piece in game.pieces if piece.standing and not piece.face_up}
        wakes = action[1] == WATCHTOWER and hidden >= {BARRACKS, THRONE_ROOM, WATCHTOWER}
        return 1.0 if (action[2] == "up") == wakes else 0.02
    if action[0] == "target" and game.resolving is not None:
        piece, marked = game.pieces[action[1]], any(piece.suppressed for piece in game.pieces)
        if piece.suppressed:
            return 100.0 if piece.face_up == (game.resolving.name == BARRACKS) else 0.1
        if game.resolving.name == THRONE_ROOM:
            return 0.1 if piece.face_up or piece.name in (BARRACKS, WATCHTOWER, BATTLEMENTS, SPIRE) else 1.0
        wanted = (BARRACKS, WATCHTOWER, TREBUCHET, OBSERVATORY) if marked else (THRONE_ROOM, WATCHTOWER)
        return (
            0.1 if piece.face_up or piece.name not in wanted else 5.0 if piece.name in (BARRACKS, THRONE_ROOM) else 1.0
        )
    return 0.1 if action in (("stop",), ("reveal", False)) else 1.0


STYLES: tuple[Style, ...] = (uniform, bold, chains)


def most_matched(facts: Sequence[Fact], places: Sequence[tuple[int, int]]) -> int:
    """How many of some facts about one kind of card can be true at once, each at its own place (owner, piece)."""
    if not facts:
        return 0
    best = most_matched(facts[1:], places)
    for at, (owner, piece) in enumerate(places):
        if owner in facts[0].holders and piece >= facts[0].since:
            best = max(best, 1 + most_matched(facts[1:], [*places[:at], *places[at + 1 :]]))
    return best


class SideBySide:
    """One game under test next to the reference with the same deal; `course` has the answers by meaning and seat."""

    def __init__(self, game: Game) -> None:
        """Deals the reference the same cards and compares the first decision."""
        self.game = game
        self.course: list[tuple[int, Action]] = []
        self.given = ""
        self.first = game.deal()
        self.reference = Reference.from_deal(self.first, game.options, self._taken)
        self.compare()

    def _taken(self, seat: int, hand: Sequence[str]) -> str:
        """The card that the game under test, one step ahead, has taken from a hand at random."""
        after = Counter(self.game.hand(seat))
        drawn = [self.reference.deck[0].name] if after.total() > len(hand) else []
        for card in set(hand):
            expected = Counter([*hand, self.given, *drawn])
            expected[card] -= 1
            if +expected == after:
                return card
        raise self._disagreement(f"hand of seat {seat} after a random exchange", sorted(after.elements()), hand)

    def _disagreement(self, what: str, tested: object, reference: object) -> Disagreement:
        lines = [f"{what}: tested {tested!r}", f"{' ' * len(what)}  reference {reference!r}"]
        lines += [f"options {dict(self.game.options)}", f"deal {self.first}"]
        lines += [f"  {seat}: {' '.join(map(str, action))}" for seat, action in self.course]
        return Disagreement("\n".join(lines))

    def _same(self, what: str, tested: object, reference: object) -> None:
        if tested != reference:
            raise self._disagreement(what, tested, reference)

    def compare(self) -> dict[int, Action]:
        """Compares everything; gives the legal action ids with their meanings; raises Disagreement."""
        game, reference = self.game, self.reference
        self._same("seat to act", game.to_act(), reference.to_act)
        expected = reference.public()
        for seat in range(reference.num_players):
            for name, value in game.public(seat).items():
                self._same(f"{name} as seat {seat} sees it", value, expected[name])
            self._compare_facts(seat)
            self._same(f"hand of seat {seat}", game.hand(seat), reference.hand(seat))
            known = reference.known(seat)
            for name, value in game.known(seat).items():
                self._same(f"{name} known to seat {seat}", value, known[name])
        if reference.over:
            self._same("winners", game.winners(), reference.winners)
            return {}
        meanings = {action: game.meaning(action) for action in game.legal()}
        self._same("legal actions", sorted(set(meanings.values())), sorted(reference.legal))
        if len(meanings) > len(reference.legal) and reference.legal[0][0] != "order":  # equal cards make equal orders
            raise self._disagreement("legal actions", sorted(meanings.values()), sorted(reference.legal))
        return meanings

    def _compare_facts(self, seat: int) -> None:
        """A seat's memories of other hands are true, and say no less than the reference's certainties."""
        reference, facts = self.reference, self.game.facts(seat)
        hidden = [piece for piece in reference.pieces if piece.standing and seat not in piece.seen_by]
        for card in {fact.card for fact in facts}:
            places: list[tuple[int, int]] = [(p.owner, p.index) for p in hidden if p.name == card]
            places += [(other, N_CARDS) for other, hand in enumerate(reference.hands) for c in hand if c.name == card]
            told = [fact for fact in facts if fact.card == card]
            if most_matched(told, places) < len(told):
                raise self._disagreement(f"memory of seat {seat}", told, f"{card} is at {places} (owner, piece)")
        for piece in hidden:
            if seat in piece.certain_to and not any(
                fact.card == piece.name and fact.holders == {piece.owner} and fact.since <= piece.index
                for fact in facts
            ):
                raise self._disagreement(f"memory of seat {seat}", facts, f"piece {piece.index} is surely {piece.name}")
        for other in range(reference.num_players):
            certain = reference.certain_hand(seat, of=other) if other != seat else []
            if not certain:
                continue
            played = [(piece.owner, piece.index) for piece in hidden if piece.owner == other]
            for card, copies in Counter(certain).items():
                told = [fact for fact in facts if fact.card == card and fact.holders == {other}]
                if len(told) - most_matched(told, played) < copies:
                    raise self._disagreement(
                        f"memory of seat {seat}", facts, f"{copies} {card} in hand of seat {other}"
                    )

    def play(self, rng: Random, style: Style = uniform) -> Reference:
        """Plays to the end; gives the reference in its last position."""
        meanings = self.compare()
        while meanings:
            actions = sorted(meanings)
            (action,) = rng.choices(actions, [style(meanings[action], self.reference) for action in actions])
            meaning = meanings[action]
            self.course.append((self.reference.to_act or 0, meaning))
            if meaning[0] == "give":
                self.given = meaning[1]
            self.game.step(action)
            self.reference.step(meaning)
            meanings = self.compare()
        return self.reference


def play_many(start: Callable[[int], Game], games: int, seed: int = 0) -> Counter[str]:
    """Plays games of seeds `seed`, `seed + 1`, ... in all styles by turns; returns all that happened, "games" and "decisions"."""
    seen: Counter[str] = Counter()
    for number in range(seed, seed + games):
        end = SideBySide(start(number)).play(Random(number), STYLES[number % len(STYLES)])
        seen.update(end.happened)
        seen.update(games=1, decisions=end.decisions)
    return seen
