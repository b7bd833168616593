"""Decisions: which seat is asked, about what, and which answers there are; and the frames that continue after the answer.

With at most 63 action ids in the whole game, `id_fields` and `make_ids` store the legal ones as one bit each. Otherwise
`option_fields` and `make_options` list answers as references of the game, with one action id for each; a second
question distinguishes options of one name. A frame (`frame_fields`, `make_frames`) remembers where the rules stopped to ask: the
rules continue with the innermost one and end it by `s.n_frames -= 1`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from ..compile.jit import Kernel
from ..declare.fields import Field, Records, StateFields
from .shared import GIVEN, Shared

NONE = -1
DONE, NOT_LEGAL = 0, 1  # as a game's `step` returns them
ASKED_AGAIN = 3  # what `choose_option` returns when several options have the name
MOST_IDS = 63

ids, options, answers = Shared(), Shared(), Shared()
NUM_ACTIONS: Any = GIVEN
CAPACITY: Any = GIVEN  # options of a decision
GUARD: Any = GIVEN  # outcome of a game whose tables are full
WHICH: Any = GIVEN  # shape of the question which of several options with one name is meant
FIRST_WHICH: Any = GIVEN  # id of the first of several
N_WHICH: Any = GIVEN  # how many of them have an id
id_of: Any = GIVEN
alike: Any = GIVEN


def id_fields() -> Sequence[Field]:
    return (
        Field("allowed", "int64", (), "legal actions of the pending decision, one bit per id"),
        Field("asked", "int8", (), "seat asked or NONE when over"),
        Field("question", "int8", (), "Question"),
    )


def make_ids(kernel: Kernel, num_actions: int) -> Any:
    """The kernels of decisions between action ids: `ask`, `allows`, `legal`."""
    if not 1 <= num_actions <= MOST_IDS:
        raise ValueError(f"{num_actions} actions do not fit into bits: expected 1 to {MOST_IDS}, or list the options")
    return ids.make(kernel, NUM_ACTIONS=num_actions)


def option_fields(capacity: int) -> Sequence[Field]:
    return (
        Field("asked", "int16", (), "player asked or NONE"),
        Field("question", "int16", (), "Question"),
        Field("shape", "int16", (), "Shape: how the options are named"),
        Field("asking_card", "int16", (), "instance that asks or NONE"),
        Field("option", "int16", (capacity,), "options of the decision"),
        Field("n_options", "int16", (), "how many"),
        Field("answer", "int16", (), "the chosen option"),
    )


def make_options(kernel: Kernel, guard: int) -> Any:
    """The kernels that offer options and ask for one of them: `clear`, `offer`, `offer_new`, `put_question`, `ask_for_option`."""
    fields: Any = kernel.dtype.fields if kernel.dtype is not None else {}
    return options.make(kernel, CAPACITY=int(fields["option"][0].shape[0]), GUARD=int(guard))


def make_answers(
    kernel: Kernel, *, id_of: Callable[..., Any], alike: Callable[..., Any], which: int, first_which: int, n_which: int
) -> Any:
    """The kernels that turn listed options into action ids and back: `legal_options`, `choose_option`.

    Args:
        kernel: the game's decorator, which takes a parameter `acts`; its state has the fields of `option_fields`.
        id_of: a kernel `(s, k)` that returns the id of the k-th option, -1 for none.
        alike: a kernel `(s, option)` that returns whether the options with its name are interchangeable, so that no player is
            asked which one is meant.
        which: the shape of the question which of several options with one name is meant.
        first_which, n_which: the id of "the first of several", and how many ids there are for them.
    """
    given = {"WHICH": int(which), "FIRST_WHICH": int(first_which), "N_WHICH": int(n_which)}
    return answers.make(kernel, id_of=id_of, alike=alike, **given)


def frame_fields(depth: int, fields: Sequence[Field | Records]) -> Sequence[Field | Records]:
    kind = Field("kind", "int8", (), "Frame")
    return (
        Records("frames", depth, [kind, *fields], "continuation frames, innermost last"),
        Field("n_frames", "int16", (), "frames in use"),
    )


def make_frames(kernel: Kernel, state: StateFields, guard: int, none: Collection[str] = ()) -> Callable[..., Any]:
    """A kernel `new_frame(s, kind)` that starts a frame and returns its index; a full table ends the game.

    Its source is generated from the fields of a frame: nothing of an earlier frame is left in a new one.

    Args:
        kernel: the game's decorator; its state has the fields of `frame_fields` and `outcome`.
        state: the fields of the state.
        guard: the outcome of a game whose table of frames is full.
        none: fields that start at -1; the others start at 0.
    """
    table = next(field for field in state.fields if field.name == "frames")
    assert isinstance(table, Records)
    depth = table.shape[0]
    lines = [
        "def new_frame(s, kind):",
        '    """Starts a continuation frame and returns its index; a full table ends the game by the guard."""',
        "    f = int(s.n_frames)",
        f"    if f == {depth}:",
        f"        s.outcome = {int(guard)}",
        f"        f = {depth - 1}",
        "        s.n_frames -= 1",
        "    s.n_frames += 1",
        "    frame = s.frames[f]",
        "    frame.kind = kind",
    ]
    for field in table.fields[1:]:
        every = f"[{', '.join(':' for _ in field.shape)}]" if field.shape else ""
        lines.append(f"    frame.{field.name}{every} = {NONE if field.name in none else 0}")
    lines.append("    return f")
    names: dict[str, Any] = {"__name__": __name__}
    exec("\n".join(lines), names)  # the text contains only field names, which fields.py has checked
    return kernel(names["new_frame"])


@ids
def ask(s, seat, question, allowed):
    """Asks a seat; `allowed` are the legal ids, a bit each."""
    s.asked = seat
    s.question = question
    s.allowed = allowed


@ids
def allows(s, action):
    return action >= 0 and action < NUM_ACTIONS and (s.allowed >> action) & 1 != 0


@ids
def legal(s, acts):
    """Writes the legal ids, ascending, and returns how many."""
    n = 0
    left = s.allowed
    action = 0
    while left:
        if left & 1:
            acts[n] = action
            n += 1
        left >>= 1
        action += 1
    return n


@options
def clear(s):
    s.n_options = 0


@options
def offer(s, option):
    """Adds an option, once; a list that is full ends the game by the guard."""
    for k in range(s.n_options):
        if s.option[k] == option:
            return
    offer_new(s, option)


@options
def offer_new(s, option):
    """Adds an option that is not among them; a list that is full ends the game by the guard."""
    if s.n_options == CAPACITY:
        s.outcome = GUARD
        return
    s.option[s.n_options] = option
    s.n_options += 1


@options
def put_question(s, seat, question, shape, card):
    """Asks a seat for one of the options, also for a single one: where it must not be seen who has more."""
    s.asked = seat
    s.question = question
    s.shape = shape
    s.asking_card = card
    s.answer = NONE


@options
def ask_for_option(s, seat, question, shape, card):
    """Asks a seat for one of the options, or takes a single one at once; returns 1 when `answer` is set already."""
    if s.n_options == 1:
        s.answer = s.option[0]
        return 1
    put_question(s, seat, question, shape, card)
    return 0


@answers
def id_of_option(s, k):
    if s.shape == WHICH:
        return FIRST_WHICH + k if k < N_WHICH else NONE
    return id_of(s, k)


@answers
def legal_options(s, acts):
    """Writes the action ids of the options, each once, and returns how many."""
    n = 0
    for k in range(s.n_options):
        action = id_of_option(s, k)
        known = action == NONE
        for i in range(n):
            known = known or acts[i] == action
        if not known:
            acts[n] = action
            n += 1
    return n


@answers
def choose_option(s, action):
    """Answers a question with an id; returns DONE, NOT_LEGAL, or ASKED_AGAIN where several options of that name are not alike."""
    hits, first = 0, NONE
    for k in range(s.n_options):
        if id_of_option(s, k) == action:
            first = k if hits == 0 else first
            hits += 1
    if hits == 0:
        return NOT_LEGAL
    if hits > 1 and alike(s, s.option[first]):
        s.option[0] = s.option[first]
        s.n_options = 1
        s.answer = s.option[0]
        return DONE
    n = 0
    for k in range(s.n_options):
        if id_of_option(s, k) == action:
            s.answer = s.option[k]
            s.option[n] = s.option[k]
            n += 1
    s.n_options = n
    if hits > 1:
        s.shape = WHICH
        s.answer = NONE
        return ASKED_AGAIN
    return DONE
