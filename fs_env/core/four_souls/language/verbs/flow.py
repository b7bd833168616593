"""Program flow: choices, jumps, rolls, lasting effects. The compiler writes these instructions for steps that are not
verbs; only `vote` is a word of cards."""

from __future__ import annotations

from typing import Any

from fs_env.core.four_souls.language.english.objects import phrase
from fs_env.core.four_souls.language.grammar import Clause, Unit, person
from fs_env.core.four_souls.language.nodes import Filter
from fs_env.core.four_souls.language.scope import Scope
from fs_env.core.four_souls.language.verb import instruction, verb

end = instruction("end")
"""The last instruction."""
commit = instruction("commit", runs=False)
"""Everything before it is announced on push, everything after it runs on resolution."""
jmp = instruction("jmp", "jump")
if_ = instruction("if", "cond who n jump")
may = instruction("may", "who jump")
mode = instruction("mode", "n")
"""Asks for one of n modes on push."""
ifmode = instruction("ifmode", "mode jump")
"""Jumps on resolution when another mode was chosen."""
unlessmode = instruction("unlessmode", "mode jump")
"""Jumps on announcement when another mode was chosen."""
target = instruction("target", "register filter who wanted doubles")
pick = instruction("pick", "register filter who")
number = instruction("number", "register low high ends_only")
cost = instruction("cost", "cost n receiver")
roll = instruction("roll", "table")
"""Always the last step."""
lasting = instruction("lasting", "lasting who n until ability object")
"""`who`: the players it concerns, or the register of a number that was named."""
still = instruction("still", "register filter doubles", runs=False)
"""A target of a dice line that was chosen before the roll (R17.2)."""


def _vote(scope: Scope, v: Any) -> Unit:
    if not isinstance(v.filter, Filter):
        scope.unknown(v.filter, "what is voted on")
    return (Clause(person("each player"), "name", phrase(scope, v.filter)),)


@verb("filter", _vote)
def vote(filter: Filter) -> None:
    """Each player names one match; a single maximum is the ``winner``."""


VERBS = (
    *(end, commit, jmp, if_, may, mode, ifmode, unlessmode, target, pick, number, cost, roll, lasting, still),
    vote,
)
__all__ = ["vote"]
