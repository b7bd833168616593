"""The page of the leaderboard, made of stored entries alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fs_env.leaderboard.board_page import boards, plain, table
from fs_env.leaderboard.entries import Entry, points
from fs_env.leaderboard.evaluation import Evaluation
from fs_env.leaderboard.tasks import Task, tasks

HEAD = """# Leaderboard

Bots against a frozen field of opponents of many kinds, on deals that nobody may train on. Enter yours:
[benchmark](../do/benchmark.md).

- **mean**: share of the wins, each opponent counting the same; a win shared by k seats counts 1/k, a game without a winner is shared
  by all. ± is half of the 95 % interval, with deals as observations.
- **worst**: the opponent against which the bot did worst.
- **rating**: Elo points by one fit of all games of the scenario (Bradley and Terry), the mean 0; intervals as above. By sides it is that
  of bots as holders of the side; together that against the house, a bot and its partner counting half each.
- **less luck**: results less what luck did, where it was measured.
- **invalid answers** of language models: decisions whose first answer named no legal action; they count in no other column.
- *Members of the field* are in italics.

Made by `make leaderboard` from the evaluations in `leaderboard/entries` and the stored results in
[leaderboard/results.json](leaderboard/results.json): do not edit this page.
"""
AGAINST_ONE = """## Against one bot

The older tables: the bot in one seat, `{opponent}` in all others, in all rotations of the seats. The interval is Wilson's for
95 %. The rating is the strength against one `{opponent}`, which has 0: a bot of strength s wins s / (s + k) of the games against k
of them, and its rating is 400 log10(s). [Puzzles](../do/puzzles.md) have a score instead: goals reached as a share of what the best
lines reach, with 1.96 standard errors. `fs-env leaderboard BOT --results docs/look_up/leaderboard/results.json` adds a bot.
"""
PERCENT, MILLISECONDS = 100, 1000
OPPONENT = "heuristic@1"  # of each task whose line names no other one


def page(entries: Iterable[Entry], evaluations: Sequence[Evaluation] = ()) -> str:
    """The page as Markdown; entries against another opponent than that of their task are left out."""
    counted = list(entries)
    parts = [HEAD, boards(evaluations), AGAINST_ONE.format(opponent=OPPONENT)]
    for task in tasks():
        found = (entry for entry in counted if (entry.task, entry.opponent) == (task.name, task.opponent))
        listed = sorted(found, key=lambda entry: (-entry.share, entry.agent))
        parts.append(section(task, listed))
    return "\n".join(parts)


def section(task: Task, entries: Sequence[Entry]) -> str:
    what = f"{task.games:,} games of each puzzle" if not task.players else f"{task.games:,} games"
    even = f" Equal bots win {PERCENT / task.players:.0f} %." if task.players else ""
    against = "" if task.opponent == OPPONENT else f" against `{task.opponent}`"
    lines = [f"### {task.title}", "", f"Task `{task.name}`: {what}{against}.{even}", ""]
    if not entries:
        return "\n".join([*lines, "No entries.", ""])
    rate = "games won" if task.players else "score"
    head = ["bot", "games", rate, "95 %"]
    head += ["rating", "ms a choice"] if task.players else []
    lines += [*table(head, [row(task, entry) for entry in entries]), "Played by:", ""]
    for entry in entries:
        versions = ", ".join(
            f"{name} {number}" for name, number in entry.versions.items() if name in ("fs-env", "numba")
        )
        lines.append(f"- {plain(entry.agent)}: `{entry.command}` ({plain(entry.cpu)}; {versions})")
    return "\n".join([*lines, ""])


def row(task: Task, entry: Entry) -> list[str]:
    few = f" of {task.games:,}" if entry.games < task.games else ""
    cells = [
        plain(entry.agent) + (f" ({entry.forfeits} forfeited)" if entry.forfeits else ""),
        f"{entry.games:,}{few}",
        f"{PERCENT * entry.share:.1f} %",
        f"{PERCENT * entry.low:.1f} to {PERCENT * entry.high:.1f}",
    ]
    if task.players:
        low, high = points(entry.low, task.players), points(entry.high, task.players)
        middle = points(entry.share, task.players)
        cells.append(f"{signed(middle)} [{signed(low)}, {signed(high)}]")
        cells.append(f"{MILLISECONDS * entry.seconds:.3g}")
    return cells


def signed(rating: float | None) -> str:
    return "-" if rating is None else f"{rating:+.0f}"
