"use strict";
// Where the parts of a table are, by width and height of the window: the server draws each part in the box that it gets here, with cards
// of the size that is given here. Everything that a choice needs is in sight; a game without an arrangement has the usual drawing.
const APART = 6, STRIP = 46, HEAD = 24, LABEL = 13; // units between two boxes; heights of a player's strip, of the line with the turn, and of the words above cards
const TALL = 1.6; // height of a card by its width, at most
const BASE = { betrayal: (n) => [800, 570, 0.92 - 0.05 * n] }, USUAL = [880, 600, 0.7]; // a larger board has larger letters, and more room as well
const READ = [86, 40], PLATE = { least: 90, most: 150, wide: 130, low: 20, high: 29 }; // smallest card whose name can be read; widths of a plate with a name, the width from which one line is enough, and its heights with one line and two
const PHONE = 600, LOW = 720, FACES = 8; // pixels: a narrower board is as high as it has to be; the height of a screen on which many rows are lower; faces in a zone of a narrow board, more are plates
const least = remembered(); // part -> cards that have had to have room in it; never fewer, so that cards stay as they are

function remembered() {
  try { return JSON.parse(sessionStorage.getItem(`room ${location.pathname}`)) || {}; } catch { return {}; }
}
function fit(w, h, n, { most = [190, 240], tall = 1.5, flat = 1.45 } = {}) { // the largest size with which n cards have room
  let best = [Math.min(w, 42), Math.min(h, 17)], found = -1; // without room they overlap
  for (let rows = 1; rows <= n; rows++) {
    const columns = Math.ceil(n / rows);
    let cw = Math.min(most[0], (w - APART * (columns - 1)) / columns), ch = Math.min(most[1], (h - APART * (rows - 1)) / rows);
    if (cw < 24 || ch < 17) continue;
    cw = Math.min(cw, Math.max(flat * ch, 88));
    ch = Math.min(ch >= 32 && ch < 36 ? 31 : ch, tall * cw); // a plate, whose name has two lines, unlike that of a face so low
    const score = cw * ch * Math.min(1, (cw - 15) * (ch < 28 ? 1 : 2) / 146) ** 3; // names are read
    if (score > found) { found = score; best = [cw, ch]; }
  }
  return best;
}
function gone(seat) { return (least.gone || 0) >> seat & 1; } // the dead of Betrayal, whose panels are low
function rooms_for(part, usual) { return Math.max(usual, least[part] ?? usual); }
function most_of(names, usual) { return Math.max(usual, ...names.map((name) => least[name] || 0)); }

// The size with which cards have most room: one width for all zones but a `wide` one, and a height for each. A zone has a width, so many
// cards, as many copies, its share of the height, and rows at most; zones of one group are above one another in so much height.
function sizes(high, zones, most = 216) {
  let best = null;
  const down = zones.map(() => 1);
  for (;;) {
    const fits = zones.map((zone, k) => Math.min(most, (zone.w - 12 + APART) / Math.ceil(zone.n / down[k]) - APART)), cw = Math.min(most, ...fits.filter((_, k) => !zones[k].wide || fits[k] < most / 2));
    const units = high.map((h, g) => {
      const inside = zones.map((zone, k) => ({ ...zone, rows: down[k] })).filter((zone) => (zone.group || 0) === g);
      const left = inside.reduce((sum, zone) => sum - (zone.rows - 1) * APART, h), parts = inside.reduce((sum, zone) => sum + zone.rows * (zone.share || 1), 0);
      return left / parts;
    });
    const tall = zones.map((zone) => Math.min(units[zone.group || 0] * (zone.share || 1), TALL * cw));
    const across = zones.map((zone, k) => Math.floor(zone.wide ? Math.min(fits[k], Math.max(cw, 1.3 * tall[k])) : cw));
    high.forEach((h, g) => { // what tall cards leave is for low ones
      const low = zones.map((zone, k) => k).filter((k) => (zones[k].group || 0) === g && zones[k].share < 1);
      const left = zones.reduce((sum, zone, k) => ((zone.group || 0) === g ? sum - down[k] * (tall[k] + APART) + APART : sum), h);
      for (const k of low) tall[k] = Math.min(TALL * cw, tall[k] + Math.max(0, left) / low.length / down[k]);
    });
    const score = zones.reduce((sum, zone, k) => sum + zone.n * (zone.of || 1) * cw * Math.min(tall[k], 1.5 * cw) * (tall[k] < 46 ? 0.4 : 1), 0) * (cw < 84 ? 0.4 : 1);
    if (!best || score > best.score) best = { score, across, rows: [...down], tall: tall.map(Math.floor) };
    const k = down.findIndex((rows, at) => rows < (zones[at].rows || 1));
    if (k < 0) return best;
    down[k] += 1;
    down.fill(1, 0, k);
  }
}
function block(rows, ch) { return rows * (ch + APART) - APART + 12; } // height of a zone with rows of cards
function fitting(w, cw) { return Math.max(1, Math.floor((w - 12 + APART) / (cw + APART))); } // cards in a row of a zone
// Plates with names for n cards that are too many for faces: width, height and rows, as low as they get, or with a width that others have.
function plates(w, n, { cw, lines } = {}) {
  const ways = cw ? [cw] : [...Array(fitting(w, PLATE.least)).keys()].map((k) => Math.min(PLATE.most, Math.floor((w - 12 + APART) / (k + 1)) - APART));
  const all = ways.map((wide) => [wide, wide < PLATE.wide && lines !== 1 ? PLATE.high : PLATE.low, Math.ceil(n / fitting(w, wide))]);
  return all.reduce((a, b) => (block(b[2], b[1]) < block(a[2], a[1]) ? b : a));
}

// Four Souls: the others above, the market in the middle, the reader below. Two players have decks and stack beside the other one.
function four_souls({ W, H, n, me, hole }) {
  const others = seats(n, me), at = {};
  const m = rooms_for("monsters", 2), s = rooms_for("shop", 2), r = rooms_for("rooms", 0), aside = rooms_for("notes", 0), own = rooms_for(`cards-${me}`, 6);
  const theirs = most_of(others.map((seat) => `cards-${seat}`), n === 3 ? 3 : 4), panels = r ? 3 : 2;
  if (W < PHONE) return four_souls_on_phone({ W, me, others, m, s, r, own, theirs, aside });
  const tight = !hole && (W < 720 ? H > 600 && (n > 2 || m + s + r > 5) : n > 2 && m + s + r > 6 && H > 560 && own < 9); // decks and stack below the market
  const duel = n === 2 && !hole && !tight, flank = hole && n > 2 && m + s + r < 5, side = duel ? 0.36 * W : flank ? 276 : Math.max(290, 0.32 * W), low = tight ? (own + theirs > 14 && !aside ? 104 : 138) : hole && !flank ? (theirs > 8 && !aside ? 104 : 172) : 0, width = W - (hole ? hole.w : 0);
  const under = duel && side < 300 && m + s + r < 6 ? 140 : 0; // the decks beside the market, below the stack
  const w = ((duel ? W - side : W + APART) - APART * (n - 1)) / (n - 1), middle = (duel || low ? W : W - side - APART) - under - 20 * panels + 12;
  const high = hole ? [H - hole.h - STRIP - 74 - low, hole.h - STRIP - 16 - LABEL] : [H - 2 * STRIP - 84 - LABEL - (tight && low + APART)];
  const zones = [{ w, n: theirs, of: n - 1, share: duel ? 0.99 : 0.5, rows: 3 }, { w: middle, n: m + s + r, wide: true }, { w: width, n: own, rows: hole ? 6 : 2, wide: !duel, group: hole ? 1 : 0 }];
  let { across: [cw, market, mine], rows, tall, plated } = faces_or_plates(high, zones);
  if (plated) { // the faces have one width
    const all = [cw, market, mine], face = Math.min(...all.filter((_, k) => !plated[k]));
    [cw, market, mine] = all.map((one, k) => (plated[k] ? one : face));
  } else if (!duel && mine >= 0.75 * market) market = mine = Math.min(market, mine); else cw = mine = Math.min(cw, mine);
  const beside = duel ? side : low ? W : W - (m + s + r) * (market + APART) - 20 * panels, decks = low ? 160 : flank ? 132 : Math.max(132, 0.38 * beside), left = under ? 0 : decks + APART, room = beside - left - 20;
  if (!plated && (Math.abs(cw - market) <= 12 || room < Math.min(cw, market))) { // two sizes on a board
    cw = market = mine = Math.min(cw, market, mine);
    const again = sizes(high, zones, cw); // fewer rows may be enough for them
    if (Math.min(...again.across) === cw) ({ rows, tall } = again);
  }
  const top = block(rows[0], tall[0]), y = STRIP + 4 + top + APART;
  if (hole) tall[1] = Math.floor(Math.max(tall[1], Math.min(2 * market, H - hole.h - y - 40 - APART - (low && low + APART)))); // what is left above the reader
  const mh = tall[1] + 40;
  others.forEach((seat, k) => {
    at[`player-${seat}`] = [k * (w + APART), 0, w, STRIP];
    at[`cards-${seat}`] = [k * (w + APART), STRIP + 4, w, top, cw, tall[0]];
  });
  let x = 0;
  for (const [name, k] of [["monsters", m], ["shop", s], ["rooms", r]]) {
    if (!k) { at[name] = [0, 0, 1, 1, 1, 1]; continue; }
    at[name] = [x, y, k * (market + APART) - APART + 20, mh, market, tall[1]];
    x += at[name][2] + APART;
  }
  const [bx, by, bw, bh] = duel ? [w + APART, 0, side, y - APART] : low ? [0, y + mh + APART, W, low] : [x, y, W - x, mh];
  at.decks = under ? [x, y, W - x, mh] : [bx, by, decks, bh];
  at.notes = [bx + left, by, bw - left, bh, [cw, market].find((one) => one <= room) || room, Math.max(30, Math.min(hole ? 40 : 74, tall[0], bh - 82))];
  const piles = Math.ceil(3 / Math.max(1, Math.floor((room + 6 + APART) / (at.notes[4] + APART)))); // rows of discard piles
  at.notes[5] = [at.notes[5], PLATE.low, 17].find((ch) => Math.ceil(aside / fitting(room + 12, at.notes[4])) * (ch + APART) <= bh - 98) || 17; // all cards to choose from are in sight
  at.stack = [...at.notes.slice(0, 5), Math.max(22, Math.min(90, (bh - 38) / piles - 22))];
  const end = hole ? H - hole.h : y + mh + APART + (tight && low + APART);
  Object.assign(at, own_row(me, end, width, STRIP));
  const as_high = (wide, down) => Math.min(TALL * wide, (H - end - STRIP - 10 - LABEL) / down - APART), down = Math.ceil(own / fitting(width, cw));
  if (plated?.[0] && !plated[2] && as_high(cw, down) >= READ[1] && cw * as_high(cw, down) > mine * as_high(mine, rows[2])) [mine, rows[2], tall[2]] = [cw, down, 0]; // as wide as the plates
  at[`cards-${me}`] = [0, end + STRIP + 4, width, H - end - STRIP - 4, mine, plated?.[2] ? tall[2] : Math.max(tall[2], as_high(mine, rows[2]))];
  return at;
}
function faces_or_plates(high, zones) { // of the others, the market and the reader: those have plates whose faces are too small to read
  for (const [theirs, own, lines, last] of [[0, 0], [1, 0], [0, 1], [1, 1], [1, 0, 1], [1, 1, 1], [1, 1, 1, 1]]) {
    const a = theirs && plates(zones[0].w, zones[0].n, { lines }), c = own && plates(zones[2].w, zones[2].n, { cw: a && a[0], lines: last }), plated = [a, 0, c];
    const left = high.map((h, g) => zones.reduce((sum, zone, k) => ((zone.group || 0) === g && plated[k] ? sum - block(plated[k][2], plated[k][1]) + 12 : sum), h));
    const faces = sizes(left, zones.filter((_, k) => !plated[k])), pick = (name) => zones.map((_, k) => faces[name][k - plated.slice(0, k).filter(Boolean).length]);
    const [across, tall, rows] = [["across", 0], ["tall", 1], ["rows", 2]].map(([name, at]) => pick(name).map((one, k) => (plated[k] ? plated[k][at] : one)));
    const read = zones.every((_, k) => (k === 1 ? tall[1] >= READ[1] : plated[k] || (across[k] >= (k ? Math.min(READ[0], (zones[1].w - 12 + APART) / zones[1].n - APART) : READ[0]) && tall[k] >= READ[1])));
    if (!read && !last) continue;
    if (theirs || own) tall[1] = Math.min(Math.max(tall[1], READ[1]), Math.floor(TALL * across[1]));
    return { across, tall, rows, plated: theirs || own ? plated : null };
  }
}
function seats(n, me) { return [...Array(n - 1).keys()].map((k) => (me + 1 + k) % n); }
function own_row(me, y, width, high) { // the reader, and beside it the turn
  const w = Math.max(340, 0.46 * width);
  if (width < 560) return { [`player-${me}`]: [0, y, width, high], head: [0, y, 1, 4] };
  return { [`player-${me}`]: [0, y, w, high], head: [w + APART, y, width - w - APART, high] };
}
function four_souls_on_phone({ W, me, others, m, s, r, own, theirs, aside }) {
  const at = { head: [0, 0, W, 42] }, half = (W - APART) / 2, columns = Math.max(2, Math.floor(half / 86)), ch = 52, w = (W - 4 * (others.length - 1)) / others.length;
  const cw = Math.floor((half - 20 + APART) / columns - APART), rows = Math.max(Math.ceil(m / columns), Math.ceil(s / columns)), high = 57; // with two lines of a name
  let y = 44;
  others.forEach((seat, k) => { at[`player-${seat}`] = [k * (w + 4), y, w, 44]; });
  y += 46;
  at.monsters = [0, y, half, rows * (high + APART) + 34, cw, high];
  at.shop = [half + APART, y, half, rows * (high + APART) + 34, cw, high];
  y += at.shop[3] + 2;
  at.rooms = r ? [0, y, W, ch + 40, cw, ch] : [0, 0, 1, 4, 1, 1];
  y += r ? ch + 42 : 0;
  const zone = (n) => (n > FACES ? plates(W, n, { cw: Math.floor((W - 12 + APART) / 3) - APART }) : [cw, ch, Math.ceil(n / fitting(W, cw))]);
  const [mw, mh, down] = zone(own), [tw, th, rest] = zone(theirs);
  at[`player-${me}`] = [0, y, W, STRIP];
  at[`cards-${me}`] = [0, y + STRIP + 2, W, block(down, mh) + LABEL, mw, mh];
  y += STRIP + 4 + at[`cards-${me}`][3];
  at.decks = [0, y, W, 42];
  const [nw, nh, lines] = zone(aside), side = 98 + (aside && lines * (nh + APART) + 28);
  at.notes = [0, y + 46, W, side, nw, nh];
  at.stack = [0, y + 46, W, side, cw, ch];
  y += side + 50;
  for (const seat of others) {
    y += 18; // for the name
    at[`cards-${seat}`] = [0, y, W, block(rest, th), tw, th];
    y += 4 + at[`cards-${seat}`][3];
  }
  return at;
}

// Castles of Caleira: castles of the others above, hand and castle of the reader below; beside them the deck, what was discarded, effects.
function castles_of_caleira({ W, H, n, me, hole }) {
  const others = seats(n, me), at = {}, strip = W < PHONE ? 28 : 38;
  const own = rooms_for(`cards-${me}`, { 2: 6 }[n] || 4), theirs = most_of(others.map((seat) => `cards-${seat}`), n === 2 ? 4 : 2);
  if (W < PHONE) return castles_on_phone({ W, n, me, others, strip, own, theirs });
  const aside = Math.max(226, 0.25 * W), free = W - aside - APART, width = hole ? W - hole.w : free, w = (free + APART) / (n - 1) - APART;
  const high = hole ? [H - hole.h - APART - strip - 16 - LABEL, hole.h - strip - 16 - LABEL] : [H - 2 * strip - 38 - LABEL];
  const { across: [cw], rows, tall } = sizes(high, [{ w, n: theirs, of: n - 1, rows: 5 }, { w: width, n: own, rows: 4, group: hole ? 1 : 0 }]);
  const each = hole ? H - hole.h - APART : strip + 4 + block(rows[0], tall[0]), end = hole ? H - hole.h : each + APART, x = free + APART;
  others.forEach((seat, k) => {
    at[`player-${seat}`] = [k * (w + APART), 0, w, strip];
    at[`cards-${seat}`] = [k * (w + APART), strip + 4, w, each - strip - 4, cw, tall[0]];
  });
  const down = hole ? H - hole.h - APART : H, kind = Math.min(96, down < 580 ? (down - 272) / 5 : (down - 230) / 6), decks = 44 + Math.max(50, kind) + 5 * (kind + APART);
  at.decks = [x, 0, aside, decks, (aside - 14) / 2 - APART, kind];
  at.stack = [x, decks + APART, aside, (down - decks) / 2 - APART];
  at.notes = [x, decks + APART + (down - decks) / 2, aside, (down - decks) / 2 - APART];
  Object.assign(at, own_row(me, end, width, strip));
  at[`cards-${me}`] = [0, end + strip + 4, width, H - end - strip - 4, cw, tall[1]];
  return at;
}
function castles_on_phone({ W, n, me, others, strip, own, theirs }) {
  const at = { head: [0, 0, W, HEAD] }, cw = Math.floor((W - 12 + APART) / 4 - APART), rows = (all) => Math.ceil((all - 1) / 4); // the free slot needs no row
  const ch = n > 3 ? 44 : (n - 1) * rows(theirs) + rows(own) > 4 && screen.height < LOW ? 46 : 54;
  let y = HEAD + 2;
  const place = (seat, down) => {
    at[`player-${seat}`] = [0, y, W, strip];
    at[`cards-${seat}`] = [0, y + strip + 2, W, down * (ch + APART) + 6 + LABEL * (seat === me), cw, ch];
    y += strip + 4 + at[`cards-${seat}`][3];
  };
  for (const seat of others) place(seat, rows(theirs));
  place(me, rows(own));
  at.decks = [0, y, W, 316, cw, 54]; // three rows of all kinds, each with its number
  y += at.decks[3] + APART;
  at.stack = [0, y, W / 2 - 3, 110];
  at.notes = [W / 2 + 3, y, W / 2 - 3, 110];
  return at;
}

// Betrayal: the map on the left, as wide as its tiles need; beside it the others, the reader's adventurer and the haunt, as far as they
// have room there, and below it what has not.
const TILE = [39, 34], LARGEST = 180, FLAT = 1.8, UPRIGHT = 1.7, CELL = 26; // width and height of a tile, the least; its side, the most; its width by its height, and height by width, at most; side of one without room
const HEADED = 26, LEVELS = ["city", "catacomb"], EXPLORED = { city: [4, 3], catacomb: [2, 2] }; // columns and rows of a level, until it needs more
const CHOICE = [880, 590, 1]; // of all adventurers with their texts
const PANEL = 303, FOE = 111, GONE = 46, OWN = 105, CARDS = 34, LOW_CARDS = 23, PAGE = 84, ROW = 3, SHARE = 1 / 60, TIGHT = 4; // width of an adventurer; heights with a row of cards of another, of one who is dead, without cards of the reader's, of more rows, of more rows that are low, and of the haunt, at most beside the map; cards in a row; steps of a level's share; smallest tiles of a map that needs all room, by those of least size
function betrayal({ W, H, n, me, hole }) {
  const others = seats(n, me), at = { adventurers: [0, 0, W, H] }, own = rooms_for(`player-${me}`, 1), theirs = most_of(others.map((seat) => `player-${seat}`), ROW);
  const explored = LEVELS.map((level) => ["columns", "rows"].map((side, k) => least[`${level} ${side}`] ?? EXPLORED[level][k]));
  const tile_in = (w, h) => { const wide = Math.max(TILE[0], Math.min(LARGEST, w, FLAT * Math.max(TILE[1], h))); return [wide, Math.max(TILE[1], Math.min(LARGEST, UPRIGHT * wide, h))]; };
  const levels_in = (w, h) => { // beside or above one another, so that the smaller tiles of the two are as large as possible
    let best = null;
    for (const across of [true, false]) {
      const all = (across ? w : h) - APART;
      for (let first = SHARE * all; first < all; first += SHARE * all) {
        const rooms = [first, all - first].map((part) => (across ? [part, h] : [w, part])), free = rooms.map(([rw, rh], k) => [(rw - 5) / explored[k][0], (rh - HEADED) / explored[k][1]]);
        const tiles = free.map(([tw, th]) => tile_in(tw, th)), short = free.map((sides) => Math.min(...sides.map((side, j) => side / TILE[j])));
        const areas = tiles.map(([tw, th], k) => tw * th / TILE[0] / TILE[1] * (short[k] < 1 ? short[k] / 2 : 1));
        const score = Math.min(...areas) + 0.01 * (areas[0] + areas[1]);
        if (!best || score > best.score) best = { score, across, rooms, tiles };
      }
    }
    const need = [0, 1].map((side) => best.tiles.map((tile, k) => explored[k][side] * tile[side] + [5, HEADED][side])), sum = best.across ? 0 : 1;
    return { ...best, need: need.map((sides, side) => (side === sum ? sides[0] + sides[1] + APART : Math.max(...sides))) };
  };
  const levels = (x, y, w, h) => {
    const { across, rooms: [city, catacomb], tiles } = levels_in(w, h);
    at.city = [x, y, ...city, ...tiles[0]];
    at.catacomb = [across ? x + city[0] + APART : x, across ? y : y + city[1] + APART, ...catacomb, ...tiles[1]];
  };
  const alive = others.filter((seat) => !gone(seat)), m = alive.length, lost = (n - 1 - m) * (GONE + APART);
  const rows_of = (seat) => Math.min(3, Math.ceil(rooms_for(`player-${seat}`, ROW) / ROW));
  const cards = (w, h, k) => fit(w, Math.max(h, 22), k, { flat: 6 });
  const held_in = (w, h, strip, k) => (w >= 520 ? cards(w - 318, h - 14, k) : cards(w - 22, h - strip, k));
  const other = (seat, x, y, w, h, k = theirs) => { at[`player-${seat}`] = [x, y, w, h, ...held_in(w, h, 83, k)]; };
  const column = (seats, x, y, w, h, more, gap = APART) => seats.reduce((top, seat) => { // each as high as its rows of cards, where `more` tells how high those are
    const high = gone(seat) ? GONE : h + (more ? more(rows_of(seat)) : 0);
    other(seat, x, top, w, high, more && (more(2) || rows_of(seat) === 1) ? ROW * rows_of(seat) : theirs);
    return top + high + gap;
  }, y);
  const mine = (x, y, w, h, k = own) => { at[`player-${me}`] = [x, y, w, h, ...held_in(w, h, 105, k)]; };
  const stacks = (w) => (w < 500 ? 52 : 28);
  if (choosing) return adventurers({ W, H });
  if (W < PHONE) {
    const near = LEVELS[least.near || 0], far = LEVELS[1 - (least.near || 0)];
    const [high, low] = [[near, 240], [far, 219]].map(([level, free]) => { // tiles that a finger hits; the far level is as high as they need
      const [columns, rows] = explored[LEVELS.indexOf(level)], wide = (W - 5) / Math.max(4, columns), tile = tile_in(wide, Math.min(wide, free / rows));
      at[level] = [0, 0, W, Math.max(free, rows * tile[1]) + HEADED, ...tile];
      return at[level][3];
    });
    const tall = own > ROW ? 170 : 148;
    mine(0, high + 4, W, tall);
    at[far][1] = high + tall + 10;
    at.head = [0, high + low + tall + 14, W, HEAD];
    const y = column(others, 0, high + low + tall + 42, W, 150);
    at.haunt = [0, y, W, 320];
    at.decks = [0, y + 326, W, 190];
    return at;
  }
  const text = 42 + 13.6 * rooms_for("haunt", 2), more_cards = CARDS * Math.min(2, Math.max(0, Math.ceil(theirs / ROW) - 1));
  const tight = !hole && levels_in(W - PANEL - APART, H - 340).score < TIGHT, hand = OWN + CARDS * Math.ceil(own / ROW) - APART;
  const page_beside = Math.min(text, PAGE), base = H - lost - m * (FOE + APART), extra = (high) => alive.reduce((sum, seat) => sum + high(rows_of(seat)), 0);
  const ways = [(rows) => CARDS * (rows - 1), (rows) => (rows > 1 ? LOW_CARDS * rows - CARDS : 0)], needs = [-APART, ...[page_beside, page_beside + hand + APART].filter((need) => base >= need)]; // with the haunt beside it, a map has more room
  const more_of = [3, 2, 1].map((k) => ways.find((high) => needs.slice(0, k).every((need) => base - extra(high) >= need))).find(Boolean); // else the cards of each have one row
  at.head = [0, 0, W, HEAD];
  let y = HEAD + APART;
  if (hole) { // two others above the map, more beside it, and those below it that have no room there
    const width = W - hole.w, end = H - hole.h - APART, wide = (W - APART) / 2, pair = n < 4, fits = pair ? 0 : Math.min(m, Math.floor((end + APART - lost) / (FOE + APART))), below = pair ? [] : alive.slice(fits);
    const high = pair ? (m ? FOE + more_cards : GONE) : Math.min(200, (end + APART - lost) / fits - APART), low = below.length * (FOE + APART);
    const share = n === 2 ? [W] : m === 1 ? others.map((seat) => (gone(seat) ? 236 : W - APART - 236)) : [wide, wide];
    if (pair) others.forEach((seat, k) => other(seat, k && share[0] + APART, y, share[k], high));
    else column([...alive.slice(0, fits), ...others.filter(gone)], wide + APART, 0, wide, high);
    column(below, 0, H - low + APART, width, FOE);
    y += pair ? high + APART : 0;
    at.head = [0, 0, pair ? W : wide, HEAD];
    levels(0, y, pair ? W : wide, end - y);
    const rest = hole.h - low - stacks(width) - 2 * APART, upper = Math.min(rest - 40, Math.max(OWN + CARDS + (own > 4 ? CARDS : 0), rest - text));
    mine(0, H - hole.h, width, upper);
    at.haunt = [0, H - hole.h + upper + APART, width, rest - upper];
    at.decks = [0, H - low - stacks(width), width, stacks(width)];
    return at;
  }
  const added = more_of ? extra(more_of) : 0, free = base - added, beside = hand <= free, left_over = free - (beside ? hand + APART : 0), few = page_beside <= left_over, haunt_high = few ? Math.min(text, left_over) : 0;
  const pair = tight && !few && !beside && W - 2 * PANEL - 2 * APART > 220; // the reader and the haunt in one row
  const foot = beside ? 0 : pair || W - PANEL - APART < 520 ? OWN + CARDS + (own > ROW ? CARDS : 0) : 150, page = few || pair ? 0 : Math.min(PAGE + 12, text);
  const high = H - y - APART - 28 - (foot && foot + APART) - (page && page + APART), { need } = levels_in(W - PANEL - APART, high);
  const more = page && !tight && Math.max(0, Math.min(text - page, high - need[1])); // what tiles leave is for the haunt
  const side = tight ? PANEL : Math.max(PANEL, Math.min(0.42 * W, W - APART - Math.max(500, need[0]))), left = W - side - APART;
  const spare = left_over - haunt_high, gap = Math.max(2, Math.min(APART, APART + (free + APART) / (n - 2))), each = Math.min(free < -APART ? (H + gap - lost - added) / m - gap : H, FOE + Math.max(0, Math.min(70, spare / (m + 1)))), end = m * (each + APART) + added + lost, low = H - stacks(left);
  at.head = [0, 0, left, HEAD];
  levels(0, y, left, high - more + 28 - stacks(left));
  column(others, left + APART, 0, side, each, more_of || (pair && (() => 0)), gap);
  at.haunt = few ? [left + APART, end, side, beside ? haunt_high : H - end] : pair ? [PANEL + APART, low - APART - foot, left - PANEL - APART, foot] : [0, low - (foot && foot + APART) - APART - page - more, left, page + more];
  if (beside) mine(left + APART, end + (few ? haunt_high + APART : 0), side, H - end - (few ? haunt_high + APART : 0));
  else mine(0, low - APART - foot, pair ? PANEL : left, foot, pair ? ROW * Math.ceil(own / ROW) : own);
  at.decks = [0, low, left, stacks(left)];
  return at;
}
function adventurers({ W, H }) { // the first choice: all of the board for them
  return { head: [0, 0, 1, 4], adventurers: [0, 0, W, W < PHONE ? 1300 : Math.max(H, CHOICE[1])] };
}
const ARRANGED = { four_souls, castles_of_caleira, betrayal };

// The arrangement for this window as the server reads it, "" for a game without one.
let choosing = false; // adventurers, which take all of the board
let arranged = { text: "", size: [0, 0], parts: {} }, wished = "", shown = ""; // as the window is now; as it was asked for; as it is drawn
function stage() {
  const arrange = ARRANGED[about.game], inside = corner.matches && !choosing;
  document.body.classList.toggle("below", corner.matches && choosing && Boolean(arrange));
  document.body.classList.toggle("narrow", arrange ? phone.matches : narrow.matches);
  document.body.classList.toggle("corner", inside);
  document.body.classList.toggle("staged", Boolean(arrange));
  const w = board.clientWidth;
  const tall = w < PHONE || (choosing && board.clientHeight < CHOICE[1]);
  document.body.classList.toggle("tall", Boolean(arrange) && tall);
  if (!arrange) return "";
  const high = w < PHONE ? 0 : board.clientHeight, [wide, low, grow] = choosing ? CHOICE : (BASE[about.game] || (() => USUAL))(about.players), scale = w < PHONE ? 1 : Math.max(1, Math.min(w / wide, high / low) ** grow);
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
  const dead = about.game === "betrayal" && !choosing ? names.reduce((all, _, seat) => all | !/Might/.test(board.querySelector(`[data-part="player-${seat}"]`)?.textContent ?? "Might") << seat, 0) : 0;
  if ((least.gone || 0) !== dead) { remember("gone", dead); wants = true; }
  for (const group of board.querySelectorAll("[data-part]")) {
    const part = group.dataset.part;
    if (changed && !changed.includes(part)) continue;
    [...group.querySelectorAll(".slots")].forEach((room, k) => { wants = seat(part, room, `${part} ${k}`) || wants; });
    const last = part === "haunt" && [...group.querySelectorAll("text")].at(-1), more = last && /^… (\d+) lines more$/.exec(last.textContent);
    if (more) opens(last, `… ${more[1]} lines more: read all`, group.querySelector("desc").textContent.split("\n"));
    if (more && board.clientWidth >= PHONE) wants = want(part, Math.min(18, Math.floor((parts.get(part)[4] - 42) / 13.6) + Number(more[1]))) || wants;
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
  const [x, y, w, h, tw, th, fx, fy] = map.dataset.room.split(" ").map(Number), side = [tw, th], tiles = [...map.children];
  const spots = tiles.map((one) => ["x", "y"].map((axis, k) => Math.round((Number(one.firstElementChild.getAttribute(axis)) - 2) / side[k])));
  const edges = (all) => [[0, 1].map((k) => Math.min(...all.map((spot) => spot[k]))), [0, 1].map((k) => Math.max(...all.map((spot) => spot[k])) + 1)];
  const [low, high] = edges(spots.filter((_, k) => tiles[k].dataset.card)), all = edges(spots);
  const here = Boolean(map.querySelector(`[data-place="player:${Math.max(0, about.seat)}"]`)), near = LEVELS.indexOf(part);
  if (here && board.clientWidth < PHONE && (least.near || 0) !== near) { remember("near", near); return true; }
  const over = [w, h].map((room, k) => (all[1][k] - all[0][k]) * side[k] > room + 0.5);
  const more = ["columns", "rows"].map((axis, k) => over.some(Boolean) && want(`${part} ${axis}`, all[1][k] - all[0][k]));
  if (more.some(Boolean)) return true;
  const round = [[fx - 1, fy - 1], [fx + 2, fy + 2]]; // what has to be in sight of a level without room, round the reader's figure
  for (const edge of [[0, 0], over.map((one) => one * (CELL + 2))]) { // room for tiles outside, where no ground at the edge is free for them
    const span = [(w - 2 * edge[0]) / tw, (h - 2 * edge[1]) / th], name = `${span} ${side}`;
    const origin = held.get(part)?.name === name ? [...held.get(part).origin] : [0, 1].map((k) => (low[k] + high[k] - span[k]) / 2);
    for (const k of [0, 1]) {
      const [from, to] = [all, [low, high], round].find(([first, last]) => last[k] - first[k] <= span[k] + 0.02) || round;
      if (from[k] >= origin[k] - 0.02 && to[k] <= origin[k] + span[k] + 0.02) continue;
      const free = to[k] - from[k] - span[k], [first, last] = [low[k], high[k] - span[k]]; // no ground is free while tiles are outside
      origin[k] = from === round[0] && last > first ? Math.min(last, Math.max(first, from[k] + free / 2)) : from[k] + free / 2;
    }
    const moved = [x + edge[0] - origin[0] * tw, y + edge[1] - origin[1] * th], corners = spots.map((spot) => spot.map((at, j) => moved[j] + at * side[j]));
    const outside = spots.map((spot) => spot.some((at, j) => at < origin[j] - 0.03 || at + 1 > origin[j] + span[j] + 0.03)), slots = rim([x, y, w, h], side, corners.filter((_, k) => !outside[k]));
    if (slots.length < outside.filter(Boolean).length && !edge.some(Boolean)) continue;
    held.set(part, { name, origin });
    map.setAttribute("transform", `translate(${moved[0]} ${moved[1]})`);
    tiles.forEach((one, k) => { if (outside[k]) plan(map, one, corners[k].map((at, j) => at + (side[j] - CELL) / 2), slots); });
    return false;
  }
}
function rim([x, y, w, h], [tw, th], tiles) { // free ground at the edges of a level
  const along = (room) => [...Array(Math.floor(room / (CELL + 1))).keys()].map((k) => k * (CELL + 1)), inner = along(h - 2 * CELL - 2).map((at) => at + CELL + 1);
  const all = [...along(w).flatMap((at) => [[x + at, y], [x + at, y + h - CELL]]), ...inner.flatMap((at) => [[x, y + at], [x + w - CELL, y + at]])];
  return all.filter(([px, py]) => !tiles.some(([tx, ty]) => px < tx + tw && px + CELL > tx && py < ty + th && py + CELL > ty));
}
function plan(map, tile, [x, y], slots) { // a tile that has no room: its initials and figures in the free place that is nearest to where it is
  const far = ([px, py]) => Math.hypot(px - x, py - y), [left, top] = slots.reduce((one, other) => (far(other) < far(one) ? other : one), slots[0] || [x, y]);
  const put = (tag, text, given) => {
    const one = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(given)) one.setAttribute(name, value);
    one.textContent = text;
    tile.append(one);
  };
  const taken = slots.findIndex(([px, py]) => px === left && py === top), figures = [...tile.querySelectorAll("[data-place]")], middle = left + CELL / 2;
  if (taken >= 0) slots.splice(taken, 1);
  tile.replaceChildren();
  const letters = (tile.dataset.card || "?").split(" ").filter((word) => !["of", "to"].includes(word)), words = { "text-anchor": "middle", "font-size": 11 };
  put("rect", "", { x: left, y: top, width: CELL, height: CELL, rx: 2, class: "f-card s-line" });
  put("text", letters.length > 1 ? letters.map((word) => word[0]).join("") : letters[0].slice(0, 2), { ...words, x: middle, y: top + 11, class: "f-ink" });
  put("text", "", { ...words, x: figures.length ? left + 6 : middle, y: top + 23, class: "f-asked b nth" });
  figures.forEach((one, k) => {
    tile.append(one); // first: what is not on the page has no box
    const box = one.firstElementChild.getBBox(), step = figures.length > 1 ? Math.min(13, 13 / (figures.length - 1)) : 0, at = left + CELL - 7 - step * (figures.length - 1 - k);
    one.setAttribute("transform", `translate(${at - box.x - box.width / 2} ${top + 19 - box.y - box.height / 2})`);
  });
  map.after(tile);
}
const PLAYED = { four_souls: "in play", castles_of_caleira: "castle" };
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
  if (titled && rest.length) put("text", { x: Math.min(...rest.map((card) => card.x)), ...words }, PLAYED[about.game]);
}
