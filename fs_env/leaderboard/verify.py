"""Whether an evaluation holds: it is complete, its numbers follow from its games, and a sample of these is played again."""

from __future__ import annotations

import random
from collections.abc import Callable

from fs_env.agents import asks_outside
from fs_env.leaderboard.cells import Cell, keys_of, play_deal
from fs_env.leaderboard.evaluation import Evaluation, is_current
from fs_env.leaderboard.field import DIGEST_BYTES, scenario_of
from fs_env.leaderboard.summary import DIGITS, scores_of

SIGNS = 2 * DIGEST_BYTES
SAMPLE = 20  # deals


def verify(
    evaluation: Evaluation, sample: int = SAMPLE, seed: int = 0, report: Callable[[int], object] = lambda done: None
) -> list[str]:
    """Faults of an evaluation, as sentences; none if it passes. A language model is not asked again.

    Args:
        evaluation: of any agent that this machine has; one whose answers are not those of its seed alone, as with a limit of time,
            will not play the same games.
        sample: deals that are played again, or puzzles; all of them where it has fewer.
        seed: which ones.
        report: called with how many are over.

    Raises:
        ValueError: an agent cannot be made.
    """
    faults = incomplete(evaluation) + wrong_numbers(evaluation)
    if any(map(asks_outside, evaluation.specs)):
        return faults  # no file sends a key anywhere, and a model answers differently each time
    deals = [
        (cell, deal) for cell in evaluation.cells if is_current(evaluation, cell) for deal in range(deals_of(cell))
    ]
    chosen = random.Random(seed).sample(deals, min(sample, len(deals)))
    for done, (cell, deal) in enumerate(chosen, 1):
        faults += differing(evaluation, cell, deal)
        report(done)
    return faults


def deals_of(cell: Cell) -> int:
    return len(cell.digests) // SIGNS if scenario_of(cell.scenario).players else len(cell.results)


def incomplete(evaluation: Evaluation) -> list[str]:
    faults, had = [], {cell.key for cell in evaluation.cells}
    for name in evaluation.scenarios:
        missing = [key for key in keys_of(scenario_of(name), evaluation.seeds) if key not in had]
        if missing:
            faults.append(
                f"{name}: {len(missing)} parts are missing, the first against {missing[0].opponent or 'nobody'} with seed "
                f"{missing[0].seed}: the command of the evaluation goes on"
            )
    old = sorted({cell.opponent for cell in evaluation.cells if not is_current(evaluation, cell)})
    return faults + [f"{name} of the field has changed since: evaluate again" for name in old]


def wrong_numbers(evaluation: Evaluation) -> list[str]:
    faults = []
    for name, found in evaluation.summary.get("scenarios", {}).items():
        scores = {str(seed): round(score, DIGITS) for seed, score in scores_of(evaluation, name).items()}
        if found.get("scores") != scores:
            faults.append(f"{name}: the summary says {found.get('scores')}, its games {scores}")
    return faults


def differing(evaluation: Evaluation, cell: Cell, deal: int) -> list[str]:
    results, digest, stories = play_deal(evaluation.spec_of(cell.seed), cell.key, deal, evaluation.agent_key)
    block = len(cell.results) // deals_of(cell)
    games = slice(deal * block, (deal + 1) * block)
    was, known, haunts = cell.results[games], cell.digests[deal * SIGNS : (deal + 1) * SIGNS], cell.stories[games]
    if (was, known, haunts) == (results, digest, stories):
        return []
    what = f"results {list(results)}, not {list(was)}" if was != results else "the same results by other choices"
    if haunts != stories:
        what = f"haunt {', '.join(stories)}, not {', '.join(haunts)}"
    return [f"{cell.scenario} against {cell.opponent or 'nobody'}, seed {cell.seed}, deal {deal}: {what}"]
