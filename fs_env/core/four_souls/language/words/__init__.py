# ruff: noqa: F403
"""The vocabulary of cards: heads, verbs, selectors, filters, numbers, conditions, durations.

A card module does ``from ...language.words import *`` and lists cards. Steps run in order; ``t=target(filter)`` names
what is chosen on push (``t, u, v, w``), ``pick(filter)`` what is chosen on resolution; a list is a sequence of steps.
The player who does something is "me" by default: the controller, the holder of a curse, the active player for other
monster-deck cards (R2.14).
"""

from fs_env.core.four_souls.language.verbs import decks, fight, hands, items, slots, stack
from fs_env.core.four_souls.language.verbs import flow as ordering
from fs_env.core.four_souls.language.verbs.decks import *
from fs_env.core.four_souls.language.verbs.fight import *
from fs_env.core.four_souls.language.verbs.flow import *
from fs_env.core.four_souls.language.verbs.hands import *
from fs_env.core.four_souls.language.verbs.items import *
from fs_env.core.four_souls.language.verbs.slots import *
from fs_env.core.four_souls.language.verbs.stack import *
from fs_env.core.four_souls.language.words import (
    costs,
    events,
    filters,
    flow,
    heads,
    lasting_effects,
    modifiers,
    selectors,
)
from fs_env.core.four_souls.language.words.costs import *
from fs_env.core.four_souls.language.words.events import *
from fs_env.core.four_souls.language.words.filters import *
from fs_env.core.four_souls.language.words.flow import *
from fs_env.core.four_souls.language.words.heads import *
from fs_env.core.four_souls.language.words.lasting_effects import *
from fs_env.core.four_souls.language.words.modifiers import *
from fs_env.core.four_souls.language.words.selectors import *

__all__ = (
    costs.__all__
    + events.__all__
    + filters.__all__
    + flow.__all__
    + heads.__all__
    + lasting_effects.__all__
    + modifiers.__all__
    + selectors.__all__
    + decks.__all__
    + fight.__all__
    + hands.__all__
    + items.__all__
    + ordering.__all__
    + slots.__all__
    + stack.__all__
)
