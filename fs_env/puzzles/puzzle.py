"""Puzzles as text: a position, a goal, the chance to reach it, and the best line in the words of the game's actions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from fs_env.core.files import LARGEST_TEXT, FileFault, FileKind, place_of, toml_in
from fs_env.core.machine.run.scenario import ScenarioError, check_keys, make, near, whole
from fs_env.puzzles.goal import Goal
from fs_env.puzzles.rules import Rules, chapters_of, folder_of, games_with_puzzles, rules_of

GAME = "four_souls"
"""The game of a file that names none."""
MOST_TURNS = 4
MOST_PASSES = 100
FILE = FileKind("a puzzle in TOML", "correct it as docs/do/puzzles.md describes", LARGEST_TEXT)
KEYS = (
    "title",
    "game",
    "task",
    "seat",
    "turns",
    "goal",
    "chance",
    "argument",
    "mistake",
    "lines",
    "before",
    "position",
)
TEXTS = ("title", "task", "argument", "mistake")


@dataclass(frozen=True)
class Line:
    """One course of play.

    Attributes:
        rolls: the results of the throws, in order.
        play: own actions in order, as `Play.legal` words them; at each own choice the next one is taken if it is legal, else
            `Rules.PASS`. Several texts in one entry are equally good; the first is taken. In a file a number n stands
            for waiting: n times a pass that need only be as good as anything else.
        replies: the same for the other seats; to a question for which nothing is said they give the first legal answer.
        when: what is special about this course, for a reader; "" for the main one.
    """

    play: tuple[tuple[str, ...], ...]
    rolls: tuple[int, ...] = ()
    replies: tuple[tuple[str, ...], ...] = ()
    when: str = ""


@dataclass(frozen=True)
class Puzzle:
    """A position with a goal; made by `read`.

    Attributes:
        name: of the file, without its ending.
        turns: the puzzle ends with this turn (1), with the next one (2), ...
        chance: that the goal is reached by the best line against the worst replies.
        argument: why it is this number.
        mistake: what looks good and is not.
        lines: courses of the best play: each best first action begins one of them.
        goal_words: the goal as in the file it.
        before: what was done before the puzzle begins, by whoever is asked, as in `Line.play`.
    """

    name: str
    game: str
    title: str
    task: str
    seat: int
    turns: int
    chance: Fraction
    argument: str
    mistake: str
    scenario: Any
    lines: tuple[Line, ...]
    goal_words: Mapping[str, Any]
    before: tuple[tuple[str, ...], ...] = ()

    @property
    def rules(self) -> Rules:
        return rules_of(self.game)

    @property
    def actions(self) -> int:
        """Own actions other than passes on the shortest line."""
        return min(sum(step[0] != self.rules.PASS for step in line.play) for line in self.lines)

    @cached_property
    def goal(self) -> Goal:
        """The goal, bound to the turn with whose end the puzzle ends."""
        turn = int(self.start().S["turn"][0])
        return self.rules.Goal.of(self.goal_words, self.seat, turn + self.turns - 1)

    def start(self) -> Any:
        """The running game at the first choice of the seat. Raises ScenarioError if `before` does not lead there."""
        game, left, rest = self.scenario.start(), list(self.before), self.rules.PASS
        while left or game.asked != self.seat or len(game.ids()) < 2:
            action = said(game, left)
            if action is not None:
                left.pop(0)
            elif not game.over and len(game.ids()) == 1 or rest in game.legal():
                action = game.ids()[0 if len(game.ids()) == 1 else game.legal().index(rest)]
            else:
                raise ScenarioError(f"before: {[texts[0] for texts in left]} remains, not playable {game.offered()}")
            game.take(action)
        return game


def said(game: Any, steps: Sequence[tuple[str, ...]]) -> int | None:
    """The legal action that the next step means, None if it means none of them."""
    for text in steps[0] if steps else ():
        for action in game.ids():
            if game.means(text, game.words(action)):
                return action
    return None


def follow(
    puzzle: Puzzle, line: int, taken: Sequence[int], see: Callable[[Any], object] = lambda S: None
) -> tuple[Any, list[str], int | None] | None:
    """Plays a line up to the first own choice after those taken, `see` with each state; where it only passes after them, unasked.

    Returns:
        The game, actions and rolls so far as text, and the next action, None at the end. None if a choice leaves the line.
    """
    wanted, rest = puzzle.lines[line], puzzle.rules.PASS
    game, given, rolled = puzzle.start().roll(*wanted.rolls), list(taken), 0
    left, replies, story = list(wanted.play), list(wanted.replies), list[str]()
    see(game.S)
    while puzzle.goal.decided(game.S) is None:
        own, ids = game.asked == puzzle.seat, game.ids()
        steps = left if own else replies
        waits = bool(taken) and all(step[0] == rest for step in left)
        if (action := said(game, steps)) is not None:
            steps.pop(0)
        elif (action := said(game, [(rest,)])) is None:
            action = ids[0]
        if own and len(ids) > 1 and (given or not waits):
            if not given:
                return game, story, action
            if given.pop(0) != action:
                return None
        story.append(f"player {game.asked}: {game.words(action)}")
        game.take(action)
        see(game.S)
        before, rolled = rolled, len(wanted.rolls) - max(0, puzzle.rules.left(game.S))
        story += [f"roll: {roll}" for roll in wanted.rolls[before:rolled]]
    return None if given else (game, story, None)


def read(file: str | Path) -> Puzzle:
    """A puzzle from a TOML file.

    Raises:
        ScenarioError: names the file, the line where it is known, the key or value, and the nearest known name.
        OSError: the file cannot be read.
    """
    path = Path(file)
    try:
        text = FILE.text(path)
        with FILE.checked(path):
            data = toml_in(text)
    except FileFault as fault:
        raise ScenarioError(str(fault)) from None
    try:
        return puzzle_of(path.stem, data)
    except ScenarioError as error:
        raise ScenarioError(f"{path}{place_of(str(error), text)}: {error}") from error


def puzzle_of(name: str, data: Mapping[str, Any]) -> Puzzle:
    """A puzzle from the tables of a file; errors as in `read`, without file and line."""
    check_keys("the puzzle", data, KEYS, set(KEYS) - {"game", "turns", "before"})
    try:
        rules = rules_of(data.get("game", GAME))
    except ValueError as error:
        raise ScenarioError(str(error)) from None
    for key in TEXTS:
        if not isinstance(data[key], str) or not data[key].strip():
            raise ScenarioError(f"{key}={data[key]!r}: expected a text")
    position = data["position"]
    scenario = make(rules.Scenario, position, "position")
    seats = len(scenario.seats)
    seat, turns = whole(data["seat"], "seat", 0, seats - 1), whole(data.get("turns", 1), "turns", 1, MOST_TURNS)
    if not isinstance(data["goal"], Mapping):
        raise ScenarioError(f"goal={data['goal']!r}: expected a table such as {{ win = true }}")
    rules.Goal.of(data["goal"], seat, 0)
    lines = tuple(line_of(rules, entry, k, seats) for k, entry in enumerate(listed(data, "lines"), 1))
    if not lines:
        raise ScenarioError("lines is empty: expected at least one, [[lines]]")
    built = Puzzle(
        name=name,
        game=rules.GAME.name,
        title=data["title"],
        task=data["task"],
        seat=seat,
        turns=turns,
        chance=share(data["chance"]),
        argument=data["argument"].strip(),
        mistake=data["mistake"].strip(),
        scenario=scenario,
        lines=lines,
        goal_words=dict(data["goal"]),
        before=steps_of(rules, data, "before", "the puzzle", seats),
    )
    left = rules.left(built.start().S)
    if left:
        raise ScenarioError(
            f"dice={position['dice']!r}: the last {left} would be thrown in the puzzle: expected those of `before` only"
        )
    return built


def listed(data: Mapping[str, Any], key: str) -> list[Any]:
    if not isinstance(data[key], list):
        raise ScenarioError(f"{key}={data[key]!r}: expected a list")
    return data[key]


def share(given: Any) -> Fraction:
    try:
        plain = isinstance(given, str) and re.fullmatch(r"\d{1,9}([/.]\d{1,9})?", given)  # "1e999999999" has no end
        chance = Fraction(given) if plain else None
    except (ValueError, ZeroDivisionError):
        chance = None
    if chance is None or not 0 < chance <= 1:
        raise ScenarioError(f'chance={given!r}: expected a text such as "5/6" or "1", more than 0 and at most 1')
    return chance


def line_of(rules: Rules, entry: Any, k: int, seats: int) -> Line:
    where = f"line {k}"
    if not isinstance(entry, Mapping):
        raise ScenarioError(f"{where}={entry!r}: expected a table, [[lines]]")
    check_keys(where, entry, ("when", "rolls", "play", "replies"), {"play"})
    rolls = listed(entry, "rolls") if "rolls" in entry else []
    for roll in rolls:
        whole(roll, f"{where}: roll", rules.RESULTS[0], rules.RESULTS[-1])
    play, replies = (steps_of(rules, entry, key, where, seats) for key in ("play", "replies"))
    if not play:
        raise ScenarioError(f"{where}: play is empty: expected at least one action")
    return Line(play, tuple(rolls), replies, str(entry.get("when", "")))


def steps_of(rules: Rules, data: Mapping[str, Any], key: str, where: str, seats: int) -> tuple[tuple[str, ...], ...]:
    steps = []
    for step in listed(data, key) if key in data else []:
        if isinstance(step, int) and not isinstance(step, bool) and 1 <= step <= MOST_PASSES:
            steps += [(rules.PASS, rules.PASS)] * step
            continue
        texts = [step] if isinstance(step, str) else step
        if not isinstance(texts, list) or not texts or not all(isinstance(text, str) for text in texts):
            raise ScenarioError(
                f"{where}: {key}: {step!r}: expected a text of an action, a list of equal ones, or a number of passes"
            )
        for text in texts:
            rules.check_words(text, seats)
        steps.append(tuple(texts))
    return tuple(steps)


@lru_cache(maxsize=16)
def shipped(game: str = GAME, chapter: str = "") -> dict[str, Puzzle]:
    """The puzzles of the package for a game, or for a chapter of it, by name, sorted. ValueError as `folder_of`."""
    return {path.stem: read(path) for path in sorted(folder_of(game, chapter).glob("*.toml"))}


def find(name: str) -> Puzzle:
    """A shipped puzzle by its name, or one from a file. ValueError names the nearest one."""
    puzzles = {
        path.stem: (game, chapter)
        for game in games_with_puzzles()
        for chapter in chapters_of(game)
        for path in folder_of(game, chapter).glob("*.toml")
    }
    if name in puzzles:
        return shipped(*puzzles[name])[name]
    if name.endswith(".toml"):
        return read(name)
    raise ValueError(f"puzzle {name!r} is unknown: {near(name, puzzles, '`fs-env puzzles --list` lists them')}")
