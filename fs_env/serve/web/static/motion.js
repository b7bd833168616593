"use strict";
// Movement: cards travel from where they were, numbers and new lines pop, a banner names turns, deaths and the haunt. Everything comes from
// two drawings and the new lines of the log. A new frame ends what still moves, nothing here takes a click, and reduced motion turns it off.
const still = matchMedia("(prefers-reduced-motion: reduce)");
const TRAVEL = 320, BANNER = 1400; // milliseconds
const FAR = 6, MOVERS = 24; // pixels that count as a way; cards that travel at once, more are a new drawing
const BANNERS = [[/^the haunt begins/, "haunt"], [/(is the traitor|turns? traitor)$/, "traitor"], [/^[^:]* dies?( on .*)?$/, "death"]];
let moving = [], places = new Map();

function spots() { // card, or figure on a tile -> where it is in the window; cards of one name by their order
  const found = new Map(), count = {};
  for (const one of board.querySelectorAll("[data-card],[data-place] [data-place^='player:']")) {
    const { card = one.dataset.place } = one.dataset, box = one.getBoundingClientRect();
    if (one.dataset.place.startsWith("tile:") || !box.width) continue;
    count[card] = (count[card] || 0) + 1;
    found.set(`${card} ${count[card]}`, [box, one]);
  }
  return found;
}
function calm() { for (const one of moving.splice(0)) one.cancel(); }
function play(one, frames, given) {
  const moved = one.animate(frames, { duration: TRAVEL, easing: "cubic-bezier(.2,.7,.2,1)", ...given });
  moving.push(moved);
  return moved;
}
// Before a drawing changes: where all is. After it: what differs travels.
function leave() { calm(); places = still.matches ? new Map() : spots(); }
function arrive() {
  if (still.matches || !places.size) return;
  const scale = board.querySelector("svg")?.getScreenCTM()?.a || 1, ways = [];
  for (const [name, [to, one]] of spots()) {
    const from = places.get(name)?.[0];
    if (from && Math.hypot(from.left - to.left, from.top - to.top) > FAR) ways.push([one, (from.left - to.left) / scale, (from.top - to.top) / scale]);
  }
  if (ways.length > MOVERS) return;
  for (const [one, x, y] of ways) play(one, [{ translate: `${x}px ${y}px` }, { translate: "0 0" }]);
  for (const line of board.querySelectorAll(".under.now")) {
    const text = line.previousElementSibling;
    if (text) play(text, [{ opacity: 0.2 }, { opacity: 1 }], { duration: 2 * TRAVEL });
  }
}
function announce(entries) { // a banner for the greatest of the new lines; the log has the words for all who do not see it
  if (still.matches) return;
  const found = (test) => entries.filter(([kind, text]) => test(kind, text)).at(-1);
  const great = BANNERS.map(([words, kind]) => [found((_, text) => words.test(text)), kind]).find(([line]) => line);
  const [line, kind] = great || [found((which) => which === "turn"), "turn"];
  if (!line) return;
  document.querySelector(".banner")?.remove();
  const one = make("div", line[1], { className: `banner ${kind}` });
  one.setAttribute("aria-hidden", "true");
  board.append(one);
  one.animate([{ opacity: 0, scale: 0.8 }, { opacity: 1, scale: 1, offset: 0.12 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }],
    { duration: kind === "turn" ? BANNER : 2 * BANNER }).finished.then(() => one.remove(), () => one.remove());
}
