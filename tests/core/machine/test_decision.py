"""Decisions that games share: bits of ids, listed options and the names they bear, frames."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from fs_env.core.machine.compile.jit import Kernel, compiled
from fs_env.core.machine.declare.fields import Field, StateFields, as_records
from fs_env.core.machine.table.decision import (
    ASKED_AGAIN,
    DONE,
    NOT_LEGAL,
    frame_fields,
    id_fields,
    make_answers,
    make_frames,
    make_ids,
    make_options,
    option_fields,
)

GUARD, WHICH, FIRST_WHICH, N_WHICH = 4, 7, 90, 2
OPTIONS, FRAMES = 5, 2
LISTED = StateFields(
    "listed",
    [
        Field("outcome", "int16"),
        *option_fields(OPTIONS),
        *frame_fields(FRAMES, [Field("step", "int16"), Field("whom", "int8"), Field("reg", "int16", (3,))]),
    ],
)
kernel = Kernel(LISTED.dtype, acts="int16[::1]")
options = make_options(kernel, GUARD)
new_frame = make_frames(kernel, LISTED, GUARD, none=("whom", "reg"))


@kernel
def tens(s, k):
    return -1 if s.option[k] == 50 else s.option[k] // 10


@kernel
def thirties(s, option):
    return option // 10 == 3


answers = make_answers(kernel, id_of=tens, alike=thirties, which=WHICH, first_which=FIRST_WHICH, n_which=N_WHICH)


def offered(*found: int) -> Any:
    S = np.zeros(1, LISTED.dtype)
    S = S if compiled() else as_records(S)
    for option in found:
        options.offer(S[0], option)
    options.ask_for_option(S[0], 2, 1, 0, -1)
    return S


def legal(S: Any) -> list[int]:
    acts = np.zeros(20, np.int16)
    return acts[: answers.legal_options(S[0], acts)].tolist()


def number(S: Any, name: str) -> int:
    return int(S.view(np.ndarray)[name][0])


def test_offer__the_same_thing_twice() -> None:
    """It is one option."""
    S = offered(10, 20, 10)
    assert number(S, "n_options") == 2 and legal(S) == [1, 2]


def test_offer__more_than_the_list_holds() -> None:
    """The game ends by the guard, and nothing is written behind the list."""
    S = offered(*range(10, 10 + OPTIONS))
    assert number(S, "outcome") == 0
    options.offer(S[0], 99)
    assert number(S, "outcome") == GUARD and number(S, "n_options") == OPTIONS
    assert S.view(np.ndarray)["option"][0].tolist() == [10, 11, 12, 13, 14]


def test_offer_new__is_not_compared() -> None:
    """A new option comes last; where the list is full, the game ends by the guard like with any other."""
    S = offered(*range(10, 9 + OPTIONS))
    options.offer_new(S[0], 50)
    assert S.view(np.ndarray)["option"][0].tolist() == [10, 11, 12, 13, 50] and number(S, "outcome") == 0
    options.offer_new(S[0], 60)
    assert number(S, "outcome") == GUARD and number(S, "n_options") == OPTIONS


def test_ask__for_the_only_option() -> None:
    """It is taken at once, and no player is asked."""
    S = np.zeros(1, LISTED.dtype)
    S = S if compiled() else as_records(S)
    options.offer(S[0], 30)
    assert options.ask_for_option(S[0], 2, 1, 0, -1) == 1
    assert number(S, "answer") == 30 and number(S, "asked") == 0, "zeroed, as it was"
    options.offer(S[0], 31)
    assert options.ask_for_option(S[0], 2, 1, 0, -1) == 0 and number(S, "asked") == 2


def test_choose__a_name_that_is_not_offered() -> None:
    """Nothing changes."""
    S = offered(10, 20)
    before = S.tobytes()
    assert answers.choose_option(S[0], 3) == NOT_LEGAL and S.tobytes() == before


def test_choose__several_of_one_name() -> None:
    """A second question tells them apart, by their place among them; those beyond the ids for it cannot be named."""
    S = offered(10, 21, 22, 23)
    assert legal(S) == [1, 2]
    assert answers.choose_option(S[0], 2) == ASKED_AGAIN
    assert number(S, "shape") == WHICH and legal(S) == [FIRST_WHICH, FIRST_WHICH + 1]
    assert answers.choose_option(S[0], FIRST_WHICH + 1) == DONE and number(S, "answer") == 22


def test_choose__several_that_are_alike() -> None:
    """The first is taken without a second question."""
    S = offered(10, 31, 32)
    assert answers.choose_option(S[0], 3) == DONE
    assert (number(S, "answer"), number(S, "n_options")) == (31, 1)


def test_legal__an_option_without_a_name() -> None:
    """It is no action."""
    assert legal(offered(10, 50, 20)) == [1, 2]


def test_frames__begin_clean() -> None:
    """Nothing of an earlier frame is left; a full table ends the game by the guard and writes over the last frame."""
    S = np.zeros(1, LISTED.dtype)
    S.view(np.int8)[:] = 55
    S["n_frames"], S["outcome"] = 0, 0
    face = S if compiled() else as_records(S)
    assert [new_frame(face[0], 3), new_frame(face[0], 4)] == [0, 1]
    assert S["frames"][0, 1].tolist()[:1] == (4,) and S["frames"]["step"][0].tolist() == [0, 0]
    assert S["frames"]["whom"][0].tolist() == [-1, -1] and (S["frames"]["reg"][0] == -1).all()
    assert S["outcome"][0] == 0 and new_frame(face[0], 5) == FRAMES - 1
    assert (S["outcome"][0], S["n_frames"][0]) == (GUARD, FRAMES) and S["frames"]["kind"][0].tolist() == [3, 5]


def test_ids__are_a_bit_each() -> None:
    """Legal ids come in ascending order; what is out of range or not allowed is no answer, the highest id included."""
    state = StateFields("ids", [*id_fields()])
    made = make_ids(Kernel(state.dtype, acts="int16[::1]"), 63)
    S = np.zeros(1, state.dtype)
    S = S if compiled() else as_records(S)
    made.ask(S[0], 1, 2, 1 << 62 | 1 << 3 | 1)
    acts = np.zeros(63, np.int16)
    assert acts[: made.legal(S[0], acts)].tolist() == [0, 3, 62]
    assert [bool(made.allows(S[0], action)) for action in (0, 1, 3, 62, 63, -1)] == [
        True,
        False,
        True,
        True,
        False,
        False,
    ]


@pytest.mark.parametrize("number", [0, 64])
def test_ids__that_do_not_fit(number: int) -> None:
    """The error says how many there may be."""
    with pytest.raises(ValueError, match=f"{number} actions.*1 to 63"):
        make_ids(Kernel(StateFields("ids", [*id_fields()]).dtype), number)
