"""Direct matches on held-out deals: neighbours of each board, and `search` by its number of rollouts.

`python -m fs_env.leaderboard.head_to_head FILE --entries FOLDER` plays the games that FILE lacks; it resumes where it was stopped.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from time import perf_counter

from fs_env.agent_api.specs import is_untrusted
from fs_env.arena.luck import Luck
from fs_env.arena.plan import GAUNTLET, Plan
from fs_env.arena.tournament import Tournament
from fs_env.bench.machine import cpu_model, versions
from fs_env.core.files import FileKind, write_whole
from fs_env.leaderboard.board import Board, board_of, names_in
from fs_env.leaderboard.cells import luck_of, result_of
from fs_env.leaderboard.evaluation import Evaluation, read
from fs_env.leaderboard.field import LUCK_ROLLOUTS, Scenario, digest_of, scenario_of, the_field
from fs_env.leaderboard.json_checks import check_fields

FORMAT = 1
FILE = FileKind("head-to-head results", "take another copy of it, or play them again")
SEED = 1_618_033_989  # of the first part's deals, each further part has the next one; the field's seeds are others
QUICK_GAMES, SLOW_GAMES = 4000, 400
QUICK_PART, SEARCH_PART, SLOW_PART = 1000, 200, 20  # games; SLOW_PART where luck is measured
ROLLOUTS = ("25", "50", "100", *(f"{n},gate=1" for n in (25, 50, 100, 200, 400)))  # above 100 both gates are the same
BASELINE = "heuristic@1"
BY_ROLLOUTS = {
    "four_souls_2_base": tuple(f"search:rollouts={n}" for n in ROLLOUTS),
    "four_souls_4_all": ("search:rollouts=100,gate=1",),
    "castles_2": ("search:method=race,rollouts=400",),
}


@dataclass(frozen=True)
class Match:
    """Results of one bot in one seat against another bot in all other seats, each deal in all rotations of the seats.

    Attributes:
        seed: of the first part; part k has `seed` + k.
        digests: of the games of each part; a part has `part` games.
        shares: how many deals ended with each mean share of the win of `bot`.
        adjusted: the same, luck-adjusted; {} where luck is not measured.
    """

    scenario: str
    bot: str
    opponent: str
    part: int
    seed: int = SEED
    digests: tuple[str, ...] = ()
    shares: dict[str, int] = field(default_factory=dict)
    adjusted: dict[str, int] = field(default_factory=dict)
    versions: dict[str, str] = field(default_factory=dict)
    cpu: str = ""

    @property
    def key(self) -> tuple[str, str, str]:
        return self.scenario, self.bot, self.opponent

    @property
    def games(self) -> int:
        return self.part * len(self.digests)

    @property
    def is_adjusted(self) -> bool:
        return self.part < SEARCH_PART

    @property
    def results(self) -> list[float]:
        """The mean share of each deal, luck-adjusted if luck was measured."""
        return [float(share) for share, deals in (self.adjusted or self.shares).items() for _ in range(deals)]


def play_part(match: Match) -> Match:
    scenario = scenario_of(match.scenario)
    luck = Luck(rollouts=LUCK_ROLLOUTS) if match.is_adjusted else None
    both, seed = [match.bot, match.opponent], match.seed + len(match.digests)
    plan = Plan(both, scenario.players, match.part, seed, scenario.game, scenario.numbers, GAUNTLET, luck=luck)
    tournament = Tournament(plan)
    with closing(tournament.results):
        tournament.run()
        rows = tournament.results.rows()
    won = [result_of(row, scenario) for row in rows]
    lucky, block = luck_of(plan, rows), plan.block
    less = [share - one for share, one in zip(won, lucky)]
    return replace(
        match,
        digests=(*match.digests, digest_of(rows)),
        shares=counted(match.shares, won, block),
        adjusted=counted(match.adjusted, less, block),
        versions=versions(),
        cpu=cpu_model(),
    )


def counted(known: dict[str, int], results: Sequence[float], block: int) -> dict[str, int]:
    means = [sum(results[first : first + block]) / block for first in range(0, len(results), block)]
    found = Counter(known) + Counter(f"{mean:.4f}" for mean in means)
    return dict(sorted(found.items(), key=lambda one: float(one[0])))


def specs_in(scenario: Scenario, evaluations: Sequence[Evaluation]) -> dict[str, str]:
    """Specs of the bots on a board by their names there, without untrusted code and language models, which are not played again."""
    members = the_field().members.get(scenario.game, {})
    found = {name: members[name].spec for name in scenario.opponents}
    for name, one in zip(names_in(scenario, evaluations), evaluations):
        if len(one.specs) == 1 and not is_untrusted(one.specs[0], scenario.game) and not scenario.track:
            found.setdefault(name, one.specs[0])
    return found


def neighbours(board: Board, specs: dict[str, str]) -> list[tuple[str, str]]:
    """Names of adjacent bots in the order of a board, and of those that are adjacent among the quick ones."""
    if not board.scenario.rivals or board.scenario.track:
        return []
    names = [line.agent for line in board.lines if line.agent in specs]
    quick = [name for name in names if not searches(specs[name])]
    found = dict.fromkeys([*pairwise(names), *pairwise(quick)])
    return sorted(found, key=lambda pair: (names.index(pair[0]), names.index(pair[1])))


def searches(spec: str) -> bool:
    return spec.startswith(("search", "tree"))


def part_of(scenario: Scenario, *specs: str) -> int:
    """Games of a part. Those of bots that search in a game whose field calls that slow are few, so they are luck-adjusted."""
    if not any(map(searches, specs)):
        return QUICK_PART
    return SLOW_PART if any(one.slow for one in the_field().members[scenario.game].values()) else SEARCH_PART


def wanted(evaluations: Sequence[Evaluation]) -> list[Match]:
    pairs = [(one, bot, BASELINE) for one, bots in BY_ROLLOUTS.items() for bot in bots if one in the_field().scenarios]
    for scenario in the_field().scenarios.values():
        if scenario.rivals and not scenario.track and not scenario.waits:
            specs = specs_in(scenario, evaluations)
            both = neighbours(board_of(scenario, evaluations), specs)
            pairs += [(scenario.name, specs[a], specs[b]) for a, b in both]
    found = []
    for name, bot, opponent in dict.fromkeys(pairs):
        scenario = scenario_of(name)
        games = part_of(scenario, bot, opponent)
        found.append(Match(name, bot, opponent, -(-games // scenario.players) * scenario.players))
    return found


def read_matches(file: Path) -> dict[tuple[str, str, str], Match]:
    """The stored matches by scenario, bot and opponent; none if the file does not exist. Raises FileFault."""
    if not file.exists():
        return {}
    data = FILE.table(file)
    if data.get("format") != FORMAT:
        FILE.refuse(file, f"it is not of format {FORMAT}")
    with FILE.checked(file):
        found = [match_of(one, f"match {k}") for k, one in enumerate(data["matches"], 1)]
    return {match.key: match for match in found}


def match_of(data: object, where: str) -> Match:
    check_fields(Match, data, where)
    assert isinstance(data, dict)
    match = Match(**{**data, "digests": tuple(data["digests"])})
    deals = match.games // scenario_of(match.scenario).players
    for name in ("shares", *("adjusted",) * match.is_adjusted):
        known = getattr(match, name)
        if len({*match.digests}) < len(match.digests):
            raise ValueError(f"{where}: digests: expected different ones, since each part has its own deals")
        if sum(known.values()) != deals or not all(-99 < float(share) < 99 for share in known):
            raise ValueError(f"{where}: {name}: expected {deals} deals, as many as its {len(match.digests)} parts have")
    return match


def write_matches(file: Path, matches: Sequence[Match]) -> None:
    lines = ",\n  ".join(json.dumps(asdict(match), separators=(",", ":")) for match in matches)
    write_whole(file, f'{{\n "format": {FORMAT},\n "matches": [\n  {lines}\n ]\n}}\n')


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m fs_env.leaderboard.head_to_head", description=__doc__)
    parser.add_argument("file", type=Path, metavar="FILE", help="the results, as JSON")
    parser.add_argument("--entries", type=Path, required=True, metavar="FOLDER", help="evaluations of the boards")
    parser.add_argument("--games", type=int, default=QUICK_GAMES, help="of compiled bots (default %(default)s)")
    parser.add_argument("--slow-games", type=int, default=SLOW_GAMES, help="of slow bots (default %(default)s)")
    parser.add_argument(
        "--only", default="", metavar="TEXT", help="matches whose bots or scenario contain it (default: all)"
    )
    args = parser.parse_args(arguments)
    evaluations = [read(file) for file in sorted(args.entries.glob("*.json"))]
    keys = [match for match in wanted(evaluations) if any(args.only in part for part in match.key)]

    while True:
        stored = read_matches(args.file)
        known = [stored.get(match.key, match) for match in keys]
        short = [one for one in known if one.games < (args.slow_games if one.is_adjusted else args.games)]
        if not short:
            return 0
        begun, match = perf_counter(), play_part(min(short, key=lambda one: (one.is_adjusted, one.games)))
        stored = read_matches(args.file) | {match.key: match}
        write_matches(args.file, sorted(stored.values(), key=lambda one: one.key))
        mean = sum(match.results) / len(match.results)
        sys.stdout.write(
            f"{match.scenario}: {match.bot} against {match.opponent}: {100 * mean:.1f} % of {match.games:,} games, "
            f"{perf_counter() - begun:.0f} s\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
