"""Values of fights and of the rest of a turn in a position, always from the point of view of the bot."""

from fs_env.agents.heuristic.board import (
    active_player,
    can_attack,
    can_be_attacked,
    dying,
    final,
    owner_of,
    shown_by,
    top_monster,
    zone_of,
)
from fs_env.agents.heuristic.card_facts import FLAGS, HAND, PLAY_RATING, REWARD_RATING, SOULS
from fs_env.agents.heuristic.fights import win
from fs_env.agents.heuristic.possessions import item, rated, souls
from fs_env.agents.heuristic.scratch import kernel
from fs_env.agents.heuristic.weights import Weight
from fs_env.core.four_souls.language.codes import NONE
from fs_env.core.four_souls.state import SLOTS, Zone
from fs_env.core.four_souls.tables import C_ATK, C_EVASION, C_HP, C_LOOT, MONSTER_CARDS, CardFlag

SAMPLE = 20  # cards of the monster deck that represent all of them


@kernel
def souls_of(s, obs, card):
    ap = active_player(obs)
    return s.part[ap] * souls(s, obs, ap, int(SOULS[card])) if SOULS[card] > 0 else 0.0


@kernel
def rated_reward(s, obs, card):
    return souls_of(s, obs, card) + s.part[active_player(obs)] * REWARD_RATING[card]


@kernel
def fight(s, obs, k, slot, hp, atk, rolls, hurt, evasion, shown):
    """Value of a fight of player k against the monster of a slot before it begins, with changes as in `win`, damage `hurt` to the
    monster and a change of its `evasion`."""
    p = win(
        s, obs, k, shown_by(obs, slot), obs.slots[slot].hp - hurt, obs.slots[slot].attack,
        obs.slots[slot].evasion + evasion, hp, atk, rolls, shown,
    )  # fmt: skip
    return p * s.reward[slot] - (1.0 - p) * s.part[k] * s.death[k]


@kernel
def plain_fight(s, obs, k, slot):
    return fight(s, obs, k, slot, 0, 0, 0, 0, 0, NONE)


@kernel
def drawn_value(s, obs, card):
    """Value of a card for the player who takes it: a loot card, an item, a monster to attack, an event."""
    if C_LOOT[card] != NONE:
        return HAND[card]
    if FLAGS[card] & (CardFlag.MONSTER | CardFlag.NONMONSTER) == 0:
        return rated(s, card)
    if FLAGS[card] & CardFlag.MONSTER:
        p = win(s, obs, 0, card, int(C_HP[card]), int(C_ATK[card]), int(C_EVASION[card]), 0, 0, 0, NONE)
        return p * rated_reward(s, obs, card) - (1.0 - p) * s.part[0] * s.death[0]
    if FLAGS[card] & CardFlag.CURSE:
        return 0.5
    return PLAY_RATING[card]


@kernel
def card_value(s, obs, card):
    if card == NONE:
        return 0.0
    return item(s, obs, 0, card) if owner_of(obs, card) != NONE else drawn_value(s, obs, card)


@kernel
def best_attack(s, obs, hp, atk, rolls):
    best = 0.0
    for slot in range(SLOTS):
        if can_be_attacked(obs, slot):
            best = max(best, fight(s, obs, 0, slot, hp, atk, rolls, 0, 0, NONE))
    return best


@kernel
def attack_unknown(s, obs):
    """Value of an attack on the top of the monster deck: the mean over cards that may be there."""
    known = top_monster(obs)
    if known != NONE:
        return drawn_value(s, obs, known)
    unseen = 0
    for i in range(len(MONSTER_CARDS)):
        card = int(MONSTER_CARDS[i])
        if zone_of(obs, card) == Zone.DECK:
            unseen += 1
    if unseen == 0:
        return 0.0
    step = max(1, unseen // SAMPLE)
    total, k, n = 0.0, 0, 0
    for i in range(len(MONSTER_CARDS)):
        card = int(MONSTER_CARDS[i])
        if zone_of(obs, card) == Zone.DECK:
            if k % step == 0:
                total += drawn_value(s, obs, card)
                n += 1
            k += 1
    return s.weight[Weight.UNKNOWN_ATTACK] + total / n


@kernel
def turn(s, obs, k, hp, atk, rolls, hurt, evasion, shown):
    """Value of the rest of this turn for player k: the running fight, or the best attack; with the changes of `win`."""
    if obs.players[k].dead == 1 or dying(obs, k):
        return 0.0
    hp -= s.coming[k]
    if obs.players[k].hp + obs.players[k].shield + hp <= 0:
        return -s.part[k] * s.death[k]
    slot = s.attacked
    if active_player(obs) == k and slot != NONE and obs.slots[slot].dying != 1:
        if s.attack_roll != NONE and shown == NONE:
            shown = final(obs, s.attack_roll, obs.stack[s.attack_roll].number)
        return fight(s, obs, k, slot, hp, atk, rolls, hurt + s.coming_to_monster, evasion, shown)
    safety = s.weight[Weight.SAFETY] * s.part[k] * min(obs.players[k].max_hp, obs.players[k].hp + hp)
    if k == 0 and can_attack(obs, 0) and slot == NONE:
        return safety + max(s.unknown, best_attack(s, obs, hp, atk, rolls))
    return safety


@kernel
def change(s, obs, k, hp, atk, rolls, hurt, evasion):
    return turn(s, obs, k, hp, atk, rolls, hurt, evasion, NONE) - s.here[k]
