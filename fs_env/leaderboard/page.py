"""The page of the leaderboard, made of stored entries alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fs_env.leaderboard.entries import Entry, points
from fs_env.leaderboard.tasks import Task, tasks

HEAD = """# Leaderboard

Agents on fixed tasks. Made by `make leaderboard` from the stored results in [leaderboard/results.json](leaderboard/results.json):
do not edit this page.

In each task the agent sits in one seat and `{opponent}` in all others. Every deal is played in all rotations of the seats. A win
shared by k seats counts 1/k. The interval is Wilson's for 95 %. The rating is the strength against one `{opponent}`, which has
0: an agent of strength s wins s / (s + k) of the games against k of them, and its rating is 400 log10(s). [Puzzles](../do/puzzles.md)
have a score instead: goals reached as a share of what the best lines reach, with 1.96 standard errors. A choice is a decision
with more than one legal action; its time is the mean of the agent's own time on the machine named.
"""
FOOT = """## How to enter an agent

1. Write the agent: a class with `name`, `reset(seat, seed)` and `act(view) -> action`, or a function `f(view) -> action`.
   [examples/own_agent.py](../../examples/own_agent.py) is one,
   [tournaments](../do/tournaments.md#what-a-bot-can-see) say what `view` holds. One object may be used for many
   games; `castles_2` asks it to play another game, so leave out tasks that it cannot play.
2. Try it: `fs-env leaderboard my_bot.py:Bot --task four_souls_2_base --games 20 --results my_results.json`
3. Play the tasks for good: `fs-env leaderboard my_bot.py:Bot --results my_results.json --page my_leaderboard.md`. Without `--task`
   all of them are played; `--task` may be repeated, and `--workers N` plays in N processes. An entry is stored when its task is
   finished, and a later run of the same agent and task replaces it. A bot that fails loses that game, which the table shows.
4. To be on this page, add your entries to the stored ones and make the page again, then propose both files with your bot's source:
   `fs-env leaderboard --results docs/look_up/leaderboard/results.json --add my_results.json --page docs/look_up/leaderboard.md`.
   Name the bot so that its command works in a fresh clone. Entries with fewer games than their task asks for are marked.
"""
PERCENT, MILLISECONDS = 100, 1000
OPPONENT = "heuristic@1"  # of each task whose line names no other one


def page(entries: Iterable[Entry]) -> str:
    """The page as Markdown; entries against another opponent than that of their task are left out."""
    counted = list(entries)
    parts = [HEAD.format(opponent=OPPONENT)]
    for task in tasks():
        found = (entry for entry in counted if (entry.task, entry.opponent) == (task.name, task.opponent))
        listed = sorted(found, key=lambda entry: (-entry.share, entry.agent))
        parts.append(section(task, listed))
    return "\n".join([*parts, FOOT])


def section(task: Task, entries: Sequence[Entry]) -> str:
    """The heading and the table of one task."""
    what = f"{task.games:,} worlds of each puzzle" if not task.players else f"{task.games:,} games"
    even = f" Equal agents win {PERCENT / task.players:.0f} %." if task.players else ""
    against = "" if task.opponent == OPPONENT else f" against `{task.opponent}`"
    lines = [f"## {task.title}", "", f"Task `{task.name}`: {what}{against}.{even}", ""]
    if not entries:
        return "\n".join([*lines, "No entries.", ""])
    rate = "games won" if task.players else "score"
    head = ["agent", "games" if task.players else "worlds", rate, "95 %"]
    head += ["rating", "ms a choice"] if task.players else []
    lines += [f"| {' | '.join(head)} |", f"| --- | {' | '.join(['---:'] * (len(head) - 1))} |"]
    lines += [row(task, entry) for entry in entries]
    lines += ["", "Played by:", ""]
    for entry in entries:
        versions = ", ".join(
            f"{name} {number}" for name, number in entry.versions.items() if name in ("fs-env", "numba")
        )
        lines.append(f"- {plain(entry.agent)}: `{entry.command}` ({plain(entry.cpu)}; {versions})")
    return "\n".join([*lines, ""])


def row(task: Task, entry: Entry) -> str:
    """The line of an entry in its table."""
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
    return f"| {' | '.join(cells)} |"


def signed(rating: float | None) -> str:
    """A rating as text; where no number says it, a dash."""
    return "-" if rating is None else f"{rating:+.0f}"


def plain(text: str) -> str:
    """A text that does not break a table or a list of Markdown."""
    return " ".join(text.replace("|", "/").replace("`", "'").replace("<", "(").replace(">", ")").split())
