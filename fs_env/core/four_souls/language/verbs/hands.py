"""Verbs about coins and loot cards: gaining, losing, discarding, giving. Their kernels: `rules/verbs/hands.py`."""

from __future__ import annotations

from typing import Any

from fs_env.core.four_souls.language.codes import By, Event, Num, Sel
from fs_env.core.four_souls.language.english.numbers import CENTS, count
from fs_env.core.four_souls.language.english.objects import noun
from fs_env.core.four_souls.language.english.phrases import amount
from fs_env.core.four_souls.language.grammar import Clause, Unit, person
from fs_env.core.four_souls.language.nodes import Number, Pick, RegisterOf
from fs_env.core.four_souls.language.scope import Scope
from fs_env.core.four_souls.language.verb import Amount, Someone, Thing, Values, me, verb

owner, taker, chance = By.OWNER, By.TAKER, By.RANDOM
"""Who picks the loot card that is taken."""


def _gain(scope: Scope, v: Any) -> Unit:
    who = noun(scope, v.who)
    again = isinstance(v.n, int) and scope.event == Event.GAINS_COINS and who == scope.nouns.get(Sel.IT)
    return (Clause(who, "gain", count(scope, v.n, CENTS, who) + (" more" if again else "")),)


@verb("n who of", _gain)
def gain(n: Amount, who: Thing = me) -> None:
    """Gain coins from the bank."""


@verb("n who of", amount("lose", CENTS))
def lose(n: Amount, who: Thing = me) -> None:
    """Lose coins to the bank, at most what the player has."""


def _steal_coins(scope: Scope, v: Any) -> Unit:
    source = noun(scope, v.who)
    n = count(scope, v.n, CENTS, source)
    if n.startswith(("half", "all")):
        return (Clause(noun(scope, v.to), "steal", n.replace(source.their, source.own, 1)),)
    return (Clause(noun(scope, v.to), "steal", f"{n} from {source.name}"),)


@verb("n who to", _steal_coins)
def steal_coins(n: Amount, who: Someone, to: Someone = me) -> None:
    """Take coins from a player, which is not a gain (R16.3)."""


def _loot(scope: Scope, v: Any) -> Unit:
    who = noun(scope, v.who)
    if isinstance(v.n, int):
        return (Clause(who, "loot", str(v.n)),)
    that = isinstance(v.n, Number) and v.n.code in (Num.DISCARDED, Num.AMOUNT, Num.DESTROYED)
    return (Clause(who, "loot", "that many" if that else count(scope, v.n, "card", who)),)


@verb("n who of", _loot)
def loot(n: Amount, who: Thing = me) -> None:
    """Draw cards from the loot deck."""


@verb("n who", amount("discard", "loot card"))
def discard_loot(n: Amount, who: Thing = me) -> None:
    """Discard loot cards that their owner picks."""


def _discard_to(scope: Scope, v: Any) -> Unit:
    return (Clause(noun(scope, v.who), "discard", f"down to {count(scope, v.n, 'loot card')}"),)


@verb("n who", _discard_to)
def discard_to(n: int, who: Thing = me) -> None:
    """Discard loot cards that their owner picks until n are left."""


def _discard_hand(scope: Scope, v: Any) -> Unit:
    who = noun(scope, v.who)
    return (Clause(who, "discard", f"{who.their} hand"),)


@verb("who", _discard_hand)
def discard_hand(who: Thing = me) -> None:
    """Discard the whole hand; sets ``discarded``."""


def _discard_any(scope: Scope, v: Any) -> Unit:
    return (Clause(noun(scope, v.who), "discard", "any number of loot cards"),)


@verb("who", _discard_any)
def discard_any(who: Thing = me) -> None:
    """Discard any number of loot cards, one by one; sets ``discarded``."""


def _take_loot(scope: Scope, v: Any) -> Unit:
    source, to = noun(scope, v.who), noun(scope, v.to)
    cards = count(scope, v.n, "loot card", source)
    comma = "," if "," in cards else ""
    if v.chooser == By.OWNER:
        return (Clause(source, "give", f"{to.name} {cards}{comma} of {source.their} choice"),)
    if v.chooser == By.TAKER:
        may = "may" if v.optional else ""
        cards = f"up to {cards}" if may and v.n != 1 else cards
        return (Clause(to, "steal", f"{cards}{comma} of {to.their} choice from {source.name}", may),)
    if v.chooser == By.RANDOM:
        return (Clause(to, "steal", f"{cards} at random from {source.name}"),)
    scope.fail(f"who picks the loot card ({v.chooser!s})")


@verb("n who chooser to optional", _take_loot)
def take_loot(n: Amount, who: Someone, by: By, to: Someone = me, optional: bool = False) -> Values:
    """Move loot cards from hand to hand; picked by the owner, the taker or at random; ``optional``: up to n."""
    return {"n": n, "who": who, "chooser": by, "to": to, "optional": int(optional)}


def _swap_loot(scope: Scope, v: Any) -> Unit:
    return (Clause(scope.doer, "swap", f"{noun(scope, v.register).name} for {noun(scope, v.second).name}"),)


@verb("register second", _swap_loot)
def swap_loot(own: Pick, other: Pick) -> Values:
    """Swap two loot cards."""
    return {"register": RegisterOf(own), "second": RegisterOf(other)}


def _hand_to_deck(scope: Scope, v: Any) -> Unit:
    cards = count(scope, v.n, "loot card")
    return (Clause(scope.doer, "put", f"{cards} from {scope.doer.their} hand on top of the loot deck"),)


@verb("n", _hand_to_deck)
def hand_to_deck(n: int) -> None:
    """Put loot cards from the hand on top of the loot deck."""


def _pass_hands(scope: Scope, v: Any) -> Unit:
    return (Clause(person("each player"), "give", "their hand to the player on their left, all at once"),)


@verb("", _pass_hands)
def pass_hands() -> None:
    """Pass all hands one seat to the left at once."""


def _look_hand(scope: Scope, v: Any) -> Unit:
    return (Clause(scope.doer, "look", f"at {noun(scope, v.who).own} hand"),)


@verb("who", _look_hand)
def look_hand(who: Thing) -> None:
    """Look at a hand."""


def _loot_plays(scope: Scope, v: Any) -> Unit:
    more = f"{v.n} more loot card{'' if v.n == 1 else 's'}" if isinstance(v.n, int) else count(scope, v.n, "loot card")
    return (Clause(noun(scope, v.who), "play", f"{more} this turn", "may"),)


@verb("n who", _loot_plays)
def loot_plays(n: Amount, who: Thing = me) -> None:
    """Grant extra loot plays until end of turn (R8.2)."""


VERBS = (
    *(gain, lose, steal_coins, loot, discard_loot, discard_to, discard_hand, discard_any),
    *(take_loot, swap_loot, hand_to_deck, pass_hands, look_hand, loot_plays),
)
__all__ = ["chance", "owner", "taker"] + [made.name for made in VERBS]
