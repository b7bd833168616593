// The program of search.c for Node, with the same output; the module loads in web pages too.
//
//     node search.mjs dist/fsenv_castles_of_caleira.wasm 1000 40

import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { dirname, join, resolve } from "node:path";

const ROLLOUTS = 24;
const path = resolve(process.argv[2]);
const { load } = await import(pathToFileURL(join(dirname(path), "fsenv.mjs")));
const rules = await load(await readFile(path));
const [games, searched] = [Number(process.argv[3] ?? 1000), Number(process.argv[4] ?? 40)];

let random = 1n;
function nextSeed() {
  const cut = (number) => BigInt.asUintN(64, number); // splitmix64
  random = cut(random + 0x9e3779b97f4a7c15n);
  let z = cut((random ^ (random >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = cut((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return (z ^ (z >> 31n)) >> 1n;
}

/** The legal action with the best mean result for the seat in rollouts, each from a redraw of all that the seat cannot know. */
function search(state, seat, ids) {
  let [best, most] = [ids[0], -Infinity];
  for (const id of ids) {
    let sum = 0;
    for (let rollout = 0; rollout < ROLLOUTS; rollout++) {
      const copy = state.copy();
      copy.resample(seat, nextSeed());
      copy.step(id);
      copy.playout(nextSeed());
      sum += copy.returns()[seat];
    }
    if (sum > most) [best, most] = [id, sum];
  }
  return best;
}

const { decisions, choices } = rules.randomGames(7, games);
console.log(`${rules.game}: ${games} random games, ${decisions} decisions, ${choices} choices`);
let [won, players] = [0, 0];
for (let game = 0; game < searched; game++) {
  const state = rules.setup(game);
  for (let seat; (seat = state.toAct()) >= 0; ) {
    const ids = state.legal();
    state.step(seat === 0 && ids.length > 1 ? search(state, seat, ids) : ids[Number(nextSeed() % BigInt(ids.length))]);
  }
  won += state.returns()[0] > 0;
  players = state.numPlayers();
}
console.log(`search won ${won} of ${searched} games in seat 0 of ${players}`);
