"""A report as one page: HTML with its style and its plots inside, nothing is loaded from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from math import log10

from fs_env.arena.report.plots import SERIES, Axis, Bar, curves, even_axis, intervals, percent_axis, power_axis
from fs_env.arena.report.scores import Named, Report, Score
from fs_env.arena.report.style import in_html, style
from fs_env.arena.standings import USAGE_NOTE, Standing, equivalent, usage_columns
from fs_env.narration.speech import isolated

STRONG = 45  # percent of colour in a cell of 0 or 100 %, so that letters stay readable


def page(report: Report) -> str:
    parts = (ratings, table, sides, luck, models, pairs, seats, times, lengths, characters)
    plan = report.plan
    options = ", ".join(f"{name}={value}" for name, value in plan.get("options", {}).items())
    about = {
        "Bots": ", ".join(isolated(str(agent)) for agent in plan.get("agents", ())),
        "Games": f"{report.standings.games}: {endings(report)}",
        "Seed": str(plan.get("seed")),
        "Options": options or "the usual ones",
    }
    facts = "".join(f"<dt>{escape(name)}</dt><dd>{escape(words)}</dd>" for name, words in about.items())
    title = in_html(report.title)
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{style()}</style></head>\n<body><main><h1>{title}</h1><dl>{facts}</dl>\n"
        + "\n".join(filter(None, (part(report) for part in parts)))
        + f"\n<footer>Made by fs-env standings from {report.standings.decisions} decisions, {report.standings.choices} of them "
        "choices.</footer></main></body></html>\n"
    )


def section(title: str, note: str, *content: str) -> str:
    return f"<section><h2>{in_html(title)}</h2><p>{in_html(note)}</p>{''.join(content)}</section>"


def full_table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = "".join(f"<th>{in_html(word)}</th>" for word in heads)
    lines = "".join(f"<tr>{''.join(f'<td>{in_html(word)}</td>' for word in row)}</tr>" for row in rows)
    return f'<div class="scroll"><table class="full"><tr>{head}</tr>{lines}</table></div>'


def endings(report: Report) -> str:
    standings = report.standings
    kinds = ("won", "lost", "drawn", "truncated", "forfeited", "void")
    return ", ".join(f"{getattr(standings, kind)} {kind}" for kind in kinds if getattr(standings, kind))


def ratings(report: Report) -> str:
    agents = report.standings.agents
    if not report.standings.rated:
        return ""
    axis = even_axis(min(a.elo - a.elo_half for a in agents), max(a.elo + a.elo_half for a in agents))
    bars = [
        Bar(a.name, a.elo, a.elo - a.elo_half, a.elo + a.elo_half, f"{a.elo:+.0f} ± {a.elo_half:.0f} Elo")
        for a in agents
    ]
    note = (
        "Elo points by the model of Bradley and Terry, with 95 % intervals; 0 is the mean of all bots. 100 points are odds of "
        "1.8 to 1 between two seats, 400 are odds of 10 to 1."
        + " Of luck-adjusted results."
        * report.standings.adjusted
    )
    return section("Ratings", note, intervals(bars, axis, middle=0.0 if axis.low < 0 < axis.high else None))


def table(report: Report) -> str:
    heads = ("bot", "seats", "wins", "win rate", "95 %", "forfeits")
    even = report.standings.even_rate
    note = "A game counts once for each seat. " + (
        "All seats win and lose together." if even is None else f"Equal bots win {100 * even:.0f} %."
    )
    return section("Standings", note, full_table(heads, map(cells_of, report.standings.agents)))


def cells_of(agent: Standing) -> tuple[str, ...]:
    return (
        agent.name, str(agent.games), f"{agent.wins:.1f}".removesuffix(".0"), percent(agent.win_rate),
        f"[{100 * agent.win_low:.1f}, {100 * agent.win_high:.1f}]", str(agent.forfeits),
    )  # fmt: skip


def luck(report: Report) -> str:
    agents = [agent for agent in report.standings.agents if agent.adjusted is not None]
    if not agents:
        return ""
    note = (
        "Luck of dice, decks and deals removed from the results: both win rates have the same mean over many games. 95 % intervals, "
        "games of one deal taken together. Equivalent games: plain games that carry as much information as one adjusted game."
    )
    rows = [(a.name, f"{a.plain.text} %", f"{a.less_luck.text} %", equivalent(a)) for a in agents if a.less_luck]
    return section("Luck-adjusted results", note, full_table(("bot", "win rate", "adjusted", "equivalent games"), rows))


def models(report: Report) -> str:
    agents = report.standings.models
    if not agents:
        return ""
    note = f"{USAGE_NOTE[0].upper()}{USAGE_NOTE[1:]}. None of it counts in the ratings."
    return section("Language models", note, full_table(*usage_columns(agents)))


def pairs(report: Report) -> str:
    names, even = [agent.name for agent in report.standings.agents], report.standings.even_rate
    if even is None:
        return ""
    head = "<th></th>" + "".join(f'<th title="{in_html(name)}">{k}</th>' for k, name in enumerate(names, 1))
    lines = "".join(
        f'<tr><td><span class="rank">{k}</span>{in_html(name)}</td>{"".join(cell(score, even) for score in own)}</tr>'
        for k, (name, own) in enumerate(zip(names, report.pairs), 1)
    )
    note = f"Win rate of the seats of the bot on the left in games with the one whose number is above; even is {100 * even:.0f} %."
    return section("Who beats whom", note, f'<div class="scroll pairs"><table><tr>{head}</tr>{lines}</table></div>')


def cell(score: Score | None, even: float) -> str:
    if score is None:
        return "<td></td>"
    above = score.rate >= even
    far = (score.rate - even) / (1 - even) if above else (even - score.rate) / even
    colour = f"color-mix(in srgb, var(--{'good' if above else 'bad'}) {STRONG * far:.0f}%, var(--card))"
    interval = f"95 %: [{100 * score.low:.0f}, {100 * score.high:.0f}]"
    return (
        f'<td style="background:{colour}" title="{interval}, {score.seats} seats">{percent(score.rate)}'
        f"<br><small>of {score.seats}</small></td>"
    )


def seats(report: Report) -> str:
    note = "Win rate of each seat, whoever sat there, with 95 % intervals."
    return section("Seats", note, scores(report.seats, report.standings.even_rate))


def characters(report: Report) -> str:
    if not report.characters:
        return ""
    note = "Win rate with each character, whoever played it, with 95 % intervals."
    return section("Characters", note, scores(report.characters, report.standings.even_rate))


def scores(kinds: Sequence[Named], even: float | None) -> str:
    axis: Axis = percent_axis(max(kind.score.high for kind in kinds))
    bars = [
        Bar(
            kind.name,
            kind.score.rate,
            kind.score.low,
            kind.score.high,
            f"{percent(kind.score.rate)} of {kind.score.seats}",
        )
        for kind in kinds
    ]
    return intervals(bars, axis, middle=even)


def sides(report: Report) -> str:
    if not report.sides:
        return ""
    agents = [agent.name for agent in report.standings.agents]
    rows = [
        (
            kind.name,
            str(kind.score.seats),
            percent(kind.score.rate),
            f"[{100 * kind.score.low:.1f}, {100 * kind.score.high:.1f}]",
            *(percent(own.rate) if own.seats else "" for own in kind.agents),
        )
        for kind in (*report.sides, *report.stories)
    ]
    note = (
        "Win rate of the seats on each side, and by what divided them; a win counts for every seat of the side. In games by sides a side "
        "counts as one seat."
    )
    return section("Sides", note, full_table(("side", "seats", "all", "95 %", *agents), rows))


def times(report: Report) -> str:
    timed = [(time, time.milliseconds) for time in report.times if time.milliseconds]
    note = "Mean time of a choice in milliseconds, on a scale of powers of ten; forced decisions are not put to bots."
    if not timed:
        return section("Time a move", note, '<p class="more">No answers were timed.</p>')
    axis = power_axis(min(ms for _, ms in timed), max(ms for _, ms in timed))
    bars = [Bar(time.name, log10(ms), log10(ms), log10(ms), f"{number(ms)} ms") for time, ms in timed]
    return section("Time a move", note, intervals(bars, axis))


def lengths(report: Report) -> str:
    if len(report.lengths) < 2:
        return ""
    names = [agent.name for agent in report.standings.agents]
    values = [
        [kind.agents[k].rate if kind.agents[k].seats else None for kind in report.lengths] for k in range(len(names))
    ]
    note = (
        "Win rate by the number of decisions of a game, forced ones included; about equally many games in each group."
    )
    if len(names) > SERIES:
        note += f" The {SERIES} best bots."
    even = report.standings.even_rate
    plot = curves(names, [kind.name for kind in report.lengths], values, 0.5 if even is None else even)
    return section("Short and long games", note, plot)


def number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def percent(rate: float) -> str:
    return f"{100 * rate:.1f} %"
