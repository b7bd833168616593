"""Pairs of arrays that are handed out and used again."""

import numpy as np

from fs_env.core.machine.run.ring import Ring


def numbered(made: list[int]) -> Ring:
    def make():
        made.append(len(made))
        return np.full(2, made[-1]), np.full(2, made[-1])

    return Ring(make, 3)


def test_ring__two_pairs_serve_who_holds_the_last_one_only():
    """A pair that was let go is used before a further one is made."""
    made: list[int] = []
    ring = numbered(made)
    held = ring.next()
    for _ in range(6):
        first, second = held
        held = ring.next()
        assert held[0] is not first
        assert held[1] is not second
    assert made == [0, 1]


def test_ring__what_is_in_use_is_never_handed_out_again():
    """A view of one array of a pair keeps both; more pairs than the ring has are made anew."""
    made: list[int] = []
    ring = numbered(made)
    views = [ring.next()[k % 2][1:] for k in range(5)]
    assert made == [0, 1, 2, 3, 4]
    assert [int(view[0]) for view in views] == [0, 1, 2, 3, 4]
    views[4] = views[0]
    assert int(ring.next()[0][0]) == 4
