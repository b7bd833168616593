"""Specs: agents by the name of a bot, with parameters, or by location; which of them are untrusted code."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from fs_env.agent_api.agent import Agent, as_agent
from fs_env.agent_api.programs import kind_of
from fs_env.registry.games import GAMES, load_game
from fs_env.registry.loading import load_object, untrusted_code

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

AGENTS_MODULE = "fs_env.agents"  # its bots_of maps bot names to constructors, FROM_FILE kinds of files to loaders


def load_agent(spec: str, game: str | Game | None = None) -> Agent:
    """Loads a new agent by the name of a bot of the game or of every game, "search:milliseconds=300", "policy:FILE.npz",
    "package.module:NAME", "path.py:NAME", "exec:COMMAND" or "tcp:HOST:PORT,token_file=FILE".

    Args:
        spec: name or location.
        game: the game to play, a `Game` or its id; required for a bot of one game.

    Raises:
        ValueError: no such name, module, file or attribute, or no bot of that name for the game; names the nearest match.
            `BrokenCode` if its code raises an error when it is imported or called, or ends the program.
        TypeError: the object found is not an agent, or `spec` is not a string.
    """
    if not isinstance(spec, str):
        raise TypeError(f"bot {spec!r}: expected a name or location as a string; use as_agent for bot objects")
    bots = importlib.import_module(AGENTS_MODULE)
    kind, _, file = spec.partition(":")
    if kind in bots.FROM_FILE:
        return as_agent(load_object(bots.FROM_FILE[kind], "bot")(file, game=None if isinstance(game, str) else game))
    if kind_of(spec):
        load = load_object("fs_env.arena.programs:ProgramAgent", "bot")
        return as_agent(load(spec, None if isinstance(game, str) else game))
    if kind in bots.MODELS:
        return as_agent(load_object(bots.MODELS[kind], "bot")(spec, game))
    if kind in bots.WITH_PARAMETERS:
        load = load_object(bots.WITH_PARAMETERS[kind], "bot")
        return as_agent(load(read_parameters(spec), None if isinstance(game, str) else game))
    known = bots.AGENTS if game is None else bots.bots_of(game)
    if spec in known:
        with untrusted_code(f"bot {spec!r}", "made"):
            built = known[spec]()
        return as_agent(built, spec)
    if ":" not in spec:
        having = [one.id for one in GAMES.values() if spec in one.bots]
        if having:
            name = game if game is None or isinstance(game, str) else game.name
            asked = "the game must be named" if name is None else f"there is none for {name!r}"
            raise ValueError(f"bot {spec!r} has a separate bot for each of {', '.join(having)}: {asked}")
    bots.check_bot(spec)
    return as_agent(load_object(spec, "bot"), spec)


def read_parameters(spec: str) -> dict[str, str]:
    """The parameters of a spec `name:key=value,key=value`, as texts.

    Raises:
        ValueError: a part without "=", or a key given twice.
    """
    found: dict[str, str] = {}
    written = spec.partition(":")[2]
    for part in written.split(",") if written else ():
        key, equals, value = (word.strip() for word in part.partition("="))
        if not equals or not key or key in found:
            what = "is given twice" if key in found and equals else "has no key and value"
            raise ValueError(f"bot {spec!r}: {part!r} {what}: expected name:key=value,key=value")
        found[key] = value
    return found


def untrusted_parts(spec: object, game: str) -> list[object]:
    """The code in an entry of a plan that is not shipped with this package: the entry, or bots in its parameters; objects count. The game
    is an id, or "package.module:NAME"."""
    bots = importlib.import_module(AGENTS_MODULE)
    if not isinstance(spec, str):
        return [spec]
    kind = spec.partition(":")[0]
    if kind in bots.FROM_FILE:
        return []
    if kind in bots.MODELS:
        return [spec]
    if kind in bots.WITH_PARAMETERS:
        within = [text for name, text in read_parameters(spec).items() if name in bots.BOTS_IN and ":" in text]
        return [part for text in within for part in untrusted_parts(text.replace(";", ","), game)]
    of_package = spec.startswith("fs_env.") and not spec.rpartition(":")[0].endswith(".py")
    return [] if of_package or bots.is_own(spec, load_game(game)) else [spec]


def is_untrusted(spec: object, game: str) -> bool:
    return bool(untrusted_parts(spec, game))
