"""A person at the terminal."""

from __future__ import annotations

import builtins

import pytest

from fs_env.cli import main
from tests.arena.bots import NIM

PLAY = ["play", "tests.arena.bots:first", "--game", NIM, "--seed", "1"]


def answers(*lines: str):
    left = iter(lines)

    def read(question: str) -> str:
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    return read


def test_play__a_whole_game(capsys, monkeypatch):
    """Numbers and words are taken; what is neither is asked again; the end says who won."""
    monkeypatch.setattr(builtins, "input", answers("9", "take", "take 3", "2", "1"))
    assert main([*PLAY, "--option", "stones=8", "--tell"]) == 0
    told = capsys.readouterr().out
    assert "you are player 0" in told and "player 1 (first): take 1" in told
    assert "'9' matches none of these" in told and "'take' matches several of these" in told
    assert told.splitlines()[-1] == "you won"


def test_play__leaving(capsys, monkeypatch):
    """q and the end of the input leave the game with code 130."""
    for lines in (("q",), ()):
        monkeypatch.setattr(builtins, "input", answers(*lines))
        assert main(PLAY) == 130
        assert "you left the game" in capsys.readouterr().err


@pytest.mark.parametrize("seat", [0, 1])
def test_play__sees_only_its_own_side(seat, capsys, monkeypatch):
    """The position is shown as the person's seat knows it."""
    monkeypatch.setattr(builtins, "input", answers("q"))
    main([*PLAY, "--seat", str(seat)])
    secret = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("secret"))
    assert secret.count("None") == 3 and secret[len("secret: [") :].split(", ")[seat] != "None"
