"""The tables of the pages in docs/look_up/games: `python -m website.game_pages FOLDER` writes them into the pages.

A page is written by hand but for what stands between marks, `<!-- specs: begin -->` and `<!-- specs: end -->`: numbers that come from the
game itself, from its options, from the stored results of the leaderboard, and from the history in its module.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from fs_env.cli.markdown import table
from fs_env.cli.options_page import written
from fs_env.cli.output import write_page
from fs_env.core.machine.run.game import Game
from fs_env.envs.spaces import SPARSE, schema_of
from fs_env.registry.games import games, load_game, manifest_of

BLOCK = re.compile(r"(<!-- (\w+): begin -->\n).*?(<!-- \2: end -->)", re.DOTALL)
GAMES_TIMED = 1000
"""Random games whose mean length a page gives."""


def filled(page: str, name: str, results: Path) -> str:
    """A page with the tables of today between its marks."""
    built: dict[str, Callable[[], str]] = {
        "specs": lambda: specs(name),
        "options": lambda: options(load_game(name)),
        "bots": lambda: bots(name, results),
        "versions": lambda: versions(name),
    }
    marked = [part for _, part, _ in BLOCK.findall(page)]
    if sorted(marked) != sorted(built):
        raise ValueError(
            f"the page of {name} has marks for {', '.join(marked)}: expected one pair for each of {', '.join(built)}"
        )
    return BLOCK.sub(lambda found: f"{found[1]}{built[found[2]]()}\n{found[3]}", page)


@lru_cache(maxsize=16)
def specs(name: str) -> str:
    game = load_game(name)
    module = manifest_of(name).environment
    schema = game.schema
    sizes = range(game.min_players, game.max_players + 1)
    lengths = [game.run_random(GAMES_TIMED, players, seed=0) for players in sizes]
    decisions = ", ".join(f"{found.decisions / found.games:,.0f} ({players})" for players, found in zip(sizes, lengths))
    choices = ", ".join(f"{found.choices / found.games:,.0f} ({players})" for players, found in zip(sizes, lengths))
    others = "".join(f'; `observation="{other}"`: {shape(game, other)}' for other in (*game.spec.schemas, SPARSE))
    rows = [
        ["import", f"`from fs_env import {module}`, then `{module}.env()`, `.seat_env()`, `.vector_env(n)`"],
        ["id in Gymnasium", f"`{manifest_of(name).gymnasium}`"],
        ["players", f"{game.min_players} to {game.max_players}, `player_0` and so on"],
        ["observation", f"int16 ({schema.size},), from {schema.low.min()} to {schema.high.max()}{others}"],
        ["actions", f"`Discrete({game.num_actions})`, with a mask: int8 ({game.num_actions},)"],
        [
            "rewards",
            "0 until the end, then -1 to 1" + (", their sum 0" if game.zero_sum() else ", their sum not always 0"),
        ],
        ["decisions of a random game", f"{decisions}, by players"],
        ["of them choices", f"{choices}: decisions with more than one legal action"],
        ["limit of decisions", f"{game.options['max_decisions'].default:,}, then the game is truncated"],
        ["a state", f"{game.dtype.itemsize:,} bytes"],
        ["version", f"v{manifest_of(name).version}"],
    ]
    return table(["", ""], rows, ())


def shape(game: Game, name: str) -> str:
    found = schema_of(game, name)
    return f"CSR of {found.size:,} columns" if name == SPARSE else f"int16 {tuple(found.shape)}"


def options(game: Game) -> str:
    return ", ".join(f"`{one.name}={written(one, one.default)}`" for one in game.options.values()) + "."


def bots(name: str, results: Path) -> str:
    """Table of win rates of this game's entries on the leaderboard, without variants of search that only differ in
    settings; without entries its results in the scenarios there."""
    from fs_env.leaderboard.entries import read_entries

    tasks = [task for task in manifest_of(name).tasks if task.players]
    opponents = {task.name: task.opponent for task in tasks}
    entries = [one for one in read_entries(results) if one.opponent == opponents.get(one.task)]
    won = {
        (one.agent, one.task): f"{100 * one.share:.1f} % ({100 * one.low:.1f} to {100 * one.high:.1f})"
        for one in entries
    }
    best: dict[str, float] = {}
    for one in entries:
        if one.agent.removesuffix(",gate=1").count("=") < 2:
            best[one.agent] = max(one.share, best.get(one.agent, 0.0))
    agents = sorted(best, key=lambda agent: -best[agent])
    if not agents:
        return scenario_table(name, results.parent / "entries")
    rows = [[f"`{agent}`", *(won.get((agent, task.name), "") for task in tasks)] for agent in agents]
    return table(["bot", *(task.title.partition(", ")[2] for task in tasks)], rows, range(1, len(tasks) + 1))


def scenario_table(name: str, folder: Path) -> str:
    """Table of the mean wins in each scenario of a game, from the evaluations in a folder; without any an empty text."""
    from fs_env.leaderboard.board import board_of
    from fs_env.leaderboard.evaluation import read
    from fs_env.leaderboard.field import the_field
    from fs_env.leaderboard.markdown import percent

    evaluations = [read(file) for file in sorted(folder.glob("*.json"))]
    scenarios = [one for one in the_field().scenarios.values() if one.game == name and not one.track]
    members = the_field().members.get(name, {})
    rows: dict[str, list[str]] = {}
    for place, scenario in enumerate(scenarios):
        for line in board_of(scenario, evaluations).lines:
            bot = members[line.agent].spec if line.agent in members else line.agent
            rows.setdefault(bot, [f"`{bot}`", *[""] * len(scenarios)])[1 + place] = percent(line.mean)
    heads = ["bot", *(f"`{one.name}`" for one in scenarios)]
    return table(heads, [*rows.values()], range(1, len(heads))) if rows else ""


def versions(name: str) -> str:
    """The history in the docstring of the environment's module."""
    module = manifest_of(name).module
    text = (module and module().__doc__) or ""
    history = text.partition("Version history:\n")[2].partition("\n\n")[0]
    found = re.findall(r"^ +(v\d+): (.*?)(?=\n +v\d+:|\Z)", history, re.DOTALL | re.MULTILINE)
    return "\n".join(f"- **{version}**: {' '.join(words.split())}" for version, words in found)


def game_pages(folder: Path) -> dict[str, str]:
    results = folder.parent / "leaderboard" / "results.json"
    files = {name: folder / f"{name}.md" for name in games()}
    return {file.name: filled(file.read_text(encoding="utf-8"), name, results) for name, file in files.items()}


def main() -> int:
    folder = Path(sys.argv[1])
    for name, text in game_pages(folder).items():
        print(f"{folder / name}: {'written' if write_page(folder / name, text) else 'already up to date'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
