"""A running game in its players' language. Every method is one or more legal decisions; nothing else changes the state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.actions import (
    ACTIONS,
    ATTACK_TOP,
    BUY_TOP,
    CARD_OF_ACTION,
    KIND_OF_ACTION,
    N_PAY,
    NO,
    PASS,
    PAY_IDS,
    RANGES,
    YES,
    ActionKind,
)
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.language.codes import NONE
from fs_env.core.four_souls.scenario.answers import Word, action_of, numbered, settled
from fs_env.core.four_souls.scenario.builder import lay_out
from fs_env.core.four_souls.scenario.expect import check_words, differences, means
from fs_env.core.four_souls.scenario.names import card_of, find_card
from fs_env.core.four_souls.scenario.position import PHASES, Position
from fs_env.core.four_souls.scenario.reading import Reader
from fs_env.core.four_souls.state import DICE, Question, Shape
from fs_env.core.machine.run.game import IllegalAction
from fs_env.core.machine.run.scenario import ScenarioError, ScenarioGame, one_of

NAMED_BY_SLOT = (
    ActionKind.CHOOSE,
    ActionKind.EMPTY_SLOT,
    ActionKind.OPTION,
)  # answers that the number of a slot may mean
FIRST = {kind: {int(CARD_OF_ACTION[action]): action for action in reversed(ids)} for kind, ids in RANGES.items()}
"""The first action of each range that is about a card."""
DECK_WORDS = ("deck", "top", "the deck", "the top of the treasure deck", "the top of the monster deck")


class Play(ScenarioGame):
    """A game started from a `Scenario`.

    Seats are absolute numbers. Methods take choices in advance and answer with them the questions that follow, whoever is asked; without
    choices the question stays pending. A choice that the rules make by themselves because it is the only one may be given too.

    Attributes:
        S, log: as in `ScenarioGame`.
        read: the facts of the state by name.
    """

    game = GAME

    def __init__(self, S: Any, log: Sequence[str] = ()) -> None:
        super().__init__(S, log)
        self.read = Reader(S)
        self.taken = NONE  # the option that answered the last decision

    @classmethod
    def of(cls, scenario: Position) -> Self:
        return cls(lay_out(scenario))

    # Looking.

    @property
    def question(self) -> str:
        return self.read.question

    @property
    def stack(self) -> list[str]:
        return list(self.read.stack())

    def words(self, action: int) -> str:
        return self.read.words(action)

    def player(self, p: int) -> dict[str, Any]:
        return self.read.player(p)

    # Acting.

    def play(self, card: str, *choices: Word, by: int | None = None, turn: bool | None = None) -> Self:
        """Plays a loot card from the hand.

        Args:
            card: id or printed name.
            choices: answers to the questions that follow.
            by: seat that acts; the players before it pass. None: the player asked.
            turn: whether the character is turned for it (R8.3) where a loot play is open as well; None: no.

        Raises:
            IllegalAction: it is not legal; the message lists the legal actions.
            ScenarioError: an unknown card, or more choices than questions.
        """
        self._reach("play", card, by)
        character = self.read.number("character", self.read.number("asked"))
        upright = not self.read.number("turned", character)
        self._take("play", card, self._named("play", card))
        if not self.over and self.read.number("question") == Question.LOOT_SOURCE:
            self.take(YES if turn else NO)
        turned = upright and self.read.number("turned", character) == 1
        if turn is not None and turned != turn:
            raise ScenarioError(
                f"play {card!r}: turn={turn}, but only {'turning' if turned else 'a loot play'} was open"
            )
        return self._answer(choices)

    def activate(self, card: str, *choices: Word, by: int | None = None) -> Self:
        """Activates an item; arguments and errors as in `play`."""
        self._act("activate", self._named("activate", card), by, card)
        return self._answer(choices)

    def pay(self, card: str, *choices: Word, which: int = 1, by: int | None = None) -> Self:
        """Uses a paid effect of an item, the first or the `which`-th; arguments and errors as in `play`."""
        kind = self._kind("pay", card)
        if not 1 <= which <= max(1, int(N_PAY[kind])):
            raise ScenarioError(f"which={which}: {T.NAMES[kind]} has {int(N_PAY[kind])} paid effects")
        self._act("pay", int(PAY_IDS[kind, which - 1]), by, card)
        return self._answer(choices)

    def buy(self, card: str, *choices: Word) -> Self:
        """Declares the purchase of a shop item or of the top treasure ("deck"); errors as in `play`."""
        self._act("buy", BUY_TOP if card in DECK_WORDS else self._named("buy", card), None, card)
        return self._answer(choices)

    def attack(self, monster: str, *choices: Word) -> Self:
        """Declares an attack on an active monster or on the monster deck ("deck"); errors as in `play`."""
        action = ATTACK_TOP if monster in DECK_WORDS else self._named("attack", monster)
        self._act("attack", action, None, monster)
        return self._answer(choices)

    def offer(self, favour: str, cents: int, *choices: Word, to: int | None = None, by: int | None = None) -> Self:
        """Offers cents for a favour (R16.1); the answer of the other player is a question: "accept", "decline", "cents 3".

        Args:
            favour: "gift", "spare", "pass", "aim", "use" or "answer".
            cents: the amount.
            choices: what the favour needs, the seat to aim at or the item to use, then answers.
            to: the seat that would do it; None where only one can.
            by: as in `play`.
        """
        return self._barter("offer cents", favour, cents, choices, to, by)

    def sell(self, favour: str, cents: int, *choices: Word, to: int | None = None, by: int | None = None) -> Self:
        """Offers a favour for cents, which `to` would pay; the rest as in `offer`."""
        return self._barter("offer favour", favour, cents, choices, to, by)

    def _barter(
        self, verb: str, favour: str, cents: int, choices: tuple[Word, ...], to: int | None, by: int | None
    ) -> Self:
        self._reach(verb, favour, by)
        self.take(ACTIONS[verb])
        given = list(choices)
        self._terms(f"favour {favour}", Question.FAVOUR)
        if to is not None:
            self._terms(to, Question.PARTNER)
        if favour in ("aim", "use") and given:
            self._terms(given.pop(0), Question.INSTEAD if favour == "aim" else Question.ITEM)
        self._terms(f"cents {cents}", Question.CENTS)
        return self._answer(tuple(given))

    def _terms(self, word: Word, question: Question) -> None:
        if self.read.number("question") == question and self.read.number("shape") != Shape.PRIORITY:
            self._answer_one(word)

    def choose(self, *choices: Word, by: int | None = None) -> Self:
        """Answers the pending question, and those that follow where several choices are given.

        Args:
            choices: a card, a seat, a number, "yes", "no", "done", a mode letter "a", a deck, "empty", "slot 1",
                or "option 2" of several equals; a number means whatever the question is about.
            by: the seat that must be asked.

        Raises:
            IllegalAction: nothing of that name is offered; the message lists the legal actions.
            ScenarioError: no question is pending, or the word means nothing.
        """
        if self.over or self._window:
            raise ScenarioError(f"choose {choices!r}: no question is pending ({self.read.question_text()})")
        if by is not None and by != self.asked:
            raise ScenarioError(f"choose {choices!r}: player {by} is not asked ({self.read.question_text()})")
        return self._answer(choices)

    def pass_(self, by: int | None = None) -> Self:
        """The player with priority passes; the players before `by` pass first."""
        self._reach("pass", "", by)
        self.take(PASS)
        return self

    def pass_all(self, *choices: Word) -> Self:
        """Every player passes once: one object resolves, one attack roll follows, or the next step begins (R4.4).

        Choices answer the questions that come up. Raises IllegalAction where an attack must be declared, ScenarioError
        where a question is pending.
        """
        self._window_needed("pass_all")
        for _ in range(self.read.number("n_players") - self.read.number("passes")):
            self.take(PASS)
        return self._answer(choices)

    def settle(self, *choices: Word) -> Self:
        """Every player passes until the stack is empty and the active player has priority, in the current phase.

        Choices answer the questions that come up, in order. Raises ScenarioError at a question without a choice.
        """
        left = list(choices)
        while not self.over:
            if not self._window:
                self._next(left, "settle")
            elif self.read.objects():
                self.take(PASS)
            elif self.read.number("passes"):
                raise ScenarioError(
                    "settle: the stack is empty and a player has passed: pass_all() begins the next step"
                )
            else:
                break
        return self._used_up(left)

    def fight(self, *numbers: int) -> Self:
        """Every player passes until the attack that is declared or running is over and the stack is empty.

        The numbers are the next throws. Raises ScenarioError at a question, and without an attack.
        """
        self.roll(*numbers)
        if not self.read.number("attacking") and not any(": attack " in text for text in self.stack):
            raise ScenarioError("fight: no attack is declared or running")
        while not self.over and (self.read.objects() or self.read.number("attacking")):
            self.pass_all()
        return self

    def until(self, phase: str, *choices: Word) -> Self:
        """Every player passes until the phase ("start", "loot", "action", "end") begins, in this turn or the next one."""
        left = list(choices)
        one_of(phase, PHASES, "phase")
        began = self.read.game()["phase"], self.read.number("turn")
        for _ in range(1000):
            now = self.read.game()["phase"], self.read.number("turn")
            if self.over or (now[0] == phase and now != began and self._window):
                return self._used_up(left)
            if self._window:
                self.pass_all()
            else:
                self._next(left, "until")
        raise ScenarioError(f"until {phase!r}: this phase does not begin")

    def end_turn(self, *choices: Word) -> Self:
        """Every player passes until the next turn has begun; choices answer the questions on the way.

        Raises ScenarioError during an attack and at a question without a choice.
        """
        left = list(choices)
        turn = self.read.number("turn")
        while not self.over and self.read.number("turn") == turn:
            if self.read.number("attacking"):
                raise ScenarioError("end_turn: an attack is running: finish it first, with fight()")
            if self._window:
                self.pass_all()
            else:
                self._next(left, "end_turn")
        return self._used_up(left)

    def roll(self, *numbers: int) -> Self:
        """Sets the next throws, after those that are set already. ScenarioError for anything but 1..6."""
        n = self.read.number("n_die")
        for number in numbers:
            if not isinstance(number, int) or not 1 <= number <= 6:
                raise ScenarioError(f"roll {number!r}: expected numbers 1..6")
        if n + len(numbers) > DICE:
            raise ScenarioError(f"roll: {n + len(numbers)} throws are set, expected {DICE} at most")
        self.S["die"][0, n : n + len(numbers)] = numbers
        self.S["n_die"][0] = n + len(numbers)
        return self

    # Checking.

    def expect(self, **wanted: Any) -> Self:
        """Checks facts of one subject, or of the game when no subject is named.

        Subjects: ``player=0``, ``card="bomb"`` (one of its copies fits, or ``copies=2`` of them), ``monster="fly"``
        (active), ``deck="loot"``, ``discard="loot"``. Lists are compared by length with a number, else by names; the
        stack is compared bottom first, each entry by words it contains, cards by name or id. ``legal`` and ``illegal``
        take texts of actions.

        Raises:
            AssertionError: what was expected, what is there, the last actions and the pending decision.
            ScenarioError: the subject has no fact of that name; a text that names no action.
        """
        return super().expect(**wanted)

    def differences(self, wanted: dict[str, Any]) -> list[str]:
        return differences(self.read, wanted)

    def situation(self) -> str:
        return f"{self.read.question_text()}; stack: {self.stack or 'empty'}"

    def means(self, text: str, words: str) -> bool:
        return means(text, words)

    def check_words(self, text: str) -> None:
        check_words(text, self.read.number("n_players"))

    # The way to a decision.

    @property
    def _window(self) -> bool:
        return not self.over and self.read.number("question") == Question.PRIORITY

    def _window_needed(self, verb: str) -> None:
        if not self._window:
            raise ScenarioError(
                f"{verb}: no player has priority ({self.read.question_text()}; legal: {', '.join(self.legal())})"
            )

    def _named(self, kind: str, card: str) -> int:
        return FIRST[kind].get(self._kind(kind, card), NONE)

    def _kind(self, kind: str, card: str) -> int:
        found = find_card(card, FIRST[kind])
        return card_of(card) if found is None else found

    def _act(self, verb: str, action: int, by: int | None, card: str) -> None:
        self._reach(verb, card, by)
        self._take(verb, card, action)

    def _reach(self, verb: str, card: str, by: int | None) -> None:
        self._window_needed(f"{verb} {card}".strip())
        if by is not None:
            n, asked = self.read.number("n_players"), self.read.number("asked")
            if not 0 <= by < n:
                raise ScenarioError(f"by={by}: expected a seat 0..{n - 1}")
            steps = (by - asked) % n
            if self.read.number("passes") + steps >= n:
                raise ScenarioError(f"player {by} has passed already in this round: use pass_all()")
            for _ in range(steps):
                self.take(PASS)

    def _take(self, verb: str, card: str, action: int) -> None:
        if action == NONE:
            raise IllegalAction(f"no action is called '{verb} {card}': {T.NAMES[card_of(card)]} has no such effect")
        self.take(action)

    def take(self, action: int) -> None:
        before = self.read.number("answer")
        super().take(action)
        after = self.read.number("answer")
        self.taken = NONE if after == before else after

    def offered(self) -> str:
        return f"({self.read.question_text()}). Legal: {', '.join(self.legal())}"

    def _next(self, left: list[Word], verb: str) -> None:
        if not left:
            raise ScenarioError(f"{verb}: a question waits ({self.read.question_text()}: {', '.join(self.legal())})")
        self._answer_one(left.pop(0))

    def _answer_one(self, word: Word) -> None:
        action = action_of(self.read, self.ids(), word)
        if action is None or action not in self.ids():
            if settled(self.read, self._objects(), self.taken, word):
                return
            raise IllegalAction(f"choice {word!r} is not legal {self.offered()}")
        slot = word if isinstance(word, int) and KIND_OF_ACTION[action] in NAMED_BY_SLOT else None
        self.take(action)
        if slot is not None and not self.over and self.read.number("shape") == Shape.OPTION:
            again = numbered(self.read, self.ids(), "slot", slot)
            if again is not None:
                self.take(again)

    def _objects(self) -> list[int]:
        frames = [self.read.cell("frames", "object", f) for f in range(self.read.number("n_frames"))]
        return [r for r in [*self.read.objects()[-1:], *frames] if r != NONE]

    def _answer(self, choices: tuple[Word, ...]) -> Self:
        given: Word = ""
        for word in choices:
            if self.over or self._window:
                if not settled(self.read, self._objects(), NONE if word == given else self.taken, word):
                    raise ScenarioError(
                        f"choice {word!r} was given, but no question is pending ({self.read.question_text()}): a single "
                        "option is chosen by the rules, and choices made when it resolves belong to pass_all()"
                    )
            else:
                self._answer_one(word)
                given = word
        return self

    def _used_up(self, left: list[Word]) -> Self:
        if left:
            raise ScenarioError(f"choices {left!r} were given, but no question was left for them")
        return self
