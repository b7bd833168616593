"""The programs of `examples/`: each runs as it stands and does what it says."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fs_env.arena import load_agent
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.scenario import Scenario, Seat

EXAMPLES = Path(__file__).parents[2] / "examples"
LONGEST = 60  # lines


def load(name: str) -> dict[str, Any]:
    """What an example defines, without running it."""
    return runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="example")


@pytest.fixture
def printed(capsys):
    """Runs an example as a program; what it prints, line by line."""

    def run(name: str) -> list[str]:
        runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
        return capsys.readouterr().out.splitlines()

    return run


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_example__is_short_and_has_a_test(path) -> None:
    """An example fits on a page, says at its top how to run it, and has a test here that names it."""
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) < LONGEST
    assert f"\npython examples/{path.name}\n" in text.split('"""')[1]
    assert f'"{path.stem}")' in Path(__file__).read_text(encoding="utf-8")


def test_random_games__have_one_winner_and_can_be_repeated(printed) -> None:
    """Each line names the winner of a game; what the seats get sums to zero; a seed gives the same game again."""
    lines = printed("random_games")
    found = [re.fullmatch(r"seed (\d): (player_\d) wins after (\d+) decisions, results (.*)", line) for line in lines]
    assert len(found) == 5 and all(one and int(one[3]) > 100 for one in found)
    play = load("random_games")["play"]
    results, decisions = play(2)
    assert sorted(results.values()) == [-0.5, -0.5, 1.0]
    assert found[2] and (max(results, key=results.get), decisions) == (found[2][2], int(found[2][3]))


def test_read_observation__names_what_lies_on_the_table(printed) -> None:
    """In a position laid out by hand the lines have the coins, hit points, souls and hand cards of the seats."""
    seats = [Seat(coins=5, hand=["bomb", "bomb", "dagaz"]), Seat(coins=1, hp=1, souls=2), Seat(coins=0)]
    seen = GAME.observe(Scenario(players=seats).start().S, 1)
    example = load("read_observation")
    assert example["summary"](seen) == [
        "you: coins 1, hp 1, souls 2, hand 0",
        "1 to your left: coins 0, hp 2, souls 0, hand 0",
        "2 to your left: coins 5, hp 2, souls 0, hand 3",
    ]
    assert example["hand"](seen) == []
    first = GAME.observe(Scenario(players=seats).start().S, 0)
    assert sorted(example["hand"](first)) == ["bomb", "bomb", "dagaz"]
    lines = printed("read_observation")
    assert lines[1].startswith("you: coins ") and re.fullmatch(r"legal: \d+ .+", lines[-1])


def test_vector_policy__draws_legal_actions_and_beats_random_play(printed) -> None:
    """Draws stay within the masks and follow the logits; the policy wins more than half of its games against random play."""
    draw = load("vector_policy")["draw_actions"]
    masks = np.array([[0, 1, 1, 0], [1, 0, 0, 0]], np.int8)
    logits = np.array([0.0, 0.0, np.log(3), 50.0])
    drawn = np.array([draw(logits, masks, np.random.default_rng(seed)) for seed in range(400)])
    assert (drawn[:, 1] == 0).all() and set(drawn[:, 0]) == {1, 2}
    assert 0.68 < (drawn[:, 0] == 2).mean() < 0.82  # 3 to 1, four standard errors
    (line,) = printed("vector_policy")
    ended, won = map(int, re.findall(r"\d+", line)[:2])
    assert ended > 50 and won > ended / 2


def test_own_agent__plays_a_tournament(printed) -> None:
    """The bot is first in a table of two; the command line finds it in its file."""
    lines = printed("own_agent")
    wins = {name: float(n) for name, n in (re.match(r"(\w+): ([\d.]+) of 40", line).groups() for line in lines)}
    assert set(wins) == {"fighter", "random"} and sum(wins.values()) == 40 and wins["fighter"] > 20
    assert load_agent(f"{EXAMPLES / 'own_agent.py'}:Fighter").name == "fighter"


def test_replay__comes_to_the_same_position_or_says_that_it_does_not(printed) -> None:
    """The last actions are told; another seed, or a record of another environment, is refused."""
    lines = printed("replay")
    assert lines[0].startswith("a game of 200 decisions") and len(lines) == 11
    assert all(re.fullmatch(r"player_[01]: .+", line) for line in lines[1:])
    example = load("replay")
    game = example["record"](seed=3, decisions=1)
    assert len(example["replay"](game)) == 1
    with pytest.raises(ValueError, match="another position than recorded"):
        example["replay"]({**game, "end": example["record"](seed=4, decisions=1)["end"]})
    with pytest.raises(ValueError, match="four_souls_v0"):
        example["replay"]({**game, "environment": "four_souls_v0"})


def test_scenario__bomb_with_and_without_an_answer(printed) -> None:
    """Both lines of play come to their ends (the example expects them itself) and are told in words."""
    lines = printed("scenario")
    first, second = lines.index("unanswered:"), lines.index("answered:")
    assert "player 1: play Soul Heart" not in lines[first:second]
    assert "player 1: play Soul Heart" in lines[second:]


def test_maskable_ppo__learns_and_plays(printed) -> None:
    """A short run of MaskablePPO comes to its end, and the policy plays legal games."""
    pytest.importorskip("sb3_contrib", reason="needs the extra 'train'")
    learned, result = printed("maskable_ppo")
    found = re.fullmatch(r"trained on 2048 decisions; wins (\d+) % against random play", learned)
    assert found and 0 <= int(found[1]) <= 100 and re.fullmatch(r"mean result .*: -?[01]\.\d\d", result)
