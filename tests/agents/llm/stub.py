"""A server on this machine that speaks the chat interface, well or badly."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

KEY = "sk-test-0123456789abcdef"


class Sent(NamedTuple):
    body: bytes
    status: int = 200
    headers: dict[str, str] = {}
    wait: float = 0.0
    missing: int = 0  # bytes that the length promises and that never come
    drip: float = 0.0  # seconds between two bytes


Answer = Callable[[dict[str, Any]], Sent]


def say(text: str | None, *, tokens: tuple[int, int] | None = (100, 5), finish: str = "stop", **how: Any) -> Sent:
    body: dict[str, Any] = {
        "id": "1", "object": "chat.completion", "model": "m",
        "choices": [{"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text}}],
    }  # fmt: skip
    if tokens is not None:
        body["usage"] = {"prompt_tokens": tokens[0], "completion_tokens": tokens[1]}
    return Sent(json.dumps(body).encode(), **how)


def fail(status: int, words: str = "no", **headers: str) -> Sent:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Sent(json.dumps({"error": {"message": words}}).encode(), status, named)


class Stub:
    """A server that gives the answers in `script`, then those of `usual`; `most`: requests that it worked on at one time."""

    def __init__(self, usual: Answer) -> None:
        self.usual, self.script = usual, list[Sent]()
        self.requests: list[dict[str, Any]] = []
        self.headers: dict[str, str] = {}
        self.most, self._now, self._lock = 0, 0, threading.Lock()
        stub = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_POST(self) -> None:
                asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
                with stub._lock:
                    stub.requests.append(asked)
                    stub.headers = {name.lower(): value for name, value in self.headers.items()}
                    stub._now += 1
                    stub.most = max(stub.most, stub._now)
                    sent = stub.script.pop(0) if stub.script else None
                sent = sent or stub.usual(asked)
                time.sleep(sent.wait)
                with stub._lock:
                    stub._now -= 1
                self.send_response(sent.status)
                for name, value in {"content-type": "application/json", **sent.headers}.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(sent.body) + sent.missing))
                self.end_headers()
                for byte in sent.body if sent.drip else ():
                    self.wfile.write(bytes([byte]))
                    time.sleep(sent.drip)
                if not sent.drip:
                    self.wfile.write(sent.body)
                self.close_connection = sent.missing > 0

            def handle(self) -> None:
                try:
                    super().handle()
                except OSError:  # the reader is gone
                    pass

            def log_message(self, *words: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def spec(self, **parameters: object) -> str:
        return ",".join(["llm:model=m", f"url={self.url}", *(f"{name}={value}" for name, value in parameters.items())])

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def stub(usual: Answer = lambda asked: say("[1]")) -> Iterator[Stub]:
    made = Stub(usual)
    try:
        yield made
    finally:
        made.close()
