"""The schedules of tournaments, without the rules of a game: what reads results needs no compiled code."""

from collections.abc import Mapping
from math import comb
from typing import Any

ROUND_ROBIN, GAUNTLET, ALONE, LADDER = SCHEDULES = ("round-robin", "gauntlet", "alone", "ladder")


def uneven_groups(plan: Mapping[str, Any], slots: int) -> str:
    """A sentence where the games of a stored plan, of so many slots each, end before all groups of a fixed schedule have played equally
    often; else empty."""
    if plan.get("schedule") not in (ROUND_ROBIN, GAUNTLET, ALONE) or (plan.get("until") and slots == 1):
        return ""
    agents = len(plan["agents"])
    size = slots if plan["schedule"] == GAUNTLET else min(agents, slots)
    block = 1 if plan["schedule"] == ALONE or plan.get("side") or plan.get("rotate") is False else size
    groups = {GAUNTLET: agents - 1, ALONE: agents}.get(plan["schedule"], comb(agents, size))
    blocks = plan["games"] // block
    whole = -(-blocks // groups) * groups * block
    if blocks % groups == 0:
        return ""
    if blocks < groups:
        return f"{blocks} of {groups} groups were played; use --games {whole} for a whole round."
    return f"{blocks % groups} of {groups} groups played one deal more than the others; use --games {whole} for whole rounds."
