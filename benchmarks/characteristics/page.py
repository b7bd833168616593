"""The page of characteristics and its plots, from stored results alone."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from benchmarks.characteristics.plots import Box, Part, boxes, heat_map, histograms, parts
from benchmarks.characteristics.settings import SETTINGS
from benchmarks.characteristics.strength import on_the_board
from fs_env.core.files import write_whole
from fs_env.exploitability.entries import read_stored
from fs_env.leaderboard.board import estimate, results_of
from fs_env.leaderboard.evaluation import Evaluation, read
from fs_env.leaderboard.field import the_field
from fs_env.registry.games import GAMES, load_game

ROOT = Path(__file__).parents[2] / "docs" / "look_up"
PAGE, FOLDER = ROOT / "characteristics.md", ROOT / "characteristics"
RESULTS, AGREEMENT = FOLDER / "results.json", ROOT / "leaderboard" / "agreement.json"
EXPLOITED = ROOT / "exploitability" / "results.json"
TEMPLATE = Path(__file__).with_name("template.md")
SHOWN = ("fs-env", "python", "numba")  # versions
# Parts without which a setting is left out, or is shown with gaps.
NEEDED, LATER = {"random", "bots"}, ("luck", "range", "scores", "agreement")
Found = Mapping[str, Mapping[str, Any]]  # title of a setting, then part
Row = list[str]


def write_page() -> None:
    """Writes the page and its plots."""
    for file, text in documents().items():
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, text)


def documents() -> dict[Path, str]:
    """The contents of the page and of each plot."""
    stored, agreed = (json.loads(file.read_text(encoding="utf-8")) for file in (RESULTS, AGREEMENT))
    found, matrices = (
        {one.title: own[key] for key, one in SETTINGS.items() if needed <= own.get(key, {}).keys()}
        for own, needed in ((stored["settings"], NEEDED), (agreed["settings"], {"agreement"}))
    )
    entries = [read(file) for file in sorted((ROOT / "leaderboard" / "entries").glob("*.json"))]
    versions = [*(f"{name} {stored['versions'][name]}" for name in SHOWN), *stored["environments"].values()]
    seconds = sum(part["seconds"] for own in (found, matrices) for one in own.values() for part in one.values())
    parts = {
        title: {*found.get(title, {}), *matrices.get(title, {})} for title in (one.title for one in SETTINGS.values())
    }
    gaps = {title: [part for part in LATER if part not in had] for title, had in parts.items()}
    for setting in (one for one in SETTINGS.values() if one.title in found):
        found[setting.title].setdefault("range", {})["board"] = on_the_board(setting, entries)
    missing = [f"{title} ({', '.join(gap) if title in found else 'all'})" for title, gap in gaps.items() if gap]
    fields = {
        **{name: table(head, rows(found)) for name, (head, rows) in TABLES.items()},
        "agreement": "\n".join(agreement(title, one["agreement"]) for title, one in matrices.items()),
        "exploited": exploited(entries),
        "machine": f"{stored['machine']['cpu']}, {stored['machine']['cores']} cores; {', '.join(versions)}",
        "seed": str(stored["seed"]),
        "missing": f"Not measured yet: {'; '.join(missing)}." if missing else "",
        "minutes": f"{math.ceil(seconds / 60)}",
    }
    text = TEMPLATE.read_text(encoding="utf-8")
    for name, words in fields.items():
        text = text.replace(f"{{{{{name}}}}}", words.rstrip("\n"))
    return {
        PAGE: text.rstrip("\n") + "\n",
        **{FOLDER / f"{name}.svg": svg for name, svg in plots_of(found, matrices).items()},
    }


def plots_of(found: Found, matrices: Found) -> dict[str, str]:
    lengths = [Box(title, one["bots"]["choices"], one["random"]["choices"][2]) for title, one in found.items()]
    lucky = [Part(title, *one["luck"]["deal"]) for title, one in found.items() if "luck" in one]
    panels = {title: one["scores"]["scores"] for title, one in found.items() if "scores" in one.get("scores", {})}
    drawn = {
        "length": boxes(lengths, "Choices in a game, by game and number of players"),
        "luck": parts(lucky, "Share of the variance of results that the opening deal explains"),
        "scores": histograms(panels, "Scores at the end of the game, of a search and of random opponents"),
    }
    for title, one in matrices.items():
        own = one["agreement"]
        words = f"Share of equal choices in percent: {title}"
        drawn[f"agreement_{file_name(title)}"] = heat_map(distinct(own["bots"]), own["share"], words)
    return drawn


def glance(found: Found) -> Iterator[Row]:
    for title, one in found.items():
        bots, rated = one["bots"], one.get("range", {})
        known = [own for own in (rated, rated.get("board")) if own and "elo" in own]
        best = max(
            known, key=lambda own: own["elo"][0] - own["elo"][1], default=None
        )  # by the lower end of its interval
        early = bots["hidden"][0]
        yield [
            title,
            f"{bots['mean_choices'][0]:,.0f}",
            f"{bots['branching']['mean'][0]:.1f}",
            percent(bots["forced"][0]),
            f"{early[0][0] + early[1][0]:.0f}",
            percent(one["luck"]["deal"][0]) if "luck" in one else "",
            f"{best['elo'][0]:,.0f} (`{named(best['ratings'])[best['best']]}`)" if best else "",
        ]


def branching(found: Found) -> Iterator[Row]:
    for title, one in found.items():
        for bot, own in (("heuristic", one["bots"]), ("random", one["random"])):
            many, (low, _, middle, _, high) = own["branching"], own["choices"]
            yield [
                title,
                f"`{bot}`",
                f"{own['games']:,}",
                f"{many['median']:g}",
                plus(many["mean"]),
                f"{many['p95']:g}",
                str(many["max"]),
            ] + [
                f"{middle:,.0f} ({low:,.0f} to {high:,.0f})",
                plus(own["mean_choices"], 0),
                f"{own['decisions'][2]:,.0f}",
                f"{own['turns'][2]:g}",
                plus(own["forced"], 1, 100),
            ]


def kinds(found: Found) -> Iterator[Row]:
    for setting in SETTINGS.values():
        if one := found.get(setting.title):
            words = ", ".join(f"`{name}` {percent(share)}" for name, share in one["bots"]["kinds"].items())
            yield [setting.title, f"{setting.game.num_actions:,}", f"{setting.game.schema.size:,}", words]


def hidden(found: Found) -> Iterator[Row]:
    for title, one in found.items():
        columns = zip(*one["bots"]["hidden"], strict=True)
        yield [
            title,
            *(", ".join(f"{mean:.{d}f}" for mean, _ in own) for own, d in zip(columns, (1, 0, 0), strict=True)),
        ]


def luck(found: Found) -> Iterator[Row]:
    for title, one in found.items():
        if own := one.get("luck"):
            cells = [between(own[name]) for name in ("explained", "deal")]
            who = one.get("range", {}).get("who")
            yield [title, f"{own['games']:,}", *cells, "" if who is None else percent(who)]


def scores(found: Found) -> Iterator[Row]:
    for title, one in found.items():
        if own := one.get("scores"):
            ends = f" ({own['margins'][0]:g} to {own['margins'][4]:g})" if "margins" in own else ""
            margin = plus(own["margin"]) + ends if ends else ""
            yield [title, f"`{own['search']}`", str(own["games"]), between(own["won"]), margin]


def ranges(found: Found) -> Iterator[Row]:
    for title, one in found.items():
        new = one.get("range", {})
        for where, own in (("new games", new), ("leaderboard", new.get("board"))):
            if own and "elo" in own:
                names = named(own["ratings"])
                words = ", ".join(f"{names[spec]} {value}" for spec, value in own["ratings"].items())
                yield [title, where, f"{own['games']:,}", f"`{names[own['best']]}` {plus(own['elo'], 0)}", words]


TABLES = {
    "glance": ("game, players | choices | legal actions | forced | hidden cards, early | deal | Elo range", glance),
    "branching": (
        "game, players | bot | games | actions: median | mean | 95th percentile | maximum | choices: median (5 to 95 %) | mean | "
        "decisions | turns | forced, %",
        branching,
    ),
    "kinds": ("game, players | action ids | numbers of an observation | answers of `heuristic` by kind", kinds),
    "hidden": ("game, players | in other hands | elsewhere | log2 of arrangements, at most", hidden),
    "luck": ("game, players | games | explained by the adjuster | opening deal | which bots meet", luck),
    "scores": ("game, players | search | games | games won | margin (5 to 95 %)", scores),
    "ranges": ("game, players | games | number | best above `random` | all, above `random`", ranges),
}


def agreement(title: str, one: Mapping[str, Any]) -> str:
    names, asked, chance = distinct(one["bots"]), one["positions"], one["chance"]
    pairs = sorted((one["share"][a][b], f"{names[a]} and {names[b]}") for a in range(len(names)) for b in range(a))
    (low, least), (high, most) = pairs[0], pairs[-1]
    slow = ""
    if "slow" in chance:
        slow = f" Bots that search were asked at {min(map(min, asked)):,} of them, where chance is {plus(chance['slow'], 1, 100)} %."
    alt = f"{title}: most equal {most}, {percent(high)}; least {least}, {percent(low)}"
    return (
        f"### {title}\n\n![{alt}](characteristics/agreement_{file_name(title)}.svg)\n\n"
        f"{max(map(max, asked)):,} positions of {one['games']:,} games. Two uniform random bots agree at {plus(chance['all'], 1, 100)} %."
        f"{slow} No interval is wider than ± {100 * max(map(max, one['half'])):.1f} points.\n"
    )


def attacked(entries: Sequence[Evaluation]) -> float:
    """How many points more than half the leaderboard's attacker wins at least against `heuristic`, which it simulates."""
    scenario = the_field().scenarios["four_souls_2_base"]
    cells = [
        cell
        for one in entries
        if one.specs == ("heuristic",)
        for cell in one.of(scenario.name)
        if cell.opponent == "attacker"
    ]
    won = [(deal, 1 - share) for cell in cells for deal, share, _ in results_of(scenario, cell)]
    return 100 * (estimate(won).interval.low - 0.5) if won else -100.0


def exploited(entries: Sequence[Evaluation]) -> str:
    stored, rows = read_stored(EXPLOITED), list[Row]()
    for _, group in groupby(stored.bounds, key=lambda one: one.kind):
        own = list(group)
        first, options = own[0], load_game(own[0].game).options
        chosen = "".join(f", {name} {options[name].text_of(value)}" for name, value in first.options.items())
        best: dict[str, float] = {}
        for one in own:
            best[one.agent] = max(100 * one.at_least, best.get(one.agent, -100.0))
        if (first.game, first.players, first.options) == ("four_souls", 2, {}):
            best["heuristic"] = max(best["heuristic"], attacked(entries))
        if not first.side:
            words = ", ".join(f"`{name}` {value:+.1f}" for name, value in best.items())
            rows.append([f"{GAMES[first.game].title}, {first.players} players{chosen}", words])
    exact = ", ".join(f"`{one.agent}` {one.nash_conv:.2f}" for one in stored.exact)
    return f"{table('game | at least', rows)}\nNashConv in Castles with the small deck, exactly: {exact}.\n"


def file_name(title: str) -> str:
    return title.lower().replace(",", "").replace(" ", "_")


def short(spec: str) -> str:
    kind = spec.partition(":")[0]
    return "network" if kind == "policy" else kind


def distinct(specs: Sequence[str]) -> list[str]:
    """Short names; the field's names where several bots have the same one."""
    names = [*map(short, specs)]
    members = {one.spec: one.name for own in the_field().members.values() for one in own.values()}
    return [
        name if names.count(name) == 1 else members.get(spec, spec) for name, spec in zip(names, specs, strict=True)
    ]


def named(ratings: Mapping[str, Any]) -> dict[str, str]:
    """The names of bots by their specs."""
    return dict(zip(ratings, distinct([*ratings]), strict=True))


def percent(share: float) -> str:
    return f"{round(100 * share)} %"


def between(three: Sequence[float]) -> str:
    mean, low, high = (100 * share for share in three)
    return f"{mean:.1f} % ({low:.1f} to {high:.1f})"


def plus(pair: Sequence[float], digits: int = 1, scale: int = 1) -> str:
    """A mean and half of its interval, with more digits where that half would be rounded to 0."""
    mean, half = (scale * one for one in pair)
    while 0 < half < 0.5 * 0.1**digits:
        digits += 1
    return f"{mean:,.{digits}f} ± {half:,.{digits}f}"


def table(head: str, rows: Iterable[Sequence[str]]) -> str:
    columns = head.count(" | ")
    return (
        "\n".join([f"| {head} |", f"| --- |{' ---: |' * columns}", *(f"| {' | '.join(row)} |" for row in rows)]) + "\n"
    )
