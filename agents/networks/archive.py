"""Archives of arrays, .npz, with a text about them: networks, values, games of self-play, positions."""

from __future__ import annotations

import hashlib
import json
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache, wraps
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from fs_env.core.files import FileKind, json_in, replacing

ABOUT = "about"
DIRECTORY, LARGEST_ABOUT = 2**20, 2**22  # bytes of the list of entries, and of the text about them

Reader = TypeVar("Reader", bound=Callable[..., Any])


@contextmanager
def opened(kind: FileKind, path: Path) -> Iterator[tuple[dict[str, Any], Mapping[str, Any]]]:
    """Metadata of an archive, and its arrays by name, each read from the file when it is taken.

    Errors in the block are reported as by `FileKind.checked`. The sizes of all arrays are checked before anything is unpacked, and no
    array of objects is read.
    """
    with kind.checked(path), explained():
        check_size(kind, path)
        with np.load(path, allow_pickle=False) as file:
            about = json_in(str(file[ABOUT]), finite=False)
            if not isinstance(about, dict):
                raise ValueError("its description is invalid")
            yield about, file


def read_archive(kind: FileKind, path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    with opened(kind, path) as (about, arrays):
        return about, {name: arrays[name] for name in arrays if name != ABOUT}


def write_archive(path: Path, about: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
    """Writes an archive, under another name first, so that a reader never finds an incomplete one; its folder is created."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as file:
        np.savez_compressed(file, allow_pickle=False, **{ABOUT: np.array(json.dumps(about)), **arrays})


@contextmanager
def explained() -> Iterator[None]:
    """Turns errors of `zipfile` and numpy, some of which advise to trust the file, into ValueErrors with what is wrong with it."""
    try:
        yield
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        part = "File is not a zip file" in str(error)
        raise ValueError(
            "it is no archive or only the first part of one" if part else f"it is damaged ({error})"
        ) from None
    except (ValueError, KeyError) as error:
        text = str(error).strip("'")
        for words, wrong in WRONG.items():
            if words in text:
                raise ValueError(f"it {wrong.format(text.split()[0])}") from None
        raise


WRONG = {
    "(object) data": "has Python objects, which are refused",
    "Object arrays": "has Python objects, which are refused",
    "max_header_size": "has an array with a header that is too long",
    "EOF: reading": "has an array with less data than declared",
    "is not a file in the archive": "has no {!r}",
}
"""Words of errors of numpy, and what is wrong with the file."""


def check_size(kind: FileKind, path: Path) -> None:
    """Checks an archive before its entries are listed or unpacked. Raises ValueError if it is too large."""
    with path.open("rb") as file:
        end = zipfile._EndRecData(file)  # type: ignore[attr-defined]
    if end is not None and end[5] > DIRECTORY:
        raise ValueError(f"its list of entries takes {end[5]} bytes, more than {DIRECTORY}")
    with zipfile.ZipFile(path) as archive:
        sizes = {entry.filename: entry.file_size for entry in archive.infolist()}
    if len(sizes) < len(archive.infolist()):
        raise ValueError("it has two entries of one name")
    if (size := sum(sizes.values())) > kind.largest:
        raise ValueError(f"its arrays take {size} bytes, more than {kind.largest}")
    if sizes.get(f"{ABOUT}.npy", 0) > LARGEST_ABOUT:
        raise ValueError(f"its description takes more than {LARGEST_ABOUT} bytes")


def check_sums(kind: FileKind, path: Path) -> None:
    """Looks whether an archive is whole, for readers that do not; errors as in `check_size`."""
    check_size(kind, path)
    with zipfile.ZipFile(path) as archive:
        if (broken := archive.testzip()) is not None:
            raise ValueError(f"the checksum of {broken} in it is wrong")


def read_once(read: Reader) -> Reader:
    """A reader of files, given the path first, that caches eight results and reads a file again only when its contents changed."""

    @lru_cache(maxsize=8)
    def cached(contents: bytes, path: Path, *others: Any) -> Any:
        return read(path, *others)

    @wraps(read)
    def reader(path: Path, *others: Any) -> Any:
        return cached(fingerprint(path), path, *others)

    return cast(Reader, reader)


def fingerprint(path: Path) -> bytes:
    """The SHA-256 of a file; empty for one that cannot be opened: its reader reports why."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").digest()
    except OSError:
        return b""
