"""All seats in words by TextArena's own registration, wrappers and state."""

from __future__ import annotations

import random
from collections import Counter

import pytest

ta = pytest.importorskip("textarena", reason="needs the extra 'textarena'")

from textarena.envs.registration import ENV_REGISTRY  # noqa: E402

import fs_env.interop.textarena  # noqa: E402
from fs_env.envs.text_table import TextTable  # noqa: E402
from fs_env.registry.games import GAMES  # noqa: E402

CASTLES = "CastlesOfCaleira-v0"


def test_registry__has_every_game_with_its_wrappers():
    fs_env.interop.textarena.register()
    ours = [name for name, spec in ENV_REGISTRY.items() if str(spec.entry_point).startswith("fs_env.")]
    assert len(ours) == 3 * len(GAMES) and {CASTLES, f"{CASTLES}-train", f"{CASTLES}-raw"} <= set(ours)


@pytest.mark.parametrize("form", ["", "-train"])
def test_play__is_the_game_of_the_seed(form):
    """The seats, messages and results are those of `TextTable`; no seat reads what another one reads."""
    env, dice, over = ta.make(CASTLES + form), random.Random(2), False
    env.reset(num_players=3, seed=5)
    table = TextTable("castles_of_caleira", num_players=3, seed=5)
    read, turns = {}, Counter()
    while not over:
        seat, text = env.get_observation()
        message = table.message()
        assert seat == table.seat and text.endswith(message.text) and table.rules(seat) in text
        assert not any(earlier in text for other, earlier in read.items() if other != seat)
        read[seat] = message.text
        answer = f"[{dice.randrange(len(message.actions)) + 1}]"
        turns[seat] += 1
        table.answer(answer)
        over, _ = env.step(answer)
    rewards, seats = env.close()
    assert rewards == dict(enumerate(table.rewards)) and any(rewards.values())
    assert [seats[seat]["reason"] for seat in range(3)] == ["won"] * 3 and not seats[0]["invalid_move"]
    assert {seat: seats[seat]["turn_count"] for seat in range(3)} == turns
    with pytest.raises(RuntimeError, match="the game is over"):
        env.step("[1]")


def test_invalid_answers__are_explained_and_then_forfeit_the_game():
    """One is explained and asked again, a legal one between forgives; the second in a row loses, and the others share the win."""
    env = ta.make(CASTLES)
    env.reset(num_players=3, seed=5)
    seat, _ = env.get_observation()
    assert env.step("no idea")[0] is False
    again, text = env.get_observation()
    assert again == seat and "attempted an invalid move" in text
    assert env.step("[1]")[0] is False
    loser, _ = env.get_observation()
    assert loser != seat and env.step("[0]")[0] is False and env.step("[0]")[0] is True
    rewards, seats = env.close()
    assert rewards == {one: -1 if one == loser else 0.5 for one in range(3)}
    assert [seats[one]["invalid_move"] for one in range(3)] == [one == loser for one in range(3)]
    assert seats[loser]["reason"] == "forfeited"


def test_agents__bots_answer_for_their_seats():
    env, over = ta.make(CASTLES, agents={1: "heuristic"}), False
    env.reset(num_players=2, seed=5)
    while not over:
        assert env.get_observation()[0] == 0
        over, _ = env.step("[1]")
    assert sum(env.close()[0].values()) == 0
