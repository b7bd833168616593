"""Entries of the lasting table other than delayed effects, as text."""

from __future__ import annotations

from fs_env.core.four_souls.language.codes import Lasting, Sel, Until
from fs_env.core.four_souls.language.english.objects import noun
from fs_env.core.four_souls.language.grammar import Noun, verb_of
from fs_env.core.four_souls.language.nodes import LastingEffect, Selector
from fs_env.core.four_souls.language.scope import Scope

SPANS = {Until.END_OF_TURN: "until end of turn", Until.FOREVER: "from now on"}


def _loots_twice(scope: Scope, mark: LastingEffect, who: Noun) -> str:
    return f"{who.name} {verb_of(who, 'loot')} twice as many cards each time"


def _from_discard(scope: Scope, mark: LastingEffect, who: Noun) -> str:
    return "the next time a player loots this turn, the cards come from the top of the loot discard pile"


def _doubled(scope: Scope, mark: LastingEffect, who: Noun) -> str:
    return f"the next loot card {who.name} {verb_of(who, 'play')} this turn has its effect doubled"


def _capped(scope: Scope, mark: LastingEffect, who: Noun) -> str:
    source = "it" if mark.obj is None else noun(scope, mark.obj).name
    return f"if {source} would deal more than {mark.n} damage to {who.name}, {mark.n} is dealt instead"


def _four_dice(scope: Scope, mark: LastingEffect, who: Noun) -> str:
    choose = f"{who.name} {verb_of(who, 'choose')} one of them as the result"
    return f"the next player to roll a die this turn rolls four dice instead and {choose}"


def _stored(scope: Scope, mark: LastingEffect, who: Noun) -> str:
    return f"{who.name} may use the result as {who.own} first attack roll this turn instead of a throw"


def _priced(scope: Scope, mark: LastingEffect, who: Noun) -> str:
    buyer = "purchased" if mark.whom is None else f"{who.name} {verb_of(who, 'purchase')}"
    return f"the next shop item {buyer} this turn costs {mark.n}¢"


def _locked(scope: Scope, mark: LastingEffect, who: Noun) -> str:
    rest = mark.whom is None or (isinstance(mark.whom, Selector) and mark.whom.code == Sel.OTHERS)
    return f"{'the other players' if rest else who.name} cannot play loot cards or activate items"


def _next_attack_roll(scope: Scope, mark: LastingEffect, who: Noun) -> str:
    return f"{who.own} next attack roll this turn gets {mark.n:+d}"


def _shield(scope: Scope, mark: LastingEffect, who: Noun) -> str:
    return f"the next time {who.name} would take damage this turn, up to {mark.n} of it is prevented"


def _shield_pool(scope: Scope, mark: LastingEffect, who: Noun) -> str:
    return f"the next {mark.n} damage {who.name} would take this turn is prevented"


_MARKS = {
    Lasting.DOUBLE_LOOT: _loots_twice,
    Lasting.LOOT_FROM_DISCARD: _from_discard,
    Lasting.DOUBLE_NEXT_LOOT_CARD: _doubled,
    Lasting.DAMAGE_CAP: _capped,
    Lasting.ROLL_FOUR: _four_dice,
    Lasting.STORED_ROLL: _stored,
    Lasting.PRICE: _priced,
    Lasting.LOCK: _locked,
    Lasting.NEXT_ATTACK_ROLL: _next_attack_roll,
    Lasting.SHIELD: _shield,
    Lasting.SHIELD_POOL: _shield_pool,
}
_ENDS = {  # the end that each text states; every mark that is used up also ends with the turn (A52)
    Lasting.DOUBLE_LOOT: tuple(SPANS),
    Lasting.LOCK: tuple(SPANS),
    Lasting.LOOT_FROM_DISCARD: (Until.NEXT_LOOT,),
    Lasting.DOUBLE_NEXT_LOOT_CARD: (Until.NEXT_LOOT_CARD,),
    Lasting.DAMAGE_CAP: (Until.THAT_OBJECT,),
    Lasting.ROLL_FOUR: (Until.NEXT_ROLL,),
    Lasting.STORED_ROLL: (Until.FIRST_ATTACK_ROLL,),
    Lasting.PRICE: (Until.NEXT_SHOP_PURCHASE,),
    Lasting.NEXT_ATTACK_ROLL: (Until.END_OF_TURN,),
    Lasting.SHIELD: (Until.END_OF_TURN,),
    Lasting.SHIELD_POOL: (Until.END_OF_TURN,),
}


def mark_text(scope: Scope, mark: LastingEffect, until: Until) -> str:
    """A mark as a statement. Raises CardError for a mark or a duration without English."""
    if mark.lasting not in _MARKS:
        scope.fail(f"the lasting {Lasting(mark.lasting).name}")
    if until not in _ENDS[mark.lasting]:
        scope.fail(f"the lasting {Lasting(mark.lasting).name} until {Until(until).name}")
    who = scope.me if mark.whom is None else noun(scope, mark.whom)
    text = _MARKS[mark.lasting](scope, mark, who)
    return f"{SPANS[until]}, {text}" if mark.lasting in (Lasting.DOUBLE_LOOT, Lasting.LOCK) else text
