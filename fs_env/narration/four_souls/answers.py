"""Answers of Four Souls as they are offered to the seat that is asked: each explains its effect."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.actions import CARD_OF_ACTION, PAID_BY_ACTION, RANGES, action_text
from fs_env.core.four_souls.view import words
from fs_env.narration.four_souls.passes import passing
from fs_env.narration.four_souls.stack import reference

Plain = dict[str, Any]
_STACK = re.compile(r", stack: (\d+ objects?)(?=\)$)")
_PAID = {action_text(a): (T.IDS[CARD_OF_ACTION[a]], int(PAID_BY_ACTION[a])) for a in RANGES["pay"]}
_YES_NO = {
    "loot_source": ("turn {card}", "use the loot play"),
    "may": ("use {card}", "do not use {card}"),
    "room": ("put {card} into discard", "keep {card}"),
}


def asked(table: Plain, text: str) -> str:
    attacked = [words.name(one["card"], one["shows"]) for one in table.get("monsters", ()) if one["attacked"]]
    attack = f", attack on {attacked[0]}" if attacked else ""
    return _STACK.sub(lambda found: attack + ("" if found[1].startswith("0 ") else f", {found[1]} on the stack"), text)


def offered(table: Plain, texts: Sequence[str]) -> list[str]:
    decision = table["decision"]
    if decision is None:
        return list(texts)
    if decision["question"] == "priority":
        seat = table["priority_player"] if table["viewer"] is None else table["viewer"]
        return [_action(table, text, seat) for text in texts] if seat == decision["player"] else list(texts)
    if decision["options"] is None:
        return list(texts)
    options = [words.option(option) for option in decision["options"]]
    yes, no = _YES_NO.get(decision["question"], ("yes", "no"))
    card = words.name(decision["card"])
    looked = table.get("looked", [])
    if len(looked) == 1 and looked[0]:  # each of several optional effects of a card is about another card
        card = f"{card} on {words.name(looked[0])}"
    fixed = {"yes": yes.format(card=card), "no": no.format(card=card)}
    fixed |= {f"option {k}": option for k, option in enumerate(options, 1)} if decision["shape"] == "option" else {}
    fixed |= {option.partition(":")[0]: option for option in options if option.startswith("mode ")}
    fixed |= _of_others(decision["options"], decision["player"])
    numbers = [one["n"] for one in decision["options"] if one["sort"] == "number"]
    if min(numbers, default=0) < 0:
        fixed |= {f"number {n}": f"{'add' if n > 0 else 'subtract'} {abs(n)}" for n in numbers}
    return [fixed.get(text, _barter(text, decision["question"])) for text in texts]


def offered_drawn(table: Plain, texts: Sequence[str]) -> list[str]:
    return [re.sub("^mode [abc]: ", "", one) for one in offered(table, texts)]


def _of_others(options: Sequence[Plain], seat: int) -> dict[str, str]:
    found = [(words.name(one["card"], one["shows"]), one) for one in options if one["sort"] == "card"]
    names = [name for name, _ in found]
    theirs = [(name, one) for name, one in found if names.count(name) == 1 and one["player"] not in (None, seat)]
    return {f"choose {name}": reference(one) for name, one in theirs}


def _action(table: Plain, text: str, seat: int) -> str:
    verb, _, card = text.partition(" ")
    if text == "pass":
        return f"pass: {passing(table, seat)}"
    if verb == "play" and not _has_play(table, seat):
        return f"{text} (turns {words.name(table['players'][seat]['character'])})"
    if verb == "pay" and text.endswith(")"):  # one of several paid effects
        paid, which = _PAID[text]
        return f"pay for {words.name(paid)}: {words.paid_text(paid, which)}"
    if verb == "attack":
        found = [one for one in table["monsters"] if one["card"] and words.name(one["card"], one["shows"]) == card]
        if len(found) == 1:
            evasion, hp, attack = (found[0][key] for key in ("evasion", "hp", "attack"))
            return f"{text} ({evasion}+ hits, {hp} hp left; a miss costs {attack} hp)"
    return text


def _has_play(table: Plain, seat: int) -> bool:
    player = table["players"][seat]
    own = table["active_player"] == seat and table["phase"] == "action" and not table["ending"]
    return player["extra_loot_plays"] > 0 or (own and player["loot_plays_used"] < player["loot_plays"])


def _barter(text: str, question: str) -> str:
    kind, _, what = text.replace("favour: ", "favour ").partition(" ")
    if kind == "favour":
        return next((long for short, long in words.FAVOURS.items() if what.split()[0] == short), text)
    if kind == "cents":
        return f"{what}¢ instead" if question == "deal" else f"{what}¢"
    begin = "cover " if question == "slot" and text != "choose an empty slot" else ""
    return text.replace("choose ", begin, 1)
