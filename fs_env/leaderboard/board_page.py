"""The boards of the scenarios as Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fs_env.agent_api.specs import is_untrusted
from fs_env.arena.bradley_terry import ELO, Strengths
from fs_env.arena.ratings import Z95
from fs_env.core.machine.declare.sides import TOGETHER
from fs_env.leaderboard.board import Board, Line, board_of
from fs_env.leaderboard.evaluation import Evaluation
from fs_env.leaderboard.field import Scenario, scenario_of, the_field
from fs_env.leaderboard.field_games import member_in
from fs_env.leaderboard.head_to_head_page import Matches, neighbour_table, rollouts_section
from fs_env.leaderboard.markdown import PERCENT, PLOTS, adjusted_percent, has_few, percent, plain, table, versions_of
from fs_env.leaderboard.models import model_columns
from fs_env.leaderboard.plots import Point, heat_map, intervals
from fs_env.leaderboard.summary import summarize
from fs_env.leaderboard.verify import incomplete

MILLISECONDS = 1000
DUMMY = re.compile(r"llm:model=(first|last|random)(,|$)")  # answers without reading, to test the text track


def boards_of(evaluations: Sequence[Evaluation]) -> list[Board]:
    entrants = [one for one in evaluations if not is_dummy(one)]
    return [board_of(scenario, entrants) for scenario in the_field().scenarios.values() if not scenario.waits]


def is_dummy(evaluation: Evaluation) -> bool:
    return all(map(DUMMY.match, evaluation.specs))


def of_field(evaluation: Evaluation) -> bool:
    return any(member_in(scenario_of(name), spec) for name in evaluation.scenarios for spec in evaluation.specs)


def sections(boards: Sequence[Board], evaluations: Sequence[Evaluation], matches: Matches) -> str:
    by_name = {board.scenario.name: board for board in boards}
    parts = []
    for scenario in the_field().scenarios.values():
        parts += [f"## {scenario.title}", ""]
        parts += [scenario.waits, ""] if scenario.waits else section_of(by_name[scenario.name], evaluations, matches)
    return "\n".join([*parts, *rollouts_section(matches), totals(evaluations), field_table()])


def section_of(board: Board, evaluations: Sequence[Evaluation], matches: Matches) -> list[str]:
    entrants = [one for one in evaluations if not is_dummy(one)]
    lines = [*tables(board), *neighbour_table(board, entrants, matches)] if board.lines else ["No entries.", ""]
    return [about(board.scenario), "", *lines, *dummies_note(board.scenario, evaluations)]


def dummies_note(scenario: Scenario, evaluations: Sequence[Evaluation]) -> list[str]:
    dummies = [one for one in evaluations if is_dummy(one) and one.of(scenario.name)]
    lines = board_of(scenario, dummies).lines if dummies else ()
    shares = "; ".join(f"{plain(line.agent)} {percent(line.mean)}" for line in lines if not line.is_member)
    return [f"Dummies, which answer without reading and test the track: {shares}.", ""] if shares else []


def about(scenario: Scenario) -> str:
    seeds = len(the_field().seeds)
    if not scenario.players:
        return f"`--scenario {scenario.name}`: {scenario.deals * seeds:,} games of each puzzle; the score of the best lines is 100 %."
    deals = f"{scenario.deals * seeds:,} deals"
    if scenario.until:
        where = " of all seats on one side" if scenario.side == TOGETHER else ""
        deals += f"{where}, played by `{scenario.until}` until the seats are assigned to sides"
    if not scenario.opponents:
        return f"`--scenario {scenario.name}`: {deals}, {'then ' * bool(scenario.until)}the bot in all seats."
    few = [scenario.deals_against(name) for name in scenario.opponents if scenario.is_slow(name)]
    slow = f" (at least {min(few) * seeds:,} against slow ones)" if few else ""
    if scenario.cooperative:
        return f"`--scenario {scenario.name}`: {deals} with each partner, in all rotations of the seats."
    if scenario.side:
        return (
            f"`--scenario {scenario.name}`: {deals}{slow}; then the bot plays all seats of the side {scenario.side}, and each opponent the "
            "others. Bots on the same side do not meet, so there are no direct matches."
        )
    track = f"`--track {scenario.track}`, " if scenario.track else ""
    return (
        f"{track}`--scenario {scenario.name}`: {deals} against each opponent{slow}, in all rotations of the seats. Equal bots win "
        f"{PERCENT * scenario.even:.0f} %."
    )


def tables(board: Board) -> list[str]:
    rated, lucky = board.strengths is not None, board.adjusted is not None
    head = ["bot", "games" if board.scenario.players else "seeds", "mean", "worst"]
    head += ["rating"] * rated + ["luck-adjusted mean"] * any(line.adjusted is not None for line in board.lines)
    head += ["luck-adjusted rating"] * (rated and lucky) + ["ms a choice"]
    columns = model_columns(board.lines)
    head += columns.keys()
    rows = [[*cells_of(board, k, line), *(own[k] for own in columns.values())] for k, line in enumerate(board.lines)]
    out = table([cell if cell != "worst" or board.scenario.opponents else "" for cell in head], rows)
    for file, _ in plots_of(board):
        out += [f"![{ALTERNATIVES[file.partition('_')[0]]} in {plain(board.scenario.title)}]({PLOTS}/{file})", ""]
    if board.scenario.opponents:
        what = "with each partner" if board.scenario.cooperative else "against each opponent"
        out += [f"Wins of the row's bot {what}, in percent:", "", *matrix(board)]
    if any(line.stories for line in board.lines):
        out += [f"Wins of each bot by haunt{', against all opponents' * bool(board.scenario.opponents)}:", ""]
        out += story_table(board)
    if board.scenario.rivals:
        cycles = "; ".join(f"{plain(a)} beats {plain(b)} beats {plain(c)} beats {plain(a)}" for a, b, c in board.cycles)
        out += [f"Cycles beyond doubt: {cycles}." if cycles else "No cycle of three bots is beyond doubt.", ""]
    return out


def cells_of(board: Board, k: int, line: Line) -> list[str]:
    worst = f"{plain(line.worst)} {percent(line.against[line.worst])}" if line.worst else ""
    opponents = len(board.scenario.opponents) - board.scenario.rivals
    few = f" (met {len(line.against)} of {opponents})" if line.is_member and len(line.against) < opponents else ""
    few += f" (lacks {line.lacks} parts)" if line.lacks else ""
    cells = [name_of(line) + few, f"{line.mean.games:,}", percent(line.mean), worst]
    if board.strengths is not None:
        cells.append(rating(board.strengths, k))
    if any(one.adjusted is not None for one in board.lines):
        cells.append("" if line.adjusted is None else adjusted_percent(line.adjusted))
    if board.strengths is not None and board.adjusted is not None:
        cells.append("too few deals" if has_few(line.adjusted) else rating(board.adjusted, k))
    cells.append(f"{MILLISECONDS * line.seconds:.3g}" if line.seconds else "")
    return cells


ALTERNATIVES = {
    "ratings": "Ratings with 95 % intervals",
    "wins": "Heat map of the wins of each bot against each opponent",
}


def plots_of(board: Board) -> list[tuple[str, str]]:
    scenario, found = board.scenario, []
    if not board.lines:
        return []
    adjusted = None if all(has_few(line.adjusted) for line in board.lines) else board.adjusted
    known = adjusted or board.strengths
    if known is not None:
        points = []
        for k, line in enumerate(board.lines):
            value, half = known.values[k] * ELO, known.errors[k] * ELO * Z95
            if adjusted is None or not has_few(line.adjusted):
                points.append(Point(line.agent, value, value - half, value + half, rating(known, k)))
        points.sort(key=lambda point: -point.value)
        title = f"{'Luck-adjusted ratings' if adjusted else 'Ratings'}, Elo points with 95 % intervals"
        found.append((f"ratings_{scenario.name}.svg", intervals(title, points, 0.0)))
    if scenario.opponents:
        names = list(scenario.opponents)
        shares = [
            [None if name not in line.against else line.against[name].mean for name in names] for line in board.lines
        ]
        even = 0.5 if scenario.side or scenario.cooperative else scenario.even
        title = f"Wins {'with each partner' if scenario.cooperative else 'against each opponent'}, %"
        found.append(
            (f"wins_{scenario.name}.svg", heat_map(title, [line.agent for line in board.lines], names, shares, even))
        )
    return found


def matrix(board: Board) -> list[str]:
    names = list(board.scenario.opponents)
    rows = []
    for line in board.lines:
        found = [line.against.get(name) for name in names]
        rows.append([name_of(line), *("" if one is None else f"{PERCENT * one.mean:.0f}" for one in found)])
    return table(["bot", *names], rows)


def story_table(board: Board) -> list[str]:
    found = {one: name for one, name in board.scenario.stories.items() if any(one in b.stories for b in board.lines)}
    rows = []
    for story, name in found.items():
        own = [line.stories.get(story) for line in board.lines]
        games = sum(one.games for one in own if one is not None)
        rows.append([f"{story} {plain(name)}", f"{games:,}", *("" if one is None else percent(one) for one in own)])
    return table(["haunt", "games", *map(name_of, board.lines)], rows)


def name_of(line: Line) -> str:
    name = plain(line.agent) + (f" ({line.forfeits} forfeited)" if line.forfeits else "")
    return f"*{name}*" if line.is_member else name


def rating(known: Strengths, k: int) -> str:
    return f"{known.values[k] * ELO:+.0f} ± {known.errors[k] * ELO * Z95:.0f}" if len(known.values) > 1 else "-"


def totals(evaluations: Sequence[Evaluation]) -> str:
    lines = [
        "## All scenarios",
        "",
        "Bots that are no members of the field, in a table for each version of it and set of scenarios, since only these results compare:",
        "interquartile mean over the scenarios, with seeds as observations (Student's interval); equal play is 0.5.",
        "",
    ]
    ended = [one for one in evaluations if one.summary and not is_dummy(one) and not of_field(one)]
    whole = [one for one in ended if one.field != the_field().version or not incomplete(one)]
    left = ", ".join(called(one) for one in ended if one not in whole)
    for version, *names in dict.fromkeys((one.field, *one.scenarios) for one in whole):
        lines += [f"Version {version} of the field, scenarios {', '.join(f'`{name}`' for name in names)}:", ""]
        lines += totals_table([one for one in whole if [one.field, *one.scenarios] == [version, *names]])
    lines += [] if whole else ["No entries.", ""]
    lines += [f"Not compared, as `--verify` finds their results incomplete: {left}.", ""] if left else []
    lines += ["Played by:", ""]
    for one in sorted(evaluations, key=lambda one: one.agent):
        custom = any(is_untrusted(spec, scenario_of(name).game) for name in one.scenarios for spec in one.specs)
        apart = f"; {'isolated' if one.isolated else 'not isolated'}" if one.agent_key or custom else ""
        played = (
            f"`{plain(one.command)}` ({plain(str(one.machine.get('cpu', '')))}; {versions_of(one.versions)}{apart})"
        )
        lines.append(f"- {plain(one.agent)}: {played}")
    return "\n".join([*lines, ""])


def called(one: Evaluation) -> str:
    name, bots = plain(one.agent), plain(" ".join(one.specs))
    return name if name == bots else f"{name} (`{bots}`)"


def totals_table(evaluations: Sequence[Evaluation]) -> list[str]:
    found = sorted(((summarize(one), one) for one in evaluations), key=lambda both: (-both[0]["iqm"], both[1].agent))
    rows = [
        [
            called(one),
            f"{known['iqm']:.3f}",
            f"{known['low']:.3f} to {known['high']:.3f}",
            f"{known['choices']:,}",
            f"{known['wall_seconds'] / 60:.0f}",
        ]
        for known, one in found
    ]
    return table(["bot", "score", "95 %", "choices", "minutes"], rows)


def field_table() -> str:
    lines = ["## The field", "", f"Version {the_field().version}.", ""]
    rows = [
        [game, member.name, member.kind, f"`{member.spec}`", member.digest]
        for game, members in the_field().members.items()
        for member in members.values()
    ]
    return "\n".join([*lines, *table(["game", "name", "kind", "bot", "digest"], rows)])
