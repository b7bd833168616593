"""What the generated pages show of Betrayal at Baldur's Gate: cards, events, tiles, adventurers and haunts."""

from fs_env.cli.part import Pages, numbered
from fs_env.core.betrayal import tables as T
from fs_env.core.betrayal.actions import TABLE
from fs_env.core.betrayal.content.adventurers import ADVENTURERS
from fs_env.core.betrayal.language.codes import Harm, Token, Trait
from fs_env.core.betrayal.language.haunts import Goal
from fs_env.core.betrayal.observation.facts import FACTS, LEFT_OUT
from fs_env.core.betrayal.view.frames import WAYS

PAGES = Pages(
    facts=FACTS,
    left_out=LEFT_OUT,
    names={
        "adventurer": numbered(row.name for row in ADVENTURERS),
        "card": numbered(card.name for card in T.POSSESSIONS),
        "event": numbered(event.name for event in T.EVENTS),
        "tile": numbered(tile.name for tile in T.TILES),
        "haunt": numbered(haunt.name for haunt in T.HAUNTS),
        "goal": {int(goal): goal.name.lower() for goal in Goal},
        "trait": {int(trait): trait.name.lower() for trait in Trait},
        "harm": {int(harm): harm.name.lower() for harm in Harm},
        "way": numbered(WAYS),
    },
    codes=(Token,),
    actions=TABLE,
)
