"""Reading and writing files: what every kind of file has in common."""

from __future__ import annotations

import errno
import gzip
import os
from contextlib import suppress
from pathlib import Path

import pytest

from fs_env.core.files import DEEPEST, FileFault, FileKind, explained, replacing, write_whole

KIND = FileKind("a note", "write another one", 200_000)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "it is empty"),
        (b"[1,", "it is not JSON (line 1, column 4: Expecting value)"),
        (b"\xff", "it is not text in UTF-8 (byte 0)"),
        (b"[" * 100_000, f"it is nested deeper than {DEEPEST} lists"),
        (b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1), f"it is nested deeper than {DEEPEST} lists"),
        (b"[NaN]", "it has NaN"),
        (b'["\\ud800"]', "half a character"),
        (b" " * 200_001, "it has more than 200000 bytes"),
        (gzip.compress(b" " * 10**6, mtime=0), "it has more than 200000 bytes"),
        (gzip.compress(b"[1]", mtime=0)[:-4], "its compression is damaged"),
        (gzip.compress(b"[1]", mtime=0)[:-8] + b"\0" * 8, "its compression is damaged (CRC check failed"),
        (b"\x1f\x8b\x08" + b"\0" * 30, "its compression is damaged"),
        (b"[1]", "it holds list, not names with values"),
    ],
)
def test_table__of_a_damaged_file(tmp_path: Path, data: bytes, words: str) -> None:
    """One sentence names the file, what was expected, what it has instead, and what to do."""
    path = tmp_path / "note.json"
    path.write_bytes(data)
    with pytest.raises(FileFault) as refused:
        KIND.table(path)
    text = str(refused.value)
    assert text.startswith(f"{path}: expected a note, but ") and words in text and text.endswith("; write another one")
    assert path.read_bytes() == data


def test_json__what_is_sound(tmp_path: Path) -> None:
    """Sound values are read, compressed or not; NaN only where the kind allows it."""
    path = tmp_path / "note.json"
    for data, value in ((b'{"a": "\\u00e9"}', {"a": "é"}), (gzip.compress(b"[1, 2.5]"), [1, 2.5]), (b"null", None)):
        path.write_bytes(data)
        assert KIND.json(path) == value
    deep = b"[" * DEEPEST + b"]" * DEEPEST
    path.write_bytes(deep)
    assert KIND.json(path)
    path.write_bytes(b"[Infinity]")
    assert FileKind("a note", finite=False).json(path) == [float("inf")]


def test_reading__what_is_no_file(tmp_path: Path) -> None:
    """A missing file, a folder, and a path below a file keep their kind of error, with the name and what to do."""
    (tmp_path / "file").write_text("")
    for place, error, todo in (
        (tmp_path / "none", FileNotFoundError, "check its name"),
        (tmp_path, IsADirectoryError, "name a file"),
        (tmp_path / "file" / "x", NotADirectoryError, "a part of its path is a file"),
    ):
        for work in (KIND.json, lambda path: write_whole(path / "x" if path.name == "none" else path, "text")):
            with pytest.raises(error) as told:
                work(place)
            assert str(place) in str(told.value) and todo in str(told.value) and "[Errno" not in str(told.value)


def test_writing__on_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file keeps its contents, no draft is left, the message names it and what to do. /dev/full is such a disk."""
    path = tmp_path / "note"
    write_whole(path, "before")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match=rf"{path}: No space left on device: free space on the disk") as told:
        write_whole(path, "after", to_disk=True)
    assert told.value.errno == errno.ENOSPC
    assert path.read_text() == "before" and list(tmp_path.iterdir()) == [path]
    with pytest.raises(OSError, match="/dev/full: No space left on device: free space on the disk"):
        write_whole("/dev/full", "x" * 100_000)


def test_writing__through_a_link_and_into_a_pipe(tmp_path: Path) -> None:
    """A link stays one, and its file is replaced; a pipe is written, not replaced; an error in the block changes nothing."""
    path, link = tmp_path / "note", tmp_path / "link"
    path.write_text("before")
    link.symlink_to(path)
    write_whole(link, "after")
    assert link.is_symlink() and path.read_text() == "after"
    with suppress(KeyError), replacing(path) as file:
        file.write(b"half")
        raise KeyError
    assert path.read_text() == "after" and sorted(tmp_path.iterdir()) == [link, path]
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_whole(pipe, "text")
    assert os.read(reader, 10) == b"text" and pipe.is_fifo()
    os.close(reader)


def test_explained__without_a_number() -> None:
    """Errors that are none of the system stay as they are; one without a name says what went wrong and what to do."""
    plain = OSError("cannot listen")
    assert explained(plain) is plain
    assert str(explained(OSError(errno.EROFS, "x"), "a.txt")).startswith("a.txt: Read-only file system: nothing can be")
    assert (
        str(explained(OSError(errno.ENOSPC, "x")))
        == "No space left on device: free space on the disk and repeat the command"
    )
