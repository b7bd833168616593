"""`observation="sparse"`: the rows of a sparse matrix say what the flat observation says."""

from __future__ import annotations

import copy
import re
from itertools import pairwise

import numpy as np
import pytest

from fs_env.agents.networks.coding import Coding
from fs_env.core.machine.declare.observation import ObservationSchema
from fs_env.envs import GameAEC, GameSeatEnv, GameVectorEnv, load_game


def one_hot(schema: ObservationSchema, seen: np.ndarray) -> dict[int, float]:
    """Column -> value of a flat observation, number by number."""
    found, column = {}, 0
    for number, low, high, is_code in zip(
        *(part.tolist() for part in (seen, schema.low, schema.high, schema.are_codes))
    ):
        if is_code and number > low:
            found[column + number - low - 1] = 1.0
        elif not is_code and number:
            found[column] = float(np.sign(number) * np.log1p(abs(number)))
        column += high - low if is_code else 1
    return found


def rows_of(matrix: dict[str, np.ndarray]) -> list[dict[int, float]]:
    """Column -> value of each row, whose columns ascend."""
    ends, columns, values = (matrix[name].tolist() for name in ("indptr", "indices", "values"))
    rows = [dict(zip(columns[a:b], values[a:b])) for a, b in pairwise(ends)]
    assert ends[0] == 0 and ends[-1] == len(columns) == len(values)
    assert all(list(row) == sorted(row) for row in rows) and sum(map(len, rows)) == len(columns)
    return rows


@pytest.mark.parametrize("name", ["castles_of_caleira", "four_souls", "betrayal"])
def test_sparse__is_the_flat_observation_one_hot(name):
    """In the same games, final observations, one seat, and a copy in the middle included; all lies in the declared spaces, and two
    worlds that a seat cannot distinguish have the same row."""
    game = load_game(name)
    options = {"view": "self_play", "game_options": {"max_decisions": 30}, "autoreset_mode": "SameStep"}
    flat, sparse = (GameVectorEnv(game, 3, observation=form, **options) for form in ("flat", "sparse"))
    (expected, _), (seen, _) = (env.reset(seed=1) for env in (flat, sparse))
    draw, finals = np.random.default_rng(0), 0
    for step in range(40):
        assert seen in sparse.observation_space
        if step % 8 == 0:
            rows = rows_of(seen["observation"])
            assert rows == [pytest.approx(one_hot(game.schema, one)) for one in expected["observation"]]
            sparse = copy.deepcopy(sparse)
        chosen = (expected["action_mask"] * draw.random(expected["action_mask"].shape)).argmax(axis=1)
        (expected, *_, infos), (seen, *_, others) = (env.step(chosen) for env in (flat, sparse))
        np.testing.assert_array_equal(seen["action_mask"], expected["action_mask"])
        for one, other in zip(infos.get("final_obs", ()), others.get("final_obs", ()), strict=True):
            if one is not None:
                finals += 1
                assert other in sparse.single_observation_space
                assert rows_of(other["observation"]) == [pytest.approx(one_hot(game.schema, one["observation"]))]
    assert finals == 3
    one, other = (GameSeatEnv(game, observation=form, mask_in="info").reset(seed=1)[0] for form in ("flat", "sparse"))
    assert rows_of(other) == [pytest.approx(one_hot(game.schema, one))]

    column, coding = max(rows_of(other)[0]), sparse.coding
    place, value = coding.number_of(column)
    assert one[place] == value or value is None
    S = game.new()
    game.setup(S, seed=5)
    seat, twin = game.to_act(S), game.clone(S)
    game.resample(twin, seat, 0, 99)
    assert game.snapshot(twin) != game.snapshot(S)
    told = [coding.from_flat(game.observe(world, seat)) for world in (S, twin)]
    assert rows_of(told[0]) == rows_of(told[1]) and rows_of(told[0])[0]


def test_sparse__is_refused_where_it_cannot_be():
    """Errors name the value and what was expected instead: PettingZoo's environments, wrong names, observations of another game."""
    game = load_game("castles_of_caleira")
    with pytest.raises(
        ValueError, match="observation='sparse' is a form of seat_env and vector_env: here expected flat"
    ):
        GameAEC(game, observation="sparse")
    with pytest.raises(ValueError, match="unknown observation 'spars': expected flat, sparse; did you mean 'sparse'"):
        GameVectorEnv(game, 2, observation="spars")
    coding = Coding.of_schema(game.schema)
    with pytest.raises(ValueError, match=re.escape("observations of shape (2, 3): expected (k, 190)")):
        coding.from_flat(np.zeros((2, 3), np.int16))
    with pytest.raises(ValueError, match=f"column={coding.size}"):
        coding.number_of(coding.size)
    sb3 = pytest.importorskip("fs_env.envs.sb3", reason="needs the extra 'train'")
    with pytest.raises(ValueError, match='observation="sparse": stable-baselines3 stores no sparse observations'):
        sb3.GameVecEnv(GameVectorEnv(game, 2, observation="sparse", autoreset_mode="SameStep"))
