"""Damages of files: of bytes, of values in JSON, of arrays, of lines, of rows in SQLite. Each depends only on its draws."""

from __future__ import annotations

import gzip
import io
import json
import random
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import numpy as np

ODD: tuple[Any, ...] = (
    *(None, True, -1, 0, 1, 7, 2**31, 2**70, 10**400, -(2**63), 1.5, -0.5, 1e308, float("nan"), float("inf")),
    *(
        "",
        "x",
        "7",
        "nan",
        "../../x",
        "x" * 5000,
        "\ud800",
        "\0",
        "four_souls",
        "os:system",
        [],
        {},
        [[]],
        [None],
        {"": 0},
    ),
)
ARRAYS: tuple[Callable[[Any], Any], ...] = (
    lambda a: a[..., :-1] if a.ndim else a,
    lambda a: np.concatenate([a, a]) if a.ndim else np.stack([a, a]),
    lambda a: a.astype(np.float64),
    lambda a: a.astype(np.int64, casting="unsafe") if a.dtype.kind in "iuf" else np.zeros(3, np.int64),
    lambda a: a.astype(str),
    lambda a: a.astype(np.complex64) if a.dtype.kind in "iuf" else a,
    lambda a: a[None],
    lambda a: a.ravel(),
    lambda a: np.zeros(0, a.dtype),
    lambda a: (
        np.full(a.shape, np.iinfo(a.dtype).max if a.dtype.kind in "iu" else np.nan, a.dtype)
        if a.dtype.kind in "iuf"
        else a
    ),
    lambda a: (
        np.full(a.shape, np.iinfo(a.dtype).min if a.dtype.kind in "iu" else np.inf, a.dtype)
        if a.dtype.kind in "iuf"
        else a
    ),
)


def of_bytes(data: bytes, draw: random.Random) -> bytes:
    """Bits turned over, bytes replaced, cut off, taken out, put in, or moved."""
    made = bytearray(data)
    at, size = draw.randrange(len(made) or 1), draw.choice((1, 2, 8, 64, 1000))
    match draw.randrange(6):
        case 0:
            for _ in range(draw.choice((1, 1, 3, 20))):
                made[draw.randrange(len(made))] ^= 1 << draw.randrange(8)
        case 1:
            made[at : at + size] = draw.randbytes(size)
        case 2:
            del made[at:]
        case 3:
            del made[at : at + size]
        case 4:
            made[at:at] = draw.choice((draw.randbytes(size), b"\0" * size, b"[" * size, b"9" * size))
        case 5:
            there = draw.randrange(len(made) or 1)
            made[at:at] = made[there : there + size]
    return bytes(made)


def of_json(data: bytes, draw: random.Random) -> bytes:
    """A value replaced, taken out, put in or nested."""
    value = json.loads(data)
    for _ in range(draw.choice((1, 1, 1, 3))):
        places = [([], None)]
        _walk(value, places)
        holder, key = draw.choice(places[1:] or places)
        if key is None:
            value = draw.choice(ODD)
            break
        match draw.randrange(5):
            case 0 | 1:
                holder[key] = draw.choice(ODD)
            case 2:
                del holder[key]
            case 3:
                deep: Any = holder[key]
                for _ in range(draw.choice((1, 70, 300))):
                    deep = [deep] if draw.random() < 0.9 else {"a": deep}
                holder[key] = deep
            case 4:
                if isinstance(holder, dict):
                    holder[draw.choice(("new", f"{key} ", ""))] = holder[key]
                else:
                    holder.insert(key, draw.choice(ODD))
    return json.dumps(value, ensure_ascii=draw.random() < 0.5).encode("utf-8", "surrogatepass")


def _walk(value: Any, places: list[Any]) -> None:
    for key in list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        places.append((value, key))
        if len(places) < 5000:
            _walk(value[key], places)


def of_packed_json(data: bytes, draw: random.Random) -> bytes:
    """The same, packed again."""
    return gzip.compress(of_json(gzip.decompress(data), draw), mtime=0)


def of_arrays(data: bytes, draw: random.Random) -> bytes:
    """An array of an archive of another type, shape or contents, or none, or what the archive says about itself damaged."""
    with np.load(io.BytesIO(data)) as file:
        arrays = dict(file)
    name = draw.choice(sorted(arrays))
    if name == "about":
        arrays[name] = np.array(of_json(str(arrays[name]).encode(), draw).decode("utf-8", "replace"))
    elif draw.random() < 0.1:
        del arrays[name]
    elif draw.random() < 0.4 and arrays[name].size:
        array = arrays[name] = arrays[name].copy()
        spot = draw.randrange(array.size)
        with suppress(OverflowError, ValueError, TypeError):
            array.flat[spot] = draw.choice((-1, 0, 1, 127, 2**15 - 1, 2**31 - 1, float("nan"), float("inf")))
    else:
        with np.errstate(all="ignore"):
            arrays[name] = draw.choice(ARRAYS)(arrays[name])
    out = io.BytesIO()
    np.savez(out, **arrays)
    return out.getvalue()


def of_checkpoint(data: bytes, draw: random.Random) -> bytes:
    """An entry of a checkpoint of torch replaced or taken out, one of its texts of JSON damaged, or one of its tensors."""
    import torch

    value = torch.load(io.BytesIO(data), weights_only=True)
    name = draw.choice(sorted(value))
    if isinstance(value[name], str) and value[name][:1] == "{" and draw.random() < 0.8:
        value[name] = of_json(value[name].encode(), draw).decode("utf-8", "replace")
    elif isinstance(value[name], dict) and draw.random() < 0.8:
        holder: Any = value[name]
        while isinstance(holder, dict) and holder:
            inside, key = holder, draw.choice(list(holder))
            holder = inside[key]
        odd = (
            torch.full_like(holder, draw.choice((-1, 0, 99)))
            if isinstance(holder, torch.Tensor)
            else draw.choice(ODD[:12])
        )
        cut = holder.ravel()[:-1] if isinstance(holder, torch.Tensor) and holder.numel() > 1 else None
        inside[key] = draw.choice((odd, cut, None, torch.zeros(3)))
    else:
        value[name] = draw.choice(ODD[:12])
    out = io.BytesIO()
    torch.save(value, out)
    return out.getvalue()


def of_lines(data: bytes, draw: random.Random) -> bytes:
    """A line taken out, doubled or moved, or a number or word replaced."""
    lines = data.decode().splitlines(keepends=True)
    at, there = draw.randrange(len(lines)), draw.randrange(len(lines))
    match draw.randrange(6):
        case 0:
            del lines[at]
        case 1:
            lines.insert(there, lines[at])
        case 2:
            lines[at], lines[there] = lines[there], lines[at]
        case 3:
            lines.insert(
                at, draw.choice(("[" * 500 + "\n", "x = 1\n", "[x]\n", "\0\n", "=\n", "'\n", "x" * 5000 + "\n"))
            )
        case _:
            odd = draw.choice(
                ("-1", "99999999999999999999", "1e999", "nan", '"x"', "[]", "{}", "true", "1.5", "", "((((", "\u2028")
            )
            words = list(re.finditer(r"-?[\w.]+", lines[at]))
            if words:
                word = draw.choice(words)
                lines[at] = lines[at][: word.start()] + odd + lines[at][word.end() :]
    return "".join(lines).encode()


def of_rows(path: Path, draw: random.Random) -> None:
    """Values of a table of an SQLite file replaced, its rows or itself taken out."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db, suppress(sqlite3.Error):
        names = [
            name
            for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
        ]
        name = draw.choice(sorted(names))
        columns = [row[1] for row in db.execute(f"PRAGMA table_info({name})")]
        match draw.randrange(8):
            case 0:
                db.execute(f"DROP TABLE {name}")
            case 1:
                db.execute(f"DELETE FROM {name}")
            case 2:
                db.execute(f"PRAGMA user_version = {draw.choice((0, 1, 2, 9))}")
            case 3:
                db.execute(f"ALTER TABLE {name} RENAME COLUMN {draw.choice(columns)} TO other")
            case _:
                column = draw.choice(columns)
                old = db.execute(f"SELECT {column} FROM {name} LIMIT 1").fetchone()
                odd: Any = draw.choice((None, -1, 0, 5, 2**62, 1.5, float("inf"), "", "x", "[]", "{}", b"\xff"))
                if old and isinstance(old[0], str) and old[0][:1] in ("{", "[") and draw.random() < 0.7:
                    odd = of_json(old[0].encode(), draw).decode("utf-8", "replace")
                db.execute(f"UPDATE {name} SET {column} = ?", (odd,))
