"use strict";
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
ARRANGED.castles_of_caleira = { arrange: castles_of_caleira, played: "castle" };
