"use strict";
// Open tables on the first page: the list is looked at again and again, without touching what somebody writes or is about to press.
const EVERY = 2000; // milliseconds
const list = document.getElementById("rooms"), told = document.getElementById("waiting");
let shown = list.innerHTML.trim();

function count() {
  const free = list.childElementCount;
  const text = free ? `${free === 1 ? "One open table is waiting" : `${free} open tables are waiting`} for players.` : "No open table is waiting for players: create one.";
  if (told.textContent !== text) told.textContent = text;
  document.getElementById("join").hidden = !free;
}
async function look() {
  if (document.hidden) return;
  const answer = await fetch("/open").catch(() => null);
  if (!answer || !answer.ok) return;
  const found = (await answer.text()).trim();
  if (found === shown) return;
  shown = found;
  const held = document.activeElement?.id;
  list.innerHTML = found; // made by the server, with all texts escaped
  if (held && document.activeElement === document.body) (document.getElementById(held) || told).focus();
  count();
}
document.getElementById("join").addEventListener("keydown", (event) => { // the key Enter beside the name means a table only if there is one
  if (event.key === "Enter" && event.target.name === "name" && list.childElementCount !== 1) event.preventDefault();
});
let joining = false; // a double click takes one seat
document.getElementById("join").addEventListener("submit", (event) => {
  if (joining) event.preventDefault();
  joining = true;
});
addEventListener("pageshow", () => { joining = false; }); // the reader came back
count();
setInterval(look, EVERY);
document.addEventListener("visibilitychange", look);
