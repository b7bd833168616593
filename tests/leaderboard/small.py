"""A small field for tests: Castles of Caleira, a few deals, quick members."""

from __future__ import annotations

FIELD = """
version = 7
seeds = [11, 12]
[members.castles_of_caleira]
random = { kind = "random", spec = "random", digest = "a" }
heuristic = { kind = "heuristic", spec = "heuristic", digest = "b" }
passive = { kind = "passive", spec = "passive", slow = true, digest = "c" }
[[scenarios]]
name = "castles_2"
title = "Castles, 2 players"
game = "castles_of_caleira"
players = 2
opponents = ["random", "heuristic", "passive"]
deals = 3
slow_deals = 3
luck = true
[[scenarios]]
name = "castles_3"
title = "Castles, 3 players"
game = "castles_of_caleira"
players = 3
opponents = ["random", "heuristic"]
deals = 2
[[scenarios]]
name = "by_text"
title = "By text"
game = "castles_of_caleira"
track = "text"
players = 2
opponents = ["random", "heuristic"]
deals = 1
luck = true
[[scenarios]]
name = "later"
title = "Later"
game = "castles_of_caleira"
waits = "Not yet: nobody plays it."
"""
BOT = '''
def choose(view):
    """The first legal action."""
    return int(view.legal[0])


def broken(view):
    """Never an answer."""
    raise ValueError("no idea")
'''
