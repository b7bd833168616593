"""The seeds of agents, which do not reveal the deal.

They are derived by SipHash, a keyed one-way function, in compiled code too. Its key is derived by BLAKE2 from the agent key of the run,
which is secret; for bots of this package it is fixed, so that the seed of a deal repeats their games.
"""

from __future__ import annotations

import secrets
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from fs_env.agent_api.shipped import is_shipped
from fs_env.core.machine.table.seat_seeds import key_words, seat_seed_int

SEEDS = 2**63
KEY_BYTES = 16, 64  # fewest and most of an agent key


def read_key(given: str | bytes | None) -> bytes:
    """An agent key: as given, in hexadecimal digits if it is text; None: a new one, drawn from the system's secure source.

    Raises:
        ValueError: fewer than 16 or more than 64 bytes, or other characters.
    """
    low, high = KEY_BYTES
    if given is None:
        return secrets.token_bytes(low)
    try:
        key = bytes.fromhex(given) if isinstance(given, str) else bytes(memoryview(given))
    except (TypeError, ValueError):
        key = b""
    if not low <= len(key) <= high:
        size = (
            f"{len(given)} {'characters' if isinstance(given, str) else 'bytes'}"
            if isinstance(given, (str, bytes))
            else repr(given)
        )
        raise ValueError(
            f"agent key of {size}: expected {2 * low} to {2 * high} hexadecimal digits, or {low} to {high} bytes, such as "
            f"secrets.token_hex({low}) gives"
        )
    return key


@lru_cache(maxsize=4096)
def key_from(seed: int) -> bytes:
    """The agent key of an environment or a training run, whose games its seed must repeat. Whoever wants it to be secret takes a random
    seed: a small one can be found by trying all."""
    return blake2b(b"agent key", key=seed.to_bytes(8, "big"), digest_size=KEY_BYTES[0]).digest()


def secret_number(*parts: int | str, key: bytes = b"") -> int:
    """A number, 0..2**63-1, that depends on all parts and from which none of them can be derived; without a key, small ones can be
    found by trying all."""
    words = " ".join(map(str, parts)).encode()
    return int.from_bytes(blake2b(words, digest_size=8, key=key).digest(), "big") % SEEDS


def own_key(agent: Any, key: bytes | None) -> bytes:
    """The key for an agent or a `Policy`: the given one (None: a new one) unless all of its code comes with this package."""
    return b"" if is_shipped(agent) else read_key(key)


def seed_for(agent: Any, key: bytes | None, seed: int, seat: int) -> int:
    """The seed of an agent, or of a `Policy`, in a seat of the game dealt from `seed`."""
    return seat_seed_int(*key_words(own_key(agent, key)), seed, seat)
