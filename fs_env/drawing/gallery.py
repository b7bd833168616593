"""The galleries: every card of a game drawn, on one page that needs nothing else; a deck, a set, a verb or words choose among them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from html import escape
from pathlib import Path

from fs_env.drawing.canvas import Box, Canvas
from fs_env.drawing.face import Face
from fs_env.drawing.part import Cards, Entry, drawing_of
from fs_env.drawing.portrait import draw_face
from fs_env.drawing.web import fill, page_style
from fs_env.registry.games import manifest_of

TEMPLATE = Path(__file__).with_name("gallery.html")
WIDTH, HEIGHT = 250.0, 350.0  # of a card


def draw_card(face: Face, title: str = "") -> Canvas:
    """The drawing of a card by itself, 250 by 350 units; `title` describes it in words."""
    canvas = Canvas(WIDTH, HEIGHT, title or face.name)
    sheet = Box(1, 1, WIDTH - 2, HEIGHT - 2)
    with canvas.part("card", sheet):
        draw_face(canvas, sheet, face)
    return canvas


def cards(game: str) -> Cards | None:
    faces = drawing_of(game).faces
    return _called(faces) if faces else None


@lru_cache(maxsize=16)
def _called(faces: Callable[[], Cards]) -> Cards:
    return faces()


@lru_cache(maxsize=16)
def _entries(game: str) -> Mapping[str, Entry]:
    found = cards(game)
    entries = found.entries if found else ()
    return {**{one.face.name: one for one in reversed(entries)}, **{one.id: one for one in entries}}


def entry_at(game: str, place: str, card: str) -> Entry | None:
    """The card at a `place` of `Canvas.mark`, None for one without a drawing; a copy is the copied card."""
    found, copied = _entries(game), card.rpartition(" as ")[2]
    return found.get(copied) if copied != card else found.get(place.rpartition(":")[2]) or found.get(card)


def hand(game: str, names: Iterable[str] = ()) -> Canvas | None:
    """Three cards of a game as a hand, 320 by 250 units: the named ones first; None for a game without drawn cards."""
    found = cards(game)
    if found is None:
        return None
    entries = (*(entry_at(game, name, name) for name in names), *found.entries[:: len(found.entries) // 3 + 1])
    canvas = Canvas(320, 250, manifest_of(game).title)
    with canvas.part("hand", Box(0, 0, 320, 250)):
        for k, face in enumerate(list(dict.fromkeys(one.face for one in entries if one))[:3]):
            canvas.add(f'<g transform="translate(78 14) rotate({13 * k - 13} 82 330)">')
            draw_face(canvas, Box(1, 1, 164, 204), face)
            canvas.add("</g>")
    return canvas


def address(name: str) -> str:
    return "_".join("".join(c for c in name.lower() if c.isalnum() or c == " ").split())


def gallery(game: str = "four_souls", links: Mapping[str, str] | None = None) -> str:
    """The page, HTML. `#bomb` at the end of its address leads to a card; `?deck=loot&verb=damage` chooses.

    Args:
        game: its id.
        links: title -> address of other galleries.

    Raises:
        ValueError: the cards of this game have no drawings.
    """
    found = cards(game)
    if found is None:
        raise ValueError(f"game {game!r}: expected one whose manifest names the faces of its cards")
    used = sorted({verb for entry in found.entries for verb in entry.verbs})
    return fill(
        TEMPLATE.read_text(encoding="utf-8"),
        style=page_style(),
        title=escape(manifest_of(game).title),
        about=escape(f"{len(found.entries)} different cards. {found.about}"),
        links=" · ".join(f'<a href="{escape(at)}">{escape(words)}</a>' for words, at in (links or {}).items()),
        sets=select("Set", "set", found.sets.items()),
        decks=select("Deck", "deck", found.decks.items()),
        verbs=select("Effect", "verb", ((verb, verb.replace("_", " ")) for verb in used)),
        cards="\n".join(section(found, deck) for deck in found.decks),
    )


def select(label: str, name: str, values: Iterable[tuple[str, str]]) -> str:
    found = [f'<option value="{escape(value)}">{escape(words)}</option>' for value, words in values]
    if len(found) < 2:
        return ""
    return f'<label>{label}<select name="{name}"><option value="">all</option>{"".join(found)}</select></label>'


def section(found: Cards, deck: str) -> str:
    rows = "\n".join(article(entry, found) for entry in found.entries if entry.deck == deck)
    return f'<section><h2 id="{deck}-deck">{escape(found.decks[deck])}</h2>\n<ul>\n{rows}\n</ul></section>'


def article(entry: Entry, found: Cards) -> str:
    facts = f'data-set="{entry.set}" data-deck="{entry.deck}" data-verbs="{" ".join(entry.verbs)}"'
    label = escape(f"{entry.label} {found.sets[entry.set]}." if entry.set in found.sets else entry.label)
    return f'<li id="{escape(entry.id)}" {facts}>{picture(entry.face, label)}</li>'


def picture(face: Face, label: str = "") -> str:
    """A card as an element of a page that has the style of drawings; `label` is escaped already."""
    body = draw_card(face).body().replace("\n", "")
    said = f'role="img" aria-label="{label}"' if label else 'aria-hidden="true"'
    return f'<svg viewBox="0 0 {WIDTH:g} {HEIGHT:g}" class="fs-auto" {said}>{body}</svg>'


__all__ = ["Cards", "Entry", "address", "cards", "draw_card", "entry_at", "gallery", "picture"]
