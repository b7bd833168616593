"""Sets of the numbers 0 to 62 as one whole number, a bit each, for kernels that walk through their members.

while left:
    member = lowest(left)
    left &= left - 1
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from ..compile.jit import compiled

if compiled():

    @intrinsic
    def lowest(typing_context, mask):
        """The smallest member of a set that is not empty."""

        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], cgutils.true_bit)  # empty: anything

        return types.int64(types.int64), codegen

else:

    def lowest(mask: int) -> int:
        """The smallest member of a set that is not empty."""
        return (int(mask) & -int(mask)).bit_length() - 1


def set_of(members: Iterable[int]) -> int:
    """The set of some numbers."""
    return sum(1 << int(member) for member in set(members))
