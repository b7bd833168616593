"""A league: who its members are, whom the main network meets, and that it continues after a stop."""

from __future__ import annotations

import json
import tomllib
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("tensorboard", reason="needs the extra 'train'")

from fs_env import training  # noqa: E402
from fs_env.training import league, ppo  # noqa: E402
from fs_env.training import run as runs  # noqa: E402
from fs_env.training.league import Settings, opponents_of  # noqa: E402
from fs_env.training.records import thinned  # noqa: E402
from tests.training.test_best_response import SMALL as RESPONSE  # noqa: E402
from tests.training.test_best_response import TAKE_MOST  # noqa: E402
from tests.training.test_run import curve, weights  # noqa: E402

train = partial(training.train, "league")

SMALL: dict[str, Any] = {name: value for name, value in RESPONSE.items() if name not in ("against", "exam_games")} | {
    "opponents": {TAKE_MOST: 1.0},
    "bots": ["random"],
    "round_updates": 3,
    "part_decisions": 3 * 1024,
    "exploiter_decisions": 3 * 1024,
    "rating_games": 20,
    "evaluation_games": 20,
    "past_selves": 2,
    "decisions": 13_000,
    "on_policy": 1,
}
pytestmark = pytest.mark.usefixtures("few_positions")


@pytest.mark.slow
def test_league__has_past_selves_exploiters_and_ratings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four rounds: exploiters after the second and the fourth, past selves thinned out to two, opponents of each part among the members
    of the time; ratings of all members and bots, of which the last main network is not the worst."""
    monkeypatch.chdir(tmp_path)
    told: list[str] = []
    run = train(Path("run"), Settings(**SMALL), told.append)
    assert run.rounds == 4 and run.decisions >= 13_000
    assert run.extra["selves"][-1] == 4 and len(run.extra["selves"]) == 2
    assert [line["members"] for line in run.curve][:2] == [1, 2]
    assert ["exploited" in line for line in run.curve] == [False, True, False, True]
    joined = [number for number in (2, 4) if exam(number)["low"] > 0.5]
    assert run.extra["exploiters"] == joined
    met = tomllib.loads(Path("run/parts/main_00003/config.toml").read_text())["opponents"]
    assert met["self"] == 0.5 and TAKE_MOST in met and sum(met.values()) == pytest.approx(1)
    assert ("policy:run/networks/exploiter_00002.npz,sample=1" in met) == (2 in joined)
    table = json.loads(Path("run/ratings.json").read_text())
    names = {
        "random",
        TAKE_MOST,
        *(f"main_{n:05}" for n in run.extra["selves"]),
        *(f"exploiter_{n:05}" for n in joined),
    }
    assert {one["name"] for one in table} == names and table[-1]["name"] != "main_00004"
    assert [one["elo"] for one in table] == sorted((one["elo"] for one in table), reverse=True)
    assert "Elo" in told[-1]


def exam(number: int) -> dict[str, Any]:
    """Bound that an exploiter has found."""
    found: dict[str, Any] = json.loads(Path(f"run/parts/exploiter_{number:05}/bound.json").read_text())
    return found


@pytest.mark.slow
def test_resume__in_the_middle_of_a_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed in the second round of a part of its second round, the league continues there, and has the curve, the members and the
    network that it would have had."""
    small = SMALL | {"part_decisions": 6 * 1024, "decisions": 12 * 1024, "anneal": 0, "past_selves": 3}
    for name in ("whole", "parts"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path / "whole")
    whole = train(Path("run"), Settings(**small))
    monkeypatch.chdir(tmp_path / "parts")
    learn = ppo.Learner.round

    def killed(self: ppo.Learner) -> None:
        if self.run.path.name == "main_00002" and self.run.rounds == 1:
            raise KeyboardInterrupt
        learn(self)

    monkeypatch.setattr(ppo.Learner, "round", killed)
    with pytest.raises(KeyboardInterrupt):
        train(Path("run"), Settings(**small))
    assert len(curve(Path("run/parts/main_00002"))) == 1
    monkeypatch.setattr(ppo.Learner, "round", learn)
    parts = train(Path("run"), None, resume=True)
    assert (parts.rounds, parts.extra) == (whole.rounds, whole.extra)
    assert curve(Path("run")) == curve(tmp_path / "whole" / "run")
    for one, other in zip(weights(Path("run/last.npz")), weights(tmp_path / "whole" / "run" / "last.npz"), strict=True):
        np.testing.assert_array_equal(one, other)


def test_opponents__hard_ones_come_more_often() -> None:
    """By hand: weights (1 - rate) ** 2, at least a hundredth, bots times their own weight, and half for the network itself."""
    settings = Settings(**SMALL | {"opponents": {"random": 2.0}})
    made = opponents_of({"a": 0.2, "b": 0.6, "c": 1.0, "random": 0.9}, settings)
    whole = 0.64 + 0.16 + 0.01 + 2 * 0.01
    expected = {"self": 0.5, "a": 0.32 / whole, "b": 0.08 / whole, "c": 0.005 / whole, "random": 0.01 / whole}
    assert made == pytest.approx(expected)
    assert opponents_of({}, settings) == {"self": 1.0}
    alone = opponents_of({"a": 0.5}, Settings(**SMALL | {"self_weight": 0.0}))
    assert alone == {"a": 1.0}
    for changes in ({"self_weight": 1.0}, {"opponents": {"past": 1.0}}):
        with pytest.raises(ValueError, match="the league's own members are opponents anyway"):
            Settings(**SMALL | changes)


def test_exploiter__that_wins_no_more_than_equals_stays_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the lower end of the exam's interval decides whether an exploiter is a member; the latest ones stay."""
    settings = Settings(**SMALL | {"exploiters": 1})
    with runs.Run.open(tmp_path / "run", "league", Settings, settings, False) as run:
        found = league.League(run)
        net = run.network()
        for number, low, members in ((1, 0.5, []), (2, 0.51, [2]), (3, 0.7, [3])):
            part = tmp_path / f"part_{low}"
            part.mkdir()
            net.save_policy(part / "best.npz")
            (part / "bound.json").write_text(
                json.dumps({"low": low, "rate": 0.9, "high": 1, "games": 2, "decisions": 3, "drawing": {}})
            )
            monkeypatch.setattr(
                found, "part", lambda *rest, part=part, **more: runs.Run(part, "best_response", settings)
            )
            assert found.exploit(number) == 0.9 and found.exploiters == members


def test_thinned__keeps_members_of_the_whole_run() -> None:
    """As many as are asked for, the newest among them, with gaps that differ little."""
    kept: list[int] = []
    for number in range(1, 101):
        kept = thinned([*kept, number], 8)
        assert kept[-1] == number and len(kept) <= 8
    gaps = np.diff([0, *kept])
    assert len(kept) == 8 and gaps.max() <= 4 * np.median(gaps)
