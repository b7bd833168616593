"""A player behind an HTTP endpoint, such as a language model: it is sent the table as text and answers with a number.

python examples/http_player.py
FS_ENV_PLAYER_URL=http://127.0.0.1:8000/choose fs-env tournament random examples/http_player.py:HttpPlayer --games 2 --network
"""

import json
import os
import threading
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer

from fs_env.arena import Plan, SeatView, Standings, Tournament

SECONDS, TRIES = 30.0, 2


class HttpPlayer:
    """Posts {"table", "decision", "choices"} and expects {"choice": number}. After two bad answers it takes the first choice.

    The table is what this seat may know, nothing else is sent. `mistakes` counts the answers that could not be used.
    """

    name, reads_text = "http", True

    def __init__(self, url: str = "") -> None:
        self.url = url or os.environ.get("FS_ENV_PLAYER_URL", "http://127.0.0.1:8000/choose")
        self.mistakes = 0

    def reset(self, seat: int, seed: int) -> None:
        """Begins a new game; each question is complete in itself."""

    def act(self, view: SeatView) -> int:
        """Returns the id of a legal action."""
        legal = view.legal.tolist()
        choices = [f"{number}: {view.text(action)}" for number, action in enumerate(legal)]
        question = {"table": view.table, "decision": view.decision, "choices": choices}
        for _ in range(TRIES):
            try:
                number = self.ask(question)["choice"]
                if type(number) is int and 0 <= number < len(legal):
                    return int(legal[number])
            except (OSError, ValueError, LookupError, TypeError):
                pass  # not there, too slow, no JSON, or no choice
            self.mistakes += 1
        return int(legal[0])

    def ask(self, question: dict) -> dict:
        """The answer of the endpoint, from JSON."""
        body = json.dumps(question).encode()
        request = urllib.request.Request(self.url, body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            return json.load(answer)


class Stub(BaseHTTPRequestHandler):
    """Stands in for the model: takes the last choice, which it finds by reading the question."""

    def do_POST(self) -> None:
        """Answers one question."""
        question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps({"choice": len(question["choices"]) - 1}).encode())

    def log_message(self, *arguments: object) -> None:
        """Stays silent."""


def tournament(player: HttpPlayer, games: int = 4) -> Standings:
    """Games against random play."""
    return Tournament(Plan([player, "random"], games=games, seed=1, game="castles_of_caleira")).run()


if __name__ == "__main__":
    with HTTPServer(("127.0.0.1", 0), Stub) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        player = HttpPlayer(f"http://127.0.0.1:{server.server_port}/choose")
        for line in tournament(player).agents:
            print(f"{line.name}: {line.wins:g} of {line.games} games, {line.forfeits} forfeits")
        print(f"{player.mistakes} answers could not be used")
        server.shutdown()
