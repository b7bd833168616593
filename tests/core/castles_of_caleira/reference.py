"""The rules of Castles of Caleira once more, in plain Python objects: a second opinion on the compiled game.

It is written from the rules text alone and shares nothing with the compiled game: a turn is a generator that runs from
the top of the rules to the bottom and stops wherever a player must choose.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Generator, Iterable, Mapping
from itertools import permutations
from random import Random
from typing import Any

from tests.core.castles_of_caleira.memory import leave_openly, leave_unseen
from tests.core.castles_of_caleira.pieces import (
    BARRACKS,
    BATTLEMENTS,
    COPIES,
    MARKETPLACE,
    OBSERVATORY,
    OPTIONS,
    POINTS,
    SPIRE,
    THRONE_ROOM,
    TREBUCHET,
    WATCHTOWER,
    WITHOUT_EFFECT,
    WIZARDS_TOWER,
    Action,
    Card,
    Chance,
    Deal,
    Effect,
    Piece,
)

Choice = Generator[tuple[int, list[Action]], Action, None]


class _Over(Exception):
    """The game ends in the middle of a turn."""


class Reference:
    """One game, from a deal to its result.

    `turns` leaves out skipped ones (R11); `fallen` lost its Spire, `out` are seats of a game that went on without them; effects wait
    in `queue` (R13), and `resolving` is the one about which a seat is asked. `happened` counts situations of the rules: "resolved" an
    effect, "skipped" one (R14), "blank" a card without any effect came face up, and rarer ones by the number of their rule.
    """

    def __init__(
        self,
        num_players: int,
        options: Mapping[str, Any] | None = None,
        deal: Deal | None = None,
        chance: Chance | None = None,
    ) -> None:
        """Deals, by seed 0 without a deal, and runs to the first decision.

        With the option market="random", `chance(seat, hand)` names the card taken from that seat's hand when the exchange happens.
        """
        self.options = {name: values[0] for name, values in OPTIONS.items()} | dict(options or {})
        for name, value in self.options.items():
            if value not in OPTIONS.get(name, ()):
                raise ValueError(f"option {name}={value!r}; the options are {OPTIONS}")
        rng = Random(0)
        deal = deal or Deal.shuffled(num_players, rng, self.options["four_player_cards"])
        if len(deal.hands) != num_players:
            raise ValueError(f"a deal for {len(deal.hands)} seats in a game of {num_players}")
        self.num_players = num_players
        self.chance: Chance = chance or (lambda seat, hand: rng.choice(list(hand)))
        self.hands = [[Card(name) for name in hand] for hand in deal.hands]
        self.deck = [Card(name) for name in deal.deck]
        self.removed = deal.removed
        self.discard: list[str] = list(deal.left_out)
        self.pieces: list[Piece] = []
        self.fallen: int | None = None
        self.out: set[int] = set()
        self.turn_player = deal.first
        self.turns = 0
        self.queue: deque[Effect] = deque()
        self.resolving: Effect | None = None
        self.picked: int | None = None
        self.partner: int | None = None
        self.offer: str | None = None
        self.to_act: int | None = None
        self.legal: list[Action] = []
        self.winners: frozenset[int] = frozenset()
        self.decisions = self.free_decisions = 0
        self.happened: Counter[str] = Counter()
        self._course = self._game()
        self._advance(None)

    @classmethod
    def from_deal(cls, deal: Deal, options: Mapping[str, Any] | None = None, chance: Chance | None = None) -> Reference:
        """The game that begins with this deal."""
        return cls(len(deal.hands), options, deal, chance)

    # ------------------------------------------------------------------ answers

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.to_act is None

    def step(self, action: Action) -> None:
        """Answers the pending decision and runs to the next one or to the end; ValueError for an illegal action."""
        if action not in self.legal:
            raise ValueError(f"{action} is not among the legal actions {self.legal} of seat {self.to_act}")
        self.decisions += 1
        self.free_decisions += len(self.legal) > 1
        self._advance(action)

    def _advance(self, action: Action | None) -> None:
        try:
            self.to_act, self.legal = self._course.send(action)  # type: ignore[arg-type]
        except StopIteration:
            self.to_act, self.legal = None, []

    # ------------------------------------------------------------------ course of the game

    def _game(self) -> Choice:
        """R7, R30: turns clockwise until a Spire ends the game or all hands are empty."""
        try:
            while True:
                if self.hands[self.turn_player] or (self.deck and self.turn_player not in self.out):  # R11
                    yield from self._turn()
                if not any(self.hands):  # R30
                    break
                self.turn_player = (self.turn_player + 1) % self.num_players
        except _Over:
            self.resolving = self.picked = None
            return
        self.winners = self.best(seat for seat in range(self.num_players) if seat not in self.out)
        self.happened["R40 nine points"] += any(self._has_bonus(seat) for seat in range(self.num_players))
        self.happened["R32 shared"] += len(self.winners) > 1

    def _turn(self) -> Choice:
        """R7: draw, play, resolve."""
        seat = self.turn_player
        self.turns += 1
        if self.deck:  # R8
            self.hands[seat].append(self._drawn())
        names = sorted({card.name for card in self.hands[seat]})
        action = yield (
            seat,
            [
                ("play", name, face)
                for name in names
                for face in ("up", "down")
                if (name, face) != (SPIRE, "up")  # R10
            ],
        )
        self._play(seat, action[1], action[2] == "up")
        while self.queue:  # R13
            effect = self.queue.popleft()
            if self.is_possible(effect):  # R14
                self.happened["resolved"] += 1
                self.happened[f"R12 {effect.name} from the discard pile"] += not self.pieces[effect.source].standing
                self.happened["R15 source face down"] += not self.pieces[effect.source].face_up
                self.happened["R12 in another's turn"] += effect.owner != seat
                self.resolving = effect
                yield from self._resolve(effect)
                self.resolving = self.picked = None
            else:
                self.happened["skipped"] += 1
                self.happened[f"R14 {effect.name} skipped"] += 1
        for piece in self.pieces:  # R21: until the end of the current turn
            piece.suppressed = False

    def _drawn(self) -> Card:
        card = self.deck.pop(0)
        card.known_to.discard(self.turn_player)  # it is in this hand now
        return card

    def _play(self, seat: int, name: str, face_up: bool) -> None:
        """R9, R12: a hand card becomes a piece; face up it triggers."""
        piece = Piece(name, seat, len(self.pieces), face_up)
        if face_up:
            leave_openly(self.hands[seat], name)
            piece.seen_by = self._everybody()
        else:
            piece.seen_by, piece.certain_to = {seat}, leave_unseen(self.hands[seat], name, self._everybody() - {seat})
        self.pieces.append(piece)
        if face_up:
            self._trigger(piece)

    # ------------------------------------------------------------------ pieces

    def castle(self, seat: int) -> list[Piece]:
        """The pieces that stand in one castle, in order of play."""
        return [piece for piece in self.pieces if piece.standing and piece.owner == seat]

    def _standing(self) -> list[Piece]:
        return [piece for piece in self.pieces if piece.standing]

    def _everybody(self) -> set[int]:
        return set(range(self.num_players))

    def _trigger(self, piece: Piece) -> None:
        """R12, R13: to the back of the queue, unless suppressed (R21)."""
        if piece.suppressed:
            self.happened["A7 kept from triggering"] += 1
            return
        if piece.name in WITHOUT_EFFECT:
            self.happened["blank"] += 1
            return
        self.queue.append(Effect(piece.name, piece.owner, piece.index))

    def _turn_up(self, piece: Piece) -> None:
        """R12, R16: a face-down piece is turned up and triggers."""
        if not piece.face_up:
            piece.face_up = True
            piece.seen_by = self._everybody()
            self._trigger(piece)

    def _is_effective(self, effect: Effect, piece: Piece) -> bool:
        """R17, R20, R21, R22, R25: whether choosing this piece would do anything."""
        if effect.name == BARRACKS:
            return piece.face_up
        if effect.name == TREBUCHET:
            return not (piece.name == BATTLEMENTS and piece.face_up)
        return not piece.face_up

    def is_possible(self, effect: Effect) -> bool:
        """R14: an effect without any effective target is skipped."""
        if effect.name == MARKETPLACE:  # R19
            return bool(self.hands[effect.owner]) and bool(self._traders(effect.owner))
        if effect.name == WIZARDS_TOWER:  # R26
            return bool(self.deck)
        return any(self._is_effective(effect, piece) for piece in self._standing())

    def _targets(self, effect: Effect, but: Piece | None = None) -> list[Action]:
        """R14, A6: every piece in any castle but one, or with useless_targets=False the effective ones."""
        pieces = [piece for piece in self._standing() if piece is not but]
        if not self.options["useless_targets"]:
            pieces = [piece for piece in pieces if self._is_effective(effect, piece)]
        return [("target", piece.index) for piece in pieces]

    # ------------------------------------------------------------------ effects

    def _resolve(self, effect: Effect) -> Choice:
        if effect.name == MARKETPLACE:
            yield from self._marketplace(effect.owner)
        elif effect.name == WIZARDS_TOWER:
            yield from self._wizards_tower(effect.owner)
        elif effect.name == WATCHTOWER:
            yield from self._watchtower(effect)
        else:
            _, index = yield effect.owner, self._targets(effect)
            piece = self.pieces[index]
            if effect.name == BARRACKS:  # R17
                self.happened["R17 turned itself down"] += piece.face_up and piece.index == effect.source
                self.happened["R17 turned another down"] += piece.face_up and piece.index != effect.source
                piece.face_up = False
            elif effect.name == OBSERVATORY:
                yield from self._observatory(effect.owner, piece)
            elif effect.name == THRONE_ROOM and not piece.face_up:  # R21
                piece.face_up = piece.suppressed = True
                piece.seen_by = self._everybody()
            elif effect.name == TREBUCHET:
                self._trebuchet(effect.owner, piece)

    def _observatory(self, seat: int, piece: Piece) -> Choice:
        """R20: a look at a face-down piece, which may then be turned up."""
        if piece.face_up:
            return
        piece.seen_by.add(seat)
        self.picked = piece.index
        _, reveal = yield seat, [("reveal", True), ("reveal", False)]
        if reveal:
            self._turn_up(piece)

    def _watchtower(self, effect: Effect) -> Choice:
        """R25, A8: up to two different pieces, in the order chosen; with useless_targets=False none in vain (A15)."""
        first = None
        for _ in range(2):
            targets = self._targets(effect, but=first)
            if not targets and not self.options["useless_targets"]:
                self.happened["A15 no second choice"] += 1
                return
            action = yield effect.owner, [*targets, ("stop",)]
            if action == ("stop",):
                return
            first = self.pieces[action[1]]
            self.picked = first.index
            self._turn_up(first)

    def _trebuchet(self, seat: int, piece: Piece) -> None:
        """R22 to R24, A3: destroys a piece; what lay face down triggers first (a Spire has nothing to trigger)."""
        self.happened["R24 revealed"] += piece.name == BATTLEMENTS and not piece.face_up
        if piece.name != SPIRE:
            self._turn_up(piece)
        if piece.name != BATTLEMENTS:
            piece.standing = False
            self.discard.append(piece.name)
        if piece.name == SPIRE:
            piece.seen_by = self._everybody()
            self._spire_destroyed(piece.owner, by=seat)

    def _spire_destroyed(self, owner: int, by: int) -> None:
        """R23, R33, A1, A10."""
        self.happened["R23 pending effects dropped"] += len(self.queue) > 0
        self.fallen = owner
        self.happened["R33 own Spire" if by == owner else "R33 Spire of another"] += 1
        self.happened["R33 Spire in another's turn"] += by != self.turn_player
        others = [seat for seat in range(self.num_players) if seat != owner]
        if self.num_players == 2:
            self.winners = frozenset(others)
        elif self.options["spire_multi"] == "continue":
            for piece in self.castle(owner):
                piece.standing = False
                piece.seen_by = self._everybody()
                self.discard.append(piece.name)
            self.discard.extend(card.name for card in self.hands[owner])
            self.hands[owner].clear()
            self.out.add(owner)
            self.queue = deque(effect for effect in self.queue if effect.owner != owner)
            self.happened["R23 the others' effects go on"] += len(self.queue) > 0
            return
        else:
            self.winners = frozenset([by]) if by != owner else self.best(others)
        self.queue.clear()
        raise _Over

    def _traders(self, seat: int) -> list[int]:
        return [other for other in range(self.num_players) if other != seat and self.hands[other]]

    def _marketplace(self, seat: int) -> Choice:
        """R19, A2: two players exchange a card each."""
        _, other = yield seat, [("player", trader) for trader in self._traders(seat)]
        self.partner = other
        _, given = yield seat, self._gifts(seat)
        self.offer = given
        if self.options["market"] == "random":
            taken = self.chance(other, tuple(card.name for card in self.hands[other]))
        else:
            _, taken = yield other, self._gifts(other)
        outside = self._everybody() - {seat, other}
        sure = leave_unseen(self.hands[seat], given, outside), leave_unseen(self.hands[other], taken, outside)
        self.hands[other].append(Card(given, sure[0] | {seat}))
        self.hands[seat].append(Card(taken, sure[1] | {other}))
        self.partner = self.offer = None

    def _gifts(self, seat: int) -> list[Action]:
        return [("give", name) for name in sorted({card.name for card in self.hands[seat]})]

    def _wizards_tower(self, seat: int) -> Choice:
        """R26: the top three in any order."""
        looked = self.deck[:3]
        self.happened[f"R26 {len(looked)} cards"] += 1
        for card in looked:
            card.known_to.add(seat)
        orders = sorted(set(permutations(card.name for card in looked)))
        _, order = yield seat, [("order", order) for order in orders]
        certain = {
            watcher
            for watcher in self._everybody()
            if len(orders) == 1 and all(watcher in card.known_to for card in looked)  # no order could surprise them
        }
        self.deck[:3] = [Card(name, certain | {seat}) for name in order]

    # ------------------------------------------------------------------ results

    def score(self, seat: int) -> int:
        """R31, R40: points of the castle as it stands."""
        castle = self.castle(seat)
        points = sum(POINTS[piece.name] if piece.face_up else 1 for piece in castle)
        return points + (3 * COPIES[BATTLEMENTS] if self._has_bonus(seat) else 0)

    def _has_bonus(self, seat: int) -> bool:
        """R40: all Battlements of the game are face up in this castle."""
        shown = [piece for piece in self.castle(seat) if piece.name == BATTLEMENTS and piece.face_up]
        return len(shown) == COPIES[BATTLEMENTS]

    def best(self, seats: Iterable[int]) -> frozenset[int]:
        """R31, R32, A9: the seats that share the first place among these."""
        marks = {}
        for seat in seats:
            castle = self.castle(seat)
            marks[seat] = (self.score(seat), sum(not piece.face_up for piece in castle), -len(castle))
        return frozenset(seat for seat, mark in marks.items() if mark == max(marks.values()))

    # ------------------------------------------------------------------ information

    def public(self) -> dict[str, Any]:
        """R50: what every player sees; "pieces" are (owner, "up", "down" or "gone", its card where public), "seen_by" who knows one."""
        return {
            "turn_player": self.turn_player,
            "to_act": self.to_act,
            "out": sorted(self.out),
            "deck_size": len(self.deck),
            "hand_sizes": [len(hand) for hand in self.hands],
            "discard": sorted(self.discard),
            "pieces": [
                (piece.owner, "up" if piece.face_up else "down", piece.name if piece.face_up else None)
                if piece.standing
                else (piece.owner, "gone", piece.name)
                for piece in self.pieces
            ],
            "suppressed": [piece.index for piece in self.pieces if piece.standing and piece.suppressed],
            "queue": list(self.queue),
            "resolving": self.resolving,
            "picked": self.picked,
            "partner": self.partner,
            "seen_by": {piece.index: piece.seen_by for piece in self._standing()},
        }

    def hand(self, seat: int) -> list[str]:
        """The cards in one hand, in alphabetical order."""
        return sorted(card.name for card in self.hands[seat])

    def known(self, seat: int) -> dict[str, Any]:
        """R51, R52: what one seat may know beyond its hand and what is public, as certainties about single cards."""
        return {
            "pieces": {piece.index: piece.name for piece in self._standing() if seat in piece.seen_by},
            "deck": [card.name if seat in card.known_to else None for card in self.deck],
            "offer": self.offer if self.resolving and self.resolving.owner == seat else None,
        }

    def certain_hand(self, seat: int, of: int) -> list[str]:
        """Cards that one seat is sure another one holds, in alphabetical order: traded, or seen in the deck."""
        return sorted(card.name for card in self.hands[of] if seat in card.known_to)
