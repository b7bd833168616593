"""A game against bots that was left: what is needed to go on with it."""

from __future__ import annotations

import json
from collections import deque
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fs_env.cli.output import write_json

if TYPE_CHECKING:
    from fs_env.arena.agent import Agent, SeatView


@dataclass
class Unfinished:
    """A game that is played at the terminal.

    Attributes:
        game: its id or location.
        seed: of the deal.
        players: seats.
        seat: of the person.
        bots: specs of the bots, in turn.
        options: further options of `Game.setup`.
        names: of the players by seat.
        choices: ids of the actions of all seats so far, without forced ones.
        version: of the package.
    """

    game: str
    seed: int
    players: int
    seat: int
    bots: list[str]
    options: dict[str, int]
    names: list[str]
    version: str
    choices: list[int] = field(default_factory=list)

    def save(self, path: str) -> None:
        """Writes the game to a file, which is never left half written."""
        write_json(path, asdict(self))


def load(path: str) -> Unfinished:
    """A game from a file.

    Raises:
        ValueError: the file holds no such game; says what is wrong with it.
        OSError: it cannot be read.
    """
    kinds: dict[str, Any] = {entry.name: entry.type for entry in fields(Unfinished)}
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{path}: expected a game that `fs-env play` has left, but it is no JSON ({error})") from None
    if not isinstance(data, dict) or set(data) != set(kinds):
        raise ValueError(
            f"{path}: expected a game that `fs-env play` has left, with the keys {', '.join(sorted(kinds))}"
        )
    for name, value in data.items():
        if not _fits(value, str(kinds[name])):
            raise ValueError(f"{path}: {name} is {value!r}, expected {kinds[name]}")
    return Unfinished(**data)


def _fits(value: Any, kind: str) -> bool:
    """Whether a value read from JSON has the type of a field."""
    if kind == "int":
        return type(value) is int
    if kind == "str":
        return isinstance(value, str)
    inner = {"list[str]": str, "list[int]": int}.get(kind)
    if inner is not None:
        return isinstance(value, list) and all(type(one) is inner for one in value)
    return isinstance(value, dict) and all(type(one) is int for one in value.values())


def free_name(game: str, seed: int) -> str:
    """The name of a file in this folder that does not exist yet, for a game that is left."""
    name, number = f"{game}-{seed}.json", 1
    while Path(name).exists():
        number += 1
        name = f"{game}-{seed}-{number}.json"
    return name


class Noted:
    """An agent whose answers are noted; those of a game that is gone on with are given again first.

    Compiled bots are asked for these too, so that they remember what they remembered then; others are not, as they may think long.

    Args:
        agent: who plays.
        made: gets the answers.
        again: answers that were given before, shared by the agents of all seats.
    """

    def __init__(self, agent: Agent, made: list[int], again: deque[int]) -> None:
        self.agent, self.made, self.again = agent, made, again

    def __getattr__(self, name: str) -> Any:
        return getattr(self.agent, name)  # name, reset, reads_text, wants_worlds, policy

    def act(self, view: SeatView) -> int:
        """The next of the old answers, and then those of the agent.

        Raises:
            ValueError: an old answer is not legal here.
        """
        if not self.again:
            action = int(self.agent.act(view))
        else:
            action = self.again.popleft()
            if action not in view.legal:
                raise ValueError(
                    f"choice {len(self.made)} of the game that was left, {action}, is not legal here: it was played with "
                    "other rules; play it with the version that it names"
                )
            if hasattr(self.agent, "policy"):
                self.agent.act(view)
            if hasattr(self.agent, "catch_up"):
                self.agent.catch_up()
        self.made.append(action)
        return action
