"""Compiled players: their address, their memory, the built-in random one, and the entry's calls of them."""

import os
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest

from fs_env.core.machine.compile.jit import compiled
from fs_env.core.machine.run.policy import RANDOM
from fs_env.core.machine.run.policy_call import RANDOM_ADDRESS, pick_ascending
from fs_env.core.machine.table.rng import pick, pick_int
from tests.core.machine.nim import GAME
from tests.core.machine.players import BY_SEED, TAKE_MOST, policy_kernel

OBS = np.zeros(GAME.schema.size, np.int16)


def ids(*acts):
    return np.array(acts, np.int16)


def test_act__answers_and_remembers():
    memory = TAKE_MOST.new_memory(5)
    assert memory.tolist() == [5, 0, 0]
    seen = np.full(GAME.schema.size, 21, np.int16)
    assert TAKE_MOST.act(seen, ids(3, 0, 2, 1), memory) == 2
    assert TAKE_MOST.act(seen, ids(1, 0, 3), memory) == 1
    assert memory.tolist() == [5, 2, 21]


def test_act__forced_decision_is_not_put_to_the_policy():
    """With one legal id it is the answer, and the memory stays."""
    memory = TAKE_MOST.new_memory(5)
    assert TAKE_MOST.act(OBS, ids(3), memory) == 3
    assert memory.tolist() == [5, 0, 0]


@pytest.mark.parametrize(
    ("obs", "acts", "memory", "told"),
    [
        (OBS.astype(np.int64), ids(0, 1), np.zeros(3, np.int64), "obs is int64: expected a contiguous array of int16"),
        (OBS, np.array([0, 1]), np.zeros(3, np.int64), "acts is int64: expected a contiguous array of int16"),
        (OBS, ids(0, 1), np.zeros(6, np.int64)[::2], "memory is int64: expected a contiguous array of int64"),
        (OBS, ids(), np.zeros(3, np.int64), "0 legal ids and 3 words of memory"),
        (OBS, ids(0, 1), np.zeros(2, np.int64), "2 legal ids and 2 words of memory: policy 'take_most' needs"),
    ],
)
def test_act__refuses_other_arrays(obs, acts, memory, told):
    with pytest.raises(ValueError, match=told):
        TAKE_MOST.act(obs, acts, memory)


def test_random__does_not_depend_on_the_order_of_ids():
    """The random player's answer follows from seed, number of choices and the set of ids."""
    first, second = RANDOM.new_memory(11), RANDOM.new_memory(11)
    for n in range(2, 40):
        acts = np.arange(n, dtype=np.int16) * 3
        assert RANDOM.act(OBS, acts, first) == RANDOM.act(OBS, acts[::-1].copy(), second)
    assert first.tolist() == second.tolist() == [11, 38]


@pytest.mark.parametrize("seed", [0, 1, 2**63 - 1, -3])
def test_random__python_and_compiled_agree(seed):
    """The built-in player of the compiled entry answers as `act` and as `pick` do."""
    memory, plain = RANDOM.new_memory(seed), RANDOM.new_memory(seed)
    for n in range(2, 60):
        acts = np.roll(np.arange(n, dtype=np.int16), 5)
        assert pick_int(seed, n, n) == pick(seed, n, n)
        assert RANDOM.act(OBS, acts, plain) == pick_ascending(acts, n, memory)
        assert acts.tolist() == list(range(n)), "the ids are sorted, none is lost"
    assert memory.tolist() == plain.tolist()


def test_random__is_uniform():
    """Each of five ids is chosen about equally often (chi-squared with 4 degrees of freedom, p > 0.001)."""
    memory = RANDOM.new_memory(2)
    counts = Counter(RANDOM.act(OBS, ids(4, 2, 0, 3, 1), memory) for _ in range(5000))
    assert set(counts) == set(range(5))
    assert sum((c - 1000) ** 2 / 1000 for c in counts.values()) < 18.5


def test_address__is_made_once_and_distinct():
    assert TAKE_MOST.address == TAKE_MOST.address != BY_SEED.address
    assert RANDOM.address == RANDOM_ADDRESS
    assert min(TAKE_MOST.address, BY_SEED.address) > RANDOM_ADDRESS


@pytest.mark.slow
@pytest.mark.skipif(not compiled(), reason="nothing is compiled under NUMBA_DISABLE_JIT")
def test_address__is_loaded_by_another_process(tmp_path):
    """A second process compiles nothing; another kernel of the same name, as of a notebook, is compiled anew. Who waits for that
    is told so on standard error, each time; what is loaded comes without a word."""
    code = (
        "import numpy as np\n"
        "from fs_env.core.machine.compile import notice\n"
        "notice.PATIENCE = notice.TICK = 0.001\n"
        "from fs_env.core.machine.run.policy import Policy\n"
        "from tests.core.machine.players import policy_kernel\n"
        "for place in {}:\n"
        "    space = {{'policy_kernel': policy_kernel}}\n"
        "    exec(f'@policy_kernel\\ndef answer(obs, acts, n, memory):\\n    return int(acts[{{place}}])', space)\n"
        "    p = Policy('same_name', 'nim', space['answer'], 2)\n"
        "    told = p.act(np.zeros(9, np.int16), np.array([7, 5], np.int16), p.new_memory(1))\n"
        "    print(told, p._callback.cache_hits)"
    )
    told, waited = [], []
    for places in ([0], [0, 1, 0]):
        environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
        command = [sys.executable, "-c", code.format(places)]
        made = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
        told += made.stdout.splitlines()
        waited.append(made.stderr.count("compiling the bot same_name: "))
    assert told == ["7 0", "7 1", "5 0", "7 1"] and waited == [1, 1]


@pytest.mark.skipif(not compiled(), reason="nothing is compiled under NUMBA_DISABLE_JIT")
def test_kernels__have_one_signature():
    """Playing and asking compiles each policy once."""
    TAKE_MOST.act(OBS, ids(0, 1), TAKE_MOST.new_memory(0))
    assert max(policy_kernel.signatures().values()) <= 1
