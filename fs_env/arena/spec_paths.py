"""Agents and games as processes with other working folders, here or on other machines, find them."""

import importlib
import importlib.util
import platform
from pathlib import Path

from fs_env.agent_api import programs
from fs_env.agent_api.specs import AGENTS_MODULE


def absolute(spec: str) -> str:
    """An agent or a game; a file in it by its absolute path, because nodes have working folders of their own."""
    kind, _, file = spec.partition(":")
    bots = importlib.import_module(AGENTS_MODULE)
    if kind in bots.FROM_FILE:
        name, comma, parameters = file.partition(",")
        known = not Path(name).suffix and not Path(name).exists()  # a network of the package, by its name
        return spec if known else f"{kind}:{Path(name).absolute()}{comma}{parameters}"
    if kind in bots.MODELS:
        return str(importlib.import_module(f"{AGENTS_MODULE}.models.spec").absolute_model(spec))
    if kind in bots.WITH_PARAMETERS:
        return f"{kind}:{','.join(map(absolute_parameter, file.split(',')))}" if file else spec
    if programs.kind_of(spec):
        return programs.absolute(spec)
    path, _, name = spec.rpartition(":")
    return f"{Path(path).absolute()}:{name}" if path.endswith(".py") else spec


def absolute_parameter(part: str) -> str:
    key, equals, value = part.partition("=")
    if ":" in value:
        return f"{key}{equals}{absolute(value.replace(';', ',')).replace(',', ';')}"
    return f"{key}{equals}{Path(value).absolute()}" if value.endswith(".npz") else part


def check_is_here(spec: str) -> None:
    """Raises ValueError if this machine has no such file, package or program; runs nothing of it."""
    if programs.kind_of(spec):
        programs.check_program(spec)
        return
    if spec.partition(":")[0] in importlib.import_module(AGENTS_MODULE).MODELS:
        importlib.import_module(f"{AGENTS_MODULE}.models.spec").read_model_spec(spec)
        return
    path = spec.rpartition(":")[0]
    found = Path(path).is_file() if path.endswith(".py") else importlib.util.find_spec(path.split(".")[0])
    if not found:
        raise ValueError(
            f"bot {spec!r}: {platform.node()} does not have it; put it into a folder that all nodes share, or install it there"
        )
