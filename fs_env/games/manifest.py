"""`Manifest`: all that the package knows of one game, its rules left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


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
    """One game: where its rules are, and what tells, draws, plays and values it.

    A *place* is text, "package.module:NAME" or "path.py:NAME"; what is there is imported when it is first needed. A module is
    named by "package.module" or "path.py". A view is what `Game.to_json` gives a seat. Everything but the first two has a
    default with which the game works everywhere.

    Attributes:
        id: in commands, files and `fs_env.make`; equal to the name in the `GameSpec`.
        game: place of the `Game`.
        title: for people; by default the words of the id.
        version: of its environments, raised when the same seed and actions give another game.
        module: module with typed functions `env`, `raw_env`, `seat_env` and `vector_env`; by default they are made from the options.
        forms: module of an environment for one form of the game -> its id in Gymnasium.
        bots: name -> place of a bot of this game; bots of every game are in `fs_env.agents`.
        levels: bots that are offered to people, from easy to hard; by default `random` and the heuristic, if it has one.
        cards: place of `() -> iterable of (name, facts, text)`: what a person reads about each card; by default none is known.
        telling: module with `moves(before, after) -> lines`, what a seat saw happen between two of its views, and, where there is
            any, `points(view)`, a heading and a row of texts for each seat, and `standing(view)`, the same of numbers by which
            hints compare positions (those of `points` without it); `asked(view, text)`, the question in more words;
            `offered(view, texts)`, the texts of the legal actions in words that say what they do; `offered_drawn(view, texts)`, the
            same beside the drawing; `story(game, S_before, S_after)`, what happened openly while one decision was answered, a third
            argument of `moves`. By default all that has changed in the view is reported.
        drawing: place of `(view, names, *, marked, narrow) -> Canvas`; by default the view is written down.
        faces: place of `() -> fs_env.drawing.gallery.Cards`: every card as it is drawn; by default the game has no gallery, and its
            drawing shows no more of a card than it does anyway.
        places: place of `(view, seat, action) -> list of places`: where a legal action lies on the drawing, in the words of its
            `data-place`; by default nowhere, and actions are chosen from a list.
        guide: place of a `fs_env.narration.guide.Guide`: how it is played, with pictures, and what a first game explains; by default the
            server says where its cards and options are.
        values: module of what fitted values read: `score`, `extract`, `N_INPUTS`; by default the game has none.
        values_cooperative: the same where all seats win or lose together, with `is_cooperative(observation)`.
        search: texts of the parameters of searches that are better than the usual ones in this game, by name.
        tree_players: numbers of players with which `search` builds a tree, since that wins more; with all others it races.
        potential: place of `(game, num_players) -> (observations -> potentials)` for shaped rewards; by default there is none.
        left_out: sections and columns of the observation that make no inputs of a network: what hardly matters and takes many values.
        read_together: pairs of columns that a network reads as one number.
        card_places: place of `() -> CardPlaces`: which card each number of the observation is about.
        ordered: sections of the observation whose rows mean something by their place, where `card_places` is given.
        tasks: its tables on the leaderboard.
        puzzles: module with what `fs_env.puzzles.rules.Rules` names, in the folder of its puzzles; by default it has none.
        facts: module with `FACTS`, what a seat may know of each field of the state, for the page of observations; by default untold.
        observation_page: module with that page's own parts, each of them optional: `names()`, what numbers stand for, as kind -> number
            -> name; `codes()`, further enums; `chapters()`, further sections.
        actions: place of its `ActionTable`, for the page of actions.
        actions_page: place of `(game, ranges) -> sections` of that page, from those about the ranges; by default all ids follow them.
    """

    id: str
    game: str
    title: str = ""
    version: int = 0
    module: str = ""
    forms: Mapping[str, str] = field(default_factory=dict)
    bots: Mapping[str, str] = field(default_factory=dict)
    levels: tuple[Level, ...] = ()
    cards: str = ""
    telling: str = "fs_env.narration.view_changes"
    drawing: str = "fs_env.drawing.plain:lay_out"
    faces: str = ""
    places: str = ""
    guide: str = ""
    values: str = ""
    values_cooperative: str = ""
    search: Mapping[str, str] = field(default_factory=dict)
    tree_players: tuple[int, ...] = ()
    potential: str = ""
    left_out: tuple[str, ...] = ()
    read_together: tuple[tuple[str, str], ...] = ()
    card_places: str = ""
    ordered: tuple[str, ...] = ()
    tasks: tuple[Task, ...] = ()
    puzzles: str = ""
    facts: str = ""
    observation_page: str = ""
    actions: str = ""
    actions_page: str = ""

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

    def check(self) -> None:
        """Raises ValueError or TypeError unless each entry can be meant; imports nothing."""
        if not isinstance(self.id, str) or not self.id.isidentifier() or self.id != self.id.lower():
            raise ValueError(
                f'game id {self.id!r}: expected a word of small letters, digits and _, such as "connect_four"'
            )
        if isinstance(self.version, bool) or not isinstance(self.version, int) or self.version < 0:
            raise TypeError(f"game {self.id!r}: version={self.version!r}: expected a whole number from 0 on")
        places = {name: getattr(self, name) for name in PLACES} | {
            f"bots[{bot!r}]": at for bot, at in self.bots.items()
        }
        for name, place in places.items():
            if place and ":" not in place:
                raise ValueError(
                    f'game {self.id!r}: {name}={place!r}: expected "package.module:NAME" or "path.py:NAME"'
                )
        for task in self.tasks:
            if task.game != self.id:
                raise ValueError(f"game {self.id!r}: its task {task.name!r} is one of {task.game!r}")


PLACES = (
    "game",
    "cards",
    "drawing",
    "faces",
    "places",
    "guide",
    "potential",
    "card_places",
    "actions",
    "actions_page",
)
"""Entries of a manifest that are places."""
MODULES = ("module", "telling", "values", "values_cooperative", "puzzles", "facts", "observation_page")
"""Entries of a manifest that are modules."""
