"""The rules text of a whole card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from fs_env.core.four_souls.language.card_kinds import CardFlag
from fs_env.core.four_souls.language.check import nodes_in
from fs_env.core.four_souls.language.codes import AbilityFlag, Cost, Head, Sel
from fs_env.core.four_souls.language.english.events import moment
from fs_env.core.four_souls.language.english.numbers import CENTS, condition_text, count, predicate, price_clause
from fs_env.core.four_souls.language.english.objects import phrase
from fs_env.core.four_souls.language.english.phrases import ONE_REROLLED, drafted
from fs_env.core.four_souls.language.english.statics import static_texts
from fs_env.core.four_souls.language.english.steps import sentences, unit_sentence
from fs_env.core.four_souls.language.grammar import YOU, upper
from fs_env.core.four_souls.language.nodes import Ability, Card, Condition, Effect, Price, Selector
from fs_env.core.four_souls.language.scope import THAT_PLAYER, Scope, scope_of
from fs_env.core.four_souls.language.verb import Step

_BETWEEN = " / "
_BEFORE = {
    CardFlag.TRINKET: "Trinket.",
    CardFlag.CURSE: "Curse.",
    CardFlag.UNATTACKABLE: "Cannot be attacked.",
    CardFlag.ENTERS_DEACTIVATED: "Enters play deactivated.",
}
_AFTER = {CardFlag.GUPPY: "Guppy item.", CardFlag.ETERNAL: "Eternal."}


def _join(lead: str, body: str, moment: bool = False) -> str:
    rolls = moment and body.split(":")[0].lower().endswith(("roll", " rolls"))
    between = ", " if rolls else ": "
    return f"{upper(lead)}{between}{body[:1].lower()}{body[1:]}"


def _priced(scope: Scope, price: Price, effect: Effect) -> tuple[str, Scope, Effect]:
    """(cost, scope, effect): who receives a given item is chosen with the cost and not again in the effect."""
    receiver = ""
    if price.cost == Cost.GIVE_ITEM and price.to is not None:
        name = price.to.name
        receiver = f"{phrase(scope, dict(effect.targets)[name].filter)} of {scope.doer.their} choice"
        effect = replace(effect, targets=tuple(target for target in effect.targets if target[0] != name))
        scope = scope(registers={name: THAT_PLAYER})
    return price_clause(scope, price, receiver).spoken, scope, effect


def _changes_event(effect: Effect) -> bool:
    return any(isinstance(node, Step) and node.verb.changes_event for node in nodes_in(effect))


def _ability_text(scope: Scope, ability: Ability) -> str:
    effect, cost = ability.effect, ""
    if ability.price is not None:
        cost, scope, effect = _priced(scope, ability.price, effect)
    if ability.head == Head.PLAY:
        body = sentences(scope, effect)
        return _join(cost, body) if cost else body
    if ability.head == Head.ACTIVATED:
        return _join(f"activate, {cost}" if cost else "activate", sentences(scope, effect))
    if ability.head == Head.PAID:
        only = "" if ability.only is None else f" Use this only if {condition_text(scope, ability.only)}."
        return _join(cost, sentences(scope, effect)) + only
    if ability.head in (Head.WHEN, Head.INSTEAD):
        found = moment(scope, ability.trigger, ability.only, ability.once, ability.every)
        swaps = ability.head == Head.INSTEAD and not _changes_event(effect)
        text = _join(f"{found.lead}, instead" if swaps else found.lead, sentences(found.scope, effect), not swaps)
        chain = " Its own effect can trigger it again." if ability.trigger.flags & AbilityFlag.SELF_CHAIN else ""
        return text + chain
    scope.fail(f"the head {Head(ability.head).name}")


def _bonus_text(scope: Scope, condition: Condition) -> str:
    if not isinstance(condition.subject, Selector) or condition.subject.code != Sel.ANY:
        scope.fail("a bonus soul for somebody other than any player")
    return f"The first player who {predicate(scope, condition)} gains this soul."


def _traits(card: Card) -> list[str]:
    words = [text for flag, text in _BEFORE.items() if card.flags & flag]
    if card.counters:
        words.append(f"Enters play with {card.counters} counter{'' if card.counters == 1 else 's'}.")
    return words


def card_text(card: Card, names: Mapping[str, str] | None = None) -> str:
    """Rules text of a card, empty if it does nothing; ``rewards_text`` has the rewards.

    ``names`` maps the ids of other cards that the text mentions to names; without it names are derived from ids.
    Parts are separated by " / ". Raises CardError, naming the card, for a node that has no English.
    """
    scope = scope_of(card, names or {})
    parts = static_texts(scope, card.statics)
    parts += [_ability_text(scope, ability) for ability in card.abilities if ability.head != Head.REWARD]
    if card.flags & CardFlag.TURN_SELF:
        parts.append("Turn this sideways: play 1 more loot card.")
    if card.innate:
        parts.append(f"Counts as {card.innate} soul{'' if card.innate == 1 else 's'} that cannot be lost.")
    if card.drafts:
        parts.append(f"Before the game begins: {unit_sentence(drafted(scope, card.drafts))}")
    if card.condition is not None:
        parts.append(_bonus_text(scope, card.condition))
    after = [text for flag, text in _AFTER.items() if card.flags & flag]
    text = " ".join(part for part in (*_traits(card), _BETWEEN.join(parts), *after) if part)
    first, found, again = text.partition(ONE_REROLLED)
    return first + found + again.replace(f" {ONE_REROLLED}", "")


def paid_texts(card: Card, names: Mapping[str, str]) -> list[str]:
    return [_ability_text(scope_of(card, names), ability) for ability in card.abilities if ability.head == Head.PAID]


def _reward(scope: Scope, step: object) -> str:
    if isinstance(step, Step) and isinstance(step.get("n"), int):
        n = step.get("n")
        plain = {"gain": f"{n}{CENTS}", "loot": f"loot {n}", "treasure": count(scope, n, "treasure")}
        if step.verb.name in plain:
            return plain[step.verb.name]
    text = sentences(scope, Effect((step,)))
    return f"{text[:1].lower()}{text[1:]}".removesuffix(".")


def rewards_text(card: Card, names: Mapping[str, str] | None = None) -> str | None:
    """The active player's gain when the card dies (R14.4): "7¢", "loot 2", "1 treasure"; None without rewards."""
    scope = scope_of(card, names or {})
    scope = scope(me=YOU, doer=YOU, nouns={Sel.ME: YOU, Sel.ACTIVE_PLAYER: YOU})
    rewards = [step for ability in card.abilities if ability.head == Head.REWARD for step in ability.effect.steps]
    return ", ".join(_reward(scope, step) for step in rewards) or None


__all__ = ["card_text", "paid_texts", "rewards_text"]
