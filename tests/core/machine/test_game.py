"""The `Game` object on Nim: its interface, its errors, and that a state is all there is."""

import copy
import pickle
import threading

import numpy as np
import pytest

from fs_env.core.machine.declare.outcome import Outcome
from fs_env.core.machine.run.codes import Status
from fs_env.core.machine.run.game import Game, GameOver, IllegalAction, Option, load_game
from fs_env.core.machine.run.policy import RANDOM
from tests.core.machine import nim
from tests.core.machine.nim import GAME, SHOW, TAKE_1, TAKE_2, TAKE_3
from tests.generic.suite import state_bytes


def dealt(seed=3, **options):
    S = GAME.new()
    GAME.setup(S, seed=seed, **options)
    return S


def test_step__takes_turns_to_the_end_and_pays():
    """Who takes the last stone wins 1, the others share the loss."""
    S = dealt(num_players=3, stones=4)
    assert (GAME.to_act(S), GAME.outcome(S), GAME.decisions(S)) == (0, 0, 0)
    assert GAME.step(S, TAKE_2) == 0
    assert GAME.to_act(S) == 1
    GAME.step(S, TAKE_2)
    assert (GAME.to_act(S), GAME.outcome(S), GAME.decisions(S)) == (-1, 1, 2)
    assert GAME.returns(S).tolist() == [-0.5, 1, -0.5]
    assert GAME.legal(S).tolist() == []
    assert not GAME.mask(S).any()


def test_step__truncated_game_pays_nobody():
    """At the decision limit the outcome is 3 and every player gets 0."""
    S = dealt(max_decisions=1)
    GAME.step(S, TAKE_1)
    assert (GAME.to_act(S), GAME.outcome(S)) == (-1, 3)
    assert GAME.returns(S).tolist() == [0, 0]


def test_step__illegal_action_names_the_decision_and_the_legal_words():
    S = dealt(stones=2)
    before = state_bytes(S)
    with pytest.raises(IllegalAction) as caught:
        GAME.step(S, TAKE_3)
    text = str(caught.value)
    assert "action 2 ('take 3') is not legal now" in text
    assert "Pending: player 0 takes 1 to 3 of 2 stones" in text
    assert "0 (take 1), 1 (take 2), 3 (show your number)" in text
    assert state_bytes(S) == before


@pytest.mark.parametrize("action", [-1, -(2**40), 4, 2**15, 2**70])
def test_step__unknown_id_is_an_illegal_action(action):
    with pytest.raises(IllegalAction, match=r"no id in 0\.\.3"):
        GAME.step(dealt(), action)


@pytest.mark.parametrize("action", [1.0, "1", None])
def test_step__wants_a_whole_number(action):
    """An action of another kind is a TypeError that names it."""
    with pytest.raises(TypeError, match=r"expected a whole number in 0\.\.3"):
        GAME.step(dealt(), action)


@pytest.mark.parametrize("kind", [int, np.int16, np.int64, np.uint8])
def test_step__takes_numpys_integers(kind):
    S = dealt()
    assert GAME.step(S, kind(SHOW)) == 0


def test_step__after_the_end_is_game_over():
    S = dealt(stones=1)
    GAME.step(S, TAKE_1)
    with pytest.raises(GameOver, match="the game is over"):
        GAME.step(S, TAKE_1)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"num_player": 2}, ValueError, "no option 'num_player': did you mean 'num_players'"),
        ({"zzz": 2}, ValueError, "options are num_players, stones, max_decisions"),
        ({"num_players": 5}, ValueError, r"option num_players=5 is outside 2\.\.4 \(seats\)"),
        ({"stones": 0}, ValueError, r"option stones=0 is outside 1\.\.100"),
        ({"stones": 2.5}, TypeError, r"option stones=2\.5: expected a whole number"),
    ],
)
def test_setup__refuses_bad_options(options, error, message):
    with pytest.raises(error, match=message):
        dealt(**options)


@pytest.mark.parametrize("seed", [2**63, -(2**63) - 1])
def test_setup__refuses_a_seed_beyond_64_bits(seed):
    with pytest.raises(ValueError, match="expected a whole number of 64 bits"):
        dealt(seed=seed)


@pytest.mark.parametrize("method", ["to_act", "legal", "mask", "outcome", "snapshot", "clone", "text", "returns"])
@pytest.mark.parametrize("e", [-1, 1])
def test_place__outside_the_array_is_an_index_error(method, e):
    with pytest.raises(IndexError, match=f"state {e} of an array of 1"):
        getattr(GAME, method)(dealt(), e)


@pytest.mark.parametrize("player", [-1, 2])
def test_observe__refuses_a_seat_that_does_not_play(player):
    S = dealt(num_players=2)
    for arguments, method in (((), GAME.observe), ((0, 1), GAME.resample)):
        with pytest.raises(ValueError, match=r"seats 0\.\.1"):
            method(S, player, *arguments)


def test_observe__short_buffer_is_refused():
    with pytest.raises(ValueError, match="a buffer is too short"):
        GAME.observe(dealt(), 0, out=np.zeros(3, np.int16))


def test_observe__own_secret_first_and_others_hidden():
    S = dealt(seed=1, num_players=3)
    secrets = GAME.to_json(S)["secret"]
    views = GAME.schema.views(GAME.observe(S, 1))
    assert views["secrets"].tolist() == [secrets[1], -1, -1, -1]
    GAME.step(S, SHOW)
    assert GAME.schema.views(GAME.observe(S, 1))["secrets"].tolist() == [secrets[1], -1, secrets[0], -1]


def test_to_json__hides_what_a_seat_cannot_know():
    """Text and JSON for a seat leave out what is hidden from it; without a seat they show everything."""
    S = dealt(num_players=2)
    secrets = GAME.to_json(S)["secret"]
    assert None not in secrets and str(secrets) in GAME.text(S)
    for player in (0, 1):
        seen = GAME.to_json(S, player=player)["secret"]
        assert seen[player] == secrets[player] and seen[1 - player] is None


def buffers():
    return np.zeros(GAME.schema.size, np.int16), np.zeros(4, np.int8), GAME.new_rows()


def told(rows):
    """Status, seat, outcome, legal actions, seats and decisions of the first row."""
    names = ("status", "seat", "outcome", "n_legal", "num_players", "decisions")
    return tuple(int(rows[name][0]) for name in names)


def test_advance__writes_all_buffers_in_one_call():
    """One call steps and writes observation, mask and row; an illegal action is a status, the state unchanged."""
    S = dealt(stones=2)
    obs, mask, rows = buffers()
    assert GAME.advance(S, 0, TAKE_3, obs, mask, rows) == Status.NOT_LEGAL
    assert told(rows) == (1, 0, 0, 3, 2, 0)
    assert GAME.advance(S, 0, TAKE_1, obs, mask, rows) == Status.DONE
    assert told(rows) == (0, 1, 0, 2, 2, 1)
    assert mask.tolist() == [1, 0, 0, 1] and obs.tolist() == GAME.observe(S, 1).tolist()
    assert GAME.advance(S, 0, TAKE_1, obs, mask, rows) == Status.DONE
    assert told(rows) == (0, -1, Outcome.WON, 0, 2, 2) and not mask.any()
    assert obs.tolist() == GAME.observe(S, 1).tolist(), "the end is shown to the seat that acted"
    assert rows["returns"][0].tolist() == [-1.0, 1.0, 0.0, 0.0] and rows["reward"][0] == 1.0
    assert GAME.advance(S, 0, TAKE_1, obs, mask, rows) == Status.OVER


def test_advance__answers_forced_decisions():
    for skip_forced, end in ((0, (0, 1, Outcome.RUNNING, 1, 2, 3)), (1, (0, -1, Outcome.WON, 0, 2, 4))):
        S = dealt(seed=1, stones=2)  # no player holds a 7
        obs, mask, rows = buffers()
        rows["skip_forced"] = skip_forced
        for action in (SHOW, SHOW, TAKE_1):  # one stone is left, and nothing to show
            assert GAME.advance(S, 0, action, obs, mask, rows) == Status.DONE
        assert told(rows) == end


@pytest.mark.parametrize("short", range(3))
def test_advance__refuses_short_buffers(short):
    S = dealt()
    before = state_bytes(S)
    given = [*buffers()]
    given[short] = given[short][:-1]
    with pytest.raises(ValueError, match="a buffer is too short"):
        GAME.advance(S, 0, TAKE_1, *given)
    assert state_bytes(S) == before


def test_advance__policies_want_memory():
    S = dealt()
    obs, mask, rows = buffers()
    rows["policies"][0, 1] = RANDOM.address
    with pytest.raises(ValueError, match="a buffer is too short"):
        GAME.advance(S, 0, TAKE_1, obs, mask, rows)


def test_random_rounds__finished_games_start_anew():
    """Each state takes one step a round; the game in place i that follows is dealt from seed + i + n."""
    S = GAME.new(2)
    for e in range(2):
        GAME.setup(S, e, seed=e, stones=1, max_decisions=1)
    options = GAME.option_values(stones=30)
    count = GAME.random_rounds(S, 1, 5, options=options)
    assert (count.decisions, count.games) == (2, 2)
    for e in range(2):
        fresh = GAME.new()
        GAME.setup(fresh, seed=5 + e + 2, stones=30)
        assert state_bytes(S, e) == state_bytes(fresh)


def test_random_rounds__refuses_wrong_buffers():
    S = dealt(stones=30)
    obs, mask = np.zeros((1, GAME.schema.size), np.int16), np.zeros((1, 4), np.int8)
    with pytest.raises(ValueError, match="a buffer is too short"):
        GAME.random_rounds(S, 2, 1, obs=obs[:, :3].copy(), mask=mask)
    with pytest.raises(ValueError, match="obs is not C-contiguous"):
        GAME.random_rounds(S, 2, 1, obs=np.zeros((2, 2 * GAME.schema.size), np.int16)[:, ::2], mask=mask)


def test_playout__continues_from_a_position_to_the_limit():
    S = dealt(seed=1, stones=100, num_players=4)
    count = GAME.playout(S, 0, 5, 7)
    assert (count.decisions, count.games, GAME.decisions(S)) == (7, 0, 7)
    count = GAME.playout(S, 0, 5, 10_000)
    assert count.games == 1 and GAME.to_act(S) == -1
    assert sum(count.outcomes) == 1


def test_run_random__counts_choices_apart_from_forced_decisions():
    count = GAME.run_random(50, 2, 1, stones=6)
    assert count.games == 50 and 0 < count.choices < count.decisions
    assert GAME.run_random(50, 2, 1, stones=6) == count
    assert GAME.run_random(50, 2, 2, stones=6) != count


def test_copy__is_the_game_itself_and_pickling_finds_it_again():
    """A `Game` holds no play: copies are the same object, and a pickle loads it from its home."""
    assert copy.copy(GAME) is GAME and copy.deepcopy(GAME) is GAME
    assert pickle.loads(pickle.dumps(GAME)) is GAME  # noqa: S301
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(Game(nim.spec(home="")))
    with pytest.raises(TypeError, match="expected a Game"):
        load_game("tests.core.machine.nim:SCHEMA")


def test_threads__play_different_states_at_once():
    n = 4
    S, alone = GAME.new(n), GAME.new(n)
    for states in (S, alone):
        for e in range(n):
            GAME.setup(states, e, seed=e, stones=100, num_players=4)
    threads = [threading.Thread(target=GAME.playout, args=(S, e, e, 10_000)) for e in range(n)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for e in range(n):
        GAME.playout(alone, e, e, 10_000)
        assert state_bytes(S, e) == state_bytes(alone, e)


def test_option__default_lies_in_its_range():
    with pytest.raises(ValueError, match=r"default 9 is outside 0\.\.1"):
        Option("x", 9, 0, 1, "")


def test_spec__options_are_distinct_and_name_the_seats():
    seats = Option("num_players", 2, 2, 4, "seats")
    for options in ((seats, seats), (Option("stones", 1, 1, 2, ""),)):
        with pytest.raises(ValueError, match="option names must be distinct and one must be 'num_players'"):
            Game(nim.spec(options=options))


def test_action_text__refuses_unknown_ids():
    with pytest.raises(ValueError, match=r"ids of nim are 0\.\.3"):
        GAME.action_text(4)
