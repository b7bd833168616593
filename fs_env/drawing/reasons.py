"""Why places of a drawing offer no choice, and which places a person means by a name."""

from __future__ import annotations

import re
from html import unescape

from fs_env.drawing.part import drawing_of
from fs_env.drawing.picture import draw_view
from fs_env.narration.narrator import Narrator

PLACE = re.compile(r'data-place="([^"]+)"(?: data-card="([^"]*)")?')
KINDS = {"buy": "shop", "attack": "slot", "play": "hand", "activate": "item", "walk": "tile"}  # of places, by verb
WORD = re.compile(r"[^\W\d_][^\W_]*")


def reason_at(narrator: Narrator, place: str) -> str:
    """Why a place of the drawing offers no choice to the seat now; "" for one that offers a choice."""
    game, table, locations = narrator.game, narrator.table or {}, drawing_of(narrator.game.name).locations
    legal = game.legal(narrator.state).tolist() if game.to_act(narrator.state) == narrator.seat else []
    chosen = len(legal) > 1 and locations and any(place in locations(table, narrator.seat or 0, a) for a in legal)
    walked = legal and any(place == walk.place for walk in narrator.walks())
    return "" if chosen or walked else narrator.reason(place)


def named_places(narrator: Narrator, name: str) -> dict[str, str]:
    """The places of the drawing that have all words of a name, such as "kitchen", "monster deck" or "buy the d6", with the card at each."""
    body = draw_view(narrator.game.name, narrator.table or {}, marked=True).body()
    marks = {unescape(place): unescape(card) for place, card in PLACE.findall(body)}
    asked = {KINDS.get(word, word) for word in WORD.findall(name.lower())}
    return {
        place: card for place, card in marks.items() if asked and asked <= set(WORD.findall(f"{place} {card}".lower()))
    }
