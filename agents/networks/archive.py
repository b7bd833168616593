"""Archives of arrays, .npz, with a text about them: networks, values, games of self-play, positions."""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache, wraps
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

from fs_env.core.files import FileKind, json_in

ABOUT = "about"

Reader = TypeVar("Reader", bound=Callable[..., Any])


@contextmanager
def opened(kind: FileKind, path: Path) -> Iterator[tuple[dict[str, Any], Mapping[str, Any]]]:
    """Metadata of an archive, and its arrays by name, each read from the file when it is taken.

    Whatever goes wrong in the block is reported as by `FileKind.checked`. The sizes of all arrays are looked at before anything is
    unpacked, and no array of objects is read.

    Raises:
        FileFault: it is no such archive, or too large, or says nothing about itself.
        OSError: it cannot be read.
    """
    with kind.checked(path):
        check_size(kind, path)
        with np.load(path, allow_pickle=False) as file:
            about = json_in(str(file[ABOUT]), finite=False)
            if not isinstance(about, dict):
                raise ValueError("it does not say what it was made for")
            yield about, file


def read_archive(kind: FileKind, path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Metadata of an archive, and its other arrays; errors as in `opened`."""
    with opened(kind, path) as (about, arrays):
        return about, {name: arrays[name] for name in arrays if name != ABOUT}


def check_size(kind: FileKind, path: Path) -> None:
    """Looks at an archive before anything in it is unpacked.

    Raises:
        ValueError: its arrays are too large together.
        Exception: of `zipfile`, where it is no archive.
    """
    with zipfile.ZipFile(path) as archive:
        if (size := sum(entry.file_size for entry in archive.infolist())) > kind.largest:
            raise ValueError(f"its arrays take {size} bytes, more than {kind.largest}")


def check_sums(kind: FileKind, path: Path) -> None:
    """Looks whether an archive is whole, for readers that do not; errors as in `check_size`."""
    check_size(kind, path)
    with zipfile.ZipFile(path) as archive:
        if (broken := archive.testzip()) is not None:
            raise ValueError(f"the checksum of {broken} in it is wrong")


def read_once(read: Reader) -> Reader:
    """A reader of files, given the path first, that keeps its last eight results and reads a file again only when its contents have
    changed."""

    @lru_cache(maxsize=8)
    def kept(contents: bytes, path: Path, *others: Any) -> Any:
        return read(path, *others)

    @wraps(read)
    def reader(path: Path, *others: Any) -> Any:
        return kept(fingerprint(path), path, *others)

    return cast(Reader, reader)


def fingerprint(path: Path) -> bytes:
    """Changes with the contents of a file; empty for one that cannot be opened, of which its reader says why."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").digest()
    except OSError:
        return b""
