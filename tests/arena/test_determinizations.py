"""Agents that search get determinizations, states that agree with what their seat knows, and nothing else."""

import gc
import random
import weakref
from types import FunctionType, ModuleType

import numpy as np
import pytest

from fs_env.agent_api.agent import as_agent
from fs_env.agent_api.view import SeatView, complete_view
from fs_env.arena.match import AgentFailed, play_match
from fs_env.registry.games import named_game
from tests.arena.bots import Clever, is_state
from tests.core.machine.nim import GAME
from tests.generic.suite import state_bytes

LEADS_AWAY = (type, ModuleType, FunctionType, *weakref.ProxyTypes)  # to the whole process, not to what a view holds


class Thinker:
    name, wants_determinizations = "thinker", True

    def reset(self, seat, seed):
        self.seen = []

    def act(self, view):
        into = GAME.new(50)
        view.determinize(into, 50, 7)
        self.seen.append((view, into))
        return int(view.legal[0])


def test_determinize__look_like_the_position():
    """Each state gives the seat the same observation and legal actions; two seeds give two sets of them, one seed one."""
    thinker = Thinker()
    play_match(GAME, [Clever(), thinker, Clever()], seed=5)
    assert thinker.seen
    for view, into in thinker.seen:
        for k in range(50):
            assert (GAME.observe(into, view.seat, k) == view.observation).all()
            assert sorted(GAME.legal(into, k)) == view.legal.tolist()
        again, other = GAME.new(50), GAME.new(50)
        view.determinize(again, 50, 7)
        view.determinize(other, 50, 8)
        assert state_bytes(again) == state_bytes(into)
        secrets = into["secret"]
        hidden = [seat for seat in range(3) if seat != view.seat and not into["shown"][0, seat]]
        assert (secrets[:, view.seat] == secrets[0, view.seat]).all()
        for seat in hidden:
            assert len(set(secrets[:, seat])) > 5 and (secrets[:, seat] != other["secret"][:, seat]).any()


def test_determinize__every_secret_as_often():
    """The number of another seat is uniform over 0..9, whatever it truly is: chi-square with 9 degrees of freedom."""
    S, into = GAME.new(), GAME.new(5000)
    for true_number in (0, 7):
        GAME.setup(S, seed=1)
        S.view(np.ndarray)["secret"][0, 1] = true_number
        view = SeatView(GAME, 0, 2, GAME.observe(S, 0), GAME.mask(S))
        complete_view(view, Thinker(), GAME, S, 0, 1)
        view.determinize(into, 5000, 3)
        found = np.bincount(into["secret"][:, 1], minlength=10)
        assert ((found - 500) ** 2 / 500).sum() < 9 + 5 * 18**0.5


def test_determinize__the_state_is_out_of_reach():
    S = GAME.new()
    GAME.setup(S, seed=3)
    view = SeatView(GAME, 0, 2, GAME.observe(S, 0), GAME.mask(S))
    complete_view(view, Thinker(), GAME, S, 0, 3)
    true, found, open_ends = state_bytes(S), 0, [vars(view)]
    known = set()
    while open_ends:
        thing = open_ends.pop()
        if id(thing) in known or issubclass(type(thing), LEADS_AWAY):
            continue
        known.add(id(thing))
        open_ends += gc.get_referents(thing)
        if is_state(thing):
            found += 1
            assert not np.shares_memory(thing, S) and thing.tobytes() != true
    assert found, "the search did not even meet the determinization"


KEY = bytes(16)
FREE = {"option", "frames", "seen", "witnessed", "gen", "held_kind", "held_by", "held_from"}
"""What may differ between states of two worlds that one seat cannot tell apart: the order of cards among which another seat chooses, what
others have seen of a hand of which they know a part, how often visible cards have moved, and the row of a fact."""


@pytest.mark.parametrize(
    ("name", "players", "before", "options"),
    [
        ("four_souls", 2, 400, {}),
        pytest.param("four_souls", 4, 300, {}, marks=pytest.mark.slow),
        pytest.param("four_souls", 3, 300, {"rooms": 1, "bartering": 1}, marks=pytest.mark.slow),
        ("castles_of_caleira", 3, 12, {}),
        ("betrayal", 4, 60, {}),
    ],
)
def test_determinize__bytes_contain_nothing_more(name, players, before, options):
    """Two worlds that a seat cannot tell apart, while both are played on with the same choices: the states drawn for it with one seed are
    equal byte for byte, what no rule reads any more included. Nothing counts moves of a hidden card, or contains what others remember."""
    game, draw, compared = named_game(name), random.Random(players), 0
    S, other, drawn, twin = (game.new() for _ in range(4))
    for seed in range(25):
        seat = seed % players
        game.setup(S, seed=seed, num_players=players, **options)
        for _ in range(draw.randrange(before)):
            if game.to_act(S) >= 0:
                game.step(S, draw.choice(game.legal(S).tolist()))
        game.determinize(S, seat, other, 1, 77)
        while game.to_act(S) == game.to_act(other) >= 0 and seen_alike(game, S, other, seat):
            for world, into in ((S, drawn), (other, twin)):
                view = SeatView(game, seat, 2, game.observe(world, seat), np.zeros(game.num_actions, np.int8))
                complete_view(view, Thinker(), game, world, 0, 5, KEY)
                game.restore(into, view.determinization_bytes())
            differ = [field for field in S.dtype.names if (drawn[field] != twin[field]).any()]
            assert set(differ) <= FREE, f"{name}, seed {seed}: {differ}"
            check_past(drawn[0], seat)
            compared += 1
            both = sorted({*game.legal(S).tolist()} & {*game.legal(other).tolist()})
            if not both:
                break
            action = draw.choice([both[0], draw.choice(both)])
            game.step(S, action)
            game.step(other, action)
    assert compared > 40


def seen_alike(game, S, other, seat):
    """Whether a seat sees the same in two worlds, the same copy of each card included."""
    if game.to_json(S, player=seat) != game.to_json(other, player=seat):
        return False
    if "place" not in S.dtype.names:
        return True
    unseen = hidden(S[0], seat)
    return (unseen == hidden(other[0], seat)).all() and (S["zone"][0] == other["zone"][0])[~unseen].all()


def hidden(s, seat):
    """Which cards are in a deck or in another hand, unseen by a seat."""
    found = np.zeros(len(s["place"]), bool)
    for name in ("deck", "hand"):
        for cards, n in zip(s[name], s[f"n_{name}"]):
            found[cards[:n]] = True
    return found & (s["seen"] >> seat & 1 == 0)


def check_past(s, seat):
    if "place" in s.dtype.names:
        assert not s["gen"][hidden(s, seat)].any() and not s["frames"]["kind"][s["n_frames"] :].any()
        assert not s["look"][s["n_look"] :].any() and not s["option"][s["n_options"] :].any()
        assert "answer" not in s.dtype.names or s["answer"] == 0
    if "held_by" in s.dtype.names:
        others = [player for player in range(len(s["held_by"])) if player != seat]
        assert not (s["held_by"][others] & ~(1 << seat)).any()


def test_determinize__only_for_those_who_ask():
    asked = []

    def greedy(view):
        view.determinize(GAME.new(), 1, 0)
        asked.append(view)
        return 0

    with pytest.raises(AgentFailed, match="set wants_determinizations = True"):
        play_match(GAME, [as_agent(greedy), Clever()], seed=1)
    assert not asked


@pytest.mark.parametrize("n", [0, -1, 51])
def test_determinize__no_room(n):
    S = GAME.new()
    GAME.setup(S, seed=3)
    with pytest.raises(ValueError, match=f"n={n}: `into` has room for 1 to 50 states"):
        GAME.determinize(S, 0, GAME.new(50), n, 0)
