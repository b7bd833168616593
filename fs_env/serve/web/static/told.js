"use strict";
// The log: names of cards in its lines, and in the choices, open the card, lines since the last answer are marked, the last ones stand at the question.
const LATELY = 3; // lines at the question
const MOST = 600; // lines that are kept
let named = null; // finds names of cards

async function learn() { // the names, once the first position is there
  const found = await texts(), all = Object.keys(found || {}).filter((name) => !name.startsWith("room:"));
  if (!found) setTimeout(learn, BACK.at(-1));
  if (!all.length) return;
  named = any_of(all);
  const follow = atEnd();
  for (const one of $("log").children) one.replaceChildren(...words(one.textContent));
  if (follow) to_end();
  lately();
  learned();
}
function learned() { // names in the choices open their card where the mouse rests, for the choice with the focus, and by a sign beside it under a finger
  for (const item of $("choices").children) {
    const told = item.querySelector("button > span"), text = told?.textContent, nodes = [];
    if (!told || !named || told.childElementCount) continue;
    let at = 0;
    for (const { 0: name, index } of text.matchAll(named)) {
      nodes.push(text.slice(at, index), carded("span", name, {}));
      at = index + name.length;
    }
    if (!at) continue;
    told.replaceChildren(...nodes, text.slice(at));
    if (!touch.matches) continue;
    const name = nodes[1].textContent, sign = carded("span", name, { className: "look", tabIndex: 0 });
    sign.replaceChildren("i");
    sign.setAttribute("role", "button");
    sign.setAttribute("aria-label", `the card ${name}`);
    item.append(sign);
  }
}
function carded(tag, name, given) {
  const one = make(tag, name, given);
  Object.assign(one.dataset, { card: name, place: "" });
  return one;
}
function words(text) { // a text as nodes; a name keeps the marks that touch it on its line
  const found = named ? [...text.matchAll(named)] : [], nodes = [];
  let at = 0;
  for (const { 0: name, index } of found) {
    const button = carded("button", name, { type: "button", className: "name", tabIndex: -1 });
    const lead = text.slice(at, index).endsWith("(") ? 1 : 0, end = index + name.length, tail = /^[^\s\w(]*/.exec(text.slice(end))[0];
    const kept = make("span", undefined, { className: "kept" });
    kept.append("(".repeat(lead), button, tail);
    nodes.push(text.slice(at, index - lead), kept);
    at = end + tail.length;
  }
  return [...nodes, text.slice(at)].filter((one) => one !== "");
}
function to_end() { // with a whole line of text at the upper edge
  const list = $("log");
  list.style.paddingBottom = "";
  list.scrollTop = list.scrollHeight;
  if (!list.scrollTop) return;
  const edge = list.getBoundingClientRect().top, cut = [...list.children].find((line) => line.getBoundingClientRect().bottom > edge + 1);
  const left = cut.getBoundingClientRect().bottom - edge - 1, high = parseFloat(getComputedStyle(cut).lineHeight), lines = Math.floor(left / high + 0.01);
  list.style.paddingBottom = `${8 + Math.max(0, left - lines * high)}px`;
  list.scrollTop = list.scrollHeight;
}
function atEnd() { const list = $("log"); return list.scrollHeight - list.scrollTop - list.clientHeight < 60; }
function log(entries, whole, follow, fresh) { // `fresh`: how many of a whole log came after the last answer
  const list = $("log"), made = entries.map(([kind, text]) => { const line = make("li", undefined, { className: kind }); line.append(...words(text)); return line; });
  for (const line of whole ? made.slice(made.length - fresh) : made) line.classList.add("fresh");
  if (whole) list.replaceChildren(...made); else list.append(...made);
  while (list.childElementCount > MOST) list.firstElementChild.remove();
  if (follow) to_end();
  lately();
}
function lately() {
  const names = [...$("log").querySelectorAll(".name")];
  names.forEach((one, k) => { one.tabIndex = k === names.length - 1 ? 0 : -1; });
  $("lately").replaceChildren(...[...$("log").children].slice(-LATELY).map((line) => line.cloneNode(true)));
  for (const one of $("lately").querySelectorAll(".name")) one.tabIndex = 0;
  $("lately").scrollTop = $("lately").scrollHeight;
}
let high = 0; // of the log: a smaller one still shows its end
new ResizeObserver(() => {
  const list = $("log"), less = high - list.clientHeight;
  if (less > 0 && list.scrollHeight - list.scrollTop - high < 60) to_end();
  high = list.clientHeight;
}).observe($("log"));
new ResizeObserver(() => { $("lately").scrollTop = $("lately").scrollHeight; }).observe($("lately"));
function old() { for (const line of $("log").querySelectorAll(".fresh")) line.classList.remove("fresh"); }
for (const list of [$("log"), $("lately")]) {
  const name = (event) => event.target.closest(".name");
  list.addEventListener("click", (event) => { if (name(event)) menu(name(event)); });
  list.addEventListener("mouseover", (event) => { if (name(event) && !touch.matches) show(name(event)); else hide(); });
  list.addEventListener("mouseleave", hide);
  list.addEventListener("focusin", (event) => { if (event.target.matches(".name:focus-visible")) show(event.target); });
  list.addEventListener("focusout", hide);
  list.addEventListener("keydown", (event) => { if (name(event)) rove(event, [...list.querySelectorAll(".name")]); });
}
$("choices").addEventListener("mouseover", (event) => { const one = event.target.closest("[data-card]"); if (one && !touch.matches) show(one); else hide(); });
$("choices").addEventListener("mouseleave", hide);
$("choices").addEventListener("focusin", (event) => { const one = event.target.matches("button:focus-visible") && event.target.querySelector("[data-card]"); if (one) show(one); });
$("choices").addEventListener("focusout", hide);
for (const kind of ["click", "keydown"]) {
  $("choices").addEventListener(kind, (event) => {
    const one = event.target.closest(".look");
    if (!one || (kind === "keydown" && event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    menu(one);
  });
}
