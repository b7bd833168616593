"""Refuses rooms with texts that only an item or a monster can have (R20.3)."""

from __future__ import annotations

from fs_env.core.four_souls.language.check import nodes_in
from fs_env.core.four_souls.language.codes import Cond, Event, Head, Static, Whom
from fs_env.core.four_souls.language.nodes import Card, CardError
from fs_env.core.four_souls.language.verb import Step

HEADS = (Head.ACTIVATED, Head.PAID, Head.WHEN)
OF_THE_ACTIVE_PLAYER = (
    *(Static.FIRST_ATTACK_ROLL_ATK, Static.LOOT_STEP, Static.OWN_LOOT_PLAYS, Static.OWN_ATTACKS),
    *(Static.ATTACKS_UNLIMITED, Static.OWN_PURCHASES, Static.PRICE, Static.DISCOUNT, Static.MUST_ATTACK_EACH_TURN),
    Static.FIRST_PRICE,
)
"""Continuous modifiers that a room can have for the active player."""
REACH: dict[Static, tuple[Whom, ...]] = {
    **dict.fromkeys(OF_THE_ACTIVE_PLAYER, (Whom.ME,)),
    Static.HP: (Whom.EACH_PLAYER, Whom.EACH_MONSTER),
    Static.ATK: (Whom.ME, Whom.EACH_PLAYER, Whom.EACH_MONSTER, Whom.FEWEST_SOULS),
    Static.EVASION: (Whom.EACH_MONSTER, Whom.MY_ATTACKED_MONSTER),
    Static.DOUBLE_REWARDS: (Whom.EACH_MONSTER,),
    Static.LOCK: (Whom.OTHERS,),
    **dict.fromkeys(
        (Static.NO_SOULS, Static.ATTACK_TAX, Static.ACTIVATION_LIMIT, Static.LOOT_PLAY_LIMIT, Static.GOALS),
        (Whom.EACH_PLAYER,),
    ),
}
"""Whom each continuous modifier that a room can have may concern."""
SUMMED = (
    *(Static.HP, Static.DISCOUNT, Static.NO_SOULS, Static.DOUBLE_REWARDS),
    *(Static.ATTACK_TAX, Static.ACTIVATION_LIMIT, Static.LOOT_PLAY_LIMIT, Static.GOALS),
)
"""Continuous modifiers of rooms that hold without a condition."""
NOT_OF_ROOMS = ("become", "become_soul", "destroy_this_first", "into_deck", "absorb", "set_amount")
"""Verbs about the card itself, or about an event that it replaces, which a room cannot have."""
OF_THE_CARD = (Event.VS_THIS, Event.HP_REACHES, Event.THIS_DIES, Event.REWARD_TAKEN, Event.THIS_ATTACKED)


def check_room(card: Card) -> None:
    """Raises CardError, naming the room, for a text that does nothing on a room."""

    def fail(what: str) -> None:
        raise CardError(f"card '{card.id}': {what}")

    for ability in card.abilities:
        if ability.head not in HEADS:
            fail(f"a room has no {ability.head.name.lower()}(...); write paid, activated, when or static")
        if ability.trigger.event in OF_THE_CARD:
            fail(f"'{ability.trigger.event.name.lower()}' happens to monsters; write monster_dies, attack_starts(me)")
        for node in nodes_in(ability.effect):
            if isinstance(node, Step) and node.verb.name in NOT_OF_ROOMS:
                fail(f"{node.verb.name} is not for rooms; to put the room into discard write discard_room(this)")
    for static in card.statics:
        change = static.modifier
        if change.static not in REACH:
            known = ", ".join(sorted(code.name.lower() for code in REACH))
            fail(
                f"a room cannot have the continuous modifier {getattr(change.static, 'name', 'rolls').lower()}; expected {known}"
            )
        elif change.whom not in REACH[change.static]:
            known = " or ".join(whom.name.lower() for whom in REACH[change.static])
            fail(f"{change.static.name.lower()} of a room concerns {change.whom.name.lower()}; expected {known}")
        if static.only is not None and static.only.cond != Cond.ALWAYS and change.static in SUMMED:
            fail(f"{change.static.name.lower()} of a room has no condition")


__all__ = ["check_room"]
