"""Specs of bots in any language: `exec:COMMAND` starts a program, `tcp:HOST:PORT` asks one elsewhere. Nothing is run here."""

from __future__ import annotations

import os
import re
import shlex
import shutil
from pathlib import Path

TCP = "tcp"
KINDS = ("exec", TCP)
LONGEST_TOKEN = 4096  # characters


def kind_of(spec: object) -> str:
    """One of `KINDS`, "" for any other entry of a plan."""
    kind, colon, _ = spec.partition(":") if isinstance(spec, str) else ("", "", "")
    return kind if colon and kind in KINDS else ""


def command_of(spec: str) -> list[str]:
    """The words of the command after `exec:`, quoted as in a POSIX shell, which expands nothing. Raises ValueError."""
    try:
        words = shlex.split(spec.partition(":")[2])
    except ValueError as error:
        raise ValueError(f"bot {spec!r}: {error}: quote it as in a shell") from None
    if not words:
        raise ValueError(f'bot {spec!r}: expected a command, such as "exec:node bot.js"')
    return words


def address_of(spec: str) -> tuple[str, int, str]:
    """Host, port and token of `tcp:HOST:PORT,token_file=FILE` or `...,token_env=VARIABLE`, the token "" without either.

    Raises:
        ValueError: it is written otherwise, or the token is missing or too long; no text behind the port is shown, it may be a token.
    """
    place, comma, source = spec.partition(":")[2].partition(",")
    host, _, port = place.rpartition(":")
    if not host or not re.fullmatch(r"\d{1,5}", port) or not 0 < int(port) < 2**16:
        raise ValueError(f"bot 'tcp:{place}': expected tcp:HOST:PORT, such as tcp:192.0.2.7:9000")
    key, _, where = source.partition("=")
    if comma and (key not in ("token_file", "token_env") or not where or "," in where):
        raise ValueError(
            f"bot 'tcp:{place}': after the port token_file=FILE or token_env=VARIABLE is expected, and no token: other users can read "
            "what is in a command"
        )
    token = os.environ.get(where, "")
    if key == "token_file":
        with open(where, encoding="utf-8") as file:
            token = file.read(LONGEST_TOKEN + 1)
    if comma and not 0 < len(token.strip()) <= LONGEST_TOKEN:
        raise ValueError(f"bot {spec!r}: {where} has no token: expected 1 to {LONGEST_TOKEN} characters")
    return host.strip("[]"), int(port), token.strip()


def check_program(spec: str) -> None:
    """Raises ValueError or OSError for a spec that is written wrongly, a program that is not installed, and a token that is missing."""
    if kind_of(spec) == TCP:
        address_of(spec)
    elif shutil.which(program := command_of(spec)[0]) is None:
        raise ValueError(f"bot {spec!r}: there is no program {program!r}; is it installed and on PATH?")


def absolute(spec: str) -> str:
    """The spec with absolute paths for the files that are there, for processes with other working folders."""
    if kind_of(spec) == TCP:
        return re.sub("(?<=,token_file=).+", lambda file: str(Path(file[0]).absolute()), spec)
    return (
        f"exec:{shlex.join(str(Path(word).absolute()) if Path(word).is_file() else word for word in command_of(spec))}"
    )
