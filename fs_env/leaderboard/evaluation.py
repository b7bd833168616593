"""Plays evaluations, and writes and reads them as JSON files."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any

from fs_env.agent_api.hooks import asks_for
from fs_env.agent_api.seeds import read_key
from fs_env.agent_api.specs import is_untrusted, read_parameters
from fs_env.arena.agent_files import digests_of, refuse_changed
from fs_env.arena.isolation import agent_opened, is_isolated
from fs_env.arena.ratings import mean_interval
from fs_env.arena.referee import Limits
from fs_env.bench.machine import machine, versions
from fs_env.core.files import FileKind, write_whole
from fs_env.leaderboard.cells import ISOLATED, Cell, Key, Part, joined, keys_of, play_cell
from fs_env.leaderboard.checks import SIGNS, cell_of, check_cells, check_summary
from fs_env.leaderboard.field import Scenario, code_digest, field_digest, scenario_digest, scenario_of, the_field
from fs_env.leaderboard.json_checks import check_fields
from fs_env.leaderboard.results import Evaluation as Evaluation
from fs_env.narration.conversation import VERSION as TEXT
from fs_env.pool import Context, LocalPool
from fs_env.registry.games import load_game

FORMAT = 2
ADDED: dict[str, Any] = {
    "agent_key": "",
    "field_digest": "",
    "scenario_digests": {},
    "code": [],
    "isolated": False,
    "files": {},
}  # since format 1
PRECISION = 0.02
FILE = FileKind("an evaluation by `fs-env evaluate`", "take another copy of it, or evaluate again")


def begin(
    specs: Sequence[str],
    scenarios: Sequence[Scenario],
    seeds: Sequence[int],
    name: str | None,
    command: str,
    *,
    limits: Limits = ISOLATED,
) -> Evaluation:
    """An evaluation without results; `limits` of its agents: by default untrusted code is isolated in processes of its own.

    Raises:
        ValueError: neither one agent nor one for each seed, or no such agent for one of the games.
    """
    if len(specs) not in (1, len(seeds)):
        raise ValueError(f"{len(specs)} bots: expected one, or one for each of the {len(seeds)} seeds")
    if len(set(seeds)) < len(seeds):
        raise ValueError(f"seeds {', '.join(map(str, seeds))}: expected each of them once")
    games = dict.fromkeys(scenario.game for scenario in scenarios)
    names = [looked_at(spec, game, limits)[0] for game in games for spec in specs]
    custom = any(is_untrusted(spec, scenario.game) for scenario in scenarios for spec in specs)
    return Evaluation(
        agent=name or names[0],
        specs=tuple(specs),
        command=command,
        field=the_field().version,
        digests={
            f"{scenario.game}/{name}": the_field().members[scenario.game][name].digest
            for scenario in scenarios
            for name in scenario.opponents
        },
        seeds=tuple(seeds),
        versions=versions() | ({"text": str(TEXT)} if any(one.track == "text" for one in scenarios) else {}),
        machine=machine(),
        agent_key=read_key(None).hex() if custom else "",
        field_digest=field_digest(),
        scenario_digests={scenario.name: scenario_digest(scenario.name) for scenario in scenarios},
        code=(code_digest(),),
        isolated=custom and all(is_isolated(specs, scenario.game, limits) for scenario in scenarios),
        files=digests_of(specs),
    )


def looked_at(spec: str, game: str, limits: Limits) -> tuple[str, bool]:
    """The name of an agent, and whether it spends its time waiting; untrusted code runs in a separate process. Raises ValueError."""
    with agent_opened(spec, load_game(game), limits) as agent:
        return agent.name, asks_for(agent, "waits")


def going_on(stored: Evaluation, wanted: Evaluation, file: str | Path) -> Evaluation:
    """The stored evaluation with what is to be played now; cells of an earlier version of the field stay where their opponent is the same.

    Raises:
        ValueError: it is one of another agent or seeds, or a file of the agent has changed; names the file.
    """
    for name in ("specs", "seeds", "isolated"):
        was, now = getattr(stored, name), getattr(wanted, name)
        if was != now:
            raise ValueError(f"{file}: it was begun with {name}={was!r}, not {now!r}: name another file, or repeat it")
    refuse_changed(str(file), stored.files, wanted.files)
    known = {name: stored.scenario_digests.get(name, "") for name in stored.scenarios}
    for name, was in known.items():
        if was and was != (now := wanted.scenario_digests.get(name, was)):
            raise ValueError(f"{file}: its scenario {name} has digest {was}, not {now}: choose another file or version")
    same = stored.versions.get("text") == wanted.versions.get("text")
    current = (cell for cell in stored.cells if is_current(stored, cell))
    cells = tuple(cell for cell in current if same or scenario_of(cell.scenario).track != "text")
    return replace(
        wanted,
        cells=cells,
        digests=stored.digests | wanted.digests,
        agent_key=stored.agent_key or wanted.agent_key,
        scenario_digests=wanted.scenario_digests | known,
        code=tuple(dict.fromkeys((*(stored.code or ("",) * bool(cells)), *wanted.code))),
    )


def is_current(evaluation: Evaluation, cell: Cell) -> bool:
    """Whether a cell's opponent is still the one that it met."""
    if not cell.opponent:
        return True
    game = scenario_of(cell.scenario).game
    return evaluation.digests.get(f"{game}/{cell.opponent}") == the_field().members[game][cell.opponent].digest


def play(
    evaluation: Evaluation,
    scenarios: Iterable[Scenario],
    workers: int = 1,
    skip: Callable[[Key], bool] = lambda key: False,
    limits: Limits = ISOLATED,
    precision: float = PRECISION,
) -> Iterator[Evaluation]:
    """Plays the cells that an evaluation lacks, but those for which `skip` is true; yields it after each one.

    Args:
        workers: processes; 1: this one. Games of an agent that waits for others are played in so many threads of this process instead.
        limits: as in `begin`.
        precision: half of the 95 % interval of a luck-adjusted share, up to which further deals are played against slow opponents, as
            far as the scenario allows; 0: none.

    Raises:
        ValueError: an agent cannot be created.
        OutOfReach: what answers for the agent cannot be reached.
        TaskFailed: the agent ended its process twice in one cell.
    """
    had = {cell.key for cell in evaluation.cells}
    scenarios = list(scenarios)
    keys = [key for one in scenarios for key in keys_of(one, evaluation.seeds) if key not in had and not skip(key)]
    parts = [Part(evaluation.spec_of(key.seed), key, evaluation.agent_key, limits=limits) for key in keys]
    while parts := parts or [one for some in scenarios for one in unsettled(evaluation, some, precision, limits)]:
        for so_far in played(evaluation, parts, workers):
            evaluation = so_far
            yield evaluation
        parts = []


def unsettled(evaluation: Evaluation, scenario: Scenario, precision: float, limits: Limits) -> Iterator[Part]:
    """Further deals against slow opponents, the same of all seeds, where neither the share of the wins nor the luck-adjusted one, which is
    the wider where one side always wins, is known to `precision`."""
    for opponent in scenario.opponents:
        cells = [cell for cell in evaluation.of(scenario.name) if cell.opponent == opponent and cell.luck]
        found = {len(cell.digests) // SIGNS for cell in cells}
        deals, uneven = min(found, default=0), len(found) > 1  # where an evaluation was stopped
        wanted = max(found) if uneven else min(deals + scenario.deals_against(opponent), scenario.may_have(opponent))
        if len(cells) < len(evaluation.seeds) or wanted <= deals or not precision:
            continue
        games = [(cell, number) for cell in cells for number in range(len(cell.results))]
        adjusted = [cell.results[number] - cell.luck[number] for cell, number in games]
        deal_of = [(cell.seed, number // scenario.block) for cell, number in games]
        plain = mean_interval([share for cell in cells for share in cell.results], deal_of)
        known = mean_interval(adjusted, deal_of, adjusted=True)
        if uneven or min(one.high - one.low for one in (plain, known)) > 2 * precision:
            for cell in (cell for cell in cells if len(cell.digests) // SIGNS == deals):
                spec = evaluation.spec_of(cell.seed)
                yield Part(spec, cell.key, evaluation.agent_key, deals, wanted, limits)


def played(evaluation: Evaluation, parts: Sequence[Part], workers: int) -> Iterator[Evaluation]:
    for cell in cells_of(parts, workers):
        old = next((one for one in evaluation.cells if one.key == cell.key), None)
        rest = tuple(one for one in evaluation.cells if one is not old)
        evaluation = replace(evaluation, cells=(*rest, cell if old is None else joined(old, cell)))
        yield evaluation


def cells_of(parts: Sequence[Part], workers: int) -> Iterator[Cell]:
    waits = any(looked_at(one.spec, scenario_of(one.key.scenario).game, one.limits)[1] for one in parts[:1])
    if workers == 1 or waits:
        yield from map(partial(play_cell, at_once=workers if waits else None), parts)
        return
    with closing(LocalPool(workers, in_process)) as pool:
        yield from pool.run(parts)


def in_process(context: Context) -> Callable[[Part], Cell]:
    return play_cell


def write(file: str | Path, evaluation: Evaluation) -> None:
    """Writes an evaluation, a line for each cell; the file is never left half written. Raises OSError."""
    order = {name: place for place, name in enumerate(the_field().scenarios)}
    cells = sorted(evaluation.cells, key=lambda cell: (order.get(cell.scenario, len(order)), cell.seed, cell.opponent))
    head_of = asdict(replace(evaluation, cells=()))
    for name in ("cells", *("agent_key",) * (not evaluation.agent_key)):
        del head_of[name]
    head = json.dumps({"format": FORMAT, **head_of}, indent=1, ensure_ascii=False).removesuffix("\n}")
    lines = ",\n  ".join(json.dumps(cell_to_json(cell), separators=(",", ":")) for cell in cells)
    write_whole(file, f'{head},\n "cells": [\n  {lines}\n ]\n}}\n')


def cell_to_json(cell: Cell) -> dict[str, Any]:
    results = [int(one) if one == int(one) else one for one in cell.results]
    plain = asdict(cell) | {"results": results}
    for name in ("usage", "stories"):
        if not plain[name]:
            del plain[name]
    return plain


def read(file: str | Path) -> Evaluation:
    """The evaluation in a file. Raises FileFault, which names the file, the cell, the key and what was expected."""
    data = FILE.table(file)
    if (was := data.pop("format", None)) not in (1, FORMAT):
        FILE.refuse(file, f"it is of format {was!r}, not 1 or {FORMAT}")
    with FILE.checked(file):
        cells = tuple(cell_of(one, f"cell {k}") for k, one in enumerate(data.pop("cells"), 1))
        data = ADDED | data
        check_head(data)
        lists = {name: tuple(data[name]) for name in ("specs", "seeds", "code")}
        check_cells(cells, lists["seeds"])
        evaluation = Evaluation(**(data | lists | {"cells": cells}))
        check_summary(evaluation)
        return evaluation


def check_head(data: dict[str, Any]) -> None:
    check_fields(Evaluation, data, "evaluation", without=("cells",))
    if not data["specs"] or not data["seeds"] or min(data["seeds"]) < 0:
        raise ValueError(f"specs={data['specs']}, seeds={data['seeds']}: expected at least one of each, seeds from 0")
    if len(set(data["seeds"])) < len(data["seeds"]):
        raise ValueError(f"seeds={data['seeds']}: expected each of them once")
    if len(data["specs"]) not in (1, len(data["seeds"])):
        raise ValueError(f"specs={data['specs']}: expected one, or one for each of the {len(data['seeds'])} seeds")
    for spec in data["specs"]:
        if spec.startswith("llm:"):
            _ = [float(value) for name, value in read_parameters(spec).items() if name.startswith("price_")]
    if data["agent_key"]:
        read_key(data["agent_key"])
