"use strict";
const TICK = 700; // milliseconds between two questions how far games are
const bars = [...document.querySelectorAll("[data-game]")], begins = document.querySelector("[data-begins]");
async function look() {
  let games;
  try {
    games = await (await fetch("/games.json")).json();
  } catch {
    setTimeout(look, 4 * TICK); // the server is away
    return;
  }
  for (const bar of bars) {
    const state = games[bar.dataset.game];
    bar.hidden = !state || state.ready;
    if (!state) continue;
    bar.classList.toggle("failed", state.failed);
    bar.querySelector("progress").value = state.share;
    bar.querySelector("span").textContent = state.words;
    if (begins) begins.querySelector("button").hidden = !state.failed;
    if (state.ready && begins) {
      if (begins.method === "post") begins.requestSubmit();
      else location.reload();
      return;
    }
  }
  if (bars.some((bar) => !bar.hidden)) setTimeout(look, TICK);
}
if (bars.some((bar) => !bar.hidden) || begins) look();
