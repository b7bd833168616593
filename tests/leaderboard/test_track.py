"""The track of agents by text: played when it is asked for, with luck measured, invalid answers and tokens apart."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from fs_env.arena.usage import COUNTS, Usage
from fs_env.cli import main
from fs_env.leaderboard import evaluation as evaluations
from fs_env.leaderboard.board import Line, estimate
from fs_env.leaderboard.models import model_columns
from tests.agents.llm.stub import Sent, say, stub

SHIPPED = Path(__file__).parents[2] / "docs" / "look_up" / "leaderboard" / "entries"


def test_track__of_a_model_is_played_at_once_and_goes_on(small: Path, monkeypatch, capsys) -> None:
    """Four games in threads, the luck of each; strength, invalid rate and tokens on the page; verified without asking the model again."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    together = threading.Barrier(2)  # the first two replies come when two are waited for
    early = iter([say("what?"), say("[1]")])

    def answer(asked: dict) -> Sent:
        reply = next(early, None)
        if reply is not None:
            together.wait(60)
        return reply or say("[1]")

    with stub(answer) as server:
        evaluate = [
            "evaluate",
            server.spec(),
            "--track",
            "text",
            "--name",
            "first",
            "--workers",
            "2",
            "--out",
            "first.json",
        ]
        assert main([*evaluate, "--seed", "11"]) == 0
        assert server.most == 2
        asked = len(server.requests)
        stored = json.loads(Path("first.json").read_text())
        (one, two) = stored["cells"]
        assert stored["versions"]["text"].isdigit()
        assert len(one["luck"]) == len(two["luck"]) == 2 and any(one["luck"])
        assert sorted(cell["usage"]["invalid"] for cell in (one, two)) == [0, 1]
        assert sum(cell["usage"]["asked"] for cell in (one, two)) == asked - 1
        assert main([*evaluate, "--seed", "11"]) == 0
        assert main(["leaderboard", "--verify", "first.json"]) == 1
        assert len(server.requests) == asked, "the model that the file names is not asked"
    Path("entries").mkdir()
    Path("first.json").rename("entries/first.json")
    assert main(["leaderboard", "--results", "none.json", "--entries", "entries", "--page", "page.md"]) == 0
    section = Path("page.md").read_text().partition("## By text\n")[2].partition("\n## ")[0]
    head, _, *rows = [line for line in section.splitlines() if line.startswith("|")]
    assert head.endswith("| invalid answers | tokens a game |") and "luck-adjusted mean" in head
    (row,) = [row for row in rows if row.startswith("| first ") and "%" in row]
    tokens = (100 + 5) * asked / 4
    assert row.endswith(f"| {100 / (asked - 1):.1f} % | {tokens:,.0f} |")
    capsys.readouterr()
    assert main(["evaluate", "random", "--track", "txt"]) == 2
    assert "did you mean 'text'" in capsys.readouterr().err


def test_track__is_left_out_unless_it_is_asked_for(small: Path) -> None:
    assert main("evaluate my_bot.py:choose --game castles_of_caleira --seed 11 --trusted --out all.json".split()) == 0
    cells = json.loads(Path("all.json").read_text())["cells"]
    assert {cell["scenario"] for cell in cells} == {"castles_2", "castles_3"} and not any(
        "usage" in cell for cell in cells
    )
    cells[0]["usage"] = dict.fromkeys(COUNTS, -1)
    data = json.loads(Path("all.json").read_text()) | {"cells": cells}
    Path("all.json").write_text(json.dumps(data))
    with pytest.raises(ValueError, match="expected whole numbers from 0 for asked"):
        evaluations.read("all.json")


def test_track__cost_harness_and_memory_are_columns_where_specs_have_them() -> None:
    """1,000 tokens read at 3 and 200 written at 10 for a million are 0.005 in two games; a column that no bot fills is left out."""
    used = Usage(asked=10, invalid=1, tokens_in=1000, tokens_out=200)
    mean = estimate([(1, 1.0), (2, 0.0)])
    line = Line(
        "m", False, mean, None, {}, "", 0.0, 0, 0, used, "llm:model=m,history=all,price_in=3,price_out=10,memory=notes"
    )
    other = replace(line, spec="llm:model=n", usage=Usage(asked=10))
    assert model_columns([line, other, replace(line, usage=None)]) == {
        "invalid answers": ["10.0 %", "0.0 %", ""],
        "tokens a game": ["600", "0", ""],
        "cost a game": ["0.0025", "", ""],
        "harness": ["history all", "", ""],
        "memory": ["yes", "", ""],
    }
    assert list(model_columns([other])) == ["invalid answers", "tokens a game"]
