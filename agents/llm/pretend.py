"""A server of models that do not think, behind the chat interface: `python -m fs_env.agents.llm.pretend [PORT]`.

To try everything without a model, and for the rows at the bottom of the leaderboard: `first` and `last` name the first and the last of the
numbered actions, `random` one of them at random, always the same one for the same messages. `learner` does as `random`, until it reads a
lesson in its notes, which it writes after ten games: then it prefers an action that names another player, or one face up.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from hashlib import blake2b
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

PORT = 8765
NUMBERED = re.compile(r"^\[\d+\] (.*)$", re.MULTILINE)
GAMES = re.compile(r"^Your notes from (\d+) earlier", re.MULTILINE)
LESSON, GAMES_TO_LEARN = "Choose what another player has, or else face up.", 10


def at_random(offered: list[str], texts: list[str]) -> int:
    return int.from_bytes(blake2b(json.dumps(texts).encode(), digest_size=8).digest(), "big") % len(offered)


def by_lesson(offered: list[str], texts: list[str]) -> int:
    if LESSON not in texts[0]:
        return at_random(offered, texts)
    return max(range(len(offered)), key=lambda k: ("player_" in offered[k], "face up" in offered[k]))


MODELS: dict[str, Callable[[list[str], list[str]], int]] = {
    "first": lambda offered, texts: 0,
    "last": lambda offered, texts: len(offered) - 1,
    "random": at_random,
    "learner": by_lesson,
}
"""Name of a model -> the place of the action that it names, from the words of the actions and the texts of all messages."""


def answer_to(model: str, texts: list[str]) -> str:
    if (games := GAMES.search(texts[-1])) is None:
        return f"[{1 + MODELS[model](NUMBERED.findall(texts[-1]) or [''], texts)}]"
    played = int(games[1]) + 1
    return f"Games: {played}.{f' {LESSON}' if model == 'learner' and played >= GAMES_TO_LEARN else ''}"


def reply_to(asked: dict[str, Any]) -> dict[str, Any]:
    """A chat completion. Raises KeyError for unknown models."""
    texts = [message["content"] for message in asked["messages"]]
    read = sum(map(len, texts)) // 4
    text = answer_to(asked["model"], texts)
    wrote = -(-len(text) // 4)
    return {
        "id": "reply",
        "created": 0,
        "object": "chat.completion",
        "model": asked["model"],
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}],
        "usage": {"prompt_tokens": read, "completion_tokens": wrote, "total_tokens": read + wrote},
    }


def streamed(found: dict[str, Any]) -> bytes:
    choices = [{"delta": one["message"], **one} for one in found["choices"]]
    chunk = {**found, "object": "chat.completion.chunk", "choices": choices}
    return f"data: {json.dumps(chunk)}\n\ndata: [DONE]\n\n".encode()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # else each reply waits 40 ms

    def do_POST(self) -> None:
        streams = False
        try:
            asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
            status, found, streams = 200, reply_to(asked), bool(asked.get("stream"))
        except (ValueError, LookupError, TypeError) as error:
            expected = f"{error!r}: expected a chat and one of the models {', '.join(MODELS)}"
            status, found = 400, {"error": {"message": expected}}
        body = streamed(found) if streams else json.dumps(found).encode()
        self.send_response(status)
        self.send_header("content-type", "text/event-stream" if streams else "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words: Any) -> None: ...


def serve(port: int = PORT) -> ThreadingHTTPServer:
    return ThreadingHTTPServer(("127.0.0.1", port), Handler)


if __name__ == "__main__":
    with serve(int(sys.argv[1]) if len(sys.argv) > 1 else PORT) as running:
        sys.stdout.write(f"http://127.0.0.1:{running.server_address[1]}/v1 has the models {', '.join(MODELS)}\n")
        sys.stdout.flush()
        running.serve_forever()
