"""`fs-env train`: flags and files, going on after a stop, and mistakes."""

from __future__ import annotations

from dataclasses import fields
from types import SimpleNamespace

import pytest

pytest.importorskip("sb3_contrib", reason="needs the extra 'train'")

from fs_env.cli import main, train
from fs_env.training import run as runs
from fs_env.training.records import stored_settings, write_settings
from fs_env.training.sb3 import Settings
from tests.arena.bots import NIM
from tests.training.test_run import curve

FLAGS = "--game {} --option stones=12 --num-envs 8 --n-steps 16 --batch-size 64 --hidden 16 --value-hidden 8 --bots random --threads 1"
DONE = SimpleNamespace(rounds=1, decisions=1)
FLAGS = [
    *FLAGS.format(NIM).split(),
    "--evaluation-games",
    "2",
    "--round-updates",
    "1",
    "--opponents",
    "random=1,past=2",
]


def test_config__begins_the_same_run_again(tmp_path, monkeypatch):
    """The file in the folder of a run has all that it was told; what matters most comes first."""
    monkeypatch.setattr(runs, "POSITIONS", 500)
    first, again = tmp_path / "first", tmp_path / "again"
    assert main(["train", "sb3", str(first), *FLAGS, "--decisions", "200", "--minutes", "1e3", "--seed", "9"]) == 0
    assert main(["train", "sb3", str(again), "--config", str(first / "config.toml")]) == 0
    text = (first / "config.toml").read_text()
    assert text == (again / "config.toml").read_text() and curve(first) == curve(again)
    names = [line.partition(" = ")[0] for line in text.splitlines() if " = " in line]
    assert names[:6] == ["algorithm", *Settings.matter] and len(names) == 1 + len(fields(Settings))


def test_to_toml__any_text_comes_back(tmp_path):
    """Quotes, line breaks and other characters, in texts, lists and names."""
    odd = 'a "b" \\ \n\t\x7f \u00fc \U0001f0a1'
    settings = Settings(
        init=odd, bots=[odd, "random"], opponents={odd: 1e-9, "random": 2.0}, options={}, learning_rate=1e-5
    )
    write_settings(tmp_path, "sb3", settings)
    assert stored_settings(tmp_path, "sb3", Settings) == settings


def test_train__flags_files_and_mistakes(tmp_path, capsys, monkeypatch):
    """Flags go before a file; a run continues with its own settings and other limits; mistakes and missing packages are one line."""
    monkeypatch.setattr(runs, "POSITIONS", 500)
    run, file = tmp_path / "run", tmp_path / "small.toml"
    file.write_text("decisions = 1\nseed = 7\nround_updates = 9\n[opponents]\nheuristic = 1\n")
    assert main(["train", "sb3", str(run), "--config", str(file), *FLAGS]) == 0
    assert "128 decisions; the best policy is policy:" in capsys.readouterr().out
    stored = stored_settings(run, "sb3", Settings)
    assert (stored.options, stored.opponents, stored.seed) == ({"stones": 12}, {"random": 1.0, "past": 2.0}, 7)
    three = str(tmp_path / "three")
    assert main(["train", "sb3", three, *FLAGS, "--players", "3", "--decisions", "1"]) == 0
    assert stored_settings(tmp_path / "three", "sb3", Settings).num_players == 3
    assert main(["train", "sb3", str(run), "--resume", "--decisions", "200"]) == 0 and len(curve(run)) == 2
    for arguments, words in (
        (["--resume", "--seed", "3"], "settings of the run"),
        (["--seed", "x"], "--seed 'x'"),
        (["--players", "x"], "--players 'x'"),
        (["--opponents", "random"], "--opponents 'random'"),
        (FLAGS, "contains a run"),
    ):
        assert main(["train", "sb3", str(run), *arguments]) == 2
        assert words in capsys.readouterr().err
    monkeypatch.setitem(train.NEEDED, "no_such_module_at_all", "sb3-contrib")
    assert main(["train", "sb3", str(run), "--resume"]) == 2
    assert "pip install '.[train]'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("gamma =", "it is not TOML"),
        ("gme = 1", "did you mean 'game'"),
        ('num_players = "two"', "num_players='two': expected a whole number"),
        ("gamma = 7", "gamma=7"),
        ("seed = true", "seed=True: expected a whole number"),
        ("hidden = 16", "hidden=16: expected a list of whole numbers"),
        ("learning_rate = nan", "learning_rate=nan is out of range"),
        ('algorithm = "clone"', "they are of 'clone', and not of 'sb3'"),
    ],
)
def test_config__that_is_wrong(tmp_path, capsys, text, words):
    """The file is named, and what was expected."""
    file = tmp_path / "wrong.toml"
    file.write_text(text)
    assert main(["train", "sb3", str(tmp_path / "run"), "--config", str(file), "--minutes", "0"]) == 2
    said = capsys.readouterr().err
    assert "wrong.toml: expected settings" in said and words in said and not (tmp_path / "run").exists()


def test_hold_out__is_the_option_of_that_name(tmp_path, capsys, monkeypatch):
    """The flag leaves a part of the cards out of training, beside --sets; a game without such cards refuses it, and so does a run that
    continues."""
    seen = []
    monkeypatch.setattr(
        train, "train", lambda algorithm, folder, settings, *_, **__: seen.append(settings.options) or DONE
    )
    run = str(tmp_path / "run")
    assert main(["train", "sb3", run, "--bots", "random", "--sets", "base,gold", "--hold-out", "2"]) == 0
    assert seen == [{"sets": 3, "held_out": 2}]
    for arguments, words in (
        (["--game", NIM, "--hold-out", "2"], "has no option 'held_out'"),
        (["--hold-out", "6"], "option held_out=6 is outside"),
        (["--resume", "--hold-out", "2"], "leave out other settings"),
    ):
        assert main(["train", "sb3", run, "--bots", "random", *arguments]) == 2
        assert words in capsys.readouterr().err
