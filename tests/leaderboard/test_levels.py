"""The bots that are offered to people, and what the leaderboard says of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from fs_env.games import SHIPPED
from fs_env.leaderboard.field import the_field

BOARD = Path(__file__).parents[2] / "docs" / "look_up" / "leaderboard.md"


@pytest.mark.parametrize("manifest", [one for one in SHIPPED if one.levels], ids=lambda one: one.id)
def test_levels__have_the_ratings_of_the_leaderboard(manifest):
    """From easy to hard, each with the rating that the page of the leaderboard prints for it."""
    field = the_field()
    scenario = next(one for one in field.scenarios.values() if one.game == manifest.id)
    rest = BOARD.read_text(encoding="utf-8").partition(f"`--scenario {scenario.name}`")[2]
    rows = [[cell.strip(" *") for cell in line.split("|")[1:-1]] for line in rest.split("\n## ")[0].split("\n")]
    rated = {
        row[0].partition("*")[0]: int(row[4].split(" ")[0])
        for row in rows
        if len(row) > 5 and row[4][:1] in "+-" and row[4][1:2].isdigit()
    }
    names = {member.spec: member.name for member in field.members.get(manifest.id, {}).values()}
    names |= {
        name: f"{name} (current)" for name in names.values() if name not in names
    }  # its first version is the member
    rows_of = [names.get(level.bot, level.bot) for level in manifest.levels]
    assert [level.rating for level in manifest.levels] == [rated.get(name) for name in rows_of]
    ratings = [level.rating for level in manifest.levels if level.rating is not None]
    assert ratings == sorted(ratings)
