"""Networks of runs become networks of the package: the file, the card, and what is refused."""

import json

import pytest

from fs_env import training
from fs_env.agents.networks.agent import network_of
from fs_env.agents.networks.model_cards import DRAWING, GREEDY, digest
from fs_env.core.castles_of_caleira.game import GAME as CASTLES
from fs_env.core.machine.compile.jit import compiled
from fs_env.training import clone, ppo, ship, transfer

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not compiled(), reason="trains a network")]
SMALL = {
    "game": "castles_of_caleira",
    "hidden": [16],
    "value_hidden": [8],
    "evaluation_games": 2,
    "bots": ["random"],
    "threads": 1,
}


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """A clone, and PPO that began with it, in a folder where both are named as one types them."""
    folder = tmp_path_factory.mktemp("runs")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        training.train("clone", ship.Path("a"), clone.Settings(**SMALL, decisions=500, rows=16), str)
        training.train(
            "ppo",
            ship.Path("b"),
            ppo.Settings(
                **SMALL,
                decisions=300,
                num_envs=8,
                n_steps=16,
                round_updates=2,
                init="a/best.npz",
                opponents={"self": 1.0, "random": 0.5},
            ),
            str,
        )
    return folder


def shipped(folder, monkeypatch, capsys, *more):
    """Ships the second run to a folder; returns the exit code, what was printed, and the card."""
    monkeypatch.chdir(folder)
    code = ship.main(["b", "pupil", "--to", "out", "--against", "random", "--games", "8", *more])
    file = folder / "out" / "pupil.json"
    return code, capsys.readouterr(), json.loads(file.read_text()) if file.exists() else None


def test_card__tells_what_was_done(runs, monkeypatch, capsys):
    """The commands of both runs with all that is not at its default, what they learned, and how the file plays."""
    code, said, card = shipped(runs, monkeypatch, capsys, "--machine", "an abacus", "--note", "It is very small.")
    assert code == 0 and said.out.count("games against random") == 2
    first, second = card["commands"]
    assert first.startswith("fs-env train clone a --game castles_of_caleira ") and "--decisions 500" in first
    for words in (
        "train ppo b ",
        "--init a/best.npz",
        "--hidden 16 ",
        "--opponents self=1,random=0.5",
        "--bots random",
    ):
        assert words in second
    assert "--players" not in first + second, "two players are the default"
    assert card["machine"].startswith("an abacus, Python 3.") and card["note"] == "It is very small."
    assert card["decisions"] >= 300 and [result["play"] for result in card["results"]] == [GREEDY, DRAWING]
    assert all(result["games"] == 8 and result["seed"] == 3_000_000_000 for result in card["results"])


def test_file__is_half_as_precise_and_plays(runs, monkeypatch, capsys):
    """Weights are rounded to half precision, and the card has the digest of that file."""
    _, _, card = shipped(runs, monkeypatch, capsys)
    file = runs / "out" / "pupil.npz"
    network, whole = network_of(file, CASTLES), network_of(runs / "b" / "best.npz", CASTLES)
    assert card["sha256"] == digest(file) and file.stat().st_size < (runs / "b" / "best.npz").stat().st_size
    for (rounded, _), (weights, _) in zip(network.policy, whole.policy, strict=True):
        assert (rounded == weights.astype("float16")).all() and not (rounded == weights).all()


def test_bound__is_taken_from_its_run(runs, monkeypatch, capsys):
    """The findings of best_response are in the card; a folder without them is refused."""
    (runs / "hunter").mkdir(exist_ok=True)
    told = {"rate": 0.6, "low": 0.55, "high": 0.65, "games": 2000, "decisions": 5, "drawing": {}, "seconds": 1}
    (runs / "hunter" / "bound.json").write_text(json.dumps(told))
    _, _, card = shipped(runs, monkeypatch, capsys, "--bound", "hunter")
    assert card["exploited"] == {name: told[name] for name in told if name != "seconds"}
    code, said, _ = shipped(runs, monkeypatch, capsys, "--bound", "a")
    assert code == 2 and "'a' has no bound" in said.err


def test_network__that_is_too_large_is_not_left(runs, monkeypatch, capsys):
    """Nothing is shipped that is larger than the package allows."""
    monkeypatch.setattr(ship, "LARGEST", 1000)
    monkeypatch.chdir(runs)
    assert ship.main(["b", "giant", "--to", "out", "--games", "2"]) == 2
    assert "giant would have" in capsys.readouterr().err and not (runs / "out" / "giant.npz").exists()


@pytest.mark.parametrize(
    ("run", "words"), [("nowhere", "'nowhere' contains no run"), ("orphan", "which is missing: run this where")]
)
def test_run__that_cannot_be_reported_is_refused(runs, monkeypatch, capsys, run, words):
    """No folder, or a network whose own beginning is not known."""
    monkeypatch.chdir(runs)
    (runs / "orphan").mkdir(exist_ok=True)
    (runs / "orphan" / "config.toml").write_text('algorithm = "ppo"\ninit = "gone/best.npz"\n')
    assert ship.main([run, "pupil", "--to", "out"]) == 2
    assert words in capsys.readouterr().err


def test_card__of_a_run_that_began_with_a_network_of_the_package(runs, monkeypatch, capsys):
    """Its own command follows those of that network, and begins where the last of them ended; its prior policy is told."""
    monkeypatch.chdir(runs)
    few = {**SMALL, "decisions": 50, "num_envs": 4, "n_steps": 8, "round_updates": 1, "opponents": {"self": 1.0}}
    settings = ppo.Settings(**few, init="castles_of_caleira", prior_policy="heuristic")
    training.train("ppo", ship.Path("c"), settings, str)
    assert ship.main(["c", "heir", "--to", "out", "--against", "random", "--games", "2"]) == 0
    card, parent = json.loads((runs / "out" / "heir.json").read_text()), ship.model_card("castles_of_caleira")
    *earlier, last = card["commands"]
    assert earlier == parent.commands and card["minutes"] >= parent.minutes
    where = earlier[-1].removeprefix("fs-env train ppo ").split()[0]
    assert f"--init {where}/best.npz" in last and "--prior-policy heuristic" in last
    assert card["prior_policy"] == "heuristic"


def test_card__of_a_run_that_began_with_a_network_for_other_seats(runs, monkeypatch, capsys):
    """A clone of two players, moved to three, trained on: three commands in that order, and the minutes of both runs."""
    monkeypatch.chdir(runs)
    assert transfer.main(["a/best.npz", "moved/begun.npz", "--players", "3", "--inputs-from", "random"]) == 0
    few = {**SMALL, "decisions": 50, "num_envs": 4, "n_steps": 8, "round_updates": 1, "opponents": {"self": 1.0}}
    training.train("ppo", ship.Path("d"), ppo.Settings(**few, num_players=3, init="moved/begun.npz"), str)
    assert ship.main(["d", "three", "--to", "out", "--against", "random", "--games", "3"]) == 0
    card = json.loads((runs / "out" / "three.json").read_text())
    first, second, third = card["commands"]
    assert first.startswith("fs-env train clone a ") and third.startswith("fs-env train ppo d ")
    assert second == "python -m fs_env.training.transfer a/best.npz moved/begun.npz --players 3 --inputs-from random"
    assert "--init moved/begun.npz" in third and card["num_players"] == 3
    assert transfer.main(["castles_of_caleira", "moved/heir.npz", "--players", "3"]) == 0
    training.train("ppo", ship.Path("e"), ppo.Settings(**few, num_players=3, init="moved/heir.npz"), str)
    assert ship.main(["e", "heir3", "--to", "out", "--against", "random", "--games", "3"]) == 0
    *earlier, moving, _ = json.loads((runs / "out" / "heir3.json").read_text())["commands"]
    assert earlier == ship.model_card("castles_of_caleira").commands
    where = earlier[-1].removeprefix("fs-env train ppo ").split()[0]
    assert moving == f"python -m fs_env.training.transfer {where}/best.npz moved/heir.npz --players 3"
