# ruff: noqa: F403
"""The vocabulary cards are written in: heads, verbs, selectors, filters, numbers, conditions, durations.

A card module does ``from ...language.words import *`` and lists cards. Steps run in order; ``t=target(filter)`` names
what is chosen on push (``t, u, v, w``), ``pick(filter)`` what is chosen on resolution; a list is a sequence of steps.
Who does something is "me" unless said: the controller, the holder of a curse, the active player for other
monster-deck cards (R2.14).
"""

from __future__ import annotations

from fs_env.core.four_souls.language.words import (
    costs,
    events,
    filters,
    flow,
    heads,
    lasting_effects,
    modifiers,
    selectors,
    verbs_cards,
    verbs_fight,
)
from fs_env.core.four_souls.language.words.costs import *
from fs_env.core.four_souls.language.words.events import *
from fs_env.core.four_souls.language.words.filters import *
from fs_env.core.four_souls.language.words.flow import *
from fs_env.core.four_souls.language.words.heads import *
from fs_env.core.four_souls.language.words.lasting_effects import *
from fs_env.core.four_souls.language.words.modifiers import *
from fs_env.core.four_souls.language.words.selectors import *
from fs_env.core.four_souls.language.words.verbs_cards import *
from fs_env.core.four_souls.language.words.verbs_fight import *

__all__ = (
    costs.__all__
    + events.__all__
    + filters.__all__
    + flow.__all__
    + heads.__all__
    + lasting_effects.__all__
    + modifiers.__all__
    + selectors.__all__
    + verbs_cards.__all__
    + verbs_fight.__all__
)
