"""Answers of compiled bots to the pending decisions of all rows, legal actions as ids, and who sits where."""

from __future__ import annotations

import numpy as np
import pytest

from fs_env.core.castles_of_caleira.game import GAME as CASTLES
from fs_env.core.machine.run.answers import answers_of, legal_ids
from fs_env.core.machine.run.policy import RANDOM
from fs_env.envs import GameVectorEnv
from fs_env.envs.labels import Labels
from tests.core.machine.nim import GAME as NIM
from tests.core.machine.players import BY_SEED, TAKE_MOST


@pytest.mark.parametrize("bot", ["random", "by_seed"])
def test_labels__played_by_them_is_the_game_of_the_bot(bot):
    """Who plays the labels of a bot that draws by its seed, in both seats, plays its game: against itself, decision by
    decision, in the first game of each row; the bots of this package also in the next ones."""
    bot = {"random": RANDOM, "by_seed": BY_SEED}[bot]
    env = GameVectorEnv(NIM, 8, view="self_play", autoreset_mode="SameStep", game_options={"stones": 30})
    labels = Labels(env, bot)
    env.reset(seed=4)
    lengths = lengths_of(env, labels)
    plain = GameVectorEnv(NIM, 8, seat=0, opponents=[bot], autoreset_mode="SameStep", game_options={"stones": 30})
    own = Labels(plain, bot)
    plain.reset(seed=4)
    games = 1 if bot is BY_SEED else 3
    assert lengths[:, :games].tolist() == lengths_of(plain, own)[:, :games].tolist() and len(set(lengths.flat)) > 2


def lengths_of(env, labels, games=3):
    """The decisions of the first games of each row, (rows, games)."""
    lengths = [[] for _ in range(env.num_envs)]
    while min(map(len, lengths)) < games:
        _, _, over, _, infos = env.step(labels())
        for row in np.flatnonzero(over):
            lengths[row].append(int(infos["final_info"]["decisions"][row]))
    return np.array([found[:games] for found in lengths])


def test_labels__are_the_bots_answers_without_its_moves():
    """Labels are what the bot answers at the same observations, whatever is played instead; -1 where a game is over."""
    env = GameVectorEnv(CASTLES, 6, opponents="random", autoreset_mode="NextStep")
    labels, policy = Labels(env, "heuristic"), Labels(env, "heuristic").policy
    told, _ = env.reset(seed=2)
    ended = 0
    for _ in range(60):
        found = labels()
        for row, mask in enumerate(told["action_mask"]):
            if env.pending().seats[row] < 0:
                assert found[row] == -1
                ended += 1
            else:
                legal = mask.nonzero()[0].astype(np.int16)
                assert found[row] == policy.act(told["observation"][row], legal, policy.new_memory(0))
        told, *_ = env.step(told["action_mask"].argmax(1))
    assert ended > 3


def test_labels__of_what_cannot_answer():
    env = GameVectorEnv(NIM, 2)
    with pytest.raises(ValueError, match="is not a compiled bot"):
        Labels(env, lambda view: 0)
    with pytest.raises(ValueError, match="plays 'castles_of_caleira'"):
        Labels(env, Labels(GameVectorEnv(CASTLES, 1), "heuristic").policy)


def test_answers__wrong_arrays_and_answers():
    """Arrays that compiled code would read beyond, and answers that are not legal, are errors with names and numbers."""
    obs, mask = np.zeros((3, NIM.schema.size), np.int16), np.ones((3, 4), np.int8)
    memory = np.zeros((3, TAKE_MOST.words), np.int64)
    mask[1] = 0
    mask[1, 2] = 1
    mask[2] = 0
    answers = answers_of(RANDOM, obs, mask, memory)
    assert answers[1] == 2 and answers[2] == -1 and 0 <= answers[0] <= 3
    with pytest.raises(ValueError, match="places 0 to 3 among 3 memories"):
        answers_of(RANDOM, obs, mask, memory, np.array([0, 1, 3]))
    with pytest.raises(ValueError, match="obs is int64"):
        answers_of(RANDOM, obs.astype(np.int64), mask, memory)
    with pytest.raises(ValueError, match="needs one of each"):
        answers_of(RANDOM, obs, mask[:2].copy(), memory)


def test_legal_ids__are_those_of_the_mask():
    """Ids ascend, -1 follows the last one; the counts are those of the mask; a width that is too small is refused."""
    rng = np.random.default_rng(3)
    mask = (rng.random((50, 90)) < 0.1).astype(np.int8)
    mask[7], mask[8] = 0, 1
    ids, counts = legal_ids(mask)
    assert ids.dtype == np.int16 and ids.shape == (50, 90) and counts.tolist() == mask.sum(1).tolist()
    for row in range(50):
        assert ids[row, : counts[row]].tolist() == np.flatnonzero(mask[row]).tolist()
        assert (ids[row, counts[row] :] == -1).all()
    few, _ = legal_ids(mask[:7].copy(), most=40)
    assert few.shape == (7, 40) and (few[:, :20] == legal_ids(mask[:7].copy(), most=20)[0]).all()
    with pytest.raises(ValueError, match="a decision has 90 legal actions, most=40"):
        legal_ids(mask, most=40)
    with pytest.raises(ValueError, match="contiguous int8"):
        legal_ids(mask[:, ::2])


def test_environment__legal_ids_beside_the_mask():
    """The ids of an environment are those of its masks, also after a caller wrote into the mask."""
    env = GameVectorEnv(CASTLES, 5, view="self_play")
    told, _ = env.reset(seed=1)
    wanted = [np.flatnonzero(mask).tolist() for mask in told["action_mask"]]
    told["action_mask"][:] = 0
    ids, counts = env.legal_ids(most=30)
    assert [ids[row, : counts[row]].tolist() for row in range(5)] == wanted and ids.shape == (5, 30)


def test_seating__reports_the_agent_of_each_seat():
    """With one opponent for each other seat they sit in turn order after the learner; with drawn ones both occur."""
    env = GameVectorEnv(CASTLES, 6, num_players=3, seat="rotate", opponents=["heuristic", "random"])
    _, infos = env.reset(seed=1)
    assert env.opponents == ("heuristic", "random")
    for row, seat in enumerate(infos["seat"].tolist()):
        expected = [0, 0, 0]
        expected[seat], expected[(seat + 1) % 3], expected[(seat + 2) % 3] = -1, 0, 1
        assert env.seating()[row].tolist() == expected
    drawn = GameVectorEnv(CASTLES, 40, num_players=2, opponents={"heuristic": 1, "random": 3})
    drawn.reset(seed=1)
    who = drawn.seating().max(1)
    assert set(who.tolist()) == {0, 1} and (who == drawn.opponents.index("random")).sum() > 20
    alone = GameVectorEnv(CASTLES, 2, view="self_play")
    alone.reset(seed=1)
    assert alone.opponents == () and (alone.seating() == -1).all()
