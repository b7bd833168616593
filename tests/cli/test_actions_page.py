"""The pages of docs/look_up/actions."""

from __future__ import annotations

import re
from enum import IntEnum
from pathlib import Path

import pytest

from fs_env.cli import main
from fs_env.cli.actions_page import NOTE, about_ranges, actions_pages, game_page, span
from fs_env.core.machine.declare.action_ranges import ActionTable
from fs_env.games.four_souls.pages import VERBS
from fs_env.registry.games import GAMES, load_game

PAGES = Path(__file__).parents[2] / "docs" / "look_up" / "actions"
COLUMNS = {words: name for name, words in VERBS.items()}


class Question(IntEnum):
    """Questions to the players of a made-up game."""

    MOVE = 0


def words_on_page(text: str) -> dict[int, str]:
    """Every id that a part of the page tells, with its words: in its own row, or in the row of its card."""
    found: dict[int, str] = {}
    head: list[str] = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if cells[:1] in (["id"], ["card"]):
            head = cells
        elif not cells or set(cells[0]) <= set("-:"):
            head = head if cells else []
        elif head[:1] == ["id"]:
            found[int(cells[0])] = cells[1]
        elif head[:1] == ["card"]:
            for verb, cell in zip(head[2:], cells[2:]):
                ids = [int(number) for number in re.findall(r"\d+", cell)]
                for k, action in enumerate(ids, 1):
                    assert action not in found and verb in COLUMNS
                    found[action] = f"{verb} {cells[0]}" + (f" ({k})" if len(ids) > 1 else "")
    return found


@pytest.mark.parametrize("name", [*actions_pages()])
def test_page__is_current(name) -> None:
    """The page says what the declarations say today."""
    page = PAGES / name
    assert page.exists(), f"{page} is missing: `make docs` writes it"
    written, made = page.read_text(encoding="utf-8").splitlines(), actions_pages()[name].splitlines()
    changed = [line for line in made if line not in written] + [line for line in written if line not in made]
    assert written == made, f"{page} is stale; `make docs` writes it. First difference: {changed[:1]}"


@pytest.mark.parametrize("name", [*GAMES])
def test_page__lists_the_text_of_every_id(name) -> None:
    """Each id of a game stands on its page once, with the words that the game gives it."""
    game = load_game(name)
    assert words_on_page(game_page(game, name)) == {
        action: game.action_text(action) for action in range(game.num_actions)
    }


def test_ranges__ids_kept_free_are_counted_and_not_told() -> None:
    """A range with room for later cards shows how many of its ids are used; ids without words are passed over."""
    table = ActionTable()
    rule = f"R{2}"  # in one piece it would cite the rule
    table.add("leap", 3, "a leap", {Question.MOVE: f"the square is free ({rule})"})

    def text(action: int) -> str:
        if action == 0:
            raise ValueError("nothing yet")
        return f"leap {action}"

    page = "\n".join(about_ranges(table, "castles_of_caleira", text))
    assert "| `leap` | 0 to 2 | 2 of 3 | a leap | leap 1 |" in page
    assert f"| `leap` | `move` | | the square is free ([{rule}](../rules/castles_of_caleira.md#{rule})) |" in page


def test_command__prints_or_writes(tmp_path, capsys) -> None:
    """The command prints the page of a game, or writes all once; a folder that is not there is named."""
    assert main(["actions", "--game", "betrayal"]) == 0
    printed = capsys.readouterr().out
    assert "make docs" not in printed
    assert printed == game_page(load_game("betrayal"), "betrayal").replace(f"{NOTE}\n\n", "")
    for word in ("written: README.md, four_souls.md", "all are up to date"):
        assert main(["actions", "--pages", str(tmp_path)]) == 0
        assert word in capsys.readouterr().out
    assert {page.name: page.read_text(encoding="utf-8") for page in tmp_path.iterdir()} == actions_pages()
    assert main(["actions", "--pages", str(tmp_path / "no")]) == 2
    assert "the folder does not exist" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("ids", "told"), [(range(5, 6), "5"), (range(5, 8), "5 to 7"), ((0, 3, 4, 9, 10, 11), "0, 3 to 4, 9 to 11")]
)
def test_span__neighbours_by_first_and_last(ids, told):
    """Ids that later cards got lie apart from the first ones: each run of neighbours is told."""
    assert span(ids) == told
