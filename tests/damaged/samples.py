"""Every kind of file that the package reads: a sample made by the package itself, its reader, and what fits its contents."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from fs_env.core.castles_of_caleira.game import GAME as CASTLES
from tests.core.machine.nim import GAME as NIM
from tests.damaged.mutations import of_arrays, of_checkpoint, of_json, of_lines, of_packed_json

Mutation = Callable[[bytes, Any], bytes]
HOME = "tests.core.machine.nim:GAME"


class Kind(NamedTuple):
    """A kind of file.

    Attributes:
        name: of the file, in its own folder.
        make: writes a valid one.
        read: reads it, as the program does; what a command does with the contents is done too, as far as it takes milliseconds.
        mutation: of its contents, besides those of bytes; None: its rows.
        keeps: whether reading a sound one leaves its bytes as they are.
    """

    name: str
    make: Callable[[Path], object]
    read: Callable[[Path], object]
    mutation: Mutation | None
    keeps: bool = True


def make_replay(path: Path) -> None:
    from fs_env.replays import save_replay
    from tests.replays.games import recorded

    save_replay(recorded(), path)


def read_replay(path: Path) -> None:
    from fs_env.cli.replay import named, print_all
    from fs_env.replays import load_replay

    replay = load_replay(path)
    with named(path):
        print_all(replay, lambda line: None)


def left_game(path: Path) -> None:
    from fs_env.cli.unfinished import load

    load(str(path))


def make_left_game(path: Path) -> None:
    from fs_env.cli.unfinished import Unfinished

    S, choices = CASTLES.new(), list[int]()
    CASTLES.setup(S, seed=3, num_players=2)
    while len(choices) < 5:
        legal = sorted(CASTLES.legal(S).tolist())
        choices += legal[:1] if len(legal) > 1 else []
        CASTLES.step(S, legal[0])
    Unfinished("castles_of_caleira", 3, ["person", "random"], {}, ["you", "random"], choices).save(str(path))


def make_entries(path: Path) -> None:
    from fs_env.leaderboard.entries import write_entries
    from tests.leaderboard.entries import entry

    write_entries(path, [entry(), entry("other", wins=300)])


def read_entries(path: Path) -> None:
    from fs_env.leaderboard.entries import read_entries
    from fs_env.leaderboard.page import page

    page(read_entries(path))


def make_evaluation(path: Path) -> None:
    from fs_env.leaderboard import evaluation as evaluations
    from fs_env.leaderboard.cells import Cell, keys_of
    from fs_env.leaderboard.field import scenario_of

    scenario = scenario_of("four_souls_3_bartering")
    begun = evaluations.begin(["random"], [scenario], (3,), None, "")
    digests = "".join(f"{k:08x}" for k in range(10))
    cells = tuple(Cell(*key, (0.0, 1.0, 0.5) * 10, digests, 30, choices=900) for key in keys_of(scenario, (3,)))
    evaluations.write(path, replace(begun, cells=cells))


def read_evaluation(path: Path) -> None:
    from fs_env.leaderboard.evaluation import read
    from fs_env.leaderboard.page import page

    page([], [read(path)])


def make_bounds(path: Path) -> None:
    from fs_env.exploitability import Stored, write_stored
    from tests.exploitability.entries import bound, exact

    write_stored(path, Stored([bound(), bound("random")], [exact()]))


def read_bounds(path: Path) -> None:
    from fs_env.exploitability import page, read_stored

    page(read_stored(path))


def make_progress(path: Path) -> None:
    from fs_env.soak.run import Soak

    soak = Soak(path.parent, 1, [NIM], ["rules"], share=0.01)
    for _ in range(2):
        soak.run(1e-9)


def read_progress(path: Path) -> None:
    from fs_env.soak.report import report
    from fs_env.soak.run import read_progress

    report(read_progress(path))


def make_tables(path: Path) -> None:
    from fs_env.serve.store.setup import Setup
    from fs_env.serve.store.table_store import Made, Store

    with closing(Store(path)) as store:
        stored = store.new(Setup("castles_of_caleira", ("person", "random"), ("Ann", "Bob")), 7)
        for place in range(4):
            store.choose(stored.id, place, Made(place % 2, place), 1000.0 + place)
        store.add_line(stored.id, 2, "chat", "[0, 1]", 1003.0)


def read_tables(path: Path) -> None:
    from fs_env.serve.store.table_store import Store

    with closing(Store(path)) as store:
        store.forget(0)
        for number in store.running():
            store.load(number)


def make_results(path: Path) -> None:
    from fs_env.arena import Database
    from tests.arena.test_database import FORFEIT, NAMES, PLAN, ROW

    with closing(Database(path, PLAN | {"players": 2, "agents": list(NAMES), "options": {}}, NAMES)) as results:
        results.add([ROW, FORFEIT])


def read_results(path: Path) -> None:
    from fs_env.arena.database import stored_plan
    from fs_env.cli.standings import read_report

    stored_plan(path)
    read_report(path)[1].to_json()


def make_puzzle(path: Path) -> None:
    from tests.puzzles.texts import FIGHT

    path.write_text(FIGHT)


def read_puzzle(path: Path) -> None:
    from fs_env.puzzles.puzzle import read

    read(path)


def make_scenario(path: Path) -> None:
    path.write_text(
        'seed = 3\nmonsters = ["fly", { card = "monstro", hp = 2 }]\nshop = ["dinner", "synthoil"]\ndice = [6, 1]\n\n'
        '[[players]]\ncoins = 4\nhand = ["bomb", "a_penny"]\nitems = ["the_d6"]\n\n[[players]]\nsouls = 1\n'
    )


def read_scenario(path: Path) -> None:
    from fs_env.core.four_souls.scenario import Scenario

    Scenario.from_toml(path)


def make_rooms(path: Path) -> None:
    path.write_text(
        '# two rooms\nroom("quiet_room", "Quiet Room", when(turn_start(me), gain(2)))\n'
        'room("toll_gate", "Toll Gate", paid(coins(2), loot(1)), static(atk(1, everybody)))\n'
    )


def read_rooms(path: Path) -> None:
    from fs_env.core.four_souls.cards.own_rooms import read_rooms

    read_rooms(path)


def make_policy(path: Path) -> None:
    from tests.agents.networks import network, positions

    network(CASTLES, positions(CASTLES, 40, 3)[0], players=3).save(path)


def read_policy(path: Path) -> None:
    from fs_env.agents.networks.network import SparseNetwork, format_of

    format_of(path)
    SparseNetwork.load(path, CASTLES, 3)


def make_value(path: Path) -> None:
    from fs_env.agents.values.files import FOLDER

    path.write_bytes((FOLDER / "castles_of_caleira_2.npz").read_bytes())


def read_value(path: Path) -> None:
    from fs_env.agents.values.files import load_layers

    load_layers(path, "castles_of_caleira")


def selfplay(folder: Path) -> Path:
    from fs_env.training.selfplay import Selfplay
    from tests.training.selfplay.test_data import PLAN

    Selfplay(PLAN, folder).run()
    return folder


def make_shard(path: Path) -> None:
    selfplay(path.parent / "made")
    path.write_bytes((path.parent / "made" / path.name).read_bytes())


def read_shard(path: Path) -> None:
    from fs_env.training.selfplay.shard import Shard, about_file

    about_file(path)
    Shard.read(path)


def read_plan(path: Path) -> None:
    from fs_env.training.selfplay.plan import stored_plan

    stored_plan(path.parent)


def make_positions(path: Path) -> None:
    from fs_env.training.values.gains import Gains
    from fs_env.training.values.rounds import save_positions
    from tests.training.test_values import some_positions

    save_positions(path, some_positions(), 4, Gains(3, 0.1, 0.05, 0.08, 0.06))


def read_positions(path: Path) -> None:
    from fs_env.training.values.rounds import load_positions, read_about

    read_about(path)
    load_positions(path)


def value_plan() -> Any:
    from fs_env.training.values.rounds import ValuePlan

    return ValuePlan(game="castles_of_caleira", num_players=2, games=(20,))


def make_value_plan(path: Path) -> None:
    from fs_env.training.values.rounds import ValueRun

    ValueRun(path.parent, value_plan(), lambda text: None)


def read_value_plan(path: Path) -> None:
    from fs_env.training.values.rounds import stored_plan

    stored_plan(path.parent)


def run_settings() -> Any:
    from tests.training.test_run import SMALL, Settings

    return Settings(**SMALL | {"decisions": 200, "evaluation_games": 2})


def make_checkpoint(path: Path) -> None:
    from tests.training.test_run import train

    train(path.parent, run_settings())


def read_checkpoint(path: Path) -> None:
    from fs_env.training.run import Run
    from tests.training.test_run import Settings

    with Run.open(path.parent, "take_one", Settings, None, True) as run:
        run.optimizer(run.network())


def make_config(path: Path) -> None:
    from fs_env.training.records import write_settings

    write_settings(path.parent, "small", run_settings())


def read_config(path: Path) -> None:
    from fs_env.training.records import stored_settings
    from tests.training.test_run import Settings

    stored_settings(path.parent, "small", Settings)


def make_bound(path: Path) -> None:
    told = {
        "rate": 0.6,
        "low": 0.55,
        "high": 0.65,
        "games": 2000,
        "decisions": 5,
        "drawing": {"rate": 0.5},
        "seconds": 1,
    }
    path.write_text(json.dumps(told))


def read_bound(path: Path) -> None:
    from fs_env.training.best_response import read_bound

    read_bound(path.parent)


def make_curve(path: Path) -> None:
    rows = "".join(f"{k},{100 * k},{1.5 * k},0.{k},0.1,0.9\n" for k in range(1, 5))
    path.write_text(f"round,decisions,seconds,random,random_low,random_high\n{rows}")


def read_curve(path: Path) -> None:
    from fs_env.training.curve import draw, read, table

    lines = read(path)
    draw(lines), table(lines)


KINDS: dict[str, Kind] = {
    "replay": Kind("game.json", make_replay, read_replay, of_json),
    "packed replay": Kind("game.json.gz", make_replay, read_replay, of_packed_json),
    "game that was left": Kind("left.json", make_left_game, left_game, of_json),
    "leaderboard": Kind("results.json", make_entries, read_entries, of_json),
    "evaluation": Kind("evaluation.json", make_evaluation, read_evaluation, of_json),
    "bounds": Kind("bounds.json", make_bounds, read_bounds, of_json),
    "soak": Kind("soak.json", make_progress, read_progress, of_json),
    "tables": Kind("tables.sqlite", make_tables, read_tables, None, False),
    "results": Kind("results.sqlite", make_results, read_results, None),
    "puzzle": Kind("fight.toml", make_puzzle, read_puzzle, of_lines),
    "scenario": Kind("scene.toml", make_scenario, read_scenario, of_lines),
    "rooms": Kind("rooms.txt", make_rooms, read_rooms, of_lines),
    "policy": Kind("net.npz", make_policy, read_policy, of_arrays),
    "value": Kind("value.npz", make_value, read_value, of_arrays),
    "shard": Kind("games_00000000.npz", make_shard, read_shard, of_arrays),
    "plan of selfplay": Kind("plan.json", lambda path: selfplay(path.parent), read_plan, of_json),
    "positions": Kind("games-1-0-0.npz", make_positions, read_positions, of_arrays),
    "plan of fit-value": Kind("plan.json", make_value_plan, read_value_plan, of_json),
    "checkpoint": Kind("checkpoint.pt", make_checkpoint, read_checkpoint, of_checkpoint),
    "config": Kind("config.toml", make_config, read_config, of_lines),
    "bound": Kind("bound.json", make_bound, read_bound, of_json),
    "curve": Kind("curve.csv", make_curve, read_curve, of_lines),
}
