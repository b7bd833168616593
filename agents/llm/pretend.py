"""A server of models that do not think, behind the chat interface: `python -m fs_env.agents.llm.pretend [PORT]`.

To try everything without a model, and for the rows at the bottom of the leaderboard: `first` and `last` name the first and the last of the
numbered actions, `random` one of them at random, always the same one for the same messages.
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
NUMBERED = re.compile(r"^\[(\d+)\] ", re.MULTILINE)
MODELS: dict[str, Callable[[int, bytes], int]] = {
    "first": lambda most, asked: 1,
    "last": lambda most, asked: most,
    "random": lambda most, asked: 1 + int.from_bytes(blake2b(asked, digest_size=8).digest(), "big") % most,
}
"""Name of a model -> the number that it names of so many actions, and the text of what it was asked."""


def reply_to(asked: dict[str, Any]) -> dict[str, Any]:
    """A chat completion. Raises KeyError for unknown models."""
    choose = MODELS[asked["model"]]
    texts = [message["content"] for message in asked["messages"]]
    read = sum(map(len, texts)) // 4
    offered = NUMBERED.findall(texts[-1]) or ["1"]
    text = f"[{choose(int(offered[-1]), json.dumps(texts).encode())}]"
    return {
        "id": "reply",
        "created": 0,
        "object": "chat.completion",
        "model": asked["model"],
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}],
        "usage": {"prompt_tokens": read, "completion_tokens": 1, "total_tokens": read + 1},
    }


def streamed(found: dict[str, Any]) -> bytes:
    choices = [{"delta": one["message"], **one} for one in found["choices"]]
    chunk = {**found, "object": "chat.completion.chunk", "choices": choices}
    return f"data: {json.dumps(chunk)}\n\ndata: [DONE]\n\n".encode()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

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
