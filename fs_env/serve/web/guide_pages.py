"""How games are played, as a page with pictures, and tables on which a first game is explained. Needs the extra "serve"."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup, escape

from fs_env.agents import usual_bot
from fs_env.core.checks import check_choice
from fs_env.drawing import draw
from fs_env.drawing.canvas import Box, Canvas
from fs_env.drawing.face import Face
from fs_env.drawing.gallery import entry_at, hand
from fs_env.drawing.portrait import draw_face
from fs_env.narration.guide import REFERENCE, Deal, Step, guide_of
from fs_env.narration.speech import YOU
from fs_env.registry.games import GAMES, load_game
from fs_env.replays.replay import PERSON
from fs_env.serve.store.setup import BOTS, Setup, hints_of, read_form

CARD, SMALL = Box(1, 1, 198, 248), Box(1, 1, 164, 204)
EDGE = 2.0  # round a part that is cut out of a drawing


def goal_of(game: str) -> str:
    guide = guide_of(game)
    return REFERENCE.sub(lambda found: found[2] or found[1], guide.goal) if guide else ""


def first_table(game: str) -> tuple[Setup, int]:
    """The table of a guided first game, and the seed of its deal. ValueError if the game has no guide."""
    guide = guide_of(game)
    if guide is None:
        raise ValueError(f"game {game!r} has no guided first game: create a table instead")
    bots = (usual_bot(game),) * (guide.first.players - 1)
    setup = Setup(
        game, (PERSON, *bots), ("",) * guide.first.players, hints=hints_of(game), undo=True, watch=False, guided=True
    )
    return setup, guide.first.seed


def asked_for(form: Mapping[str, list[str]]) -> tuple[Setup, int | None]:
    """The table of a form, or a guided first game if it has the field "guided"; and the seed, None for any. ValueError as `read_form`."""
    if "guided" not in form:
        return read_form(form), None
    return first_table(check_choice("game", form.get("game", [""])[-1], GAMES))


def linked(game: str, text: str) -> Markup:
    """A text of a guide with the cards that it names as links to their drawings."""
    pieces, end = [], 0
    for one in REFERENCE.finditer(text):
        pieces += [escape(text[end : one.start()]), _link(game, one[1], escape(one[2] or one[1]))]
        end = one.end()
    return Markup("").join([*pieces, escape(text[end:])])


def _link(game: str, card: str, shown: Markup) -> Markup:
    entry = entry_at(game, card, card)
    if entry is None:
        return shown
    address = f"/cards?{urlencode({'game': game})}#{entry.id}"
    return Markup('<a href="{}" target="_blank" aria-label="{}">{}</a>').format(address, card, shown)


def lessons(game: str) -> list[dict[str, Any]]:
    guide = guide_of(game)
    return [
        {
            "title": lesson.title,
            "asks": lesson.asks,
            "offers": lesson.offers,
            "text": linked(game, lesson.text),
            "answers": [(begin, linked(game, words)) for begin, words in lesson.answers.items()],
        }
        for lesson in (guide.lessons if guide else ())
    ]


@lru_cache(maxsize=16)
def how(game: str, playable: bool = True) -> dict[str, Any]:
    """Contents of the page about a game: goal, steps with pictures (of a table if it is playable), words. They are generated once."""
    guide = guide_of(game)
    if guide is None:
        return {"goal": "", "steps": [], "words": [], "first": False}
    return {
        "goal": linked(game, guide.goal),
        "steps": [
            {
                "title": step.title,
                "text": linked(game, step.text),
                "pictures": _pictures(game, step, _table(game, step.shown or guide.shown) if playable else None),
                "beside": len(step.cards) == 1,
            }
            for step in guide.steps
        ],
        "words": [(term, linked(game, meaning)) for term, meaning in guide.words.items()],
        "first": bool(guide.lessons),
    }


@lru_cache(maxsize=16)
def _table(game: str, deal: Deal) -> Canvas:
    rules, chance = load_game(game), random.Random(deal.seed)
    S = rules.new(1)
    rules.setup(S, seed=deal.seed, num_players=deal.players)
    built = 0
    while rules.to_act(S) >= 0:
        legal = sorted(rules.legal(S).tolist())
        if len(legal) > 1 and built >= deal.choices and rules.to_act(S) == 0:
            break
        built += len(legal) > 1
        rules.step(S, chance.choice(legal))
    return draw(rules, S, player=0, names=(YOU, *BOTS[: deal.players - 1]), narrow=True)


def _pictures(game: str, step: Step, table: Canvas | None) -> list[Markup]:
    box = CARD if len(step.cards) == 1 else SMALL
    found = [
        _link(game, name, picture_of(_card(entry.face, box), box, "card"))
        for name in step.cards
        if (entry := entry_at(game, name, name)) is not None
    ]
    parts = [part for part in table.parts if part.name == step.part] if table is not None else []
    return found + [picture_of("".join(part.lines), part.box, "part") for part in parts]


@lru_cache(maxsize=16)
def hand_of(game: str) -> Markup:
    """Cards of a game as a hand, those that its guide explains first; "" for a game without drawn cards."""
    guide = guide_of(game)
    canvas = hand(game, [name for step in (guide.steps if guide else ()) for name in step.cards])
    return picture_of(canvas.body(), canvas.parts[0].box, "hand") if canvas else Markup("")


def _card(face: Face, box: Box) -> str:
    canvas = Canvas(box.right + 1, box.bottom + 1, face.name)
    with canvas.part("card", box):
        draw_face(canvas, box, face)
    return canvas.body()


def picture_of(body: str, box: Box, kind: str) -> Markup:
    x, y, w, h = box.inset(-EDGE)
    svg = f'<svg class="fs-auto {kind}" viewBox="{x:g} {y:g} {w:g} {h:g}" width="{w:g}" height="{h:g}" aria-hidden="true">{body}</svg>'
    return Markup(svg.replace("\n", ""))
