"""The contents of a page of a replay as differences, which compress to a fraction."""

from __future__ import annotations

from collections import deque
from itertools import compress, count, zip_longest
from operator import ne, sub
from typing import Any

COMPARED = 12  # parts of a name, one of which is the most similar to the next


def packed(film: dict[str, Any]) -> dict[str, Any]:
    """A film in the form of the page, which compresses to a fraction; `expand` of page.html is the inverse.

    Lines are sorted, since similar neighbours compress well. A part is [name, the number of parts back to the most similar one among the
    last ones of that name, lines at its beginning and at its end that both share, the lines between as differences]; a picture is the
    differences from the picture before it of that view.
    """
    order = sorted(range(len(film["lines"])), key=film["lines"].__getitem__)
    place = {line: k for k, line in enumerate(order)}
    last: dict[str, deque[int]] = {}
    parts: list[list[Any]] = []
    ids = [[place[line] for line in part[1:]] for part in film["parts"]]
    for k, ((name, *_), new) in enumerate(zip(film["parts"], ids, strict=True)):
        before = last.setdefault(name, deque(maxlen=COMPARED))
        shared = ((k - old, *_ends(ids[old], new)) for old in reversed(before))
        back, start, end = max(shared, key=lambda one: one[1] + one[2], default=(0, 0, 0))
        between = new[start : len(new) - end]
        parts.append([name, back, start, end, *map(sub, between, [0, *between])])
        before.append(k)
    rows = {name: _differences(film[name]) for name in ("pictures", "narrow")}
    return {**film, "lines": [film["lines"][line] for line in order], "parts": parts, **rows}


def _ends(old: list[int], new: list[int]) -> tuple[int, int]:
    start = _shared(old, new)
    return start, _shared(old[start:][::-1], new[start:][::-1])


def _shared(one: list[int], two: list[int]) -> int:
    return next(compress(count(), map(ne, one, two)), min(len(one), len(two)))


def _differences(pictures: list[list[list[int]]]) -> list[list[list[int]]]:
    before: list[list[list[int]]] = [[[] for _ in pictures[0]], *pictures]
    return [
        [[a - b for a, b in zip_longest(one, old[: len(one)], fillvalue=0)] for one, old in zip(row, last, strict=True)]
        for row, last in zip(pictures, before, strict=False)
    ]
