"""The record of one event, and the decorator of the kernels that write and read it as `happened`."""

import numpy as np

from fs_env.core.four_souls.state import STATE
from fs_env.core.machine.compile.jit import Kernel
from fs_env.core.machine.compile.memory import make_short_lived

HAPPENED = np.dtype(
    [
        ("event", "i8"),  # an Event
        ("subject", "i8"),  # the reference that listeners compare
        ("it", "i8"),  # the reference that the answers call "it"
        ("other", "i8"),  # the reference of the victim of damage dealt or of a kill
        ("amount", "i8"),  # points, cents or counters; 1 for an attack roll
        ("roll", "i8"),  # a final number or attack roll tag; where a number changed, the one before
        ("dealer", "i8"),  # the reference of who deals the damage or kills
        ("from_card", "i8"),  # an instance
        ("that", "i8"),  # the running number of an object
        ("cause", "i8"),  # the ability that must not answer itself
    ]
)
event_record = make_short_lived(HAPPENED)
kernel = Kernel(STATE.dtype, happened=HAPPENED)
