"""`TextSpace`: the space of texts, which `AsyncVectorEnv` can keep in shared memory."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import read_from_shared_memory
from numpy.typing import NDArray


class AllCharacters(Sequence[str]):
    """All Unicode characters, each at its code point; they are not stored."""

    def __len__(self) -> int:
        return sys.maxunicode + 1

    def __getitem__(self, place: Any) -> Any:
        return chr(place)

    def __contains__(self, x: object) -> bool:
        return isinstance(x, str) and len(x) == 1


ALL_CHARACTERS = AllCharacters()


class TextSpace(spaces.Text):
    """The space of all texts of any characters up to a length; samples have letters and digits only."""

    character_set = character_list = property(lambda self: ALL_CHARACTERS)

    def character_index(self, char: str) -> np.int32:
        return np.int32(ord(char))

    def contains(self, x: Any) -> bool:
        return isinstance(x, str) and self.min_length <= len(x) <= self.max_length

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        return spaces.Text(self.max_length, min_length=self.min_length, seed=self.np_random).sample()

    def __repr__(self) -> str:
        return f"TextSpace({self.max_length}, min_length={self.min_length})"


class SharedTexts(Sequence[str]):
    """The texts in shared memory as they are now; a deep copy, which `AsyncVectorEnv` hands out, is a tuple.

    Gymnasium's reader of `Text` reads the memory once, before anything is written there.
    """

    def __init__(self, codes: NDArray[np.int32]) -> None:
        self._codes = codes

    def __len__(self) -> int:
        return len(self._codes)

    def __getitem__(self, place: Any) -> Any:
        codes = self._codes[place]
        return codes[codes <= sys.maxunicode].astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")

    def __deepcopy__(self, memo: dict[int, Any]) -> tuple[str, ...]:
        return tuple(self)


@read_from_shared_memory.register(TextSpace)
def _read_words(space: TextSpace, shared_memory: Any, n: int = 1) -> SharedTexts:
    return SharedTexts(np.frombuffer(shared_memory.get_obj(), np.int32).reshape(n, space.max_length))
