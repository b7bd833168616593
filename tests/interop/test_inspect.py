"""The task of docs/do/recipes.md by Inspect's own command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.interop.test_recipes import PROGRAMS
from tests.interop.test_text import endpoint


@pytest.mark.slow
@pytest.mark.parametrize(("answer", "result", "invalid"), [("[1]", None, 0), ("hm", -1, 2)], ids=["legal", "invalid"])
def test_inspect_eval__reports_the_results_of_games(tmp_path, answer, result, invalid):
    """A model that answers legally plays each game to its end; one that does not loses each with its second answer."""
    pytest.importorskip("inspect_ai", reason="needs the extra 'inspect'")
    (source,) = [one for one in PROGRAMS if "inspect_ai" in one]
    (tmp_path / "card_games.py").write_text(source)
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "LOCAL_API_KEY": "none"}
    with endpoint(lambda number: answer) as url:
        command = [Path(sys.executable).with_name("inspect"), "eval", "card_games.py", "--model", "openai-api/local/m"]
        command += ["--model-base-url", url, "-T", "games=3", "-T", "opponents=random", "--display", "none"]
        made = subprocess.run(
            [*command, "--log-format", "json", "--log-dir", "logs"],
            env=env,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=300,
        )
    (written,) = (tmp_path / "logs").glob("*.json")
    log = json.loads(written.read_text())
    assert log["status"] == "success", made.stdout[-2000:] + made.stderr[-2000:]
    scores = {score["name"]: score["metrics"]["mean"]["value"] for score in log["results"]["scores"]}
    values = [sample["scores"]["result"]["value"] for sample in log["samples"]]
    assert scores["result"] == pytest.approx(sum(values) / 3) and scores["invalid"] == invalid
    assert values == [result] * 3 if result else set(values) <= {-1, 0, 1} and len(log["samples"][0]["messages"]) > 5
