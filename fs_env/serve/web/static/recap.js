"use strict";
// The recap: what each other player did since the last answer, in a few lines, each of which shows its moment on the board again.
const STORED = `recap ${location.pathname}`;
const MOMENTS = 200, LINES = 6; // positions that are stored; lines of a player
const SUFFERED = /^(have|lose|gain|get|die|discard|roll|take \d)\b/, RESTORED = /^(are|draw|heal|recharge|survive)\b/; // what happens to the own seat, whoever did it; by the rules
const WEIGHTS = [ // of what happened, by the words of the log; everything else weighs least
  [/^you (lose|die|take|have .* without)\b/, 6],
  [/\b(wins?|won|souls?|traitor|haunt)\b/, 6], [/\b(dies|die|killed|destroy(s|ed)?)\b/, 5], [/\b(attacks?|buys?|builds?|steals?)\b/, 4],
  [/\b(plays?|uses?|activates?|hits?|misses|defeats?|draws? (an? )?(event|omen|item))\b/, 3], [/\b(gains?|loses?|takes?|gets?)\b/, 2],
];
let moments = [], bodies = new Map(), before_recap = null; // positions since the last answer: parts as they were arranged, viewBox and lines; the message before
let begun = -1; // the seat that did something last before these positions

function weight(text) { return (WEIGHTS.find(([words]) => words.test(text)) || [0, 1])[1]; }
function recap(message) { // after every position that was drawn
  if (about.seat < 0) return;
  const old = before_recap;
  before_recap = message;
  if (!old) moments = restored(message.number);
  else if (message.number < old.number || has_chosen(old, message)) {
    begun = players().doer;
    moments = [];
    $("past").close(); // it shows one of them
  }
  const lines = message.whole ? message.log.slice(message.log.length - unknown_of(message)) : message.log;
  if (message.whole) {
    bodies = new Map();
    begun = sorted(message.log.slice(0, message.log.length - message.fresh).map((line) => [line, 0]), -1).doer;
  }
  for (const [name] of message.parts) bodies.set(name, $("board").querySelector(`[data-part="${name}"]`).innerHTML);
  const last = moments.at(-1), drawn = { parts: new Map(bodies), box: $("board").firstElementChild.getAttribute("viewBox"), crowded: reshaped };
  for (const one of message.whole ? moments : []) if (one.crowded || (one === last && !lines.length)) Object.assign(one, drawn); // the first drawing that has room for it
  if (!message.whole || lines.length || !last) moments.push({ ...drawn, lines });
  if (moments.length > MOMENTS) moments.shift();
  const shown = (message.mine || message.over) ? players().rows : [];
  $("recap").replaceChildren(...shown.map(([seat, lines]) => told_of(seat, lines)));
  $("recap").hidden = !shown.length;
  document.querySelector("aside").classList.toggle("short", shown.length > 0 && !full());
  $("full").hidden = !shown.length;
}
function unknown_of({ log, fresh }) { // how many lines of a whole message come after those of the moments
  const held = moments.flatMap(({ lines }) => lines.map((line) => line[1])), all = log.map((line) => line[1]), end = all.length - held.length;
  const after = held.length ? [...Array(fresh + 1).keys()].find((k) => held.every((text, at) => text === all[end - k + at])) : fresh;
  return after ?? Math.max(0, fresh - held.length);
}
function restored(number) { // the moments that the page stored when it was left at this decision
  try {
    const { at, texts, rows } = JSON.parse(sessionStorage.getItem(STORED));
    return at === number ? rows.map((row) => ({ ...row, parts: new Map(row.parts.map(([name, k]) => [name, texts[k]])) })) : [];
  } catch { return []; }
}
addEventListener("pagehide", () => {
  const texts = new Map(), place = (body) => texts.get(body) ?? texts.set(body, texts.size).get(body);
  const rows = moments.map((one) => ({ ...one, parts: [...one.parts].map(([name, body]) => [name, place(body)]) }));
  try { sessionStorage.setItem(STORED, JSON.stringify({ at: now?.number, texts: [...texts.keys()], rows })); } catch { /* too much: the lines come from the log */ }
});
function subject(text) { // the seat whose name begins a line, -1 for none: of "Ann" and "Ann B" the longer one that fits
  const found = names.map((name) => (text.startsWith(name) && /^( |:|'s )/.test(text.slice(name.length)) ? name.length : 0)), most = Math.max(...found);
  return most ? found.indexOf(most) : -1;
}
function sorted(lines, doer) { // lines, each with its moment: those of each seat, and the seat that did something last
  const found = names.map(() => []);
  let actor = doer;
  for (const [[kind, text], k] of lines) {
    const named = subject(text), whose = text.replace(/^turn \d+: /, "");
    if (kind === "turn") doer = names.findIndex((name, seat) => whose === (seat === about.seat ? "your turn" : `${name}'s turn`));
    if (kind !== "news") continue;
    const own = named === about.seat, verb = own && text.slice(names[named].length + 1);
    if (own && RESTORED.test(verb)) continue;
    if (named >= 0 && !(own && SUFFERED.test(verb))) doer = named;
    if (named >= 0) actor = own ? doer : named; // what happens to the own seat is shown with who did it
    if (actor >= 0 && actor !== about.seat) found[actor].push([text, k]);
  }
  return { found, doer };
}
function players() { // rows: [seat, its weightiest lines with the moment of each, in order], for the others who did something; doer
  const { found, doer } = sorted(moments.flatMap(({ lines }, k) => lines.map((line) => [line, k])), begun);
  const rows = found.map((lines, seat) => {
    const best = lines.map((line, place) => [weight(line[0]), place]).sort((a, b) => b[0] - a[0] || a[1] - b[1]).slice(0, LINES);
    return [seat, best.map(([, place]) => place).sort((a, b) => a - b).map((place) => lines[place])];
  });
  return { rows: rows.filter(([, lines]) => lines.length), doer };
}
function told_of(seat, lines) {
  const box = make("div"), list = make("ul"), head = make("h3", names[seat]);
  head.style.color = `var(--fs-seat${seat % 4})`;
  list.append(...lines.map(([text, k]) => {
    const item = make("li"), button = make("button", text.startsWith(`${names[seat]} `) ? text.slice(names[seat].length + 1) : text, { type: "button", title: "show this moment again" });
    button.onclick = () => moment(k, text);
    item.append(button);
    return item;
  }));
  box.append(head, list);
  return box;
}
function moment(k, text) { // the board as it was after a line
  const box = $("past"), { parts: drawn, box: view, lines } = moments[k];
  const go = (step, name) => make("button", name, { type: "button", disabled: !moments[k + step], onclick: () => { moment(k + step); onward(step); } });
  const picture = make("div"), bar = make("div", undefined, { className: "acts" });
  picture.innerHTML = `<svg class="fs-auto" viewBox="${view}" role="img">${[...drawn].map(([name, body]) => `<g data-part="${name}">${body}</g>`).join("")}</svg>`;
  picture.inert = true; // choices are made on the board
  for (const one of picture.querySelectorAll(".corners,.under")) one.remove();
  for (const one of picture.querySelectorAll("[data-place]")) one.classList.remove("can", "changed", "advised", "aim");
  picture.firstElementChild.setAttribute("aria-label", "the table at this moment");
  bar.append(go(-1, "← earlier"), go(1, "later →"), make("button", "back to the game", { type: "button", onclick: () => box.close() }));
  box.replaceChildren(make("h2", text || lines.map((line) => line[1]).join("; ") || "before", { id: "past-title" }), picture, bar);
  if (!box.open) box.showModal();
}
function onward(step) { // the focus stays on the button that was pressed, or goes to the last one
  const all = $("past").querySelectorAll(".acts button"), same = all[step < 0 ? 0 : 1];
  (same.disabled ? all[2] : same).focus();
}
function full() { try { return localStorage.getItem("full log") === "1"; } catch { return false; } }
$("full").onclick = () => {
  const on = document.querySelector("aside").classList.toggle("short");
  try { localStorage.setItem("full log", on ? "0" : "1"); } catch { /* the choice lasts as long as the page */ }
  expanded_log(!on);
};
function expanded_log(on) {
  $("full").setAttribute("aria-expanded", String(on));
  $("full").textContent = on ? "recap" : "full log";
  if (on) to_end();
}
expanded_log(full());
