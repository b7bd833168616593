"""The figures as text: rows for the terminal, and Markdown for the documentation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from fs_env.registry.games import GAMES, load_game

NOT_GAMES = ("machine", "versions", "settings")
MISSING = "not installed"


def conditions(results: Mapping[str, Any]) -> list[str]:
    hardware = results["machine"]
    sentences = [
        f"{hardware['cpu']}, {hardware['cores']} cores, {hardware['system']}; one core used",
        ", ".join(f"{name} {number}" for name, number in results["versions"].items()),
        *(f"{name}={value}" for name, value in hardware["switches"].items()),
    ]
    return [sentence for sentence in sentences if sentence]


def figure_rows(figures: Mapping[str, Any], keys: Mapping[str, str]) -> list[tuple[str, str, str]]:
    return [(key, words(figures[key]), meaning) for key, meaning in keys.items()]


def markdown(results: Mapping[str, Any], keys: Mapping[str, str]) -> str:
    parts = ["  \n".join(conditions(results))]
    for name, figures in results.items():
        if name not in NOT_GAMES:
            parts.append(f"**{name}**, {settings_in_words(results['settings'], name)}")
            parts.append(table(("figure", "value", "meaning"), figure_rows(figures, keys), right=(1,)))
    return "\n\n".join(parts) + "\n"


def settings_in_words(settings: Mapping[str, Any], name: str) -> str:
    players = "the fewest players" if settings["players"] is None else f"{settings['players']} players"
    has_sets = name in GAMES and "sets" in load_game(name).options
    sets = f", card sets {settings['sets']}" if has_sets and settings["sets"] is not None else ""
    options = "".join(f", {option}" for option in settings.get("options", ()))
    return f"{players}{sets}{options}, seed {settings['seed']}, median of {settings['runs']} runs of about {settings['seconds']:g} s"


def table(head: Iterable[str], rows: Iterable[Iterable[str]], right: Iterable[int] = ()) -> str:
    head, right = list(head), set(right)
    rule = ["---:" if i in right else "---" for i in range(len(head))]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in [head, rule, *map(list, rows)])


def words(value: float | None) -> str:
    if value is None:
        return MISSING
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.4g}"
