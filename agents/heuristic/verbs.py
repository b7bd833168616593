"""The worth of single verbs for whoever they name; positive is good for the own seat.

A verb that concerns things one by one is weighed by f(judge, thing, number, operand c, scene), any other by
f(judge, a, b, c, d, e, scene) with the operands of its instruction. The function has the verb's name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from fs_env.agents.heuristic import cards as C
from fs_env.agents.heuristic.board import Monster, Row
from fs_env.core.four_souls.language.codes import NONE, Deck, Head, Lasting, Num, Op, Sel, Stat
from fs_env.core.four_souls.state import Zone
from fs_env.core.four_souls.tables import C_ATK, C_EVASION, C_HP, CardFlag

if TYPE_CHECKING:
    from fs_env.agents.heuristic.judge import Judge, Scene


def card_of(thing: Any) -> int:
    """The card a thing is, NONE for anything but ("card", card)."""
    return int(thing[1]) if isinstance(thing, tuple) and thing[0] == "card" else NONE


def owner_of(j: Judge, thing: Any) -> int | None:
    """The seat that has an item, curse or soul; None for anything else or where it is not shown."""
    return j.board.owner.get(card_of(thing))


# --- players and monsters ---------------------------------------------------------------------------------------------
def gain(j: Judge, k: Any, n: int, c: int, scene: Scene) -> float:
    return j.part[k] * j.gain(k, n) if isinstance(k, int) else 0.0


def lose(j: Judge, k: Any, n: int, c: int, scene: Scene) -> float:
    return gain(j, k, -n, c, scene)


def loot(j: Judge, k: Any, n: int, c: int, scene: Scene) -> float:
    return j.part[k] * j.draw(k, n) if isinstance(k, int) else 0.0


def discard_loot(j: Judge, k: Any, n: int, c: int, scene: Scene) -> float:
    return loot(j, k, -n, c, scene)


def discard_hand(j: Judge, k: Any, n: int, c: int, scene: Scene) -> float:
    return loot(j, k, -j.board.players[k].hand, c, scene) if isinstance(k, int) else 0.0


def treasure(j: Judge, k: Any, n: int, c: int, scene: Scene) -> float:
    return j.part[k] * C.TREASURE * n if isinstance(k, int) else 0.0


def damage(j: Judge, thing: Any, n: int, c: int, scene: Scene) -> float:
    if isinstance(thing, int):
        return j.change(thing, hp=-n)
    if not isinstance(thing, Monster) or thing.dying:
        return 0.0
    left = thing.hp - (j.coming_to_monster if thing.attacked else 0)
    if n >= left > 0:
        return kill(j, thing, n, c, scene)
    return hurt(j, thing, n) if left > 0 else 0.0


def hurt(j: Judge, monster: Monster, n: int) -> float:
    """A monster loses (or is given) hit points and lives."""
    ap = j.board.ap
    if monster.attacked:
        return j.change(ap, hurt=n)
    if ap != 0 or not j.board.can_attack(0) or j.board.attacking:
        return 0.0
    return 0.9 * max(0.0, j.fight(0, monster, hurt=n) - j.best_attack())


def kill(j: Judge, thing: Any, n: int, c: int, scene: Scene) -> float:
    if isinstance(thing, int):
        player = j.board.players[thing]
        return 0.0 if player.dead or player.dying else -j.part[thing] * j.death(thing) - j.here[thing]
    if not isinstance(thing, Monster) or thing.dying:
        return 0.0
    worth = j.reward(thing.card)
    if thing.attacked:
        return worth - j.here[j.board.ap]
    if j.board.ap == 0 and j.board.can_attack(0) and not j.board.attacking:
        worth -= 0.7 * max(0.0, j.fight(0, thing))
    return worth


def heal(j: Judge, thing: Any, n: int, c: int, scene: Scene) -> float:
    if isinstance(thing, int):
        player = j.board.players[thing]
        return j.change(thing, hp=min(n, player.max_hp - player.hp))
    return hurt(j, thing, -n) if isinstance(thing, Monster) else 0.0


def shield(j: Judge, thing: Any, n: int, c: int, scene: Scene) -> float:
    """Only against damage that is already on the stack."""
    if isinstance(thing, int):
        saved = min(n, j.coming[thing])
        return j.change(thing, hp=saved) if saved else 0.0
    if isinstance(thing, Monster) and thing.attacked and j.coming_to_monster:
        return j.change(j.board.ap, hurt=-min(n, j.coming_to_monster))
    return 0.0


def save(j: Judge, thing: Any, n: int, c: int, scene: Scene) -> float:
    return j.part[thing] * j.death(thing) if isinstance(thing, int) and j.board.players[thing].dying else 0.0


def boost(j: Judge, thing: Any, n: int, c: int, scene: Scene) -> float:
    if isinstance(thing, int):
        return j.change(thing, **{{Stat.HP: "hp", Stat.ATK: "atk"}.get(Stat(c), "rolls"): n})
    if not isinstance(thing, Monster) or not thing.attacked:
        return -0.1 * n * j.part[j.board.ap]
    if c == Stat.EVASION:
        return j.change(j.board.ap, evasion=n)
    return hurt(j, thing, -n) if c == Stat.HP else -0.5 * n * j.part[j.board.ap]


def lose_soul(j: Judge, k: Any, n: int, c: int, scene: Scene) -> float:
    return -j.part[k] * j.lost_soul(k) if isinstance(k, int) and j.board.players[k].souls else 0.0


def attacks(j: Judge, k: Any, n: int, c: int, scene: Scene) -> float:
    if not isinstance(k, int) or k != j.board.ap:
        return 0.0
    return 0.7 * n * j.best_attack() if k == 0 else 3.0 * n * j.part[k]


def end_turn(j: Judge, k: Any, n: int, c: int, scene: Scene) -> float:
    return -j.here[k] - j.part[k] if isinstance(k, int) and k == j.board.ap else 0.0


def extra_turn(j: Judge, k: Any, n: int, c: int, scene: Scene) -> float:
    return 8.0 * j.part[k] if isinstance(k, int) else 0.0


def skip_turn(j: Judge, k: Any, n: int, c: int, scene: Scene) -> float:
    return -extra_turn(j, k, n, c, scene)


def loot_plays(j: Judge, k: Any, n: int, c: int, scene: Scene) -> float:
    return 0.8 * j.part[k] * min(n, j.board.players[k].hand) if isinstance(k, int) else 0.0


# --- cards ------------------------------------------------------------------------------------------------------------
def destroy(j: Judge, thing: Any, n: int, c: int, scene: Scene) -> float:
    if isinstance(thing, int | Monster):
        return kill(j, thing, n, c, scene)
    card, owner = card_of(thing), owner_of(j, thing)
    if owner is None:
        return 0.0
    zone = j.board.zone(card)
    if zone == Zone.CURSE:
        return 2.5 * j.part[owner]
    return -j.part[owner] * (j.lost_soul(owner) if zone == Zone.SOUL else j.item(owner, card))


def steal_item(j: Judge, thing: Any, n: int, c: int, scene: Scene) -> float:
    card, owner = card_of(thing), owner_of(j, thing)
    if card == NONE or owner == scene.ctrl:
        return 0.0
    worth = j.part[scene.ctrl] * j.item(scene.ctrl, card)
    return worth if owner is None else worth - j.part[owner] * j.item(owner, card)


def use_of(card: int) -> float:
    """What the tap effect of an item is worth."""
    return max((C.RATING[a] for a in C.of_head(card, Head.TAP)), default=0.0)


def recharge(j: Judge, thing: Any, n: int, c: int, scene: Scene) -> float:
    card = card_of(thing)
    for k, player in enumerate(j.board.players):
        if player.character == card:
            return 1.2 * j.part[k] if player.turned and player.hand else 0.0
    owner = owner_of(j, thing)
    return 0.8 * j.part[owner] * use_of(card) if owner is not None and card in j.board.turned else 0.0


def deactivate(j: Judge, thing: Any, n: int, c: int, scene: Scene) -> float:
    card, owner = card_of(thing), owner_of(j, thing)
    return -0.8 * j.part[owner] * use_of(card) if owner is not None and card not in j.board.turned else 0.0


def reroll_item(j: Judge, thing: Any, n: int, c: int, scene: Scene) -> float:
    owner = owner_of(j, thing)
    return 0.0 if owner is None else j.part[owner] * (0.9 * C.TREASURE - j.item(owner, card_of(thing)))


def become(j: Judge, thing: Any, n: int, c: int, scene: Scene) -> float:
    card = card_of(thing)
    return 0.0 if card == NONE else j.part[scene.ctrl] * 0.3 * (C.ITEM[card] - 0.5 * C.ITEM[scene.card])


# --- the stack --------------------------------------------------------------------------------------------------------
def cancel(j: Judge, thing: Any, n: int, c: int, scene: Scene) -> float:
    return -j.waiting(thing) if isinstance(thing, Row) else 0.0


def reroll(j: Judge, thing: Any, n: int, c: int, scene: Scene) -> float:
    if not isinstance(thing, Row):
        return 0.0
    return sum(j.showing(thing, m) for m in range(1, 7)) / 6 - j.showing(thing, thing.n)


def numbers(a: int, scene: Scene) -> tuple[int, ...]:
    """The numbers an operand may stand for."""
    return scene.numbers.get(a - Num.REG, (1,)) if a >= Num.REG else (a,)


def set_roll(j: Judge, a: int, b: int, c: int, d: int, e: int, scene: Scene) -> float:
    row = j.one(b, scene)
    if not isinstance(row, Row):
        return 0.0
    return j.best(scene.ctrl, [j.showing(row, n) for n in numbers(a, scene)]) - j.showing(row, row.n)


def add_roll(j: Judge, a: int, b: int, c: int, d: int, e: int, scene: Scene) -> float:
    row = j.one(b, scene)
    if not isinstance(row, Row):
        return 0.0
    sums = [max(1, min(6, row.n + n)) for n in numbers(a, scene)]
    return j.best(scene.ctrl, [j.showing(row, n) for n in sums]) - j.showing(row, row.n)


def cancel_all(j: Judge, a: int, b: int, c: int, d: int, e: int, scene: Scene) -> float:
    return -sum(j.waiting(row) for row in j.board.stack)


def cancel_attack(j: Judge, a: int, b: int, c: int, d: int, e: int, scene: Scene) -> float:
    return -j.here[j.board.ap] if j.board.attacking else 0.0


# --- several at once --------------------------------------------------------------------------------------------------
def steal_coins(j: Judge, a: int, b: int, c: int, d: int, e: int, scene: Scene) -> float:
    source, to = j.one(b, scene), j.one(c, scene)
    if not isinstance(source, int) or not isinstance(to, int) or source == to:
        return 0.0
    n = min(j.number(a, b, source, scene), j.board.players[source].coins)
    return j.part[to] * j.gain(to, n) + j.part[source] * j.gain(source, -n)


def take_loot(j: Judge, a: int, b: int, c: int, d: int, e: int, scene: Scene) -> float:
    source, to = j.one(b, scene), j.one(d, scene)
    if not isinstance(source, int) or not isinstance(to, int) or source == to:
        return 0.0
    n = min(j.number(a, b, source, scene), j.board.players[source].hand)
    return j.part[to] * j.draw(to, n) + j.part[source] * j.draw(source, -n)


def give_item(j: Judge, a: int, b: int, c: int, d: int, e: int, scene: Scene) -> float:
    item, to = j.one(b, scene), j.one(c, scene)
    card, owner = card_of(item), owner_of(j, item)
    if owner is None or not isinstance(to, int):
        return 0.0
    return j.part[to] * j.item(to, card) - j.part[owner] * j.item(owner, card)


def swap_items(j: Judge, a: int, b: int, c: int, d: int, e: int, scene: Scene) -> float:
    first, second = j.one(b, scene), j.one(c, scene)
    p, q = owner_of(j, first), owner_of(j, second)
    if p is None or q is None or p == q:
        return 0.0
    gap = C.ITEM[card_of(second)] - C.ITEM[card_of(first)]
    return (j.part[p] - j.part[q]) * gap


def become_soul(j: Judge, a: int, b: int, c: int, d: int, e: int, scene: Scene) -> float:
    return j.part[scene.ctrl] * j.soul(scene.ctrl, max(1, C.SOULS[scene.card]))


def steal_soul(j: Judge, a: int, b: int, c: int, d: int, e: int, scene: Scene) -> float:
    owner = owner_of(j, j.one(b, scene))
    if owner is None or owner == scene.ctrl:
        return 0.0
    return j.part[scene.ctrl] * j.soul(scene.ctrl) - j.part[owner] * j.lost_soul(owner)


def counter(j: Judge, a: int, b: int, c: int, d: int, e: int, scene: Scene) -> float:
    return 0.6 * j.part[scene.ctrl] * j.number(a, b, None, scene)


def hand_to_deck(j: Judge, a: int, b: int, c: int, d: int, e: int, scene: Scene) -> float:
    return -0.7 * C.LOOT * a * j.part[scene.ctrl]


def pass_hands(j: Judge, a: int, b: int, c: int, d: int, e: int, scene: Scene) -> float:
    hands = [p.hand for p in j.board.players]
    return sum(j.part[k] * (j.hand(k, hands[k - 1]) - j.hand(k, hands[k])) for k in range(len(hands)))


def search(j: Judge, a: int, b: int, c: int, d: int, e: int, scene: Scene) -> float:
    return j.part[scene.ctrl] * 1.3 * C.TREASURE if b == Sel.TREASURE_DECK else 0.0


def to_bottom(j: Judge, a: int, b: int, c: int, d: int, e: int, scene: Scene) -> float:
    """A looked-at card is better gone when the usual card is better than it."""
    if b != Sel.LOOKED or not j.board.looked:
        return 0.0
    return 0.3 * sum(USUAL[int(deck_of(card))] - draw_worth(j, card) for card in j.board.looked)


def lasting(j: Judge, a: int, b: int, c: int, d: int, e: int, scene: Scene) -> float:
    """Lasting effects are a little good; a cap on damage is, as a shield, for damage that is already on the stack."""
    if a != Lasting.DAMAGE_CAP:
        return 0.8 * j.part[scene.ctrl]
    who = j.one(b, scene)
    return shield(j, who, 9, 0, scene) - 0.5 if isinstance(who, int) else 0.0


USUAL = {int(Deck.LOOT): C.LOOT, int(Deck.TREASURE): 0.8 * C.TREASURE, int(Deck.MONSTER): 1.0}
"""What the top card of a deck is usually worth to who takes it next."""


def deck_of(card: int) -> Deck:
    """The deck a card belongs to."""
    if card < len(C.HAND):
        return Deck.LOOT
    return Deck.MONSTER if C.FLAGS[card] & (CardFlag.MONSTER | CardFlag.NONMONSTER) else Deck.TREASURE


def draw_worth(j: Judge, card: int) -> float:
    """What a card is worth to who takes it: a loot card, an item, a monster to attack, an event."""
    if deck_of(card) == Deck.LOOT:
        return C.HAND[card]
    if deck_of(card) == Deck.TREASURE:
        return C.ITEM[card]
    if C.FLAGS[card] & CardFlag.MONSTER:
        return j.fight(0, Monster(NONE, card, int(C_HP[card]), int(C_ATK[card]), int(C_EVASION[card]), False, False))
    if C.FLAGS[card] & CardFlag.CURSE:
        return 0.5
    return sum(C.RATING[a] for a in C.of_head(card, Head.PLAY))


ThingVerb = Callable[..., float]
"""weigh(judge, thing, number, operand c, scene)"""

ON_THINGS: dict[int, ThingVerb] = {
    Op.GAIN: gain,
    Op.LOSE: lose,
    Op.LOOT: loot,
    Op.DISCARD_LOOT: discard_loot,
    Op.DISCARD_HAND: discard_hand,
    Op.TREASURE: treasure,
    Op.DAMAGE: damage,
    Op.KILL: kill,
    Op.DESTROY: destroy,
    Op.HEAL: heal,
    Op.SHIELD: shield,
    Op.SHIELD_POOL: shield,
    Op.SAVE: save,
    Op.BOOST: boost,
    Op.LOSE_SOUL: lose_soul,
    Op.ATTACKS: attacks,
    Op.END_TURN: end_turn,
    Op.EXTRA_TURN: extra_turn,
    Op.SKIP_TURN: skip_turn,
    Op.LOOT_PLAYS: loot_plays,
    Op.STEAL_ITEM: steal_item,
    Op.RECHARGE: recharge,
    Op.DEACTIVATE: deactivate,
    Op.REROLL_ITEM: reroll_item,
    Op.BECOME: become,
    Op.CANCEL: cancel,
    Op.REROLL: reroll,
}
"""Verbs whose operand b says whom they concern, each for itself."""
VERBS: dict[int, Callable[..., float]] = {
    Op.SET_ROLL: set_roll,
    Op.ADD_ROLL: add_roll,
    Op.CANCEL_ALL: cancel_all,
    Op.CANCEL_ATTACK: cancel_attack,
    Op.STEAL_COINS: steal_coins,
    Op.TAKE_LOOT: take_loot,
    Op.GIVE_ITEM: give_item,
    Op.SWAP_ITEMS: swap_items,
    Op.BECOME_SOUL: become_soul,
    Op.STEAL_SOUL: steal_soul,
    Op.COUNTER: counter,
    Op.HAND_TO_DECK: hand_to_deck,
    Op.PASS_HANDS: pass_hands,
    Op.SEARCH: search,
    Op.TO_BOTTOM: to_bottom,
    Op.LASTING: lasting,
}
"""The other verbs: weigh(judge, a, b, c, d, e, scene)."""
SMALL: dict[int, float] = {
    Op.LOOK: 0.2,
    Op.LOOK_HAND: 0.1,
    Op.REVEAL: 0.1,
    Op.ORDER_TOP: 0.2,
    Op.KEEP_TOP: 0.8,
    Op.EXPAND: 0.5,
    Op.TOPDECK: 0.15,
    Op.TOPDECK_ANY: 0.1,
    Op.DISCARD_ANY: 0.2,
    Op.DAMAGE_SPLIT: 2.0,
    Op.REPLACE_SHOP_ANY: 0.1,
    Op.UNCOUNTER: -0.5,
    Op.COPY_EFFECT: 1.0,
    Op.SWAP_LOOT: 0.5,
    Op.VOTE: 1.0,
    Op.ABSORB: 1.0,
    Op.DISCARD_TOP: 0.05,
}
"""Verbs that are only ever a little good (or bad) for who controls them."""
