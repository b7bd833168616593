"""Isolated bots where a file of own rooms is in play: their processes have the same cards, states and observations."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

TRUNCATED = 3
ROOMS = """
room("quiet_room", "Quiet Room", when(turn_start(me), gain(2)))
room("toll_gate", "Toll Gate", static(atk(-1, everybody)))
"""
BOT = """
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.tables import IDS


class Bot:
    name, wants_determinizations = "bot", True

    def reset(self, seat, seed):
        assert IDS[-2:] == ("quiet_room", "toll_gate"), IDS[-2:]

    def act(self, view):
        sampled = GAME.new(1)
        view.determinize(sampled, 1, 5)
        rooms = GAME.to_json(sampled)["rooms"]
        known = {*rooms["order"], *rooms["discard"], *(slot["card"] for slot in rooms["slots"])}
        assert {"quiet_room", "toll_gate"} <= known, known
        return int(view.legal[0])
"""
PLAY = """
import json, sys
from fs_env.arena import Limits, load_agent, play_match
from fs_env.arena.isolation import IsolatedAgent
from fs_env.core.four_souls.game import GAME
bot = IsolatedAgent(sys.argv[1] + ":Bot", "four_souls", Limits(isolate=True))
result = play_match(GAME, [bot, load_agent("random", GAME)], seed=3, options={"rooms": 1, "max_decisions": 16})
bot.close()
print(json.dumps([result.outcome, bot.name]))
"""


@pytest.mark.slow
def test_isolated__bots_see_own_rooms(tmp_path: Path) -> None:
    """`FS_ENV_ROOMS`, here a path that begins where the command was given, holds in the processes of bots too: a bot finds the
    rooms among the cards and in the determinizations that it draws, and is asked again and again."""
    (tmp_path / "my_rooms.txt").write_text(ROOMS, encoding="utf-8")
    (tmp_path / "bot.py").write_text(BOT, encoding="utf-8")
    there = {**os.environ, "FS_ENV_ROOMS": "my_rooms.txt", "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", PLAY, str(tmp_path / "bot.py")]
    done = subprocess.run(command, env=there, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [TRUNCATED, "bot"]
