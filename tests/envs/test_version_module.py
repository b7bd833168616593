"""The functions of a game's own module are made from its options: names, defaults, words, errors."""

from __future__ import annotations

import inspect
import pickle

import pytest

from fs_env import castles_of_caleira_v1, four_souls_v1
from fs_env.core.machine.game import Option
from fs_env.envs.version_module import functions

OF_ENV = {
    "skip_forced": False,
    "observation": "flat",
    "mask_in": "both",
    "copy": True,
    "illegal": "error",
    "max_episode_steps": None,
    "render_mode": None,
}
WITH_WORDS = {"variant": "rivals", "draft": "none", "eden_only": False, "first_player": "cain"}
WITH_WORDS |= {"simultaneous_deaths": "rules", "open_hands": False, "bartering": False, "rooms": False}
OF_FOUR_SOULS = {"sets": ("base",), "bonus_souls": True, "max_decisions": None, **WITH_WORDS}
OF_CASTLES = {
    "spire_multi": "end",
    "market": "choice",
    "useless_targets": True,
    "four_player_cards": 16,
    "max_decisions": None,
}
OF_SEAT = [
    "num_players",
    "seat",
    "opponents",
    "observation",
    "skip_forced",
    "mask_in",
    "illegal",
    "max_episode_steps",
    "render_mode",
]
MODULES = [(four_souls_v1, OF_FOUR_SOULS), (castles_of_caleira_v1, OF_CASTLES)]


def defaults(function):
    return {name: parameter.default for name, parameter in inspect.signature(function).parameters.items()}


@pytest.mark.parametrize(("module", "options"), MODULES)
def test_signature__names_every_option_with_its_default(module, options):
    """The keywords of each function, in their order, as users write them."""
    for function in (module.env, module.raw_env):
        assert list(defaults(function).items()) == list({"num_players": 2, **options, **OF_ENV}.items())
    assert list(defaults(module.seat_env)) == [*options, *OF_SEAT]
    assert list(defaults(module.vector_env)) == [
        "num_envs",
        *options,
        *OF_SEAT,
        "view",
        "copy",
        "threads",
        "autoreset_mode",
    ]
    assert {name: defaults(module.seat_env)[name] for name in options} == options


@pytest.mark.parametrize(("module", "options"), MODULES)
@pytest.mark.parametrize("name", ["env", "raw_env", "seat_env", "vector_env"])
def test_help__tells_every_keyword(module, options, name):
    """The docstring has a line for each option of the game and names every other keyword."""
    function = getattr(module, name)
    told = inspect.getdoc(function)
    assert all(f"\n    {option}: " in told for option in options)
    assert all(word in told for word in defaults(function)) and "Raises:" in told
    assert (function.__module__, function.__name__) == (module.__name__, name)
    assert pickle.dumps(function)  # found again by its name


def test_help__has_the_words_of_the_game_and_of_the_environment():
    """What an option of the game means, and what `GameAEC` says of its own; no line is wider than the page."""
    told = inspect.getdoc(four_souls_v1.env)
    assert (
        'sets: names of the card sets in the game, in any order: "base", "gold" (Gold Box), "plus" (Four Souls+).'
        in told
    )
    assert 'mask_in: "both", "observation" or "info": where the mask is.' in told
    assert "max_decisions: decisions after which the game is truncated; the game's own limit when None." in told
    assert max(map(len, told.splitlines())) <= 120


def test_arguments__by_place_and_by_name_become_the_games_numbers():
    """Names become bits or places, truth values 0 or 1; `max_decisions` is the game's own unless it is given."""
    zeros = dict.fromkeys(WITH_WORDS, 0)
    assert four_souls_v1.env(3, ("plus", "base"), False).game_options == {"sets": 5, "bonus_souls": 0, **zeros}
    made = four_souls_v1.raw_env(2, max_decisions=9, draft="mini", first_player="seat_1", open_hands=True)
    chosen = {"draft": 2, "first_player": 3, "open_hands": 1}
    assert made.game_options == {"sets": 1, "bonus_souls": 1, "max_decisions": 9, **zeros, **chosen}
    given = castles_of_caleira_v1.raw_env(4, "continue", "random", False, 18, 7)
    assert given.num_players == 4
    assert given.game_options == {
        "spire_multi": 1,
        "market": 1,
        "useless_targets": 0,
        "four_player_cards": 18,
        "max_decisions": 7,
    }


@pytest.mark.parametrize("name", ["seat_env", "vector_env"])
def test_arguments__that_are_not_given_are_left_to_the_class(name):
    """What is not given has the default of the class: `seat_env` plays on after an illegal action, `vector_env` does not."""
    made = getattr(castles_of_caleira_v1, name)(market="random")
    assert made.num_players == 2
    given = getattr(castles_of_caleira_v1, name)(num_players=3, opponents="heuristic")
    assert given.num_players == 3


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: four_souls_v1.raw_env(pixels=1), TypeError, r"^four_souls_v1.env\(\) got an unexpected keyword"),
        (
            lambda: four_souls_v1.vector_env(4, masks_in="info"),
            TypeError,
            r"^four_souls_v1.vector_env\(\) got an unexpected keyword argument 'masks_in': .*did you mean 'mask_in'",
        ),
        (lambda: four_souls_v1.env(2, sets=3), TypeError, "sets=3: expected names in a tuple or list"),
        (lambda: four_souls_v1.env(2, num_players=3), TypeError, "multiple values for argument 'num_players'"),
        (lambda: castles_of_caleira_v1.env(max_decisions=0), ValueError, "max_decisions=0 is outside"),
        (lambda: castles_of_caleira_v1.env(market=1), ValueError, "market 1: expected choice, random"),
    ],
)
def test_arguments__that_are_wrong_are_named(call, error, words):
    """The error names the function, the keyword and what was expected."""
    with pytest.raises(error, match=words):
        call()


def test_functions__want_every_option_in_order():
    """An option that the module forgot is an error when the module is imported."""
    options = (Option("num_players", 2, 2, 4, "seats"), Option("depth", 1, 1, 3, "how deep"))
    with pytest.raises(ValueError, match="cave_v0: the options are num_players, depth, but nothing is in order"):
        functions("games.cave_v0", "Cave", options, ())
    made = functions("games.cave_v0", "Cave", options, ("depth",))
    assert next(iter(defaults(made.seat_env))) == "depth" and made.metadata["name"] == "cave_v0"
