"""The options of every game in all combinations of three: a row is played, or refused by a sentence that says how to change it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from itertools import combinations
from math import prod

import numpy as np
import pytest

from fs_env.arena import Plan
from fs_env.core.machine.declare.options import FEW, Option
from fs_env.core.machine.declare.outcome import Outcome
from fs_env.core.machine.run.game import Game
from fs_env.envs.text_table import TextTable
from fs_env.registry.games import GAMES, load_game
from fs_env.serve.store.setup import Setup, checked

STRENGTH, DECISIONS = 3, 200
MOST_REFUSED = {
    "four_souls": 0.7,
    "castles_of_caleira": 0.4,
    "betrayal": 0.9,
}  # most packs of Betrayal are no full game
LEAST_PLAYED = {"four_souls": 0.85, "castles_of_caleira": 0.9, "betrayal": 0.5}
REFUSED = {
    "four_souls": ({"sets": ["gold"], "held_out": -2, "draft": "two"}, {"sets": 2, "held_out": -2, "draft": 1}),
    "castles_of_caleira": ({"num_players": 3, "deck": "small"}, {"num_players": 3, "deck": 1}),
    "betrayal": ({"packs": ["documented", "original"], "haunt": 4}, {"packs": 3, "haunt": 4}),
}
"""Options of each game that cannot be played together, as keywords of environments and as numbers."""
ENDS = (Outcome.WON, Outcome.DRAWN, Outcome.TRUNCATED, Outcome.LOST)


def samples(option: Option) -> list[int]:
    """All values of an option if they are few, else the lowest, the highest, the default and one in between."""
    values = option.values
    if len(values) <= FEW:
        return list(values)
    return sorted({values[0], values[-1], option.default, values[len(values) // 3]})


def refusal(game: Game, row: dict[str, int]) -> str | None:
    """The sentence that refuses a row, None if it is accepted."""
    try:
        game.option_values(**row)
    except ValueError as error:
        return str(error)
    return None


def play(game: Game, row: dict[str, int], seed: int) -> None:
    """Plays random decisions up to the limit or the end of the game."""
    S, rng = game.new(), np.random.default_rng(seed)
    game.setup(S, seed=seed, **row)
    for _ in range(DECISIONS):
        if game.to_act(S) < 0:
            assert game.outcome(S) in ENDS, row
            assert np.abs(game.returns(S)).max() <= 1, row
            return
        legal = game.legal(S)
        assert len(legal), row
        game.step(S, int(rng.choice(legal)))


def triples(names: Iterable[str], rows: list[dict[str, int]]) -> set[tuple[object, ...]]:
    """All combinations of the values of three options that some row has."""
    return {three for row in rows for three in combinations([(name, row[name]) for name in names], STRENGTH)}


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_options__each_three_values_are_played_or_refused_with_a_remedy(name: str) -> None:
    """Each row of a covering array is played, or refused by a sentence that names an option of the row: once the options that sentences
    name are at their defaults, the row is played. A limit on the rows that are refused, and the combinations played, show that this
    still tests something."""
    covertable = pytest.importorskip("covertable", reason="the extra `test` has it")
    game = load_game(name)
    values = {option.name: samples(option) for option in game.options.values()}
    rows = covertable.make(values, strength=STRENGTH)
    played, refused = [], 0
    for seed, row in enumerate(map(dict, rows)):
        why = refusal(game, row)
        refused += why is not None
        while why is not None:
            named = [n for n, option in game.options.items() if f"{n}=" in why and row[n] != option.default]
            assert named, f"{row} is refused, and no option of it is named: {why}"
            row[named[-1]] = game.options[named[-1]].default
            why = refusal(game, row)
        play(game, row, seed)
        played.append(row)
    wanted = triples(values, rows)
    assert len(wanted) == sum(prod(map(len, three)) for three in combinations(values.values(), STRENGTH))
    assert refused <= MOST_REFUSED[name] * len(rows)
    assert len(triples(values, played) & wanted) >= LEAST_PLAYED[name] * len(wanted)


@pytest.mark.parametrize("name", GAMES)
def test_options__refused_alike_wherever_a_game_begins(name: str) -> None:
    """Environments, tournaments, tables in the browser and conversations refuse options that cannot be played together with the same
    sentence when they are created, and numbers outside the range of an option with its name."""
    game, (keywords, numbers) = load_game(name), REFUSED[name]
    players = numbers.get("num_players", game.min_players)
    rest = {option: value for option, value in numbers.items() if option != "num_players"}
    module = GAMES[name].module()
    why = refusal(game, numbers)
    assert why is not None
    for create in (
        partial(module.env, **keywords),
        partial(module.raw_env, **keywords),
        partial(module.seat_env, **keywords),
        partial(module.vector_env, num_envs=2, **keywords),
        partial(Plan, ["random"] * players, game=name, players=players, games=players, options=rest),
        partial(checked, Setup(name, ("random",) * players, ("",) * players, rest)),
        partial(TextTable, name, num_players=players, seed=1, options=rest),
    ):
        with pytest.raises(ValueError, match=re.escape(why)):
            create()
    for option in game.options.values():
        for number in {option.low - option.step, option.high + option.step, -(10**30), 10**30, -option.high - 9}:
            assert f"option {option.name}={number} is outside" in str(refusal(game, {option.name: number}))
