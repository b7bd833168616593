"""Every enrolled game passes the generic suite."""

from __future__ import annotations

from importlib import import_module

import pytest

from fs_env.core.machine.game import load_game
from fs_env.registry.games import GAMES
from tests.generic import suite
from tests.generic.games import ENROLLED, case_name, cases, has_secrets


@pytest.mark.parametrize("case", cases(), ids=case_name)
@pytest.mark.parametrize("check", suite.CHECKS, ids=lambda check: check.__name__)
def test_game(check, case):
    """The game passes the check, in each of its variants and for every number of seats."""
    name, players, options = case
    enrolled = ENROLLED[name]
    check(load_game(enrolled.home), players, enrolled.sizes.get(check.__name__, enrolled.decisions), players, **options)


@pytest.mark.parametrize("case", [case for case in cases() if has_secrets(case)], ids=case_name)
def test_game__secret_answers(case):
    """A45, R52: no seat sees any difference between two answers that are secret to it, or two secret draws."""
    name, players, options = case
    enrolled = ENROLLED[name]
    compared = suite.check_secret_answers_show_nothing(
        load_game(enrolled.home),
        players,
        enrolled.secret_decisions,
        players,
        import_module(enrolled.secrets),
        **options,
    )
    assert compared > 50, f"only {compared} pairs of secret answers were met"


@pytest.mark.long
@pytest.mark.parametrize("case", cases(), ids=case_name)
def test_game__many_impossible_states(case):
    """Thousands of states with a wrong number are refused or can be played on, as some hundreds are in the suite."""
    name, players, options = case
    suite.check_impossible_states_do_no_harm(load_game(ENROLLED[name].home), players, 5000, 70 + players, **options)


@pytest.mark.parametrize("name", ENROLLED)
def test_zero_sum__is_denied_only_where_results_do_not_add_up(name):
    """A game of rivals is general-sum because some of its games are won or lost by all; otherwise no variant of rivals is."""
    game, variants = load_game(ENROLLED[name].home), ENROLLED[name].variants
    rivals = [chosen for chosen in variants if not game.together(**chosen)]
    assert {game.zero_sum(**chosen) for chosen in rivals} == {game.zero_sum()}
    if not game.zero_sum():
        paid = [sum(seats) for seats in suite.results_of(game, game.min_players, 200, 1)]
        assert any(abs(total) > 0.5 for total in paid) and any(abs(total) < 1e-9 for total in paid)


def test_enrolled__every_game_of_the_package():
    """No registered game is left out of the suite."""
    assert {enrolled.home for enrolled in ENROLLED.values()} >= set(GAMES.values())
