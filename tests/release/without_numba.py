"""A process without numba that plays with the extension module of Castles."""

import json
import sys
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path


def load_extension(path):
    loader = ExtensionFileLoader("rules", str(path))
    loader.exec_module(module := module_from_spec(spec_from_loader("rules", loader)))
    return module


def play():
    """What a vector environment with bots shows, and the results of a search and of random games."""
    import numpy as np

    from fs_env.agent_api.specs import load_agent
    from fs_env.arena.match import play_match
    from fs_env.envs.vector import GameVectorEnv
    from fs_env.registry.games import load_game

    game = load_game("castles_of_caleira")
    env = GameVectorEnv(game, 4, opponents="heuristic")
    seen, _ = env.reset(seed=5)
    numbers = []
    for _ in range(12):
        seen, rewards, *_ = env.step(seen["action_mask"].argmax(axis=1))
        numbers.append([int(seen["observation"].astype(np.int64).sum()), rewards.tolist()])
    agents = [load_agent(spec, game) for spec in ("search:rollouts=16,policy=random", "heuristic")]
    match = play_match(game, agents, seed=3)
    played = game.run_random(50, 3, 9)
    return json.loads(json.dumps([numbers, list(match.returns), list(played)]))


def main():
    from fs_env.core.machine.run import shipped_rules
    from fs_env.registry.games import load_game

    shipped_rules.FOLDER = Path(sys.argv[1])
    found = play()
    spec = load_game("castles_of_caleira").spec
    levels, shipped_rules.LEVELS = shipped_rules.LEVELS, {"x86-64": "a_flag_of_no_processor"}
    refused = [shipped_rules.shipped_entry(spec)]
    shipped_rules.LEVELS, shipped_rules.CORE = levels, shipped_rules.CORE / "machine"
    refused.append(shipped_rules.shipped_entry(spec))
    print(json.dumps([found, refused]))
