"""Nouns, verbs and clauses: the English that does not depend on cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True)
class Noun:
    """Someone or something: its name, its possessive, and the possessive after it has been named."""

    name: str
    own: str
    their: str
    you: bool = False
    plural: bool = False


YOU = Noun("you", "your", "your", you=True)
THIS = Noun("this", "this card's", "its")
IT = Noun("it", "its", "its")
THEM = Noun("them", "their", "their", plural=True)
THE_REST = Noun("the rest", "their", "their", plural=True)


def person(name: str) -> Noun:
    return Noun(name, f"{name}'", "their") if name.endswith("s") else Noun(name, f"{name}'s", "their")


def thing(name: str) -> Noun:
    return Noun(name, f"{name}'s", "its")


_THIRD = {"have": "has", "be": "is"}


def verb_of(actor: Noun, verb: str) -> str:
    if actor.you or actor.plural:
        return "are" if verb == "be" else verb
    head, _, tail = verb.partition(" ")
    if head in _THIRD:
        third = _THIRD[head]
    elif head.endswith("y") and head[-2] not in "aeou":
        third = head[:-1] + "ies"
    else:
        third = head + ("es" if head.endswith(("s", "sh", "ch", "x", "o")) else "s")
    return f"{third} {tail}" if tail else third


def _tail(verb: str, rest: str) -> str:
    return f"{verb}{'' if rest.startswith(':') else ' '}{rest}".strip()


@dataclass(frozen=True)
class Clause:
    """One thing that happens. Without an actor it is an instruction to the reader; ``modal`` is "may" or "must".

    Without a verb, ``rest`` is a whole statement; a ``rest`` that begins with a colon follows the verb without a space.
    """

    actor: Noun | None
    verb: str
    rest: str = ""
    modal: str = ""
    states: bool = False

    @property
    def plain(self) -> str:
        return _tail(self.verb, self.rest)

    @property
    def spoken(self) -> str:
        """As a statement or instruction: "gain 3¢", "that player gains 3¢", "you may attack once more"."""
        if self.actor is None or not self.verb:
            return self.plain
        if self.modal:
            return f"{self.actor.name} {self.modal} {self.plain}"
        if self.actor.you and not self.states:
            return self.plain
        return f"{self.actor.name} {_tail(verb_of(self.actor, self.verb), self.rest)}"

    def allowed(self, by: Noun) -> str:
        """As the tail of "BY may ..."."""
        if not self.verb:
            return f"decide that {self.spoken}"
        if self.actor is None or self.actor == by:
            return f"be forced to {self.plain}" if self.modal == "must" else self.plain
        plain = self.plain if by.you else self.plain.replace("of their choice", f"of {self.actor.own} choice")
        return f"{'let' if self.modal == 'may' else 'make'} {self.actor.name} {plain}"


Unit = tuple[Clause, ...]
"""Clauses that form one sentence; clauses with the same actor name it once."""


def and_join(words: Sequence[str], last: str = "and") -> str:
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else list(words))


def unit_text(unit: Unit) -> str:
    texts = [unit[0].spoken]
    for before, clause in pairwise(unit):
        same = clause.actor is not None and clause.actor == before.actor and not clause.modal
        texts.append(clause.spoken.removeprefix(f"{clause.actor.name} ") if same and clause.actor else clause.spoken)
    return and_join(texts)


def allowed(units: Sequence[Unit], by: Noun) -> list[str]:
    """Units as the tail of "BY may ..."; whole statements after the first one stay as they are."""
    texts: list[str] = []
    for unit in units:
        stays = texts and not unit[0].verb
        texts.append(unit_text(unit) if stays else and_join([clause.allowed(by) for clause in unit]))
    return texts


def a(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiouAEIO' else 'a'} {noun}"


def upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    return f"{upper(text)}."


def ordinal(n: int) -> str:
    """1st, 2nd, 3rd, 4th."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th") if n % 100 not in (11, 12, 13) else "th"
    return f"{n}{ending}"


def signed(n: int) -> str:
    return f"{n:+d}"


def times(n: int) -> str:
    return {1: "once", 2: "twice"}.get(n, f"{n} times")
