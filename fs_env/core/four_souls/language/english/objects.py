"""Players and objects as text: selectors, filters, targets and picks."""

from __future__ import annotations

from typing import Any

from fs_env.core.four_souls.language.codes import Flag, Kind, Rel, Sel
from fs_env.core.four_souls.language.grammar import IT, THE_REST, THEM, Noun, a, and_join, person, thing
from fs_env.core.four_souls.language.nodes import Each, Filter, Pick, Register, RegisterOf, Selector, Target, TopOf
from fs_env.core.four_souls.language.scope import THAT_PLAYER, Scope

_KINDS: dict[int, tuple[str, str]] = {  # kind: (noun, words after it)
    Kind.PLAYER: ("player", ""),
    Kind.MONSTER: ("monster", ""),
    Kind.MONSTER_DECK: ("the top of the monster deck", ""),
    Kind.ITEM: ("item", ""),
    Kind.SHOP_ITEM: ("shop item", ""),
    Kind.SOUL: ("soul card", ""),
    Kind.CURSE: ("curse", ""),
    Kind.ROLL: ("dice roll", ""),
    Kind.ATTACK: ("attack", "on a monster"),
    Kind.DECK: ("deck", ""),
    Kind.DISCARD_PILE: ("discard pile", ""),
    Kind.DISCARDED: ("card", "from the monster discard pile"),
    Kind.HAND_CARD: ("loot card", ""),
    Kind.STACK_ITEM: ("activated or paid effect", "on the stack"),
    Kind.STACK_LOOT: ("loot card", "on the stack"),
    Kind.STACK_DAMAGE: ("damage effect", "on the stack"),
    Kind.PENDING_DEATH: ("player", "about to die"),
    Kind.SLOT: ("monster slot", ""),
    Kind.REVEALED: ("revealed card", ""),
    Kind.DECK_CARD: ("card", ""),
}
_PLAYERS = Kind.PLAYER | Kind.PENDING_DEATH
_PLACES = (Filter(Kind.SLOT), Filter(Kind.DECK))
_THAT_MONSTER = thing("that monster")
_STACK = Kind.STACK_ITEM | Kind.STACK_LOOT | Kind.STACK_DAMAGE
_CARDS = Kind.DECK_CARD | Kind.REVEALED | Kind.DISCARDED
_FLAGS: dict[int, tuple[int, str, str]] = {  # flag: (kinds it applies to, where its words go, words)
    Flag.NOT_THIS: (Kind.ITEM | Kind.MONSTER, "other", ""),
    Flag.NOT_IT: (_PLAYERS | Kind.MONSTER, "other", ""),
    Flag.OTHER: (_PLAYERS, "other", ""),
    Flag.NONETERNAL: (Kind.ITEM, "before", "non-eternal"),
    Flag.PASSIVE: (Kind.ITEM, "before", "passive"),
    Flag.NONATTACK: (Kind.ROLL, "before", "non-attack"),
    Flag.ALIVE: (_PLAYERS, "before", "living"),
    Flag.GUPPY: (Kind.ITEM | _CARDS, "noun", "Guppy item"),
    Flag.BOSS: (Kind.MONSTER | _CARDS, "noun", "boss"),
    Flag.ATTACK_ROLL: (Kind.ROLL, "noun", "attack roll"),
    Flag.MONSTER_CARD: (Kind.DISCARDED, "noun", "monster card"),
    Flag.MINE: (Kind.ROLL | Kind.ATTACK, "of", "of {yours}"),
    Flag.ACTIVE_ITEM: (Kind.ITEM, "after", "that has an activated or paid effect"),
    Flag.HAS_ACTIVATED: (Kind.ITEM, "after", "that has an activated effect (not one that copies)"),
    Flag.HAS_SOUL: (_PLAYERS, "after", "with a soul card"),
    Flag.HAS_HAND: (_PLAYERS, "after", "with a loot card in hand"),
    Flag.MOST_SOULS: (_PLAYERS, "after", "with the most souls"),
    Flag.MOST_COINS: (_PLAYERS, "after", "with the most ¢"),
    Flag.UNATTACKED: (Kind.MONSTER | Kind.SLOT, "after", "not being attacked"),
    Flag.ATTACKABLE: (Kind.MONSTER, "after", "that can be attacked"),
    Flag.NONMONSTER: (_CARDS, "after", "that is not a monster"),
    Flag.AIMED_AT_MINE: (_STACK, "after", "aimed at an item or roll of {yours}"),
}


def _owner(scope: Scope, filter: Filter, kind: int) -> str:
    if filter.owner.rel == Rel.ANY or not kind & (Kind.ITEM | Kind.SOUL | Kind.CURSE | Kind.HAND_CARD):
        return "in a hand" if kind == Kind.HAND_CARD else ""
    if filter.owner.rel == Rel.OF and isinstance(filter.owner.of, Selector) and filter.owner.of.code == Sel.ANY:
        return ""
    if filter.owner.rel == Rel.MINE:
        holder = scope.me
    elif filter.owner.rel == Rel.OTHER:
        holder = person("another player")
    elif filter.owner.rel == Rel.OF:
        holder = noun(scope, filter.owner.of)
    else:
        scope.fail(f"the owner relation {int(filter.owner.rel)}")
    if kind == Kind.HAND_CARD:
        return f"in {holder.own} hand"
    return f"{holder.name} {'control' if holder.you else 'controls'}"


def _kind(scope: Scope, filter: Filter, kind: int, plural: bool) -> tuple[bool, str, str]:
    """(another?, words up to the noun, words after it) of one kind of a filter."""
    head, behind = _KINDS[kind]
    before: list[str] = []
    of: list[str] = []
    after: list[str] = []
    other = False
    for flag, (kinds, place, words) in _FLAGS.items():
        if flag == Flag.NOT_IT and scope.nouns.get(Sel.IT) == (_THAT_MONSTER if kind & _PLAYERS else THAT_PLAYER):
            continue  # the object of the event is of another kind, so that nothing of this kind is excluded
        if filter.flags & flag and kind & kinds:
            words = words.replace("{yours}", "yours" if scope.me.you else scope.me.own)
            words = words.replace("that has ", "that have ") if plural else words
            if place == "other":
                other = True
            elif place == "noun":
                head = f"revealed {words}" if kind == Kind.REVEALED else words
            else:
                {"before": before, "of": of, "after": after}[place].append(words)
    if filter.card:
        cards = [card for card in (filter.card, filter.or_card) if card]
        names = [scope.names.get(card, card.replace("_", " ").title()) for card in cards]
        return False, and_join(names, "or"), behind
    after = [words for words in (_owner(scope, filter, kind), *of, behind, *after) if words]
    return other, " ".join([*before, head + (("es" if head.endswith("s") else "s") if plural else "")]), " ".join(after)


def phrase(scope: Scope, filter: Filter, form: str = "a") -> str:
    """A filter as text; ``form`` is "a" monster, "each" monster, "any" or "among" monsters."""
    kinds = [kind for kind in _KINDS if filter.kinds & kind]
    known = sum(_KINDS)
    if not kinds or filter.kinds & ~known:
        scope.fail(f"a filter of kinds {filter.kinds}")
    if Kind.PENDING_DEATH in kinds and Kind.PLAYER in kinds:
        kinds.remove(Kind.PLAYER)
    unsaid = filter.flags
    for flag, (of_kinds, _, _) in _FLAGS.items():
        if filter.kinds & of_kinds:
            unsaid &= ~flag
    if unsaid:
        scope.fail(f"the demands {unsaid} of a filter of kinds {filter.kinds}")
    parts = [_kind(scope, filter, kind, form in ("any", "among")) for kind in kinds]
    if len(parts) > 1 and len({after for _, _, after in parts}) == 1 and not any(other for other, _, _ in parts):
        heads, after = [head for _, head, _ in parts], parts[0][2]
        if form == "each":
            return and_join([f"each {head} {after}".strip() for head in heads])
        joined = and_join(heads, "and" if form == "among" else "or")
        if form == "a":
            joined = and_join([a(head) for head in heads], "or") if " or " in heads[0] else a(joined)
        return f"{joined} {after}".strip()
    texts = []
    for other, head, after in parts:
        if form == "each":
            text = f"each other {head}" if other else f"each {head}"
        elif form != "a":
            text = f"other {head}" if other else head
        else:
            text = head if filter.card or head.startswith("the ") else f"another {head}" if other else a(head)
        texts.append(f"{text} {after}".strip())
    if form == "a" and len(texts) > 1 and not any(after for _, _, after in parts[:-1]) and not parts[0][0]:
        texts = [texts[0], *(head if not other else text for text, (other, head, _) in zip(texts[1:], parts[1:]))]
        texts[-1] = f"{texts[-1]} {parts[-1][2]}".strip() if not parts[-1][0] else texts[-1]
    return and_join(texts, "and" if form in ("each", "among") else "or")


def is_person(filter: Filter) -> bool:
    return not filter.kinds & ~_PLAYERS


def short(filter: Filter) -> str:
    kinds = [_KINDS[kind][0] for kind in _KINDS if filter.kinds & kind and kind != Kind.PENDING_DEATH]
    return and_join(kinds or ["player"], "or").removeprefix("dice ") if len(kinds) < 3 else "one"


def chosen(scope: Scope, targets: tuple[tuple[str, Target], ...], beside_this: bool = False) -> dict[str, Noun]:
    """How chosen targets are referred to afterwards; ``beside_this``: the text also refers to the card, so "it" would be unclear."""
    objects = [name for name, target in targets if not is_person(target.filter)]
    known = [other for other in scope.registers.values() if other.their == "its"]
    nouns: dict[str, Noun] = {}
    names = [short(target.filter) for _, target in targets]
    for k, (name, target) in enumerate(targets):
        same = [i for i, other in enumerate(names) if other == names[k]]
        if target.upto > 1:
            built = _THOSE_PLAYERS if is_person(target.filter) else THEM
        elif is_person(target.filter):
            taken = THAT_PLAYER in scope.nouns.values() or THAT_PLAYER in scope.registers.values()
            built = person("the chosen player") if taken else THAT_PLAYER
            if len(same) > 1:
                built = person(f"the {_ORDINALS[same.index(k)]} player")
        elif len(same) > 1:
            built = thing(f"the {_ORDINALS[same.index(k)]} {names[k]}")
        elif len(objects) == 1 and not known and not beside_this:
            built = IT
        else:
            built = thing("the chosen one" if names[k] == "one" else f"that {names[k]}")
        nouns[name] = built
    return nouns


_ORDINALS = ("first", "second", "third", "fourth")
_THOSE_PLAYERS = Noun("those players", "those players'", "their", plural=True)


def _selector(scope: Scope, selector: Selector) -> Noun:
    code = selector.code
    if code in scope.nouns:
        return scope.nouns[code]
    plain = {
        Sel.ROLLER: person("the player who rolled"),
        Sel.IT: thing("the one of the event"),
        Sel.IT_SOURCE: thing("the monster that dealt the damage"),
        Sel.ATTACKED_MONSTER: thing("the attacked monster"),
        Sel.THAT_ROLL: thing("that roll"),
        Sel.CURRENT_ATTACK: thing("the attack"),
        Sel.FOUND: IT,
        Sel.TAKEN: thing("that card"),
        Sel.LOOKED: IT,
        Sel.REVEALED: IT,
        Sel.REST: THE_REST,
        Sel.MY_CHARACTER: thing(f"{scope.me.own} character"),
        Sel.WINNER: thing("the one named most often (nothing on a tie)"),
        Sel.EACH_PLAYER_BUT_IT: person("each player except that one"),
        Sel.LOOT_DECK: thing("the loot deck"),
        Sel.TREASURE_DECK: thing("the treasure deck"),
        Sel.MONSTER_DECK: thing("the monster deck"),
        Sel.RANDOM_PLAYER: person("a random player"),
        Sel.TOP_OF_PILE: thing("the top card of that discard pile"),
    }
    if code not in plain:
        scope.fail(f"the selector {Sel(code).name}")
    return plain[code]


def noun(scope: Scope, value: Any) -> Noun:
    if isinstance(value, Selector):
        return _selector(scope, value)
    if isinstance(value, Register):
        if value.name not in scope.registers:
            scope.fail(f"{value.name}, which has not been chosen yet")
        return scope.registers[value.name]
    if isinstance(value, RegisterOf):
        return noun(scope, value.value)
    if isinstance(value, Each):
        return thing(phrase(scope, value.filter, "each"))
    if isinstance(value, TopOf):
        return thing(f"the top card of {noun(scope, value.pile).name}")
    if isinstance(value, Pick):
        text = phrase(scope, value.filter)
        by = noun(scope, value.by)
        if by != scope.doer:
            choice = f"of {by.their if by.name in text and scope.doer.you else by.own} choice"
            text += f", {choice}" if " control" in text else f" {choice}"
        elif value.filter in _PLACES:
            text += f" of {by.their} choice"
        return person(text) if is_person(value.filter) else thing(text)
    scope.unknown(value, "an operand")
