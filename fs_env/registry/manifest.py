"""`Manifest`: all that the package knows of one game besides its rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game


class Bot(Protocol):
    """A bot, as `fs_env.agent_api.agent.Agent` describes it."""

    name: str

    def reset(self, seat: int, seed: int, /) -> None: ...

    def act(self, view: Any, /) -> int: ...


class EnvironmentModule(Protocol):
    @property
    def env(self) -> Callable[..., Any]: ...

    @property
    def seat_env(self) -> Callable[..., Any]: ...

    @property
    def vector_env(self) -> Callable[..., Any]: ...


class Form(NamedTuple):
    """An environment for one form of a game.

    Attributes:
        gymnasium: its id in Gymnasium.
        module: returns its module.
    """

    gymnasium: str
    module: Callable[[], EnvironmentModule]


class Part:
    """Base of the parts of a manifest. Each package that reads one declares its type, so that type checkers see what a game gives it.

    Attributes:
        entry: name of the field of `Manifest`.
    """

    entry: ClassVar[str]


P = TypeVar("P", bound=Part)


@dataclass(frozen=True)
class Task:
    """One table of the leaderboard.

    Attributes:
        name: in commands and in the results file.
        title: its heading.
        game: id of the game.
        players: seats: one for the agent, the others for the opponent; 0 for puzzles.
        games: how many games an entry needs, or games of each puzzle.
        sets: card sets, of a game that has several.
        opponent: the bot in all other seats.
    """

    name: str
    title: str
    game: str
    players: int
    games: int
    sets: tuple[str, ...] = ()
    opponent: str = "random"


@dataclass(frozen=True)
class Level:
    """A bot that is offered to people.

    Attributes:
        name: how hard it is to beat: "easy".
        bot: its spec.
        rating: Elo points on the leaderboard, of the first scenario for the fewest players; None where it was not measured.
    """

    name: str
    bot: str
    rating: int | None = None


@dataclass(frozen=True, kw_only=True)
class Manifest:
    """One game: its rules, and what narrates, draws, plays and evaluates it.

    Only `id` and `game` are needed. A function is called when its result is first needed; one that imports inside keeps the start
    short, and one of a module can be sent to other processes. A part can be given itself instead of a function that returns it.

    Attributes:
        id: in commands, files and `fs_env.make`; equal to the name in the `GameSpec`.
        game: the `Game`, or a function that returns it.
        title: for people; by default the words of the id.
        version: of its environments, raised when the same seed and actions give another game.
        module: returns the module with typed functions `env`, `seat_env` and `vector_env`; by default they are generated from the options.
        forms: id of the environment of one form of the game -> the form.
        bots: name -> class of a bot of this game, or function that returns a new bot; bots of every game are in `fs_env.agents`.
        levels: bots that are offered to people, from easy to hard; by default `random` and the heuristic, if it has one.
        tasks: its tables on the leaderboard.
        search: texts of the parameters of searches that are better than the usual ones in this game, by name.
        tree_players: numbers of players with which `search` builds a tree, since that wins more; with all others it races.
        narration: `fs_env.narration.part.Narration`: the game in words; by default all that has changed in a view is reported.
        guide: `fs_env.narration.guide.Guide`: how it is played; by default the server shows where its cards and options are.
        drawing: `fs_env.drawing.part.Drawing`: layout, places of actions, faces of cards; by default the view is written down.
        values: `fs_env.agents.values.part.Values`: what fitted values read; by default the game has none.
        learning: `fs_env.agents.networks.part.Learning`: what networks read, and shaped rewards.
        puzzles: `fs_env.puzzles.rules.Puzzles`; by default it has none.
        pages: `fs_env.cli.part.Pages`: its parts of the generated pages.
    """

    id: str
    game: Game | Callable[[], Game]
    title: str = ""
    version: int = 0
    module: Callable[[], EnvironmentModule] | None = None
    forms: Mapping[str, Form] = field(default_factory=dict)
    bots: Mapping[str, Callable[[], Bot]] = field(default_factory=dict)
    levels: tuple[Level, ...] = ()
    tasks: tuple[Task, ...] = ()
    search: Mapping[str, str] = field(default_factory=dict)
    tree_players: tuple[int, ...] = ()
    narration: Part | Callable[[], Part] | None = None
    guide: Part | Callable[[], Part] | None = None
    drawing: Part | Callable[[], Part] | None = None
    values: Part | Callable[[], Part] | None = None
    learning: Part | Callable[[], Part] | None = None
    puzzles: Part | Callable[[], Part] | None = None
    pages: Part | Callable[[], Part] | None = None

    def __post_init__(self) -> None:
        if not self.title:
            object.__setattr__(self, "title", self.id.replace("_", " ").capitalize())

    @property
    def environment(self) -> str:
        """Id of its environment here and in PettingZoo, such as "four_souls_v1"."""
        return f"{self.id}_v{self.version}"

    @property
    def gymnasium(self) -> str:
        """Id of its environment in Gymnasium, such as "FourSouls/FourSouls-v1"."""
        name = "".join(word.capitalize() for word in self.id.split("_"))
        return f"{name}/{name}-v{self.version}"

    def part(self, kind: type[P]) -> P | None:
        """The part of a type, None where the game has none.

        Raises:
            TypeError: the entry has a part of another type.
        """
        given = getattr(self, kind.entry)
        found = given if given is None or isinstance(given, Part) else _called(given)
        if found is not None and not isinstance(found, kind):
            raise TypeError(
                f"game {self.id!r}: {kind.entry} is a {type(found).__name__}: expected a {kind.__module__}.{kind.__name__}"
            )
        return found

    def check(self) -> None:
        """Raises ValueError or TypeError for an invalid entry; calls nothing."""
        if not isinstance(self.id, str) or not self.id.isidentifier() or self.id != self.id.lower():
            raise ValueError(
                f'game id {self.id!r}: expected a word of small letters, digits and _, such as "connect_four"'
            )
        if isinstance(self.version, bool) or not isinstance(self.version, int) or self.version < 0:
            raise TypeError(f"game {self.id!r}: version={self.version!r}: expected a whole number from 0 on")
        if self.game is None or isinstance(self.game, str):
            raise self._refused("game", self.game, "a Game or a function that returns it")
        code = {name: getattr(self, name) for name in ("module", *PARTS)}
        code |= {f"bots[{bot!r}]": make for bot, make in self.bots.items()}
        code |= {f"forms[{name!r}]": getattr(form, "module", form) for name, form in self.forms.items()}
        for name, given in code.items():
            if not (given is None or isinstance(given, Part) or callable(given)):
                raise self._refused(name, given, "a class or a function that returns the object")
        for task in self.tasks:
            if task.game != self.id:
                raise ValueError(f"game {self.id!r}: its task {task.name!r} is one of {task.game!r}")

    def _refused(self, name: str, given: object, expected: str) -> TypeError:
        hint = ""
        if isinstance(given, str):
            place, _, attribute = given.partition(":")
            hint = f", not its location: import {attribute or place} and write it without quotes"
        return TypeError(f"game {self.id!r}: {name}={given!r}: expected {expected}{hint}")


@lru_cache(maxsize=256)
def _called(load: Callable[[], Part]) -> Part:
    return load()


PARTS = ("narration", "guide", "drawing", "values", "learning", "puzzles", "pages")
"""Entries of a manifest that are parts."""
