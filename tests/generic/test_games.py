"""Every enrolled game passes the generic suite."""

from __future__ import annotations

from importlib import import_module

import pytest

from fs_env.core.machine.run.game import load_game
from fs_env.registry.games import games
from tests.generic import suite
from tests.generic.games import ENROLLED, case_name, cases, has_secrets


@pytest.mark.parametrize("case", cases(), ids=case_name)
@pytest.mark.parametrize("check", suite.CHECKS, ids=lambda check: check.__name__)
def test_game(check, case):
    """The game passes the check, in each of its variants and for every number of seats."""
    name, players, options = case
    enrolled = ENROLLED[name]
    check(load_game(enrolled.home), players, enrolled.sizes.get(check.__name__, enrolled.decisions), players, **options)


@pytest.mark.parametrize("times", [1, pytest.param(3, marks=pytest.mark.slow)])
@pytest.mark.parametrize("case", [case for case in cases() if has_secrets(case)], ids=case_name)
def test_game__secret_answers(case, times):
    """A45, R52: no seat sees any difference between two answers that are secret to it, or two secret draws."""
    name, players, options = case
    enrolled = ENROLLED[name]
    compared = suite.check_secret_answers_show_nothing(
        load_game(enrolled.home),
        players,
        times * enrolled.secret_decisions,
        players,
        import_module(enrolled.secrets),
        **options,
    )
    assert compared >= 15 * times, f"only {compared} pairs of secret answers were met"


def jobs(game: str, decisions: int, seed: int = 0) -> list[suite.Case]:
    """Every variant and number of seats of a game, for its own process."""
    return [
        suite.Case(ENROLLED[name].home, players, decisions, seed + players, options)
        for name, players, options in cases()
        if name == game
    ]


@pytest.mark.parametrize("game", ENROLLED)
def test_games__same_in_another_process(game):
    """A new process, with another order of sets and dictionaries of names, plays the same games from the same seeds."""
    suite.check_same_games(jobs(game, 200), suite.ANOTHER_PROCESS)


def test_games__same_without_compilation():
    """The rules as plain Python play the same games as the compiled ones: of each variant that with most seats, since they are slow."""
    largest = {(game, str(case.options)): case for game in ENROLLED for case in jobs(game, 60)}
    suite.check_same_games(list(largest.values()), suite.NOT_COMPILED)


@pytest.mark.slow
def test_games__impossible_states_do_no_harm():
    """Hundreds of states with a wrong number are refused or can be played on."""
    suite.check_impossible_states_do_no_harm([case for game in ENROLLED for case in jobs(game, ENROLLED[game].flips)])


@pytest.mark.long
@pytest.mark.parametrize("game", ENROLLED)
def test_games__many_impossible_states(game):
    """Thousands of states with a wrong number are refused or can be played on, as some hundreds are in the suite."""
    suite.check_impossible_states_do_no_harm(jobs(game, 5000, 70))


@pytest.mark.parametrize("name", ENROLLED)
def test_zero_sum__is_denied_only_where_results_do_not_add_up(name):
    """A game of rivals is general-sum because some of its games are won or lost by all; otherwise no variant of rivals is."""
    game, variants = load_game(ENROLLED[name].home), ENROLLED[name].variants
    rivals = [chosen for chosen in variants if not game.cooperative(**chosen)]
    assert {game.zero_sum(**chosen) for chosen in rivals} == {game.zero_sum()}
    if not game.zero_sum():
        paid = [sum(seats) for seats in suite.results_of(game, game.min_players, 200, 1)]
        assert any(abs(total) > 0.5 for total in paid) and any(abs(total) < 1e-9 for total in paid)


def test_enrolled__every_game_of_the_package():
    """No registered game is left out of the suite."""
    assert {enrolled.home for enrolled in ENROLLED.values()} >= {load().spec.home for load in games().values()}
