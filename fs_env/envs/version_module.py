"""The functions of a game's own module, such as `fs_env.four_souls_v1`, made from the options of the game.

A module names its game and its options; `functions` makes `env`, `raw_env`, `seat_env` and `vector_env`, whose signatures
and docstrings list every option. A truth value stands for an option from 0 to 1, names for one that has names.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import Parameter, Signature, getdoc, signature
from typing import TYPE_CHECKING, Any, NamedTuple

from fs_env.core.checks import check_choice, check_flag, check_known, unknown
from fs_env.envs.aec import RENDER_MODES, GameAEC
from fs_env.envs.options import SEAT_OPTIONS, VECTOR_OPTIONS
from fs_env.registry.games import load_game

if TYPE_CHECKING:
    from fs_env.core.machine.game import Option
    from fs_env.envs.seat import GameSeatEnv
    from fs_env.envs.vector import GameVectorEnv

FREE = "max_decisions"  # the option that is None unless it is given: the game has a limit of its own
FREE_MEANING = "; the game's own limit when None"
OF_GAME_AEC = ("skip_forced", "observation", "mask_in", "copy", "illegal", "max_episode_steps", "render_mode")
WRAPPERS = """PettingZoo's own environments add wrappers in `env` that check the order of calls and the range of actions. `GameAEC`
makes these checks itself; the wrappers would only cost three quarters of its speed."""
RAISES = """Raises:
    ValueError: a value out of range or an unknown name.
    TypeError: an unknown option, or a value of the wrong kind."""


class Form(NamedTuple):
    """One form of a game that has a module of its own.

    Attributes:
        game: id of the game.
        what: the form in a few words.
        fixed: its options for `Game.setup`.
        without: further keywords that it does not have.
    """

    game: str
    what: str
    fixed: dict[str, int]
    without: tuple[str, ...]


class Functions(NamedTuple):
    """What a game's own module offers.

    Attributes:
        env: makes the PettingZoo environment.
        raw_env: the same; PettingZoo's own modules have both.
        seat_env: makes the Gymnasium environment of one seat against opponents.
        vector_env: makes the Gymnasium environment of many games.
        metadata: of `env`.
    """

    env: Callable[..., GameAEC]
    raw_env: Callable[..., GameAEC]
    seat_env: Callable[..., GameSeatEnv]
    vector_env: Callable[..., GameVectorEnv]
    metadata: dict[str, Any]


def functions(
    module: str, title: str, options: Sequence[Option], order: Sequence[str], form: Form | None = None
) -> Functions:
    """The functions of a module that is named after its game, or a form of it, with `_v` and a version.

    Args:
        module: its `__name__`.
        title: the game's name in docstrings.
        options: of its `GameSpec`; one is "num_players".
        order: names of the others in the order of the keywords.
        form: of a module for one form of the game.
    """
    name = module.rpartition(".")[2]
    form = form or Form(name.rpartition("_v")[0], f"{title} for two to four players", {}, ())
    game, left = form.game, {*form.fixed, *form.without}
    by_name = {option.name: option for option in options}
    own = [by_name[one] for one in order if one not in left]
    if {*order, "num_players"} != set(by_name):
        raise ValueError(
            f"{name}: the options are {', '.join(by_name)}, but {', '.join(order) or 'nothing'} is in order"
        )
    seats = by_name["num_players"]
    ours = [Parameter("num_players", Parameter.POSITIONAL_OR_KEYWORD, default=seats.default, annotation="int")]
    ours = [one for one in ours if one.name not in left]
    shared = [parameter_of(option) for option in own]
    told = {one.name: seats.meaning for one in ours} | {option.name: meaning_of(option) for option in own}
    of_seat = [one for one in SEAT_OPTIONS if one not in left]
    of_vector = [one for one in VECTOR_OPTIONS if one not in left]

    def make_aec(arguments: Mapping[str, Any], chosen: dict[str, int]) -> GameAEC:
        return GameAEC(load_game(game), game_options=chosen | form.fixed, name=name, **arguments)

    def make_seat(arguments: Mapping[str, Any], chosen: dict[str, int]) -> GameSeatEnv:
        from fs_env.envs.seat import GameSeatEnv

        return GameSeatEnv(load_game(game), game_options=chosen | form.fixed, **arguments)

    def make_vector(arguments: Mapping[str, Any], chosen: dict[str, int]) -> GameVectorEnv:
        from fs_env.envs.vector import GameVectorEnv

        return GameVectorEnv(load_game(game), game_options=chosen | form.fixed, **arguments)

    aec = [*ours, *shared, *parameters_of(GameAEC, OF_GAME_AEC)]
    aec_told = told | meanings_in(GameAEC, OF_GAME_AEC)
    many = Parameter("num_envs", Parameter.POSITIONAL_OR_KEYWORD, default=1, annotation="int")
    rest = {one.name: told.pop(one.name) for one in ours}

    def made(function: str, make: Any, parameters: list[Parameter], returns: str, text: str, calls: str = "") -> Any:
        return written(module, function, own, Signature(parameters, return_annotation=returns), make, text, calls)

    head = f"{form.what}; `GameAEC` describes how it behaves."
    one = f"One seat of {title} against named opponents, for Gymnasium; `GameSeatEnv` describes how it behaves."
    if form.fixed:
        one = f"{form.what}, for Gymnasium; `GameSeatEnv` describes how it behaves."
    vector = f"Many games of {title} at once, for Gymnasium; `GameVectorEnv` describes how it behaves."
    return Functions(
        made("env", make_aec, aec, "GameAEC", docstring(head, aec_told, WRAPPERS)),
        made("raw_env", make_aec, aec, "GameAEC", docstring(head, aec_told), "env"),
        made(
            "seat_env",
            make_seat,
            [*shared, *(left_out(option) for option in of_seat)],
            "GameSeatEnv",
            docstring(
                one, told | rest, f"{', '.join(of_seat[len(ours) :])}: as in `GameSeatEnv`, which has their defaults."
            ),
        ),
        made(
            "vector_env",
            make_vector,
            [many, *shared, *(left_out(option) for option in of_vector)],
            "GameVectorEnv",
            docstring(
                vector,
                {"num_envs": "number of games"} | told | rest,
                f"{', '.join(of_vector[len(ours) :])}: as in `GameVectorEnv`, which has their defaults.",
            ),
        ),
        {**GameAEC.metadata, "name": name, "render_modes": list(RENDER_MODES)},
    )


def written(
    module: str, name: str, own: Sequence[Option], shape: Signature, make: Any, text: str, calls: str = ""
) -> Callable[..., Any]:
    """A function of a module with a signature and a docstring. It checks its arguments and passes them to `make`."""
    shown = f"{module.rpartition('.')[2]}.{calls or name}"

    def function(*args: Any, **keywords: Any) -> Any:
        check_known(shown, keywords, shape.parameters)
        bound = shape.bind(*args, **keywords)
        bound.apply_defaults()
        arguments = {key: value for key, value in bound.arguments.items() if value is not ...}
        chosen = chosen_options(own, {option.name: arguments.pop(option.name) for option in own})
        return make(arguments, chosen)

    function.__module__, function.__name__, function.__qualname__, function.__doc__ = module, name, name, text
    function.__signature__ = shape  # type: ignore[attr-defined]
    return function


def chosen_options(options: Iterable[Option], given: Mapping[str, Any]) -> dict[str, int]:
    """The numbers of options for `Game.setup` from what users write.

    Raises:
        ValueError: a name that an option does not have, or no name where one is needed.
        TypeError: a value of the wrong kind.
    """
    chosen = {}
    for option in options:
        value = given[option.name]
        if option.name == FREE and value is None:
            continue
        if option.bits:
            chosen[option.name] = named_bits(option, value)
        elif option.words:
            chosen[option.name] = option.low + option.words.index(check_choice(option.name, value, option.words))
        else:
            chosen[option.name] = int(check_flag(option.name, value)) if is_flag(option) else value
    return chosen


def named_bits(option: Option, names: Any) -> int:
    """The number that some names of an option with bits stand for."""
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise TypeError(f"{option.name}={names!r}: expected names in a tuple or list, such as {option.bits!r}")
    found = list(names)
    for name in found:
        if name not in option.bits:
            raise ValueError(unknown(option.noun or option.name, name, option.bits))
    if not found and option.default:  # where none is the default it may be said
        raise ValueError(f"{option.name}={tuple(found)!r}: expected at least one of {', '.join(option.bits)}")
    return option.of_names(found)


def is_flag(option: Option) -> bool:
    """Whether a truth value stands for the option."""
    return (option.low, option.high) == (0, 1) and not option.words and not option.bits


def parameter_of(option: Option) -> Parameter:
    """The keyword of an option, with its default as users write it."""
    kind, default = "int", option.default
    written: Any = default
    if option.name == FREE:
        kind, written = "int | None", None
    elif option.bits:
        kind = "Iterable[str]"
        written = tuple(bit for place, bit in enumerate(option.bits) if default >> place & 1)
    elif option.words:
        kind, written = "str", option.words[default - option.low]
    elif is_flag(option):
        kind, written = "bool", bool(default)
    return Parameter(option.name, Parameter.POSITIONAL_OR_KEYWORD, default=written, annotation=kind)


def meaning_of(option: Option) -> str:
    return option.meaning + (FREE_MEANING if option.name == FREE else "")


def left_out(name: str) -> Parameter:
    """A keyword whose default is that of another class."""
    return Parameter(name, Parameter.KEYWORD_ONLY, default=..., annotation="Any")


def parameters_of(cls: type, names: Iterable[str]) -> list[Parameter]:
    """Keywords of a class, with its defaults and annotations."""
    known = signature(cls).parameters
    return [known[name].replace(kind=Parameter.POSITIONAL_OR_KEYWORD) for name in names]


def meanings_in(cls: type, names: Iterable[str]) -> dict[str, str]:
    """What the docstring of a class says about some of its arguments; nothing where Python runs without docstrings (-OO)."""
    if cls.__doc__ is None:
        return dict.fromkeys(names, "")
    arguments = (getdoc(cls) or "").partition("Args:\n")[2].partition("\n\n")[0]
    found = dict(re.findall(r"^    (\w+): (.*(?:\n {8}.*)*)", arguments, re.MULTILINE))
    return {name: " ".join(found[name].split()).rstrip(".") for name in names}


def docstring(head: str, told: Mapping[str, str], after: str = "") -> str:
    """A docstring with a line or more for each argument."""
    lines = [
        textwrap.fill(f"{name}: {meaning}.", 120, initial_indent="    ", subsequent_indent="        ")
        for name, meaning in told.items()
    ]
    parts = [head, "Args:\n" + "\n".join(lines), textwrap.fill(after, 120) if after else "", RAISES]
    return "\n\n".join(filter(None, parts))
