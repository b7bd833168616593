"""Files: read up to a limit and written whole. Every error names the file and says what was expected and what to do."""

from __future__ import annotations

import errno
import gzip
import json
import os
import re
import stat
import tomllib
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, NoReturn

LARGEST_TEXT = 2**18  # bytes of a text that a person wrote
LARGEST_JSON = 16 * 2**20  # bytes of JSON, unpacked: some three million choices
MOST_HOLDERS = 2**20  # lists and objects in JSON: each takes some 100 bytes of memory
DEEPEST = 64  # lists and objects within one another
QUOTED = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*(?:""")?|\'\'\'(?:[^\']|\'(?!\'\'))*(?:\'\'\')?'
    r'|"(?:[^"\\\n]|\\.)*"?|\'[^\'\n]*\'?|#[^\n]*',
    re.DOTALL,
)
"""Texts and comments of TOML; nothing can fail after the first quote, so the time is linear."""
GZIP = b"\x1f\x8b"
LONGEST_REASON = 1000  # characters
ADVICE = {
    errno.ENOENT: "check its name and that its folder exists",
    errno.EACCES: "change its permissions, or name another place",
    errno.EPERM: "change its permissions, or name another place",
    errno.EISDIR: "it is a folder: name a file",
    errno.ENOTDIR: "a part of its path is a file: name another place",
    errno.EEXIST: "there is a file of that name: name another folder",
    errno.ENOSPC: "free space on the disk and repeat the command",
    errno.EDQUOT: "free space on the disk and repeat the command",
    errno.EFBIG: "raise the limit of the size of files, or name another place",
    errno.EROFS: "nothing can be written there: name another place",
    errno.ENAMETOOLONG: "take a shorter name",
    errno.ELOOP: "its links lead to each other: name another place",
    errno.ETXTBSY: "wait until nothing uses it, or name another place",
    errno.EMFILE: "close other files, or raise the limit of open files",
}
"""Advice to the user, by the number of an error of the system."""


class FileFault(ValueError):
    """A file that cannot be used: the message names it, what was expected, what was found and what to do."""


@dataclass(frozen=True)
class FileKind:
    """A kind of file that the package reads.

    Attributes:
        holds: what such a file is, as in "a replay".
        advice: what to do with one that is damaged.
        largest: bytes that are read at most, after unpacking.
        finite: whether its JSON has no NaN and Infinity: false where the package itself may have written them.
    """

    holds: str
    advice: str = "take another copy of it"
    largest: int = LARGEST_JSON
    finite: bool = True

    def refuse(self, path: str | Path, why: object) -> NoReturn:
        """Raises FileFault for a file; `why` is an error or a text."""
        raise FileFault(f"{path}: expected {self.holds}, but {reason(why)}; {self.advice}") from None

    @contextmanager
    def checked(self, path: str | Path) -> Iterator[None]:
        """Turns errors of the block, which looks at the contents of a file, into a FileFault that names the file.

        Errors of the system become ones of the same class that name it too. Nearly anything is raised by `zipfile`, numpy and torch for
        damaged archives, so every `Exception` is taken.
        """
        try:
            yield
        except FileFault:
            raise
        except OSError as error:
            if error.errno is None:  # of gzip and numpy: no error of the system, but of the contents
                self.refuse(path, error)
            raise explained(error, path) from None
        except Exception as error:
            self.refuse(path, error)

    def read(self, path: str | Path) -> bytes:
        """The contents of a file, unpacked where it is compressed with gzip.

        Raises:
            FileFault: it is larger than it may be, or its compression is damaged.
            OSError: it cannot be read; the message names it and what to do.
        """
        with self.checked(path), Path(path).open("rb") as file:
            packed = file.peek(len(GZIP)).startswith(GZIP)
            with gzip.open(file) if packed else nullcontext(file) as source:
                try:
                    data: bytes = source.read(self.largest + 1)
                except (EOFError, zlib.error, gzip.BadGzipFile) as error:
                    raise ValueError(f"its compression is damaged ({error})") from None
            if len(data) > self.largest:
                raise ValueError(f"it has more than {self.largest} bytes")
            return data

    def text(self, path: str | Path) -> str:
        """A text in UTF-8; errors as in `read`."""
        with self.checked(path):
            try:
                return self.read(path).decode("utf-8").replace("\r\n", "\n")
            except UnicodeDecodeError as error:
                raise ValueError(f"it is not text in UTF-8 (byte {error.start})") from None

    def json(self, path: str | Path) -> Any:
        """The value in a file of JSON: texts are whole characters, nothing is nested deeper than `DEEPEST`.

        Raises:
            FileFault: it is none; otherwise as in `read`.
        """
        with self.checked(path):
            return json_in(self.read(path), finite=self.finite)

    def toml(self, path: str | Path) -> dict[str, Any]:
        """The tables of a file of TOML that a person wrote; errors as in `read`."""
        with self.checked(path):
            return toml_in(self.text(path))

    def table(self, path: str | Path) -> dict[str, Any]:
        """The names with values in a file of JSON; errors as in `json`."""
        found = self.json(path)
        if not isinstance(found, dict):
            self.refuse(path, f"it holds {type(found).__name__}, not names with values")
        return found


def json_in(data: bytes | str, *, finite: bool = True) -> Any:
    """The value in JSON, as strict as `FileKind.json`.

    Args:
        data: the text.
        finite: refuse NaN and Infinity.

    Raises:
        ValueError: it is not JSON, or has what no file of the package has.
    """
    if not data:
        raise ValueError("it is empty")
    opens: Any = (b"[", b"{") if isinstance(data, bytes) else ("[", "{")
    if sum(map(data.count, opens)) > MOST_HOLDERS:
        raise ValueError(f"it has more than {MOST_HOLDERS} lists and objects")
    try:
        value = json.loads(data, parse_constant=_no_number if finite else None)
    except RecursionError:
        raise ValueError(TOO_DEEP) from None
    except json.JSONDecodeError as error:
        raise ValueError(f"it is not JSON (line {error.lineno}, column {error.colno}: {error.msg})") from None
    except UnicodeDecodeError as error:
        raise ValueError(f"it is not text in UTF-8 (byte {error.start})") from None
    _check_depth(value)
    if (b"\\u" if isinstance(data, bytes) else "\\u") in data:  # type: ignore[operator]
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise ValueError("a text in it has half a character (\\ud800 to \\udfff)") from None
    return value


def toml_in(text: str) -> dict[str, Any]:
    """The tables in TOML, nested no deeper than `DEEPEST`; the time of `tomllib` is quadratic in the parts of a dotted key.

    Raises:
        ValueError: it is not TOML, or longer than `LARGEST_TEXT`.
    """
    if len(text) > LARGEST_TEXT:
        raise ValueError(f"it has more than {LARGEST_TEXT} characters")
    plain = QUOTED.sub("q", text).replace(" ", "").replace("\t", "")
    if any(word.count(".") > DEEPEST for word in re.findall(r"[\w.-]+", plain)):
        raise ValueError(f"a key in it has more than {DEEPEST + 1} parts")
    try:
        found = tomllib.loads(text)
    except RecursionError:
        raise ValueError(TOO_DEEP) from None
    except ValueError as error:
        raise ValueError(f"it is not TOML ({error})") from None
    _check_depth(found)
    return found


TOO_DEEP = f"it is nested deeper than {DEEPEST} lists"


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"it has {name}, which is not a JSON number")


def _check_depth(value: Any) -> None:
    level: list[Any] = [value]
    for _ in range(DEEPEST + 1):
        holders = [one for one in level if isinstance(one, (dict, list))]
        if not holders:
            return
        level = [inner for one in holders for inner in (one.values() if isinstance(one, dict) else one)]
    raise ValueError(TOO_DEEP)


def reason(why: object) -> str:
    """An error or a text as part of a sentence, at most `LONGEST_REASON` characters of it."""
    words = " ".join(str(why).split())
    if isinstance(why, KeyError):
        words = f"it has no {words}"
    elif isinstance(why, RecursionError):
        words = TOO_DEEP
    elif isinstance(why, MemoryError):
        words = "it asks for more memory than there is"
    words = words or type(why).__name__
    return words if len(words) <= LONGEST_REASON else f"{words[:LONGEST_REASON]}..."


def explained(error: OSError, path: str | Path | None = None) -> OSError:
    """An error of the system as one of the same class whose message names the file, what went wrong and what to do.

    Args:
        error: as it was raised.
        path: the file that the user named; None: that of the error.
    """
    if error.errno is None or error.strerror is None:  # none of the system, or explained already
        return error
    name = path if path is not None else error.filename
    name = "''" if name == "" else name
    todo = ADVICE.get(error.errno, "check the file and its folder, or name another place")
    what = f"{os.strerror(error.errno)}: {todo}"
    built = type(error)(what if name is None else f"{name}: {what}")
    built.errno = error.errno
    return built


@contextmanager
def replacing(path: str | Path, *, to_disk: bool = False) -> Iterator[IO[bytes]]:
    """A file to write, which takes the place of the one at `path` when the block has ended; on an error that one stays as it is.

    Args:
        path: of the file; a link is followed, and a device or pipe is written itself.
        to_disk: waits until the disk has it.

    Raises:
        OSError: it cannot be written; the message names it and what to do.
    """
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and not stat.S_ISREG(target.stat().st_mode) and not target.is_dir():
            with Path(path).open("wb") as file:
                yield file
            return
        part = target.with_name(f".{target.name}.{os.getpid()}.part")
        try:
            with part.open("wb") as file:
                yield file
                if to_disk:
                    file.flush()
                    os.fsync(file.fileno())
            os.replace(part, target)
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)
    except OSError as error:
        raise explained(error, path) from None


def write_whole(path: str | Path, contents: bytes | str, *, to_disk: bool = False) -> None:
    """Writes a file as `replacing` does; a text in UTF-8."""
    with replacing(path, to_disk=to_disk) as file:
        file.write(contents.encode("utf-8") if isinstance(contents, str) else contents)


def place_of(message: str, text: str) -> str:
    """The end of a file's name in an error: ", line 7", or "" where no line is known.

    It is the first line with the key that the message begins with (``coins=-1: ...``), else with a word that it quotes.
    """
    keys = re.findall(r"^(?:[a-z ]+: )?(\w+)=", message)
    patterns = [rf"(?<!\w){re.escape(word)}(?!\w)" for word in re.findall(r"'([^']+)'", message)]
    for pattern in [*(rf"(?<!\w){key}\s*=" for key in keys), *patterns][:8]:
        for number, line in enumerate(text.splitlines(), 1):
            if re.search(pattern, line):
                return f", line {number}"
    return ""
