"use strict";
// Betrayal: the map on the left, as wide as its tiles need; beside it the others, the reader's adventurer and the haunt, as far as they
// have room there, and below it what has not.
const TILE = [39, 34], LARGEST = 180, FLAT = 1.8, UPRIGHT = 1.7, CELL = 26; // width and height of a tile, the least; its side, the most; its width by its height, and height by width, at most; side of one without room
const HEADED = 26, LEVELS = ["city", "catacomb"], EXPLORED = { city: [4, 3], catacomb: [2, 2] }; // columns and rows of a level, until it needs more
const CHOICE = [880, 590, 1]; // of the board with all adventurers and their texts
const has_no_tracks = (panel) => !panel.textContent.includes("Might"); // of a dead adventurer
const PANEL = 303, FOE = 111, GONE = 46, OWN = 105, CARDS = 34, LOW_CARDS = 23, PAGE = 84, ROW = 3, SHARE = 1 / 60, TIGHT = 4, UNDER = 205; // width of an adventurer; heights with a row of cards of another, of one who is dead, without cards of the reader's, of more rows, of more rows that are low, and of the haunt, at most beside the map; cards in a row; steps of a level's share; smallest tiles of a map that needs all room, by those of least size; width of a haunt below the catacomb
function fit(w, h, n, { most = [190, 240], tall = 1.5, flat = 1.45 } = {}) { // the largest size with which n cards have room
  let best = [Math.min(w, 42), Math.min(h, 17)], found = -1; // without room they overlap
  for (let rows = 1; rows <= n; rows++) {
    const columns = Math.ceil(n / rows);
    let cw = Math.min(most[0], (w - APART * (columns - 1)) / columns), ch = Math.min(most[1], (h - APART * (rows - 1)) / rows);
    if (cw < 24 || ch < 17) continue;
    cw = Math.min(cw, Math.max(flat * ch, 88));
    ch = Math.min(ch >= 32 && ch < 44 ? 31 : ch, tall * cw); // a plate, whose name has two lines, unlike that of a face so low
    const score = cw * ch * Math.min(1, (cw - 15) * (ch < 28 ? 1 : 2) / 146) ** 3; // names are read
    if (score > found) { found = score; best = [cw, ch]; }
  }
  return best;
}
function gone(seat) { return (least.low || 0) >> seat & 1; }
function betrayal({ W, H, n, me, hole, whole }) {
  const others = seats(n, me), at = { adventurers: [0, 0, W, H] }, own = rooms_for(`player-${me}`, 1), theirs = most_of(others.map((seat) => `player-${seat}`), ROW);
  const explored = LEVELS.map((level) => ["columns", "rows"].map((side, k) => least[`${level} ${side}`] ?? EXPLORED[level][k]));
  const tile_in = (w, h) => { const wide = Math.max(TILE[0], Math.min(LARGEST, w, FLAT * Math.max(TILE[1], h))); return [wide, Math.max(TILE[1], Math.min(LARGEST, UPRIGHT * wide, h))]; };
  const levels_in = (w, h, low = 0) => { // beside or above one another, so that the smaller tiles of the two are as large as possible
    let best = null; // `low`: height below the catacomb that is for something else
    for (const across of low ? [true] : [true, false]) {
      const all = (across ? w : h) - APART;
      for (let first = SHARE * all; first < all; first += SHARE * all) {
        const rooms = [first, all - first].map((part, k) => (across ? [part, h - low * k] : [w, part])), free = rooms.map(([rw, rh], k) => [(rw - 5) / explored[k][0], (rh - HEADED) / explored[k][1]]);
        const tiles = free.map(([tw, th]) => tile_in(tw, th)), short = free.map((sides) => Math.min(...sides.map((side, j) => side / TILE[j])));
        const areas = tiles.map(([tw, th], k) => tw * th / TILE[0] / TILE[1] * (short[k] < 1 ? short[k] / 2 : 1));
        const score = Math.min(...areas) + 0.01 * (areas[0] + areas[1]);
        if (!best || score > best.score) best = { score, across, rooms, tiles };
      }
    }
    const need = [0, 1].map((side) => best.tiles.map((tile, k) => explored[k][side] * tile[side] + [5, HEADED][side])), sum = best.across ? 0 : 1;
    return { ...best, need: need.map((sides, side) => (side === sum ? sides[0] + sides[1] + APART : Math.max(...sides))) };
  };
  const levels = (x, y, w, h, low = 0) => {
    const { across, rooms: [city, catacomb], tiles } = levels_in(w, h, low);
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
  if (whole) return adventurers({ W, H });
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
  const added = more_of ? extra(more_of) : 0, free = base - added, beside = hand <= free, left_over = free - (beside ? hand + APART : 0), few = page_beside <= left_over;
  const side_of = (high, low) => tight ? PANEL : Math.max(PANEL, Math.min(0.42 * W, W - APART - Math.max(500, levels_in(W - PANEL - APART, high, low).need[0])));
  const all = H - y - APART - 28, [whole_map, cut_map] = [0, text + APART].map((low) => levels_in(W - side_of(all, low) - APART, all, low));
  const under = beside && whole_map.across && cut_map.rooms[1][0] >= UNDER && cut_map.score >= 0.97 * whole_map.score; // the haunt below the catacomb
  const haunt_high = few && !under ? Math.min(text, left_over) : 0;
  const pair = tight && !few && !beside && W - 2 * PANEL - 2 * APART > 220; // the reader and the haunt in one row
  const foot = beside ? 0 : pair || W - PANEL - APART < 520 ? OWN + CARDS + (own > ROW ? CARDS : 0) : 150, page = few || under || pair ? 0 : Math.min(PAGE + 12, text);
  const high = H - y - APART - 28 - (foot && foot + APART) - (page && page + APART), { need } = levels_in(W - PANEL - APART, high);
  const more = page && !tight && Math.max(0, Math.min(text - page, high - need[1])); // what tiles leave is for the haunt
  const side = side_of(under ? all : high, under && text + APART), left = W - side - APART;
  const spare = left_over - haunt_high, gap = Math.max(2, Math.min(APART, APART + (free + APART) / (n - 2))), each = Math.min(free < -APART ? (H + gap - lost - added) / m - gap : H, FOE + Math.max(0, Math.min(70, spare / (m + 1)))), end = m * (each + APART) + added + lost, low = H - stacks(left);
  at.head = [0, 0, left, HEAD];
  levels(0, y, left, high - more + 28 - stacks(left), under && text + APART);
  column(others, left + APART, 0, side, each, more_of || (pair && (() => 0)), gap);
  at.haunt = few ? [left + APART, end, side, beside ? haunt_high : H - end] : pair ? [PANEL + APART, low - APART - foot, left - PANEL - APART, foot] : [0, low - (foot && foot + APART) - APART - page - more, left, page + more];
  if (under) at.haunt = [at.catacomb[0], y + at.catacomb[3] + APART, at.catacomb[2], text];
  if (beside) mine(left + APART, end + (haunt_high && haunt_high + APART), side, H - end - (haunt_high && haunt_high + APART));
  else mine(0, low - APART - foot, pair ? PANEL : left, foot, pair ? ROW * Math.ceil(own / ROW) : own);
  at.decks = [0, low, left, stacks(left)];
  return at;
}
function adventurers({ W, H }) { // the first choice: all of the board for them
  return { head: [0, 0, 1, 4], adventurers: [0, 0, W, W < PHONE ? 1300 : Math.max(H, CHOICE[1])] };
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
ARRANGED.betrayal = {
  arrange: betrayal, survey, is_low: has_no_tracks,
  board: (n) => [800, 570, 0.92 - 0.05 * n],
  whole: { part: "adventurers", size: CHOICE },
};
