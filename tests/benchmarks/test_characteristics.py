"""Characteristics of games: figures of games that can be counted by hand, and the page of stored results."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from benchmarks.characteristics import page
from benchmarks.characteristics.__main__ import store, stored
from benchmarks.characteristics.hidden import Unknown, hidden_cards, log2_arrangements
from benchmarks.characteristics.luck import luck_share
from benchmarks.characteristics.settings import ratio
from benchmarks.characteristics.strength import explained_by_bots
from benchmarks.characteristics.walk import shape
from fs_env.core.machine.compile.jit import Kernel
from fs_env.core.machine.run.game import Game
from fs_env.core.machine.run.policy import Policy
from fs_env.registry.games import load_game
from tests.core.machine import nim

playing = Kernel(None, obs="int16[::1]", acts="int16[::1]", memory="int64[::1]")
HALF = 2  # stones with which the deal decides half of the games


@nim.kernel
def toss(s, action):
    """The only answer; then the deal decides, or a coin."""
    if s.result != nim.RUNNING:
        return 2
    coin = nim.below(s, nim.GUESSES, 2)
    s.winner = s.secret[0] % 2 if s.stones == HALF and s.secret[1] < 5 else coin
    s.decisions += 1
    s.result = nim.WON
    return 0


@playing
def take_one(obs, acts, n, memory):
    return nim.TAKE_1


@playing
def show_first(obs, acts, n, memory):
    for k in range(n):
        if acts[k] == nim.SHOW:
            return nim.SHOW
    return nim.TAKE_1


@playing
def take_by_seed(obs, acts, n, memory):
    """One stone or two, by its own draws; never shows, so nothing else is chance."""
    memory[1] += 1
    two = (memory[0] >> (memory[1] % 40)) & 1 == 1
    for k in range(n):
        if two and acts[k] == nim.TAKE_2:
            return nim.TAKE_2
    return nim.TAKE_1


COIN = Game(nim.spec(name="coin", step=toss, home=""))
ONE, SHOWN, DRAWN = (Policy(kernel.__name__, "", kernel, 2) for kernel in (take_one, show_first, take_by_seed))
TWO_SEATS = {"num_players": 2}


def test_shape__branching_and_length_of_nim():
    """21 stones taken one by one: 19 choices among three takes and showing, then three actions, then two."""
    found = shape(nim.GAME, TWO_SEATS, ONE, 3, 1)
    assert found["branching"] == {"median": 4.0, "mean": [pytest.approx(81 / 21, abs=0.001), 0.0], "p95": 4.0, "max": 4}
    assert found["decisions"] == found["choices"] == found["turns"] == [21.0] * 5
    assert found["forced"] == [0.0, 0.0] and found["kinds"] == {"take": 1.0} and found["hidden"] == []


def test_shape__forced_decisions():
    """Two stones, both seats show first: the last of four decisions has one legal action."""
    options, S = {**TWO_SEATS, "stones": 2}, nim.GAME.new()
    seed = next(
        seed for seed in range(50) if nim.GAME.setup(S, seed=seed, **options) or nim.LUCKY not in S["secret"][0]
    )
    found = shape(nim.GAME, options, SHOWN, 1, seed)
    assert (found["decisions"][2], found["choices"][2], found["forced"][0]) == (4, 3, 0.25)
    assert found["branching"]["mean"][0] == pytest.approx((3 + 3 + 2) / 3, abs=0.001)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "stones", "policy", "explained", "deal"),
    [
        (COIN, 1, ONE, 1.0, 0.0),
        (COIN, HALF, ONE, 0.5, 0.5),
        (nim.GAME, 21, DRAWN, 0.0, None),
        (nim.GAME, 1, SHOWN, 0.0, 1.0),
    ],
    ids=["only a coin", "half by the deal", "no chance", "only the deal"],
)
def test_luck_share__games_whose_share_is_known(game, stones, policy, explained, deal):
    """All, half and nothing by later chance, which the adjuster measures without a value of positions; the deal's part is the rest."""
    found = luck_share(game, {**TWO_SEATS, "stones": stones}, policy, 250, 7, rollouts=48, value=None)
    assert found["explained"][0] == pytest.approx(explained, abs=0.08)
    assert found["explained"][1] <= found["explained"][0] <= found["explained"][2]
    if deal is not None:
        assert found["deal"][0] == pytest.approx(deal, abs=0.08)


def test_luck_share__all_results_are_the_same():
    """One stone is taken by the first seat: there is no variance to explain."""
    found = luck_share(nim.GAME, {**TWO_SEATS, "stones": 1}, ONE, 5, 7, value=None)
    assert found["explained"] is None and found["deal"] is None


@pytest.mark.parametrize(
    ("kinds", "hands"), [((2, 1), (1,)), ((1, 1, 1, 1), (2,)), ((3, 2, 1), (1, 2)), ((2, 2), ()), ((2, 1), (2, 1))]
)
def test_arrangements__as_many_as_there_are(kinds, hands):
    """The number of different deals of these cards, all listed: hands have no order, all other places have one."""
    cards = [kind for kind, copies in enumerate(kinds) for _ in range(copies)]
    ends = np.cumsum([0, *hands])
    listed = {
        (*(tuple(sorted(dealt[a:b])) for a, b in itertools.pairwise(ends)), dealt[ends[-1] :])
        for dealt in itertools.permutations(cards)
    }
    assert 2 ** log2_arrangements(Unknown(kinds, hands)) == pytest.approx(len(listed))


@pytest.mark.parametrize(("players", "hands", "elsewhere"), [(2, 2, 18 - 2 - 3), (4, 6, 18 - 6 - 3)])
def test_hidden_cards__as_castles_is_dealt(players, hands, elsewhere):
    """Two cards in each hand, and one more drawn by the first seat; with four players two of 18 cards are removed, unseen."""
    game = load_game("castles_of_caleira")
    S = game.new()
    game.setup(S, seed=1, num_players=players)
    assert hidden_cards(game, S, game.to_act(S))[:2] == (hands, elsewhere)


def test_hidden_cards__no_fewer_arrangements_than_worlds():
    """Castles: worlds drawn from what the seat knows are never more than the arrangements, and as many at most positions."""
    game, rng = load_game("castles_of_caleira"), np.random.default_rng(3)
    S, worlds, equal, compared = game.new(), game.new(300), 0, 0
    for seed in range(12):
        game.setup(S, seed=seed, num_players=2)
        while (seat := game.to_act(S)) >= 0:
            _, _, bits = hidden_cards(game, S, seat)
            if bits < 4:
                game.determinize(S, seat, worlds, len(worlds), 5)
                drawn = {b"".join(world[name].tobytes() for name in ("hand", "kind", "deck")) for world in worlds}
                assert len(drawn) <= round(2**bits)
                equal, compared = equal + (len(drawn) == round(2**bits)), compared + 1
            game.step(S, int(rng.choice(game.legal(S))))
    assert compared > 40 and equal > 0.7 * compared


def test_ratio__of_totals_over_games():
    """(1 + 3) / (2 + 2) = 1; the games miss it by -1 and 1, so its error is sqrt(2 * 2) / 4; Student's quantile of two games is 12.71."""
    assert ratio([1, 3], [2, 2]) == [1.0, pytest.approx(12.706 * 0.5, abs=0.001)]


def test_ranges__have_another_name_for_each_bot():
    """Several networks of the field have its names, one alone is called network."""
    ratings = {"policy:four_souls_2_best_response": 700, "policy:four_souls_2": 690, "random": 0}
    one = {"games": 9, "best": "policy:four_souls_2_best_response", "elo": [700.0, 80.0], "ratings": ratings}
    two = one | {"best": "policy:four_souls_2", "ratings": {"policy:four_souls_2": 690, "random": 0}}
    cells = [row[3:] for row in page.ranges({"a": {"range": one}, "b": {"range": two}})]
    assert cells[0] == ["`best_response` 700 ± 80", "best_response 700, network_2 690, random 0"]
    assert cells[1] == ["`network` 700 ± 80", "network 690, random 0"]


@pytest.mark.parametrize(
    ("pair", "digits", "words"),
    [
        ((5.8481, 0.0446), 1, "5.85 ± 0.04"),
        ((36.04, 0.31), 0, "36.0 ± 0.3"),
        ((1234.5, 41.2), 0, "1,234 ± 41"),
        ((0.5, 0.0), 1, "0.5 ± 0.0"),
    ],
)
def test_plus__shows_half_of_an_interval_that_is_not_0(pair, digits, words):
    assert page.plus(pair, digits) == words


def test_explained_by_bots__of_two_bots():
    """One bot wins three games of four: expected results lie 1/4 from the middle, results 1/2."""
    assert explained_by_bots(np.log([3.0, 1.0]), 2) == pytest.approx(0.25)
    assert explained_by_bots(np.zeros(3), 4) == pytest.approx(0)


def test_store__adds_to_what_is_stored(tmp_path):
    """A part is added without a change of those that were stored before."""
    file = tmp_path / "new" / "results.json"
    store(file, "castles_2", "luck", {"games": 1})
    store(file, "four_souls_2", "bots", {"games": 2})
    store(file, "castles_2", "range", {"games": 3})
    known = {"four_souls_2": {"bots": {"games": 2}}, "castles_2": {"luck": {"games": 1}, "range": {"games": 3}}}
    assert stored(file)["settings"] == known and stored(file)["environments"].keys() == {
        "castles_of_caleira",
        "four_souls",
    }


def test_page__is_what_the_stored_results_give():
    """The page and its plots are those of the stored results, which are small."""
    stale = [file.name for file, text in page.documents().items() if file.read_text(encoding="utf-8") != text]
    assert stale == [], "python -m benchmarks.characteristics --page"
    assert page.RESULTS.stat().st_size < 60_000 and page.AGREEMENT.stat().st_size < 60_000
