"""The decorator of tests over many cases: it names each case that fails, and no case is a failure."""

import pytest

from tests.every import SHOWN, every


def test_every__case_that_fails_is_named():
    """The cases after one that fails are looked at, an error counts as a failure, and a tuple is several arguments."""
    seen = []

    @every([(4, 2), (5, 2), (1, 0), (6, 3)], lambda case: f"{case[0]} by {case[1]}")
    def test_even(number, by):
        """The sentence."""
        seen.append(number)
        assert number % by == 0, "a rest"

    with pytest.raises(AssertionError) as told:
        test_even()
    lines = str(told.value).splitlines()
    assert seen == [4, 5, 1, 6] and lines[0] == "2 of 4 cases fail:"
    assert lines[1].startswith("5 by 2: AssertionError: a rest") and "1 by 0: ZeroDivisionError" in str(told.value)
    assert test_even.__name__ == "test_even" and test_even.__doc__ == "The sentence."


def test_every__no_case_is_a_failure():
    """A list that has become empty is noticed; of very many failures the number is told."""
    with pytest.raises(AssertionError, match="no case"):
        every([])(print)()
    with pytest.raises(AssertionError, match=f"and {200 - SHOWN} more"):
        every(range(200))(lambda case: 1 // 0)()
