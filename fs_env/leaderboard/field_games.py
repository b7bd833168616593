"""The games of the field's members among themselves: an evaluation for each of them, without games that another one's file has."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from pathlib import Path

from fs_env.leaderboard import evaluation as evaluations
from fs_env.leaderboard.cells import Key
from fs_env.leaderboard.evaluation import Evaluation
from fs_env.leaderboard.field import Member, Scenario, member_of, the_field


def specs_of_field() -> list[str]:
    members = [member for listed in the_field().members.values() for member in listed.values()]
    return list(dict.fromkeys(member.spec for member in sorted(members, key=lambda member: member.slow)))


def member_in(scenario: Scenario, spec: str) -> Member | None:
    """The member of a scenario's field that a spec is, None where it is none or does not play there."""
    for member in the_field().members.get(scenario.game, {}).values():
        if member.spec == spec:
            plays = member.name in scenario.opponents if scenario.opponents else not (member.slow or member.players)
            return member if plays else None
    return None


def is_elsewhere(spec: str, scenario: Scenario, key: Key) -> bool:
    """Whether the games of a cell need not be played: its own against itself, and with two seats those of a member before it."""
    member = member_in(scenario, spec)
    if member is None or not scenario.opponents or scenario.cooperative or scenario.side:
        return False
    if member.name == key.opponent:
        return True
    names = scenario.opponents
    return scenario.players == 2 and names.index(key.opponent) < names.index(member.name)


def play_field(
    folder: Path,
    scenarios: list[Scenario],
    workers: int,
    report: Callable[[str], object] = lambda text: None,
    precision: float = evaluations.PRECISION,
) -> None:
    """Plays the field's own games into files of a folder, one for each spec, those of quick members first, then further deals of slow ones
    as `evaluation.play`; resumes where it was stopped."""
    folder.mkdir(parents=True, exist_ok=True)
    seeds = the_field().seeds
    by_name = {scenario.name: scenario for scenario in scenarios}
    for slow, scenario, spec in product((False, True), scenarios, specs_of_field()):
        member = member_in(scenario, spec)
        if member is None or (member.slow and not slow):
            continue
        file = folder / f"{re.sub('[^A-Za-z0-9._=-]+', '_', spec)}.json"
        evaluation: Evaluation = evaluations.begin([spec], [scenario], seeds, None, f"fs-env evaluate {spec}")
        if file.exists():
            evaluation = evaluations.going_on(evaluations.read(file), evaluation, file)

        def skip(key: Key, spec: str = spec, slow: bool = slow) -> bool:
            known = by_name[key.scenario]
            is_later = bool(key.opponent) and member_of(known.game, key.opponent).slow and not slow
            return is_later or is_elsewhere(spec, known, key)

        for so_far in evaluations.play(evaluation, [scenario], workers, skip, precision=precision if slow else 0):
            evaluations.write(file, so_far)
            cell = so_far.cells[-1]
            report(f"{scenario.name}: {spec} against {cell.opponent or 'nobody'}, seed {cell.seed}: {cell.mean:.3f}")
