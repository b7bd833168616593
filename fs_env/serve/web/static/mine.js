"use strict";
// The tables of this browser: every page of a seat, and of the links of a table, stores its address here; the first page lists them.
{
  const MOST = 20, PATH = /^\/(seat|host)\/[\w-]{1,99}$/;
  const read = () => {
    try { return JSON.parse(localStorage.getItem("tables")).filter((one) => PATH.test(one)).slice(0, MOST); } catch { return []; }
  };
  const write = (paths) => { try { localStorage.setItem("tables", JSON.stringify(paths.slice(0, MOST))); } catch { /* nothing is stored */ } };
  const forget = (path) => write(read().filter((one) => one !== path));
  const put = (tag, text, given = {}) => Object.assign(document.createElement(tag), { textContent: text, ...given });

  function row({ path, title, names, state, word }) {
    const item = put("li", "", { className: "panel" }), words = put("div", ""), who = put("span", "", { className: "small" });
    names.forEach((name, k) => who.append(k ? ", " : "", put("bdi", name)));
    words.append(put("b", title), " ", put("span", state, { className: "small" }), put("br", ""), who);
    const drop = put("button", "forget", { type: "button", onclick: () => { forget(path); item.remove(); section.hidden = !list.childElementCount; } });
    drop.setAttribute("aria-label", `forget ${title}, ${state}`);
    const go = put("a", word, { href: path, className: "button main" });
    go.setAttribute("aria-label", `${word}: ${title}, ${state}`);
    item.append(words, go, drop);
    return item;
  }
  const section = document.getElementById("mine"), list = section?.querySelector("ul");
  async function look() {
    const paths = read();
    if (!paths.length) return;
    const answer = await fetch("/mine", { method: "POST", body: JSON.stringify(paths.map((path) => path.split("/")[2])) }).catch(() => null);
    if (!answer?.ok) return;
    const found = await answer.json(), known = new Set(found.map((one) => one.path));
    write(paths.filter((path) => known.has(path))); // the server knows no others any more
    list.replaceChildren(...found.map(row));
    section.hidden = !found.length;
  }
  if (section) look();
  else if (PATH.test(location.pathname)) write([location.pathname, ...read().filter((one) => one !== location.pathname)]);
}
