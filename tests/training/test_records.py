"""The files of a run: what is damaged is named with what to do."""

from __future__ import annotations

import json

import pytest

from fs_env.training.config import Config
from fs_env.training.records import RunFolder

HOME = "tests.core.machine.nim:GAME"


def run_after_two_rounds(path) -> RunFolder:
    """A run as it lies on the disk after its second round."""
    folder = RunFolder.create(path, Config(game=HOME, opponents={"random": 1.0}, bots=["random"]))
    folder.rounds, folder.timesteps, folder.seconds, folder.best = 2, 512, 3.5, 0.25
    folder.curve, folder.pool = [{"round": 1, "seconds": 1.5}, {"round": 2, "seconds": 3.5}], [1, 2]
    for file in (folder.checkpoint, folder.snapshot(1), folder.snapshot(2)):
        file.write_bytes(b"")
    folder.commit()
    return folder


def test_open__takes_over_what_was_stored(tmp_path):
    """A run is found as it was left."""
    left = run_after_two_rounds(tmp_path)
    found, config = RunFolder.open(tmp_path)
    assert vars(found) == vars(left) and config.game == HOME


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", "7", "\x00" * 20, "[" * 100_000, '{"rounds": 2}',
        '{"rounds": -1, "timesteps": 1, "seconds": 1, "best": 0, "curve": [], "pool": []}',
        '{"rounds": "2", "timesteps": 1, "seconds": 1, "best": 0, "curve": [], "pool": []}',
        '{"rounds": 2, "timesteps": 1, "seconds": NaN, "best": 0, "curve": [], "pool": []}',
        '{"rounds": 2, "timesteps": 1, "seconds": 1, "best": null, "curve": [], "pool": []}',
        '{"rounds": 2, "timesteps": 1, "seconds": 1, "best": 0, "curve": [3], "pool": []}',
        '{"rounds": 2, "timesteps": 1, "seconds": 1, "best": 0, "curve": [], "pool": ["../../x"]}',
    ],
)  # fmt: skip
def test_open__damaged_state(tmp_path, text):
    """A state that is no JSON, or none that could have been stored, is one sentence with the file and what to do."""
    run_after_two_rounds(tmp_path)
    (tmp_path / "state.json").write_text(text)
    with pytest.raises(ValueError, match=r"state\.json: expected the state of a run, but .*restore a copy"):
        RunFolder.open(tmp_path)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "Expecting property name"),
        ("[1]", "not names with values"),
        ('{"gme": 1}', "did you mean 'game'"),
        ('{"num_players": "two"}', "num_players='two': expected a whole number"),
        ('{"gamma": 7}', "gamma=7"),
    ],
)
def test_open__damaged_settings(tmp_path, text, words):
    """The same of the settings."""
    run_after_two_rounds(tmp_path)
    whole = text if text == "{" or text == "[1]" else f'{{"algorithm": "ppo_selfplay", "settings": {text}}}'
    (tmp_path / "settings.json").write_text(whole)
    with pytest.raises(ValueError, match=rf"settings\.json: expected settings of a run, but .*{words}"):
        RunFolder.open(tmp_path)


def test_open__bytes_that_are_no_text(tmp_path):
    """Bytes that are no UTF-8 are damage like any other."""
    run_after_two_rounds(tmp_path)
    (tmp_path / "state.json").write_bytes(b'{"rounds": \xff}')
    with pytest.raises(ValueError, match=r"state\.json"):
        RunFolder.open(tmp_path)


@pytest.mark.parametrize("name", ["model_00002.zip", "pool/round_00001.npz"])
def test_open__missing_file(tmp_path, name):
    """A checkpoint or snapshot that is gone is named."""
    run_after_two_rounds(tmp_path)
    (tmp_path / name).unlink()
    with pytest.raises(ValueError, match=rf"{name}' is missing"):
        RunFolder.open(tmp_path)


def test_commit__keeps_all_of_the_state(tmp_path):
    """Every number of a run that is stored is written under its name."""
    run_after_two_rounds(tmp_path)
    assert json.loads((tmp_path / "state.json").read_text()) == {
        "rounds": 2,
        "timesteps": 512,
        "seconds": 3.5,
        "best": 0.25,
        "curve": [{"round": 1, "seconds": 1.5}, {"round": 2, "seconds": 3.5}],
        "pool": [1, 2],
    }
