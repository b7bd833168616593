"""`ModelAgent`: a language model in a seat, asked once more after an answer that names no legal action."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

from fs_env.agent_api.hooks import AgentHooks
from fs_env.agent_api.seeds import seed_for
from fs_env.agents.llm.client import FEWEST_MESSAGES, Client, Refused
from fs_env.agents.llm.memory import Memory, Played, game_id, request, revised, with_notes
from fs_env.agents.llm.settings import ALL, Settings
from fs_env.agents.llm.transcript import Transcript
from fs_env.agents.search.budget import Interrupt
from fs_env.arena.referee import OutOfReach
from fs_env.arena.usage import Usage
from fs_env.core.files import FileFault
from fs_env.core.machine.declare.passes import rule_number
from fs_env.narration.conversation.parsing import InvalidAnswer, parse
from fs_env.narration.conversation.thoughts import storable, without_thoughts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fs_env.agent_api.message import Message
    from fs_env.agent_api.view import SeatView
    from fs_env.arena.match import MatchResult
    from fs_env.core.machine.run.game import Game

TRIES = 2
CUT = "your answer was cut at the limit of tokens or by a filter before its end; answer in fewer words"
DOES_LITTLE = ("pass", "decline", "no", "done", "stop", "end")
"""Kinds of actions, the first that is offered counts."""
ChatMessage = dict[str, str]


class GivenUp(RuntimeError):
    """The model has lost its game by its answers."""


class ModelAgent(AgentHooks):
    """Plays as a language model answers; see `Settings` for its parameters.

    Attributes:
        usage: counts of the current game.
        interrupt: ends its waiting for replies; callers may set another one.
        message_options: of the messages that it reads; see `fs_env.narration.conversation`.
    """

    reads_messages = True
    waits = True

    def __init__(self, parameters: dict[str, str], game: Game | None = None) -> None:
        self.settings = Settings.read(parameters)
        self.name = self.settings.shown
        if game is not None and self.settings.passes is not None:
            rule_number(game.spec, self.settings.passes)
        self.message_options = {name: getattr(self.settings, name) for name in ("cards", "budget", "passes")}
        self.interrupt = Interrupt()
        self._client = Client(self.settings)
        self._memory = Memory(self.settings.memory, self.settings.model) if self.settings.memory else None
        if self._memory is not None and game is not None:
            self._memory.games(game.name)
        self.reset(0, 0)

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_client": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._client = Client(self.settings)

    def reset(self, seat: int, seed: int) -> None:
        self.usage = Usage()
        self._seed = seed
        self._system: ChatMessage | None = None
        self._log: list[str] = []
        self._past: list[ChatMessage] = []
        self._most = self.settings.history
        self._seconds = 0.0
        self._transcript = Transcript(self.name)

    def act(self, view: SeatView) -> int:
        """The id of a legal action.

        Raises:
            GivenUp: the game is lost by its answers, see the parameter `invalid`.
            OutOfReach: the endpoint gives no reply.
            ValueError: the host gives no messages.
        """
        message = view.message
        if message is None:
            raise ValueError(
                f"{self.name} reads messages, which this host does not provide: expected a tournament, a match, puzzles, the leaderboard, "
                "the terminal or a table in the browser"
            )
        self._log += message.news
        begun, before = perf_counter(), self._client.retries
        try:
            spent = self._spent()
            action = self._forfeit(view, spent) if spent else self._answer(view, message)
        finally:
            self._seconds += perf_counter() - begun
            self._count(retries=self._client.retries - before)
        self._log += [f"your choice: {offer.words}" for offer in message.actions if offer.action == action]
        return action

    def see_end(self, news: Sequence[str]) -> None:
        self._log += news

    def end(self, result: MatchResult, names: list[str], number: int | None = None) -> None:
        """Rewrites the notes and writes the transcript of game `number`, if configured. Raises OutOfReach without a reply or notes file."""
        if self._memory is not None and self._system is not None:
            try:
                with self._memory.locked(self.interrupt):
                    self._rewrite(self._memory, result, names, number)
            except (FileFault, OSError) as error:
                raise OutOfReach(f"{self.name}: {error}") from None
        if self.settings.transcripts:
            self._transcript.write(self.settings.transcripts, result, names, number, self.usage)

    def _rewrite(self, memory: Memory, result: MatchResult, names: list[str], number: int | None) -> None:
        game, seat = self._transcript.game, self._transcript.seat
        played, own = memory.games(game), game_id(result, seat, names, number)
        if any(one.id == own for one in played):
            return
        notes = played[-1].notes if played else ""
        if not self._spent():
            asked = {"role": "user", "content": storable(request(self._log, result, seat, notes, len(played)))}
            self._transcript.add(asked)
            before = self._client.retries
            try:
                reply = self._client.ask([{"role": "system", "content": storable(self._rules)}, asked], self.interrupt)
                self._count(tokens_in=reply.tokens_in, tokens_out=reply.tokens_out)
                notes = revised(reply.text, reply.whole, notes)
                self._transcript.add({"role": "assistant", "content": reply.text})
            except Refused as error:
                self._transcript.add(
                    {"role": "host", "content": f"the notes stay: the endpoint refuses the request: {error}"}
                )
            finally:
                self._count(retries=self._client.retries - before)
        deal = tuple(seed_for(self, None, result.seed, one) for one in range(len(names)))
        memory.write(game, [*played, Played(own, deal, notes)])

    def _begin(self, view: SeatView) -> ChatMessage:
        if self._system is None:
            self._rules, shown = view.rules, view.rules
            if self._memory is not None:
                try:
                    shown = with_notes(view.rules, *self._memory.before(view.game, self._seed))
                except (FileFault, OSError) as error:
                    raise OutOfReach(f"{self.name}: {error}") from None
            self._system = {"role": "system", "content": storable(shown)}
            self._transcript.begin(view, self._system)
        return self._system

    def _answer(self, view: SeatView, message: Message) -> int:
        question = {"role": "user", "content": storable(message.text)}
        system = self._begin(view)
        self._transcript.add(question)
        self._count(asked=1)
        words = [offer.words for offer in message.actions]
        messages, reason, turn = [system, *self._past, question], "", 0
        while turn < TRIES:
            try:
                reply = self._client.ask(messages, self.interrupt, 0 if turn else len(words))
                self._count(tokens_in=reply.tokens_in, tokens_out=reply.tokens_out)
                refused = "the messages leave no room for a reply" if reply.crowded_out else ""
            except Refused as error:
                if len(messages) == FEWEST_MESSAGES:
                    return self._forfeit(view, f"the endpoint refuses the request: {error}")
                refused = f"the endpoint refuses the request: {error}"
            if refused and len(messages) > FEWEST_MESSAGES:
                self._forget(refused)
                messages = [system, question]
                continue
            answer = {"role": "assistant", "content": without_thoughts(reply.text) or "(no answer)"}
            said = answer | {"content": reply.text, "tokens_in": reply.tokens_in, "tokens_out": reply.tokens_out}
            try:
                if not reply.whole:
                    raise InvalidAnswer(CUT)
                action = message.actions[parse(reply.text, words)].action
            except InvalidAnswer as invalid:
                reason, turn = str(invalid), turn + 1
                self._transcript.add(said, invalid=reason)
                self._count(invalid=turn == 1)
                messages += [answer, {"role": "user", "content": f"That is not a valid answer: {reason}."}]
                if turn < TRIES:
                    self._transcript.add(messages[-1])
                continue
            self._transcript.add(said, action=action)
            self._remember(question, answer)
            return action
        return self._forfeit(view, f"it answered wrongly {TRIES} times, at last: {reason}")

    def _remember(self, question: ChatMessage, answer: ChatMessage) -> None:
        self._past += [question, answer]
        if self._most != ALL:
            self._past = self._past[len(self._past) - 2 * self._most :]

    def _forget(self, why: str) -> None:
        self._most = len(self._past) // 4
        self._past = []
        self._count(retries=1)
        self._transcript.add({"role": "host", "content": f"asks again without the earlier messages: {why}"})

    def _spent(self) -> str:
        tokens, seconds = self.settings.tokens, self.settings.seconds
        if tokens is not None and self.usage.tokens >= tokens:
            return f"it has used up its {tokens} tokens of a game"
        if seconds is not None and self._seconds >= seconds:
            return f"it has used up its {seconds:g} s of a game"
        return ""

    def _forfeit(self, view: SeatView, why: str) -> int:
        self._count(forfeited=1)
        if self.settings.invalid == "game":
            self._transcript.add({"role": "host", "content": f"the game is lost: {why}"})
            raise GivenUp(why)
        action = safe_action(view)
        self._transcript.add(
            {"role": "host", "content": f"plays {view.text(action)!r} for the model: {why}"}, action=action
        )
        return action

    def _count(self, **more: int) -> None:
        self.usage = replace(self.usage, **{name: getattr(self.usage, name) + n for name, n in more.items()})


def safe_action(view: SeatView) -> int:
    """The legal action for an agent that names none: one of a kind that does little, else the first."""
    for kind in DOES_LITTLE:
        for action in view.action_ids.get(kind, ()):
            if view.mask[action]:
                return int(action)
    return int(view.legal[0])
