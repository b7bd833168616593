"""Stack objects, lasting effects, obligations and the pending decision as plain data."""

from __future__ import annotations

from typing import Any

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.language.codes import NONE, Deck, Event, Lasting, Ref, Until
from fs_env.core.four_souls.language.verbs import Op
from fs_env.core.four_souls.references import decode
from fs_env.core.four_souls.rules.batch import WAITING
from fs_env.core.four_souls.rules.damage import LASTING_OPTION
from fs_env.core.four_souls.state import AIMED, NO_MORE, PLAYERS, Favour, Frame, Obj, ObjectFlag, Question, Shape, Zone
from fs_env.core.four_souls.view.sight import Plain, Sight

_ABOUT = (
    Obj.TRIGGER,
    Obj.PURCHASE,
    Obj.ATTACK,
    Obj.COMBAT,
    Obj.PLAYER_DEATH,
    Obj.PENALTY,
    Obj.HELD_DAMAGE,
    Obj.HELD_GAIN,
)
_NUMBERED = (Obj.TRIGGER, Obj.LOOT_STEP, Obj.ROLL, Obj.COMBAT, Obj.HELD_DAMAGE, Obj.HELD_GAIN)
_ROLLED = (Obj.TRIGGER, Obj.BRANCH, Obj.COMBAT)
_LISTING = (Op.LOOK, Op.REVEAL, Op.TO_BOTTOM, Op.REPLACE_SHOP_ANY)


def object_plain(sight: Sight, r: int) -> Plain:
    found = sight.record["objects"][r]
    kind, flags, ability = Obj(int(found["kind"])), int(found["flags"]), int(found["ability"])
    src, n, amount, roll = int(found["src"]), int(found["n"]), int(found["amount"]), int(found["roll"])
    rolled = kind in _ROLLED and (kind != Obj.TRIGGER or int(found["that"]) > 0)
    event = Event(int(T.AB_EVENT[ability])) if kind == Obj.TRIGGER and ability != NONE else Event.NOTHING
    slotted = kind in (Obj.REFILL, Obj.MONSTER_CARD, Obj.EVENT) and found["slot"] != NONE
    return {
        "number": int(found["uid"]),
        "kind": kind.name.lower(),
        "player": int(found["controller"]),
        "card": sight.public_card(src),
        "shows": sight.shows(src),
        "mode": "abc"[found["mode"]] if kind != Obj.ROLL and found["mode"] != NONE else None,
        "of": T.IDS[T.AB_CARD[ability]] if ability != NONE else None,
        "targets": [sight.reference(ref) for ref in found["reg"].tolist() if ref != NONE] if kind in AIMED else [],
        "about": sight.reference_or_none(int(found["it"])) if kind in _ABOUT else None,
        "n": n if (kind in _NUMBERED and n > 0) or kind in (Obj.ROLL_BONUS, Obj.COMBAT) else None,
        "amount": amount if kind == Obj.TRIGGER and amount > 0 else None,
        "roll": roll if rolled and roll > 0 else None,
        "event": event.name.lower() if event else None,
        "deck": Deck(n).name.lower() if kind == Obj.REFILL else None,
        "slot": int(found["slot"]) if slotted else None,
        "attack_roll": bool(flags & ObjectFlag.ATTACK_ROLL),
        "hit": bool(flags & ObjectFlag.HIT),
        "doubled": 1 + amount if flags & ObjectFlag.DOUBLED else 0,
        "dealer": sight.reference_or_none(int(found["dealer"])),
        "dealer_card": sight.public_card(int(found["from_card"])),
    }


def _frames(sight: Sight) -> Any:
    return sight.record["frames"][: sight.number("n_frames")]


def resolving_plain(sight: Sight) -> list[Plain]:
    found = []
    for frame in _frames(sight):
        r = int(frame["object"])
        built = object_plain(sight, r) if r != NONE and sight.record["objects"][r]["kind"] != 0 else None
        found.append({"frame": Frame(int(frame["kind"])).name.lower(), "object": built} | _progress(sight, frame))
    return found


def _progress(sight: Sight, frame: Any) -> Plain:
    plain: Plain = {"instruction": None, "step": int(frame["step"]), "count": int(frame["count"]), "choices": []}
    r = int(frame["object"])
    if frame["kind"] != Frame.RUN or r == NONE or sight.record["objects"][r]["ability"] == NONE:
        return plain
    built = sight.record["objects"][r]
    first = int(T.AB_PC[built["ability"]])
    done = T.PROG[first : int(frame["pc"])]
    numbers = set((done["register"][done["op"] == Op.NUMBER] - 4).tolist())
    registers = enumerate(frame["reg"].tolist())
    chosen = [
        {"sort": "number", "n": n} if k in numbers else _choice(sight, n, int(built["controller"]))
        for k, n in registers
    ]
    return plain | {"instruction": int(frame["pc"]) - first + 1, "choices": chosen}


def _choice(sight: Sight, ref: int, chooser: int) -> Plain | None:
    """A choice; a card in a hand or a deck is named to the player who chose it, if that one knows it (A45)."""
    sort, inst = decode(ref) if ref != NONE else ("", NONE)
    hidden = sort == "card" and sight.zone[inst] in (Zone.HAND, Zone.DECK)
    if hidden and sight.viewer not in (None, chooser):
        return {"sort": "card", "card": None, "shows": None, "zone": None, "player": None, "slot": None}
    return sight.reference_or_none(ref)


def damage_plain(sight: Sight) -> list[Plain]:
    if not any(frame["kind"] == Frame.DAMAGE for frame in _frames(sight)):
        return []
    units, points = sight.first("hurt", "n_hurt"), sight.first("hurt_n", "n_hurt")
    return [{"to": _unit(sight, u), "n": n} for u, n in zip(units, points) if n > 0]


def _unit(sight: Sight, u: int) -> Plain:
    return sight.reference(u if u < PLAYERS else int(Ref.SLOT) + u - PLAYERS)


def lasting_plain(sight: Sight, k: int) -> Plain:
    entry = sight.record["lasting"][k]
    ability = int(entry["ability"])
    return {
        "kind": Lasting(int(entry["kind"])).name.lower(),
        "until": Until(int(entry["until"])).name.lower(),
        "player": int(entry["controller"]),
        "on": sight.reference_or_none(int(entry["who"])),
        "n": int(entry["n"]),
        "card": sight.public_card(int(entry["src"])),
        "event": Event(int(T.AB_EVENT[ability])).name.lower() if ability != NONE else None,
        "object": _bound(sight, entry),
    }


def _bound(sight: Sight, entry: Any) -> Plain | None:
    """The object that a lasting effect ends with, or predicts the roll of."""
    ref = int(entry["ref"])
    if ref != NONE and entry["until"] != Until.THAT_OBJECT and entry["kind"] == Lasting.PREDICT:
        return sight.reference(int(Ref.STACK) + ref)
    return sight.reference_or_none(ref) if entry["until"] == Until.THAT_OBJECT else None


def obligations_plain(sight: Sight) -> list[Plain]:
    """Attacks that must be made (R11.7)."""
    return [
        {
            "player": int(obligation["who"]),
            "what": sight.reference_or_none(int(obligation["what"])),
            "or": sight.reference_or_none(int(obligation["other"])),
            "additional": bool(obligation["extra"]),
        }
        for obligation in sight.record["obligations"]
        if obligation["who"] != NONE
    ]


def looked_plain(sight: Sight) -> list[str | None]:
    """The cards that are being looked at or ordered, top first, None for unknown ones; in alphabetical order for others (A45)."""
    frames = _frames(sight)
    if not len(frames):
        return []
    kind, r, pc = (int(frames[-1][name]) for name in ("kind", "object", "pc"))
    listing = kind == Frame.DRAFT
    if kind == Frame.RUN and sight.record["objects"][r]["ability"] != NONE:
        first = int(T.AB_PC[sight.record["objects"][r]["ability"]])
        listing = any(op in _LISTING for op in T.PROG["op"][first : pc + 1].tolist())
    cards = [sight.card(inst) for inst in sight.first("look", "n_look")] if listing else []
    if sight.viewer not in (None, sight.number("asked")) and sight.number("question") in (
        Question.ORDER,
        Question.KEEP,
    ):
        cards.sort(key=lambda card: card or "~")
    return cards


def decision_plain(sight: Sight) -> Plain | None:
    """The pending decision, None if the game is over; options are included only for the seat that is asked."""
    asked = sight.number("asked")
    if asked == NONE:
        return None
    shape = Shape(sight.number("shape"))
    may_see = sight.viewer is None or sight.viewer == asked
    options = sight.first("option", "n_options") if may_see and shape != Shape.PRIORITY else None
    return {
        "player": asked,
        "question": Question(sight.number("question")).name.lower(),
        "shape": shape.name.lower(),
        "card": sight.public_card(sight.number("asking_card")),
        "playing": _playing(sight) if may_see else None,
        "place": _place(sight),
        "must_attack": shape == Shape.PRIORITY and sight.number("forced") == 1,
        "options": None if options is None else [_option(sight, shape, option) for option in options],
    }


def _playing(sight: Sight) -> str | None:
    frames = _frames(sight)
    return T.IDS[frames[-1]["cursor"]] if len(frames) and frames[-1]["kind"] == Frame.LOOT_SOURCE else None


def _place(sight: Sight) -> str | None:
    """Where the next card of an order goes: "top", "bottom", or None for other questions."""
    if sight.number("question") != Question.ORDER:
        return None
    frames = _frames(sight)
    if not len(frames):
        return None
    frame = frames[-1]
    on_top = frame["kind"] == Frame.RUN and T.PROG["op"][frame["pc"]] == Op.ORDER_TOP
    return "top" if on_top else "bottom"


def _option(sight: Sight, shape: Shape, option: int) -> Plain:
    if shape == Shape.YES_NO:
        return {"sort": "answer", "yes": option == 1}
    if shape == Shape.MODE:
        frame = _frames(sight)[-1]
        ability = int(sight.record["objects"][int(frame["object"])]["ability"])
        return {"sort": "mode", "mode": "abc"[option], "of": T.IDS[T.AB_CARD[ability]]}
    if shape == Shape.NUMBER:
        return {"sort": "number", "n": option}
    if shape == Shape.FAVOUR:
        return {"sort": "favour", "favour": Favour(option).name.lower()}
    if shape == Shape.CENTS:
        return _amount(sight, option)
    if option == NO_MORE:
        return {"sort": "done"}
    if option <= WAITING:
        return {"sort": "waiting", "object": object_plain(sight, WAITING - option)}
    if option <= LASTING_OPTION:
        return {"sort": "lasting", "effect": lasting_plain(sight, LASTING_OPTION - option)}
    return sight.reference(option, named=True)


def _amount(sight: Sight, n: int) -> Plain:
    bid = sight.record["bid"][0]
    if n == 0:
        return {"sort": "decline"}
    agreed = sight.number("question") == Question.DEAL and n == (bid["counter"] or bid["cents"])
    return {"sort": "accept" if agreed else "cents", "n": n}
