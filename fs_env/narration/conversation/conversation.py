"""`Conversation`: a game as one seat reads it, message by message."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from fs_env.agent_api.message import Message
from fs_env.core.machine.declare.passes import NONE, rule_number
from fs_env.narration.card_texts import CardWords, cards_of, named_in
from fs_env.narration.conversation.message import Parts
from fs_env.narration.conversation.parsing import parse
from fs_env.narration.conversation.position import position
from fs_env.narration.conversation.rules import cards_in_rules, rules_prompt, usual_passes
from fs_env.narration.legal_actions import LegalAction, choices
from fs_env.narration.narrator import Narrator, without_passes
from fs_env.narration.speech import YOU, Speech, unmarked

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

__all__ = ["CARDS", "Conversation", "Message"]
CARDS = ("always", "once", "never")


class Conversation:
    """Follows one game for one seat.

    Args:
        game: the rules.
        seat: who reads it, "you" in all texts.
        names: of the players by seat; None: player_0, player_1, ... That of the seat itself does not matter.
        cards: when messages contain the rules of the cards in view: "always", "once" (only new ones) or "never".
        budget: characters of a message at most, None for no limit. The question and the actions are never shortened.
        passes: the rule of the game by which the seat passes without being asked (`Game.passing`); None: `usual_passes`.
        options: of `Game.setup`, for the rules.
        walks: whether walks to places more than one action away (`Narrator.walks`) are offered after the legal actions; whoever reads must
            play what `parse` returns, and then what `passing` does.
        speech: puts names into texts, instead of `names` and "you".

    Raises:
        ValueError: `cards` is none of these, the budget is below 1, or the game has no such rule of passing.
    """

    def __init__(
        self,
        game: Game,
        seat: int,
        *,
        names: Sequence[str] | None = None,
        cards: str = "once",
        budget: int | None = None,
        passes: str | Collection[str] | None = NONE,
        options: Mapping[str, int] | None = None,
        walks: bool = False,
        speech: Speech | None = None,
    ) -> None:
        if cards not in CARDS:
            raise ValueError(f"cards {cards!r}: expected one of {', '.join(CARDS)}")
        if budget is not None and budget < 1:
            raise ValueError(f"budget {budget}: expected at least 1 character, or None for no limit")
        self.game, self.seat, self.cards, self.budget = game, seat, cards, budget
        self.passes, self.options = usual_passes(game) if passes is None else passes, dict(options or {})
        rule_number(game.spec, self.passes)
        self.walks = walks
        self.names = None if names is None else tuple(names)
        self.narrator = Narrator(game, seat)
        self._speech, self._shown = speech, speech is not None
        self._listed = {card.name for card in cards_in_rules(game)} if cards == "once" else set[str]()
        self._known: set[str] = set()
        self._passed = 0
        self._message: Message | None = None

    @cached_property
    def rules(self) -> str:
        """The rules of the game and of answers: the first message, which does not change."""
        passes = self.passes if isinstance(self.passes, str) else "+".join(self.passes)
        return rules_prompt(self.game, passes, **self.options)

    @property
    def speech(self) -> Speech:
        if self._speech is None:
            seats = range(self.game.num_players(self.narrator.state))
            names = self.names or [f"player_{seat}" for seat in seats]
            self._speech = Speech([YOU if seat == self.seat else names[seat] for seat in seats])
        return self._speech

    def see(self, S: Any) -> None:
        """Looks at the state `S[0]`: once at the beginning and after every decision, forced ones too."""
        if self._message is not None:
            self._answered(self._message)
        self.narrator.see(S)

    def _answered(self, message: Message) -> None:
        self.narrator.news()
        self._passed = 0
        self._listed |= {card.name for card in message.cards} if self.cards == "once" else set()
        if self.budget is not None:
            left_out = self._known & set(self._view())
            self._known = left_out | set(message.view)
        self._message = None

    def passing(self) -> int:
        """The action that the seat takes without being asked (`Narrator.automatic`) at the position seen last, -1 where it is asked.

        Whoever calls it plays this action: the next message counts it.
        """
        action = self.narrator.automatic(self.passes)
        self._passed += action >= 0 and bool(self.game.spec.stops)
        return action

    def message(self) -> Message:
        """The message for the pending decision of the seat; the same one until the next position is seen.

        Raises:
            RuntimeError: nothing was seen yet, or another seat is asked.
        """
        if self._message is None:
            self._message = self._made()
        return self._message

    def _made(self) -> Message:
        S = self.narrator.state
        if S is None:
            raise RuntimeError("nothing was seen yet: call see first")
        asked = self.game.to_act(S)
        if asked != self.seat:
            raise RuntimeError(f"seat {self.seat} is not asked now, {'nobody' if asked < 0 else f'seat {asked}'} is")
        legal = sorted(self.game.legal(S).tolist())
        actions = choices(self.game, self.seat, legal, self.speech, self.narrator)
        if self.walks:
            ids = {self.game.action_text(action): action for action in legal}
            actions += [LegalAction(ids[walk.steps[0][0]], walk.words, "") for walk in self.narrator.walks()]
        if not self._shown:  # a model repeats the words of its choice, without invisible marks
            actions = [action._replace(words=unmarked(action.words)) for action in actions]
        question, view, news = self.speech.of(self.narrator.question), self._view(), self.news()
        cards = self._cards("\n".join([question, *(action.words for action in actions), *news, *view]))
        return Parts(news, view, cards, question, actions, self._known).message(self.budget)

    def news(self) -> list[str]:
        """Events since the last answer, a line each, the passes of the seat by its rule first."""
        times = "once" if self._passed == 1 else f"{self._passed} times"
        passed = [f"you passed automatically {times}"] if self._passed else []
        return passed + [self.speech.of(line) for line in without_passes(self.narrator.pending)]

    def _view(self) -> list[str]:
        S, decision = self.narrator.state, (self.narrator.table or {}).get("decision")
        own = decision.get("text") if isinstance(decision, dict) else None
        asked = {self.narrator.question, self.game.decision_text(S), own}
        return self.speech.of(position(self.game, S, self.seat, asked)).split("\n")

    def _cards(self, text: str) -> list[CardWords]:
        if self.cards == "never":
            return []
        found = named_in(cards_of(self.game.name), text)
        return list({(card.name, card.text): card for card in found if card.name not in self._listed}.values())

    def parse(self, reply: str) -> int:
        """The id of the action that an answer to the message means.

        Raises:
            InvalidAnswer: it means none of the legal actions; the text explains what was expected.
        """
        return self.choose(parse(reply, [action.words for action in self.message().actions]))

    def choose(self, number: int) -> int:
        """The id of an action of the message by its place; begins a walk."""
        actions, walks = self.message().actions, self.narrator.walks() if self.walks else []
        walk = number - len(actions) + len(walks)
        self.narrator.steps = walks[walk].steps if walk >= 0 else ()
        return actions[number].action

    def snapshot(self) -> dict[str, Any]:
        """The conversation as JSON, without the position; it holds nothing that the seat does not know."""
        return {
            "seat": self.seat,
            "names": None if self.names is None else list(self.names),
            "cards": self.cards,
            "budget": self.budget,
            "passes": self.passes,
            "options": self.options,
            "walks": self.walks,
            "news": list(self.narrator.pending),
            "passed": self._passed,
            "told": sorted(self._listed),
            "known": sorted(self._known),
            "asked": self._message is not None,
        }

    @classmethod
    def restored(cls, game: Game, snapshot: Mapping[str, Any], S: Any) -> Conversation:
        """A conversation that continues from a snapshot; `S[0]` is the position that was seen last."""
        keys = [key for key in ("names", "cards", "budget", "passes", "options", "walks") if key in snapshot]
        built = cls(game, snapshot["seat"], **{key: snapshot[key] for key in keys})
        built.narrator.see(S)
        built.narrator.pending = list(snapshot["news"])
        built._passed = snapshot["passed"]
        built._listed, built._known = set(snapshot["told"]), set(snapshot["known"])
        if snapshot["asked"]:
            built.message()
        return built
