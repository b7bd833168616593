"""Verbs on coins, loot cards, items, souls and decks in words. Each takes the operands of its opcode (codes.Op)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fs_env.core.four_souls.language.codes import By, Event, Num, Op, Rel, Sel, Until
from fs_env.core.four_souls.language.english.grammar import THIS, Clause, Noun, Unit, ordinal, person, verb_of
from fs_env.core.four_souls.language.english.numbers import CENTS, count
from fs_env.core.four_souls.language.english.objects import noun, phrase
from fs_env.core.four_souls.language.english.scope import Scope
from fs_env.core.four_souls.language.nodes import Each, Filter, Number, Pick, Selector, TopOf

Slots = Callable[[str], Any]
Verb = Callable[[Scope, Slots], Unit]


def deck_of(scope: Scope, where: Any) -> Noun:
    """A deck as a noun; a deck alone in sight is called by its name, not "it"."""
    found = noun(scope, where)
    return person("that deck") if found.name == "it" else found


def top_cards(scope: Scope, n: Any, where: Any) -> str:
    """The top card of a deck, or several."""
    cards = "card" if n == 1 else f"{n} cards"
    if not isinstance(n, int):
        cards = count(scope, n, "card")
    return f"the top {cards} of {deck_of(scope, where).name}"


def _amount(verb: str, unit: str) -> Verb:
    def said(scope: Scope, slot: Slots) -> Unit:
        who = noun(scope, slot("b"))
        return (Clause(who, verb, count(scope, slot("a"), unit, who)),)

    return said


def _gain(scope: Scope, slot: Slots) -> Unit:
    who, n = noun(scope, slot("b")), slot("a")
    again = isinstance(n, int) and scope.event == Event.GAINS_COINS and who == scope.nouns.get(Sel.IT)
    return (Clause(who, "gain", count(scope, n, CENTS, who) + (" more" if again else "")),)


def _loot(scope: Scope, slot: Slots) -> Unit:
    n, who = slot("a"), noun(scope, slot("b"))
    if isinstance(n, int):
        return (Clause(who, "loot", str(n)),)
    that = isinstance(n, Number) and n.code in (Num.DISCARDED, Num.AMOUNT, Num.DESTROYED)
    return (Clause(who, "loot", "that many" if that else count(scope, n, "card", who)),)


def _on(verb: str, slot_name: str = "b") -> Verb:
    """VERB it: nobody in particular does it."""

    def said(scope: Scope, slot: Slots) -> Unit:
        return (Clause(None, verb, noun(scope, slot(slot_name)).name),)

    return said


def _by_doer(verb: str, slot_name: str = "b") -> Verb:
    """VERB it: the one whose effect it is does it."""

    def said(scope: Scope, slot: Slots) -> Unit:
        return (Clause(scope.doer, verb, noun(scope, slot(slot_name)).name),)

    return said


def _steal_coins(scope: Scope, slot: Slots) -> Unit:
    source = noun(scope, slot("b"))
    n = count(scope, slot("a"), CENTS, source)
    if n.startswith(("half", "all")):
        return (Clause(noun(scope, slot("c")), "steal", n.replace(source.their, source.own, 1)),)
    return (Clause(noun(scope, slot("c")), "steal", f"{n} from {source.name}"),)


def _discard_hand(scope: Scope, slot: Slots) -> Unit:
    who = noun(scope, slot("b"))
    return (Clause(who, "discard", f"{who.their} hand"),)


def _discard_any(scope: Scope, slot: Slots) -> Unit:
    return (Clause(noun(scope, slot("b")), "discard", "any number of loot cards"),)


def _discard_to(scope: Scope, slot: Slots) -> Unit:
    return (Clause(noun(scope, slot("b")), "discard", f"down to {count(scope, slot('a'), 'loot card')}"),)


def _take_loot(scope: Scope, slot: Slots) -> Unit:
    source, by, to = noun(scope, slot("b")), slot("c"), noun(scope, slot("d"))
    cards = count(scope, slot("a"), "loot card", source)
    comma = "," if "," in cards else ""
    if by == By.OWNER:
        return (Clause(source, "give", f"{to.name} {cards}{comma} of {source.their} choice"),)
    if by == By.TAKER:
        may = "may" if slot("e") else ""
        cards = f"up to {cards}" if may and slot("a") != 1 else cards
        return (Clause(to, "steal", f"{cards}{comma} of {to.their} choice from {source.name}", may),)
    if by == By.RANDOM:
        return (Clause(to, "steal", f"{cards} at random from {source.name}"),)
    scope.fail(f"who picks the loot card ({by!s})")


def _swap_loot(scope: Scope, slot: Slots) -> Unit:
    return (Clause(scope.doer, "swap", f"{noun(scope, slot('a')).name} for {noun(scope, slot('b')).name}"),)


def _hand_to_deck(scope: Scope, slot: Slots) -> Unit:
    cards = count(scope, slot("a"), "loot card")
    return (Clause(scope.doer, "put", f"{cards} from {scope.doer.their} hand on top of the loot deck"),)


def _pass_hands(scope: Scope, slot: Slots) -> Unit:
    return (Clause(person("each player"), "give", "their hand to the player on their left, all at once"),)


def _look_hand(scope: Scope, slot: Slots) -> Unit:
    return (Clause(scope.doer, "look", f"at {noun(scope, slot('b')).own} hand"),)


def _loot_plays(scope: Scope, slot: Slots) -> Unit:
    return (Clause(noun(scope, slot("b")), "play", f"{_more(scope, slot('a'), 'loot card')} this turn", "may"),)


def _more(scope: Scope, n: Any, unit: str) -> str:
    if isinstance(n, int):
        return f"{n} more {unit}{'' if n == 1 else 's'}"
    return count(scope, n, unit)


def _destroy_first(scope: Scope, slot: Slots) -> Unit:
    return (Clause(None, "destroy", "this"),)


def _give_item(scope: Scope, slot: Slots) -> Unit:
    return (Clause(scope.doer, "give", f"{noun(scope, slot('b')).name} to {noun(scope, slot('c')).name}"),)


def _swap_items(scope: Scope, slot: Slots) -> Unit:
    return (Clause(None, "swap", f"control of {noun(scope, slot('b')).name} and {noun(scope, slot('c')).name}"),)


ONE_REROLLED = "(destroy it; if it is destroyed, its controller gains 1 treasure)"
"""What rerolling an item means; a card tells it once."""


def _reroll_item(scope: Scope, slot: Slots) -> Unit:
    value = slot("b")
    said = ONE_REROLLED
    if isinstance(value, Each):
        gains = "you gain" if value.filter.owner.rel == Rel.MINE and scope.me.you else "their controllers gain"
        said = f"(destroy them all, then {gains} 1 treasure for each one destroyed)"
    return (Clause(None, "reroll", f"{noun(scope, value).name} {said}"),)


def _become(scope: Scope, slot: Slots) -> Unit:
    ends = {Until.END_OF_TURN: " until end of turn", Until.FOREVER: " for good"}
    until = slot("d")
    if until not in ends:
        scope.fail(f"becoming a copy until {Until(until).name}")
    return (Clause(THIS, "become", f"a copy of {noun(scope, slot('b')).name}{ends[until]}"),)


def _become_soul(scope: Scope, slot: Slots) -> Unit:
    me, worth = scope.me, scope.card.souls
    value = f", worth {worth}" if worth else ""
    return (Clause(THIS, "become", f"a soul of {'yours' if me.you else me.own}{value}"),)


def _counter(scope: Scope, slot: Slots) -> Unit:
    return (Clause(None, "put", f"{count(scope, slot('a'), 'counter')} on this"),)


def _uncounter(scope: Scope, slot: Slots) -> Unit:
    return (Clause(None, "remove", f"{count(scope, slot('a'), 'counter')} from this"),)


def _lose_soul(scope: Scope, slot: Slots) -> Unit:
    who = noun(scope, slot("b"))
    return (Clause(who, "lose", f"{count(scope, slot('a'), 'soul card')} of {who.their} choice"),)


def _give_curses(scope: Scope, slot: Slots) -> Unit:
    return (Clause(scope.doer, "give", f"each revealed curse to a player of {scope.doer.their} choice"),)


def _look(scope: Scope, slot: Slots) -> Unit:
    return (Clause(noun(scope, slot("c")), "look", f"at {top_cards(scope, slot('a'), slot('b'))}"),)


def _reveal(scope: Scope, slot: Slots) -> Unit:
    return (Clause(scope.doer, "reveal", top_cards(scope, slot("a"), slot("b"))),)


def _reveal_until(scope: Scope, slot: Slots) -> Unit:
    n, deck = slot("a"), deck_of(scope, slot("b")).name
    wanted = phrase(scope, slot("c"), "any" if n != 1 else "a")
    wanted = wanted if n == 1 else f"{n} {wanted}"
    return (
        Clause(scope.doer, "reveal", f"cards from the top of {deck} until {wanted} have been found"),
        Clause(scope.doer, "put", "the others on its bottom"),
    )


def _search(scope: Scope, slot: Slots) -> Unit:
    where = slot("b")
    treasure = isinstance(where, Selector) and where.code == Sel.TREASURE_DECK
    name = deck_of(scope, where).name
    gain = (Clause(scope.doer, "gain", "it"),) if treasure else ()
    wanted = phrase(scope, slot("c"))
    return (
        Clause(scope.doer, "search", f"{name} for {wanted}"),
        *gain,
        Clause(scope.doer, "shuffle", "the deck"),
    )


def _order_top(scope: Scope, slot: Slots) -> Unit:
    return (Clause(noun(scope, slot("b")), "put", "them back on top in any order"),)


def _order_bottom(scope: Scope, slot: Slots) -> Unit:
    return (Clause(scope.doer, "put", "them on the bottom of the deck in any order"),)


def _keep_top(scope: Scope, slot: Slots) -> Unit:
    return (Clause(scope.doer, "put", f"{slot('a')} of them back on top"),)


def _own_deck(what: Noun) -> str:
    return "the deck" if what.plural else "its deck"


def _putter(scope: Scope, what: Any) -> Noun | None:
    """Who puts a card somewhere: named only where that player picks it."""
    return scope.doer if isinstance(what, Pick) else None


def _to_bottom(scope: Scope, slot: Slots) -> Unit:
    what = noun(scope, slot("b"))
    order = " in any order" if what.plural else ""
    return (Clause(_putter(scope, slot("b")), "put", f"{what.name} on the bottom of {_own_deck(what)}{order}"),)


def _topdeck(scope: Scope, slot: Slots) -> Unit:
    value = slot("b")
    what = noun(scope, value)
    name = f"{noun(scope, value.pile).their} top card" if isinstance(value, TopOf) else what.name
    return (Clause(_putter(scope, value), "put", f"{name} on top of {_own_deck(what)}"),)


def _topdeck_any(scope: Scope, slot: Slots) -> Unit:
    cards = phrase(scope, slot("c"), "any")
    return (Clause(scope.doer, "put", f"any number of {cards} on top of their deck, one by one"),)


def _discard_top(scope: Scope, slot: Slots) -> Unit:
    deck = slot("b")
    return (Clause(None, "discard", "it" if deck == scope.seen else top_cards(scope, 1, deck)),)


def _into_deck(scope: Scope, slot: Slots) -> Unit:
    return (Clause(None, "put", f"this into its deck as the {ordinal(slot('a'))} card from the top"),)


def _copy_effect(scope: Scope, slot: Slots) -> Unit:
    return (Clause(scope.doer, "use", f"a copy of {noun(scope, slot('a')).own} activated effect"),)


def _vote(scope: Scope, slot: Slots) -> Unit:
    filter = slot("a")
    if not isinstance(filter, Filter):
        scope.unknown(filter, "what is voted on")
    return (Clause(person("each player"), "name", phrase(scope, filter)),)


def _play_given(scope: Scope, slot: Slots) -> Unit:
    card = noun(scope, slot("a")).name
    return (Clause(scope.doer, "play", f"{card} at once, without using a loot play", "must"),)


def _draft(scope: Scope, slot: Slots) -> Unit:
    return (
        Clause(scope.doer, "look", f"at the top {slot('a')} treasure cards"),
        Clause(scope.doer, "keep", "1 of them as an eternal starting item"),
        Clause(scope.doer, "put", "the rest on the bottom of the treasure deck"),
    )


def _end_game(scope: Scope, slot: Slots) -> Unit:
    winner = slot("a")
    if isinstance(winner, Pick):
        who = noun(scope, winner.by)
        return (
            Clause(
                None, "", f"the game ends; {who.name} {verb_of(who, 'choose')} {phrase(scope, winner.filter)}, who wins"
            ),
        )
    return (Clause(None, "", f"the game ends and {noun(scope, winner).name} wins"),)


CARD_VERBS: dict[Op, Verb] = {
    Op.GAIN: _gain,
    Op.LOSE: _amount("lose", CENTS),
    Op.STEAL_COINS: _steal_coins,
    Op.LOOT: _loot,
    Op.DISCARD_LOOT: _amount("discard", "loot card"),
    Op.DISCARD_HAND: _discard_hand,
    Op.DISCARD_ANY: _discard_any,
    Op.DISCARD_TO: _discard_to,
    Op.TAKE_LOOT: _take_loot,
    Op.SWAP_LOOT: _swap_loot,
    Op.HAND_TO_DECK: _hand_to_deck,
    Op.PASS_HANDS: _pass_hands,
    Op.LOOK_HAND: _look_hand,
    Op.LOOT_PLAYS: _loot_plays,
    Op.TREASURE: _amount("gain", "treasure"),
    Op.DESTROY: _on("destroy"),
    Op.DESTROY_THIS_FIRST: _destroy_first,
    Op.STEAL_ITEM: _by_doer("steal"),
    Op.GIVE_ITEM: _give_item,
    Op.SWAP_ITEMS: _swap_items,
    Op.RECHARGE: _on("recharge"),
    Op.DEACTIVATE: _on("deactivate"),
    Op.REROLL_ITEM: _reroll_item,
    Op.BECOME: _become,
    Op.BECOME_SOUL: _become_soul,
    Op.COUNTER: _counter,
    Op.UNCOUNTER: _uncounter,
    Op.LOSE_SOUL: _lose_soul,
    Op.STEAL_SOUL: _by_doer("steal"),
    Op.GIVE_CURSES: _give_curses,
    Op.LOOK: _look,
    Op.REVEAL: _reveal,
    Op.REVEAL_UNTIL: _reveal_until,
    Op.SEARCH: _search,
    Op.ORDER_TOP: _order_top,
    Op.ORDER_BOTTOM: _order_bottom,
    Op.KEEP_TOP: _keep_top,
    Op.TO_BOTTOM: _to_bottom,
    Op.TOPDECK: _topdeck,
    Op.TOPDECK_ANY: _topdeck_any,
    Op.DISCARD_TOP: _discard_top,
    Op.INTO_DECK: _into_deck,
    Op.COPY_EFFECT: _copy_effect,
    Op.VOTE: _vote,
    Op.PLAY_GIVEN: _play_given,
    Op.PLAY_REVEALED: _by_doer("play", "a"),
    Op.DRAFT_TREASURE: _draft,
    Op.END_GAME: _end_game,
}
