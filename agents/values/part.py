"""`Values`: the part of a manifest that describes what fitted values of a game read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from fs_env.registry.manifest import Part


class Reader(Protocol):
    """A module that reads observations for a value.

    Attributes:
        N_INPUTS: inputs of the value.
        score: kernel that evaluates observations.
        extract: kernel that lists their inputs.
    """

    N_INPUTS: int
    score: Any
    extract: Any


class CooperativeReader(Reader, Protocol):
    """A reader for games in which all seats win or lose together."""

    def is_cooperative(self, observation: NDArray[np.int16], /) -> bool: ...


@dataclass(frozen=True, kw_only=True)
class Values(Part):
    """The readers of fitted values: for rivals, and for seats that win or lose together, if there is one."""

    entry: ClassVar[str] = "values"
    reader: Reader
    cooperative: CooperativeReader | None = None
