"use strict";
// Where the parts of a table are, by width and height of the window: the server draws each part in the box that it gets here, with cards
// of the size that is given here. Everything that a choice needs is in sight; a game without an arrangement has the usual drawing.
const APART = 6, STRIP = 46, HEAD = 24; // units between two boxes; heights of a player's strip and of the line with the turn
const BASE = [880, 600], GROW = 0.7; // a larger board has larger letters, and more room as well
const PHONE = 600; // pixels: a narrower board is as high as it has to be
const least = remembered(); // part -> cards that have had to have room in it; never fewer, so that cards stay as they are

function remembered() {
  try { return JSON.parse(sessionStorage.getItem(`room ${location.pathname}`)) || {}; } catch { return {}; }
}
function fit(w, h, n, { most = [190, 240], tall = 1.5, flat = 1.45 } = {}) { // the largest size with which n cards have room
  let best = [1, 1], found = -1;
  for (let rows = 1; rows <= n; rows++) {
    const columns = Math.ceil(n / rows);
    let cw = Math.min(most[0], (w - APART * (columns - 1)) / columns), ch = Math.min(most[1], (h - APART * (rows - 1)) / rows);
    if (cw < 24 || ch < 20) continue;
    cw = Math.min(cw, Math.max(flat * ch, 88));
    ch = Math.min(ch, tall * cw);
    const score = cw * ch * (cw < 72 ? 0.3 : 1);
    if (score > found) { found = score; best = [cw, ch]; }
  }
  return best;
}
function rooms_for(part, usual) { return Math.max(usual, least[part] ?? usual); }
function most_of(names, usual) { return Math.max(usual, ...names.map((name) => least[name] || 0)); }

// Four Souls: the others above, the market in the middle, the reader below; cards of the market and the reader's have one size.
function four_souls({ W, H, n, me, hole }) {
  const others = seats(n, me), at = {};
  const m = rooms_for("monsters", 2), s = rooms_for("shop", 2), r = rooms_for("rooms", 0), own = rooms_for(`cards-${me}`, 7);
  const theirs = most_of(others.map((seat) => `cards-${seat}`), n === 2 ? 8 : 6), panels = r ? 3 : 2, slots = m + s + r;
  if (W < PHONE) return four_souls_on_phone({ W, me, others, m, s, r, own, theirs });
  const width = W - (hole ? hole.w : 0), w = (W - APART * (n - 2)) / (n - 1), side = 344;
  const rows = n === 2 ? 1 : theirs > 6 ? 3 : 2, columns = Math.ceil(theirs / rows);
  const market = (W - side - APART * panels - 20 * panels + APART * panels) / slots - APART;
  let high = 0.15 * H, cw = 0, ch = 0;
  const above = STRIP + 4 + 12 + APART, below = STRIP + 4 + 12;
  if (hole) {
    [cw, ch] = fit(width - 12, hole.h - below, own);
    ch = Math.min(ch, H - hole.h - above - high - 40 - APART);
  } else {
    const down = Math.max(1, Math.ceil(own * 104 / (width - 12)));
    ch = (H - above - high - 40 - APART - below - APART * (down - 1)) / (1 + down);
    cw = (width - 12 + APART) / Math.ceil(own / down) - APART;
  }
  cw = Math.floor(Math.min(cw, market, 1.4 * ch, 200));
  ch = Math.floor(Math.min(ch, 1.6 * cw));
  const down = Math.ceil(own / Math.max(1, Math.floor((width - 12 + APART) / (cw + APART))));
  const low = hole ? hole.h : below + down * (ch + APART) - APART;
  high = Math.min(H - low - APART - (ch + 40) - above, rows * (ch + APART));
  const x0 = slots * (cw + APART) + panels * (20 + APART) - panels * APART, decks = Math.max(136, 0.4 * (W - x0)), beside = W - x0 - decks - APART;
  const small = [Math.min((w - 12 + APART) / columns - APART, (beside - 26) / 2), Math.min((high + APART) / rows - APART, 0.3 * ch)];
  others.forEach((seat, k) => {
    at[`player-${seat}`] = [k * (w + APART), 0, w, STRIP];
    at[`cards-${seat}`] = [k * (w + APART), STRIP + 4, w, high + 12, ...small];
  });
  const y = above + high, tall = H - low - APART - y;
  let x = 0;
  for (const [name, k] of [["monsters", m], ["shop", s], ["rooms", r]]) {
    if (!k) { at[name] = [0, 0, 1, 1, 1, 1]; continue; }
    at[name] = [x, y, k * (cw + APART) - APART + 20, tall, cw, ch];
    x += at[name][2] + APART;
  }
  at.decks = [x, y, decks, tall];
  at.stack = at.notes = [x + decks + APART, y, W - x - decks - APART, tall, ...small];
  Object.assign(at, own_row(me, H - low, width, STRIP));
  at[`cards-${me}`] = [0, H - low + STRIP + 4, width, low - STRIP - 4, cw, ch];
  return at;
}
function seats(n, me) { return [...Array(n - 1).keys()].map((k) => (me + 1 + k) % n); }
function own_row(me, y, width, high) { // the reader, and beside it the turn
  const w = Math.max(300, 0.46 * width);
  if (width < 560) return { [`player-${me}`]: [0, y, width, high], head: [0, y, 1, 4] };
  return { [`player-${me}`]: [0, y, w, high], head: [w + APART, y, width - w - APART, high] };
}
function four_souls_on_phone({ W, me, others, m, s, r, own, theirs }) {
  const at = { head: [0, 0, W, 34] }, half = (W - APART) / 2, columns = Math.max(2, Math.floor(half / 86)), ch = 50, w = (W - 4 * (others.length - 1)) / others.length;
  const cw = Math.floor((half - 20 + APART) / columns - APART), rows = Math.max(Math.ceil(m / columns), Math.ceil(s / columns));
  let y = 36;
  others.forEach((seat, k) => { at[`player-${seat}`] = [k * (w + 4), y, w, 44]; });
  y += 46;
  at.monsters = [0, y, half, rows * (ch + APART) + 32, cw, ch];
  at.shop = [half + APART, y, half, rows * (ch + APART) + 32, cw, ch];
  y += at.shop[3] + 2;
  at.rooms = r ? [0, y, W, ch + 40, cw, ch] : [0, 0, 1, 4, 1, 1];
  y += r ? ch + 42 : 0;
  const across = Math.floor((W - 12 + APART) / (cw + APART)), down = Math.ceil(own / across), wide = 0.38 * W;
  at[`player-${me}`] = [0, y, W, STRIP];
  at[`cards-${me}`] = [0, y + STRIP + 2, W, down * (ch + APART) - APART + 12, cw, ch];
  y += STRIP + 4 + at[`cards-${me}`][3];
  at.decks = [0, y, wide, 98];
  at.stack = at.notes = [wide + APART, y, W - wide - APART, 98, cw, ch];
  y += 102;
  for (const seat of others) {
    y += 18; // for the name
    at[`cards-${seat}`] = [0, y, W, Math.ceil(theirs / across) * (ch + APART) + 6, cw, ch];
    y += 4 + at[`cards-${seat}`][3];
  }
  return at;
}

// Castles of Caleira: castles of the others above, beside them deck and effects, hand and castle of the reader below.
function castles_of_caleira({ W, H, n, me, hole }) {
  const others = seats(n, me), at = {}, strip = W < PHONE ? 28 : 38;
  const own = rooms_for(`cards-${me}`, { 2: 9, 3: 7 }[n] || 6), theirs = most_of(others.map((seat) => `cards-${seat}`), { 2: 9, 3: 7 }[n] || 6), gone = rooms_for("decks", 2);
  if (W < PHONE) return castles_on_phone({ W, n, me, others, strip, own, theirs: most_of(others.map((seat) => `cards-${seat}`), n === 2 ? 8 : 4), gone });
  const width = W - (hole ? hole.w : 0), aside = Math.max(230, Math.min(300, 0.28 * W)), across = W - aside - APART;
  const lines = n === 4 && across < 600 ? 3 : 1, w = (across + APART) / ((n - 1) / lines) - APART;
  let cw = 0, ch = 0, low = hole ? hole.h : 0;
  if (hole) [cw, ch] = fit(width - 12, low - strip - 16, own);
  else {
    const down = own * 92 > width ? 2 : 1;
    cw = (width - 12 + APART) / Math.ceil(own / down) - APART;
    ch = Math.min(1.4 * cw, (H - strip) * (down === 2 ? 0.28 : 0.38));
    cw = Math.min(cw, 1.3 * ch);
    low = strip + 4 + 12 + down * (ch + APART) - APART;
  }
  const top = H - low - APART, each = (top + APART) / lines - APART, small = fit(w - 12, each - strip - 16, theirs, { most: [220, 300], tall: 1.6, flat: 1.6 });
  const decks = Math.max(180, Math.min(top - 130, 0.75 * top)), rest = (top - decks - 2 * APART) / 2;
  fit(aside - 20, decks - 128, gone).forEach((side, k) => { small[k] = Math.min(small[k], side); });
  others.forEach((seat, k) => {
    const [x, y] = lines > 1 ? [0, k * (each + APART)] : [k * (w + APART), 0];
    at[`player-${seat}`] = [x, y, w, strip];
    at[`cards-${seat}`] = [x, y + strip + 4, w, each - strip - 4, ...small];
  });
  const x = across + APART;
  at.decks = [x, 0, aside, decks, ...small];
  at.stack = [x, decks + APART, aside, rest];
  at.notes = [x, decks + rest + 2 * APART, aside, rest];
  Object.assign(at, own_row(me, H - low, width, strip));
  at[`cards-${me}`] = [0, H - low + strip + 4, width, low - strip - 4, cw, ch];
  return at;
}
function castles_on_phone({ W, n, me, others, strip, own, theirs, gone }) {
  const at = { head: [0, 0, W, HEAD] }, cw = Math.floor((W - 12 + APART) / 4 - APART), ch = n > 3 ? 44 : 54;
  let y = HEAD + 2;
  const place = (seat, down) => {
    at[`player-${seat}`] = [0, y, W, strip];
    at[`cards-${seat}`] = [0, y + strip + 2, W, down * (ch + APART) + 6, cw, ch];
    y += strip + 4 + at[`cards-${seat}`][3];
  };
  for (const seat of others) place(seat, Math.ceil(theirs / 4));
  place(me, Math.ceil(own / 4));
  at.decks = [0, y, W, Math.ceil(gone / 2) * (ch + APART) + 130, cw, ch];
  y += at.decks[3] + APART;
  at.stack = [0, y, W / 2 - 3, 110];
  at.notes = [W / 2 + 3, y, W / 2 - 3, 110];
  return at;
}

// Betrayal: the map on the left, the others on the right, the reader's adventurer below, beside the question.
const TILE = [62, 124]; // side of a tile, the least and the largest
const LEVELS = ["city", "catacomb"];
const FOES = 112; // height of an adventurer with a row of cards
function betrayal({ W, H, n, me, hole }) {
  const others = seats(n, me), at = {}, own = rooms_for(`player-${me}`, 2), theirs = most_of(others.map((seat) => `player-${seat}`), 3);
  const levels = (x, y, w, h) => { // beside or above one another, as tiles are larger
    const [a, b, c, d] = LEVELS.flatMap((level) => [rooms_for(`${level} columns`, 5), rooms_for(`${level} rows`, 4)]);
    const beside = Math.min((w - APART - 16) / (a + c), (h - 26) / Math.max(b, d)), above = Math.min((w - 8) / Math.max(a, c), (h - APART - 52) / (b + d));
    const tile = Math.min(TILE[1], Math.max(TILE[0], beside, above)), share = beside >= above ? a / (a + c) : (b + 0.4) / (b + d + 0.8);
    const [left, high] = [(w - APART) * share, (h - APART) * share];
    at.city = beside >= above ? [x, y, left, h, tile, 1] : [x, y, w, high, tile, 1];
    at.catacomb = beside >= above ? [x + left + APART, y, w - APART - left, h, tile, 1] : [x, y + high + APART, w, h - APART - high, tile, 1];
  };
  const cards = (w, h, k) => fit(w, Math.max(h, 22), k, { flat: 6 });
  const other = (seat, x, y, w, h) => { at[`player-${seat}`] = [x, y, w, h, ...cards(w - 22, h - 96, theirs)]; };
  const mine = (x, y, w, h) => { at[`player-${me}`] = [x, y, w, h, ...(w >= 520 ? cards(w - 318, h - 14, own) : cards(w - 22, h - 122, own))]; };
  if (W < PHONE || (choosing && W < BASE[0])) {
    const near = LEVELS[least.near || 0], far = LEVELS[1 - (least.near || 0)], high = 4.1 * (W - 8) / 6 + 28, y = high + 440 + (n - 1) * 156;
    at[near] = [0, 0, W, high, (W - 8) / 6, 1];
    mine(0, high + 4, W, 148);
    at[far] = [0, high + 158, W, 250, (W - 8) / 6, 1];
    at.head = [0, high + 412, W, HEAD];
    others.forEach((seat, k) => other(seat, 0, high + 440 + k * 156, W, 150));
    at.haunt = [0, y, W, 320];
    at.decks = [0, y + 326, W, 190];
    at.adventurers = [0, 0, W, 1300];
    return at;
  }
  const right = Math.max(306, Math.min(400, 0.34 * W)), left = W - right - APART, end = hole ? H - hole.h - APART : H;
  const few = (end - 246) / (n - 1) - APART >= FOES, foot = hole ? 0 : Math.max(136, 0.23 * H), pile = 134;
  at.head = [0, 0, left, HEAD];
  if (hole) {
    const width = W - hole.w, fits = Math.min(n - 1, Math.floor((end + APART) / (FOES + APART))), each = Math.min(200, (end + APART) / fits - APART);
    const small = cards(Math.min(right, width) - 22, (fits < n - 1 ? FOES : each) - 96, theirs);
    others.forEach((seat, k) => { at[`player-${seat}`] = k < fits ? [left + APART, k * (each + APART), right, each, ...small] : [0, H - FOES, width, FOES, ...small]; });
    levels(0, HEAD + APART, left, end - HEAD - APART);
    const rest = hole.h - (fits < n - 1 ? FOES + APART : 0), upper = Math.max(158, 0.4 * rest);
    mine(0, H - hole.h, width, upper);
    at.haunt = [0, H - hole.h + upper + APART, width, rest - upper - pile - 2 * APART];
    at.decks = [0, H - hole.h + rest - pile, width, pile];
  } else {
    const high = few ? Math.min(132, (end - 246) / (n - 1) - APART) : (end + APART) / (n - 1) - APART, strip = few ? 0 : pile + APART;
    others.forEach((seat, k) => other(seat, left + APART, k * (high + APART), right, high));
    const y = (n - 1) * (high + APART), low = H - foot - APART - pile;
    mine(0, H - foot, left, foot);
    levels(0, HEAD + APART, left, H - foot - HEAD - 2 * APART - strip);
    at.decks = few ? [left + APART, H - pile, right, pile] : [left - 250, low, 250, pile];
    at.haunt = few ? [left + APART, y, right, H - pile - APART - y] : [0, low, left - 250 - APART, pile];
  }
  at.adventurers = [0, HEAD + APART, left, (hole ? end : H - foot - APART) - HEAD - APART];
  return at;
}
const ARRANGED = { four_souls, castles_of_caleira, betrayal };

// The arrangement for this window as the server reads it, "" for a game without one.
let choosing = false; // adventurers, which take all of the board
let arranged = { text: "", size: [0, 0], parts: {} }, wished = "", shown = ""; // as the window is now; as it was asked for; as it is drawn
function stage() {
  const arrange = ARRANGED[about.game], inside = corner.matches && !choosing;
  document.body.classList.toggle("narrow", arrange ? phone.matches : narrow.matches);
  document.body.classList.toggle("corner", inside);
  document.body.classList.toggle("staged", Boolean(arrange));
  const w = board.clientWidth;
  const tall = w < PHONE || (choosing && w < BASE[0]);
  document.body.classList.toggle("tall", Boolean(arrange) && tall);
  if (!arrange) return "";
  const high = w < PHONE ? 0 : board.clientHeight, scale = w < PHONE ? 1 : Math.max(1, Math.min(w / BASE[0], high / BASE[1]) ** GROW);
  const W = Math.floor(w / scale) - 2, H = Math.floor(Math.max(high, 560) / scale) - 2, at = board.getBoundingClientRect();
  const beside = inside && document.querySelector("aside").getBoundingClientRect();
  const hole = inside && w >= PHONE ? { w: (at.right - beside.left) / scale + APART, h: (at.bottom - beside.top) / scale } : null;
  const places = arrange({ W, H, n: about.players, me: Math.max(0, about.seat), hole });
  const whole = Object.entries(places).map(([name, [x, y, pw, ph, cw = 1, ch = 1]]) => [name, ...[x, y, pw, ph, cw, ch].map((one) => Math.max(0, Math.floor(one)))]);
  const bottom = tall ? Math.max(...whole.map((one) => one[2] + one[4])) : H;
  arranged = { text: [[W, bottom], ...whole].map((one) => one.join(",")).join(";"), size: [W, bottom], parts: places };
  return arranged.text;
}

// Cards keep their slots: one that comes takes the first free slot, those that stay do not move.
const held = new Map(); // part and room -> card -> slot
const ROWS = ["monsters", "shop", "rooms"]; // the server's order is that of the slots on the table
function settle(changed) {
  const was = choosing;
  choosing = parts.has("adventurers");
  let wants = was !== choosing && ARRANGED[about.game] && stage() !== wished;
  for (const group of board.querySelectorAll("[data-part]")) {
    const part = group.dataset.part;
    if (changed && !changed.includes(part)) continue;
    [...group.querySelectorAll(".slots")].forEach((room, k) => { wants = seat(part, room, `${part} ${k}`) || wants; });
    for (const map of group.querySelectorAll(".map")) wants = survey(part, map) || wants;
    const [, x, y] = parts.get(part), strip = part.startsWith("cards-") && parts.get(part.replace("cards", "player"));
    if (!strip || strip[2] + strip[4] + 10 > y) continue;
    const name = document.createElementNS("http://www.w3.org/2000/svg", "text"); // of a player whose strip is elsewhere
    for (const [key, value] of Object.entries({ x: x + 8, y: y - 4, class: "f-soft b", "font-size": 13 })) name.setAttribute(key, value);
    name.textContent = names[Number(part.slice(6))];
    group.append(name);
  }
  return wants;
}
function want(part, n) { // from now on; returns whether that is new
  if ((least[part] ?? -Infinity) >= n) return false;
  remember(part, n);
  return true;
}
function remember(part, n) {
  least[part] = n;
  try { sessionStorage.setItem(`room ${location.pathname}`, JSON.stringify(least)); } catch { /* it is found out again */ }
}
function survey(part, map) { // a level stays where it is; one that grows gets smaller tiles, and at last only the part round the figure is shown
  const [x, y, w, h, size, fx, fy] = map.dataset.room.split(" ").map(Number), tiles = [...map.children];
  const spots = tiles.map((one) => ["x", "y"].map((side) => Math.round((Number(one.firstElementChild.getAttribute(side)) - 2) / size)));
  const laid = spots.filter((_, k) => tiles[k].dataset.card), edges = (all) => [[0, 1].map((k) => Math.min(...all.map((spot) => spot[k]))), [0, 1].map((k) => Math.max(...all.map((spot) => spot[k])) + 1)];
  const span = [w / size, h / size], name = `${w} ${h} ${size}`, [low, high] = edges(laid), all = edges(spots);
  const fits = ([from, to]) => [w, h].every((room, k) => (to[k] - from[k]) * size <= room + 1);
  const here = Boolean(map.querySelector(`[data-place="player:${Math.max(0, about.seat)}"]`)), near = LEVELS.indexOf(part);
  if (here && board.clientWidth < PHONE && (least.near || 0) !== near) { remember("near", near); return true; }
  if (!fits(all) && size > TILE[0] && board.clientWidth >= PHONE) {
    const more = ["columns", "rows"].map((side, k) => want(`${part} ${side}`, all[1][k] - all[0][k] + 1));
    if (more.some(Boolean)) return true;
  }
  const whole = fits(all) ? all : fits([low, high]) ? [low, high] : [[fx - 1, fy - 1], [fx + 2, fy + 2]]; // what has to be in sight, round the reader's figure at least
  const origin = held.get(part)?.name === name ? [...held.get(part).origin] : [0, 1].map((k) => (low[k] + high[k] - span[k]) / 2);
  [0, 1].forEach((k) => {
    if (!here && !fits([low, high]) && held.has(part)) return;
    const more = Math.min(1, Math.max(0, span[k] - whole[1][k] + whole[0][k] - 1.05)); // neither the next step nor the way back needs another place
    if (whole[0][k] < origin[k] - 0.02) origin[k] = whole[0][k] - more;
    else if (whole[1][k] > origin[k] + span[k] + 0.02) origin[k] = whole[1][k] + more - span[k];
  });
  held.set(part, { name, origin });
  const moved = [x - origin[0] * size, y - origin[1] * size];
  map.setAttribute("transform", `translate(${moved[0]} ${moved[1]})`);
  const outside = tiles.filter((_, k) => spots[k].some((at, j) => at < origin[j] - 0.01 || at + 1 > origin[j] + span[j] + 0.01));
  for (const one of outside) plan(map, one, spots[tiles.indexOf(one)], low, high, [x, y, w, h], origin, span);
  return false;
}
function plan(map, tile, [column, row], low, high, [x, y, w, h], origin, span) { // a tile that has no room, small at the edge that it lies behind
  const cell = 12, across = (at, k, begin, room) => begin + Math.min(Math.max((at + 0.5 - origin[k]) / span[k], 0), 1) * (room - cell);
  const small = document.createElementNS("http://www.w3.org/2000/svg", "rect"), [px, py] = [across(column, 0, x, w), across(row, 1, y, h)];
  for (const one of [...tile.children]) one.remove();
  const shown = { x: px, y: py, width: cell, height: cell, rx: 2, class: "f-card s-line" };
  for (const [name, value] of Object.entries(shown)) small.setAttribute(name, value);
  tile.append(small);
  map.after(tile);
}
function seat(part, room, name) { // returns whether the cards have too little room
  const [x, y, w, h, cw, ch] = room.dataset.room.split(" ").map(Number), all = [...room.children];
  const across = Math.max(1, Math.floor((w + APART + 1) / (cw + APART))), down = Math.max(1, Math.floor((h + APART + 1) / (ch + APART)));
  const count = Math.max(all.length, across * down), was = held.get(name) || new Map(), now = new Map(), taken = new Set(), seen = {};
  const columns = all.length > across * down ? Math.ceil(all.length / down) : across; // too many overlap
  const wide = columns > across ? (w - cw) / Math.max(1, columns - 1) : cw + APART;
  const cards = all.map((slot, k) => {
    const one = slot.querySelector("[data-place]"), key = `${one?.dataset.place} ${one?.dataset.card || ""}`, hand = /^(hand|back):/.test(key);
    seen[key] = (seen[key] || 0) + 1;
    return { slot, hand, key: `${key} ${seen[key]}`, fixed: ROWS.includes(part) ? k : undefined };
  });
  for (const card of cards) {
    const old = card.fixed ?? was.get(card.key);
    if (old === undefined || old >= Math.max(count, columns * down) || taken.has(old)) continue;
    now.set(card.key, old);
    taken.add(old);
  }
  for (const card of cards) { // those in play from the left, the hand from the right, where the question is
    if (now.has(card.key)) continue;
    let at = card.hand ? columns * down - 1 : 0;
    while (taken.has(at)) at += card.hand ? -1 : 1;
    now.set(card.key, at);
    taken.add(at);
  }
  for (const card of cards) {
    const at = now.get(card.key), rows = ROWS.includes(part) || down === 1;
    const [column, row] = rows ? [at % columns, Math.floor(at / columns)] : [Math.floor(at / down), at % down];
    card.slot.setAttribute("transform", `translate(${x + column * wide} ${y + row * (ch + APART)})`);
  }
  held.set(name, now);
  return all.length > across * down && want(part, all.length + (ROWS.includes(part) ? 0 : 2));
}
