"""Checks the specs of agents without importing what plays or a compiler: names, parameters and files."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from fs_env.agent_api.programs import check_program, kind_of
from fs_env.agent_api.specs import load_agent, read_parameters
from fs_env.agents import BOTS_IN, FROM_FILE, MODELS, WITH_PARAMETERS, bots_of, check_bot
from fs_env.agents.llm.settings import Settings as ModelSettings
from fs_env.agents.models.spec import read_model_spec
from fs_env.agents.networks.shipped_files import find_file
from fs_env.agents.networks.spec import read_spec
from fs_env.agents.search.settings import FlatSettings, Settings, TreeSettings, split_method
from fs_env.agents.values.names import check_value
from fs_env.core.checks import check_known
from fs_env.core.machine.declare.passes import rule_number
from fs_env.registry.games import GAMES, SHIPPED

SEARCHES: dict[str, type[Settings]] = {"race": FlatSettings, "tree": TreeSettings, "": FlatSettings}
PASSING, RULE = ("agent", "rule"), "concerned"
"""Parameters of `passes`, and its usual rule."""


def check_spec(spec: str, game: str | None = None) -> None:
    """Checks the spec of an agent.

    Args:
        spec: as in `load_agent`.
        game: id of the game that it is to play; None: it is not known.

    Raises:
        ValueError: no such bot, parameter or file, or a value that a parameter cannot have.
        TypeError: a parameter that the bot does not have.
    """
    kind, colon, rest = spec.partition(":")
    if kind in WITH_PARAMETERS:
        given = read_parameters(spec)
        check_parameters(kind, given, game)
        for name in BOTS_IN:
            if given.get(name) or (kind, name) == ("passes", "agent"):
                check_spec(given.get(name, "").replace(";", ","), game)
    elif kind in MODELS and colon:
        read_model_spec(spec)
    elif kind in FROM_FILE and colon:
        find_file(read_spec(rest)[0])
    elif kind_of(spec):
        check_program(spec)
    else:
        check_bot(spec)
        if colon:
            check_location(spec.rpartition(":")[0])
        elif game is not None and spec not in bots_of(game):
            load_agent(spec, game)  # raises, and names the games that have it


def check_parameters(kind: str, given: dict[str, str], game: str | None) -> None:
    """Raises ValueError or TypeError for a parameter that a kind of bot does not have, or a value that it cannot have."""
    if kind == "llm":
        ModelSettings.read(given)
    elif kind == "passes":
        check_known(kind, given, PASSING)
        check_rule(given.get("rule", RULE), game)
    else:
        method, rest = ("tree", given) if kind == "tree" else split_method(given)
        settings = SEARCHES[method]
        check_value((settings.read(rest) if game is None else settings.of_game(game, rest)).value)


def check_rule(rule: str, game: str | None) -> None:
    if game is None or GAMES[game] not in SHIPPED:
        return
    rules = f"fs_env.core.{game}.rules.stops"
    module: Any = import_module(rules) if find_spec(rules) else None
    stops = module.STOPS if module else {}
    spec: Any = SimpleNamespace(name=game, stops=stops, passing_rules=module.RULES if module else {})
    rule_number(spec, rule.split("+") if {*rule.split("+")} <= {*stops} else rule)


def check_location(place: str, what: str = "bot") -> None:
    if place.endswith(".py"):
        if not Path(place).is_file():
            raise ValueError(f"{what}: there is no file {place!r}")
    elif find_spec(package := place.partition(".")[0]) is None:
        raise ValueError(f"{what}: there is no module {package!r}; is it installed or on PYTHONPATH?")
