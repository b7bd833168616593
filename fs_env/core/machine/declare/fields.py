"""Field tables: a state described as `Field` and `Records`, from which its dtype, offsets, printer, JSON and table follow."""

from __future__ import annotations

import keyword
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

LINE = 64  # bytes of a cache line


@dataclass(frozen=True)
class Field:
    """Integers of one kind inside a state.

    Attributes:
        name: a Python identifier, unique in its struct.
        dtype: an integer dtype name such as "int16" or "uint32".
        shape: extents; `()` is a single number.
        meaning: what it holds, with its unit, its range and its sentinel.

    Raises:
        TypeError: the dtype is not an integer kind.
        ValueError: the name is not an identifier, or the shape has an extent below 1.
    """

    name: str
    dtype: str
    shape: tuple[int, ...] = ()
    meaning: str = ""

    def __post_init__(self) -> None:
        check_name(self.name)
        kind = np.dtype(self.dtype).kind
        if kind not in "iu":
            raise TypeError(
                f"field {self.name!r} has dtype {np.dtype(self.dtype).name!r}: a state contains only integers; "
                "use an int or uint dtype (0/1 for a truth value)"
            )
        object.__setattr__(self, "shape", check_shape(self.name, self.shape))

    @property
    def numpy(self) -> np.dtype[Any]:
        return np.dtype(self.dtype)


@dataclass(frozen=True)
class Records:
    """A nested array of small structs: `rows` times the same fields.

    Attributes:
        name: a Python identifier, unique in its struct.
        rows: the number of rows, or a shape such as `(players, slots)`.
        fields: the columns; a column may itself be a `Records`.
        meaning: what one row is.

    Raises:
        ValueError: a bad name, an extent below 1, no columns, or two columns with the same name.
    """

    name: str
    rows: int | tuple[int, ...]
    fields: Sequence[Field | Records]
    meaning: str = ""

    def __post_init__(self) -> None:
        check_name(self.name)
        object.__setattr__(self, "fields", tuple(self.fields))
        check_distinct(self.name, self.fields)
        check_shape(self.name, self.shape)

    @property
    def shape(self) -> tuple[int, ...]:
        return (self.rows,) if isinstance(self.rows, int) else tuple(self.rows)

    @property
    def numpy(self) -> np.dtype[Any]:
        return struct_dtype(self.fields)


FIELD_OF = np.void.__getitem__


class FieldRecord(np.record):  # type: ignore[misc]
    """One struct whose fields are attributes, also those whose names numpy uses itself (`shape`, `flags`)."""

    def __getattribute__(self, name: str) -> Any:
        try:
            return FIELD_OF(self, name)
        except ValueError:  # no field
            return np.record.__getattribute__(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        fields: Any = np.void.__getattribute__(self, "dtype").fields
        if name not in fields:
            raise AttributeError(f"a record has no field {name!r}: it has {', '.join(fields)}")
        np.void.setfield(self, value, *fields[name][:2])


def as_records(structs: np.ndarray) -> np.ndarray:
    """The same memory with each struct as a `FieldRecord`, the form for kernels that are not compiled."""
    return structs.view(record_dtype(structs.dtype))


@lru_cache(maxsize=1024)
def record_dtype(dtype: Any) -> Any:
    """The same layout with each struct in it as a `FieldRecord`."""
    if dtype.subdtype is not None:
        return np.dtype((record_dtype(dtype.subdtype[0]), dtype.shape))
    if dtype.fields is None:
        return dtype
    inner, offsets = zip(*((record_dtype(field[0]), field[1]) for field in map(dtype.fields.get, dtype.names)))
    layout: Any = {"names": dtype.names, "formats": inner, "offsets": offsets, "itemsize": dtype.itemsize}
    return np.dtype((FieldRecord, np.dtype(layout, align=dtype.isalignedstruct)))


class FieldRow(NamedTuple):
    """One line of the documentation: `offset` and `bytes` count bytes inside its struct."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    offset: int
    bytes: int
    meaning: str


class StateFields:
    """The fields of a state.

    In memory they are ordered by size, the smallest first: numbers that are read together share a few cache lines
    instead of being spread between long lists. A state takes a whole number of cache lines.

    Args:
        name: what the fields describe, for errors.
        fields: `Field` and `Records` entries, in the order of the description.

    Attributes:
        dtype: the aligned structured numpy dtype of one state; its names are in memory order.
        size: bytes of one state, padding included.

    Raises:
        ValueError: two entries share a name, or there are none.
    """

    def __init__(self, name: str, fields: Sequence[Field | Records]) -> None:
        self.name = name
        self.fields = tuple(fields)
        check_distinct(name, self.fields)
        self.dtype: np.dtype[Any] = state_dtype(self.fields)
        self.size: int = self.dtype.itemsize

    def describe(self) -> list[FieldRow]:
        """All fields with their offsets; a column of a table is named `table.column`."""
        return list(rows_of(self.fields, self.dtype, ""))

    def markdown(self) -> str:
        lines = ["| field | dtype | shape | offset | bytes | meaning |", "| --- | --- | --- | --- | --- | --- |"]
        for row in self.describe():
            shape = " x ".join(map(str, row.shape)) or "1"
            lines.append(f"| `{row.name}` | {row.dtype} | {shape} | {row.offset} | {row.bytes} | {row.meaning} |")
        return "\n".join(lines)

    def to_json(self, record: Any) -> dict[str, Any]:
        """Plain Python ints, lists and dicts of one state: `S[e]`, or an array of length 1."""
        return struct_json(self.fields, one_record(record))


def check_name(name: str) -> None:
    if not isinstance(name, str) or not name.isidentifier() or keyword.iskeyword(name):
        raise ValueError(f"field name {name!r} is not a Python identifier: kernels read it as an attribute")


def check_shape(name: str, shape: Any) -> tuple[int, ...]:
    extents = (shape,) if isinstance(shape, (int, np.integer)) else tuple(shape)
    if any(int(n) != n or n < 1 for n in extents):
        raise ValueError(f"field {name!r} has shape {extents}: every extent must be a whole number of at least 1")
    return tuple(int(n) for n in extents)


def check_distinct(owner: str, fields: Sequence[Field | Records]) -> None:
    if not fields:
        raise ValueError(f"{owner!r} has no fields: give at least one Field or Records")
    seen: set[str] = set()
    for field in fields:
        if not isinstance(field, (Field, Records)):
            raise TypeError(f"{owner!r} holds {field!r}: expected a Field or Records")
        if field.name in seen:
            raise ValueError(f"{owner!r} has two fields named {field.name!r}: rename one of them")
        seen.add(field.name)


def struct_dtype(fields: Sequence[Field | Records]) -> np.dtype[Any]:
    return np.dtype([(f.name, f.numpy, f.shape) for f in fields], align=True)


def state_dtype(fields: Sequence[Field | Records]) -> np.dtype[Any]:
    """The dtype of a state: fields by size, those of one size in the order given, padded at the end to whole cache lines."""
    found = struct_dtype(sorted(fields, key=lambda field: math.prod(field.shape) * field.numpy.itemsize))
    places: Any = found.fields
    names = list(found.names or ())
    size = -(-found.itemsize // LINE) * LINE
    built: Any = {
        "names": names,
        "formats": [places[name][0] for name in names],
        "offsets": [places[name][1] for name in names],
        "itemsize": size,
    }
    return np.dtype(built, align=True)


def rows_of(fields: Sequence[Field | Records], dtype: np.dtype[Any], prefix: str) -> Iterator[FieldRow]:
    assert dtype.fields is not None
    for field in fields:
        inner, offset = dtype.fields[field.name][:2]
        kind = "rows" if isinstance(field, Records) else field.numpy.name
        yield FieldRow(prefix + field.name, kind, field.shape, offset, inner.itemsize, field.meaning)
        if isinstance(field, Records):
            yield from rows_of(field.fields, field.numpy, f"{prefix}{field.name}.")


def one_record(record: Any) -> Any:
    """The single element of an array of length 1, or the record itself."""
    if isinstance(record, np.ndarray) and record.ndim == 1:
        if len(record) != 1:
            raise ValueError(f"got {len(record)} states: pass one, such as S[e] or S[e:e+1]")
        return record[0]
    return record


def plain_record(record: Any) -> Any:
    if not isinstance(record, np.record):
        return record
    return np.ndarray((), np.dtype((np.void, record.dtype)), record)[()]  # `view` compares all fields of both types


def struct_json(fields: Sequence[Field | Records], record: Any) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for field in fields:
        value = record[field.name]
        if isinstance(field, Records):
            out[field.name] = records_json(field, value)
        else:
            out[field.name] = value.tolist() if field.shape else int(value)
    return out


def records_json(table: Records, value: Any) -> list[Any]:
    if value.ndim > 1:
        return [records_json(table, part) for part in value]
    return [struct_json(table.fields, row) for row in value]
