"""What a page shows of a position in a window: boxes of cards, what is out of sight, how much of the board is empty."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from fs_env.narration.legal_actions import choices
from fs_env.registry.games import named_game
from fs_env.serve.table.messages import Ask, Stream
from fs_env.serve.table.viewer import Viewer

CELL = 8  # pixels of a square of the board that is empty or not
MEASURE = """() => {
  const box = (one) => one.getBoundingClientRect(), ask = box(document.getElementById("ask")), clip = box(board);
  const sheet = getComputedStyle(document.getElementById("ask")).position === "fixed" || document.body.classList.contains("corner");
  const view = { l: Math.max(0, clip.left), t: Math.max(0, clip.top), r: Math.min(innerWidth, clip.right), b: Math.min(innerHeight, clip.bottom) };
  const covers = sheet ? [ask, box(document.querySelector("aside"))].filter((r) => r.width && r.height && r.top < innerHeight) : [];
  const shown = (r) => r.left >= view.l - 2 && r.right <= view.r + 2 && r.top >= view.t - 2 && r.bottom <= view.b + 2
    && !covers.some((c) => c.left < r.right - 2 && c.right > r.left + 2 && c.top < r.bottom - 2 && c.bottom > r.top + 2);
  const inside = (r, c) => r.top >= c.top - 1 && r.bottom <= c.bottom + 1 && r.top >= 0 && r.bottom <= innerHeight + 1 && r.left >= 0 && r.right <= innerWidth + 1;
  const cards = [];
  for (const one of board.querySelectorAll("[data-card]")) {
    const first = one.firstElementChild, r = box(first), part = one.closest("[data-part]").dataset.part;
    cards.push({ key: `${part} ${one.dataset.place} ${one.dataset.card}`, place: one.dataset.place, part, x: r.left, y: r.bottom, w: r.width, h: r.height, shown: shown(r), tile: one.dataset.place.startsWith("tile:") });
  }
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
    if (one.matches(".f-panel,.empty,.corners,.under") && !one.closest("[data-card]")) continue;
    cover(box(one), 1);
  }
  for (const r of covers) cover(r, 2);
  const cells = full.filter((one) => one !== 2).length;
  const letters = [...board.querySelectorAll("svg text")].map((one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a);
  return { cards, hidden, asked, choices, all: buttons.length, wide: ask.width, letters: Math.min(...letters),
    high: board.scrollHeight, empty: full.filter((one) => one === 0).length / cells, scroll: document.documentElement.scrollWidth - innerWidth };
}""".replace("CELL", str(CELL))


def positions(game: str, players: int, seed: int, before: int, answers: int) -> Iterator[tuple[Viewer, Ask]]:
    """What seat 0 sees at the next questions to it after so many random decisions."""
    rules = named_game(game)
    S, draw = rules.new(), random.Random(seed)
    rules.setup(S, seed=seed, num_players=players)
    viewer = Viewer(rules, 0, ["Ann", "Rosa", "Omar", "Lena", "Ivo", "Mia"][:players])
    for k in range(100_000):
        if rules.to_act(S) < 0:
            return
        legal = sorted(rules.legal(S).tolist())
        if rules.to_act(S) == 0 and len(legal) > 1 and k >= before:
            viewer.see(S)
            yield viewer, Ask(choices(rules, 0, legal, viewer.speech, viewer.narrator))
            answers -= 1
            if not answers:
                return
        rules.step(S, draw.choice(legal))
