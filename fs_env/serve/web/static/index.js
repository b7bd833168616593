"use strict";
for (const form of document.querySelectorAll("form[aria-labelledby]")) {
  const show = () => {
    const players = Number(form.elements.players.value);
    for (const row of form.querySelectorAll("[data-seat]")) row.hidden = Number(row.dataset.seat) >= players;
    for (const field of form.querySelectorAll("[data-other]")) field.hidden = form.elements[field.dataset.other].value !== "other";
  };
  form.onchange = show;
  show();
}
