"""`TextTable`: a game by conversation, with the referee on the host."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any

from fs_env.agent_api.agent import Agent, as_agent
from fs_env.agent_api.hooks import AgentHooks, hooks_of
from fs_env.agent_api.message import Message
from fs_env.agent_api.seeds import key_from, read_key
from fs_env.agent_api.shipped import policy_of
from fs_env.agent_api.specs import load_agent
from fs_env.arena.match import Match, begin
from fs_env.arena.referee import forfeit
from fs_env.core.machine.declare.outcome import Outcome
from fs_env.core.machine.run.codes import NO_ACTION
from fs_env.core.machine.run.game import Game
from fs_env.core.machine.run.past import forget_past
from fs_env.narration.conversation.conversation import Conversation
from fs_env.narration.conversation.parsing import FORM, InvalidAnswer
from fs_env.registry.games import load_game, named_game

LONGEST_ANSWER = 1_000_000  # characters


class Asked(AgentHooks):
    """Holds the place of a seat that answers by text.

    Attributes:
        message_options: arguments of its `Conversation`.
    """

    name, reads_messages = "text", True

    def __init__(self, message_options: Mapping[str, Any]) -> None:
        self.message_options = {**message_options, "walks": True}

    def reset(self, seat: int, seed: int) -> None:
        """Nothing to do."""

    def act(self, view: Any) -> int:
        raise RuntimeError(f"seat {view.seat} is asked by messages: expected TextTable.message and TextTable.answer")


class TextTable:
    """A game whose seats are asked by messages. Forced decisions, and those of agents, are answered inside.

    `copy.deepcopy` and `pickle` give an independent copy with the same future: equal answers give equal games. Such copies are for trainers
    and tests. An agent that tries answers on one learns hidden cards and future dice; for agents there is `branch`.

    Args:
        game: the rules, or the id of a game.
        num_players: seats.
        seed: of the deal.
        options: further options of `Game.setup`.
        agents: who plays the seats that are not asked: seat -> an agent, or the spec of one.
        passes, cards, budget, names: as in `Conversation`, for all seats that are asked.
        agent_key: as in `play_match`; a snapshot holds it.

    Attributes:
        choices: ids of the actions so far, of agents too, forced ones left out; of a branch, those since it began.

    Raises:
        ValueError: a number of players, an option or a seat that the game does not have.
    """

    def __init__(
        self,
        game: Game | str,
        *,
        num_players: int,
        seed: int,
        options: Mapping[str, int] | None = None,
        agents: Mapping[int, Agent | str] | None = None,
        passes: str | None = None,
        cards: str = "once",
        budget: int | None = None,
        names: Sequence[str] | None = None,
        agent_key: str | bytes | None = None,
    ) -> None:
        self._key = read_key(agent_key)
        rules = load_game(game) if isinstance(game, str) else game
        shown = {"names": names, "cards": cards, "budget": budget, "passes": passes}
        self._deal(rules, num_players, seed, dict(options or {}), dict(agents or {}), shown)
        self._play()

    def _deal(
        self,
        game: Game,
        num_players: int,
        seed: int,
        options: dict[str, int],
        agents: dict[int, Agent | str],
        described: dict[str, Any],
    ) -> None:
        wrong = [seat for seat in agents if seat not in range(num_players)]
        if wrong:
            raise ValueError(f"agents in the seats {wrong}: expected seats 0..{num_players - 1}")
        self.game, self.choices, self._forfeited, self._branched = game, list[int](), -1, False
        self._described = described
        self._specs = {seat: spec if isinstance(spec, str) else "" for seat, spec in agents.items()}
        self._agents = {
            seat: load_agent(agent, game) if isinstance(agent, str) else as_agent(agent)
            for seat, agent in agents.items()
        }
        seats = [self._agents.get(seat, Asked(described)) for seat in range(num_players)]
        self._match = Match(game, seats, seed, options, None, key=self._key)
        for seat, agent in self._agents.items():
            begin(agent, seat, seed, self._key)
        self._match.advance(NO_ACTION)

    def _play(self) -> None:
        while not self.over:
            if self.seat in self._agents:
                action = self._match.answer(self.seat)
            else:
                action = self._match.conversations[self.seat].passing()
                if action < 0:
                    return
            self._take(action)

    def _take(self, action: int) -> None:
        self.choices.append(action)
        self._match.advance(action)

    @property
    def over(self) -> bool:
        return bool(self._match.outcome) or self._forfeited >= 0

    @property
    def seat(self) -> int:
        """The seat that must answer, -1 when the game is over."""
        return -1 if self.over else int(self._match.row["seat"][0])

    @property
    def outcome(self) -> int:
        """An `Outcome`: 0 while the game is running."""
        return int(Outcome.FORFEITED) if self._forfeited >= 0 else self._match.outcome

    @property
    def rewards(self) -> tuple[float, ...]:
        """The result of each seat, -1 to 1; zeros while the game is running."""
        seats = len(self._match.agents)
        if self._forfeited >= 0:
            return forfeit(range(seats), self._forfeited, self._match.sides()[0])[1]
        return tuple(self.game.returns(self._match.state).tolist()) if self.over else (0.0,) * seats

    def rules(self, seat: int) -> str:
        """The rules of the game, the first message for a seat."""
        return self._match.conversations[seat].rules

    def message(self) -> Message:
        """The message for the seat that must answer.

        Raises:
            RuntimeError: the game is over, or cannot continue since an agent failed.
        """
        if self.over:
            raise RuntimeError("the game is over: no seat is asked")
        if self.seat in self._agents:
            raise RuntimeError(f"the agent of seat {self.seat} failed: the game cannot continue, create another table")
        return self._match.conversations[self.seat].message()

    def answer(self, reply: str) -> None:
        """Takes the answer of the seat that must answer, and plays on to the next one.

        Raises:
            InvalidAnswer: it means none of the legal actions, is no text or too long; nothing has changed.
            RuntimeError: the game is over.
            AgentFailed, OutOfReach: an agent failed, or what answers for it cannot be reached; the game cannot continue.
        """
        self.message()
        if not isinstance(reply, str):
            raise InvalidAnswer(f"the answer is no text but of type {type(reply).__name__}: expected {FORM}")
        if len(reply) > LONGEST_ANSWER:
            raise InvalidAnswer(f"the answer has {len(reply)} characters: expected at most {LONGEST_ANSWER}")
        self._take(self._match.conversations[self.seat].parse(reply))
        self._play()

    def ending(self, seat: int) -> str:
        """Events since the last answer of a seat that is asked by text, the end of the game too.

        Raises:
            RuntimeError: the game is still running.
        """
        if not self.over:
            raise RuntimeError("the game is not over: its end has no message yet")
        conversation = self._match.conversations[seat]
        lines = conversation.news()
        if self._forfeited >= 0:
            lines.append(conversation.speech.of(f"the game is over: player_{self._forfeited} forfeits it"))
        return "\n".join(lines)

    def forfeit(self, seat: int) -> None:
        """Ends the game: a seat has lost it, the others share the win."""
        if self.over:
            raise RuntimeError("the game is over: it cannot be forfeited")
        self._forfeited = seat

    def branch(self, seed: int) -> TextTable:
        """Create an independent game for an agent that plans ahead: it agrees with all that the seat that must answer knows.

        The seat reads the same message. What it cannot know, future dice too, is drawn again; agents and conversations of other seats
        begin anew. Nothing hidden of the true game is in the branch.

        Args:
            seed: int64; equal seeds give equal branches.
        """
        self.message()
        other = copy.deepcopy(self)
        other.redraw(seed)
        return other

    def redraw(self, seed: int) -> None:
        """Turns this game into what `branch` gives."""
        match, seat = self._match, self.seat
        self.game.resample(match.state, seat, 0, seed)
        forget_past(match.state, seat)
        self.choices, self._branched, self._key = [], True, key_from(seed % 2**63)
        match.seed, match.key, own = seed, self._key, match.conversations[seat]
        for other, agent in self._agents.items():
            begin(agent, other, seed, self._key)
        for other in match.conversations.keys() - {seat}:
            how = hooks_of(match.agents[other]).message_options
            match.conversations[other] = Conversation(self.game, other, options=own.options, **how)
        own.narrator.table = None  # what differs from the true state is no news
        for conversation in match.conversations.values():
            conversation.narrator.see(match.state)

    def snapshot(self) -> dict[str, Any]:
        """The game as JSON: the deal, the choices so far, and the messages that each seat received. Raises RuntimeError for a branch."""
        if self._branched:
            raise RuntimeError("a branch has no snapshot, as no deal leads to it: use copy.deepcopy or pickle")
        conversations = self._match.conversations.items()
        return {
            "game": self.game.name,
            "num_players": len(self._match.agents),
            "seed": self._match.seed,
            "options": dict(self._match.options),
            "agents": {str(seat): spec for seat, spec in self._specs.items()},
            **self._described,
            "agent_key": self._key.hex(),
            "choices": list(self.choices),
            "forfeited": self._forfeited,
            "conversations": {str(seat): conversation.snapshot() for seat, conversation in conversations},
        }

    @classmethod
    def restored(
        cls, snapshot: Mapping[str, Any], *, game: Game | None = None, agents: Mapping[int, Agent | str] | None = None
    ) -> TextTable:
        """A table that continues from a snapshot.

        Args:
            snapshot: as `snapshot` gave it.
            game: the rules, for a game that this process knows by no name.
            agents: new ones for the seats of agents that were given as objects; compiled bots are asked again for their
                choices so far, so that they remember what they remembered.

        Raises:
            ValueError: an agent is missing, or a choice is not legal: it was played with other rules.
        """
        given = {int(seat): spec for seat, spec in snapshot["agents"].items()} | dict(agents or {})
        missing = [seat for seat, agent in given.items() if agent == ""]
        if missing:
            raise ValueError(f"the agents of the seats {missing} were given as objects: expected new ones in `agents`")
        built, rules = cls.__new__(cls), named_game(snapshot["game"]) if game is None else game
        shown = {key: snapshot[key] for key in ("names", "cards", "budget", "passes")}
        options = dict(snapshot["options"])
        built._key = read_key(snapshot.get("agent_key"))
        built._deal(rules, snapshot["num_players"], snapshot["seed"], options, given, shown)
        built._repeat(snapshot["choices"])
        match = built._match
        for seat, conversation in snapshot["conversations"].items():
            match.conversations[int(seat)] = Conversation.restored(rules, conversation, match.state)
        built._forfeited = snapshot["forfeited"]
        return built

    def _repeat(self, choices: Sequence[int]) -> None:
        match = self._match
        match.row["skip_forced"] = True
        for number, action in enumerate(choices):
            if match.outcome or not match.mask[action]:
                raise ValueError(f"choice {number}, {action}, is not legal here: the game was played with other rules")
            if policy_of(self._agents.get(self.seat)) is not None:
                match.answer(self.seat)
            self._take(action)
        match.row["skip_forced"] = False
