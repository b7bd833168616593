// A bot in JavaScript without dependencies: fs-env tournament random "exec:node bot.js"
const FAVOURITES = ["attack", "play", "reveal", "buy", "activate", "play_up"]; // kinds of actions, the best first

const rank = (kind) => (FAVOURITES.includes(kind) ? FAVOURITES.indexOf(kind) : FAVOURITES.length);

function choose({ legal, kinds, words }) {
  let best = 0;
  for (let k = 1; k < legal.length; k++) {
    if (rank(kinds[k]) < rank(kinds[best])) best = k;
  }
  console.error(`${words[best]} is one of ${legal.length} actions`); // standard error is for people
  return legal[best];
}

const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") answer({ protocol: 1, name: "node" });
  if (message.type === "act") answer({ action: choose(message) });
}); // "start" and "end" need no answer; the program ends with its input

function answer(value) {
  process.stdout.write(JSON.stringify(value) + "\n");
}
