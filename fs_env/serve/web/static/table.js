"use strict";
// One table: draws what the server sends and sends what the person decides. All texts are put in as text, only drawings as markup.
const $ = (id) => document.getElementById(id);
const about = JSON.parse(document.body.dataset.about);
const narrow = matchMedia("(max-width: 1395px)"); // in a narrower window the letters of the wide drawing would be below 11 pixels
const phone = matchMedia("(max-width: 639px)"), corner = matchMedia("(min-width: 640px) and (max-width: 999px) and (min-height: 700px)");
const touch = matchMedia("(hover: none)");
const BACK = [0, 500, 1000, 2000, 4000, 8000]; // milliseconds before another connection is tried
const LATE = 300; // milliseconds after which it is said that something is being done
const FEW = 44; // pixels of two lines of the log, at least
const MANY = 8; // choices that a phone shows in two columns
const DIGITS = 700; // milliseconds in which a second digit may follow
let socket = null, names = [], tries = 0, parts = new Map(), size = [1200, 900], now = null, cards = null, typed = "", timer = null, sent = -1, late = null, advice = null, wide = true, wanted = null, ticking = null, offer = null, resized = null, opening = null, refusal = false, reshaped = false, keeping = -1;
const faces = {};

// Texts and elements.
function make(tag, text, given = {}) {
  const one = Object.assign(document.createElement(tag), given);
  if (text !== undefined) one.textContent = text;
  return one;
}
function any_of(all) { // finds each of some names in a text, the longest first
  const found = [...all].sort((a, b) => b.length - a.length).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`(?<![\\w'])(?:${found.join("|")})(?![\\w])`, "g");
}
function say(text) { $("state").textContent = text; }
function trouble(text) {
  $("trouble").hidden = !text;
  $("trouble").textContent = text || "";
  if (text && $("hinted") && !$("hinted").childElementCount) $("hinted").hidden = true; // no hint comes
}

// The drawing.
function draw(changed) {
  const board = $("board"), held = document.activeElement?.closest?.("#board [data-place]")?.dataset.place;
  leave();
  if (changed) {
    board.firstElementChild.setAttribute("viewBox", frame());
    for (const [name, , , , , body] of changed) board.querySelector(`[data-part="${name}"]`).innerHTML = body;
  } else {
    const groups = [...parts.values()].map(([name, , , , , body]) => `<g data-part="${name}">${body}</g>`).join("");
    board.innerHTML = `<svg class="fs-auto" viewBox="${frame()}" preserveAspectRatio="xMidYMin meet">${groups}</svg>`;
  }
  const crowded = settle(changed?.map(([name]) => name));
  changes(board, changed?.map(([name]) => name), now.over ? "none" : about.seat < 0 ? "step" : "answer");
  mark();
  arrive();
  if (held !== undefined) (board.querySelector(`[data-place="${CSS.escape(held)}"]`) || board.querySelector("[tabindex='0']"))?.focus({ preventScroll: true });
  if (crowded) again();
}
function frame() { // of the drawing; a narrow one without its edges
  const [w, h] = size, edge = wide ? 0 : Math.min(...[...parts.values()].map((part) => part[1])) - 1;
  return arranged.text && wide ? `-1 -1 ${w + 2} ${h + 2}` : `${edge} 0 ${w - 2 * edge} ${h}`; // a frame of a part is on its edge
}
function again() { // the drawing comes anew, as the window is now
  if (!socket) return;
  socket.onclose = null;
  socket.close();
  connect(false);
}
function acts(place) { return now && now.choices ? [...now.choices, ...now.far].filter((one) => one[3].includes(place)) : []; }
function mark() {
  let first = true;
  for (const one of $("board").querySelectorAll("[data-place]")) {
    const found = acts(one.dataset.place), card = one.dataset.card;
    one.classList.toggle("can", found.length > 0);
    one.classList.toggle("advised", found.some((act) => act[0] === advice));
    for (const text of one.querySelectorAll(".nth")) text.textContent = now.choices.indexOf(found[0]) + 1 || "";
    if (!card && !found.length) { one.removeAttribute("tabindex"); one.removeAttribute("role"); continue; }
    one.setAttribute("tabindex", first ? "0" : "-1");
    one.setAttribute("role", "button");
    one.setAttribute("aria-label", [card, one.classList.contains("changed") && "changed", ...found.map((act) => act[1])].filter(Boolean).join(", "));
    first = false;
  }
}
function reachable() { return [...$("board").querySelectorAll("[data-place][tabindex]")]; }

// The question.
function ask() {
  const list = $("choices"), inside = list.contains(document.activeElement) || (document.activeElement === $("keep") && (now.mine || now.over));
  clearTimeout(timer); // a digit was for the question before
  typed = "";
  list.replaceChildren(...now.choices.map(([action, words, key, places], k) => {
    const item = make("li"), button = make("button", undefined, { type: "button" });
    button.append(make("kbd", String(k + 1), { className: "number" }), make("span", words));
    if (key) button.append(make("kbd", key));
    button.dataset.action = action;
    button.onclick = (event) => { if (event.detail < 2) choose(action); }; // the second half of a double click belongs to no new question
    const aim = (on) => { for (const one of $("board").querySelectorAll("[data-place]")) one.classList.toggle("aim", on && places.includes(one.dataset.place)); };
    button.onmouseenter = button.onfocus = () => aim(true);
    button.onmouseleave = button.onblur = () => aim(false);
    item.append(button);
    return item;
  }));
  $("question").textContent = now.question;
  document.title = now.mine ? `▶ ${now.question}` : now.question;
  if ($("hint")) $("hint").hidden = !now.mine;
  if ($("undo")) $("undo").hidden = !now.undo;
  if (now.mine || now.over || now.turn !== keeping) keeping = -1;
  if ($("keep")) {
    $("keep").hidden = !now.keep_passing && keeping < 0;
    $("keep").firstElementChild.textContent = keeping < 0 ? "keep passing" : "ask me again";
  }
  if ($("hinted")) $("hinted").hidden = true;
  if (!now.mine && !now.over && now.asked !== null && now.asked !== about.seat) list.append(make("li", `waiting for ${names[now.asked]} …`, { className: "waiting" }));
  waits();
  learned();
  if (wanted && !wanted.isConnected) hide();
  if (inside) (list.querySelector("button") || $("question")).focus({ preventScroll: true });
  end();
  squeeze();
  seek();
}
function squeeze() { // choices that have no room, or leave none to a lesson or a hint, are lower, then get the room of the log and the settings, then two columns, then all of the log's room, then small letters
  const list = $("choices"), beside = [...document.querySelectorAll(".lesson:not([hidden]),#hinted:not([hidden])")];
  const cut = (all) => all.some((one) => one.scrollHeight > one.clientHeight + 1), logged = $("log").offsetParent;
  list.classList.remove("dense", "close", "long", "packed", "two", "alone", "small");
  for (const how of touch.matches ? ["long", "alone"] : ["dense", "close", "long", "packed", "two", "alone", "small"]) if (cut(["two", "alone", "small"].includes(how) ? [list] : [list, ...beside]) || (how === "packed" && logged && $("log").clientHeight < FEW)) list.classList.add(how);
  if (list.matches(".two.alone") && !phone.matches) { // one column may have room when all else has gone
    list.classList.remove("two");
    list.classList.toggle("two", cut([list]));
  }
  if (phone.matches && !list.classList.contains("two") && list.childElementCount >= MANY && cut([list])) { // many short choices, on a phone
    const high = list.scrollHeight;
    list.classList.add("two");
    if (list.scrollHeight > 0.8 * high) list.classList.remove("two");
  }
  (list.onscroll = () => list.classList.toggle("rest", list.scrollHeight - list.scrollTop - list.clientHeight > 4))();
}
function reach(button) { // brings it into the middle of a list that does not show all choices
  const list = $("choices"), box = list.getBoundingClientRect(), one = button.getBoundingClientRect();
  list.scrollTop += (one.top + one.bottom - box.top - box.bottom) / 2;
}
function seek() { // a window that does not show all of the table shows the part with the choices
  const found = [...$("board").querySelectorAll(".can")].map((one) => one.getBoundingClientRect());
  if (!now.mine || !found.length) return;
  const view = phone.matches ? { top: 0, bottom: $("ask").getBoundingClientRect().top } : $("board").getBoundingClientRect();
  const top = Math.min(...found.map((one) => one.top)), bottom = Math.max(...found.map((one) => one.bottom));
  if (top < view.top - 1 || bottom > view.bottom + 1) (phone.matches ? window : $("board")).scrollBy(0, Math.min(top - view.top - 6, Math.max(0, bottom - view.bottom + 6) || top - view.top - 6));
}
function end() {
  const box = $("end");
  if (now.over && box.hidden) fold(false);
  box.hidden = !now.over;
  document.body.classList.toggle("over", Boolean(now.over));
  for (const one of ["stops", "pace"]) if ($(one)) $(one).hidden = Boolean(now.over);
  if (!now.over) return;
  const { points: [heading, ...rows], winners } = now.over, table = make("table");
  const rank = rows.map((row, seat) => [row, winners.includes(seat), Number(row[1]) || 0]).sort((a, b) => b[1] - a[1] || b[2] - a[2]);
  table.append(...[[heading], ...rank].map(([row, won], k) => {
    const line = make("tr", undefined, { className: won ? "won" : "" });
    line.append(...row.map((cell, j) => make(k === 0 || j === 0 ? "th" : "td", `${cell || "player"}${won && j === 0 ? " ★ won" : ""}`, k === 0 ? { scope: "col" } : j === 0 ? { scope: "row" } : {})));
    return line;
  }));
  const links = make("p");
  links.append(make("a", "look at the replay", { href: `${about.path}/replay` }), " · ",
    make("a", "its file", { href: `${about.path}/replay.json` }), " · ", make("a", "another table", { href: "/" }));
  const inside = box.contains(document.activeElement);
  const why = reason(now.over);
  box.replaceChildren(...(why ? [make("p", why, { className: "small" })] : []), table, ...rematch(), links);
  if (inside) box.querySelector(".main")?.focus({ preventScroll: true });
}
function reason({ text, points: [heading, ...rows], winners }) { // why the winners have won, by the first column of points
  const kind = heading[1], best = (all) => Math.max(...all.map((row) => Number(row[1])).filter((n) => !Number.isNaN(n)));
  const won = rows.filter((_, seat) => winners.includes(seat)), others = rows.filter((_, seat) => !winners.includes(seat));
  if (!won.length || text.includes(" resigned")) return "";
  if (others.length && others.every((row) => row[1] === "out")) return "All other players are out of the game.";
  if (kind === "side") return `The side of the winners: ${won[0][1]}.`;
  const [most, rest] = [best(won), best(others)];
  if (!(most > -Infinity) || most < rest) return "";
  return most === rest ? `Equal ${kind} (${most}): a tie-break decided.` : `${most} ${kind}${rest > -Infinity ? `, the next has ${rest}` : ""}.`;
}
function rematch() { // another game of the same people: offered here, or by somebody else
  if (offer) {
    const words = { you: "You offer another game.", "": "The same people play again." }[about.seat < 0 ? "" : offer.by] || `${offer.by} offers another game: the same people and bots, one seat further, a new deal.`;
    say(words);
    return [make("p", words), make("a", about.seat < 0 ? "watch it" : offer.by === "you" ? "go there" : "sit down", { href: offer.path, className: "button main" })];
  }
  if (about.seat < 0) return [];
  const form = make("form", undefined, { method: "post", action: `${about.path}/again` });
  form.append(make("button", "play again", { className: "main" }), make("span", "the same people and bots, one seat further, a new deal", { className: "small" }));
  return [form];
}
function has_chosen(before, after) { // whether a choice was made; a question with one, asked so that others learn nothing, is none, as for the server
  return before?.mine && before.choices.length > 1 && after.number > before.number;
}
function choose(action) { answer({ do: "answer", action }); }
function answer(message) {
  if (!now || !now.mine || sent === now.number) return;
  sent = now.number;
  trouble("");
  busy("Playing …");
  send({ ...message, number: now.number });
}
function busy(text) { // for what takes its time, until something comes; "" for no more
  clearTimeout(late);
  if (text) late = setTimeout(() => say(text), LATE); else say("");
  for (const button of $("choices").querySelectorAll("button")) {
    if (text) button.setAttribute("aria-disabled", "true"); else button.removeAttribute("aria-disabled");
  }
}
function send(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  else if (socket?.readyState === WebSocket.CONNECTING) socket.addEventListener("open", () => send(message), { once: true }); // for another drawing
  else { sent = keeping = -1; busy(""); trouble("There is no connection now; this was not sent."); }
}

function countdown(until) { // for a watcher, to the first position, which comes by itself
  clearInterval(ticking);
  const tick = () => {
    if (!$("countdown")) { clearInterval(ticking); return; }
    const left = Math.max(0, Math.ceil((until - performance.now()) / 1000)), clock = left < 60 ? left : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    $("countdown").firstElementChild.textContent = left ? clock : "";
    $("countdown").lastElementChild.textContent = !left ? "the first position is coming" : left < 60 ? `second${left === 1 ? "" : "s"} until the first position` : "minutes until the first position";
    document.title = left ? `${clock} – ${document.querySelector("h1").textContent}` : document.querySelector("h1").textContent;
  };
  tick();
  ticking = setInterval(tick, 1000);
}

function hinted({ by, by_chance, words, action, best, how }) { // what the bot would do or a surely better choice, and the chances of the best few choices
  const list = make("ul");
  list.append(...best.map(([one, text, chance, error, why]) => {
    const line = make("li", undefined, one === action ? { className: "own" } : {});
    line.append(make("b", `${chance} %`), make("span", ` ± ${error} `, { className: "small" }), text, ...(why ? [make("span", why, { className: "small" })] : []));
    return line;
  }));
  const why = best.some((one) => one[4]) ? "; below each choice what is different when your next turn comes, on average, from the other choices here." : ".";
  $("hinted").hidden = false;
  $("hinted").replaceChildren(make("p", `${by_chance ? "best chance" : by}: ${words}`), list, make("p", how + why, { className: "small" }));
  squeeze();
}

// Messages.
const TAKES = {
  position(message) {
    const follow = message.whole || atEnd(); // before the question changes the room of the log
    size = message.size;
    if (message.whole && now && message.number === now.number) carry();
    else if (message.whole && now && reshaped) forget();
    if (message.whole) { reshaped = false; names = message.names; parts = new Map(message.parts.map((part) => [part[0], part])); sent = -1; shown = wished; }
    else for (const part of message.parts) parts.set(part[0], part);
    if (sent !== message.number) busy("");
    if (refusal && now && message.number !== now.number) { refusal = false; trouble(""); }
    if (!now) recall(message.number);
    if (now && now.mine && message.number > now.number) put_away(); // by this browser or another one of the seat
    if (has_chosen(now, message)) { answered(); old(); }
    if (now && message.number < now.number) forget();
    const asked = now && now.number === message.number && JSON.stringify(now.choices) === JSON.stringify(message.choices) && !message.over;
    const same = asked && !message.whole;
    now = message;
    if (!same) advice = null;
    if (message.stops) stops(message.stops);
    if (message.pace) paced(message.pace);
    draw(message.whole ? null : message.parts);
    if (!same) ask();
    if (message.over) put_away(); else if (message.whole || (!same && message.mine)) keep_clear();
    log(message.log, message.whole, follow, message.fresh);
    recap(message);
    if (!message.whole) announce(message.log);
    if (!asked && $("menu").open) $("menu").close();
  },
  waiting(message) {
    $("question").textContent = `The game is shown ${message.seconds} seconds late`;
    countdown(performance.now() + 1000 * message.left);
  },
  refused(message, goes = true) { sent = keeping = -1; refusal = goes; busy(""); trouble(message.why); }, // `goes`: the next question clears it
  stalled(message) { if (message.why) TAKES.refused(message, false); else trouble(""); },
  stops(message) {
    keeping = -1;
    if ($("keep")) $("keep").hidden = !now?.keep_passing;
    stops(message.stops);
  },
  again(message) { offer = message; if (now && now.over) end(); },
  pace: (message) => paced(message),
  why: ({ why }) => { for (const line of document.querySelectorAll("dialog[open] .why")) line.textContent = why; },
  hint(message) {
    if (!now || message.number !== now.number) return;
    hinted(message);
    for (const button of $("choices").querySelectorAll("button")) {
      button.classList.toggle("advised", Number(button.dataset.action) === message.action);
      if (button.matches(".advised")) reach(button);
    }
    advice = message.action;
    mark();
  },
};
function stops(names) { for (const box of document.querySelectorAll("#stops input")) box.checked = names.includes(box.value); }
function connect(signs = true) { // `signs`: the person is here, as after loading the page
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const low = !stage() && narrow.matches;
  reshaped ||= wide === low || wished !== arranged.text;
  wished = arranged.text;
  wide = !low;
  socket = new WebSocket(`${scheme}://${location.host}${about.path}/live?width=${wide ? "wide" : "narrow"}&stage=${wished}`);
  socket.onopen = () => { tries = 0; say(""); trouble(""); if (signs && about.company) send({ do: "here" }); };
  socket.onmessage = (event) => { const message = JSON.parse(event.data); TAKES[message.kind]?.(message); };
  socket.onclose = (event) => {
    socket = null;
    busy("");
    if (event.code === 4404) { say("There is no table behind this link any more."); return; }
    if (event.code === 4429) { say("Too many browsers show this, or too much was sent. Load the page again later."); return; }
    say("The connection is lost; looking for it …");
    setTimeout(connect, BACK[Math.min(tries++, BACK.length - 1)], false);
  };
}

// Cards.
async function texts() { // of all cards; null, and asked for again, while they do not come
  const found = cards || await fetch(`/cards/${about.game}.json`).then((answer) => answer.ok ? answer.json() : null).catch(() => null);
  return cards ||= found;
}
async function face(one) { // of the card that lies there: its drawing, and its words for those who do not see it
  const { place, card } = one.dataset, at = `place=${encodeURIComponent(place)}&card=${encodeURIComponent(card)}`;
  const read = (answer) => answer.ok ? answer.json() : answer.status === 404 ? null : Promise.reject(answer); // 404: a card that is not drawn
  return faces[at] ??= fetch(`/cards/${about.game}/face?${at}`).then(read).catch(() => { delete faces[at]; return null; });
}
function lines(name, tag, found) {
  const art = make("div"), hidden = found ? { className: "unseen" } : {};
  if (found) art.innerHTML = found[0];
  const [facts, text] = found ? ["", found[1]] : cards?.[name] || ["", ""];
  return [make(tag, name, { ...hidden, ...(tag === "h2" ? { id: "menu-name" } : {}) }), art, make("span", facts, { className: "facts" }), make("span", text, hidden)];
}
async function show(one) {
  wanted = one;
  const name = one.dataset.card, box = $("card");
  if (!name) return;
  await texts();
  const found = await face(one);
  if (wanted !== one || !one.isConnected || !(found || cards?.[name])) return; // another card is looked at by now
  box.replaceChildren(...lines(name, "b", found));
  box.hidden = false;
  const at = (one.closest("#choices button") || one).getBoundingClientRect(), mine = box.getBoundingClientRect();
  const beside = at.right + mine.width + 14 < innerWidth ? at.right + 8 : at.left - mine.width - 8;
  box.style.left = `${Math.max(6, beside)}px`;
  box.style.top = `${Math.max(6, Math.min(innerHeight - mine.height - 6, at.top + at.height / 2 - mine.height / 2))}px`;
}
function hide() { wanted = null; $("card").hidden = true; }
function unchosen(place) { // a line for the reason why there is no choice, which the server knows
  if (place && about.seat >= 0 && now && !now.over) send({ do: "why", place });
  return make("p", "", { className: "why", role: "status" });
}
async function menu(one) {
  const asked = now && now.number;
  opening = one;
  await texts();
  const drawn = one.dataset.card ? await face(one) : null;
  if ((now && now.number) !== asked || opening !== one) return; // the question, or the card, is another one by now
  const found = acts(one.dataset.place), box = $("menu");
  const list = make("div", undefined, { className: "acts" });
  for (const [action, words] of found) list.append(make("button", words, { type: "button", onclick: () => { box.close(); choose(action); } }));
  list.append(make("button", "close", { type: "button", onclick: () => box.close() }));
  const name = one.dataset.card || (found.length ? "What do you want to do?" : "No choice here");
  box.replaceChildren(...lines(name, "h2", drawn), ...(found.length ? [] : [unchosen(one.dataset.place)]), list);
  hide();
  if (!box.open) box.showModal();
}
function press(one, byHand) {
  const found = acts(one.dataset.place);
  if (found.length === 1 && !touch.matches && byHand) choose(found[0][0]);
  else if (found.length || one.dataset.card || (byHand && about.seat >= 0 && now && !now.over && !one.dataset.place.startsWith("deck:"))) menu(one);
}

// The person.
const board = $("board");
board.onclick = (event) => { const one = event.target.closest("[data-place]"); if (one && event.detail < 2) press(one, true); };
board.onmouseover = (event) => { const one = event.target.closest("[data-card]"); if (one && !touch.matches) show(one); else hide(); };
board.onmouseleave = hide;
board.addEventListener("focusin", (event) => { if (event.target.matches("[data-card]:focus-visible")) show(event.target); });
board.addEventListener("focusout", hide);
function rove(event, all) { // arrow keys go from one to the next; returns the place of the one that has the focus
  const at = all.indexOf(event.target.closest("[data-place]"));
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (at < 0 || !step) return at;
  event.preventDefault();
  const next = all[(at + step + all.length) % all.length];
  all[at].setAttribute("tabindex", "-1");
  next.setAttribute("tabindex", "0");
  next.focus();
  return at;
}
board.onkeydown = (event) => {
  const all = reachable(), at = rove(event, all);
  if (at < 0) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    press(all[at], false);
  }
};
function number(digit) {
  clearTimeout(timer);
  typed += digit;
  const n = Number(typed), count = now.choices.length, meant = () => $("choices").querySelectorAll("button").forEach((one, k) => one.classList.toggle("typed", typed !== "" && String(k + 1).startsWith(typed)));
  const take = () => { typed = ""; meant(); if (n >= 1 && n <= count) choose(now.choices[n - 1][0]); };
  if (n * 10 > count) take(); else { meant(); timer = setTimeout(take, DIGITS); }
}
window.addEventListener("keydown", (event) => { // a key that is held down answers one question
  if (!event.repeat || !/^(.|Enter)$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^(INPUT|TEXTAREA)$/.test(event.target.tagName)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  if (event.key === "Escape") { hide(); return; }
  const buttons = [...$("choices").querySelectorAll("button")], at = buttons.indexOf(event.target);
  if (at >= 0 && /^Arrow(Up|Down)$/.test(event.key)) {
    event.preventDefault();
    buttons[(at + (event.key === "ArrowDown" ? 1 : -1) + buttons.length) % buttons.length].focus();
    return;
  }
  if (event.key === "n" && $("next") && !$("next").hidden) { $("next").click(); return; }
  if (event.key === "k" && $("keep") && !$("keep").hidden) { $("keep").click(); return; }
  if (!now || !now.mine) return;
  if (/^\d$/.test(event.key)) { event.preventDefault(); number(event.key); return; }
  if (event.key === "?" && $("hint")) { $("hint").click(); return; }
  if (event.key === "z" && $("undo") && !$("undo").hidden) { $("undo").click(); return; }
  const found = now.choices.find((one) => one[2] === event.key.toLowerCase());
  if (found) { event.preventDefault(); choose(found[0]); }
});
if ($("hint")) $("hint").onclick = () => { if (now && now.mine) { $("hinted").hidden = false; $("hinted").textContent = "The bot is thinking …"; send({ do: "hint", number: now.number }); } };
if ($("keep")) $("keep").onclick = (event) => {
  if (event.detail > 1) return;
  if (keeping >= 0) say_stops(); // any that are set end it
  else if (now?.keep_passing && sent !== now.number) { keeping = now.turn; answer({ do: "keep_passing" }); }
};
if ($("undo")) $("undo").onclick = () => {
  if (!now || !now.undo || sent === now.number) return;
  sent = now.number;
  busy("Taking back …");
  send({ do: "undo", number: now.number });
};
if ($("chat")) $("chat").onsubmit = (event) => { event.preventDefault(); send({ do: "say", phrase: Number($("phrase").value) }); };
function say_stops() { send({ do: "stops", stops: [...document.querySelectorAll("#stops input:checked")].map((one) => one.value) }); }
for (const box of document.querySelectorAll("#stops input")) box.onchange = say_stops;
window.addEventListener("resize", () => {
  clearTimeout(resized);
  resized = setTimeout(() => {
    if (own_arrangement() ? stage() !== wished : wide === narrow.matches) again();
    if (now) squeeze();
    keep_clear();
  }, LATE / 2);
});
new ResizeObserver(() => document.body.style.setProperty("--ask", `${$("ask").offsetHeight}px`)).observe($("ask")); // phones leave room for it
$("log").scrollTop = $("log").scrollHeight;
document.addEventListener("DOMContentLoaded", () => { connect(); learn(); }); // after the other scripts
