"""Properties of any seed, any number of players and any answers: hypothesis looks for a game that breaks one."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from fs_env.core.four_souls.cards import SETS
from fs_env.core.four_souls.game import GAME
from fs_env.core.machine.declare.fields import as_records
from tests.core.four_souls.invariants import expect_sound_position
from tests.generic.suite import state_bytes

DONE, NOT_LEGAL, OVER = range(3)
GAME_TIME = settings(max_examples=30, deadline=None)

seeds = st.integers(-(2**63), 2**63 - 1)
players = st.integers(2, 4)
sets = st.integers(1, (1 << len(SETS)) - 1)
deals = st.fixed_dictionaries({"seed": seeds, "num_players": players, "bonus_souls": st.integers(0, 1), "sets": sets})
played_before = st.integers(0, 3000)  # random decisions before the chosen ones
answers = st.lists(st.integers(0, 200), max_size=120)  # each is taken as a place among the legal actions


def deal(dealt: dict[str, int], before: int = 0) -> np.ndarray:
    S = GAME.new()
    GAME.setup(S, **dealt)
    GAME.playout(S, 0, dealt["seed"], before)
    return S


def play(S: np.ndarray, answers: list[int]) -> list[int]:
    """Plays on with the chosen answers, to the end at most; the actions."""
    taken = []
    for answer in answers:
        if GAME.to_act(S) < 0:
            break
        legal = np.sort(GAME.legal(S))
        taken.append(int(legal[answer % len(legal)]))
        GAME.step(S, taken[-1])
    return taken


@GAME_TIME
@given(deals, played_before, answers)
def test_replay(dealt, before, answers):
    """The same actions from the same deal lead to the same bytes."""
    first, second = deal(dealt, before), deal(dealt, before)
    assert state_bytes(first) == state_bytes(second)
    for action in play(first, answers):
        GAME.step(second, action)
    assert state_bytes(first) == state_bytes(second)


@GAME_TIME
@given(deals, played_before, answers, answers)
def test_snapshot(dealt, before, answers, detour):
    """A snapshot taken in the middle brings the position back after any detour, and the game continues from it as before."""
    S = deal(dealt, before)
    kept = GAME.snapshot(S)
    play(S, answers)
    end = state_bytes(S)
    for state in (S, GAME.new()):
        play(state, detour) if state is S else None
        GAME.restore(state, kept)
        assert GAME.snapshot(state) == kept
        play(state, answers)
        assert state_bytes(state) == end


@GAME_TIME
@given(deals, played_before, answers)
def test_invariants(dealt, before, answers):
    """Every position that chosen answers lead to is sound."""
    S = deal(dealt, before)
    for answer in [*answers, 0]:
        expect_sound_position(as_records(S)[0])
        play(S, [answer])


@GAME_TIME
@given(deals, played_before, answers)
def test_returns(dealt, before, answers):
    """Returns are all zero until a player has won; then they sum to zero, winners above and the others below."""
    S = deal(dealt, before)
    play(S, answers)
    for _ in range(2):
        returns, won = GAME.returns(S), GAME.outcome(S) == 1
        assert abs(returns.sum()) < 1e-12
        assert (returns != 0).all() if won and (returns > 0).any() else not returns.any()
        GAME.playout(S, 0, dealt["seed"] ^ 1, 10**6)
    assert GAME.to_act(S) < 0 and GAME.outcome(S) in (1, 2, 3)


@GAME_TIME
@given(deals, played_before, answers)
def test_legal(dealt, before, answers):
    """While the game runs a player is asked and at least one action is legal; afterwards no player is and none is."""
    S = deal(dealt, before)
    for answer in [*answers, 0]:
        seat, legal = GAME.to_act(S), GAME.legal(S)
        assert (seat >= 0) == (GAME.outcome(S) == 0) == (len(legal) > 0)
        assert seat < dealt["num_players"]
        assert len(np.unique(legal)) == len(legal) and ((legal >= 0) & (legal < GAME.num_actions)).all()
        play(S, [answer])


@GAME_TIME
@given(deals, played_before, answers, st.lists(st.integers(-(2**40), 2**40) | st.integers(0, GAME.num_actions - 1)))
def test_illegal(dealt, before, answers, actions):
    """An action that is not legal is refused and leaves every byte as it was."""
    S = deal(dealt, before)
    play(S, answers)
    legal, kept = set(GAME.legal(S).tolist()), state_bytes(S)
    refused = OVER if GAME.to_act(S) < 0 else NOT_LEGAL
    obs, mask = np.zeros(GAME.schema.size, np.int16), np.zeros(GAME.num_actions, np.int8)
    for action in [*range(GAME.num_actions), *actions]:
        if action not in legal and action != -1:  # -1: no step
            assert GAME.advance(S, 0, action, obs, mask, GAME.new_rows()) == refused, GAME.decision_text(S)
            assert state_bytes(S) == kept, GAME.decision_text(S)


@GAME_TIME
@given(deals, played_before, st.integers(0, 3))
def test_resample(dealt, before, seat):
    """A draw of what a seat cannot know looks the same to that seat, and has the same cards."""
    S = deal(dealt, before)
    player = seat % dealt["num_players"]
    seen = GAME.observe(S, player)
    sampled = GAME.clone(S)
    GAME.resample(sampled, player, 0, dealt["seed"])
    assert np.array_equal(GAME.observe(sampled, player), seen)
    for name in ("n_deck", "n_pile", "n_hand", "coins", "hp", "souls"):
        assert np.array_equal(sampled[name], S[name])
    assert np.array_equal(np.sort(sampled["zone"]), np.sort(S["zone"]))
