"""Games played side by side: the same decisions where one card stands in for another, and what every player sees of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, count, islice, zip_longest
from typing import Any

import numpy as np

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.actions import CARD_OF_ACTION, PASS, RANGES
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.language.codes import NONE
from fs_env.core.four_souls.scenario import Play, ScenarioError
from fs_env.core.machine.run.game import IllegalAction

Deed = Callable[[Play], object]
"""Something a player tries when the stack is empty; it may turn out to be illegal."""
Seen = dict[str, Any]

DERIVED = (
    *("max_hp", "atk", "evasion", "own_plays", "own_attacks", "own_purchases", "price", "loot_step", "locked"),
    *("their_evasion", "first_atk", "open_hand", "must_attack"),
)
"""Numbers that follow from the cards in play."""
COUNTED = (
    *("coins", "hp", "souls", "dead", "dying", "n_hand", "n_deck", "n_pile", "plays_used", "extra_plays", "turn"),
    *("attacks_used", "extra_attacks", "deck_attacks", "purchases_used", "attack_rolls", "rolls", "gains", "phase"),
    *("roll_boost", "skip_turns", "extra_turns", "active_player", "attacking"),
)
"""Numbers that every player can count."""
MARKS = ("zone", "owner", "turned", "counters")
MANY = 700  # decisions
TOP = 6  # cards of a deck


class Watched:
    """One of the games that are compared.

    `pair` are two cards that change places between the games; with `texts` they differ, else one is the copy of the other. `cards`
    and `names` swap them in what is said about this game. `passed`: the last decision was a pass after which nothing has happened.
    """

    def __init__(self, game: Play, *pair: str, swapped: bool = False, texts: bool = False, answers: int = 0) -> None:
        self.game = game
        self.pair = [T.CARD_ID[card] for card in pair]
        self.texts = texts
        self.cards = dict(zip(self.pair, self.pair[::-1])) if swapped else {}
        self.names = np.append([self.card(number) for number in T.INST_CARD.tolist()] if swapped else T.INST_CARD, NONE)
        self.answers = answers
        self.seen: list[Seen] = []
        self.tables: list[Seen] = []
        self.passed = False

    def card(self, number: int) -> int:
        return self.cards.get(number, number)

    def action(self, action: int) -> int:
        """An action of this game as one of the game it is compared with, and back; the same if the other card does not have it."""
        card = int(CARD_OF_ACTION[action])
        if card not in self.cards:
            return action
        ids = next(ids for ids in RANGES.values() if action in ids)
        first = {c: next((x for x in ids if CARD_OF_ACTION[x] == c), NONE) for c in self.cards}
        there = first[self.cards[card]]
        return action if there == NONE else there + action - first[card]

    def words(self, text: str) -> str:
        if not self.cards:
            return text
        one, other = (T.NAMES[card] for card in self.cards)
        return text.replace(one, "\0").replace(other, one).replace("\0", other)

    def look(self) -> Seen:
        game = self.game
        seen: Seen = {"asked": game.asked, "about": game.question}
        seen["legal"] = sorted(self.action(action) for action in game.ids() if not self.left_out(action))
        if not self.passed:
            seen["stack"] = [self.words(text) for text in game.stack]
            if seen["about"] in ("priority", "nothing"):
                seen |= self.table()
        return seen

    def left_out(self, action: int) -> bool:
        """Whether an action uses one of two cards with different texts, which cannot be compared."""
        used = any(action in RANGES[kind] for kind in ("activate", "pay"))
        return self.texts and used and int(CARD_OF_ACTION[action]) in self.pair

    def named(self, insts: Any) -> list[int]:
        return self.names[insts].tolist()

    def table(self) -> Seen:
        s = self.game.S[0]
        seen: Seen = {name: s[name].tolist() for name in (*DERIVED, *COUNTED, "listeners")}
        play = s["play"][: s["n_play"]]
        cards, marks = self.named(play), [s[name][play].tolist() for name in ("face", *MARKS)]
        if self.texts:
            marks[0] = [self.card(face) for face in marks[0]]
        seen["items"] = list(zip(cards, *marks))
        for field in ("deck", "pile"):
            for d, n in enumerate(seen[f"n_{field}"]):
                top = s[field][d, max(0, n - TOP) : n]
                seen[f"{field} {d}"] = self.named(top), s["seen"][top].tolist()
        seen["shop"] = self.named(s["shop"])
        return seen

    def answer(self) -> None:
        """Answers the pending question: some option, always the same one."""
        options = sorted(self.action(action) for action in self.game.ids())
        number = self.answers + (len(self.seen) if self.game.question != "vote" else 0)
        self.game.take(self.action(options[number % len(options)]))

    def work_off(self) -> None:
        """Passes and answers until nothing is left to do for the moment: an empty stack and no attack."""
        game, self.passed = self.game, False
        while not game.over and len(self.seen) < MANY:
            self.seen.append(self.look())
            priority, passes = game.question == "priority", game.read.number("passes")
            if not priority:
                self.answer()
            elif game.read.number("n_stack") or game.read.number("attacking"):
                game.take(PASS if PASS in game.ids() else game.ids()[0])
            else:
                break
            self.passed = priority and game.read.number("passes") == passes + 1

    def deed_by_deed(self, deeds: Sequence[Deed], last_turn: int = MANY) -> Iterator[list[Seen]]:
        """What is new after each legal deed, each worked off, to the end of a turn at most, as far as it is asked for."""
        self.work_off()
        yield self.seen[:]
        for deed in deeds:
            if self.game.over or self.game.read.number("turn") > last_turn:
                break
            shown = len(self.seen)
            try:
                deed(self.game)
            except (IllegalAction, ScenarioError) as error:
                self.seen.append({"refused": type(error).__name__})
            self.work_off()
            yield self.seen[shown:]

    def do(self, deeds: Sequence[Deed]) -> None:
        for _ in self.deed_by_deed(deeds):
            self.tables.append(self.table())


class Course:
    """The sights of a game during some deeds; it is played as far as a player reads, and read as often as one likes."""

    def __init__(self, watched: Watched, deeds: Sequence[Deed], last_turn: int) -> None:
        self.ahead = chain.from_iterable(watched.deed_by_deed(deeds, last_turn))
        self.seen: list[Seen] = []

    def __iter__(self) -> Iterator[Seen]:
        for k in count():
            if k == len(self.seen):
                self.seen += islice(self.ahead, 1)
            if k == len(self.seen):
                return
            yield self.seen[k]


def differences(one: Iterable[Seen], other: Iterable[Seen]) -> str:
    """The first thing that two histories do not share; empty when they are the same."""
    for k, (a, b) in enumerate(zip_longest(one, other, fillvalue={})):
        if a != b:
            keys = [key for key in {**a, **b} if a.get(key) != b.get(key)]
            return f"at {k}: " + "; ".join(f"{key}: {a.get(key)} / {b.get(key)}" for key in keys)
    return ""


def pass_turn(game: Play) -> None:
    """Every player passes until something is asked or the next phase or turn begins."""
    number = game.read.number("turn")
    while not game.over and game.question == "priority" and game.read.number("turn") == number:
        GAME.step(game.S, PASS)
        if game.stack or game.read.number("attacking"):
            return
