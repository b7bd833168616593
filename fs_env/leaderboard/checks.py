"""Checks of the cells in an evaluation file: what no games can have given is refused, named by its cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from fs_env.arena.usage import Usage
from fs_env.core.machine.declare.sides import TOGETHER
from fs_env.leaderboard.cells import DIGITS, Cell
from fs_env.leaderboard.field import DIGEST_BYTES, Scenario, scenario_of
from fs_env.leaderboard.json_checks import check_fields
from fs_env.leaderboard.summary import DIGITS as SCORE_DIGITS
from fs_env.leaderboard.summary import scores_of

if TYPE_CHECKING:
    from fs_env.leaderboard.results import Evaluation

SIGNS = 2 * DIGEST_BYTES  # of the digest of a deal
ROUNDED = 1.5 * 10**-SCORE_DIGITS  # sums in another order may round to the next number
WALL_ROUNDED = 0.06  # seconds
EXACT = 1e-9  # share by which sums in another order may differ
MOST_SCORE = 100.0  # of a scenario, scaled
MOST_LUCK = 10.0  # of a game, as a share of the win; measured ones are below 3


def cell_of(data: Any, where: str) -> Cell:
    """The cell of JSON values. Raises ValueError, which names `where`, the key and what was expected."""
    if isinstance(data, dict):
        data = {"usage": None, "stories": [], **data}
    check_fields(Cell, data, where)
    scenario, opponent = scenario_of(data["scenario"]), data["opponent"]
    if opponent not in (scenario.opponents or ("",)):
        raise ValueError(f"{where}: opponent={opponent!r}: expected one of {', '.join(scenario.opponents)}")
    where = f"{where} ({scenario.name}, {opponent or 'no opponent'}, seed {data['seed']})"
    check_results(data, scenario, where)
    lists = {name: tuple(data[name]) for name in ("results", "luck", "stories")}
    cell = Cell(**{**data, **lists, "usage": data["usage"] and Usage(**data["usage"])})
    check_counts(cell, where)
    return cell


def check_results(data: dict[str, Any], scenario: Scenario, where: str) -> None:
    """Raises ValueError unless the results are as many as the scenario has, each possible, with a digest for each deal."""
    results, digests = data["results"], data["digests"]
    fewest, most = scenario.deals_against(data["opponent"]), scenario.may_have(data["opponent"])
    if not scenario.players:
        if data["games"] != fewest or len(results) != scenario.puzzles or digests:
            raise ValueError(f"{where}: expected {fewest} games of each of {scenario.puzzles} puzzles, and no digests")
        possible: Iterable[float] = range(fewest + 1)
    else:
        deals = len(digests) // SIGNS
        if not fewest <= deals <= most or (data["games"], len(results)) != (deals * scenario.block,) * 2:
            wanted = f"{fewest}" if fewest == most else f"{fewest} to {most}"
            raise ValueError(
                f"{where}: {data['games']} games, {len(results)} results and {deals} digests of deals: expected {wanted} deals, each with "
                f"{scenario.block} games and a digest of {SIGNS} characters"
            )
        shared = (
            scenario.players if scenario.rivals or scenario.side not in ("", TOGETHER) else 1
        )  # else all seats win or lose together
        possible = (0.0, *(round(1 / k, DIGITS) for k in range(1, shared + 1)))
    if odd := sorted(set(results) - set(possible)):
        raise ValueError(f"{where}: results={odd[0]}: no game can have this result")
    stories = data["stories"]
    if len(stories) != (len(results) if scenario.until else 0) or not set(stories) <= {"", *scenario.stories}:
        raise ValueError(f"{where}: stories: expected the story of each game, in games by sides only")
    luck, measured = data["luck"], scenario.measures_luck(data["opponent"])
    if len(luck) != measured * len(results) or not all(abs(one) <= MOST_LUCK for one in luck):
        wanted = f"a number within {MOST_LUCK:g} for each result" if measured else "none"
        raise ValueError(f"{where}: luck: expected {wanted}")


def check_counts(cell: Cell, where: str) -> None:
    if cell.timed > cell.choices:
        raise ValueError(f"{where}: timed={cell.timed}: expected at most choices={cell.choices}")
    if scenario_of(cell.scenario).players and not cell.choices and cell.forfeits < len(cell.results):
        raise ValueError(f"{where}: choices=0: expected some, as not all games are forfeited")
    lost = sum(result == 0 for result in cell.results)
    if cell.forfeits > (lost if scenario_of(cell.scenario).players else len(cell.results)):
        raise ValueError(f"{where}: forfeits={cell.forfeits}: only {lost} games are lost")
    if cell.usage is not None and max(cell.usage.invalid, cell.usage.forfeited) > cell.usage.asked:
        raise ValueError(f"{where}: usage: more answers are invalid or forfeited than questions")


def check_cells(cells: Sequence[Cell], seeds: Sequence[int]) -> None:
    if others := [cell for cell in cells if cell.seed not in seeds]:
        raise ValueError(f"{words(others[0])}: its seed is not one of the evaluation: {', '.join(map(str, seeds))}")
    if again := [cell for cell, times in Counter(cell.key for cell in cells).items() if times > 1]:
        key = again[0]
        raise ValueError(f"{words(key)}: this cell occurs more than once")
    deals: dict[tuple[str, str, str], Cell] = {}
    for cell in cells:
        for first in range(0, len(cell.digests), SIGNS):
            deal = cell.scenario, cell.opponent, cell.digests[first : first + SIGNS]
            if deal in deals:
                raise ValueError(f"{words(cell)}: a deal of it is also one of seed {deals[deal].seed}: {deal[2]}")
            deals[deal] = cell


def check_summary(evaluation: Evaluation) -> None:
    """Raises ValueError for totals, scores or worst opponents that do not follow from the cells, and for means outside the scores."""
    summary, cells = evaluation.summary, evaluation.cells
    if not summary:
        return
    totals = {k: sum(getattr(cell, k) for cell in cells) for k in ("choices", "forfeits", "timed", "seconds", "wall")}
    timed, seconds, wall = (totals.pop(name) for name in ("timed", "seconds", "wall"))
    for name, total in (totals | {"seconds_a_choice": seconds / timed if timed else None}).items():
        check_close(summary, name, total, "", (total or 0) * EXACT)
    check_close(summary, "wall_seconds", wall, "", WALL_ROUNDED)
    check_mean(summary, "all scenarios")
    scenarios = summary.get("scenarios")
    if not isinstance(scenarios, dict) or set(scenarios) != set(evaluation.scenarios):
        raise ValueError(f"summary: scenarios: expected those of the cells: {', '.join(evaluation.scenarios)}")
    for name, known in scenarios.items():
        check_mean(known, name)
        scores = {str(seed): score for seed, score in scores_of(evaluation, name).items()}
        if set(known["scores"]) != set(scores):
            raise ValueError(f"summary: {name}: scores: expected those of the seeds {', '.join(scores)}")
        for seed, score in scores.items():
            check_close(known["scores"], seed, score, f"{name}: seed ")
        if not min(scores.values()) - ROUNDED <= known["iqm"] <= max(scores.values()) + ROUNDED:
            raise ValueError(f"summary: {name}: iqm={known['iqm']}: expected a mean of its scores")
        shares: dict[str, list[float]] = {}
        for cell in evaluation.of(name):
            shares.setdefault(cell.opponent, []).append(cell.mean)
        means = {opponent: sum(one) / len(one) for opponent, one in shares.items()}
        check_close(known, "worst_share", min(means.values()), f"{name}: ")
        if known["worst"] not in means or means[known["worst"]] > known["worst_share"] + ROUNDED:
            raise ValueError(f"summary: {name}: worst={known['worst']!r}: expected the opponent that won most")


def check_close(known: dict[str, Any], name: str, expected: float | None, where: str, within: float = ROUNDED) -> None:
    value = known.get(name)
    if value is not expected and (value is None or expected is None or abs(value - expected) > within):
        raise ValueError(f"summary: {where}{name}: {value}, but the cells give {expected}")


def check_mean(known: dict[str, Any], where: str) -> None:
    if not 0 <= known["low"] <= known["iqm"] <= known["high"] <= MOST_SCORE:
        raise ValueError(
            f"summary: {where}: iqm={known['iqm']}, low={known['low']}, high={known['high']}: expected an interval and its mean"
        )


def words(cell: Any) -> str:
    return f"{cell.scenario} against {cell.opponent or 'no opponent'}, seed {cell.seed}"
