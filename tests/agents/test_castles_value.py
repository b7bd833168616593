"""The value of Castles of Caleira: what it reads of a position, and what the shipped weights think of one."""

import numpy as np
import pytest

from fs_env.agents.values import castles_of_caleira as read
from fs_env.agents.values.files import find_value
from fs_env.core.castles_of_caleira.cards import Kind
from fs_env.core.castles_of_caleira.game import GAME
from fs_env.core.castles_of_caleira.observation.schema import FACE_DOWN, FACE_UP, SCHEMA
from fs_env.core.machine.run.policy import RANDOM
from tests.agents.networks import inputs_of


def table(*pieces, hand=(), players=2):
    """An observation with these pieces: (owner, kind or -1, how it lies, who has seen it)."""
    obs = np.full(SCHEMA.size, -1, np.int16)
    seen = SCHEMA.views(obs)
    for name in ("hand", "discard", "hand_sizes", "out"):
        seen[name][:] = 0
    seen["num_players"][...] = players
    seen["turn_player"][...] = 1
    seen["pieces_played"][...] = len(pieces)
    for kind in hand:
        seen["hand"][kind] += 1
    record = obs.view(SCHEMA.dtype)[0]
    for k, piece in enumerate(pieces):
        for name, number in zip(("owner", "kind", "lies", "seen_by"), piece, strict=True):
            record["pieces"][k][name] = number
    return obs


def test_inputs__where_each_kind_lies():
    """Own pieces: face up, secret, seen by the other; theirs: known, unknown. Three points against two."""
    obs = table(
        (0, Kind.TREBUCHET, FACE_UP, 3),
        (1, -1, FACE_DOWN, 2),
        (0, Kind.PRINCESS_SPIRE, FACE_DOWN, 1),
        (1, Kind.BARRACKS, FACE_DOWN, 3),
        (0, Kind.MARKETPLACE, FACE_DOWN, 3),
        hand=[Kind.WATCHTOWER, Kind.WATCHTOWER],
    )
    theirs = read.SEAT
    assert inputs_of(read, obs, repeated=True) == {
        read.UP + Kind.TREBUCHET: 1.0,
        read.SECRET + Kind.PRINCESS_SPIRE: 1.0,
        read.SHOWN + Kind.MARKETPLACE: 1.0,
        read.WALLS_UP: 1.0,
        theirs + read.UNKNOWN: 0.5,
        theirs + read.SHOWN + Kind.BARRACKS: 1.0,
        theirs + read.WALLS_UP: 1.0,
        theirs + read.ON_TURN: 1.0,
        read.FIRST_HAND + Kind.WATCHTOWER: 2.0,
        read.FIRST_TURN + 5: 1.0,
        read.FIRST_PLAYERS + 2: 1.0,
    }  # two points each: a Trebuchet counts nothing face up


def test_inputs__the_lead():
    """Three Battlements face up count nine points, against one for a piece face down and three for a Barracks."""
    walls = [(1, Kind.BATTLEMENTS, FACE_UP, 3)] * 3
    found = inputs_of(read, table(*walls, (0, Kind.BARRACKS, FACE_UP, 3), (0, -1, FACE_DOWN, 0)), repeated=True)
    assert found[read.SEAT + read.LEAD] == pytest.approx((9 - 4) / 5)
    assert found[read.SEAT + read.WALLS_UP + 3] == 1.0 and found[read.WALLS_UP] == 1.0
    assert read.SEAT + read.LEAD + 1 not in found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_shipped__predicts_random_games_too(players):
    """Part of the way through random games, the seat with the highest score wins far more often than by chance."""
    value = find_value("auto", "castles_of_caleira", players)
    assert value is not None
    right = games = 0.0
    for seed in range(200):
        S = GAME.new()
        GAME.setup(S, seed=seed, num_players=players)
        memory = RANDOM.new_memory(seed)
        for _ in range(7 * (6 - players)):
            if GAME.to_act(S) >= 0:
                seat = GAME.to_act(S)
                GAME.step(S, RANDOM.act(GAME.observe(S, seat), GAME.legal(S), memory))
        if GAME.to_act(S) < 0:
            continue
        best = int(np.argmax([value.score(GAME.observe(S, seat)) for seat in range(players)]))
        GAME.playout(S, 0, seed, 1000)
        right += max(0.0, GAME.returns(S)[best])
        games += 1
    assert games > 60 and right / games > 1 / players + 0.1
