"""Threads that help the learner: what is divided is done once and whole, in any number of parts, and errors come through."""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest

torch = pytest.importorskip("torch")
from fs_env.training.networks import sum_rows  # noqa: E402
from fs_env.training.networks.helpers import HELPERS, Helpers  # noqa: E402


@pytest.fixture
def helpers() -> Iterator[Helpers]:
    before = HELPERS.number
    yield HELPERS
    HELPERS.use(before)


@pytest.mark.parametrize("bounds", [(0, 64), (0, 10, 64), (0, 0, 5, 9)])
def test_divide__does_every_part_once(helpers, bounds):
    helpers.use(len(bounds) - 2)
    done: Counter[tuple[int, int]] = Counter()
    lock = threading.Lock()

    def note(begin: int, end: int) -> None:
        with lock:
            done[begin, end] += 1

    helpers.divide(note, bounds)
    assert done == Counter(pairwise(bounds))


@pytest.mark.parametrize(
    ("places", "parts", "bounds"),
    [
        ([0, 1, 2, 3, 4, 5, 6, 7], 1, [0, 9]),
        ([0, 1, 2, 3, 4, 5, 6, 7], 2, [0, 4, 9]),
        ([7, 7, 7, 7, 0, 1, 2, 3], 2, [0, 7, 9]),
        ([0, 8, 8, 8, 8, 8, 8, 0], 2, [0, 8, 9]),
        ([5, 5, 5, 5], 3, [0, 5, 5, 9]),
        ([], 3, [0, 8, 8, 9]),
    ],
)
def test_parts__hold_as_many_places_each(places, parts, bounds):
    """Ranges of nine places are cut where half of those that are used, or a third, come before, or fewer where one is used more often."""
    assert sum_rows.equal_parts(np.array(places, np.int64), 9, parts) == bounds


def test_divide__does_not_wait_for_a_busy_helper(helpers):
    helpers.use(1)
    free, done = threading.Event(), []
    busy = helpers.pool.submit(free.wait, 30)
    helpers.divide(lambda begin, end: done.append((begin, end, threading.current_thread().name)), (0, 16, 32))
    assert not busy.done()
    free.set()
    here = threading.current_thread().name
    assert sorted(done) == [(0, 16, here), (16, 32, here)]


def test_divide__raises_the_error_of_a_thread(helpers):
    """Two parts that wait for each other run at the same time; an error in a part is raised, also by a helper."""
    helpers.use(1)
    both = threading.Barrier(2, timeout=30)

    def fail(begin: int, end: int) -> None:
        both.wait()
        if begin:
            raise ArithmeticError(f"from {begin}")

    with pytest.raises(ArithmeticError, match="from 16"):
        helpers.divide(fail, (0, 16, 32))


@pytest.mark.parametrize("number", [0, 1, 2])
def test_ahead__keeps_the_order(helpers, number):
    """Whatever the number of helpers, what is made comes in the order of the items; of none comes none."""
    helpers.use(number)
    assert list(helpers.ahead(lambda k: k * k, range(7))) == [0, 1, 4, 9, 16, 25, 36]
    assert list(helpers.ahead(abs, ())) == []


def test_ahead__makes_the_next_meanwhile(helpers):
    """While the first is used, the second is made; the third is not begun."""
    helpers.use(1)
    begun = [threading.Event() for _ in range(3)]
    made = helpers.ahead(lambda k: begun[k].set(), range(3))
    next(made)
    assert begun[1].wait(30) and not begun[2].is_set()
    list(made)
    assert begun[2].is_set()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_fork__has_helpers_of_its_own(helpers):
    """A process that was forked does not wait for threads that only its parent has."""
    helpers.use(1)
    both = threading.Barrier(2, timeout=30)
    helpers.divide(lambda begin, end: both.wait(), (0, 16, 32))
    child = os.fork()
    if not child:
        found = threading.Barrier(2, timeout=30)
        try:
            helpers.divide(lambda begin, end: found.wait(), (0, 16, 32))
        except BaseException:
            os._exit(1)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0


def test_gradient__is_the_same_in_any_number_of_parts(helpers, monkeypatch):
    """The gradient of a first layer: bit by bit the same, and with helpers in as many parts as there are threads."""
    rng = np.random.default_rng(4)
    lengths = rng.integers(0, 12, 30)
    firsts = torch.from_numpy(lengths.cumsum() - lengths)
    inputs = torch.from_numpy(rng.integers(0, 50, lengths.sum()))
    amounts = torch.from_numpy(rng.normal(size=lengths.sum()).astype(np.float32))
    pull = torch.from_numpy(rng.normal(size=(30, 72)).astype(np.float32))
    parts: list[tuple[int, int]] = []
    real = sum_rows.add_gradient

    def counted(*given: object) -> None:
        parts.append(given[-2:])
        real(*given)

    monkeypatch.setattr(sum_rows, "add_gradient", counted)
    found = []
    for number in (0, 1, 3):
        helpers.use(number)
        parts.clear()
        weights = torch.zeros(50, 72, requires_grad=True)
        (sum_rows.SumRows.apply(weights, inputs, amounts, firsts) * pull).sum().backward()
        assert len(parts) == number + 1
        found.append(weights.grad)
    rows = np.repeat(np.arange(30), lengths)
    wanted = np.zeros((50, 72))
    np.add.at(wanted, inputs.numpy(), amounts.numpy()[:, None].astype(float) * pull.numpy()[rows])
    np.testing.assert_allclose(found[0], wanted, rtol=1e-4, atol=1e-4)
    assert all(torch.equal(found[0], one) for one in found[1:])
