"""Plans of two own actions: rollouts that take a second action, and the search that looks for it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from fs_env.core.machine.compile.jit import compiled
from fs_env.core.machine.run.game import Game
from fs_env.core.machine.run.policy import RANDOM
from fs_env.core.machine.run.rollouts import Rollouts
from fs_env.puzzles.puzzle import shipped
from fs_env.puzzles.score import solve
from tests.agents.test_search import bot, position, view_of, worth
from tests.core.machine.nim import GAME, SHOW, TAKE_1, TAKE_2, TAKE_3, kernel, spec

ROWS = 4000 if compiled() else 400
IN_ONE_TURN = 1


@kernel
def one_turn(s):
    """A turn that lasts the whole game, as if all choices were made in it."""
    return IN_ONE_TURN


def after(first: int, second: int, stones: int) -> float:
    """Share of the win in Nim for two, both secrets shown, when the seat takes `first`, the other one plays at random, and the seat then
    takes `second` if it can, else at random, as both do from there on."""
    left = stones - first - 1
    if left == 0:
        return 1.0
    total, replies = 0.0, [take for take in (TAKE_1, TAKE_2, TAKE_3) if take < left]
    for reply in replies:
        rest = left - reply - 1
        if rest == 0:
            continue
        mine = [second] if second < rest else [take for take in (TAKE_1, TAKE_2, TAKE_3) if take < rest]
        total += sum(worth(rest, take, None, None) for take in mine) / len(mine)
    return total / len(replies)


def rolled(game: Game, first: int, second: int, stones: int) -> float:
    """The same by rollouts."""
    S = game.new()
    game.setup(S, seed=3, stones=stones)
    S.view(np.ndarray)["shown"][0, :2] = 1
    rollouts = Rollouts(game, ROWS)
    rollouts.actions[:], rollouts.seconds[:] = first, second + 1
    rollouts.policies[:, :2] = RANDOM.address
    rollouts.seeds[:] = rollouts.memory[:, 0, 0] = np.arange(ROWS)
    rollouts.memory[:, 1, 0] = np.arange(ROWS) + ROWS
    return float(rollouts.play(S, 0, 0)[:, 0].mean())


@pytest.mark.slow
@pytest.mark.parametrize(("first", "second"), [(TAKE_1, TAKE_1), (TAKE_2, TAKE_3), (TAKE_1, TAKE_3), (TAKE_3, TAKE_2)])
def test_rollouts__take_the_second_action_where_it_is_legal(first: int, second: int) -> None:
    """With random play besides, each pair is worth what the rules say, within four standard errors; so it is in the end of the game, where
    the second action is not always legal."""
    game = Game(spec(turn=one_turn))
    for stones in (5, 8, 9):
        assert rolled(game, first, second, stones) == pytest.approx(
            after(first, second, stones), abs=4 * 0.5 / np.sqrt(ROWS)
        )


def test_rollouts__forget_the_second_action_when_the_turn_is_over() -> None:
    """Where every choice is its own turn, the second action changes nothing."""
    plain = worth(8, TAKE_1, None, None)
    assert abs(after(TAKE_1, TAKE_3, 8) - plain) > 0.1, "this second action would matter"
    assert rolled(GAME, TAKE_1, TAKE_3, 8) == pytest.approx(plain, abs=4 * 0.5 / np.sqrt(ROWS))


@pytest.mark.skipif(not compiled(), reason="searches Four Souls")
def test_search__finds_what_single_actions_cannot() -> None:
    """Die rich: the first action of the best line pays only with a second one that the heuristic never takes. A search of single actions
    never solves it, one with plans does, with as many rollouts."""
    puzzle = shipped()["die_rich"]
    assert solve("search:rollouts=1200,plans=0", puzzle, 4).reached == 0
    assert solve("search:rollouts=1200,plans=0.5", puzzle, 4).reached == 4


def test_search__with_plans_keeps_its_limit_and_its_seed() -> None:
    """Rollouts for plans count, too; the same seed gives the same, whatever the other seat hides."""
    results: list[Any] = []
    for number in (1, 1, 4):
        agent = bot(rollouts=600, plans=0.5)
        agent.reset(0, 5)
        results.append(agent.search(view_of(position(secrets=(3, number), stones=9), 0)).to_json() | {"seconds": 0})
    assert results[0] == results[1] == results[2] and sum(results[0]["rollouts"]) <= 600
    assert set(results[0]["actions"]) == {TAKE_1, TAKE_2, TAKE_3, SHOW}
