"""An unfinished game against bots, stored as a replay that can be resumed."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from fs_env.agent_api.hooks import Proxy
from fs_env.agent_api.shipped import policy_of
from fs_env.agents import asks_outside
from fs_env.cli.output import check_target
from fs_env.cli.person import Person
from fs_env.core.machine.declare.outcome import Outcome
from fs_env.registry.games import load_game
from fs_env.replays.recorder import Recorder
from fs_env.replays.replay import PERSON, Replay, check_ending, load_replay, save_replay

if TYPE_CHECKING:
    from fs_env.agent_api.agent import Agent
    from fs_env.agent_api.view import SeatView
    from fs_env.cli.screen import Screen


@dataclass
class Unfinished:
    """A game that is played at the terminal.

    Attributes:
        game: its id or location.
        seed: of the deal.
        seats: "person", or the spec of a bot, by seat.
        options: further options of `Game.setup`.
        names: of the players by seat.
        choices: ids of the actions of all seats so far, without forced ones.
    """

    game: str
    seed: int
    seats: list[str]
    options: dict[str, int]
    names: list[str]
    choices: list[int] = field(default_factory=list)

    @property
    def people(self) -> list[int]:
        return [seat for seat, who in enumerate(self.seats) if who == PERSON]

    def replay(self) -> Replay:
        """The game so far; decisions without a choice after the last choice are answered if they end the game."""
        game, options = load_game(self.game), {"num_players": len(self.seats), **self.options}
        recorder, S = Recorder(game, self.seed, options, self.names, self.seats), game.new(1)
        game.setup(S, seed=self.seed, **options)
        for action in self.choices:
            while len(legal := game.legal(S).tolist()) == 1:
                game.step(S, legal[0])
            recorder.choice(S, game.to_act(S), legal, action)
            game.step(S, action)
        end = game.clone(S)
        while len(legal := game.legal(end).tolist()) == 1:
            game.step(end, legal[0])
        S = end if game.to_act(end) < 0 else S
        return recorder.replay(S, game.outcome(S), game.returns(S).tolist())

    def save(self, path: str) -> None:
        save_replay(self.replay(), path)


def check_file(path: str | None) -> None:
    check_target(path)
    if path is not None:
        check_ending(path)


def load(path: str, given: Collection[str] = ()) -> Unfinished:
    """A game that was left, from its replay.

    Args:
        path: of the file.
        given: bots on the command line: the file may name others, but none that sends a key to an address in its spec.

    Raises:
        ValueError: the file contains no such game, or names such a bot; names the fault.
        OSError: it cannot be read.
    """
    check_file(path)
    replay = load_replay(path)
    if not replay.players:
        raise ValueError(f"{path}: this replay does not name the players; expected an unfinished game of `fs-env play`")
    if replay.outcome != Outcome.RUNNING:
        raise ValueError(f"{path}: this game is over; fs-env replay {path} shows it")
    for spec in {*replay.players} - {*given}:
        if asks_outside(spec):
            raise ValueError(
                f"{path}: {spec!r} plays in it, and would send a key of yours to its address, or run a command: to resume, name it as BOT"
            )
    options = {name: value for name, value in replay.options.items() if name != "num_players"}
    return Unfinished(replay.game, replay.seed, list(replay.players), options, list(replay.names), list(replay.choices))


def free_name(game: str, seed: int) -> str:
    """The name of a file in this folder that does not exist yet, for a game that is left."""
    name, number = f"{game}-{seed}.json", 1
    while Path(name).exists():
        number += 1
        name = f"{game}-{seed}-{number}.json"
    return name


class Noted(Proxy):
    """An agent whose answers are noted; those of a game that is gone on with are given again first.

    Compiled bots are asked for these too, so that they remember what they remembered then; others are not, as they may think long.

    Args:
        agent: who plays.
        made: gets the answers.
        again: answers that were given before, shared by the agents of all seats.
    """

    def __init__(self, agent: Agent, made: list[int], again: deque[int]) -> None:
        super().__init__(agent)
        self.made, self.again = made, again

    def act(self, view: SeatView) -> int:
        """The next of the old answers, and then those of the agent."""
        if not self.again:
            action = int(self.agent.act(view))
        else:
            action = self.again.popleft()
            if action not in view.legal:
                raise ValueError(
                    f"choice {len(self.made)} of the saved game, {action}, is not legal here: it was played with "
                    "other rules; play it with the version that it names"
                )
            if policy_of(self.agent) is not None:
                self.agent.act(view)
            if isinstance(self.agent, Person):
                self.agent.catch_up()
        self.made.append(action)
        return action


class Shown(Proxy):
    def __init__(self, bot: Agent, screen: Screen) -> None:
        super().__init__(bot)
        self.screen = screen

    def act(self, view: SeatView) -> int:
        action = int(self.agent.act(view))
        speech = self.screen.speech
        self.screen.print(f"{speech.names[view.seat]}: {speech.choice(view.text(action), view.seat)}", "dim")
        return action
