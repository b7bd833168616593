"""A person who plays at the terminal: shows what happened, the position and the choices, and reads an answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fs_env.cli.screen import Screen
from fs_env.core.machine.declare.passes import NONE
from fs_env.drawing.part import drawing_of
from fs_env.drawing.reasons import named_places, reason_at
from fs_env.narration.card_texts import cards_of, find_cards, named_in, unclear
from fs_env.narration.conversation.conversation import Conversation, Message
from fs_env.narration.legal_actions import LegalAction
from fs_env.narration.speech import unmarked
from fs_env.narration.stops import ALWAYS, STOPS, passing_rule

if TYPE_CHECKING:
    from fs_env.agent_api.view import SeatView
    from fs_env.core.machine.run.game import Game

QUIT = ("q", "quit", "exit")
LEFT = "you left the game"
FEW = 3  # cards that are shown in full where several have the name
HELP = (
    "answer with the number of a choice, its letter, or a part of its words that no other choice has; ? NAME shows the card of that "
    "name, ? NUMBER the cards of that choice; stops shows when you are asked whether you pass, stops NAME ... or none changes it; piles "
    "shows the discard piles; why NAME explains why a card or place offers no choice now; q leaves, and explains how to resume the game"
)


class Person:
    """Asks at the terminal.

    Args:
        passes: the rule of the game by which the person passes without being asked.
    """

    def __init__(self, game: Game, seat: int, screen: Screen, passes: str | Sequence[str] = NONE) -> None:
        self.name = screen.speech.names[seat]
        self.screen = screen
        self.conversation = Conversation(game, seat, cards="never", passes=passes, walks=True, speech=screen.speech)
        self._cards = cards_of(game.name)
        self._view: tuple[str, ...] = ("",)

    def reset(self, seat: int, seed: int) -> None:
        """Nothing to do."""

    def catch_up(self) -> None:
        """Passes over the pending question: the person has answered it before."""
        self.conversation.message()

    def act(self, view: SeatView) -> int:
        if (action := self.conversation.passing()) >= 0:
            return action
        message = self.conversation.message()
        self.show(message)
        return self.conversation.choose(self.ask(message.actions))

    def show(self, message: Message) -> None:
        """Prints what happened since the last question, what has changed on the table, the question and the choices."""
        self.screen.print("")
        if message.news:
            self.screen.news(message.news)
            self.screen.print("")
        drawn = self.conversation.narrator.screen(self.screen.width)
        view = message.view if drawn is None else tuple(self.screen.speech.of(drawn).split("\n"))
        shown = view if view[1:] != self._view[1:] else view[:1]
        if shown != self._view[: len(shown)]:
            self.screen.print("\n".join(shown))
            self.screen.print("")
        self._view = view
        self.screen.print(message.question, "bold")
        self.screen.choices(message.actions)

    def ask(self, choices: Sequence[LegalAction]) -> int:
        """The place of the choice that the person names; explains cards and mistakes until there is one."""
        keys = "".join(sorted(choice.key for choice in choices))
        while True:
            try:
                answer = input(f"1-{len(choices)}{', ' + '/'.join(keys) if keys else ''}, ? NAME, q: ").strip()
            except EOFError:
                raise KeyboardInterrupt(LEFT) from None
            if answer.lower() in QUIT:
                raise KeyboardInterrupt(LEFT)
            if answer.partition(" ")[0].lower() == "stops" and self._passes_by(answer.split()[1:]):
                continue
            if answer.lower() == "piles" and self._piles():
                continue
            if answer.lower().startswith("why "):
                self._why(answer[4:].strip())
                continue
            if answer.startswith("?"):
                self.explain(answer[1:].strip(), choices)
                continue
            found = meant(answer, choices)
            if isinstance(found, int):
                return found
            self.screen.print(found, "red")

    def _passes_by(self, stops: Sequence[str]) -> bool:
        """Takes the command `stops [NAME ...]`, and sets when the person is asked; False in a game without passing."""
        game = self.conversation.game
        if unknown := [stop for stop in stops if stop not in STOPS and stops != ["none"]]:
            self.screen.print(f"stops {' '.join(unknown)}: expected none, or some of {', '.join(STOPS)}", "red")
        elif stops and game.spec.stops:
            self.conversation.passes = passing_rule(game, stops)
        rule = self.conversation.passes
        for stop, when in STOPS.items() if game.spec.stops else ():
            self.screen.print(f"{'*' if stop in rule or (rule == NONE and stop == ALWAYS) else ' '} {stop}: {when}")
        return bool(game.spec.stops)

    def _piles(self) -> bool:
        """Shows the discard piles; False in a game without them."""
        piles, table = drawing_of(self.conversation.game.name).piles, self.conversation.narrator.table
        for title, cards in piles(table) if piles and table else ():
            self.screen.print(f"{title}, from the top: {', '.join(cards) or 'empty'}")
        return piles is not None

    def _why(self, name: str) -> None:
        """Explains for each place of the table with a name why it offers no choice."""
        narrator, speech = self.conversation.narrator, self.screen.speech
        found = {(card or place, reason_at(narrator, place)) for place, card in named_places(narrator, name).items()}
        for card, reason in sorted(found)[: 2 * FEW]:
            self.screen.print(f"{card}: {speech.of(reason) or 'it is among the choices'}")
        if not 0 < len(found) <= 2 * FEW:
            self.screen.print(f"why {name}: expected the name of one card or place on the table", "red")

    def explain(self, what: str, choices: Sequence[LegalAction]) -> None:
        """Shows the card of a name, the cards of a choice by its number, or how to answer."""
        if not what:
            self.screen.print(HELP)
            return
        if what.isdecimal() and 1 <= int(what) <= len(choices):
            words = choices[int(what) - 1].words
            found = named_in(self._cards, words)
            trouble = f"no card is named in {words!r}"
        else:
            found = find_cards(self._cards, what)
            trouble = unclear(self._cards, what, found)
        found = list({(card.name, card.text): card for card in found}.values())
        if not 0 < len(found) <= FEW:
            self.screen.print(trouble if self._cards else "this game has no card texts", "red")
            return
        for card in found:
            self.screen.print(card.name, "bold")
            self.screen.print(f"  {card.facts}", "dim")
            self.screen.print(f"  {card.text or 'no text'}")


def meant(answer: str, choices: Sequence[LegalAction]) -> int | str:
    """The place of the choice that an answer means, or what was expected instead, as a sentence."""
    said = unmarked(answer).lower()
    if answer.isdecimal() and 1 <= int(answer) <= len(choices):
        return int(answer) - 1
    keys = {choice.key: k for k, choice in enumerate(choices) if choice.key}
    said = {"yes": "y", "no": "n"}.get(said, said)
    if said in keys:
        return keys[said]
    words = [unmarked(choice.words).lower() for choice in choices]
    found = [k for k, one in enumerate(words) if said and said in one]
    exact = [k for k in found if words[k] == said]
    if len(exact or found) == 1:
        return (exact or found)[0]
    wanted = f"a number from 1 to {len(choices)}"
    if keys:
        wanted += f", {'one of the letters' if len(keys) > 1 else 'the letter'} {', '.join(sorted(keys))}"
    if found:
        numbers = ", ".join(str(k + 1) for k in found)
        return f"{answer!r} is in several choices ({numbers}): expected {wanted}, or more of the words"
    wanted += ", words of one choice, ? NAME for a card, or q to leave"
    return f"{answer!r} is none of the choices: expected {wanted}" if answer else f"expected {wanted}"
