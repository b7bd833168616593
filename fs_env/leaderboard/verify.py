"""Whether an evaluation can be believed: its numbers are checked, and its agent plays fresh held-out deals.

The seeds of these deals are drawn with a salt that the verifier chooses after the evaluation was submitted. Each deal is played once, from
one seat, so that a memory of deals helps no bot. Per scenario, and over all of them, the claimed mean is compared with the played one: a
one-sided test of the difference, both errors with deals as observations, by Welch's t with the normal approximation of Wallace. The false
alarms of all comparisons together are at most `FALSE_ALARMS` (Bonferroni).
The error of the claim, which its results could be arranged to raise, is limited by what the fresh games show of it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from statistics import NormalDist
from typing import NamedTuple

from fs_env.agent_api.seeds import secret_number
from fs_env.arena.ratings import normal_of, t_quantile
from fs_env.arena.referee import Limits
from fs_env.leaderboard.board import ADJUSTED, SHARE, mean_over, results_of
from fs_env.leaderboard.cells import ISOLATED, Cell, Key, Part, best_chances, keys_of
from fs_env.leaderboard.checks import ROUNDED, SIGNS
from fs_env.leaderboard.evaluation import Evaluation, cells_of, is_current
from fs_env.leaderboard.field import code_digest, field_digest, scenario_digest, scenario_of, the_field
from fs_env.leaderboard.field_games import member_in
from fs_env.leaderboard.summary import scale_of, summarize

GAMES = 600
LEAST_DEALS, LEAST_PUZZLE_GAMES = 4, 10  # against each opponent; of each puzzle
FALSE_ALARMS = 0.01
ALIKE = 1.8  # error of a claim, at most, in errors of as many fresh games: opponents that share deals raise it


class Share(NamedTuple):
    """A mean share with its standard error, of so many games."""

    mean: float
    error: float
    games: int


class Comparison(NamedTuple):
    """The claimed mean of a scenario, or of all, and the one in fresh games, as shares; `errors`: their difference in standard errors, of a
    normal distribution, above 0 where the claim is higher."""

    name: str
    claimed: float
    played: float
    half: float
    games: int
    errors: float

    def is_beyond(self, comparisons: int) -> bool:
        return abs(self.errors) > NormalDist().inv_cdf(1 - FALSE_ALARMS / comparisons)

    def sentence(self, comparisons: int) -> str:
        low, high = (100 * min(1.0, max(0.0, self.played + sign * self.half)) for sign in (-1, 1))
        played = f"{100 * self.played:.1f} % [{low:.1f}, {high:.1f}]"
        ends = "agrees"
        if self.is_beyond(comparisons):
            off = 100 * abs(self.claimed - self.played)
            ends = f"the claim is {off:.1f} points too {'high' if self.errors > 0 else 'low'} ({abs(self.errors):.1f} standard errors)"
        return f"{self.name}: claimed {100 * self.claimed:.1f} %, played {played} in {self.games} fresh games: {ends}"


@dataclass(frozen=True)
class Verification:
    """What was found.

    Attributes:
        faults: sentences about what is missing or does not follow from the games.
        notes: sentences about versions that differ, which are not faults by themselves.
        comparisons: with fresh games; () where no bot was given.
        salt: with which the seeds were drawn.
        partly: whether claims against slow opponents were not compared: then it does not hold.
    """

    faults: tuple[str, ...]
    notes: tuple[str, ...]
    comparisons: tuple[Comparison, ...]
    salt: str
    partly: bool = False

    @property
    def holds(self) -> bool:
        too_high = any(one.errors > 0 and one.is_beyond(len(self.comparisons)) for one in self.comparisons)
        return bool(self.comparisons) and not self.faults and not too_high and not self.partly


def verify(
    evaluation: Evaluation,
    bots: Sequence[str] = (),
    *,
    salt: str = "",
    games: int = GAMES,
    slow: bool = False,
    limits: Limits = ISOLATED,
    workers: int = 1,
    report: Callable[[int], object] = lambda done: None,
) -> Verification:
    """Verifies an evaluation. Nothing that its file names is loaded.

    Args:
        bots: its agent, as in `load_agent`: one, or as many as the evaluation has; (): only the file is checked.
        salt: with which the seeds of the deals are drawn; "": a new one.
        games: fresh games, about as many, over all scenarios and opponents of the evaluation.
        slow: also against opponents that take long for an answer.
        limits: of the bots; by default untrusted code is isolated.
        workers: processes.
        report: called with the number of parts that are played, of the `fresh_parts` that there are.

    Raises:
        ValueError: another number of bots than in the evaluation, or a bot that cannot be loaded.
    """
    salt = salt or secrets.token_hex(8)
    faults, notes = incomplete(evaluation), differing_versions(evaluation)
    if not bots:
        return Verification(tuple(faults), tuple(notes), (), salt)
    if len(bots) != len(evaluation.specs):
        raise ValueError(f"{len(bots)} bots: expected {len(evaluation.specs)}, as many as the evaluation has")
    for spec, bot in zip(evaluation.specs, bots):
        if spec != bot and any(member_in(scenario_of(name), spec) for name in evaluation.scenarios):
            faults.append(f"the file names {spec!r}, a member of the field: expected that bot, not {bot!r}")
    claimed, parts = claimed_cells(evaluation, slow), fresh_parts(evaluation, bots, salt, games, slow, limits)
    slow_ones = {cell.key[:2] for cell in evaluation.cells if scenario_of(cell.scenario).is_slow(cell.opponent)}
    left = [] if slow else sorted(slow_ones)
    words = ", ".join(f"{opponent} in {name}" for name, opponent in left)
    notes += (
        [f"not verified against {words}: the shares leave these slow members out, --slow meets them too"]
        if left
        else []
    )
    fresh: list[Cell] = []
    for cell in cells_of(parts, workers):
        fresh.append(cell)
        report(len(fresh))
    lost = sum(cell.forfeits for cell in fresh)
    notes += [f"{lost} of {sum(len(cell.results) for cell in fresh)} fresh games were forfeited"] if lost else []
    return Verification(tuple(faults), tuple(notes), compared(claimed, fresh), salt, bool(left))


def claimed_cells(evaluation: Evaluation, slow: bool) -> list[Cell]:
    current = [cell for cell in evaluation.cells if is_current(evaluation, cell)]
    return [cell for cell in current if slow or not scenario_of(cell.scenario).is_slow(cell.opponent)]


def fresh_parts(
    evaluation: Evaluation,
    bots: Sequence[str],
    salt: str = "",
    games: int = GAMES,
    slow: bool = False,
    limits: Limits = ISOLATED,
) -> list[Part]:
    """The fresh games: against each opponent about as many, each with a separate deal."""
    met = dict.fromkeys((cell.scenario, cell.opponent) for cell in claimed_cells(evaluation, slow))
    parts = []
    for scenario, opponent in met:
        block = scenario_of(scenario).block if scenario_of(scenario).players else 1
        least = LEAST_DEALS if scenario_of(scenario).players else LEAST_PUZZLE_GAMES
        deals = max(least, ceil(games / len(met) / block / len(bots)))
        for number, bot in enumerate(bots):
            seed = secret_number(scenario, opponent, number, key=salt.encode()[:64])
            parts.append(Part(bot, Key(scenario, opponent, seed), deals=deals, limits=limits, rotate=False))
    return parts


def compared(claimed: Sequence[Cell], fresh: Sequence[Cell]) -> tuple[Comparison, ...]:
    found, lucky, total, variance = [], [], [0.0, 0.0], [0.0, 0.0]
    names = list(dict.fromkeys(cell.scenario for cell in claimed))
    for name in names:
        own = [[cell for cell in cells if cell.scenario == name] for cells in (claimed, fresh)]
        both = [estimate_of(name, cells) for cells in own]
        found.append(comparison(name, both[0], both[1], freedom(own[1])))
        if all(with_luck := [[cell for cell in cells if cell.luck] for cells in own]):
            less = [estimate_of(name, cells, ADJUSTED) for cells in with_luck]
            lucky.append(comparison(f"{name}, luck-adjusted", less[0], less[1], freedom(with_luck[1])))
        for k, one in enumerate(both):
            total[k] += one.mean * scale_of(name) / len(names)
            variance[k] += (one.error * scale_of(name) / len(names)) ** 2
    if len(names) > 1:
        games = sum(one.games for one in found)
        both = [Share(total[k], sqrt(variance[k]), games) for k in (0, 1)]
        found.append(comparison("all scenarios (scaled so that equal play is 50 %)", both[0], both[1], freedom(fresh)))
    return (*found, *lucky)


def freedom(cells: Sequence[Cell]) -> int:
    """Deals, or games of puzzles, less one for each mean that is taken of them."""
    return sum(max(1, (len(cell.digests) // SIGNS or cell.games) - 1) for cell in cells)


def comparison(name: str, claimed: Share, played: Share, df: int) -> Comparison:
    error = min(claimed.error, ALIKE * played.error * sqrt(played.games / claimed.games))
    t = (claimed.mean - played.mean) / sqrt(error**2 + played.error**2)
    return Comparison(name, claimed.mean, played.mean, t_quantile(df) * played.error, played.games, normal_of(t, df))


def estimate_of(name: str, cells: Sequence[Cell], part: int = SHARE) -> Share:
    """The mean over the opponents; of puzzles their score, each game an observation."""
    scenario = scenario_of(name)
    if not scenario.players:
        best, games = sum(best_chances(scenario)), sum(cell.games for cell in cells)
        reached = [sum(cell.results[k] for cell in cells) for k in range(scenario.puzzles)]
        likely = [(one + 1) / (games + 2) for one in reached]
        error = sqrt(sum(p * (1 - p) / games for p in likely))
        return Share(sum(reached) / games / best, error / best, games * len(reached))
    rows: dict[str, list[tuple[int, float, float]]] = {}
    for cell in cells:
        rows.setdefault(cell.opponent, []).extend(results_of(scenario, cell))
    mean = mean_over(rows, part, None)
    return Share(mean.mean, mean.error, mean.games)


def incomplete(evaluation: Evaluation) -> list[str]:
    faults, had = [], {cell.key for cell in evaluation.cells}
    for name, opponent in dict.fromkeys(cell.key[:2] for cell in evaluation.cells):
        deals = {len(cell.digests) for cell in evaluation.cells if cell.key[:2] == (name, opponent)}
        if len(deals) > 1:
            faults.append(f"{name}: some seeds have fewer deals against {opponent}: its command plays the rest")
    for name in evaluation.scenarios:
        missing = [key for key in keys_of(scenario_of(name), evaluation.seeds) if key not in had]
        if missing:
            member = member_in(scenario_of(name), evaluation.specs[0])  # whose games with another one are stored once
            ends = "entries of other members may have them" if member else "the command of the evaluation resumes it"
            faults.append(
                f"{name}: {len(missing)} parts are missing, the first against {missing[0].opponent or 'no opponent'} with seed "
                f"{missing[0].seed}: {ends}"
            )
    if evaluation.seeds != the_field().seeds:
        wanted = ", ".join(map(str, the_field().seeds))
        faults.append(f"{len(evaluation.seeds)} seeds chosen with --seed: expected those of the field, {wanted}")
    faults += changed_means(evaluation)
    old = sorted({cell.opponent for cell in evaluation.cells if not is_current(evaluation, cell)})
    return faults + [f"{name} of the field has changed since: evaluate again" for name in old]


def changed_means(evaluation: Evaluation) -> list[str]:
    """A sentence where a mean or an interval of the summary is not what this version computes from the cells."""
    if not evaluation.summary:
        return []
    both = evaluation.summary, summarize(evaluation)
    given, computed = ({"all scenarios": one, **one["scenarios"]} for one in both)
    for name, known in computed.items():
        for key in ("iqm", "low", "high"):
            if abs(given[name][key] - known[key]) > ROUNDED:
                return [
                    f"summary of {name}: {key} is {given[name][key]:.6g}, but the cells give {known[key]:.6g}: the command of the "
                    "evaluation computes it again"
                ]
    return []


def differing_versions(evaluation: Evaluation) -> list[str]:
    notes = []
    if not evaluation.code or "" in evaluation.code:
        part = "partly " if evaluation.code else ""
        notes.append(f"{part}evaluated before digests of field, scenarios and code were stored")
    if others := [one for one in evaluation.code if one not in ("", code_digest())]:
        notes.append(f"evaluated with other code of this package: {', '.join(others)}, here {code_digest()}")
    if evaluation.field != the_field().version:
        notes.append(f"evaluated against version {evaluation.field} of the field, here {the_field().version}")
    if evaluation.field_digest not in ("", field_digest()):
        notes.append(f"evaluated against another field: digest {evaluation.field_digest}, here {field_digest()}")
    for name, was in evaluation.scenario_digests.items():
        if was and name in evaluation.scenarios and was != scenario_digest(name):
            notes.append(f"{name}: evaluated as another scenario: digest {was}, here {scenario_digest(name)}")
    return notes
