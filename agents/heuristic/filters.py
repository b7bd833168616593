"""Everything that fits a filter, as far as the observation shows it, one candidate after another, numbered in one row."""

from fs_env.agents.heuristic.board import dying, is_attack_roll, n_objects, owner_of, shown_by, zone_of
from fs_env.agents.heuristic.card_facts import FILTER, FLAGS
from fs_env.agents.heuristic.scenes import one
from fs_env.agents.heuristic.scratch import CARD, DECK, MONSTER, OBJECT, is_player, kernel
from fs_env.core.four_souls.language.codes import NONE, Flag, Kind, Rel
from fs_env.core.four_souls.observation.schema import OTHER_CARDS, STACK_ROWS
from fs_env.core.four_souls.state import PLAYERS, SHOP, SLOTS, Obj, Zone
from fs_env.core.four_souls.tables import CardFlag

AT_MONSTER = PLAYERS
AT_ITEM = AT_MONSTER + SLOTS
AT_SHOPPED = AT_ITEM + 3 * OTHER_CARDS  # items, curses and souls are found in one pass each
AT_OBJECT = AT_SHOPPED + SHOP
AT_DYING = AT_OBJECT + STACK_ROWS
AT_DECK = AT_DYING + PLAYERS
LAST = AT_DECK + 3
ON_STACK = Kind.ROLL | Kind.STACK_ITEM | Kind.STACK_LOOT | Kind.STACK_DAMAGE
ACTIVE = CardFlag.HAS_ACTIVATED | CardFlag.HAS_PAID
KINDS, ZONES = (int(Kind.ITEM), int(Kind.CURSE), int(Kind.SOUL)), (int(Zone.ITEM), int(Zone.CURSE), int(Zone.SOUL))


@kernel
def most_souls(obs):
    found = int(obs.players[0].souls)
    for k in range(1, obs.decision.players):
        found = max(found, int(obs.players[k].souls))
    return found


@kernel
def most_coins(obs):
    found = int(obs.players[0].coins)
    for k in range(1, obs.decision.players):
        found = max(found, int(obs.players[k].coins))
    return found


@kernel
def player_fits(s, obs, f, k, flags):
    if (flags & Flag.OTHER and k == s.frame[f].controller) or (flags & Flag.ALIVE and obs.players[k].dead == 1):
        return False
    if flags & Flag.HAS_SOUL and obs.players[k].souls == 0:
        return False
    if flags & Flag.MOST_SOULS and obs.players[k].souls < most_souls(obs):
        return False
    return flags & Flag.MOST_COINS == 0 or obs.players[k].coins >= most_coins(obs)


@kernel
def card_fits(s, obs, f, card, flags, rel, owner):
    facts = FLAGS[card]
    if flags & Flag.NONETERNAL and facts & CardFlag.ETERNAL:
        return False
    if flags & Flag.NOT_THIS and card == s.frame[f].card:
        return False
    if (flags & Flag.ACTIVE_ITEM and facts & ACTIVE == 0) or (flags & Flag.PASSIVE and facts & ACTIVE):
        return False
    if flags & Flag.HAS_ACTIVATED and facts & CardFlag.HAS_ACTIVATED == 0:
        return False
    if rel == Rel.MINE:
        return owner_of(obs, card) == s.frame[f].controller
    if rel == Rel.OTHER:
        return owner_of(obs, card) != s.frame[f].controller
    return rel != Rel.OF or not is_player(owner) or owner_of(obs, card) == owner


@kernel
def object_fits(obs, place, kinds, flags):
    kind = obs.stack[place].kind
    if kind == Obj.ROLL:
        if kinds & Kind.ROLL == 0:
            return False
        return flags & (Flag.ATTACK_ROLL if not is_attack_roll(obs, place) else Flag.NONATTACK) == 0
    if kinds & Kind.STACK_ITEM and (kind == Obj.ACTIVATED or kind == Obj.PAID):
        return True
    if kinds & Kind.STACK_LOOT and kind == Obj.LOOT:
        return True
    return kinds & Kind.STACK_DAMAGE != 0 and kind == Obj.COMBAT


@kernel
def next_candidate(s, obs, f, filter, u):
    kinds, flags, rel = int(FILTER[filter, 0]), int(FILTER[filter, 1]), int(FILTER[filter, 2])
    owner = one(s, obs, f, int(FILTER[filter, 3])) if rel == Rel.OF else NONE
    while u < LAST:
        if u < AT_MONSTER:
            if kinds & Kind.PLAYER == 0 or u >= obs.decision.players:
                u = AT_MONSTER
                continue
            if player_fits(s, obs, f, u, flags):
                return u
        elif u < AT_ITEM:
            if kinds & (Kind.MONSTER | Kind.SLOT) == 0:
                u = AT_ITEM
                continue
            slot = u - AT_MONSTER
            attacked = flags & Flag.UNATTACKED and obs.slots[slot].attacked == 1
            if shown_by(obs, slot) != NONE and not attacked:
                return u
        elif u < AT_SHOPPED:
            group = (u - AT_ITEM) // OTHER_CARDS
            k = (u - AT_ITEM) % OTHER_CARDS
            if kinds & KINDS[group] == 0 or k >= s.n_owned:
                u = AT_ITEM + (group + 1) * OTHER_CARDS
                continue
            card = s.owned[k]
            if zone_of(obs, card) == ZONES[group] and card_fits(s, obs, f, card, flags, rel, owner):
                return u
        elif u < AT_OBJECT:
            if kinds & Kind.SHOP_ITEM == 0:
                u = AT_OBJECT
                continue
            if obs.shop[u - AT_SHOPPED] > 1:
                return u
        elif u < AT_DYING:
            if kinds & ON_STACK == 0 or u - AT_OBJECT >= n_objects(obs):
                u = AT_DYING
                continue
            if object_fits(obs, u - AT_OBJECT, kinds, flags):
                return u
        elif u < AT_DECK:
            k = u - AT_DYING
            if kinds & Kind.PENDING_DEATH and k < obs.decision.players and dying(obs, k):
                return u
        elif kinds & Kind.DECK or (kinds & Kind.DISCARD_PILE and obs.top[u - AT_DECK] > 0):
            return u
        u += 1
    return NONE


@kernel
def candidate(s, obs, u):
    if u < AT_MONSTER:
        return u
    if u < AT_ITEM:
        return MONSTER + u - AT_MONSTER
    if u < AT_SHOPPED:
        return CARD + s.owned[(u - AT_ITEM) % OTHER_CARDS]
    if u < AT_OBJECT:
        return CARD + int(obs.shop[u - AT_SHOPPED]) - 2
    if u < AT_DYING:
        return OBJECT + u - AT_OBJECT
    if u < AT_DECK:
        return u - AT_DYING
    return DECK + u - AT_DECK
