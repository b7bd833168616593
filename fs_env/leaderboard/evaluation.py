"""An evaluation: all results of one agent on the scenarios of the leaderboard, in one JSON file with what made them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from dataclasses import field as made_by
from functools import partial
from itertools import starmap
from pathlib import Path
from typing import Any

from fs_env.agent_api.hooks import asks_for
from fs_env.agent_api.seeds import read_key
from fs_env.agent_api.specs import is_untrusted, load_agent
from fs_env.arena.usage import Usage
from fs_env.bench.machine import machine, versions
from fs_env.core.files import FileKind, write_whole
from fs_env.leaderboard.cells import Cell, Key, keys_of, play_cell
from fs_env.leaderboard.field import DIGEST_BYTES, Scenario, scenario_of, the_field
from fs_env.leaderboard.json_checks import check_fields
from fs_env.narration.conversation import VERSION as TEXT
from fs_env.pool import Context, LocalPool

FORMAT = 1
FILE = FileKind("an evaluation by `fs-env evaluate`", "take another copy of it, or evaluate again")


@dataclass(frozen=True)
class Evaluation:
    """One agent on the scenarios of the leaderboard.

    Attributes:
        agent: its name on the page.
        specs: what plays, as in `load_agent`: one for all seeds, or one for each, as of five runs of a learner.
        command: what plays the same again.
        field: version of the field.
        digests: of the field's members that it met, by "game/name".
        agent_key: of an agent that is not of this package, with which its games can be played again, see `Plan`; "" for others.
        summary: see `fs_env.leaderboard.summary`; {} before all is played.
    """

    agent: str
    specs: tuple[str, ...]
    command: str
    field: int
    digests: dict[str, str]
    seeds: tuple[int, ...]
    versions: dict[str, str]
    machine: dict[str, Any]
    cells: tuple[Cell, ...] = ()
    summary: dict[str, Any] = made_by(default_factory=dict)
    agent_key: str = ""

    def spec_of(self, seed: int) -> str:
        return self.specs[self.seeds.index(seed) % len(self.specs)]

    def of(self, scenario: str) -> list[Cell]:
        return [cell for cell in self.cells if cell.scenario == scenario]

    @property
    def scenarios(self) -> list[str]:
        """Names of the scenarios of which there are results, in the order of the page."""
        played = {cell.scenario for cell in self.cells}
        return [name for name in the_field().scenarios if name in played]


def begin(
    specs: Sequence[str], scenarios: Sequence[Scenario], seeds: Sequence[int], name: str | None, command: str
) -> Evaluation:
    """An evaluation without results.

    Raises:
        ValueError: neither one agent nor one for each seed, or no such agent for one of the games.
    """
    if len(specs) not in (1, len(seeds)):
        raise ValueError(f"{len(specs)} bots: expected one, or one for each of the {len(seeds)} seeds")
    made = [load_agent(spec, scenario.game).name for scenario in scenarios for spec in specs]
    custom = any(is_untrusted(spec, scenario.game) for scenario in scenarios for spec in specs)
    return Evaluation(
        agent=name or made[0],
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
    )


def going_on(stored: Evaluation, wanted: Evaluation, file: str | Path) -> Evaluation:
    """The stored evaluation with what is to be played now.

    Raises:
        ValueError: it is one of another agent, field or seeds; names the file.
    """
    for name in ("specs", "seeds", "field"):
        was, now = getattr(stored, name), getattr(wanted, name)
        if was != now:
            raise ValueError(f"{file}: its {name} is {was!r}, not {now!r}: choose another file for another evaluation")
    same = stored.versions.get("text") == wanted.versions.get("text")
    current = (cell for cell in stored.cells if is_current(stored, cell))
    cells = tuple(cell for cell in current if same or scenario_of(cell.scenario).track != "text")
    agent_key = stored.agent_key or wanted.agent_key
    return replace(wanted, cells=cells, digests=stored.digests | wanted.digests, agent_key=agent_key)


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
) -> Iterator[Evaluation]:
    """Plays the cells that an evaluation lacks, but those for which `skip` is true; yields it after each one.

    Args:
        workers: processes; 1: this one. Games of an agent that waits for others are played in so many threads of this process instead.

    Raises:
        ValueError: an agent cannot be made.
        OutOfReach: what answers for the agent cannot be reached.
        TaskFailed: the agent ended its process twice in one cell.
    """
    had = {cell.key for cell in evaluation.cells}
    keys = [key for one in scenarios for key in keys_of(one, evaluation.seeds) if key not in had and not skip(key)]
    tasks = [(evaluation.spec_of(key.seed), key, evaluation.agent_key) for key in keys]
    waits = any(asks_for(load_agent(spec, scenario_of(key.scenario).game), "waits") for spec, key, _ in tasks[:1])
    here = starmap(partial(play_cell, at_once=workers if waits else None), tasks)
    with closing(LocalPool(workers, in_process)) as pool:
        for cell in pool.run(tasks) if workers > 1 and not waits else here:
            evaluation = replace(evaluation, cells=(*evaluation.cells, cell))
            yield evaluation


def in_process(context: Context) -> Callable[[tuple[str, Key, str]], Cell]:
    return lambda task: play_cell(*task)


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
    """A cell as JSON values; whole results are written as such."""
    results = [int(one) if one == int(one) else one for one in cell.results]
    plain = asdict(cell) | {"results": results}
    for name in ("usage", "stories"):
        if not plain[name]:
            del plain[name]
    return plain


def read(file: str | Path) -> Evaluation:
    """The evaluation in a file. Raises FileFault, which names the file, the cell, the key and what was expected."""
    data = FILE.table(file)
    if data.pop("format", None) != FORMAT:
        FILE.refuse(file, f"it is not of format {FORMAT}")
    with FILE.checked(file):
        cells = tuple(cell_of(one, f"cell {k}") for k, one in enumerate(data.pop("cells"), 1))
        data.setdefault("agent_key", "")
        check_head(data)
        return Evaluation(**(data | {"specs": tuple(data["specs"]), "seeds": tuple(data["seeds"]), "cells": cells}))


def check_head(data: dict[str, Any]) -> None:
    check_fields(Evaluation, data, "evaluation", without=("cells",))
    if not data["specs"] or not data["seeds"] or min(data["seeds"]) < 0:
        raise ValueError(f"specs={data['specs']}, seeds={data['seeds']}: expected at least one of each, seeds from 0")
    if data["agent_key"]:
        read_key(data["agent_key"])


def cell_of(data: Any, where: str) -> Cell:
    if isinstance(data, dict):
        data = {"usage": None, "stories": [], **data}
    check_fields(Cell, data, where)
    scenario = scenario_of(data["scenario"])
    if data["opponent"] not in (scenario.opponents or ("",)):
        raise ValueError(f"{where}: opponent={data['opponent']!r}: expected one of {', '.join(scenario.opponents)}")
    check_results(data, scenario, where)
    lists = {name: tuple(data[name]) for name in ("results", "luck", "stories")}
    return Cell(**{**data, **lists, "usage": data["usage"] and Usage(**data["usage"])})


def check_results(data: dict[str, Any], scenario: Scenario, where: str) -> None:
    """Raises ValueError unless the results are as many as the scenario has, each possible, with a digest for each deal."""
    wanted, most = scenario.deals_against(data["opponent"]), 1
    if scenario.players:
        games = results = wanted * scenario.block
        digests = wanted
    else:
        games, most, digests, results = wanted, wanted, 0, len(data["results"])
    if (data["games"], len(data["results"]), len(data["digests"])) != (
        games,
        results,
        2 * DIGEST_BYTES * digests,
    ) or not results:
        raise ValueError(
            f"{where}: expected {games} games with as many results, and {digests} digests of {2 * DIGEST_BYTES} signs"
        )
    if len(data["stories"]) != (results if scenario.until else 0):
        raise ValueError(f"{where}: stories: expected what divided the seats of each game, in games by sides alone")
    if len(data["luck"]) not in (0, results) or not all(0 <= one <= most for one in data["results"]):
        raise ValueError(f"{where}: expected results from 0 to {most}, and luck for all of them or for none")
