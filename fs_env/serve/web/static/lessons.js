"use strict";
// A guided first game: beside a question stands the first explanation that fits it and was not shown before. Reads `now` of table.js.
const lessons = [...document.querySelectorAll(".lesson")], kept = `lessons:${about.path}`;
let told = [];
try { told = JSON.parse(sessionStorage.getItem(kept)) || []; } catch { /* nothing is kept */ }
function begins(pattern, words) { return new RegExp(`^(?:${pattern})`).test(words); }
function fits(lesson) {
  const { asks, offers } = lesson.dataset;
  return new RegExp(asks).test(now.question) && (!offers || now.choices.some((one) => begins(offers, one[1])));
}
function show_lesson(lesson) {
  for (const one of lessons) one.hidden = one !== lesson;
  if (!lesson) return squeeze();
  for (const line of lesson.querySelectorAll("[data-offer]")) {
    const [first, more] = now.choices.filter((one) => begins(line.dataset.offer, one[1]));
    line.hidden = !first;
    if (first) line.firstElementChild.textContent = short(first[1], Boolean(more));
  }
  squeeze();
}
function short(words, more) { // of a choice without what it says of itself, and whether others are like it
  return `${words.split(/: | \(/)[0]}${more ? " …" : ""}:`;
}
function teach() {
  const mine = now && now.mine ? lessons.filter(fits) : [];
  const next = mine.find((one) => !told.includes(lessons.indexOf(one)));
  show_lesson(next);
  $("again").hidden = Boolean(next) || !mine.length;
  $("again").onclick = () => { $("again").hidden = true; show_lesson(mine.at(-1)); };
  if (!next) return;
  told.push(lessons.indexOf(next));
  try { sessionStorage.setItem(kept, JSON.stringify(told)); } catch { /* nothing is kept */ }
}
let taught = -1;
const position = TAKES.position;
TAKES.position = (message) => {
  position(message);
  const at = message.mine ? message.number : -1;
  if (at !== taught) { taught = at; teach(); }
};
