"""The bots of `examples/bots`: each runs as it stands with its language alone, and plays whole games."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from fs_env.agent_api.specs import load_agent
from fs_env.arena import play_match
from fs_env.core.castles_of_caleira.game import GAME

BOTS = Path(__file__).parents[2] / "examples" / "bots"
TRAP = 'say "legal":[7],"kinds":["attack"]'  # words that look like the fields of a message
LINES = (
    {"type": "hello", "protocol": 1, "game": "castles_of_caleira"},
    {"type": "start", "game": "castles_of_caleira", "num_players": 2, "seat": 0, "seed": 5, "later": [1]},
    {
        "type": "act",
        "seconds": 1.5,
        "legal": [3, 20, 400],
        "kinds": ["pass", "buy", "attack"],
        "words": [TRAP, "b", "c"],
    },
    {"type": "end", "outcome": "won", "winners": [0], "returns": [1.0, -1.0]},
    {"type": "later"},
    {"type": "act", "seconds": 1.5, "words": [TRAP, "b"], "legal": [5, 6], "kinds": ["reveal", "leave"]},
)

MALFORMED = "expected a hello with a token"
FIRST_LINES = {  # to listen.py -> its error
    b'{"type": "hello"}': "wrong token",
    b'{"token": "of sixteen Letters"}': "wrong token",
    b'{"token": "\\ud800"}': MALFORMED,
    b'{"token": 1}': MALFORMED,
    b"[1]": MALFORMED,
    b"[" * 60000: MALFORMED,
    b"\xff": MALFORMED,
}


def command(language: str, folder: Path) -> list[str]:
    tool = "node" if language == "js" else "rustc"
    if shutil.which(tool) is None:
        pytest.skip(f"needs {tool}")
    if language == "js":
        return ["node", str(BOTS / "bot.js")]
    subprocess.run(["rustc", "-D", "warnings", "-o", folder / "bot", BOTS / "bot.rs"], check=True, timeout=300)
    return [str(folder / "bot")]


@pytest.mark.parametrize("language", ["js", "rs"])
def test_bot__answers_what_asks_for_an_answer_and_plays(language, tmp_path) -> None:
    """It prefers an attack, is misled by no words, ignores what it does not know, ends with its input, and plays a game."""
    words = command(language, tmp_path)
    lines = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in LINES)
    done = subprocess.run(words, input=lines, capture_output=True, text=True, check=True, timeout=60)
    hello, *answers = map(json.loads, done.stdout.splitlines())
    assert hello["protocol"] == 1 and answers == [{"action": 400}, {"action": 5}]
    (tmp_path / "token").write_text("of sixteen letters", encoding="utf-8")
    listen = [sys.executable, str(BOTS / "listen.py"), "0", str(tmp_path / "token"), *words]
    with subprocess.Popen(listen, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            port = server.stdout.readline().split()[-1]
            for spec in (f"exec:{' '.join(words)}", f"tcp:localhost:{port},token_file={tmp_path / 'token'}"):
                agents = [load_agent(spec, GAME), load_agent("random", GAME)]
                assert play_match(GAME, agents, seed=4).choices > 9
            for first, why in FIRST_LINES.items():
                with socket.create_connection(("localhost", int(port)), 30) as client:
                    client.sendall(first + b"\n")
                    assert json.loads(client.recv(999))["error"] == why
        finally:
            server.kill()
