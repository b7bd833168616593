"use strict";
// What has changed on the drawing since this person answered last: cards get corners, numbers a line below them. Everything is found
// in the drawings that came anyway; how large a card is drawn, and where, does not count.
const SVG = "http://www.w3.org/2000/svg";
const ASIDE = ["head", "notes"]; // parts that are about the question itself
const REACH = 3; // units between a card and its corners
let seen = new Map(), before = null, marked = new Set(); // parts as they are; as they were at the last answer; what is marked already
let signs = { cards: [], numbers: [] }, carried = null; // what is marked now; what a new drawing of the same position has to mark

// The cards of a part by place, with the numbers on them, and its other numbers.
function facts(part) {
  const cards = new Map(), numbers = [];
  for (const one of part.querySelectorAll("[data-place]")) if (lies(one)) cards.set(where(one), state(one));
  for (const one of part.querySelectorAll("text")) if (loose(one)) numbers.push(one);
  return { cards, numbers: numbers.map((one) => [place(one), content(one)]) };
}
function lies(one) { // a card, its back, or a figure on a tile
  const back = one.firstElementChild?.classList.contains("f-back") && !/^(deck|back):/.test(one.dataset.place);
  return one.dataset.card || back || one.parentElement.closest("[data-place]");
}
function where(one) {
  const under = one.parentElement.closest("[data-place]");
  return `${one.dataset.place} ${one.dataset.card || ""}${under ? ` on ${under.dataset.place}` : ""}`;
}
function state(one) {
  const own = [...one.querySelectorAll("text.b")].filter((text) => text.closest("[data-place]") === one).map((text) => text.textContent);
  const numbers = own.filter((text) => /^[\d\s/+♥♡⚔]+$/.test(text)).flatMap((text) => text.match(/\d+(\/\d+)?\+?/g) || []);
  return [one.firstElementChild?.classList.contains("f-used"), ...numbers.sort()].join(" ");
}
function loose(text) { return /\d/.test(text.textContent) && !heading(text) && ![...up(text)].some(lies); }
function heading(text) { return text.matches(".b.f-soft"); } // of a panel
function* up(one) { for (let at = one.closest("[data-place]"); at; at = at.parentElement.closest("[data-place]")) yield at; }
function place(text) { return `${text.getAttribute("x")} ${text.getAttribute("y")} ${content(text)}`; }
function content(text) { return `${text.textContent} ${text.getAttribute("class")}`; }

// Looks at parts that were drawn, then marks what differs from the last answer.
function changes(board, names, how) { // how: "answer": since the last one; "step": since the drawing before; "none"
  const was = seen;
  seen = new Map(names ? seen : []);
  for (const part of board.querySelectorAll("[data-part]")) if (!names || names.includes(part.dataset.part)) seen.set(part.dataset.part, facts(part));
  if (how === "step") before = was.size ? was : seen; else before = before || seen;
  if (carried && !names) before = without(seen, carried);
  carried = null;
  for (const one of board.querySelectorAll(".corners,.under")) one.remove();
  for (const one of board.querySelectorAll(".changed")) one.classList.remove("changed");
  const found = new Set();
  signs = { cards: [], numbers: [] };
  if (how !== "none" && before !== seen) {
    const cards = new Map([...before.values()].flatMap((part) => [...part.cards]));
    for (const part of board.querySelectorAll("[data-part]")) if (!ASIDE.includes(part.dataset.part)) compare(part, cards, found);
  }
  marked = found;
  document.querySelector(".legend").hidden = !found.size;
}
function compare(part, cards, found) {
  for (const one of part.querySelectorAll("[data-place]")) {
    if (!lies(one) || cards.get(where(one)) === state(one)) continue;
    one.classList.add("changed");
    signs.cards.push(where(one));
    note(corners(one), `${where(one)} ${state(one)}`, found);
  }
  const old = before.get(part.dataset.part), now = [...part.querySelectorAll("text")].filter(loose);
  if (!old) return;
  const still = new Set(old.numbers.map(([at]) => at)), here = new Set(now.map(place));
  const left = old.numbers.filter(([at]) => !here.has(at)).map(([, text]) => text); // gone, or only moved
  for (const text of now) {
    const k = still.has(place(text)) ? -2 : left.indexOf(content(text));
    if (k >= 0) left.splice(k, 1);
    if (k === -1) signs.numbers.push(`${part.dataset.part} ${content(text)}`);
    if (k === -1) note(line(text), `${part.dataset.part} ${place(text)}`, found);
  }
}
function note(shape, name, found) {
  if (!marked.has(name)) shape.classList.add("now");
  found.add(name);
}
function shape(kind, d) {
  const made = document.createElementNS(SVG, "path");
  made.setAttribute("class", kind);
  made.setAttribute("d", d);
  return made;
}
function corners(one) {
  const reach = one.parentElement.closest("[data-place]") ? 0 : REACH; // round a figure is the name of its tile
  const { x, y, width, height } = one.getBBox(), l = x - reach, t = y - reach, r = x + width + reach, b = y + height + reach;
  const arm = Math.min(16, width / 3, height / 3);
  const d = [[l, t, 1, 1], [r, t, -1, 1], [r, b, -1, -1], [l, b, 1, -1]].map(([cx, cy, dx, dy]) => `M${cx} ${cy + dy * arm}V${cy}H${cx + dx * arm}`).join("");
  const made = shape("corners", d);
  if (one.hasAttribute("transform")) made.setAttribute("transform", one.getAttribute("transform"));
  one.after(made); // beside it, so that it stays as large as it is to be hit
  return made;
}
function line(text) { // below the numbers of a text
  const digits = [...text.textContent.matchAll(/\d+/g)], last = digits.at(-1);
  const left = text.getStartPositionOfChar(digits[0].index).x, right = text.getEndPositionOfChar(last.index + last[0].length - 1).x;
  const y = Number(text.getAttribute("y")) + 0.27 * Number(text.getAttribute("font-size")), made = shape("under", `M${left} ${y}H${right}`);
  text.after(made);
  return made;
}
// An answer was given: from here on changes are counted.
function answered() { if (seen.size) before = seen; }
function forget() { before = null; seen = new Map(); }
// A drawing for another window has other numbers on its cards and lies otherwise: it takes over the marks of the one before it.
function carry() { carried = signs; }
function without(parts, { cards, numbers }) { // these parts as if what is marked had not been there
  const left = [...numbers], spare = (name, text) => { const k = left.indexOf(`${name} ${text}`); if (k >= 0) left.splice(k, 1); return k >= 0; };
  return new Map([...parts].map(([name, part]) => [name, {
    cards: new Map([...part.cards].filter(([at]) => !cards.includes(at))),
    numbers: part.numbers.filter(([, text]) => !spare(name, text)),
  }]));
}
// A tab stores what its person saw at the last answer, and the marks, so that a page that is loaded again has the same marks.
const slot = () => `marks ${about.path}`, window_of = () => `${wide} ${shown}`;
addEventListener("pagehide", () => {
  if (!now || !before) return;
  const parts = [...before].map(([name, { cards, numbers }]) => [name, [...cards], numbers]);
  try { sessionStorage.setItem(slot(), JSON.stringify({ number: now.number, shape: window_of(), signs, parts })); } catch { /* marks are lost then */ }
});
function recall(number) { // of the decision that is shown now
  try {
    const found = JSON.parse(sessionStorage.getItem(slot()));
    if (found.number === number) carried = found.signs;
    else if (found.number < number && found.shape === window_of()) before = new Map(found.parts.map(([name, cards, numbers]) => [name, { cards: new Map(cards), numbers }]));
  } catch { /* nothing was stored */ }
}
