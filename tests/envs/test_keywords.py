"""The functions of a game's own module: their keywords are the game's options, as users write them."""

from __future__ import annotations

import inspect
import pickle
import pydoc
import re
from typing import Any, get_args, get_type_hints

import pytest

from fs_env import betrayal_v3, castles_of_caleira_v1, four_souls_v1, solo_v0
from fs_env.core.betrayal import options as betrayal
from fs_env.core.castles_of_caleira import options as castles_of_caleira
from fs_env.core.four_souls import options as four_souls
from fs_env.envs.aec import GameAEC
from fs_env.envs.seat import GameSeatEnv
from fs_env.envs.vector import GameVectorEnv

OPTIONS = {
    four_souls_v1: four_souls.OPTIONS,
    castles_of_caleira_v1: castles_of_caleira.OPTIONS,
    betrayal_v3: betrayal.OPTIONS,
    solo_v0: four_souls.OPTIONS,
}
LEFT_OUT = {solo_v0: {"num_players", "variant", "bartering", "open_hands", "seat", "opponents", "view"}}
CLASSES = {"env": GameAEC, "raw_env": GameAEC, "seat_env": GameSeatEnv, "vector_env": GameVectorEnv}
FUNCTIONS = [(module, name) for module in OPTIONS for name in CLASSES]


def keywords(function):
    return inspect.signature(function).parameters


@pytest.mark.parametrize(("module", "name"), FUNCTIONS)
def test_signature__has_every_option_as_users_write_it(module, name):
    """Each option of the game is a keyword with its default, and its type has its names; none is invented or forgotten."""
    given = keywords(getattr(module, name))
    typed = {"seat_env": "SeatOptions", "vector_env": "VectorOptions"}.get(name, name)
    hints = get_type_hints(inspect.unwrap(getattr(module, typed)), localns={CLASSES[name].__name__: CLASSES[name]})
    assert set(given) <= set(hints) | {"num_envs"}
    options = {option.name: option for option in OPTIONS[module] if option.name not in LEFT_OUT.get(module, ())}
    of_class = set(keywords(CLASSES[name])) - {"game", "game_options", "name"}
    assert set(given) == set(options) | of_class - LEFT_OUT.get(module, set())
    for key in options.keys() & given.keys() - {"num_players"}:
        option, annotation = options[key], hints[key]
        words = get_args(annotation)
        if key == "max_decisions":
            expected: Any = None
        elif option.bits:
            expected = tuple(bit for place, bit in enumerate(option.bits) if option.default >> place & 1)
            assert get_args(words[0]) == option.bits
        elif option.words:
            expected = option.words[option.default - option.low]
            assert words == option.words
        else:
            expected = option.default
            assert (annotation is bool) == ((option.low, option.high) == (0, 1))
        assert given[key].default == expected, key


@pytest.mark.parametrize(("module", "name"), FUNCTIONS)
def test_signature__has_the_defaults_of_the_class(module, name):
    """Whoever leaves a keyword out gets what the environment's class gives, and the game's own number of seats."""
    given, of_class = keywords(getattr(module, name)), keywords(CLASSES[name])
    for key in given.keys() & of_class.keys() - {"num_players", "num_envs"}:
        assert given[key].default == of_class[key].default, key
    if "num_players" in given:
        assert given["num_players"].default == OPTIONS[module][0].default


@pytest.mark.parametrize(("module", "name"), FUNCTIONS)
def test_help__describes_every_keyword(module, name):
    """`help` shows every keyword, and `env` describes the game's options in their words; no line is wider than the page."""
    function = getattr(module, name)
    told = inspect.getdoc(function)
    shown = told if name in ("env", "raw_env") else pydoc.plain(pydoc.render_doc(function))
    assert all(re.search(rf"\b{key}\b", shown) for key in keywords(function))
    assert "Raises:" in told or "errors are those of `env`" in told
    assert max(map(len, told.splitlines())) <= 120
    if name == "env" and module is not solo_v0:
        flat = " ".join(told.split())
        for option in OPTIONS[module]:
            if option.name in keywords(function) and option.name != "max_decisions":
                assert f"{option.name}: {option.meaning}." in flat
    assert pickle.dumps(function), "found again by its name"


def test_arguments__by_place_and_by_name_become_the_games_numbers():
    """Names become bits or places, truth values 0 or 1; `max_decisions` is the game's own unless it is given."""
    zeros = {option.name: 0 for option in four_souls.OPTIONS[4:]}
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
        "deck": 0,
    }


@pytest.mark.parametrize("name", ["seat_env", "vector_env"])
def test_arguments__that_are_not_given_are_left_to_the_class(name):
    """Arguments not given have the default of the class: `seat_env` plays on after an illegal action, `vector_env`
    does not."""
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
