"""Lets a bot that reads standard input play from this machine, by TCP; needs Python alone.

python listen.py 9000 token.txt node bot.js
fs-env tournament random tcp:HOST:9000,token_file=token.txt

Each connection starts the program once. It begins with one line, which has the token: it is compared in constant time.
"""

import hmac
import json
import socket
import socketserver
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import BinaryIO

LONGEST, SECONDS = 65536, 10.0  # bytes of the first line, and the time that it may take


class Visitor(socketserver.BaseRequestHandler):
    """One connection."""

    def handle(self) -> None:
        """Passes the connection on to a new program if the token is right."""
        line, until = b"", monotonic() + SECONDS
        try:
            while not line.endswith(b"\n") and len(line) < LONGEST:
                self.request.settimeout(max(0.001, until - monotonic()))
                if not (byte := self.request.recv(1)):  # what follows the first line is left to the program
                    return
                line += byte
            message = json.loads(line)
            given = message.pop("token", "").encode()
        except OSError:  # it is too slow, or gone
            return
        except (ValueError, AttributeError, TypeError, RecursionError):
            self.refuse("expected a hello with a token")
            return
        if not hmac.compare_digest(given, self.server.token):
            self.refuse("wrong token")
            return
        self.request.settimeout(None)
        self.request.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)  # a machine that vanishes ends it
        first = json.dumps(message, separators=(",", ":")).encode() + b"\n"
        program = subprocess.Popen(self.server.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        threading.Thread(target=self.answer, args=(program.stdout,), daemon=True).start()
        try:
            with suppress(OSError):
                data = first
                while data:
                    program.stdin.write(data)
                    program.stdin.flush()
                    data = self.request.recv(LONGEST)
        finally:
            program.kill()
            program.wait()

    def refuse(self, why: str) -> None:
        with suppress(OSError):
            self.request.sendall(json.dumps({"error": why}).encode() + b"\n")

    def answer(self, output: BinaryIO) -> None:
        """Passes on what the program writes; when it ends, the connection does."""
        with output, suppress(OSError):
            while data := output.read1(LONGEST):
                self.request.sendall(data)
            self.request.shutdown(socket.SHUT_RDWR)


class Server(socketserver.ThreadingTCPServer):
    """Listens on all addresses of this machine."""

    allow_reuse_address = daemon_threads = True


def main(port: str, token: str, *command: str) -> None:
    """Serves until it is stopped."""
    with Server(("", int(port)), Visitor) as server:
        server.token, server.command = Path(token).read_text(encoding="utf-8").strip().encode(), command
        if not server.token:
            sys.exit(
                f"{token}: expected a token, such as python -c 'import secrets; print(secrets.token_hex())' prints"
            )
        print(f"listening on port {server.server_address[1]}", flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main(*sys.argv[1:])
