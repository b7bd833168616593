"""Decisions of many games that agents answer in batches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import index
from time import perf_counter
from typing import Any

from fs_env.arena.match import AgentFailed, Question, Reply, fault_text, who
from fs_env.arena.referee import NOBODY, OutOfReach

AT_ONCE = 256  # games of one process, at most, whose decisions are answered together
Asking = Callable[[int, int], None]
"""Called with a seat and the number of decisions that its agent is asked for, and with `NOBODY` and 0 afterwards."""


def answer_all(questions: Sequence[Question], asking: Asking | None = None) -> list[Reply]:
    """The replies to questions, in their order; each agent is asked once for all of its own. An agent that fails is asked again for
    one decision at a time, so that only those at which it fails are lost.

    Raises:
        OutOfReach: what answers for an agent cannot be reached.
    """
    groups: dict[int, list[int]] = {}
    for number, question in enumerate(questions):
        groups.setdefault(id(question.agent), []).append(number)
    replies: dict[int, Reply] = {}
    for numbers in groups.values():
        replies |= zip(numbers, ask_together([questions[number] for number in numbers], asking))
    return [replies[number] for number in range(len(questions))]


def ask_together(questions: Sequence[Question], asking: Asking | None) -> list[Reply]:
    agent: Any = questions[0].agent
    number, begun = len(questions), perf_counter()
    try:
        if asking is not None:
            asking(questions[0].view.seat, number)
        actions = list(map(index, agent.act_batch([question.view for question in questions])))
        fault = f"act_batch answered {len(actions)} of {number} decisions" if len(actions) != number else ""
    except (KeyboardInterrupt, OutOfReach):
        raise
    except BaseException as error:
        if number > 1:
            return [reply for question in questions for reply in ask_together([question], asking)]
        fault = f"failed: {fault_text(error)}"
    finally:
        if asking is not None:
            asking(NOBODY, 0)
    took = (perf_counter() - begun) / number
    if fault:
        seats = [(question.view.seat, question.seed) for question in questions]
        return [(AgentFailed(f"{who(agent, seat, seed)}: {fault}", seat), took) for seat, seed in seats]
    return [(action, took) for action in actions]
