"use strict";
// Sizes of cards and zones, for the arrangements of the games; how many cards have had to have room in each part.
const APART = 6, STRIP = 46, HEAD = 24, LABEL = 13; // units between two boxes; heights of a player's strip, of the line with the turn, and of the words above cards
const TALL = 1.6; // height of a card by its width, at most
const READ = [86, 40], PLATE = { least: 90, most: 150, wide: 130, low: 20, high: 29 }; // smallest card whose name can be read; widths of a plate with a name, the width from which one line is enough, and its heights with one line and two
const PHONE = 600, LOW = 720, FACES = 8; // pixels: a narrower board is as high as it has to be; the height of a screen on which many rows are lower; faces in a zone of a narrow board, more are plates
const least = remembered(); // part -> cards that have had to have room in it; never fewer, so that cards stay as they are

function remembered() {
  try { return JSON.parse(sessionStorage.getItem(`room ${location.pathname}`)) || {}; } catch { return {}; }
}
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
function want(part, n) { // from now on; returns whether that is new
  if ((least[part] ?? -Infinity) >= n) return false;
  remember(part, n);
  return true;
}
function remember(part, n) {
  least[part] = n;
  try { sessionStorage.setItem(`room ${location.pathname}`, JSON.stringify(least)); } catch { /* it is found out again */ }
}
function seats(n, me) { return [...Array(n - 1).keys()].map((k) => (me + 1 + k) % n); }
function own_row(me, y, width, high) { // the reader, and beside it the turn
  const w = Math.max(340, 0.46 * width);
  if (width < 560) return { [`player-${me}`]: [0, y, width, high], head: [0, y, 1, 4] };
  return { [`player-${me}`]: [0, y, w, high], head: [w + APART, y, width - w - APART, high] };
}

// Game -> how its table is arranged, from arrange/: `arrange` gives the boxes of all parts; `played` is what cards in play are called.
// `board`: the size of the board from which on letters grow, and how much; `whole`: a part that needs all of the board, and its size;
// `is_low`: whether the panel of a player is one of those that are low; `survey`: places a map, and returns whether it needs more room.
const ARRANGED = {};
