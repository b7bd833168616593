"""Whole games next to the reference: the map, its stacks and ways, turns, haunt rolls and the legal answers to nearly every question.

Where cards, clips, tokens and monsters are is taken from the game under test (`facts`); what follows from it is worked out from the
rules and compared before every decision: `python -m tests.core.betrayal.differential --players 4 --games 10000`.
"""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random
from typing import Any

from fs_env.core.betrayal.content.haunts import CHART, HAUNTS
from fs_env.core.betrayal.content.omens import OMENS
from fs_env.core.betrayal.game import GAME
from fs_env.core.betrayal.language.codes import Deck, Role, Token
from fs_env.core.betrayal.language.haunts import NO_NUMBER, Chosen, Shape
from fs_env.core.betrayal.language.questions import Frame, Question
from fs_env.core.betrayal.state import Outcome
from fs_env.core.betrayal.tables import TILE_BASE, TILE_NAMES
from tests.core.betrayal.atlas import ROWS, SIDES, Explored, Place
from tests.core.betrayal.ends import keepers, monsters_after, number_of, winners
from tests.core.betrayal.facts import Facts
from tests.core.betrayal.legal import (
    Game,
    Turn,
    answers,
    figure_words,
    hindrance,
    means,
    opponents,
    pits_for,
    targets,
    weapons,
)

TILE_STACKS = {"building": Deck.BUILDINGS, "street": Deck.STREETS, "catacomb": Deck.CATACOMBS}
OMEN_TILES = [name for name, row in ROWS.items() if row.symbol == 3]
"""Rows of the chart: tiles with an omen symbol in the order of their numbers."""
NUMBERS = (7, *range(101, 113))
OMEN_CARDS = [card.name for card in OMENS]
MASK = 0xFFFF_FFFF
DRAWN = -2  # the traitor of a hidden haunt is drawn by chance: no player foresees who it is


class Disagreement(AssertionError):
    """The game under test and the reference differ."""


class Dice:
    """The faces that a stream gives next: xoshiro128** of D. Blackman and S. Vigna, a number below 3 by multiplication."""

    def __init__(self, words: tuple[int, ...]) -> None:
        self.words = list(words)

    def number(self) -> int:
        """The next number of 32 bits."""
        a, b, c, d = self.words
        drawn = b * 5 & MASK
        drawn = (drawn << 7 | drawn >> 25) & MASK
        drawn = drawn * 9 & MASK
        shifted = b << 9 & MASK
        c, d = c ^ a, d ^ b
        self.words = [a ^ d, b ^ c, c ^ shifted, (d << 11 | d >> 21) & MASK]
        return drawn

    def face(self) -> int:
        """The next face, 0 to 2 (R3)."""
        return self.number() * 3 >> 32

    def total(self, dice: int) -> int:
        """A roll, 8 dice at most (A6)."""
        return sum(self.face() for _ in range(min(dice, 8)))


class SideBySide:
    """One game next to the reference; `seen` counts what happened, `course` has the answers."""

    def __init__(self, seed: int, players: int, **options: int) -> None:
        self.S = GAME.new()
        GAME.setup(self.S, seed=seed, num_players=players, **options)
        self.title = f"seed {seed}, {players} players, {options}"
        self.immediate, self.wanted = bool(options.get("haunt_roll")), options.get("haunt", 0)
        self.own = bool(options.get("packs", 7) & 4)
        self.seen: Counter[str] = Counter(games=1)
        self.course: list[str] = []
        self.facts = Facts(self.S)
        self.first = self.facts.asked  # adventurers are chosen in seat order from the first player on (R5, R9)
        self.played = int(options.get("played", 0))
        orders = {colour: self.facts.stack(deck)[0] for colour, deck in TILE_STACKS.items()}
        self.atlas = Explored(orders, bool(options.get("any_orientation")))
        self.turn, self.game = Turn(), Game()
        self.omens: list[tuple[str, str]] = []  # drawn in this turn: card and tile
        self.door: tuple[str, str, str | None] | None = None  # the one behind which a tile is looked for
        self.turnings: list[int] = []
        self.heading: tuple[str, str] | None = None  # from where to where a figure goes
        self.watched = False  # whether an opponent with the Eye of Vecna is where the figure goes
        self.devotion = False  # whether Devotion is asked about
        self.last_asked: list[int] = []  # at the end of this turn about their tokens
        self.face_down: list[int] = []  # when the first of them was
        self.laying: tuple[str, Place] | None = None  # a tile and where it will lie
        self.legal: dict[str, int] = {}
        self.compare()

    def same(self, what: str, tested: Any, reference: Any) -> None:
        """Raises where both differ."""
        if tested != reference:
            told = f"{what}: tested {tested!r}, reference {reference!r}"
            raise Disagreement("\n".join([told, self.title, GAME.text(self.S), *self.course[-60:]]))

    # What is compared before a decision.

    def compare(self) -> None:
        """Compares the map, its stacks, and the legal answers."""
        facts, atlas = self.facts, self.atlas
        self.same("tiles", facts.tiles, atlas.places)
        self.same("doors", facts.doors, atlas.doors)
        for colour, deck in TILE_STACKS.items():
            order, aside = facts.stack(deck)
            self.same(
                f"{colour} stack",
                (order, sorted(aside)),
                (atlas.stacks[colour].order, sorted(atlas.stacks[colour].aside)),
            )
        for level in ("city", "catacomb"):
            if any(
                stack.all() for colour, stack in atlas.stacks.items() if (colour == "catacomb") == (level == "catacomb")
            ):
                self.same(f"{level} is open (R29)", True, atlas.is_open(level))
        if facts.over:
            return
        self.legal = {GAME.action_text(action): int(action) for action in GAME.legal(self.S)}
        self.seen["decisions"] += 1
        if facts.question == Question.ORIENT:
            expected: set[str] | None = {f"turn the tile {SIDES[turned]}" for turned in self.turnings}
        else:
            expected = answers(facts, atlas, self.turn, self.game, set(self.legal))
        if expected is None:
            self.seen["told by one card"] += 1
            return
        self.seen[f"legal {facts.question.name.lower()}"] += 1
        self.same("legal answers", sorted(self.legal), sorted(expected))

    # One step.

    def step(self, words: str) -> None:
        """Answers, and follows what that does."""
        before, asked = self.facts, self.facts.asked
        self.course.append(f"  {asked}: {words}")
        rolled = self.haunt_to_come(words)
        if self.facts.question == Question.REVEAL and self.facts.doing == Frame.END_TURN:
            self.face_down = self.face_down or [k for k in range(self.facts.players) if not self.facts.shown[k]]
            self.last_asked.append(asked)
        self.answered(words)
        GAME.step(self.S, self.legal[words])
        now = self.facts = Facts(self.S)
        if now.omens > before.omens or now.haunt != before.haunt:
            self.drew_omens(before, now)
        symbol = any(ROWS[tile].symbol for tile in now.tiles.keys() - before.tiles.keys())
        if now.turn == before.turn and (self.drew(before, now) or self.must_draw(now, symbol, words)):  # R19, R31
            self.turn.stopped = True
        self.found(before, now, words)
        if rolled is not None:
            begun = (
                None
                if now.haunt is None
                else (now.haunt.number, DRAWN if now.haunt.shape == Shape.HIDDEN else now.traitor)
            )
            self.same("the haunt begins (R59)", begun, rolled[0])
            self.seen["haunt rolls foretold"] += 1
            self.seen[f"{rolled[1]} omens: {'began' if rolled[0] else 'not yet'}"] += 1
        if before.haunt is not None:
            self.haunted(before, now)
        if now.turn != before.turn:
            self.next_turn(before, now)
        elif self.heading is not None and now.question == Question.TURN:
            self.went(now)
        if now.question == Question.ORIENT and self.door is not None:
            name, side, colour = self.door
            tile = self.card_in_hand(now)
            self.turnings = self.take(name, side, colour, tile)
            self.door = None
            self.laying = (tile, self.atlas.beyond(name, side))
        self.compare()

    def must_draw(self, now: Facts, symbol: bool, words: str) -> bool:
        """Whether a symbol that was found makes its finder draw, which Devotion may prevent (R31). The decks do not always
        show it: an event can go back to where it came from."""
        asked, self.devotion = self.devotion, False
        if asked:
            return words == "no"
        if symbol and now.power(now.turn_seat) == "DEVOTION":
            self.devotion = now.question == Question.REACT and now.asked == now.turn_seat
        return symbol and not self.devotion

    def drew(self, before: Facts, now: Facts) -> bool:
        """Whether cards were drawn: a deck or a pile of cards is not as it was (R19)."""
        if before.drawn[0] == now.drawn[0]:
            return False
        return any(a > b for a, b in zip(before.drawn[0], now.drawn[0])) or before.drawn[1] != now.drawn[1]

    def answered(self, words: str) -> None:
        """Updates what is remembered of the turn after an answer."""
        facts, turn = self.facts, self.turn
        question, seat = facts.question, facts.asked
        kind, _, name = words.partition(" ")
        if question == Question.TURN:
            here = facts.at[seat]
            assert here is not None
            if words == "use your power":
                turn.power = True
                if facts.power(seat) == "WILD_SHAPE":
                    self.game.shaped.add(seat)
            elif kind in ("use", "drop", "offer") and words != "drop through the grate":
                turn.handled.add(name)
                if words == "use Iron Flask of Tuerny":
                    turn.attacked = True
                    self.game.flask.add(seat)
            elif words.startswith("pick up "):
                turn.handled.add(words.removeprefix("pick up "))
            elif words.startswith("attack "):
                turn.handled |= self.only_weapon(seat, words)
                turn.attacked = True
            elif words.startswith(("attempt ", "open ")):
                turn.tried.add(words)
            else:
                self.leave(words, here, seat)
        elif question in (Question.WEAPON, Question.STEAL) and kind == "choose":
            turn.handled.add(name)
        elif question == Question.ORIENT:
            self.lay(SIDES.index(words.removeprefix("turn the tile ")))

    def only_weapon(self, seat: int, words: str) -> set[str]:
        """The weapon of an attack that can be made with nothing else: no player is asked about it."""
        facts = self.facts
        figure = next(k for k in targets(facts, seat) if words == f"attack {figure_words(facts, seat, k)}")
        found = set(weapons(facts, self.atlas, self.turn, seat, figure))
        other = means(facts, seat, figure) or facts.at[seat] == facts.at[figure]
        return found if len(found) == 1 and not other else set()

    def leave(self, words: str, here: str, seat: int) -> None:
        """A figure sets out: spaces are spent, or a tile is looked for (R18, R20 to R24, R27)."""
        ways = self.atlas.ways(here, self.facts.gates)
        if words in ways:
            to, cost = ways[words]
            self.turn.spent += cost + (to in pits_for(self.facts, seat)) + hindrance(self.facts, seat)
            self.heading = here, to
            facts = self.facts  # who holds the Eye may die of using it
            self.watched = any(
                facts.owner.get("Eye of Vecna") == k and facts.at[k] == to for k in opponents(facts, seat)
            )
        elif words.startswith("go "):
            self.turn.spent += 1 + hindrance(self.facts, seat)
            self.door = (here, words.removeprefix("go "), None)

    def went(self, now: Facts) -> None:
        """Where a figure has come to after it left by a way that was there: onto the next tile, or held up by the Eye of Vecna."""
        seat, (start, goal) = now.asked, self.heading or ("", "")
        self.heading = None
        if self.watched and now.at[seat] == start:
            self.turn.stopped = True
            self.seen["held up by the Eye of Vecna"] += 1
            return
        self.same("where the figure is", now.at[seat], goal)
        self.seen["steps"] += 1

    def card_in_hand(self, now: Facts) -> str:
        """The tile that is about to be laid."""
        return TILE_NAMES[now.frame["card"] - TILE_BASE]

    def lay(self, turned: int) -> None:
        """The new tile is laid as it was turned."""
        assert self.laying is not None
        tile, place = self.laying
        self.atlas.lay(tile, place, turned)
        self.laying = None
        self.seen["tiles turned by choice"] += 1

    def take(self, name: str, side: str, colour: str | None, tile: str) -> list[int]:
        """The reference draws the tile too; a stack that was shuffled anew gets the order that no player can foresee."""
        found = self.atlas.look_behind(name, side, colour)
        before = len(self.atlas.stacks[found].order) if found else 0
        try:
            turnings = self.atlas.find(name, side, colour, tile)
        except AssertionError as error:
            self.same("the tile found", tile, str(error))
            raise
        stack = self.atlas.stacks[str(found)]
        self.seen["tiles found"] += 1
        self.seen["tiles set aside"] += before - len(stack.order) - 1 if stack.order else 0
        if not stack.order:
            order, aside = self.facts.stack(TILE_STACKS[str(found)])
            self.same("tiles left in the stack", sorted(order + aside), sorted(stack.all()))
            self.seen["stacks shuffled anew"] += bool(stack.aside)
            stack.order, stack.aside = order, aside
            self.atlas.changed()
        return turnings

    def found(self, before: Facts, now: Facts, words: str) -> None:
        """Tiles and openings that are new on the table (R27, A21); a new tile can get an illusory wall at once."""
        if before.question == Question.EITHER and before.about == "Illusory Wall" and self.door is not None:
            self.door = (*self.door[:2], "building" if words == "the first" else "street")
        self.found_tiles(now)
        for name, doors in now.doors.items() if now.doors != before.doors else ():
            mine = self.atlas.doors.get(name, doors)
            for side, colour in doors.items():
                if colour == "illusion" and side not in mine:
                    mine[side] = "illusion"
                    self.atlas.changed()
                    if self.atlas.beyond(name, side) not in self.atlas.names:
                        self.door = (name, side, None)
                    self.seen["illusory walls"] += 1
        self.found_tiles(now)
        for tile in now.tiles.keys() - self.atlas.places.keys():
            self.same("a tile that nobody looked for", tile, None)

    def found_tiles(self, now: Facts) -> None:
        """The tile behind the door that is looked behind, if it is laid and no player was asked how."""
        for tile in now.tiles.keys() - self.atlas.places.keys():
            if self.door is not None and now.tiles[tile] == self.atlas.beyond(*self.door[:2]):
                name, side, colour = self.door
                self.door = None
                turnings = self.take(name, side, colour, tile)
                self.same("ways to turn a tile that was not asked about", len(turnings), 1)
                self.atlas.lay(tile, self.atlas.beyond(name, side), turnings[0])

    # Turns and the haunt.

    def drew_omens(self, before: Facts, now: Facts) -> None:
        """Omens that were drawn, in order, with the tile where that was."""
        known = set(before.owner) | set(before.lies)
        for name in OMEN_CARDS:
            if name not in known and (name in now.owner or name in now.lies):
                self.omens.append((name, now.at[before.turn_seat] or ""))

    def next_turn(self, before: Facts, now: Facts) -> None:
        """The turn passes to the left, past the dead; after the haunt has begun to the left of the traitor or revealer (R9, R64)."""
        last = before.turn_seat
        if now.haunt is not None and (before.haunt is None or before.begun):
            last = now.traitor if now.haunt.shape == Shape.TRAITOR else now.revealer
        if now.turn == before.turn + 1 and not now.over:
            order = [(last + k) % now.players for k in range(1, now.players + 1)]
            expected = next(q for q in order if now.alive[q] and not now.escaped[q]) if before.turn else self.first
            self.same("whose turn it is", now.turn_seat, expected)
            self.same("asked about tokens at the end (A44)", self.last_asked, self.to_be_asked(before, now))
            self.seen["turns"] += 1
        self.turn = Turn(stopped=self.drew_at_once(before, now))
        self.omens = []
        self.door = self.heading = None
        self.devotion = False
        self.last_asked, self.face_down = [], []

    def to_be_asked(self, before: Facts, now: Facts) -> list[int]:
        """Who is asked about a token before the next turn: all others who have one face down, until it is the traitor's (A44)."""
        down = self.face_down or [k for k in range(now.players) if not now.shown[k]]
        first = 0 if before.begun else 1
        order = [(before.turn_seat + k) % now.players for k in range(first, now.players)]
        asked = [k for k in order if k in down]
        last = [k for k in asked if now.role[k] == Role.TRAITOR and now.shown[k]]
        return asked if now.secret or not last else asked[: asked.index(last[-1]) + 1]

    def haunted(self, before: Facts, now: Facts) -> None:
        """Who has won, and the end of a round (R85, A58 to A63)."""
        haunt = before.haunt
        assert haunt is not None
        ended, doing = winners(now), now.doing == Frame.HAUNT
        if now.over and now.outcome in (Outcome.WON, Outcome.LOST) and not now.demon:
            self.same("who wins", now.winners, ended)
            self.seen["ends foretold"] += 1
        elif not now.over and not now.demon and not doing:
            self.same("nobody has won", None, ended)
        if haunt.turns_back != NO_NUMBER and now.alive[now.traitor]:
            back = now.marks[0] >= number_of(haunt.turns_back, now.players, haunt)
            self.same("the traitor is a hero again (A61)", now.role[now.traitor] == Role.HERO, back)
        if now.rounds != before.rounds:
            if haunt.vigil and now.at == before.at:
                self.same("quest tokens of a vigil (A62)", now.marks[0], before.marks[0] + keepers(now))
            if haunt.monsters and not any(kind.killed for kind in haunt.monsters):
                self.same("monsters (A63)", sum(kind >= 0 for kind in now.kinds), monsters_after(before))
            self.seen["rounds"] += 1

    def drew_at_once(self, before: Facts, now: Facts) -> bool:
        """Whether a kept Trapper or Future Sight has given an item at the start of the turn, which ends its movement (R19)."""
        seat = now.turn_seat
        kept = any(
            (seat, event) in before.kept and (seat, event) not in now.kept for event in ("Trapper", "Future Sight")
        )
        known = set(before.owner) | set(before.lies)
        return kept and any(owner == seat and name not in known for name, owner in now.owner.items())

    def haunt_to_come(self, words: str) -> tuple[tuple[int, int] | None, int] | None:
        """The haunt and its traitor, or None, of a haunt roll at the end of this turn, where nothing else is asked; and the omens out."""
        facts = self.facts
        if words != "end the turn" or facts.question != Question.TURN or facts.haunt is not None or self.immediate:
            return None
        if not self.omens:
            return None
        seat = facts.asked
        here = facts.at[seat]
        assert here is not None
        busy = bool(ROWS[here].ending) or Token.LOST_CHEST in facts.tokens.get(here, set())
        if busy or (seat, "Crawling Claw") in facts.kept:
            return None
        dice = Dice(facts.dice)
        for omen, tile in self.omens:
            if facts.omens >= len(OMEN_CARDS) or dice.total(facts.omens) >= 6:
                found = self.chosen(facts, omen, tile)
                return None if found is None else (found, facts.omens)
        return None, facts.omens

    def omen_tiles(self, facts: Facts, start: str) -> list[str]:
        """The omen tiles in play, the nearest first (A11, R62)."""
        far = self.atlas.steps(start, facts.gates, frozenset(t for t, k in facts.tokens.items() if Token.PIT in k))
        return sorted((name for name in OMEN_TILES if name in self.atlas.places), key=lambda name: far.get(name, 999))

    def charted(self, facts: Facts, omen: str, tile: str) -> int:
        """The number in the chart (R60, A11)."""
        row = tile if tile in OMEN_TILES else self.omen_tiles(facts, tile)[0]
        return CHART[OMEN_TILES.index(row)][OMEN_CARDS.index(omen)]

    def not_played(self, facts: Facts, omen: str, tile: str) -> tuple[int, bool]:
        """The haunt that is begun where some were played already, and whether for another omen (R62)."""
        first, here = self.charted(facts, omen, tile), facts.at[facts.asked]
        assert here is not None
        played = {number for k, number in enumerate(NUMBERS) if self.played >> k & 1}
        tries = [(omen, tile), *((omen, row) for row in self.omen_tiles(facts, here) if row != tile)]
        found = next((n for pair in tries if (n := self.charted(facts, *pair)) not in played), None)
        if found is not None:
            return found, False
        further = (n for name in facts.omens_left if (n := self.charted(facts, name, here)) not in played)
        return next(further, first), True

    def chosen(self, facts: Facts, omen: str, tile: str) -> tuple[int, int] | None:
        """The haunt of the chart and its traitor (R60, R61, R62, A11); None where another omen changes who is strongest."""
        if self.wanted or not self.own:
            number, other_omen = NUMBERS[self.wanted - 1 if self.wanted else 0], False
        else:
            number, other_omen = self.not_played(facts, omen, tile)
        haunt = next(one for one in HAUNTS if one.number == number)
        seat = facts.asked
        if haunt.shape == Shape.HIDDEN:
            return number, DRAWN
        if haunt.shape == Shape.COOPERATIVE:
            return number, -1
        if haunt.chosen == Chosen.REVEALER:
            return number, seat
        if other_omen:
            return None
        sign = 1 if haunt.chosen == Chosen.HIGHEST else -1
        order = [(seat + k) % facts.players for k in range(facts.players)]
        return number, max(order, key=lambda q: sign * facts.value(q, haunt.trait))

    # Play.

    def play(self, draw: Random) -> Counter[str]:
        """Plays to the end at random, rather exploring than not."""
        while not self.facts.over:
            names = sorted(self.legal)
            weights = [
                3.0 if name.startswith("go ") else 0.3 if name.startswith(("drop", "offer")) else 1.0 for name in names
            ]
            self.step(draw.choices(names, weights)[0])
        self.seen[f"outcome {self.facts.outcome}"] += 1
        if self.facts.haunt is not None:
            self.seen[f"haunt {self.facts.haunt.number}"] += 1
        return self.seen


def play_many(players: int, games: int, seed: int = 0, **options: int) -> Counter[str]:
    """Plays games of seeds `seed`, `seed + 1`, ...; every difference raises. Returns what happened."""
    seen: Counter[str] = Counter()
    for number in range(seed, seed + games):
        seen += SideBySide(number, players, **options).play(Random(number))
    return seen


def main() -> None:
    """Plays games of every option by turns and prints what was met."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    for name, n in sorted(play_many(given.players, given.games, given.seed).items()):
        print(f"{name}: {n}")


if __name__ == "__main__":
    main()
