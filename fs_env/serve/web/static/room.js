"use strict";
// A seat at a table that waits for people: shows who comes, and goes to the game when it begins.
const BACK = [0, 500, 1000, 2000, 4000, 8000]; // milliseconds before another connection is tried
const path = document.body.dataset.path, state = document.getElementById("state");
let tries = 0;

const TAKES = {
  room({ names, free }) {
    const seats = document.querySelectorAll("#seats li"), word = free === 1 ? "seat" : "seats";
    names.forEach((name, k) => {
      const [shown, who] = seats[k].children;
      if (shown.textContent === (name || "free")) return;
      shown.textContent = name || "free";
      who.textContent = name ? "a person" : "";
    });
    const text = `${free} of ${names.length} seats free: the game starts automatically when all seats are taken.`;
    if (state.textContent !== text) state.textContent = text;
    document.title = `${free} ${word} free`;
  },
  begun() { location.reload(); },
  gone() { location.replace("/"); },
};
function connect() {
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}/live?width=wide`);
  socket.onmessage = (event) => { tries = 0; const message = JSON.parse(event.data); (TAKES[message.kind] || TAKES.begun)(message); };
  socket.onclose = (event) => {
    if (event.code === 4404) { state.textContent = "This table no longer exists, or another player has your seat."; return; }
    setTimeout(connect, BACK[Math.min(tries++, BACK.length - 1)]);
  };
}
connect();
