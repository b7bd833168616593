"""The shipped puzzles: every chance, every best line, and that everything else is worse."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fs_env.core.betrayal.content.haunts import HAUNTS
from fs_env.core.four_souls.cards import SETS
from fs_env.puzzles.puzzle import find, follow, read, shipped
from fs_env.puzzles.rules import chapters_of, folder_of, games_with_puzzles
from fs_env.puzzles.verify import against, prove
from tests.puzzles.texts import FIGHT
from tests.rule_books.books import ID, rules, rulings

NAMES = [
    path.stem
    for game in games_with_puzzles()
    for chapter in chapters_of(game)
    for path in sorted(folder_of(game, chapter).glob("*.toml"))
]
ONE_IN_FOUR = [
    pytest.param(name, marks=pytest.mark.long if k % 4 else pytest.mark.slow) for k, name in enumerate(NAMES)
]


def test_shipped__enough_and_varied() -> None:
    """Twenty puzzles: 2 to 4 players, cards of all sets, three kinds of tasks, chances below 1 among them, no title twice.

    Ten plans besides: to win, to survive and to deny, each by two own actions or more in one turn.
    """
    puzzles, plans = shipped().values(), shipped(chapter="plans").values()
    assert len(puzzles) >= 20
    assert {len(puzzle.scenario.seats) for puzzle in puzzles} == {2, 3, 4}
    assert {name for puzzle in puzzles for name in puzzle.scenario.sets} == set(SETS)
    assert {frozenset(puzzle.goal_words) for puzzle in puzzles} >= {
        frozenset([word]) for word in ("win", "survive", "deny")
    }
    assert sum(puzzle.chance < 1 for puzzle in puzzles) >= 5
    assert len({puzzle.title for puzzle in (*puzzles, *plans)}) == len(puzzles) + len(plans)
    assert len(plans) >= 10 and {word for puzzle in plans for word in puzzle.goal_words} == {"win", "survive", "deny"}
    assert all(puzzle.turns == 1 and len(line.play) > 1 for puzzle in plans for line in puzzle.lines)
    assert not shipped().keys() & shipped(chapter="plans").keys()


def test_shipped__of_betrayal() -> None:
    """Ten puzzles: both sides, the three kinds of tasks, haunts with an open and a hidden traitor and without one."""
    puzzles = shipped("betrayal").values()
    assert len(puzzles) >= 10
    assert {puzzle.seat in puzzle.scenario.traitors for puzzle in puzzles} == {False, True}
    assert {word for puzzle in puzzles for word in puzzle.goal_words} == {"win", "survive", "deny"}
    numbers = {puzzle.scenario.haunt for puzzle in puzzles}
    assert len({haunt.shape for haunt in HAUNTS if haunt.number in numbers}) == 3
    assert len({puzzle.title for puzzle in puzzles}) == len(puzzles)


@pytest.mark.parametrize(("game", "some"), [("four_souls", {"R12.3", "ER-45"}), ("betrayal", {"R47", "R70", "A62"})])
def test_arguments__rules_that_exist(game: str, some: set[str]) -> None:
    """The rules and rulings that the arguments name are in the book."""
    told = [f"{one.argument} {one.mistake}" for part in chapters_of(game) for one in shipped(game, part).values()]
    cited = {found for text in told for found in re.findall(rf"\b{ID}\b", text)}
    assert some <= cited <= {*rules(game), *rulings()}


@pytest.mark.parametrize("name", ONE_IN_FOUR)
def test_prove__a_shipped_puzzle(name: str) -> None:
    """The best first actions begin the lines and reach the goal with the stated chance; all others reach it less often.

    In the position itself and in another determinization, against the worst replies, all throws enumerated; along the lines too.
    """
    proof = prove(find(name), 2)
    assert proof.faults == []
    assert proof.best
    assert len(proof.values) > len(proof.best)
    assert all(len(values) == 2 for values in proof.values.values())


@pytest.mark.slow
@pytest.mark.parametrize("name", ["the_harder_boss", "two_not_one", "fire_first"])
def test_against__the_best_line_with_real_throws(name: str) -> None:
    """Played with the game's own dice the goal is reached about as often as stated, at most four standard errors less."""
    puzzle, games = find(name), 20
    chance = float(puzzle.chance)
    least = games * chance - 4 * (games * chance * (1 - chance)) ** 0.5
    assert min(against(puzzle, ("heuristic", "random"), games).values()) >= least


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"3/4"', '"1/2"', "'attack Monstro' is worth 3/4, expected 1/2 in every determinization"),
        ('play = ["attack Monstro", 2, "activate The D6"]', 'play = ["attack the top of the monster deck"]', "no less than"),
        ('"attack Monstro", 2, "activate The D6"', '"attack Monstro", 3', "'pass' is worth 0, but activate The D6 1/2"),
        ("rolls = [2, 5]", "rolls = [2, 3]", "the goal is not reached"),
        ("rolls = [2, 5]", "rolls = [5]", "'activate The D6' is worth 1/2, but pass 1"),
        ("rolls = [2, 5]", "rolls = [2, 5, 1]", r"not thrown: the last 1 of \[2, 5, 1\]"),
        ('2, "activate The D6"]', '2, "activate The D6", "buy Synthoil"]', "not played: .*buy Synthoil"),
        ('items = ["the_d6"]', 'items = ["the_d6", "meat"]', "'attack Monstro' is worth 8/9, expected 3/4"),
    ],
)  # fmt: skip
def test_prove__a_file_that_is_wrong(tmp_path: Path, old: str, new: str, told: str) -> None:
    """A wrong chance, a worse action, a throw that loses and a step that is never played are found."""
    file = tmp_path / "one_hit.toml"
    assert old in FIGHT
    file.write_text(FIGHT)
    assert prove(read(file), 2).faults == []
    file.write_text(FIGHT.replace(old, new, 1))
    faults = prove(read(file), 2).faults
    assert any(re.search(told, fault) for fault in faults), faults


@pytest.mark.parametrize("name", ONE_IN_FOUR)
def test_lines__can_be_followed_choice_by_choice(name: str) -> None:
    """Each line of each puzzle ends with the goal after some own choices; any other choice on the way leaves it."""
    puzzle = find(name)
    for k in range(len(puzzle.lines)):
        taken: list[int] = []
        while (found := follow(puzzle, k, taken)) is not None and found[2] is not None:
            others = [action for action in found[0].ids() if action != found[2]]
            assert others and not any(follow(puzzle, k, [*taken, action]) for action in others)
            taken.append(found[2])
        assert found is not None and puzzle.goal.decided(found[0].S) and taken
        assert sum(event.startswith("roll: ") for event in found[1]) == len(puzzle.lines[k].rolls)
