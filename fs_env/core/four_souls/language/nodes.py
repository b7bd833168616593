"""The value objects of the notation: the immutable nodes of a card's abilities before they are compiled, except ``verb.Step``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from fs_env.core.four_souls.language.codes import (
    NONE,
    Cond,
    Cost,
    Event,
    Flag,
    Head,
    Kind,
    Lasting,
    Num,
    Once,
    Rel,
    Sel,
    Stat,
    Static,
    Until,
    Victim,
    Who,
    Whom,
)


class CardError(ValueError):
    """A mistake in a card; the message names the card, what is wrong and what to write."""


# --- who, what, how many ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Selector:
    """A player or object known by its role."""

    code: Sel
    name: str


@dataclass(frozen=True)
class Register:
    """A placeholder for a chosen target: t, u, v or w."""

    name: str


@dataclass(frozen=True)
class Condition:
    """A test of one number or fact: ``cond`` about ``subject`` with threshold ``n``."""

    cond: Cond
    subject: Selector | Register
    n: int = 0


@dataclass(frozen=True, eq=False)
class Number:
    """A number known only while the game runs; compares to a whole number to make a condition."""

    code: Num | None
    name: str
    of: Selector | Register | None = None
    equal: Cond | None = None
    at_least: Cond | None = None

    def _condition(self, cond: Cond | None, n: int, sign: str) -> Condition:
        if cond is None or not isinstance(self.of, Selector):
            raise CardError(f"'{self.name} {sign} {n!r}' is not a condition; codes.Cond lists what can be tested")
        return Condition(cond, self.of, n)

    def __eq__(self, n: object) -> Any:
        return self._condition(self.equal, n, "==") if isinstance(n, int) else NotImplemented

    def __ge__(self, n: int) -> Condition:
        return self._condition(self.at_least, n, ">=")

    __hash__ = object.__hash__


@dataclass(frozen=True)
class NumberChoice:
    """A number named by the player while the effect resolves (R5.4): from low to high, or only low or high."""

    low: int
    high: int
    ends_only: bool = False


# --- filters ----------------------------------------------------------------------------------------------------------

_OWNED = Kind.ITEM | Kind.SOUL | Kind.CURSE | Kind.HAND_CARD


@dataclass(frozen=True)
class Owner:
    """The owner that a filter demands of items, souls, curses or hand cards."""

    rel: Rel
    of: Selector | Register | None = None


@dataclass(frozen=True)
class Filter:
    """Kinds of objects and demands on them; ``&`` adds demands, ``|`` adds kinds (codes.Kind, codes.Flag)."""

    kinds: int = 0
    flags: int = 0
    owner: Owner = Owner(Rel.ANY)
    card: str = ""
    or_card: str = ""

    def __and__(self, other: Filter) -> Filter:
        if not isinstance(other, Filter):
            return NotImplemented
        if self.kinds and other.kinds:
            raise CardError("'&' joins a kind with demands; two kinds are joined with '|'")
        if self.owner.rel != Rel.ANY and other.owner.rel != Rel.ANY:
            raise CardError("'&' was given two owners; name one")
        owner = self.owner if self.owner.rel != Rel.ANY else other.owner
        cards = (self.card or other.card, self.or_card or other.or_card)
        built = Filter(self.kinds | other.kinds, self.flags | other.flags, owner, *cards)
        if owner.rel == Rel.MINE and built.kinds and not built.kinds & _OWNED:
            return Filter(built.kinds, built.flags | Flag.MINE, Owner(Rel.ANY), *cards)
        return built

    def __or__(self, other: Filter) -> Filter:
        if not isinstance(other, Filter):
            return NotImplemented
        if not self.kinds or not other.kinds:
            raise CardError("'|' joins two kinds; a demand alone names no kind (write item & noneternal | player)")
        if self.owner.rel != Rel.ANY and other.owner.rel != Rel.ANY and self.owner != other.owner:
            raise CardError("'|' was given two different owners; a filter row has room for one")
        owner = self.owner if self.owner.rel != Rel.ANY else other.owner
        cards = (self.card or other.card, self.or_card or other.or_card)
        return Filter(self.kinds | other.kinds, self.flags | other.flags, owner, *cards)


@dataclass(frozen=True)
class Each:
    """All objects that match, fixed on resolution."""

    filter: Filter


@dataclass(frozen=True)
class Pick:
    """An object chosen while the effect resolves (R5.4)."""

    filter: Filter
    by: Selector | Register


@dataclass(frozen=True)
class Target:
    """An object chosen on push and locked (R5.2, R5.10)."""

    filter: Filter
    by: Selector
    optional: bool = False
    upto: int = 1


@dataclass(frozen=True)
class TopOf:
    """The top card of a chosen discard pile."""

    pile: Register


@dataclass(frozen=True)
class RegisterOf:
    """An operand that means the register itself and not the object in it."""

    value: Pick | Register


# --- steps ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class May:
    """A yes-or-no question on resolution, answered by ``by``."""

    steps: tuple[Any, ...]
    by: Selector | Register


@dataclass(frozen=True)
class Price:
    """A cost (R5.5); ``to`` receives a given item."""

    cost: Cost
    n: int = 0
    to: Register | None = None


@dataclass(frozen=True)
class Paying:
    """A mode with its own cost (A68)."""

    price: Price
    steps: tuple[Any, ...]


@dataclass(frozen=True)
class Mode:
    """One of several effects, locked on push (R5.3)."""

    options: tuple[tuple[Any, ...], ...]


@dataclass(frozen=True)
class If:
    """Steps that run only if a condition holds on resolution."""

    condition: Condition
    steps: tuple[Any, ...]


@dataclass(frozen=True)
class Effect:
    """Steps that are pushed as their own object, with targets chosen at that time."""

    steps: tuple[Any, ...]
    targets: tuple[tuple[str, Any], ...] = ()
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True)
class RollFor:
    """A roll and its dice table: (numbers, effect) lines (R9.7)."""

    lines: tuple[tuple[tuple[int, ...], Effect], ...]


@dataclass(frozen=True)
class LastingEffect:
    """An entry of the lasting table: a rule that holds for a while."""

    lasting: Lasting
    whom: Any = None
    n: Any = 0
    obj: Register | None = None
    effect: Effect | None = None


@dataclass(frozen=True)
class LastingStep:
    """Writes a mark or a delayed ability into the lasting table."""

    what: Any
    until: Until
    named: NumberChoice | None = None


# --- abilities and cards ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Trigger:
    """An event, and whose event it must be."""

    event: Event
    who: Who = Who.ANY
    n: int = 0
    victim: Victim = Victim.ANY
    flags: int = 0


@dataclass(frozen=True)
class Modifier:
    """A continuous change of a number or permission, ``static``; with ``stat`` if it can also be changed for a while."""

    static: Static | None
    n: int = 0
    m: int = 0
    whom: Whom = Whom.ME
    stat: Stat | None = None


@dataclass(frozen=True)
class Ability:
    """One program of a card."""

    head: Head
    effect: Effect
    trigger: Trigger = Trigger(Event.NOTHING)
    only: Condition | None = None
    once: Once = Once.NEVER
    every: int = 1
    price: Price | None = None


@dataclass(frozen=True)
class StaticAbility:
    """One continuous modifier of a card, always or under a condition."""

    modifier: Modifier
    only: Condition | None = None


@dataclass(frozen=True)
class Trait:
    """A flag of a card (codes of card_kinds.CardFlag) or the counters it enters with."""

    flag: int = 0
    counters: int = 0


@dataclass(frozen=True)
class Card:
    """A card as data: printed facts and abilities."""

    id: str
    name: str
    group: int
    kind: int
    abilities: tuple[Ability, ...] = ()
    statics: tuple[StaticAbility, ...] = ()
    flags: int = 0
    counters: int = 0
    count: int = 1
    hp: int = NONE
    evasion: int = NONE
    attack: int = NONE
    souls: int = 0
    start: str = ""
    drafts: int = 0
    innate: int = 0
    condition: Condition | None = field(default=None)
    confidence: str = ""
