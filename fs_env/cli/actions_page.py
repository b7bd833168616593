"""The page docs/actions.md: every action id with its words, and when it is legal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from fs_env.cli.card_pages import SET_NAMES, TITLES, table
from fs_env.core.machine.action_ranges import ActionRange, ActionTable

NOTE = "Made by `make docs` from the ranges that the code declares: changes belong there, not here."
INTRO = """An action is a number, its *id*, and an id means the same in every state of a game: the same card, the same seat
counted from the one that acts, the same answer. Which ids are legal now is told by the action mask of an observation, 1
at each of them. Code reads ranges and words by name:

```python
from fs_env.core.four_souls.game import GAME

play = GAME.action_ids["play"]  # a range of ids
words = [GAME.action_text(action) for action in play]
```

An id is legal when the seat is asked one of the *questions* of its range and what stands beside that question holds. The
state names the pending question; observations and JSON show it, in JSON by the name that is used here."""
FOUR_SOULS = """What is written about a card holds for the card as it is now: an item that has become another one keeps the ids
of its printed name, and has the effects of the other. A question with a single option is not asked, the option is taken;
only priority is asked for where nothing is left but to pass."""
VERBS = {"play": "play", "activate": "activate", "pay": "pay for", "buy": "buy", "attack": "attack", "choose": "choose"}
"""The words of the ids that name a card, before its name."""
RULE = re.compile(r"\b(?:R\d+(?:\.\d+[a-z]?)?|A\d+|ER-\d+)(?![\w.]*\w)")


def actions_page() -> str:
    """The text of the page."""
    from fs_env.core.castles_of_caleira import actions as castles
    from fs_env.core.four_souls import actions as souls

    words = ["# Actions", NOTE, INTRO, "## Four Souls", FOUR_SOULS]
    words += about_ranges(souls.TABLE, "four_souls", souls.action_text)
    words.append("### Ids without a card")
    words.append(id_table(souls.TABLE.ranges.values(), souls.action_text, skip=set(VERBS)))
    words += card_tables()
    words += ["## Castles of Caleira", *about_ranges(castles.TABLE, "castles_of_caleira", castles.action_text)]
    words += ["### All ids", id_table(castles.TABLE.ranges.values(), castles.action_text)]
    return "\n\n".join(words) + "\n"


def about_ranges(declared: ActionTable, book: str, text: Callable[[int], str]) -> list[str]:
    """The table of the ranges, when the ids of each are legal, and which ranges answer a question."""
    ranges = list(declared.ranges.values())
    rows = []
    for one in ranges:
        used = [action for action in one.ids if words_of(text, action)]
        example = words_of(text, used[0]) if used else ""
        count = str(len(used)) if len(used) == len(one.ids) else f"{len(used)} of {len(one.ids)}"
        rows.append([f"`{one.name}`", span(one.ids), count, one.meaning, example])
    answers: dict[str, list[str]] = {}
    for question in sorted({question for one in ranges for question in one.legal}):
        answers[question.name.lower()] = [f"`{one.name}`" for one in ranges if question in one.legal]
    return [
        f"### Ranges of {'Four Souls' if book == 'four_souls' else 'Castles of Caleira'}",
        f"{declared.num_actions} ids, 0 to {declared.num_actions - 1}.",
        table(["range", "ids", "used", "an id says", "the first one in words"], rows, right=()),
        "### When an id is legal",
        table(["range", "question", "shape", "legal when"], conditions(ranges, book), right=()),
        "### Which ids answer a question",
        table(["question", "ranges"], [[f"`{name}`", ", ".join(found)] for name, found in answers.items()], right=()),
    ]


def conditions(ranges: Iterable[ActionRange], book: str) -> list[list[str]]:
    """A row for each range and each question that its ids answer."""
    rows = []
    for one in ranges:
        shape = "" if one.shape is None else f"`{one.shape.name.lower()}`"
        for question, when in one.legal.items():
            rows.append([f"`{one.name}`", f"`{question.name.lower()}`", shape, linked(when, book)])
    return rows


def linked(text: str, book: str) -> str:
    """The text with a link at each rule that it cites."""

    def link(cited: re.Match[str]) -> str:
        page = "rulings.md" if cited[0].startswith("ER-") else f"rules/{book}.md#{cited[0]}"
        return f"[{cited[0]}]({page})"

    return RULE.sub(link, text)


def words_of(text: Callable[[int], str], action: int) -> str:
    """The words of an id, "" for one that is kept free for later cards."""
    try:
        return text(action)
    except ValueError:
        return ""


def span(ids: range) -> str:
    """The first and the last id of a range."""
    return f"{ids.start}" if len(ids) == 1 else f"{ids.start} to {ids.stop - 1}"


def id_table(ranges: Iterable[ActionRange], text: Callable[[int], str], skip: Iterable[str] = ()) -> str:
    """A row for each id that is used, some ranges left out."""
    rows = [
        [str(action), words_of(text, action), f"`{one.name}`"]
        for one in ranges
        if one.name not in skip
        for action in one.ids
        if words_of(text, action)
    ]
    return table(["id", "words", "range"], rows, right=(0,))


def card_tables() -> list[str]:
    """The ids that name cards, a table for each deck and a row for each card; the words are those of the head and the name."""
    from fs_env.core.four_souls import tables as T
    from fs_env.core.four_souls.actions import CARD_OF_ACTION, TABLE, action_text
    from fs_env.core.four_souls.cards import SETS, card_rows

    ids: dict[int, dict[str, list[int]]] = {}
    for name in VERBS:
        for action in TABLE.ranges[name].ids:
            card = int(CARD_OF_ACTION[action])
            if card >= 0:
                ids.setdefault(card, {}).setdefault(name, []).append(action)
    decks = {row["id"]: row["deck"] for row in card_rows()}
    by_deck: dict[str, list[int]] = {}
    for card in sorted(ids):
        by_deck.setdefault(decks[T.IDS[card]], []).append(card)
    words = ["### Ids that name a card", "The words of an id are the head of its column and the name of the card."]
    for deck, here in by_deck.items():
        columns = [name for name in VERBS if any(name in ids[card] for card in here)]
        rows = []
        for card in here:
            name = action_text(ids[card]["choose"][0]).removeprefix("choose ")
            cells = [", ".join(map(str, ids[card].get(column, ()))) for column in columns]
            rows.append([name, SET_NAMES.get(SETS[T.C_SET[card]], SETS[T.C_SET[card]]), *cells])
        words.append(f"#### [{TITLES[deck]}](cards/{deck}.md)")
        words.append(table(["card", "set", *(VERBS[name] for name in columns)], rows, right=range(2, 2 + len(columns))))
    return words
