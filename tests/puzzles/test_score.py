"""Scores of agents, and the command `fs-env puzzles`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fs_env.arena.match import AgentFailed
from fs_env.cli import main
from fs_env.puzzles.puzzle import read, shipped
from fs_env.puzzles.score import OPPONENT, Score, Solved, score, solve
from tests.puzzles.texts import FIGHT

BOT = '''
class Bot:
    """Takes the first legal action of a list of texts."""

    name = "fighter"

    def reset(self, seat, seed):
        pass

    def act(self, view):
        texts = {view.text(int(action)): int(action) for action in view.legal}
        for wanted in WANTED:
            if wanted in texts:
                return texts[wanted]
        return int(view.legal[0])
'''


def bot(folder: Path, *wanted: str) -> str:
    """The location of a bot that takes the first of these actions that is legal, else passes."""
    file = folder / f"bot_{len(wanted)}.py"
    file.write_text(f"WANTED = {[*wanted, 'pass']!r}\n{BOT}")
    return f"{file}:Bot"


def test_solve__the_share_of_a_known_line(tmp_path: Path) -> None:
    """One roll that hits with 1/2; a bot that only passes never wins."""
    file = tmp_path / "one_hit.toml"
    file.write_text(FIGHT)
    puzzle, games = read(file), 400
    found = solve(bot(tmp_path, "attack Monstro"), puzzle, games)
    assert (found.games, found.players, found.chance) == (games, 2, 0.75)
    low, high = found.interval
    assert low < 0.5 < high
    assert solve(bot(tmp_path), puzzle, games).reached == 0


def test_solve__deterministic_in_the_seed() -> None:
    """Equal seeds give equal results, another seed other throws."""
    puzzle = shipped()["the_harder_boss"]
    same = [solve("heuristic", puzzle, 40, seed) for seed in (3, 3, 4, 5, 6)]
    assert same[0] == same[1]
    assert len({found.reached for found in same}) > 1


def test_solve__an_agent_that_fails(tmp_path: Path) -> None:
    """Its error names the agent and its seat."""
    file = tmp_path / "broken.py"
    file.write_text("def choose(view):\n    return -1\n")
    with pytest.raises(AgentFailed, match="'choose' in seat 0.*answered -1, which is not legal now"):
        solve(f"{file}:choose", shipped()["bait"], 1)


def test_score__what_is_divided_by_what() -> None:
    """30 of 40 where 3/4 is possible and 10 of 40 where everything is: (3/4 + 1/4) / (3/4 + 1)."""
    rows = (Solved("a", "win", 2, 40, 30, 0.75), Solved("b", "win", 2, 40, 10, 1.0))
    found = Score("bot", rows)
    assert found.score == pytest.approx(1 / 1.75)
    wilson = 0.598060, 0.858129  # of 30 of 40 games; of 10 of 40 it is the mirror image
    apart = ((0.75 - wilson[0]) ** 2 + (wilson[1] - 0.75) ** 2) ** 0.5 / 1.75
    assert (found.interval.low, found.interval.high) == pytest.approx((1 / 1.75 - apart, 1 / 1.75 + apart), abs=1e-6)
    once = Score(
        "bot", tuple(Solved(name, "win", 2, 1, 0, 1.0) for name in "ab")
    ).interval  # Wilson's of 0 of 1: 0 to 0.793
    assert (once.low, once.high) == pytest.approx((0, 2**0.5 * 0.793450 / 2), abs=1e-6)
    assert Score("perfect", (Solved("a", "win", 2, 40, 30, 0.75),)).score == 1


def test_score__the_heuristic_is_better_than_chance() -> None:
    """Over all puzzles it reaches more goals than random play, by more than twice its interval, and less than all."""
    one, other = (score(spec, shipped().values(), 20) for spec in ("heuristic", "random"))
    assert one.score - other.score > 2 * (one.interval.high - one.interval.low)
    assert one.score < 0.9


def test_command__table_and_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The table has a row for each puzzle; the JSON has the same numbers, and the same again with the same seed."""
    files = [tmp_path / "one.json", tmp_path / "two.json"]
    for file in files:
        names = ["--only", "bait", "--only", "the_harder_boss"]
        assert main(["puzzles", "random", "--games", "12", "--seed", "5", *names, "--json", str(file)]) == 0
    shown = capsys.readouterr().out
    data = json.loads(files[0].read_text())
    assert data == json.loads(files[1].read_text())
    assert (data["agent"], data["games"], data["seed"]) == ("random", 12, 5)
    assert [row["puzzle"] for row in data["puzzles"]] == ["bait", "the_harder_boss"]
    for row in data["puzzles"]:
        assert f"{100 * row['share']:.1f} %" in shown


def test_command__list_and_show(capsys: pytest.CaptureFixture[str]) -> None:
    """The list names every puzzle; a puzzle is shown without its solution unless that is asked for."""
    assert main(["puzzles", "--list"]) == 0
    listed = capsys.readouterr().out
    assert all(name in listed.replace("\n", "") for name in shipped())
    assert main(["puzzles", "--show", "two_not_one"]) == 0
    plain = capsys.readouterr().out
    assert "Your task: deny the fourth soul this turn" in plain
    assert "Legal: pass, play Dice Shard, activate Mini Mush" in plain
    assert "number -2" not in plain
    assert main(["puzzles", "--show", "two_not_one", "--solution"]) == 0
    assert "activate Mini Mush; pass; number -2" in capsys.readouterr().out


def test_command__another_game_or_a_chapter(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The puzzles of a game or chapter that is named are listed and played, and no others; one is shown in that game's words."""
    assert main(["puzzles", "--list", "--game", "betrayal"]) == 0
    listed = capsys.readouterr().out
    assert "Puzzles of Betrayal at Baldur's Gate" in listed
    assert all(name in listed.replace("\n", "") for name in shipped("betrayal"))
    assert main(["puzzles", "--show", "fire_first", "--solution"]) == 0
    assert "it does not burn (rolls: 4, 3, 1): attempt task 1; attack player 1 to your left" in capsys.readouterr().out
    file = tmp_path / "score.json"
    assert main(["puzzles", "random", "--game", "betrayal", "--games", "2", "--json", str(file)]) == 0
    assert [row["puzzle"] for row in json.loads(file.read_text())["puzzles"]] == list(shipped("betrayal"))
    assert main(["puzzles", "random", "--chapter", "plans", "--games", "2", "--json", str(file)]) == 0
    assert [row["puzzle"] for row in json.loads(file.read_text())["puzzles"]] == list(shipped(chapter="plans"))
    assert main(["puzzles", "--show", "dug_up"]) == 0
    assert "Legal: pass, play 4 Cents!, activate The Shovel" in capsys.readouterr().out


def test_command__help_names_the_bot_of_the_other_seats(capsys: pytest.CaptureFixture[str]) -> None:
    """The opponents of the help are those of the score."""
    with pytest.raises(SystemExit):
        main(["puzzles", "--help"])
    assert f"{OPPONENT} plays the other seats." in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "expected a bot, --list or --show NAME"),
        (["random", "--list"], "expected a bot, --list or --show NAME"),
        (["--list", "--game", "castles_of_caleira"], "expected one with puzzles"),
        (["--list", "--chapter", "plan"], "chapter='plan': expected plans of four_souls"),
        (["--show", "bayt"], "did you mean 'bait'"),
        (["randm"], "randm"),
        (["random", "--games", "0"], "--games 0: expected 1 or more"),
    ],
)
def test_command__mistakes(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    """An error in one line, and exit code 2."""
    assert main(["puzzles", *words]) == 2
    assert told in capsys.readouterr().err
