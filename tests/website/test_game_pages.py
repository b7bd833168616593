"""The pages of docs/look_up/games: their tables say what the environments are."""

from __future__ import annotations

import json
import re
from pathlib import Path

import gymnasium
import pytest

import fs_env
from fs_env.registry.games import GAMES, load_game
from website.game_pages import filled, game_pages

FOLDER = Path(__file__).parents[2] / "docs" / "look_up" / "games"
RESULTS = FOLDER.parent / "leaderboard" / "results.json"
HEADINGS = ["Specs", "Observation", "Actions", "Rewards and end", "Options", "Rules and sources", "Bots", "Versions"]
SHIPPED = Path(fs_env.__file__).parents[1] / "agents" / "networks" / "shipped"
EACH = pytest.mark.parametrize("name", [*GAMES])


def page(name: str) -> str:
    """The page of a game as it is in the tree."""
    return (FOLDER / f"{name}.md").read_text(encoding="utf-8")


def specs(name: str) -> dict[str, str]:
    """The rows of the table of specs."""
    return dict(
        re.findall(r"^\| ([a-z][\w ]+) \| (.*) \|$", page(name).split("## Specs")[1].split("\n## ")[0], re.MULTILINE)
    )


@pytest.mark.slow
@EACH
def test_page__is_current_and_short(name) -> None:
    """The tables are current and list each network that comes with the package; all pages have the same headings and are short."""
    assert page(name) == game_pages(FOLDER)[f"{name}.md"], f"{name}.md is stale: `make docs` writes its tables"
    assert re.findall(r"^## (.+)", page(name), re.MULTILINE) == HEADINGS
    networks = [
        card["name"] for card in map(json.loads, map(Path.read_text, SHIPPED.glob("*.json"))) if card["game"] == name
    ]
    assert networks and all(f"\n| `policy:{network}` |" in page(name) for network in networks)
    assert 2_500 < len(page(name)) < 6_000


@EACH
def test_specs__are_those_of_the_environments(name) -> None:
    """Players, spaces and ids are what environments say when they are made."""
    told, module = specs(name), GAMES[name].module()
    fewest, most = map(int, re.findall(r"\d+", told["players"])[:2])
    for players in (fewest, most):
        assert module.env(num_players=players).possible_agents == [f"player_{seat}" for seat in range(players)]
    for players in (fewest - 1, most + 1):
        with pytest.raises(ValueError, match="num_players"):
            module.env(num_players=players)
    seat = gymnasium.make(told["id in Gymnasium"].strip("`"), opponents="random", disable_env_checker=True)
    space = seat.observation_space["observation"]
    assert told["observation"].startswith(f"int16 {space.shape}, from {space.low.min()} to {space.high.max()}")
    assert f"`Discrete({seat.action_space.n})`, with a mask: int8 ({seat.action_space.n},)" == told["actions"]
    assert told["import"].startswith(f"`from fs_env import {module.__name__.removeprefix('fs_env.')}`")


def test_specs__of_further_observations() -> None:
    """The table of rows has the shape that an environment gives it, and a sparse matrix its columns."""
    space = fs_env.four_souls_v1.seat_env(observation="sparse").observation_space["observation"]
    columns = space["indices"].feature_space.high + 1
    assert f'`observation="sparse"`: CSR of {columns:,} columns' in specs("four_souls")["observation"]
    rows = fs_env.four_souls_v1.env(observation="tokens").observation_space("player_0")["observation"].shape
    assert f'`observation="tokens"`: int16 {rows}' in specs("four_souls")["observation"]


@EACH
def test_specs__lengths_are_those_of_random_games(name) -> None:
    """The mean length agrees with games that are played by other means: step by step, from other seeds."""
    told = dict(re.findall(r"([\d,]+) \((\d)\)", specs(name)["decisions of a random game"]))
    mean = {int(players): int(number.replace(",", "")) for number, players in told.items()}
    game = load_game(name)
    assert [*mean] == [*range(game.min_players, game.max_players + 1)]
    S, players, total, games = game.new(), game.min_players, 0, 200
    for seed in range(games):
        game.setup(S, seed=10_000 + seed, num_players=players)
        game.playout(S, 0, seed, game.options["max_decisions"].default)
        total += game.decisions(S)
    assert total / games == pytest.approx(mean[players], rel=0.12)


@EACH
def test_specs__rewards_add_up_as_declared(name) -> None:
    """Where the sum is told to be 0 it is in every game; where not, some game has another one."""
    game = load_game(name)
    S, sums = game.new(), set()
    for seed in range(60):
        game.setup(S, seed=seed, num_players=game.max_players)
        game.playout(S, 0, seed, game.options["max_decisions"].default)
        sums.add(round(float(game.returns(S).sum()), 9))
    assert (sums == {0.0}) == specs(name)["rewards"].endswith("their sum 0")


@pytest.mark.parametrize(
    ("name", "task", "column"), [("four_souls", "four_souls_4_all", 3), ("castles_of_caleira", "castles_2", 1)]
)
def test_bots__are_those_of_the_leaderboard(name, task, column) -> None:
    """Each agent's share is that of the stored results."""
    wins = {
        one["agent"]: one["wins"] / one["games"]
        for one in json.loads(RESULTS.read_text())["entries"]
        if one["task"] == task
    }
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in page(name).splitlines()
        if line.startswith("| `")
    ]
    told = {row[0].strip("`"): row[column] for row in rows if len(row) > column and row[column].strip()}
    assert {"random", "heuristic"} <= set(told)
    assert all(cell.startswith(f"{100 * wins[agent]:.1f} %") for agent, cell in told.items())


def test_filled__marks_that_do_not_fit() -> None:
    """A part without marks, and marks without a part, are an error that names the parts."""
    with pytest.raises(
        ValueError, match="marks for specs, other: expected one pair for each of specs, options, bots, versions"
    ):
        filled(
            "".join(f"<!-- {part}: begin -->\n<!-- {part}: end -->\n" for part in ("specs", "other")),
            "betrayal",
            RESULTS,
        )
