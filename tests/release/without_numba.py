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
    """What a vector environment with bots shows, and results of a search, a network, random games, redeals, a bot and a value."""
    import numpy as np

    from fs_env.agent_api.specs import load_agent
    from fs_env.agents.castles_of_caleira.agent import HeuristicAgent
    from fs_env.agents.values.castles_of_caleira import extract
    from fs_env.agents.values.files import find_value
    from fs_env.agents.values.network import MOST
    from fs_env.arena.match import play_match
    from fs_env.core.machine.run.answers import answers_of
    from fs_env.envs.vector import GameVectorEnv
    from fs_env.registry.games import load_game

    game = load_game("castles_of_caleira")
    env = GameVectorEnv(game, 4, opponents="heuristic")
    seen, _ = env.reset(seed=5)
    numbers = []
    for _ in range(12):
        seen, rewards, *_ = env.step(seen["action_mask"].argmax(axis=1))
        numbers.append([int(seen["observation"].astype(np.int64).sum()), rewards.tolist(), env.legal_ids()[0].tolist()])
    numbers += [play_match(game, bots(game, load_agent), seed=3).returns for bots in (searchers, networks)]
    numbers.append(game.run_random(50, 3, 9))
    S, worlds, bot, value = game.new(), game.new(3), HeuristicAgent.policy, find_value("auto", game, 2)
    game.setup(S, seed=4)
    game.redeal(S, worlds, 3, 8)
    obs, mask = game.observe(worlds, 0, 2), game.mask(worlds, 2)
    inputs, amounts = np.zeros((1, MOST), np.int16), np.zeros((1, MOST), np.float32)
    numbers.append([worlds.tobytes().hex(), value.score(obs), extract(obs[None], inputs, amounts), inputs.tolist()])
    numbers.append(bot.act(obs, game.legal(worlds, 2), bot.new_memory(0)))
    numbers.append(answers_of(bot, obs[None], mask[None], bot.new_memory(0)[None]).tolist())
    return json.loads(json.dumps(numbers))


def searchers(game, load_agent):
    return [load_agent(spec, game) for spec in ("search:rollouts=16,policy=random", "heuristic")]


def networks(game, load_agent):
    return [load_agent(spec, game) for spec in ("policy:castles_of_caleira", "random")]


def built_in():
    """Whether machine code of the module is found for bots and values, whatever their names are: three times not, then twice each."""
    from fs_env.agents.castles_of_caleira.choice import choose
    from fs_env.agents.values import castles_of_caleira
    from fs_env.agents.values.network import make_score
    from fs_env.core.machine.compile.extension import contents
    from fs_env.core.machine.run.policy import Policy
    from fs_env.core.machine.run.value import Value

    def choose_first(obs, acts, n, memory):
        return acts[0]

    def list_inputs(obs, work):
        return None

    list_inputs.__module__ = "custom.castles_of_caleira"
    other_score = make_score(list_inputs, castles_of_caleira.N_INPUTS)
    bots = [Policy("heuristic", "castles_of_caleira", *kernel) for kernel in ((choose_first, 2), (choose, 3))]
    bots += [
        Value("castles_of_caleira", other_score),
        Policy("mine", "", choose, 2),
        Value("mine", castles_of_caleira.score),
    ]
    return [bot.address in contents().values() for bot in bots]


def slots():
    """Whether two networks have a C function of the module each, with the own network's address; one is free again after its use."""
    from fs_env.agent_api.specs import load_agent
    from fs_env.agents.networks.bound import FREE, Slot, entry_of
    from fs_env.registry.games import load_game

    game, free = load_game("castles_of_caleira"), len(FREE)
    bots = [load_agent(f"policy:castles_of_caleira,sample={k}", game).policy for k in (1, 2)]
    made = [bot._callback for bot in bots]
    found = [isinstance(one, Slot) for one in made] + [made[0].address != made[1].address, len(FREE) == free - 2]
    found += [
        entry_of("numbers", one._place).value == bot.header.ctypes.data for one, bot in zip(made, bots, strict=True)
    ]
    slot = Slot(1)
    del slot
    return [*found, len(FREE) == free - 2]


def own_cards():
    """What the module has for a bot once the user has cards of his own."""
    import os

    from fs_env.agents.castles_of_caleira.choice import choose
    from fs_env.core.machine.compile.c_calls import C_POLICY
    from fs_env.core.machine.compile.extension import find

    before = find(choose, 2, C_POLICY)
    os.environ["FS_ENV_ROOMS"] = "rooms.txt"
    after = find(choose, 2, C_POLICY)
    del os.environ["FS_ENV_ROOMS"]
    return [before is not None, after]


def programs():
    """Programs that are Python functions though a module is there."""
    from types import FunctionType

    from fs_env.agents.networks import kernels
    from fs_env.agents.values.castles_of_caleira import extract
    from fs_env.core.machine.run import answers, rows
    from fs_env.envs import draws
    from fs_env.registry.games import load_game

    game = load_game("castles_of_caleira")
    found = [game.entry, game.redeals, extract, rows.take_actions, rows.count_faults, rows.report_rows]
    found += [answers.list_ids, answers.answer_rows, draws.next_games, draws.seat_games, draws.count_stopped]
    found += [kernels.evaluate, kernels.extract, kernels.list_declared]
    return [one.__name__ for one in found if isinstance(one, FunctionType)]


def main():
    import tests.core.machine.without_numba  # noqa: F401  (before all else)
    from fs_env.core.machine.compile import extension

    extension.FOLDER = Path(sys.argv[1])
    found = [play(), built_in(), programs(), slots(), own_cards()]
    levels, extension.LEVELS = extension.LEVELS, {"x86-64": "a_flag_of_no_processor"}
    extension.contents.cache_clear()
    found.append(len(extension.contents()))
    extension.LEVELS, extension.SOURCES = levels, ("core", "agents")
    extension.contents.cache_clear()
    found.append(len(extension.contents()))
    extension.SOURCES, extension.USED = (*extension.SOURCES, "envs"), False
    extension.contents.cache_clear()
    found.append(len(extension.contents()))
    print(json.dumps(found))


def play_golden():
    """Prints of each golden game whether the stored transcript is played, and by machine code."""
    import tests.core.machine.without_numba  # noqa: F401  (before all else)
    from fs_env.core.machine.compile import extension

    extension.FOLDER = Path(sys.argv[1])
    from tests.golden.games import GOLDEN
    from tests.golden.transcript import transcript

    golden = [one for one in GOLDEN if one.wording.game.name in sys.argv[2:]]
    same = [transcript(one) == one.path.read_text(encoding="utf-8") for one in golden]
    code = [one.wording.game.is_machine_code for one in golden]
    print(json.dumps([[one.path.name, *found] for one, *found in zip(golden, same, code)]))
