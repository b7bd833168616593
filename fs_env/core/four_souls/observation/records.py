"""The records that an observation is written through, and the decorator of the kernels that write it.

Parameters of these kernels: `s` the state, `viewer` the seat that observes, `o` the whole observation by name; `player`,
`seen` and `subject` are one row of `players`, of `stack` (or `resolving`) and of `subjects`.
"""

from __future__ import annotations

from fs_env.core.four_souls.observation.schema import SCHEMA
from fs_env.core.four_souls.state import STATE
from fs_env.core.machine.compile.jit import Kernel
from fs_env.core.machine.compile.memory import make_named

named = make_named(SCHEMA.dtype)
kernel = Kernel(
    STATE.dtype,
    obs="int16[::1]",
    o=SCHEMA.dtype,
    player=SCHEMA["players"].dtype.base,
    seen=SCHEMA["resolving"].dtype,
    subject=SCHEMA["subjects"].dtype.base,
)
