"""The page of the leaderboard with its plots, from stored results only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fs_env.leaderboard.board import Board
from fs_env.leaderboard.board_page import boards_of, plots_of, sections
from fs_env.leaderboard.entries import Entry, points
from fs_env.leaderboard.evaluation import Evaluation
from fs_env.leaderboard.head_to_head_page import Matches, rollouts_plot
from fs_env.leaderboard.markdown import PERCENT, plain, table, versions_of
from fs_env.leaderboard.tasks import Task, tasks

HEAD = """# Leaderboard

Bots against a frozen field of opponents of many kinds, on deals that no bot may train on. To enter a bot:
[benchmark](../do/benchmark.md). Columns: [how to read the tables](#how-to-read-the-tables). *Members of the field* are in italics.
"""
LEGEND = """## How to read the tables

- **mean**: share of the wins, each opponent with the same weight; a win shared by k seats counts 1/k, a game without a winner is shared
  by all seats. In brackets: the 95 % interval, with deals as observations.
- **worst**: the opponent against which the bot did worst, by the upper end of the interval, so that few games do not decide. As the lowest
  of several results it is on average too low. **ms a choice**: the median over opponents and seeds, against one bot the mean.
- **rating**: Elo points from one fit of all games of the scenario (Bradley and Terry), the mean 0; ± is half of the 95 % interval. By
  sides it rates bots as holders of the side; in cooperative games it rates them against the game, bot and partner count half each.
- **luck-adjusted**: results minus the effect of dice and decks, where luck was measured. A mean or rating here needs 20 deals; that of
  few deals can be outside 0 to 100 %. Direct matches are listed with the number of their games.
- **head to head**: direct matches of neighbours in the order, on other deals than the field's. *Predicted* is the share that the fit of
  the ratings expects, *played* the result of the match. **differs** marks a difference that is significant at 5 % over all pairs of the
  scenario (Bonferroni): one number a bot does not describe such a pair; *too few games* a result known to less than ± 5 points:
  `python -m fs_env.leaderboard.head_to_head docs/look_up/leaderboard/head_to_head.json --entries docs/look_up/leaderboard/entries`.
- **invalid answers** of language models: decisions whose first answer named no legal action; they count in no other column. **cost a
  game** is by the prices in the bot's spec, **harness** the settings that decide what the model reads, **memory** whether it stores notes.
- **Agreement**, how often two bots choose the same action, shows which members of the field are similar:
  [agreement between bots](characteristics.md#agreement-between-bots).
- **Versions**: evaluations were played by several versions of this package, whose random bots draw other numbers; members are frozen by the
  digests of a few games. `fs-env leaderboard --verify FILE` names the versions of a file.

`make leaderboard` generates this page and its plots from the evaluations in `leaderboard/entries` and the stored results in
[results.json](leaderboard/results.json) and [head_to_head.json](leaderboard/head_to_head.json): do not edit it.
"""
AGAINST_ONE = """## Against one bot

The bot in one seat, `{opponent}` in all others, in all rotations of the seats. The interval is Wilson's for 95 %; older results count
each game in it as independent, newer ones each deal. The rating is the strength against one `{opponent}`, which has 0: a bot of
strength s wins s / (s + k) of the games against k of them, and its rating is 400 log10(s). [Puzzles](../do/puzzles.md) have a score
instead: goals reached as a share of those that the best lines reach, with an interval from Wilson's of all puzzles.
`fs-env leaderboard BOT --results docs/look_up/leaderboard/results.json` adds a bot; no command verifies these results.
"""
MILLISECONDS = 1000
OPPONENT = "heuristic@1"  # of each task whose line names no other one


def page(
    entries: Iterable[Entry],
    evaluations: Sequence[Evaluation] = (),
    matches: Matches | None = None,
    boards: Sequence[Board] | None = None,
) -> str:
    """The page as Markdown; entries against another opponent than that of their task are left out.

    Args:
        matches: direct matches; None: the page has none.
        boards: of the evaluations, as `boards_of` returns them; None: they are computed.
    """
    counted, known = list(entries), boards_of(evaluations) if boards is None else boards
    parts = [HEAD, sections(known, evaluations, matches or {}), AGAINST_ONE.format(opponent=OPPONENT)]
    for task in tasks():
        found = (entry for entry in counted if (entry.task, entry.opponent) == (task.name, task.opponent))
        listed = sorted(found, key=lambda entry: (-entry.share, entry.agent))
        parts.append(section(task, listed))
    return "\n".join([*parts, LEGEND])


def plots(boards: Sequence[Board], matches: Matches | None = None) -> dict[str, str]:
    return {file: text for board in boards for file, text in plots_of(board)} | rollouts_plot(matches or {})


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
        played = f"`{plain(entry.command)}` ({plain(entry.cpu)}; {versions_of(entry.versions)})"
        lines.append(f"- {plain(entry.agent)}: {played}")
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
