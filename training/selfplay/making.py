"""Makes the files of a plan. A file is a pure function of the plan, whichever process makes it: its agents are created anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from fs_env.pool import Context
from fs_env.training.selfplay.plan import SelfplayPlan
from fs_env.training.selfplay.record import GameRecord, Players
from fs_env.training.selfplay.shard import Shard


class Played(NamedTuple):
    """A game that is over: its number, its choices, and for how many of them an agent searched."""

    number: int
    choices: int
    searched: int


class Made(NamedTuple):
    file: int
    contents: bytes


Progress = Callable[[Played], object]


def make_file(
    plan: SelfplayPlan, file: int, progress: Progress | None = None, places: Sequence[str] | None = None
) -> bytes:
    """Plays the games of a file and returns its contents; `places` are specs of its agents in this process, if they differ there."""
    players, records = Players(plan, places), list[GameRecord]()
    for number in plan.numbers(file):
        record = players.play(number)
        records.append(record)
        if progress is not None:
            progress(Played(number, len(record.choices), record.searched))
    about = {
        "plan": {name: value for name, value in plan.to_json().items() if name != "games"},
        "first": plan.numbers(file)[0],
        "observation_size": players.game.schema.size,
        "num_actions": players.game.num_actions,
        "winning": players.game.winning(False),
    }
    return Shard.of(records, about).to_bytes()


def maker(plan: SelfplayPlan, places: Sequence[str], context: Context) -> Callable[[int], Made]:
    """The work of a worker: makes a file and reports its games; `places` as in `make_file`."""
    return lambda file: Made(file, make_file(plan, file, context.report, places))
