"use strict";
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
ARRANGED.four_souls = { arrange: four_souls, played: "in play" };
