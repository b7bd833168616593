"""Items (R2.A): gaining, destroying, stealing, swapping, recharging and rerolling them."""

from fs_env.core.four_souls.language.codes import NONE, Deck, Event
from fs_env.core.four_souls.rules.souls import check_bonus, gain_soul, replacement
from fs_env.core.four_souls.rules.zones import draw_top, enter_play, leave_play, listen, move, to_pile, wear
from fs_env.core.four_souls.state import Zone, kernel
from fs_env.core.four_souls.tables import C_SOULS


@kernel
def gain_item(s, inst, p):
    enter_play(s, inst, Zone.ITEM, p)
    check_bonus(s)


@kernel
def gain_treasure(s, p, n):
    """Player p gains the top n treasure cards one by one (R2.1, R15.11)."""
    for _ in range(n):
        inst = draw_top(s, Deck.TREASURE)
        if inst == NONE or s.outcome != 0:
            return
        gain_item(s, inst, p)


@kernel
def destroy_item(s, inst, beside):
    """Destroys an item in play; returns 1 if it happened. beside = 1 keeps it beside the stack for its own roll (R9.13)."""
    if s.zone[inst] != Zone.ITEM or s.eternal[inst] == 1:
        return 0
    p = int(s.owner[inst])
    soul = replacement(s, Event.WOULD_BE_DESTROYED, inst) != NONE
    value = int(C_SOULS[s.face[inst]])
    leave_play(s, inst)
    if soul:  # The Chest (R19.7)
        s.soul_value[inst] = max(1, value)
        gain_soul(s, inst, p)
    elif beside == 1:
        move(s, inst, Zone.BESIDE, p)
    else:
        to_pile(s, inst)
    check_bonus(s)
    return 1


@kernel
def change_control(s, inst, p):
    """Gives an item in play to another player, as the same object (R2.22); returns 1 if it happened."""
    if s.zone[inst] != Zone.ITEM or s.eternal[inst] == 1:
        return 0
    s.owner[inst] = p
    s.dirty = 1
    check_bonus(s)
    return 1


@kernel
def set_turned(s, inst, turned):
    """Turns an item or character sideways (1) or upright (0)."""
    if s.zone[inst] == Zone.ITEM or s.zone[inst] == Zone.CHARACTER:
        s.turned[inst] = turned


@kernel
def become(s, inst, face, until_eot):
    """An item in play takes over another card's text (ER-10)."""
    if s.zone[inst] != Zone.ITEM:
        return
    listen(s, inst, -1)
    wear(s, inst, face)
    s.face_until[inst] = until_eot
    listen(s, inst, 1)
    check_bonus(s)
