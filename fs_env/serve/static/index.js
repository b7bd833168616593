"use strict";
for (const form of document.querySelectorAll("form")) {
  const players = form.elements.players;
  const show = () => {
    for (const row of form.querySelectorAll("[data-seat]")) row.hidden = Number(row.dataset.seat) >= Number(players.value);
  };
  players.onchange = show;
  show();
}
