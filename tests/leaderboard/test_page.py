"""The page, and that it is made of the stored file alone."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from fs_env.agents.networks.model_cards import model_card
from fs_env.agents.networks.shipped_files import shipped
from fs_env.leaderboard.board_page import boards_of
from fs_env.leaderboard.entries import read_entries
from fs_env.leaderboard.evaluation import read
from fs_env.leaderboard.head_to_head import read_matches
from fs_env.leaderboard.markdown import PLOTS
from fs_env.leaderboard.page import page, plots
from fs_env.leaderboard.tasks import tasks
from tests.leaderboard.entries import entry

DOCS = Path(__file__).parents[2] / "docs" / "look_up"


def test_page__is_that_of_the_stored_results() -> None:
    """docs/look_up/leaderboard.md is what `make leaderboard` writes, and every shipped agent has an entry in each task that it can play:
    bots without parameters and networks with all games, those that search with at least a hundred."""
    stored = read_entries(DOCS / "leaderboard" / "results.json")
    evaluations = [read(file) for file in sorted((DOCS / "leaderboard" / "entries").glob("*.json"))]
    matches, boards = read_matches(DOCS / "leaderboard" / "head_to_head.json"), boards_of(evaluations)
    assert (DOCS / "leaderboard.md").read_text(encoding="utf-8") == page(stored, evaluations, matches, boards)
    files = {file.name: file.read_text(encoding="utf-8") for file in (DOCS / PLOTS).glob("*")}
    assert files == plots(boards, matches)
    entered = {(one.agent, one.task): one for one in stored}
    for task in tasks():
        assert min(entered[bot, task.name].games for bot in ("random", "heuristic")) >= task.games
        if task.game == "four_souls":
            assert entered["heuristic@1", task.name].games >= task.games
        entrants = [one.agent for one in stored if one.task == task.name]
        assert all(any(agent.startswith(kind) for agent in entrants) for kind in ("search:", "tree:")), task.name
    wanted = {task.name: task.games for task in tasks()}
    assert all(one.games >= (100 if ":" in one.agent else wanted[one.task]) for one in stored)
    homes = {"castles_of_caleira": "castles_2", "four_souls_4": "four_souls_4_all"}
    homes |= dict.fromkeys(("four_souls_2", "four_souls_2_scratch", "four_souls_2_best_response"), "four_souls_2_base")
    assert {f"policy:{name}" for name in shipped()} <= {one.agent for one in evaluations}
    played = {name for name in shipped() if model_card(name).game in {task.game for task in tasks()}}
    assert set(homes) == played, "a network that is shipped for a game with tasks has one"
    for network, home in homes.items():
        assert entered[f"policy:{network}", home].games >= 1000


def test_page__the_row_of_an_entry() -> None:
    """Share, interval, rating with its interval by hand (3/4 is 400 log10(3) = +191), time, command and machine."""
    text = page([entry("bot", forfeits=3)])
    assert "| bot (3 forfeited) | 1,000 | 75.0 % | 70.0 to 80.0 | +191 [+147, +241] | 2 |" in text
    assert "- bot: `fs-env leaderboard bot` (a chip; fs-env 9.9)" in text


def test_page__order_and_marks() -> None:
    text = page([entry("weak", wins=1), entry("few", wins=9, games=10), entry("elsewhere", opponent="somebody")])
    assert text.index("| few | 10 of 1,000 |") < text.index("| weak |")
    assert "elsewhere" not in text
    assert text.partition("## Against one bot")[2].count("No entries.") == len(tasks()) - 1


def test_page__names_that_would_break_a_table() -> None:
    assert "| a/b (img) 'c' d | 1,000 |" in page([entry("a|b <img> `c`\nd")])
    assert "| 'search' | 1,000 |" in page([entry("*search*")]), "only members are in italics"


def test_page__texts_of_an_entry_write_no_lines_of_the_page() -> None:
    """Commands and versions come from files of others."""
    forged = "x`\n\n## Faked\n\n| bot | 99 |"
    evaluation = replace(
        read(next((DOCS / "leaderboard" / "entries").glob("*.json"))),
        command=forged,
        versions={"fs-env": forged},
        summary={},
    )
    versions = {"fs-env": forged}
    for text in (page([entry(command=forged, versions=versions)]), page([], [evaluation])):
        assert "x' ## Faked / bot / 99 /" in text and not [
            line for line in text.splitlines() if line.startswith("## Faked")
        ]
    assert "| (x)(http://a.example) | 1,000 |" in page([entry("[x](http://a.example)")])


@pytest.mark.parametrize("wins", [0, 1000])
def test_page__everything_won_or_lost(wins: float) -> None:
    """There is no rating, but a bound of it: 400 log10(19) = 512."""
    row = next(line for line in page([entry(wins=wins)]).splitlines() if line.startswith("| bot | 1,000"))
    assert row.split("|")[5].strip() == ("- [-, -512]" if wins == 0 else "- [+512, -]")


def test_readme__shows_the_stored_results() -> None:
    """Each share of README's table of strength is a stored one, of as many games as it states; those without search of 10,000 at least."""
    text = (
        (DOCS.parents[1] / "README.md").read_text(encoding="utf-8").partition("## Strength\n")[2].partition("\n## ")[0]
    )
    rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in text.splitlines() if row.startswith("| `")]
    stored = json.loads((DOCS / "leaderboard" / "results.json").read_text(encoding="utf-8"))["entries"]
    direct = json.loads((DOCS / "leaderboard" / "head_to_head.json").read_text(encoding="utf-8"))["matches"]
    shares = {(one["task"], f"{100 * one['wins'] / one['games']:.1f}", one["games"]) for one in stored}
    for one in direct:
        deals, games = one["adjusted"] or one["shares"], one["part"] * len(one["digests"])
        mean = sum(float(share) * n for share, n in deals.items()) / sum(deals.values())
        shares.add((one["scenario"], f"{100 * mean:.1f}", games))
    columns = ("four_souls_2_base", "four_souls_4_all", "castles_2", "puzzles")
    seen = 0
    for bot, *cells in rows:
        for task, cell in zip(columns, cells):
            if cell:
                share, games = cell.split()[0], int(cell.split("(")[1].rstrip(")").replace(",", ""))
                assert (task, share, games) in shares, (bot, task, cell)
                assert games >= 10_000 or task == "puzzles" or bot.startswith("`search"), (bot, task, cell)
                seen += 1
    assert seen >= 14
