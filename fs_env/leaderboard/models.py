"""Columns of language models on a board: tokens, cost, and the harness and memory of their specs."""

from __future__ import annotations

from collections.abc import Sequence

from fs_env.agent_api.specs import read_parameters
from fs_env.arena.usage import Prices
from fs_env.leaderboard.board import Line
from fs_env.leaderboard.markdown import PERCENT, plain

PLACE = ("model", "url", "name", "key_variable", "price_in", "price_out", "memory")  # parameters outside the harness


def model_columns(lines: Sequence[Line]) -> dict[str, list[str]]:
    cells = [cells_of(line) for line in lines]
    names = dict.fromkeys(name for one in cells for name, text in one.items() if text)
    return {name: [one.get(name, "") for one in cells] for name in names}


def cells_of(line: Line) -> dict[str, str]:
    used, games = line.usage, line.mean.games
    if used is None:
        return {}
    given = read_parameters(line.spec) if line.spec.startswith("llm:") else {}
    prices = Prices.of(line.spec)
    return {
        "invalid answers": f"{PERCENT * used.invalid_rate:.1f} %",
        "tokens a game": f"{used.tokens / games:,.0f}",
        "cost a game": f"{prices.cost(used) / games:.3g}" if prices else "",
        "harness": plain(", ".join(f"{name} {value}" for name, value in given.items() if name not in PLACE)),
        "memory": "yes" if given.get("memory") else "",
    }
