"""What a page shows of a position in a window: boxes of cards, what is out of sight, how much of the board is empty."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from fs_env.drawing import draw_view
from fs_env.drawing.stage import read_stage
from fs_env.narration.legal_actions import choices
from fs_env.narration.speech import Speech
from fs_env.registry.games import named_game
from fs_env.serve.table.messages import Ask, Stream
from fs_env.serve.table.viewer import Spoken, Viewer

MOST = 6  # arrangements of one position
PACE = {"own": 0, "table": 0, "steps": False}
CELL = 8  # pixels of a square of the board that is empty or not
MEASURE = """() => {
  const box = (one) => one.getBoundingClientRect(), ask = box(document.getElementById("ask")), clip = box(board);
  const sheet = getComputedStyle(document.getElementById("ask")).position === "fixed" || document.body.classList.contains("corner");
  const view = { l: Math.max(0, clip.left), t: Math.max(0, clip.top) };
  Object.assign(view, { r: Math.min(innerWidth, clip.right), b: Math.min(innerHeight, clip.bottom) });
  const covers = sheet ? [ask, box(document.querySelector("aside"))].filter((r) => r.width && r.height && r.top < innerHeight) : [];
  const shown = (r) => r.left >= view.l - 2 && r.right <= view.r + 2 && r.top >= view.t - 2 && r.bottom <= view.b + 2
    && !covers.some((c) => c.left < r.right - 2 && c.right > r.left + 2 && c.top < r.bottom - 2 && c.bottom > r.top + 2);
  const inside = (r, c) => r.top >= Math.max(0, c.top - 1) && r.bottom <= Math.min(innerHeight, c.bottom) + 1
    && r.left >= 0 && r.right <= innerWidth + 1;
  const cards = [];
  for (const one of board.querySelectorAll("[data-card]")) {
    const first = one.firstElementChild, r = box(first), part = one.closest("[data-part]").dataset.part;
    const place = one.dataset.place, hand = place.startsWith(`hand:${about.seat}:`);
    const mine = hand || part === `player-${about.seat}` && place.startsWith("card:");
    cards.push({ key: `${part} ${place} ${one.dataset.card}`, place, part, x: r.left, y: r.bottom, w: r.width, h: r.height, shown: shown(r),
      tile: place.startsWith("tile:"), needed: mine || ["monsters", "shop", "rooms"].includes(part) });
  }
  const on = (c, p) => c.x >= p.left && c.x + c.w <= p.right + 1 && c.y <= p.bottom + 1 && c.y - c.h >= p.top - 1;
  const plates = [...board.querySelectorAll(".plate")].map(box);
  const zones = cards.filter((c) => c.part.startsWith("cards-"));
  const mixed = zones.filter((c) => c.place.startsWith("hand:") !== plates.some((p) => on(c, p))).map((c) => c.key);
  const places = (place) => [...board.querySelectorAll(`[data-place="${CSS.escape(place)}"]`)];
  const hidden = [];
  for (const [, words, , at] of now.choices) {
    const found = at.flatMap(places);
    if (found.length && !found.some((one) => shown(box(one)))) hidden.push(words);
  }
  const list = document.getElementById("choices"), room = box(list);
  const buttons = [...list.querySelectorAll("button")].map(box);
  const asked = inside(box(document.getElementById("question")), ask);
  const choices = buttons.filter((r) => inside(r, { top: Math.max(ask.top, room.top), bottom: Math.min(ask.bottom, room.bottom) })).length;
  const wide = Math.ceil((view.r - view.l) / CELL), high = Math.ceil((view.b - view.t) / CELL), full = new Uint8Array(wide * high);
  const cover = (r, v) => {
    const x0 = Math.max(0, Math.floor((r.left - view.l) / CELL)), x1 = Math.min(wide, Math.ceil((r.right - view.l) / CELL));
    const y0 = Math.max(0, Math.floor((r.top - view.t) / CELL)), y1 = Math.min(high, Math.ceil((r.bottom - view.t) / CELL));
    for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) full[y * wide + x] = v;
  };
  for (const one of board.querySelectorAll("svg [data-part] rect,svg [data-part] path,svg [data-part] text,svg [data-part] circle")) {
    if (one.matches(".f-panel,.plate,.left,.corners,.under") && !one.closest("[data-card]")) continue;
    cover(box(one), 1);
  }
  for (const r of covers) cover(r, 2);
  const cells = full.filter((one) => one !== 2).length;
  const letters = [...board.querySelectorAll("svg text")].map((one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a);
  const panels = [...board.querySelectorAll("[data-part^=player-]")].map((one) => [one.dataset.part, box(one.firstElementChild || one)]);
  const covered = panels.filter(([, a], k) => panels.slice(0, k).some(([, b]) => a.left < b.right - 2 && b.left < a.right - 2
    && a.top < b.bottom - 2 && b.top < a.bottom - 2)).map(([part]) => part);
  const outside = panels.flatMap(([part, a]) => [...board.querySelectorAll(`[data-part=${part}] [data-place^="card:"]`)].filter((one) => {
    const b = box(one);
    return b.left < a.left - 2 || b.right > a.right + 2 || b.top < a.top - 2 || b.bottom > a.bottom + 2;
  }).map((one) => `${part} ${one.dataset.card}`));
  const told = [...board.querySelectorAll("[data-part^=player-] text")].map((one) => one.textContent);
  const cut = told.filter((one) => one.endsWith("…") && [...names, "Speed"].some((name) => name.startsWith(one.slice(0, -1))));
  const usual = buttons.length < 5 && box(document.getElementById("question")).height < 52, top = usual ? Math.round(room.top) : null;
  return { cards, hidden, mixed, cut, covered, outside, top, asked, choices, all: buttons.length,
    wide: ask.width, letters: Math.min(...letters),
    empty: full.filter((one) => one === 0).length / cells, scroll: document.documentElement.scrollWidth - innerWidth };
}""".replace("CELL", str(CELL))


def positions(game: str, players: int, seed: int, before: int, answers: int) -> Iterator[Seen]:
    """What seat 0 is asked after so many random decisions, a few times."""
    rules = named_game(game)
    S, draw = rules.new(), random.Random(seed)
    rules.setup(S, seed=seed, num_players=players)
    viewer = Viewer(rules, 0, ["Ann", "Rosa", "Omar", "Lena", "Ivo", "Mia"][:players])
    for k in range(100_000):
        legal = sorted(rules.legal(S).tolist()) if rules.to_act(S) >= 0 else []
        if not legal or not answers:
            return
        if rules.to_act(S) == 0 and len(legal) > 1 and k >= before:
            viewer.see(S)
            message = Stream(viewer).full(Ask(choices(rules, 0, legal, viewer.speech, viewer.narrator)), None)
            yield Seen(game, viewer.view, viewer.speech, message)
            answers -= 1
        rules.step(S, draw.choice(legal))


class Seen(NamedTuple):
    """A position: the game, the view and the speech of the seat, and its message for a window without a stage."""

    game: str
    view: dict[str, Any]
    speech: Speech
    message: dict[str, Any]

    def on(self, stage: str) -> dict[str, Any]:
        """The message for a window with a stage."""
        drawn = draw_view(self.game, self.view, Spoken(self.speech), stage=read_stage(stage))
        parts = [[part.name, *part.box, "".join(part.lines)] for part in drawn.parts]
        return {**self.message, "size": [drawn.width, drawn.height], "parts": parts, "stops": [], "pace": PACE}


class Board:
    """The page of a table that shows positions of a test instead of those of its server."""

    def __init__(self, page: Any) -> None:
        self.page = page
        page.evaluate(
            "connect = () => { window.restaged = true; }, socket.onclose = socket.onmessage = null, socket.close()"
        )

    def forget(self) -> None:
        """Everything that the page knows of earlier positions."""
        self.page.evaluate("for (const part in least) delete least[part]; held.clear(); sessionStorage.clear()")

    def show(self, seen: Seen) -> bool:
        """Shows a position; returns whether the table had to be arranged anew, because a zone had too little room."""
        for k in range(MOST):
            message = seen.on(self.page.evaluate("window.restaged = false, stage()"))
            self.page.evaluate("message => TAKES.position(message)", message)
            if not self.page.evaluate("window.restaged"):
                return k > 0
        raise AssertionError("the page asks for another arrangement again and again")


def moved(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> tuple[list[str], int]:
    """The cards on the table that jumped or changed size by more than 2 pixels, and how many there are in both positions; without the
    stack and what is looked at, which are lists of what happens."""
    old = {card["key"]: card for card in before if card["part"] not in ("stack", "notes")}
    both = [(old[card["key"]], card) for card in after if card["key"] in old]
    return [b["key"] for a, b in both if max(abs(a[side] - b[side]) for side in "xywh") > 2], len(both)


def sizes_of(cards: list[dict[str, Any]]) -> dict[str, set[int]]:
    """Zone -> widths of its cards in steps of 3 pixels."""
    found: dict[str, set[int]] = {}
    for card in cards:
        if not card["place"].startswith(("player:", "monster:", "power:", "stack:", "bonus:", "adventurer:")):
            found.setdefault(card["part"], set()).add(round(card["w"] / 3))
    return found
