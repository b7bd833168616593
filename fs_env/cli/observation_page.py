"""The page docs/observation.md: every number of the flat and the token observation, and the codes they show."""

from __future__ import annotations

import os
from enum import IntEnum
from pathlib import Path

NOTE = "Made by `make docs` from the layouts in the code: changes belong there, not here."
FLAT = """## The flat observation

`observation="flat"`: an int16 vector of {size} numbers, cut into the sections below without gaps. All of it is relative to
the observer: seats are counted from the observer (0) to the left, whoever sits where at the table. "+ 1" after a number
means that 0 stands for none. Numbers that can grow without end stop at 9999. A list with more entries than its section has
rows is cut at the end. Sections are read by name:

```python
from fs_env.core.four_souls.game import GAME

layout = GAME.layout
seen = layout.views(observation)  # section -> view that shares memory
coins = seen["players"][:, layout["players"].column("coins")]
price = observation[layout["players"].at(0, "price")]  # one number: section, index or name along each axis
layout.index_words(17)  # what a place of the vector is
```
"""
CARDS = """## Cards

A card is shown by its id + 1, and 0 is no card. Ids count all cards of all sets in one list: {blocks}. `hand`, `known`,
`shown` and `loot` have a place for each loot card in the order of the ids; `cards` goes on with the others.

`fs_env.four_souls_v1.card_features()` describes the cards for embeddings: a float32 matrix with a row a card and
{features} named columns, made from the printed numbers and the programs. `card_features().padded[x]` is the row of a number
x that an observation shows as card + 1, zeros for 0.
"""
TOKENS = """## The token observation

`observation="tokens"`: an int16 table of {rows} rows and {columns} columns, one row for each visible thing, made from the
flat observation. `sort` says what a row is. The first columns mean the same in every row and are 0 where a row has no such
thing; the numbers `n0`, `n1`, ... depend on the sort and mean what the flat columns of the same name mean.
"""
FACTS = """## What a player may know

An observation tells what a player who forgets nothing may know, but for the list at the end, and nothing else. Each field of
the state is seen, follows from what is seen, or is hidden; `tests/core/four_souls/observation/test_facts.py` holds the
code to this list.
"""
LEFT_OUT = """### What is left out

These facts a player with a perfect memory could have, and the flat vector does not tell:
"""


def stretches(numbers: list[int]) -> str:
    """Ascending numbers in words: "0 to 3, 7 to 9"."""
    first = [n for n in numbers if n - 1 not in numbers]
    last = [n for n in numbers if n + 1 not in numbers]
    return ", ".join(f"{a} to {b}" if a < b else f"{a}" for a, b in zip(first, last))


def observation_page() -> str:
    """The text of the page."""
    from fs_env.core.four_souls import state
    from fs_env.core.four_souls import tables as T
    from fs_env.core.four_souls.language import codes
    from fs_env.core.four_souls.observation import facts as knowledge
    from fs_env.core.four_souls.observation.card_features import card_features
    from fs_env.core.four_souls.observation.schema import LAYOUT
    from fs_env.core.four_souls.observation.tokens import TOKENS as TABLE

    blocks = {
        "loot": T.LOOT_CARDS,
        "treasures": T.TREASURES,
        "monster deck": T.MONSTER_CARDS,
        "characters": T.CHARACTERS,
        "starting items": T.STARTING_ITEMS,
        "bonus souls": T.BONUS_SOULS,
    }
    ids = ", ".join(f"{name} {stretches(cards.tolist())}" for name, cards in blocks.items())
    words = ["# Observations of Four Souls", NOTE, FLAT.format(size=LAYOUT.size).rstrip(), LAYOUT.markdown()]
    for section in LAYOUT.sections:
        shape = " x ".join(map(str, section.shape)) or "1"
        words.append(f"### {section.name}")
        words.append(
            f"{section.meaning[0].upper()}{section.meaning[1:]}. Shape {shape}, from {section.offset} to {section.stop - 1}, "
            f"values {section.low}..{section.high}."
        )
        words.append(section.markdown())
    words.append(CARDS.format(blocks=ids, features=len(card_features().columns)).rstrip())
    words.append(TOKENS.format(rows=TABLE.shape[0], columns=TABLE.shape[1]).rstrip())
    words.append(TABLE.markdown())
    words.append(FACTS.rstrip())
    words.append(knowledge.markdown())
    words.append(LEFT_OUT.rstrip())
    words.append("\n".join(f"- {fact}" for fact in knowledge.LEFT_OUT))
    words.append("## Codes\n\nNumbers that observations show under these names:")
    shown = (
        state.Question,
        state.Shape,
        state.Phase,
        state.Zone,
        state.Obj,
        state.RowFlag,
        state.Frame,
        codes.Lasting,
        codes.Until,
        codes.Ref,
    )
    words += [code_words(code) for code in shown]
    return "\n\n".join(part for part in words if part) + "\n"


def code_words(code: type[IntEnum]) -> str:
    """One line: the values of a code."""
    return f"- `{code.__name__}`: {', '.join(f'{int(value)} {value.name.lower()}' for value in code)}"


def write_page(file: str | Path) -> bool:
    """Writes the page if it has changed and says whether it has; it is complete or untouched.

    Raises:
        ValueError: there is no such folder.
    """
    page = Path(file)
    if not page.parent.is_dir():
        raise ValueError(f"{file}: there is no such folder; make it first")
    text = observation_page()
    if page.exists() and page.read_text(encoding="utf-8") == text:
        return False
    draft = page.with_name(f".{page.name}.{os.getpid()}.tmp")
    try:
        draft.write_text(text, encoding="utf-8")
        os.replace(draft, page)
    finally:
        draft.unlink(missing_ok=True)
    return True
