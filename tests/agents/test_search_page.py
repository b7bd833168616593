"""docs/understand/search.md lists the parameters of the search bots."""

import re
import runpy
from dataclasses import fields
from pathlib import Path

import pytest

from fs_env.agents.search.settings import FlatSettings, TreeSettings
from fs_env.core.castles_of_caleira.game import GAME

PAGE = (Path(__file__).parents[2] / "docs" / "understand" / "search.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("method", "settings"), [("race", FlatSettings), ("tree", TreeSettings)])
def test_page__parameters_and_defaults(method, settings):
    """The table of a method has every parameter in order, with its default; all are explained where they are defined."""
    (part,) = re.findall(rf"^## How a {method} works\n(.*?)(?=^## )", PAGE, re.DOTALL | re.MULTILINE)
    rows = re.findall(r"^\| `(\w+)` \| (.*?) ?\| (.+) \|$", part, re.MULTILINE)
    assert [(name, default) for name, default, _ in rows] == [
        (field.name, f"{field.default:g}" if isinstance(field.default, float) else str(field.default))
        for field in fields(settings)
    ]
    explained = "".join(kind.__doc__ or "" for kind in settings.__mro__)
    assert all(f"{name}: " in explained for name, _, _ in rows)


def test_page__custom_value(tmp_path):
    """The example is a value: 0.3 for each of the two cards that a seat is dealt, and 0.3 for the one that it draws."""
    (source,) = [one for one in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL) if "Value(" in one]
    file = tmp_path / "own_value.py"
    file.write_text(source, encoding="utf-8")
    value = runpy.run_path(str(file))["value"]
    S = GAME.new()
    GAME.setup(S, seed=1)
    seat = GAME.to_act(S)
    assert value.score(GAME.observe(S, seat)) == pytest.approx(0.9)
    assert value.score(GAME.observe(S, 1 - seat)) == pytest.approx(0.6)
