"""Specs of bots in any language: `exec:COMMAND` starts a program, `tcp:HOST:PORT` asks one on another machine. Nothing is run here."""

from __future__ import annotations

import os
import re
import shlex
import shutil
from pathlib import Path
from typing import NamedTuple

EXEC, TCP = "exec", "tcp"
KINDS = {EXEC: "fs_env.arena.programs:StartedAgent", TCP: "fs_env.arena.programs:RemoteAgent"}
"""Kind -> "module:class", constructed with the spec and the game."""
LONGEST_TOKEN = 4096  # bytes
SOURCES = ("token_file", "token_env")


class Address(NamedTuple):
    """Where a program listens, and where its token is: in a file, or in a variable of the environment; "" for neither."""

    host: str
    port: int
    token_file: str = ""
    token_env: str = ""

    def token(self) -> str:
        """The token without spaces around it, "" if the spec names none; ValueError if it is missing, empty or too long."""
        if not self.token_file and not self.token_env:
            return ""
        where, found = f"the variable {self.token_env}", os.environ.get(self.token_env, "")
        if self.token_file:
            where = f"the file {self.token_file!r}"
            with open(self.token_file, encoding="utf-8") as file:
                found = file.read(LONGEST_TOKEN + 1)
        if not 0 < len(found.strip()) <= LONGEST_TOKEN:
            raise ValueError(f"{where} has no token: expected 1 to {LONGEST_TOKEN} characters")
        return found.strip()


def kind_of(spec: object) -> str:
    """`EXEC` or `TCP`, "" for any other entry of a plan."""
    kind = spec.partition(":")[0] if isinstance(spec, str) and ":" in spec else ""
    return kind if kind in KINDS else ""


def command_of(spec: str) -> list[str]:
    """The words of the command after `exec:`, separated and quoted as in a POSIX shell, which expands nothing. Raises ValueError."""
    try:
        words = shlex.split(spec.partition(":")[2])
    except ValueError as error:
        raise ValueError(f"bot {spec!r}: {error}: quote it as in a shell") from None
    if not words:
        raise ValueError(f'bot {spec!r}: expected a command, such as "exec:node bot.js"')
    return words


def address_of(spec: str) -> Address:
    """The address after `tcp:`. Raises ValueError, whose text has no parameter, because it may be a token."""
    place, *parts = spec.partition(":")[2].split(",")
    host, _, port = place.rpartition(":")
    given = dict(part.partition("=")[::2] for part in parts)
    if len(given) > 1 or not all(name in SOURCES and value for name, value in given.items()):
        raise ValueError(
            f"bot 'tcp:{place}': after the port token_file=FILE or token_env=VARIABLE is expected, and no token: other users can read "
            "what is in a command"
        )
    if not host or not re.fullmatch(r"\d{1,5}", port) or not 0 < int(port) < 2**16:
        raise ValueError(f"bot 'tcp:{place}': expected tcp:HOST:PORT, such as tcp:192.0.2.7:9000")
    return Address(host.strip("[]"), int(port), **given)


def check_program(spec: str) -> None:
    """Raises ValueError for a spec that is written wrongly, a program that is not installed, and a token that is missing."""
    if kind_of(spec) == TCP:
        try:
            address_of(spec).token()
        except OSError as error:
            raise ValueError(f"bot {spec!r}: cannot read its token: {error.strerror}") from None
    elif shutil.which(program := command_of(spec)[0]) is None:
        raise ValueError(f"bot {spec!r}: there is no program {program!r}; is it installed and on PATH?")


def absolute(spec: str) -> str:
    """The spec with absolute paths for the files that are there, for processes with other working folders."""
    if kind_of(spec) == TCP:
        return re.sub(r"(?<=,token_file=)[^,]+", lambda found: str(Path(found[0]).absolute()), spec)
    words = command_of(spec)
    return f"{EXEC}:{shlex.join(str(Path(word).absolute()) if Path(word).is_file() else word for word in words)}"
