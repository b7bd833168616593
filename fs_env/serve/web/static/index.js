"use strict";
// The name is asked once: it is stored in this browser, and fills in every field for it.
const own = document.getElementById("name"), fields = () => [own, ...document.querySelectorAll('[name="name"], [name="name_0"]')];
try { if (localStorage.getItem("name")) for (const field of fields()) field.value ||= localStorage.getItem("name"); } catch { /* nothing is stored */ }
for (const one of fields()) {
  one.addEventListener("change", () => {
    for (const field of fields()) field.value = one.value;
    try { localStorage.setItem("name", one.value); } catch { /* nothing is stored */ }
  });
}
for (const form of document.querySelectorAll("form[aria-labelledby]")) {
  const show = () => {
    const players = Number(form.elements.players.value);
    for (const row of form.querySelectorAll("[data-seat]")) row.hidden = Number(row.dataset.seat) >= players;
    for (const field of form.querySelectorAll("[data-other]")) field.hidden = form.elements[field.dataset.other].value !== "other";
  };
  form.onchange = show;
  show();
}
