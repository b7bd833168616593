"""`heuristic@1` answers as it always has: digests of its games and of single answers.

They were made before it had a successor, and anew when derived numbers stopped lagging behind at some questions: of the answers
below two became others, both where a number that it looks at had lagged. Since several texts about one next event act on it
together, a few of the 1,400 games take another course, and no answer is another.
"""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from fs_env.arena.agent import load_agent
from fs_env.core.four_souls.game import GAME
from fs_env.core.machine.compile.jit import compiled
from fs_env.core.machine.run.commands.codes import RESTART
from fs_env.core.machine.run.policy import RANDOM, Policy
from fs_env.core.machine.run.rows import Rows

GAMES = 100
SHARE_AT_RANDOM = 0.2
POLICY = load_agent("heuristic@1", "four_souls").policy

OPTIONS = {
    "base, 2 players": {"num_players": 2},
    "all sets, 2 players": {"num_players": 2, "sets": 7},
    "all sets, 3 players": {"num_players": 3, "sets": 7},
    "all sets, 4 players": {"num_players": 4, "sets": 7},
    "rooms and bartering": {"num_players": 3, "sets": 7, "rooms": 1, "bartering": 1},
    "cooperative": {"num_players": 2, "sets": 7, "variant": 2},
    "drafts of Edens": {"num_players": 4, "sets": 7, "draft": 2, "eden_only": 1},
}
COURSES = {
    "base, 2 players": "ea6714bf4d959416e725d5bf29bfde3a",
    "all sets, 2 players": "0167043e084d3dc07bad34ea395b748f",
    "all sets, 3 players": "aa8dc8e189d6e27dbc3a0a91d583a6a4",
    "all sets, 4 players": "0df209c500cd87df34748e5ba9f8854a",
    "rooms and bartering": "c99dbe438cd4b90aa1d66a1f06144ef1",
    "cooperative": "4a160dfb8096d340f3febdd5105566cc",
    "drafts of Edens": "2611934072e171f5084d042b8b422f9d",
}
ANSWERS = {
    2: "8ea7dd318cf6daa105979a2acb0d1cea",
    3: "177e0062dcb4c99475acc7e7a97fafcf",
    4: "ccd11c4647a0c23f0a12e688bfdedc22",
}


def digest(numbers: np.ndarray) -> str:
    """The first half of the SHA-256 of some whole numbers."""
    return hashlib.sha256(np.ascontiguousarray(numbers, "<i8").tobytes()).hexdigest()[:32]


def courses(policy: Policy, options: dict[str, int], with_random: bool) -> np.ndarray:
    """Length, choices of each seat and results of games; the last seat is random where that is said."""
    rows = Rows(GAME, GAMES, {"max_decisions": 20_000, **options}, skip_forced=True, words=policy.words)
    n = options["num_players"]
    rows.policies[:, :n] = policy.address
    if with_random:
        rows.policies[:, n - 1] = RANDOM.address
    rows.seeds[:], rows.actions[:] = np.arange(GAMES), RESTART
    rows.play()
    assert (rows.outcomes > 0).all()
    return np.column_stack([rows.decisions, rows.choices[:, :n], np.round(1e6 * rows.returns)])


def answers(policy: Policy, players: int, seed: int) -> list[int]:
    """Its answers in one game with all card sets, in which some answers are replaced by random ones."""
    draw = np.random.default_rng(seed)
    state = GAME.new(1)
    GAME.setup(state, seed=seed, num_players=players, sets=7, max_decisions=3000)
    memories = [policy.new_memory(seat) for seat in range(players)]
    obs, mask = np.zeros(GAME.schema.size, np.int16), np.zeros(GAME.num_actions, np.int8)
    row = GAME.new_rows(1)
    GAME.advance(state, 0, -1, obs, mask, row)
    found = []
    while row["outcome"][0] == 0:
        legal = mask.nonzero()[0].astype(np.int16)
        action = int(legal[0])
        if len(legal) > 1:
            action = policy.act(obs, legal, memories[int(row["seat"][0])])
            found.append(action)
            if draw.random() < SHARE_AT_RANDOM:
                action = int(draw.choice(legal))
        GAME.advance(state, 0, action, obs, mask, row)
    return found


@pytest.mark.skipif(not compiled(), reason="hundreds of games")
@pytest.mark.parametrize("name", COURSES)
def test_games__take_the_same_course(name):
    """Games among itself and games with a player at random last as many decisions, with as many choices, and end as ever."""
    alone, mixed = (courses(POLICY, OPTIONS[name], with_random) for with_random in (False, True))
    assert digest(np.concatenate([alone, mixed])) == COURSES[name]


@pytest.mark.skipif(not compiled(), reason="thousands of decisions")
@pytest.mark.parametrize("players", ANSWERS)
def test_answers__are_the_same(players):
    """Every answer in eight games, in positions that random moves have made odd, is the one it always gave."""
    found = [action for seed in range(8) for action in answers(POLICY, players, 60 + seed)]
    assert len(found) > 2_000 and digest(np.array(found)) == ANSWERS[players]
