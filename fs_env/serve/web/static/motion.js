"use strict";
// Movement: cards travel, numbers pop, dice roll, a banner names turns, deaths and the haunt, a card that another player shows lies large on the
// board. Everything comes from two drawings and the new lines of the log. A new frame ends what still moves; reduced motion turns movement off.
const still = matchMedia("(prefers-reduced-motion: reduce)");
const TRAVEL = 320, BANNER = 1400; // milliseconds
const FAR = 6, MOVERS = 40; // pixels that count as a way; cards that travel at once, more are a new drawing
const BANNERS = [[/^the haunt begins/, "haunt"], [/((is|are) the traitor|turns? traitor)$/, "traitor"], [/^[^:]* dies?( on .*)?$/, "death"]];
const HAUNTED = ".banner.haunt,.banner.traitor"; // above everything else while it shows
const TUMBLE = 480, SHOWN = 3500; // milliseconds of dice that roll, and of a large card of another player
const PIPS = [[], [4], [2, 6], [2, 4, 6], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]]; // cells of a die, by rows of three
const LARGE = { four_souls: /^(?!you )(.+?) plays (.+?)(?: on .+)?$/, betrayal: /^(.+?) (?:draws?|faces?) (?:the event )?(.+?)(?: again|: “.*)?$/ };
const SOURCES = [[/^hand:/, /^deck:(loot|deck)$/], [/^card:/, /^deck:(items|omens|events)$/], [/^(shop|item):/, /^deck:treasure$/], [/^slot:/, /^deck:monster$/],
  [/^room:/, /^deck:room$/], [/^(stack|piece|item):|^discard:loot$/, /^back:/]]; // place of a new face -> where it was hidden
let moving = [], places = new Map(), amounts = new Map(), hidden = new Map(), lands = new Map();

function spots() { // card, or figure on a tile -> where it is in the window; cards of one name by their order
  const found = new Map(), count = {};
  for (const one of board.querySelectorAll("[data-card],[data-place] [data-place^='player:']")) {
    const { card = one.dataset.place } = one.dataset, box = one.getBoundingClientRect();
    const none = one.dataset.place.startsWith("discard:") && one.firstElementChild.classList.contains("f-used"); // a kind of which none is there
    if (none || one.dataset.place.startsWith("tile:") || !box.width) continue;
    count[card] = (count[card] || 0) + 1;
    found.set(`${card} ${count[card]}`, [box, one]);
  }
  return found;
}
function backs() { // deck, or hand that is not seen -> where it is, and how many cards it has
  const all = [...board.querySelectorAll("[data-place^='deck:'],[data-place^='back:']")];
  return new Map(all.map((one) => [one.dataset.place, [one.firstElementChild.getBoundingClientRect(), Number(/\d+/.exec(one.textContent)?.[0] ?? 0)]]));
}
function tiles() { // level of a map -> its tiles by name, each with where it is
  return new Map([...board.querySelectorAll(".map")].map((map) => [map.closest("[data-part]").dataset.part, new Map([...map.querySelectorAll(":scope > [data-card]")].map((one) => [one.dataset.card, one.getBoundingClientRect()]))]));
}
function counts() { // text with numbers of a player, a monster or a piece -> its words, its numbers, itself
  const found = new Map();
  for (const part of board.querySelectorAll("[data-part^='player'],[data-part^='cards'],[data-part='monsters']")) {
    for (const one of part.querySelectorAll("text")) {
      if (!/\d/.test(one.textContent)) continue;
      const key = `${part.dataset.part} ${one.closest("[data-card]")?.dataset.card} ${one.getAttribute("x")} ${one.getAttribute("y")} ${one.textContent.replace(/\d+/g, "#")}`;
      found.set(key, [one.textContent.match(/\d+/g).map(Number), one]);
    }
  }
  return found;
}
function calm() {
  for (const one of moving.splice(0)) one.cancel();
  for (const one of board.querySelectorAll(".travels")) one.remove();
}
function play(one, frames, given) {
  const moved = one.animate(frames, { duration: TRAVEL, easing: "cubic-bezier(.2,.7,.2,1)", ...given });
  moving.push(moved);
  return moved;
}
// Before a drawing changes: where all is. After it: what differs travels.
function leave() { calm(); [places, amounts, hidden, lands] = still.matches ? [new Map(), new Map(), new Map(), new Map()] : [spots(), counts(), backs(), tiles()]; }
function arrive() {
  if (still.matches || !places.size) return;
  const ctm = board.querySelector("svg")?.getScreenCTM(), scale = ctm?.a || 1, ways = [], after = backs();
  const left = [...hidden].filter(([place, [, n]]) => n > (after.get(place)?.[1] ?? 0));
  for (const [name, [to, one]] of spots()) {
    const from = places.get(name)?.[0] || came(one, left);
    if (from && Math.hypot(from.left - to.left, from.top - to.top) > FAR) ways.push([one, (from.left - to.left) / scale, (from.top - to.top) / scale, one.closest(".slot") ? from.width / to.width : 1]);
  }
  for (const [part, now] of tiles()) zoom(part, now, ctm);
  if (ways.length > MOVERS) return;
  for (const [one, x, y, size] of ways) play(one.dataset.card ? raised(one) : one, [{ translate: `${x}px ${y}px`, scale: size }, { translate: "0 0", scale: 1 }]);
  for (const [key, [now, one]] of counts()) {
    const was = amounts.get(key)?.[0], k = was ? now.findIndex((n, at) => n !== was[at]) : -1;
    if (k >= 0) pop(one, now[k] - was[k]);
  }
}
function raised(card) { // a copy above all parts, which travels in the place of the card
  const svg = board.querySelector("svg"), copy = card.cloneNode(true), above = document.createElementNS(SVG, "g");
  const { a, b, c, d, e, f } = svg.getScreenCTM().inverse().multiply(card.parentNode.getScreenCTM());
  for (const one of [copy, ...copy.querySelectorAll("[data-place]")]) for (const name of ["data-place", "tabindex", "role"]) one.removeAttribute(name);
  above.setAttribute("class", "travels");
  above.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e} ${f})`);
  above.setAttribute("aria-hidden", "true");
  above.append(copy);
  svg.append(above);
  play(card, [{ opacity: 0 }, { opacity: 0 }]).finished.then(() => above.remove(), () => above.remove());
  return copy;
}
function came(one, left) { // where a face that is new was before: in a hand or a deck that has fewer cards now
  if (!one.dataset.card) return null;
  const found = SOURCES.map(([place, source]) => place.test(one.dataset.place) && left.find(([name]) => source.test(name) && name !== `back:${about.seat}`)).find(Boolean);
  return found && found[1][0];
}
function zoom(part, now, ctm) { // a map that is drawn elsewhere, or smaller, goes there
  const was = lands.get(part), name = [...now.keys()].find((one) => was?.has(one));
  if (!name) return;
  const [from, to] = [was.get(name), now.get(name)], size = from.width / to.width, at = (edge, shift) => (edge - shift) / ctm.a;
  if (Math.hypot(from.left - to.left, from.top - to.top) < FAR && Math.abs(size - 1) < 0.02) return;
  const [x, y] = [[from.left, to.left, ctm.e], [from.top, to.top, ctm.f]].map(([a, b, shift]) => at(a, shift) - size * at(b, shift));
  play(board.querySelector(`[data-part="${part}"] .map`), [{ translate: `${x}px ${y}px`, scale: size }, { translate: "0 0", scale: 1 }]);
}
function over(tag, className, given = {}) { // a thing above the board that those who do not see it need not hear
  const one = make(tag, undefined, { className, ...given });
  one.setAttribute("aria-hidden", "true");
  board.parentElement.append(one); // a new drawing of the board leaves it
  return one;
}
function pop(text, change) { // how much more or less
  const { right, top } = text.getBoundingClientRect(), one = over("div", `pop ${change < 0 ? "less" : "more"}`, { textContent: `${change < 0 ? "−" : "+"}${Math.abs(change)}` });
  Object.assign(one.style, { left: `${right}px`, top: `${top}px` });
  play(text, [{ opacity: 0.2 }, { opacity: 1 }], { duration: 2 * TRAVEL });
  play(one, [{ opacity: 0, translate: "0 6px" }, { opacity: 1, translate: "0 -4px", offset: 0.2 }, { opacity: 0, translate: "0 -22px" }], { duration: BANNER })
    .finished.then(() => one.remove(), () => one.remove());
}
function thrown(text) { // the dice of a line of the log; those in a name, or in the quoted text of a card, were not rolled
  const seat = subject(text), odd = any_of(names.filter((name) => /[(“]/.test(name)));
  const [words] = text.slice(seat < 0 ? 0 : names[seat].length).replace(odd, "").split("“"), single = /^ rolls? ([1-6]) (?:to|for) /.exec(words);
  const [after] = /\b(?:rolls?|attacks?|may move)\b.*/.exec(words) ?? [""];
  return single ? [Number(single[1])] : [...after.matchAll(/\(([0-6](?: [0-6])*)(?:, [+-]\d+)?\)/g)].flatMap((found) => found[1].split(" ").map(Number));
}
function roll(dice) {
  document.querySelector(".dice")?.remove();
  const box = over("div", "dice");
  const face = (die, n) => die.replaceChildren(...[...Array(9).keys()].map((cell) => make("i", undefined, { className: PIPS[n].includes(cell) ? "pip" : "" })));
  const all = dice.map((n) => [n, box.appendChild(make("span", undefined, { className: "die" }))]), began = performance.now();
  const tumble = setInterval(() => {
    const done = performance.now() - began > TUMBLE;
    for (const [n, die] of all) face(die, done ? n : Math.floor(7 * Math.random()));
    if (done) clearInterval(tumble);
  }, 60);
  for (const [, die] of all) die.animate([{ rotate: "-200deg", translate: "0 -40px" }, { rotate: "0deg", translate: "0 0" }], { duration: TUMBLE, easing: "ease-out" });
  setTimeout(() => { clearInterval(tumble); box.remove(); }, TUMBLE + BANNER);
}
function put_away() { document.querySelector(".large")?.remove(); }
async function lay(who, name) { // a card large on the board: the reader's until "continue" or the next answer, those of others go by themselves
  await texts();
  if (!cards?.[name]) return;
  const drawn = await face({ dataset: { place: "", card: name } }), box = make("section", undefined, { className: "large" });
  await Promise.allSettled([...document.querySelectorAll(HAUNTED)].flatMap((one) => one.getAnimations().map((moves) => moves.finished))); // it waits for the haunt
  put_away();
  if (now.over) return;
  box.setAttribute("aria-label", name);
  const go = make("button", "continue ", { type: "button", onclick: put_away });
  go.append(make("kbd", "Esc"));
  box.append(...lines(name, "b", drawn), go);
  board.parentElement.append(box);
  set_clear(box);
  if (who !== "you") setTimeout(() => box.remove(), SHOWN);
}
function keep_clear() { const box = document.querySelector(".large"); if (box) set_clear(box); } // in another window, or of another question
function set_clear(box) { // the place on the board, and if need be the smaller size, with which it covers least of what can be chosen, and then of all cards and tiles
  const bounds = (one) => one.getBoundingClientRect(), edge = bounds(board), over = ["#ask", "aside"].map((one) => bounds(document.querySelector(one)));
  const needed = [...board.querySelectorAll(`.can,[data-place="player:${about.seat}"]`)].map(bounds), rest = [...board.querySelectorAll("[data-card]")].map(bounds), inside = Math.min(edge.bottom, innerHeight);
  const shared = (a, [x, y, w, h]) => Math.max(0, Math.min(a.right, x + w) - Math.max(a.left, x)) * Math.max(0, Math.min(a.bottom, y + h) - Math.max(a.top, y));
  let best = null;
  for (const small of [false, true]) {
    box.classList.toggle("small", small);
    const { width: w, height: h } = bounds(box), wide = edge.width - w, high = inside - Math.max(0, edge.top) - h;
    for (let k = 0; k < 81; k++) {
      const at = [edge.left + wide * (k % 9) / 8, Math.max(0, edge.top) + Math.max(0, high) * Math.floor(k / 9) / 8, w, h];
      const sum = (all) => all.reduce((n, one) => n + shared(one, at), 0), score = 100 * sum(needed) + 900 * sum(over) + sum(rest) / 999 + Math.hypot(k % 9 - 4, Math.floor(k / 9) - 4);
      if (!best || score < best.score) best = { score, small, left: `${at[0]}px`, top: `${at[1]}px` };
    }
    if (best.score < 999) break;
  }
  box.classList.toggle("small", best.small);
  Object.assign(box.style, { left: best.left, top: best.top, translate: "none" });
}
document.addEventListener("keydown", (event) => { if (event.key === "Escape") put_away(); });
document.addEventListener("click", (event) => { if (!event.target.closest(".large")) put_away(); });
function announce(entries) { // a banner for the greatest of the new lines; the log has the words for all who do not see it
  const news = entries.filter(([kind]) => kind === "news").map(([, text]) => text);
  const large = news.map((text) => LARGE[about.game]?.exec(text)).filter((found) => found && !found[2].startsWith("a ")).at(-1);
  if (large) lay(large[1], large[2]);
  if (still.matches) return;
  const found = (test) => entries.filter(([kind, text]) => test(kind, text)).at(-1);
  const great = BANNERS.map(([words, kind]) => [found((_, text) => words.test(text)), kind]).filter(([line]) => line), old = document.querySelector(".banner");
  const dice = news.map(thrown).filter((found) => found.length).at(-1), haunts = great.some(([, kind]) => kind !== "death");
  const [line, kind] = great[0] || [found((which) => which === "turn" && !now.over), "turn"], lasts = old?.matches(HAUNTED); // no turn takes the place of the haunt
  if (haunts) { put_away(); document.querySelector(".dice")?.remove(); } else if (dice && !lasts) roll(dice);
  if (!line || (lasts && !great.length)) return;
  old?.remove();
  const one = make("div", [...(lasts ? [old.textContent] : []), ...(great.length ? great : [[line]]).map(([[, text]]) => text)].join("\n"), { className: `banner ${lasts ? "haunt" : kind}` });
  one.setAttribute("aria-hidden", "true");
  board.parentElement.append(one); // a new drawing of the board leaves it
  one.animate([{ opacity: 0, scale: 0.8 }, { opacity: 1, scale: 1, offset: 0.12 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }],
    { duration: kind === "turn" ? BANNER : (kind === "death" ? 2 : 3) * BANNER }).finished.then(() => one.remove(), () => one.remove());
}
