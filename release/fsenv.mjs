/* The rules of one game in a web page or in Node, from a module that `python -m release.wasm --game <game>` writes:

       import { load } from "./fsenv.mjs";
       const rules = await load(await (await fetch("fsenv_castles_of_caleira.wasm")).arrayBuffer());
       const state = rules.setup(7, { num_players: 3 });
       while (state.toAct() >= 0) state.step(state.legal()[0]);

   A wrong argument throws a RangeError and changes nothing. Seeds are whole numbers, of type number or BigInt. Equal seeds, options and
   actions give the same game as in Python. */

const NAMES = "setup step toAct legal observe returns resample outcome numPlayers decisions advance playout randomGames";
const COMMAND = Object.fromEntries(NAMES.split(" ").map((name, number) => [name, BigInt(number)]));
const HEAD = 12; // bytes of a snapshot in front of the state: tag, checksum

/** An array as compiled rules take it: reference count, owner, items, bytes of an item, address, shape, stride. */
const array = (at, items, bytes) => [0, 0, BigInt(items), BigInt(bytes), at, BigInt(items), BigInt(bytes)];
const int64 = (number) => BigInt.asIntN(64, BigInt(number));

/** Compiles a module. `bytes`: an ArrayBuffer or a typed array. Returns its Rules. */
export async function load(bytes) {
  const module = await WebAssembly.compile(bytes);
  const [section] = WebAssembly.Module.customSections(module, "fsenv");
  if (!section) throw new RangeError("the module has no rules of fs-env: write one with python -m release.wasm");
  const { exp, sqrt } = Math;
  const instance = await WebAssembly.instantiate(module, { env: { exp, sqrt } });
  return new Rules(instance.exports, JSON.parse(new TextDecoder().decode(section)));
}

/** The rules of a game. Fields: game, version, numActions, observationSize, maxPlayers, options (name, default, lowest, highest, step). */
class Rules {
  #exports;
  #at = {};
  #about;
  #conflicts;

  constructor(exports, about) {
    const { game, version, numActions, observationSize, maxPlayers, options } = about;
    Object.assign(this, { game, version, numActions, observationSize, maxPlayers, options });
    this.#exports = exports;
    this.#about = about;
    this.#conflicts = Uint8Array.from(atob(about.conflicts), (sign) => sign.charCodeAt(0));
    const out = 2 * Math.max(numActions, observationSize);
    const sizes = { result: 8, error: 8, state: about.stateSize, row: 8 * about.row.words, options: 8 * options.length, out };
    let end = exports.__heap_base.value;
    for (const [name, size] of Object.entries(sizes)) {
      this.#at[name] = end = Math.ceil(end / 16) * 16;
      end += size;
    }
    const missing = end - exports.memory.buffer.byteLength;
    if (missing > 0) exports.memory.grow(Math.ceil(missing / 65536));
  }

  /** A new game up to its first decision. `options`: value by name; the others have their defaults. */
  setup(seed, options = {}) {
    this.#writeOptions(options);
    const state = new State(this, new Uint8Array(this.#about.stateSize));
    this._ask("setup", state.bytes, { a: seed, options: true, changes: true });
    return state;
  }

  /** Whole random games, with the seeds from `seed` on: { decisions, choices, outcomes }. */
  randomGames(seed, games, options = {}) {
    this.#writeOptions(options);
    this._ask("randomGames", new Uint8Array(this.#about.stateSize), { a: seed, b: games, options: true });
    return this._counts();
  }

  /** Reads the bytes of State.snapshot, or of Game.snapshot in Python. Detects damage, not forgery. */
  restore(bytes) {
    const state = new State(this, Uint8Array.from(bytes.subarray(HEAD)));
    if (bytes.length !== HEAD + this.#about.stateSize || this._check(state.bytes).some((byte, k) => byte !== bytes[k]))
      throw new RangeError(`this is no snapshot of ${this.game} and this version, or it is damaged`);
    return state;
  }

  #writeOptions(chosen) {
    const names = this.options.map((option) => option.name);
    for (const name of Object.keys(chosen))
      if (!names.includes(name)) throw new RangeError(`${this.game} has no option ${name}: it has ${names.join(", ")}`);
    const values = this.options.map((option) => chosen[option.name] ?? option.default);
    this.options.forEach(({ name, lowest, highest, step }, k) => {
      if (!Number.isInteger(values[k]) || values[k] < lowest || values[k] > highest || (values[k] - lowest) % step)
        throw new RangeError(`${name}=${values[k]}: expected ${lowest} to ${highest}`);
    });
    let place = 0;
    for (const k of this.#about.involved) {
      const { lowest, highest, step } = this.options[k];
      place = place * ((highest - lowest) / step + 1) + (values[k] - lowest) / step;
    }
    if ((this.#conflicts[place >> 3] >> (place & 7)) & 1) throw new RangeError("these options exclude each other");
    values.forEach((value, k) => this.#view().setBigInt64(this.#at.options + 8 * k, BigInt(value), true));
  }

  #view() {
    return new DataView(this.#exports.memory.buffer);
  }

  /** For State: a command of the rules on the bytes of a state, which are written where it `changes`. */
  _ask(command, bytes, { a = 0, b = 0, options = false, out = 0, changes = false } = {}) {
    const at = this.#at, memory = new Uint8Array(this.#exports.memory.buffer), size = this.#about.stateSize;
    const { words } = this.#about.row;
    memory.set(bytes, at.state);
    memory.fill(0, at.row, at.row + 8 * words);
    const before = [...array(at.state, 1, size), 0n, ...array(at.row, words, 8), ...array(at.row, 0, 8)];
    const after = [...array(at.options, options ? this.options.length : 0, 8), int64(b), int64(a), ...array(at.out, out, 2)];
    const raised = this.#exports.fsenv_rules(at.result, at.error, COMMAND[command], ...before, ...after, ...array(at.out, 0, 1));
    const result = Number(this.#view().getBigInt64(at.result, true));
    if (raised || result < -1) throw new Error(`${command}: fault ${raised ? "of the rules" : result}; please report the seed and the actions`);
    if (changes) bytes.set(memory.subarray(at.state, at.state + size));
    return result;
  }

  _counts() {
    const at = this.#at.row + this.#about.row.random;
    const counts = Array.from({ length: 2 + this.#about.numOutcomes }, (_, k) => Number(this.#view().getBigInt64(at + 8 * k, true)));
    return { decisions: counts[0], choices: counts[1], outcomes: counts.slice(2) };
  }

  _returns(n) {
    const at = this.#at.row + this.#about.row.returns;
    return Array.from({ length: n }, (_, seat) => this.#view().getFloat64(at + 8 * seat, true));
  }

  _out(n) {
    return new Int16Array(this.#exports.memory.buffer, this.#at.out, n).slice();
  }

  /** The tag of game and version, and the checksum of a state. */
  _check(bytes) {
    let sum = ~0;
    for (const byte of [...this.#about.tag, ...bytes]) {
      sum ^= byte;
      for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (0xedb88320 & -(sum & 1));
    }
    return Uint8Array.from([...this.#about.tag, ...[0, 8, 16, 24].map((shift) => (~sum >>> shift) & 255)]);
  }
}

/** A game in progress. `bytes` is all of it. */
class State {
  constructor(rules, bytes) {
    this.rules = rules;
    this.bytes = bytes;
  }

  copy() {
    return new State(this.rules, this.bytes.slice());
  }

  /** The seat to act, from 0; -1 when the game is over. */
  toAct() {
    return this.rules._ask("toAct", this.bytes);
  }

  /** 0 while the game runs; 1 won, 2 drawn, 3 truncated, 6 lost by all seats together. */
  outcome() {
    return this.rules._ask("outcome", this.bytes);
  }

  numPlayers() {
    return this.rules._ask("numPlayers", this.bytes);
  }

  decisions() {
    return this.rules._ask("decisions", this.bytes);
  }

  /** Ids of the legal actions, Int16Array, in no particular order. */
  legal() {
    return this.rules._out(this.rules._ask("legal", this.bytes, { out: this.rules.numActions }));
  }

  step(action) {
    const known = Number.isInteger(action) && action >= 0 && action < this.rules.numActions;
    if (!known || this.rules._ask("step", this.bytes, { a: action, changes: true }) !== 0)
      throw new RangeError(`action ${action} is not legal`);
  }

  /** What a seat may know, Int16Array. */
  observe(seat) {
    this.rules._ask("observe", this.bytes, { a: this.#seat(seat), out: this.rules.observationSize });
    return this.rules._out(this.rules.observationSize);
  }

  /** The result of each seat, -1 to 1. */
  returns() {
    const players = this.numPlayers();
    this.rules._ask("returns", this.bytes);
    return this.rules._returns(players);
  }

  /** Replaces all that a seat cannot know, future chance included, by a random draw that agrees with all it knows. */
  resample(seat, seed) {
    this.rules._ask("resample", this.bytes, { a: this.#seat(seat), b: seed, changes: true });
  }

  /** Plays at random to the end, or for `most` decisions: { decisions, choices, outcomes }. */
  playout(seed, most = 2 ** 40) {
    this.rules._ask("playout", this.bytes, { a: seed, b: most, changes: true });
    return this.rules._counts();
  }

  snapshot() {
    return Uint8Array.from([...this.rules._check(this.bytes), ...this.bytes]);
  }

  #seat(seat) {
    if (!Number.isInteger(seat) || seat < 0 || seat >= this.numPlayers()) throw new RangeError(`there is no seat ${seat}`);
    return seat;
  }
}
