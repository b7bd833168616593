"""Specs of bots in any language: `exec:COMMAND` starts a program, `tcp:HOST:PORT` asks one elsewhere. Nothing is run here."""

import re
import shlex
import shutil
from pathlib import Path

from fs_env.core.files import FileKind

TCP = "tcp"
KINDS = ("exec", TCP)
SHORTEST_TOKEN, LONGEST_TOKEN = 16, 4096  # characters
TOKEN = FileKind("a token", f"write {SHORTEST_TOKEN} to {LONGEST_TOKEN} characters into it", LONGEST_TOKEN)


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
    """Host, port and token of `tcp:HOST:PORT,token_file=FILE`, the token "" without a file.

    Raises:
        ValueError: it is written otherwise, or there is no token in the file; no text behind the port is shown, it may be a token.
        OSError: the file cannot be read.
    """
    place, comma, source = spec.partition(":")[2].partition(",")
    host, _, port = place.rpartition(":")
    key, _, file = source.partition("=")
    number = int(port) if re.fullmatch(r"\d{1,5}", port) else 0
    if not host or not 0 < number < 2**16 or (comma and (key != "token_file" or not file)):
        raise ValueError(
            f"bot 'tcp:{place}': expected tcp:HOST:PORT,token_file=FILE with a port from 1 to 65535, such as "
            "tcp:192.0.2.7:9000,token_file=token.txt; a token itself is not accepted, because other users can read commands"
        )
    token = TOKEN.text(file).strip() if file else ""
    if file and len(token) < SHORTEST_TOKEN:
        TOKEN.refuse(file, "it is too short")
    return host.strip("[]"), number, token


def check_program(spec: str) -> None:
    """Raises ValueError or OSError for a spec that is written wrongly, a program that is not installed, or a token that is missing."""
    if kind_of(spec) == TCP:
        address_of(spec)
    elif shutil.which(program := command_of(spec)[0]) is None:
        raise ValueError(f"bot {spec!r}: there is no program {program!r}; is it installed and on PATH?")


def absolute(spec: str) -> str:
    """The spec with absolute paths for the files that are there, for processes with other working folders."""
    if kind_of(spec) == TCP:
        return re.sub("(?<=,token_file=).+", lambda file: str(Path(file[0]).absolute()), spec)
    return f"exec:{shlex.join(str(Path(one).absolute()) if Path(one).is_file() else one for one in command_of(spec))}"
