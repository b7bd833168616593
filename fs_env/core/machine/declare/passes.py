"""Rules by which a seat passes without being asked, as numbers: 0 for none, else 1 and the bits of the stops, which leave windows to it."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from ... import checks

if TYPE_CHECKING:
    from .spec import GameSpec

NONE = "none"  # the rule of every game by which nothing is passed
PASSES = 1


def rule_number(spec: GameSpec, passes: str | Collection[str]) -> int:
    if not isinstance(passes, str):
        try:
            return PASSES | sum(spec.stops[stop] for stop in set(passes))
        except TypeError:
            raise TypeError(f"passes={passes!r}: expected the name of a rule, or names of stops") from None
        except KeyError as error:
            raise ValueError(_unknown(spec, passes, error.args[0], spec.stops, "stops")) from None
    if passes == NONE:
        return 0
    if set(passes.split("+")) <= set(spec.stops):
        return rule_number(spec, passes.split("+"))
    if passes not in spec.passing_rules:
        raise ValueError(_unknown(spec, passes, passes, [NONE, *spec.passing_rules], "rules of passing"))
    return rule_number(spec, spec.passing_rules[passes])


def _unknown(spec: GameSpec, passes: object, name: str, known: Collection[str], what: str) -> str:
    return f"passes={passes!r}: the {what} of {spec.name} are {', '.join(known) or 'none at all'}{checks.suggestion(name, known)}"
