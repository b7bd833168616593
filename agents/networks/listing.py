"""Lists the inputs of an observation."""

import numpy as np

from fs_env.agents.networks.header import ENTRY_WIDTH, MOST, WIDEST, Entry, Head
from fs_env.agents.networks.layers import FastKernel
from fs_env.agents.networks.recurrence import WIDEST as WIDEST_STATE
from fs_env.core.machine.compile.memory import floats_at, make_uninitialised, places_at

WORK = np.dtype(
    [
        ("n", "i8"),
        ("index", "i4", (MOST,)),
        ("amount", "f4", (MOST,)),
        ("units", "f4", (WIDEST,)),
        ("level", "f4", (WIDEST,)),  # of the units of the layer before that are positive
        ("active", "i4", (WIDEST,)),  # which ones they are
        ("recurrent_state", "f4", (WIDEST_STATE,)),  # what the policy reads
    ],
    align=True,
)
kernel = FastKernel(
    None,
    obs="int16[::1]",
    acts="int16[::1]",
    memory="int64[::1]",
    weights="float32[::1]",
    head="int64[::1]",
    units="float32[::1]",
    work=WORK,
    amount="float32",
    sign="float32",
    shown="int16[::1]",
    sums="int32[::1]",
    usual="int16[::1]",
    indices="int32[::1]",
    amounts="float32[::1]",
    recurrent_state="float32[::1]",
)
new_work = make_uninitialised(WORK)
ONE = np.float32(1)


@kernel
def put(work, index, amount):
    if work.n < MOST:
        work.index[work.n] = index
        work.amount[work.n] = amount
        work.n += 1


@kernel
def add_entry(obs, head, work, k, shift, sign):
    """Adds the inputs of one entry to the list, their places moved on by `shift`, their amounts times `sign`."""
    n, at = int(head[Head.ENTRIES]), k * ENTRY_WIDTH
    entries = places_at(head[Head.ENTRIES_AT], n * ENTRY_WIDTH)
    value = int(obs[entries[at + Entry.PLACE]])
    if k >= head[Head.SINGLE]:
        second = int(obs[entries[at + Entry.OTHER]]) - int(entries[at + Entry.OTHER_LOW])
        size = int(entries[at + Entry.OTHER_SIZE])
        value = value * size + min(max(second, 0), size - 1)
    if value == entries[at + Entry.COMMON]:
        return
    number = int(entries[at + Entry.NUMBER])
    if number >= 0:
        size_of, base_of = floats_at(head[Head.SIZES_AT], 65536), floats_at(head[Head.BASES_AT], n)
        put(work, number + shift, (size_of[value & 65535] - base_of[k]) * sign)
    row = value - int(entries[at + Entry.LOW])
    if 0 <= row < entries[at + Entry.COUNT]:
        index = int(places_at(head[Head.ROWS_AT], head[Head.ROWS])[int(entries[at + Entry.FIRST]) + row])
        if index >= 0:
            put(work, index + shift, sign)


@kernel
def add_inputs(obs, head, work, shift):
    for k in range(int(head[Head.ENTRIES])):
        add_entry(obs, head, work, k, shift, ONE)


@kernel
def list_inputs(obs, head, work):
    work.n = 0
    add_inputs(obs, head, work, 0)
