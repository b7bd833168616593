"""The games as games of OpenSpiel: OpenSpiel's own checks, deals, information states, searches, and exact exploitability."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="needs the extra 'open-spiel'")

from open_spiel.python import policy, rl_environment  # noqa: E402
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, ismcts  # noqa: E402

from fs_env.core.castles_of_caleira.cards import Kind  # noqa: E402
from fs_env.interop.open_spiel import NAMES, SMALL_CASTLES, PlayoutEvaluator  # noqa: E402
from fs_env.interop.open_spiel.small_castles import small_deals  # noqa: E402
from fs_env.registry.games import GAMES, load_game  # noqa: E402

CASTLES = "fs_env_castles_of_caleira"


def dealt(name: str, seed: int = 3):
    state = pyspiel.load_game(name).new_initial_state()
    state.apply_action(seed)
    return state


def test_names__are_all_games() -> None:
    from fs_env.interop.open_spiel.games import register

    register()
    registered = pyspiel.registered_names()
    assert {f"fs_env_{name}" for name in GAMES} == set(NAMES) and SMALL_CASTLES in registered
    assert all(registered.count(name) == 1 for name in NAMES)


@pytest.mark.parametrize("name", [CASTLES, f"{CASTLES}(num_players=4)", SMALL_CASTLES])
def test_open_spiel__own_checks_pass(name) -> None:
    """OpenSpiel's test of games: random play, copies, undone and serialized histories, observations, masks, results."""
    pyspiel.random_sim_test(pyspiel.load_game(name), 2, True, False)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_deal__is_the_game_of_that_seed_with_its_options(name) -> None:
    """Outcome 5 of the root is `Game.setup(seed=5)`; play is that of the game, by the same seats."""
    rules = load_game(name)
    players = rules.max_players
    state = dealt(f"fs_env_{name}(num_players={players},max_decisions=40)", 5)
    S, draw = rules.new(), np.random.default_rng(1)
    rules.setup(S, seed=5, num_players=players, max_decisions=40)
    while not state.is_terminal():
        assert state.current_player() == rules.to_act(S)
        assert state.legal_actions() == sorted(rules.legal(S).tolist())
        seen = rules.observe(S, 1)
        assert (np.array(state.observation_tensor(1)) == seen).all() and seen.any()
        action = int(draw.choice(state.legal_actions()))
        state.apply_action(action)
        rules.step(S, action)
    assert rules.to_act(S) < 0 and state.returns() == rules.returns(S).tolist()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (f"{CASTLES}(deals=0)", "deals=0"),
        (f"{CASTLES}(num_players=5)", "num_players"),
        ("fs_env_four_souls(variant=1)", "against each other"),
        (f"{SMALL_CASTLES}(cards=moat+trebuchet)", "moat"),
        (f"{SMALL_CASTLES}(cards=barracks+barracks+trebuchet+trebuchet)", "has 1 of barracks, not 2"),
        (f"{SMALL_CASTLES}(cards=trebuchet+trebuchet)", "expected 4 to 8 cards"),
    ],
)
def test_load__names_the_fault_of_a_parameter(name, said) -> None:
    with pytest.raises(ValueError, match=said):
        pyspiel.load_game(name)


@pytest.mark.parametrize(
    ("name", "games"),
    [
        *((name, 40 if "betrayal" in name else 6) for name in NAMES),
        (f"{CASTLES}(num_players=4)", 20),
        (SMALL_CASTLES, 20),
    ],
)
def test_results__agree_with_the_declared_utility(name, games) -> None:
    """Results lie within the bounds, and add up to the sum where one is declared; Betrayal, which all seats can lose, has none."""
    game, draw = pyspiel.load_game(name), np.random.default_rng(3)
    utility, total, totals = game.get_type().utility, game.utility_sum(), set()
    for deal in range(games):
        state = game.new_initial_state()
        state.apply_action(deal % game.max_chance_outcomes())
        while not state.is_terminal():
            state.apply_action(int(draw.choice(state.legal_actions())))
        assert game.min_utility() <= min(state.returns()) and max(state.returns()) <= game.max_utility()
        totals.add(round(sum(state.returns()), 9))
    if utility == pyspiel.GameType.Utility.ZERO_SUM:
        assert total == 0 and totals == {0}
    else:
        assert utility == pyspiel.GameType.Utility.GENERAL_SUM and total is None and len(totals) > 1
    assert (utility == pyspiel.GameType.Utility.ZERO_SUM) == ("betrayal" not in name)


def test_resample__leaves_what_the_seat_knows_and_changes_the_rest() -> None:
    """Guesses look the same to the seat that makes them, and between them show the other hand with many cards."""
    state, hands = dealt(CASTLES), set()
    for _ in range(4):
        state.apply_action(state.legal_actions()[-1])
    player = state.current_player()
    before = str(state)
    for number in np.linspace(0.01, 0.99, 30):
        guess = state.resample_from_infostate(player, lambda number=number: number)
        assert guess.information_state_string(player) == state.information_state_string(player)
        assert guess.observation_string(player) == state.observation_string(player)
        assert guess.legal_actions() == state.legal_actions()
        hands.add(tuple(guess.position.S.view(np.ndarray)["hand"][0, 1 - player].tolist()))
    assert len(hands) > 5 and str(state) == before


def test_information_state__tells_apart_what_a_seat_has_seen_and_nothing_else() -> None:
    """A card played face down: its owner knows which, the other seat has one information state for all of them."""
    own, other = set(), set()
    for action in dealt(CASTLES).legal_actions():
        state = dealt(CASTLES)
        actor = state.current_player()
        if not state.action_to_string(actor, action).endswith("down"):
            continue
        state.apply_action(action)
        own.add(state.information_state_string(actor))
        other.add(state.information_state_string(1 - actor))
    assert len(own) > 1 and len(other) == 1


@pytest.mark.slow
def test_ismcts__beats_random_play() -> None:
    """OpenSpiel's IS-MCTS with 30 simulations and compiled playouts wins at least 12 of 16 games in either seat."""
    game = pyspiel.load_game(CASTLES)
    draw, won = np.random.RandomState(2), 0
    bot = ismcts.ISMCTSBot(game, PlayoutEvaluator(seed=1), 1.0, 30, random_state=draw)
    for seed in range(16):
        state, seat = dealt(CASTLES, seed), seed % 2
        while not state.is_terminal():
            mine = state.current_player() == seat
            state.apply_action(int(bot.step(state) if mine else draw.choice(state.legal_actions())))
        won += state.returns()[seat] > 0
    assert won >= 12


def test_rl_environment__shows_the_observation() -> None:
    """OpenSpiel's environment for learners gets the tensor and the legal actions and comes to an end."""
    env = rl_environment.Environment(pyspiel.load_game(CASTLES))
    env.seed(1)
    now = env.reset()
    while not now.last():
        seat = now.observations["current_player"]
        legal = now.observations["legal_actions"][seat]
        assert legal and len(now.observations["info_state"][seat]) == 190
        now = env.step([legal[0]])
    assert sorted(now.rewards) in ([-1.0, 1.0], [0.0, 0.0])


def test_evaluator__values_are_means_of_playouts() -> None:
    """The value of the root is near 0 by symmetry of the deal, that of a decided game is its result, priors are even."""
    game, evaluator = pyspiel.load_game(CASTLES), PlayoutEvaluator(300, seed=1)
    state = dealt(CASTLES)
    value = evaluator.evaluate(state)
    assert value.sum() == pytest.approx(0) and 0 < abs(value[0]) < 1
    roots = np.mean([PlayoutEvaluator(seed=i).evaluate(game.new_initial_state())[0] for i in range(200)])
    assert abs(roots) < 0.25  # three and a half standard errors
    prior = evaluator.prior(state)
    assert [action for action, _ in prior] == state.legal_actions() and len({chance for _, chance in prior}) == 1
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert evaluator.evaluate(state).tolist() == state.returns()
    with pytest.raises(ValueError, match="playouts=0"):
        PlayoutEvaluator(0)


@pytest.mark.parametrize(
    ("cards", "deals"),
    [
        ("princess_spire+trebuchet+watchtower+observatory", 6),  # 4 over 2
        ("battlements+battlements+battlements+watchtower", 2),  # who has the Watchtower
        ("princess_spire+trebuchet+watchtower+observatory+barracks", 30),  # 5 over 2, 3 over 2
    ],
)
def test_small_deals__are_all_deals_with_their_chances(cards, deals) -> None:
    """The deals are those counted by hand, equally likely here; each has every card in one place, and seat 0 begins."""
    found, rules = small_deals(cards), load_game("castles_of_caleira")
    assert len(found) == deals and [deal.chance for deal in found] == pytest.approx([1 / deals] * deals)
    named = sorted(cards.upper().split("+"))
    for deal in found:
        kinds = [kind for hand in deal.hands for kind in hand] + list(deal.deck)
        assert sorted(Kind(kind).name for kind in kinds) == named
        S = deal.state(rules)
        assert rules.to_act(S) == 0
        shown = rules.to_json(S)
        assert [len(player["hand"]) for player in shown["players"]] == [2 + bool(deal.deck), 2]
        assert len(shown["discard"]) == 18 - len(named)


def test_small_deals__alike_cards_make_some_deals_likelier() -> None:
    """Of two Battlements, a Trebuchet and a Watchtower a seat has both Battlements in 1 of 6 deals, one of each other pair in 2."""
    found = {deal.hands[0]: deal.chance for deal in small_deals("battlements+battlements+trebuchet+watchtower")}
    battlements, trebuchet, watchtower = Kind.BATTLEMENTS, Kind.TREBUCHET, Kind.WATCHTOWER
    hands = [(battlements, battlements), (trebuchet, watchtower), (battlements, trebuchet), (battlements, watchtower)]
    assert found == pytest.approx(dict(zip((tuple(sorted(hand)) for hand in hands), (1 / 6, 1 / 6, 1 / 3, 1 / 3))))


def test_small_deals__seat_0_draws_the_top_card() -> None:
    """With six cards seat 0 has its hand and the first card of the deck, and the last one is left."""
    rules = load_game("castles_of_caleira")
    for deal in small_deals("princess_spire+trebuchet+watchtower+observatory+barracks+marketplace")[::30]:
        s = deal.state(rules).view(np.ndarray)
        drawn = np.bincount([*deal.hands[0], deal.deck[0]], minlength=len(s["hand"][0, 0]))
        assert s["hand"][0, 0].tolist() == drawn.tolist() and s["n_deck"][0] == 1
        assert s["deck"][0, 0] == deal.deck[1] != deal.deck[0]


@pytest.mark.slow
def test_small_castles__watchtower_among_battlements_always_wins() -> None:
    """Three Battlements and a Watchtower: its holder plays it last, face up, and turns a Battlements of the other up (R25).

    So 2 points and 1 for a face-down Battlements against at most 1 and 0 (R31): the holder wins whatever the other does. Either
    seat holds it half of the time, so the game is worth 0, and a holder who plays at random gives something away.
    """
    game = pyspiel.load_game(f"{SMALL_CASTLES}(cards=battlements+battlements+battlements+watchtower)")
    uniform = policy.UniformRandomPolicy(game)
    assert exploitability.nash_conv(game, uniform) > 0.5
    solver = cfr.CFRPlusSolver(game)
    for _ in range(30):
        solver.evaluate_and_update_policy()
    solved = solver.average_policy()
    assert exploitability.nash_conv(game, solved) < 0.01
    value = expected_game_score.policy_value(game.new_initial_state(), [solved, solved])
    assert value == pytest.approx([0, 0], abs=0.01)
    for deal in range(2):
        state = game.new_initial_state()
        state.apply_action(deal)
        holder = 0 if "seat 0 has battlements and watchtower" in game.deals.text(deal) else 1
        assert expected_game_score.policy_value(state, [solved, solved])[holder] > 0.98


def test_import__names_the_extra_when_open_spiel_is_missing() -> None:
    code = "import sys; sys.modules['pyspiel'] = None\nimport fs_env.interop.open_spiel"
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=600)
    assert "ModuleNotFoundError" in made.stderr and "pip install '.[open-spiel]'" in made.stderr
