"""Best responses: what is found against an agent that can be beaten, and what is said about it."""

from __future__ import annotations

import dataclasses
import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("tensorboard", reason="needs the extra 'train'")

from fs_env import training  # noqa: E402
from fs_env.agents.networks.network import SparseNetwork  # noqa: E402
from fs_env.arena import Plan, Tournament  # noqa: E402
from fs_env.core.betrayal.game import GAME as BETRAYAL  # noqa: E402
from fs_env.training import best_response, ppo  # noqa: E402
from fs_env.training import run as runs  # noqa: E402
from fs_env.training.best_response import EXAM_DEALS, Settings  # noqa: E402
from fs_env.training.evaluation import measure  # noqa: E402
from tests.agents.networks import network, positions  # noqa: E402
from tests.core.machine.nim import GAME  # noqa: E402
from tests.training.test_run import NIM, curve  # noqa: E402

train = partial(training.train, "best_response")

TAKE_MOST = "tests.arena.bots:TakeMost"
SMALL: dict[str, Any] = {
    "game": NIM,
    "options": {"stones": 12},
    "against": TAKE_MOST,
    "hidden": [32],
    "value_hidden": [16],
    "evaluation_games": 40,
    "exam_games": 300,
    "threads": 1,
    "num_envs": 32,
    "n_steps": 32,
    "round_updates": 6,
    "batch_size": 128,
    "n_epochs": 4,
    "target_kl": 0.0,
    "learning_rate": 1e-2,
    "decisions": 12 * 1024,
}
pytestmark = pytest.mark.usefixtures("few_positions")


@pytest.mark.slow
def test_bound__of_a_bot_that_can_always_be_beaten(tmp_path: Path) -> None:
    """A bot that takes as many stones as it may loses to one that counts: the learner finds that, and bound.json has the exam of its
    best network over fresh deals, with the interval less a half."""
    told: list[str] = []
    run = train(tmp_path / "run", Settings(**SMALL), told.append)
    bound = json.loads((tmp_path / "run" / "bound.json").read_text())
    best = SparseNetwork.load(tmp_path / "run" / "best.npz", GAME)
    options = {"num_players": 2, "options": {"stones": 12}}
    score = measure(best, NIM, TAKE_MOST, games=300, seed=EXAM_DEALS + 1, **options)[""]
    assert (bound["rate"], bound["low"], bound["high"], bound["games"]) == (score.rate, score.low, score.high, 300)
    assert bound["low"] > 0.8 and bound["exploitability_at_least"] == pytest.approx(bound["low"] - 0.5)
    assert bound["decisions"] == run.decisions and bound["against"] == TAKE_MOST and bound["even_rate"] == 0.5
    assert "can be exploited by at least" in told[-1] and f"{100 * score.rate:.1f} %" in told[-1]


@pytest.mark.slow
def test_resume__reaches_the_same_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that was killed after its first round has in the end the curve and the bound of one that was not."""
    small = Settings(**SMALL | {"exam_games": 60, "on_policy": 1})
    train(tmp_path / "whole", small)
    learn = ppo.Learner.round

    def killed(self: ppo.Learner) -> None:
        if self.run.rounds == 1:
            raise KeyboardInterrupt
        learn(self)

    monkeypatch.setattr(ppo.Learner, "round", killed)
    with pytest.raises(KeyboardInterrupt):
        train(tmp_path / "parts", small)
    monkeypatch.setattr(ppo.Learner, "round", learn)
    train(tmp_path / "parts", None, resume=True)
    assert curve(tmp_path / "parts") == curve(tmp_path / "whole")
    one, other = (json.loads((tmp_path / name / "bound.json").read_text()) for name in ("parts", "whole"))
    assert (one["rate"], one["drawing"], one["decisions"]) == (other["rate"], other["drawing"], other["decisions"])


def test_agent__decides_who_plays_and_who_is_measured(tmp_path: Path) -> None:
    """The agent is the only opponent, and no other bot is evaluated against; the semicolon of a network's spec is its comma."""
    settings = Settings(
        **SMALL | {"against": "policy:net.npz;sample=1", "bots": ["heuristic"], "opponents": {"random": 1.0}}
    )
    assert settings.opponents == {"policy:net.npz,sample=1": 1.0} and settings.bots == ["policy:net.npz,sample=1"]
    assert Settings.of(dataclasses.asdict(settings)) == settings
    with pytest.raises(ValueError, match="is not a compiled bot"):
        train(
            tmp_path / "run",
            Settings(**SMALL | {"against": "search:rollouts=9,policy=random,value=none", "inputs_from": "random"}),
        )


def test_exam__of_each_side(tmp_path: Path) -> None:
    """On a side the network has all of its seats, and what the bot itself wins there is taken off: by the games of such a tournament."""
    shown, _ = positions(BETRAYAL, 200, players=3)
    network(BETRAYAL, shown, players=3).save(tmp_path / "best.npz")
    settings = Settings(game="betrayal", num_players=3, against="random", exam_games=8, options={"haunt": 2})
    run = runs.Run(tmp_path, "best_response", settings)
    found = best_response.exam_of_side(run, "heroes")
    both = [f"policy:{tmp_path / 'best.npz'}", "random"]
    seed = EXAM_DEALS + settings.seed
    plan = Plan(both, 3, 8, seed, "betrayal", {"haunt": 2}, "gauntlet", until="random", side="heroes")
    won = [agent.sides["heroes"] for agent in Tournament(plan).run().agents if "heroes" in agent.sides]
    assert [(one.seats, one.rate) for one in won] == [(found["games"], found["rate"])] == [(8, found["rate"])]
    assert (
        found["exploitability_at_least"] == pytest.approx(found["low"] - found["even_rate"])
        and 0 < found["even_rate"] <= 1
    )
    seats = measure("heuristic", "betrayal", "random", games=9, seed=seed, num_players=3)
    (told,) = (
        one
        for one in Tournament(Plan(["heuristic", "random"], 3, 9, seed, "betrayal", {}, "gauntlet")).run().agents
        if one.name == "heuristic"
    )
    assert {name: (one.games, one.rate) for name, one in seats.items() if name} == {
        name: (one.seats, one.rate) for name, one in told.sides.items()
    }
    assert len(seats) > 2 and sum(one.games for name, one in seats.items() if name) == seats[""].games == 9
    bound = {"rate": 0.5, "low": 0.4, "high": 0.6, "games": 8, "even_rate": 0.33, "sides": {"heroes": found}}
    assert f"as the heroes {100 * found['rate']:.1f} %, " in best_response.sentence(run, bound)


def test_sentence__states_when_nothing_was_found(tmp_path: Path) -> None:
    """An interval that holds the rate of equal players is no bound above it."""
    run = runs.Run(tmp_path, "best_response", Settings(**SMALL))
    bound = {"rate": 0.52, "low": 0.47, "high": 0.57, "games": 400, "even_rate": 0.5}
    assert "nothing was found to exploit" in best_response.sentence(run, bound)
    assert "at least 5.0 points" in best_response.sentence(run, bound | {"low": 0.55})
