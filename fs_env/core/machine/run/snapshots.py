"""One state as bytes: with a tag and a checksum, and checked before it is restored."""

from __future__ import annotations

import hashlib
import sys
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from ..declare.spec import GameSpec

TAG_BYTES, SUM_BYTES = 8, 4  # in front of the bytes of a state
HEAD = TAG_BYTES + SUM_BYTES


def tag_of(spec: GameSpec) -> bytes:
    """Identifies the game, the version of its rules and the format of its states."""
    version = f"{spec.name} {spec.version} {spec.dtype!r}"
    return hashlib.sha256(version.encode()).digest()[:TAG_BYTES]


def identity(spec: GameSpec) -> str:
    """Names the game with its version and state; empty for a changed copy of a spec."""
    module, _, name = spec.home.partition(":")
    game = getattr(sys.modules.get(module), name, None)
    return f"{spec.home} {tag_of(spec).hex()}" if getattr(game, "spec", None) is spec else ""


def sum_of(tag: bytes, state: bytes) -> bytes:
    return zlib.crc32(state, zlib.crc32(tag)).to_bytes(SUM_BYTES, "little")


def pack(tag: bytes, state: bytes) -> bytes:
    return tag + sum_of(tag, state) + state


def unpack(spec: GameSpec, tag: bytes, data: Any) -> NDArray[np.uint8]:
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError(f"a snapshot of {spec.name} is bytes, got {type(data).__name__}: pass snapshot() output")
    data = bytes(data)
    expected = HEAD + spec.dtype.itemsize
    if len(data) != expected:
        raise ValueError(f"a snapshot of {spec.name} has {expected} bytes, got {len(data)}: pass snapshot() output")
    if data[:TAG_BYTES] != tag:
        raise ValueError(
            f"this snapshot is from another game or another version of {spec.name} "
            f"(tag {data[:TAG_BYTES].hex()}, expected {tag.hex()}): expected one of this version"
        )
    found, state = data[TAG_BYTES:HEAD], data[HEAD:]
    if found != sum_of(tag, state):
        raise ValueError(
            f"this snapshot of {spec.name} is damaged: its checksum is {found.hex()}, "
            f"expected {sum_of(tag, state).hex()}; take another copy of it"
        )
    numbers = np.frombuffer(state, np.uint8).copy()
    wrong = spec.fault(numbers) if spec.fault is not None else None
    if wrong is not None:
        raise ValueError(f"this snapshot contains no position of {spec.name}: {wrong}")
    return numbers
