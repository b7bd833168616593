"use strict";
// Where the parts of a table are, by width and height of the window: the server draws each part in the box that it gets here, with cards
// of the size that is given here. Everything that a choice needs is in sight; a game without an arrangement has the usual drawing.
const USUAL = [880, 600, 0.7]; // a larger board has larger letters, and more room as well
const own_arrangement = () => ARRANGED[about.game];

// The arrangement for this window as the server reads it, "" for a game without one.
let choosing = false; // what takes all of the board
let arranged = { text: "", size: [0, 0], parts: {} }, wished = "", shown = ""; // as the window is now; as it was asked for; as it is drawn
function stage() {
  const own = own_arrangement(), inside = corner.matches && !choosing;
  document.body.classList.toggle("below", corner.matches && choosing);
  document.body.classList.toggle("narrow", own ? phone.matches : narrow.matches);
  document.body.classList.toggle("corner", inside);
  document.body.classList.toggle("staged", Boolean(own));
  const w = board.clientWidth;
  const tall = w < PHONE || (choosing && board.clientHeight < own.whole.size[1]);
  document.body.classList.toggle("tall", Boolean(own) && tall);
  if (!own) return "";
  const high = w < PHONE ? 0 : board.clientHeight, [wide, low, grow] = choosing ? own.whole.size : own.board?.(about.players) || USUAL, scale = w < PHONE ? 1 : Math.max(1, Math.min(w / wide, high / low) ** grow);
  const W = Math.floor(w / scale) - 2, H = Math.floor(Math.max(high, 560) / scale) - 2, at = board.getBoundingClientRect();
  const beside = inside && document.querySelector("aside").getBoundingClientRect();
  const hole = inside && w >= PHONE ? { w: (at.right - beside.left) / scale + APART, h: (at.bottom - beside.top) / scale } : null;
  const places = own.arrange({ W, H, n: about.players, me: Math.max(0, about.seat), hole, whole: choosing });
  const rounded = Object.entries(places).map(([name, [x, y, pw, ph, cw = 1, ch = 1]]) => [name, ...[x, y, pw, ph, cw, ch].map((one) => Math.max(0, Math.floor(one)))]);
  const bottom = tall ? Math.max(...rounded.map((one) => one[2] + one[4])) : H;
  arranged = { text: [[W, bottom], ...rounded].map((one) => one.join(",")).join(";"), size: [W, bottom], parts: places };
  return arranged.text;
}

// Cards keep their slots: one that comes takes the first free slot, those that stay do not move.
const held = new Map(); // part and room -> card -> slot
const ROWS = ["monsters", "shop", "rooms"]; // the server's order is that of the slots on the table
function settle(changed) {
  const was = choosing, own = own_arrangement();
  choosing = parts.has(own?.whole?.part);
  let wants = was !== choosing && stage() !== wished;
  const low = choosing || !own?.is_low ? [] : names.map((_, seat) => board.querySelector(`[data-part="player-${seat}"]`)).filter(Boolean).filter(own.is_low);
  const seats_low = low.reduce((all, panel) => all | 1 << Number(panel.dataset.part.slice(7)), 0);
  if ((least.low || 0) !== seats_low) { remember("low", seats_low); wants = true; }
  for (const group of board.querySelectorAll("[data-part]")) {
    const part = group.dataset.part;
    if (changed && !changed.includes(part)) continue;
    [...group.querySelectorAll(".slots")].forEach((room, k) => { wants = seat(part, room, `${part} ${k}`) || wants; });
    const last = part === "haunt" && [...group.querySelectorAll("text")].at(-1), more = last && /^… (\d+) lines more$/.exec(last.textContent);
    if (more) opens(last, `… ${more[1]} lines more: read all`, group.querySelector("desc").textContent.split("\n"));
    if (more && board.clientWidth >= PHONE) wants = want(part, Math.min(18, Math.floor((parts.get(part)[4] - 42) / 13.6) + Number(more[1]))) || wants;
    for (const map of group.querySelectorAll(".map")) wants = own.survey(part, map) || wants;
    const [, x, y] = parts.get(part), strip = part.startsWith("cards-") && parts.get(part.replace("cards", "player"));
    if (!strip || strip[2] + strip[4] + 10 > y) continue;
    const name = document.createElementNS("http://www.w3.org/2000/svg", "text"); // of a player whose strip is elsewhere
    for (const [key, value] of Object.entries({ x: x + 8, y: y - 4, class: "f-soft b", "font-size": 13 })) name.setAttribute(key, value);
    name.textContent = names[Number(part.slice(6))];
    group.append(name);
  }
  return wants;
}
function opens(text, words, [title, ...all]) { // all lines in a dialog
  const box = $("menu"), open = () => {
    box.replaceChildren(make("h2", title, { id: "menu-name" }), ...all.map((line) => make("p", line)), make("button", "close", { type: "button", onclick: () => box.close() }));
    box.showModal();
  };
  text.textContent = words;
  for (const name of ["textLength", "lengthAdjust"]) text.removeAttribute(name);
  for (const [key, value] of Object.entries({ class: "f-asked b opens", role: "button", tabindex: "0" })) text.setAttribute(key, value);
  text.onclick = (event) => { event.stopPropagation(); open(); };
  text.onkeydown = (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); event.stopPropagation(); open(); } };
}
function seat(part, room, name) { // returns whether the cards have too little room
  const [x, high, w, h, cw, ch] = room.dataset.room.split(" ").map(Number), all = [...room.children];
  const across = Math.max(1, Math.floor((w + APART + 1) / (cw + APART))), fits = Math.max(1, Math.floor((h + APART + 1) / (ch + APART)));
  const down = part === "notes" ? Math.max(fits, Math.ceil(all.length / across)) : fits, pitch = down > fits ? Math.max(11, (h - ch) / (down - 1)) : ch + APART; // a list overlaps downwards
  const titled = part.startsWith("cards-") && h - down * (ch + APART) + APART >= LABEL - 1, y = high + LABEL * titled;
  const count = Math.max(all.length, across * down), shape = `${across} ${down}`, old = held.get(name), was = old?.shape === shape ? old : new Map(), now = Object.assign(new Map(), { shape }), taken = new Set(), seen = {};
  const columns = all.length > across * down ? Math.ceil(all.length / down) : across; // too many overlap
  const wide = columns > across ? (w - cw) / Math.max(1, columns - 1) : cw + APART;
  const cards = all.map((slot, k) => {
    const one = slot.querySelector("[data-place]"), key = `${one?.dataset.place} ${one?.dataset.card || ""}`, hand = key.startsWith("hand:");
    seen[key] = (seen[key] || 0) + 1;
    return { slot, hand, key: `${key} ${seen[key]}`, fixed: ROWS.includes(part) ? k : undefined };
  });
  for (const card of cards) {
    const at = card.fixed ?? was.get(card.key);
    if (at === undefined || at >= Math.max(count, columns * down) || taken.has(at)) continue;
    now.set(card.key, at);
    taken.add(at);
  }
  const edge = (columns - 1) * down, slots = [...Array(columns * down + all.length).keys()];
  const turned = [...slots.slice(edge, columns * down), ...slots.slice(0, edge).reverse()]; // the last column, then those before it
  for (const card of cards) { // those in play from the left, the hand from the right, where the question is
    if (now.has(card.key)) continue;
    const at = (card.hand ? turned : slots).find((one) => !taken.has(one));
    now.set(card.key, at);
    taken.add(at);
  }
  const rows = ROWS.includes(part) || down === 1, spot = (at) => {
    const [column, row] = rows ? [at % columns, Math.floor(at / columns)] : [Math.floor(at / down), at % down];
    return { x: x + column * wide, y: y + row * pitch };
  };
  for (const card of cards) {
    Object.assign(card, spot(now.get(card.key)));
    card.slot.setAttribute("transform", `translate(${card.x} ${card.y})`);
  }
  const last = Math.max(-1, ...cards.filter((card) => card.hand).map((card) => turned.indexOf(now.get(card.key))));
  const left = turned.slice(0, last + 1).filter((at) => !taken.has(at)).map((at) => ({ ...spot(at), hand: true, left: true })); // for the next card of the hand
  if (part.startsWith("cards-")) label(room, [...cards, ...left], [cw, ch, down * (ch + APART) - APART], y, titled);
  held.set(name, now);
  return (all.length > across * fits || (part === "notes" && h + 8 < ch)) && want(part, all.length + !(ROWS.includes(part) || (part.startsWith("player-") && part !== `player-${about.seat}`))); // a free slot for the next card, but in the market and for others in Betrayal
}
function label(room, cards, [w, ch, h], top, titled) { // a plate below the hand, and words above the hand and above what is in play, where they have room
  const put = (tag, given, text = "") => {
    const one = document.createElementNS(SVG, tag);
    for (const [key, value] of Object.entries(given)) one.setAttribute(key, value);
    one.textContent = text;
    room.before(one);
  };
  const band = LABEL * titled, rest = cards.filter((card) => !card.hand), own = new Map(), shares = (x) => rest.some((card) => card.x === x);
  for (const card of cards) if (card.hand) own.set(card.x, [...(own.get(card.x) || []), card]);
  for (const [x, hand] of own) { // a column, or its cards where others are below or above them
    const plates = shares(x) ? hand.map(({ y }) => [y === top ? top - band - 2 : y - 3, y + ch + 3]) : [[top - band - 2, top + h + 4]];
    for (const [begin, end] of plates) put("rect", { x: x - 3, y: begin, width: w + APART, height: end - begin, class: "plate" });
  }
  for (const { x, y } of cards.filter((card) => card.left)) put("rect", { x, y, width: w, height: ch, rx: 4, class: "left" });
  const whole = [...own].filter(([x, hand]) => !shares(x) || hand.some((card) => card.y === top)).map(([x]) => x), words = { y: top - 4, class: "f-soft b", "font-size": 11.5 };
  if (titled && own.size) put("text", { x: Math.min(...(whole.length ? whole : own.keys())), ...words }, whole.length ? "hand" : "hand ↓"); // below a card in play
  if (titled && rest.length) put("text", { x: Math.min(...rest.map((card) => card.x)), ...words }, own_arrangement().played);
}
