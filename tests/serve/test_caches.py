"""Caches of the server: none grows with the number of different requests."""

from __future__ import annotations

import functools
import inspect
import subprocess
import sys
from itertools import product

import pytest

pytest.importorskip("fastapi", reason="needs the extra 'serve'")

from fs_env.drawing.gallery import cards
from fs_env.registry.games import GAMES
from fs_env.serve.web import reference

CODE = """
import functools, gc, inspect
import fs_env.serve.web.app, fs_env.cli, fs_env.cli.serve, fs_env.serve.table.bots
from fs_env.registry.games import GAMES, load_game
from fs_env.serve.web import reference
for game in GAMES:
    load_game(game), reference.gallery_page(game), reference.card_texts(game), reference.how_page(game, [*GAMES], {})
for one in gc.get_objects():
    if isinstance(one, functools._lru_cache_wrapper) and one.__module__.startswith("fs_env"):
        endless = one.cache_parameters()["maxsize"] is None and inspect.signature(one).parameters
        print(f"{one.__module__}.{one.__qualname__}", "endless" if endless else "bounded")
"""


@pytest.mark.slow
def test_caches__have_a_bound():
    """Every cache of a module that the server imports has a largest size, or is of a function without arguments."""
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, timeout=300, check=True)
    found = dict(line.split() for line in done.stdout.splitlines())
    assert len(found) > 30 and "fs_env.serve.web.reference._picture_of" in found
    assert [name for name, kind in found.items() if kind == "endless"] == []


def test_caches__after_many_requests():
    """Different addresses of one card or page share an entry, and what is not there takes none: caches have no more entries than there
    are cards, games and styles, whatever is asked for."""
    caches = [one for one in vars(reference).values() if isinstance(one, functools._lru_cache_wrapper)]
    assert len(caches) >= 4 and all(inspect.isfunction(one.__wrapped__) for one in caches)
    for one in caches:
        one.cache_clear()
    for k, game in product(range(2000), ("four_souls", "unknown")):
        place = f"player_{k % 9}:bomb" if k % 2 else f"place_{k}"
        reference.card_face(game, place, ("bomb", f"{k} as bomb", f"card_{k}")[k % 3])
        reference.card_texts(f"{game}_{k}")
        reference.gallery_page(f"{game}{k}")
    assert {one.__name__: one.cache_info().currsize for one in caches if one.cache_info().currsize} == {
        "_picture_of": 1
    }
    for game in GAMES:
        for entry in (found := cards(game)) and found.entries[:20] or ():
            assert reference.card_face(game, "nowhere", entry.id) == reference.card_face(game, f"shop:{entry.id}", "x")
