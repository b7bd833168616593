"""Checks of the cells in an evaluation file: what no games can have given is refused, named by its cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from fs_env.arena.usage import Usage
from fs_env.leaderboard.cells import DIGITS, Cell
from fs_env.leaderboard.field import DIGEST_BYTES, Scenario, scenario_of
from fs_env.leaderboard.json_checks import check_fields

SIGNS = 2 * DIGEST_BYTES  # of the digest of a deal
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
        possible = (0.0, *(round(1 / k, DIGITS) for k in range(1, scenario.players + 1)))
    if odd := sorted(set(results) - set(possible)):
        raise ValueError(f"{where}: results={odd[0]}: no game has this result")
    stories = data["stories"]
    if len(stories) != (len(results) if scenario.until else 0) or not set(stories) <= {"", *scenario.stories}:
        raise ValueError(f"{where}: stories: expected what divided the seats of each game, in games by sides only")
    luck = data["luck"]
    if len(luck) not in (0, len(results)) or not all(abs(one) <= MOST_LUCK for one in luck):
        raise ValueError(f"{where}: luck: expected numbers within {MOST_LUCK:g} for all results or for none")


def check_counts(cell: Cell, where: str) -> None:
    """Raises ValueError for counts that contradict each other."""
    if cell.timed > cell.choices:
        raise ValueError(f"{where}: timed={cell.timed}: expected at most choices={cell.choices}")
    lost = sum(result == 0 for result in cell.results)
    if cell.forfeits > (lost if scenario_of(cell.scenario).players else len(cell.results)):
        raise ValueError(f"{where}: forfeits={cell.forfeits}: only {lost} games are lost")
    if cell.usage is not None and max(cell.usage.invalid, cell.usage.forfeited) > cell.usage.asked:
        raise ValueError(f"{where}: usage: more answers are invalid or forfeited than were asked for")


def check_cells(cells: Sequence[Cell], seeds: Sequence[int]) -> None:
    """Raises ValueError for a cell of another seed, and for a cell or a deal that occurs twice."""
    if others := [cell for cell in cells if cell.seed not in seeds]:
        raise ValueError(f"{words(others[0])}: its seed is none of the evaluation's: {', '.join(map(str, seeds))}")
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


def words(cell: Any) -> str:
    """A cell or its key, for an error."""
    return f"{cell.scenario} against {cell.opponent or 'no opponent'}, seed {cell.seed}"
