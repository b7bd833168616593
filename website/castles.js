// The game on docs/do/play_castles.md. castles_page.py puts PAGE, with texts and places from Python, and fsenv.mjs in front of it.
// What is shown comes from the observation of the visitor's seat, never from the state.

const YOU = 0, NAMES_OF_SEATS = ["You", "Opponent"];
const board = element("div"), status = element("output");
const LEVELS = [["search, 24 rollouts for each action", 24], ["search, 200 rollouts for each action", 200], ["random play", 0]];
const level = element("select", {}, ...LEVELS.map(([textContent, value]) => element("option", { textContent, value })));
const again = element("button", { type: "button", textContent: "New game", onclick: begin });
let rules, state, seed, actions, log, news;

function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

const list = (tag, items) => element(tag, {}, ...items.map((item) => element("li", {}, item)));
const section = (title, ...children) => element("section", {}, element("h2", { textContent: title }), ...children);
const nextSeed = () => crypto.getRandomValues(new BigUint64Array(1))[0] >> 1n;

/** What a seat may know, by the names of the schema: numbers, lists, and rows by column. */
function observed(seat) {
  const numbers = Array.from(state.observe(seat));
  const view = ({ at, shape: [length, width], columns }) => {
    if (length === undefined) return numbers[at];
    if (width === undefined) return numbers.slice(at, at + length);
    const row = (k) => Object.fromEntries(columns.map((column, n) => [column, numbers[at + k * width + n]]));
    return Array.from({ length }, (_, k) => row(k));
  };
  return Object.fromEntries(PAGE.sections.map((one) => [one.name, view(one)]));
}

/** The legal action with the best mean result in rollouts, each from a redraw of all that the seat cannot know; at random without rollouts. */
function chosen(seat, rollouts) {
  const ids = Array.from(state.legal());
  if (!rollouts || ids.length === 1) return ids[Number(nextSeed() % BigInt(ids.length))];
  const results = ids.map((id) => {
    let sum = 0;
    for (let rollout = 0; rollout < rollouts; rollout++) {
      const copy = state.copy();
      copy.resample(seat, nextSeed());
      copy.step(id);
      copy.playout(nextSeed());
      sum += copy.returns()[seat];
    }
    return sum;
  });
  return ids[results.indexOf(Math.max(...results))];
}

const cards = (kinds) => kinds.map((kind) => PAGE.cards[kind].name).join(", ") || "none";
const counted = (numbers) => numbers.flatMap((count, kind) => Array(count).fill(kind));
const inCastle = (piece) => ["face down", "face up"].includes(PAGE.places[piece.lies]);

function pieceText({ kind, lies, suppressed }, k) {
  return `${k + 1}. ${kind < 0 ? "unknown card" : PAGE.cards[kind].name}, ${PAGE.places[lies]}${suppressed ? ", no effect this turn" : ""}`;
}

/** Points of a castle as it is now (R31, R40). */
function points(seen, seat) {
  const castle = seen.pieces.filter((piece) => piece.owner === seat && inCastle(piece));
  const up = castle.filter((piece) => PAGE.places[piece.lies] === "face up").map((piece) => piece.kind);
  const { kind, bonus } = PAGE.walls, walls = up.filter((one) => one === kind).length;
  const printed = up.reduce((sum, one) => sum + PAGE.cards[one].points, 0);
  return printed + castle.length - up.length + (walls === PAGE.cards[kind].copies ? bonus * walls : 0);
}

/** Takes an action; the log gets what you may know of it, and the pieces that have changed for you. */
function take(action) {
  const seat = state.toAct(), before = observed(YOU);
  state.step(action);
  actions.push(action);
  const after = observed(YOU).pieces.map(pieceText);
  const changed = after.filter((text, k) => text !== pieceText(before.pieces[k], k));
  const effect = before.effect < 0 ? "" : ` (${PAGE.cards[before.effect_kind].name})`;
  const words = (seat === YOU ? PAGE.actions : PAGE.seen)[action];
  news.push(`${NAMES_OF_SEATS[seat]}${effect}: ${[words, ...changed].join("; ")}.`);
}

/** Lets the opponent answer until it is your turn, and shows the position. */
function advance() {
  for (let seat; (seat = state.toAct()) > YOU; ) take(chosen(seat, Number(level.value)));
  log.push(...news);
  show(observed(YOU), state.toAct() === YOU ? Array.from(state.legal()) : []);
  news = [];
}

function answer(action) {
  take(action);
  advance();
  (board.querySelector("button") ?? again).focus({ preventScroll: true });
  status.scrollIntoView({ block: "nearest" });
}

function prompt(seen) {
  if (seen.to_act < 0) {
    const returns = state.returns(), result = Math.sign(returns[YOU]);
    return `${["You lost", "Draw", "You won"][result + 1]}. Returns: you ${returns[YOU]}, opponent ${returns[1]}.`;
  }
  if (seen.effect < 0) return "Your turn: play a card.";
  const { name, text } = PAGE.cards[seen.effect_kind];
  return `Your decision for ${name}, piece ${seen.effect + 1}: ${text}.`;
}

function show(seen, legal) {
  const button = (id, textContent) => element("button", { type: "button", textContent, onclick: () => answer(id) });
  const piece = (one, k) => (legal.includes(PAGE.target + k) ? button(PAGE.target + k, pieceText(one, k)) : pieceText(one, k));
  const castle = (seat) => {
    const pieces = seen.pieces.flatMap((one, k) => (one.owner === seat && inCastle(one) ? [piece(one, k)] : []));
    const title = `${seat === YOU ? "Your" : "Opponent's"} castle; points: ${points(seen, seat)}; cards in hand: ${seen.hand_sizes[seat]}`;
    return section(title, list("ul", pieces));
  };
  const others = legal.filter((id) => !PAGE.actions[id].startsWith("choose piece")).map((id) => button(id, PAGE.actions[id]));
  const hand = counted(seen.hand).map((kind) => PAGE.cards[kind]);
  const waiting = seen.pending.filter((k) => k >= 0).map((k) => k + 1);
  const facts = [`Deck: ${seen.deck_size} cards; known on top: ${cards(seen.deck_top.filter((kind) => kind >= 0))}`];
  facts.push(`Discard pile: ${cards(counted(seen.discard))}`, `Pieces whose effects wait: ${waiting.join(", ") || "none"}`);
  for (const { kind, since } of seen.held.filter((fact) => fact.kind >= 0))
    facts.push(`${PAGE.cards[kind].name} is in the opponent's hand, or face down as piece ${since + 1} or later`);
  status.replaceChildren(...[...news, prompt(seen)].map((line) => element("p", { textContent: line })));
  board.replaceChildren(
    list("ul", others),
    element("div", { className: "columns" }, castle(YOU), castle(1)),
    section("Your hand", list("ul", hand.map((card) => `${card.name} (points: ${card.points}): ${card.text}`))),
    section("Deck and discard pile", list("ul", facts)),
    element("details", {}, element("summary", { textContent: "All moves" }), list("ol", log)),
  );
  if (seen.to_act < 0) board.append(element("p", { textContent: `In Python: seed ${seed}, actions ${actions.join(", ")}.` }));
}

function begin() {
  seed = crypto.getRandomValues(new Uint32Array(1))[0];
  [state, actions, log, news] = [rules.setup(seed, { num_players: 2 }), [], [], []];
  advance();
}

load(Uint8Array.from(atob(PAGE.rules), (sign) => sign.charCodeAt(0))).then((loaded) => {
  rules = loaded;
  const settings = element("p", {}, element("label", {}, "Opponent: ", level), " ", again);
  document.getElementById("castles").replaceChildren(settings, status, board);
  begin();
});
