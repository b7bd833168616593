"""Strength of a language model by the games that it has notes of, and by the settings of its harness."""

from __future__ import annotations

import json
import sys
import threading

import pytest

from benchmarks import experience, harness
from fs_env.agents.llm import pretend

LEARNER = "learner,price_in=2,price_out=10"


@pytest.fixture
def run(monkeypatch, tmp_path, capsys):
    """Runs one of the programs with a model of the server that represents models; returns its table and its JSON."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    served = pretend.serve(0)
    threading.Thread(target=served.serve_forever, args=(0.02,), daemon=True).start()
    url = f"http://127.0.0.1:{served.server_address[1]}/v1"

    def program(module, model, *arguments):
        name, _, more = model.partition(",")
        out = tmp_path / module.__name__
        spec = ",".join(filter(None, [f"llm:model={name},url={url}", more]))
        monkeypatch.setattr(sys, "argv", ["program", spec, "--opponent", "random", "--out", str(out), *arguments])
        module.main()
        table = [line.strip("| ").split(" | ") for line in capsys.readouterr().out.splitlines()]
        return table, json.loads((out / f"{module.__name__.rpartition('.')[2]}.json").read_text())

    yield program
    served.shutdown()
    served.server_close()


def test_blocks__have_shares_differences_and_the_gain():
    """By hand: the first block 1 of 4 against 2 of 4, the second 3 of 4 against 2 of 4; with one degree of freedom 12.71 errors wide."""
    deals = [1, 1, 2, 2, 3, 3, 4, 4]
    taught, plain = [1, 0, 0, 0, 1, 1, 1, 0], [1, 0, 1, 0, 1, 0, 1, 0]
    one, two, whole = experience.blocks_of((taught, deals), (plain, deals), 4)
    assert [(block["first"], block["last"]) for block in (one, two, whole)] == [(1, 4), (5, 8), (1, 8)]
    assert [block["difference"]["mean"] for block in (one, two, whole)] == [-25.0, 25.0, 0.0]
    assert one["with"]["mean"] == 25.0 and one["without"]["mean"] == 50.0
    assert one["without"]["half"] == pytest.approx(49.7, abs=0.02), (
        "two deals that ended alike hardly bound a share, by Wilson"
    )
    # the deals won 0.5 and 0 of a game: their mean 0.25, its standard error 0.25
    assert one["with"]["half"] == pytest.approx(12.7062 * 25.0)
    assert experience.gain([one, two, whole]).mean == 50.0
    assert (
        harness.Share(30.0, 40.0).words() == "30.0 [0.0, 70.0]"
        and harness.Share(1.0, None).words() == "1.0 [0.0, 100.0]"
    )
    assert (
        harness.Share(90.0, 70.0).words(-200.0) == "90.0 [20.0, 160.0]"
        and harness.Share(0.0, None).words(-100.0) == "0.0 [-100.0, 100.0]"
    )


@pytest.mark.parametrize(
    ("module", "model", "arguments", "words"),
    [
        (experience, "learner", ("--games", "0"), "games=0 is out of range"),
        (experience, "learner", ("--games", "251"), "--games 251: expected at most 250"),
        (harness, "random", ("--history", "0,x"), "history='x': expected the number of earlier exchanges"),
        (harness, "random,timeout=0", (), "timeout=0: expected a number from 0.01"),
    ],
)
def test_programs__refuse_arguments_in_one_line(run, capsys, module, model, arguments, words):
    with pytest.raises(SystemExit):
        run(module, model, "--games", "2", "--rollouts", "0", *arguments)
    assert words in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.slow
def test_experience__is_stored_and_resumed(run, monkeypatch):
    """A few games: both series, priced; the same command plays nothing again, more games continue the notes."""
    monkeypatch.setattr(pretend, "GAMES_TO_LEARN", 2)
    table, first = run(experience, LEARNER, "--games", "4", "--block", "2", "--rollouts", "0")
    assert [line[0] for line in table] == ["games", "---", "1-2", "3-4", "1-4", "gain"]
    assert first["harness"]["history"] == 2 and first["cost"]["with"] > first["cost"]["without"] > 0
    asked = []
    monkeypatch.setattr(pretend, "reply_to", lambda one, old=pretend.reply_to: asked.append(one) or old(one))
    again, second = run(experience, LEARNER, "--games", "4", "--block", "2", "--rollouts", "0")
    assert (again, second, asked) == (table, first, [])
    run(experience, LEARNER, "--games", "6", "--block", "2", "--rollouts", "0")
    shown = {one["messages"][0]["content"].rpartition("\n")[2] for one in asked}
    assert any(line == f"Games: 4. {pretend.LESSON}" for line in shown) and "Games: 2." not in shown


@pytest.mark.slow
def test_experience__of_a_model_that_uses_its_notes_shows_in_its_blocks(run):
    """The learner has its lesson from the 11th game on; it is as strong as without memory before, and stronger after: in four of the
    five later blocks, since one of ten games has errors of 55 points."""
    _, found = run(experience, LEARNER, "--games", "60", "--block", "10", "--rollouts", "16")
    first, *later, whole = (block["difference"] for block in found["blocks"])
    assert abs(first["mean"]) < first["half"]
    better = [block["mean"] for block in later if block["mean"] > 0]
    assert len(better) >= 4 and sum(block["mean"] for block in later) / len(later) > 20
    assert whole["mean"] - whole["half"] > 0


def test_harness__compares_settings_on_the_same_deals(run):
    """Each combination has a line with what it reads; a model that does not look at its messages plays the same games in all."""
    settings = ["--history", "0,all", "--cards", "always", "--games", "2", "--rollouts", "0"]
    table, found = run(harness, "first", *settings)
    none, whole = found["lines"]
    assert [line[:4] for line in table[2:]] == [["0", "always", "none", "2"], ["all", "always", "none", "2"]]
    assert none["share"] == whole["share"] and none["tokens_out"] == whole["tokens_out"]
    assert whole["tokens_in"] > 1.5 * none["tokens_in"] and none["cost"] is None and table[2][-1] != "0"
    with pytest.raises(SystemExit):
        run(harness, "first,history=2", *settings)
