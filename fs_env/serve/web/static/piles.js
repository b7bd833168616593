"use strict";
// The discard piles as lists of faces: by the button, or a click on a deck that no choice needs. Faces are loaded as they come into sight.
if ($("piles")) {
  const seen = new IntersectionObserver((all) => {
    for (const { target, isIntersecting } of all) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      face(target).then((found) => { 
        if (!found || !target.isConnected) return;
        target.innerHTML = found[0];
        target.append(make("span", `${target.dataset.card}: ${found[1]}`, { className: "unseen" }));
      });
    }
  });
  let deck = ""; // that was clicked
  const ask = (place) => { deck = place; send({ do: "piles" }); }, box = make("dialog", undefined, { id: "pile" });
  box.setAttribute("aria-labelledby", "pile-name");
  box.onkeydown = (event) => event.stopPropagation(); // no key means a choice here
  document.body.append(box);
  TAKES.piles = ({ piles }) => {
    const found = piles.filter(([, cards]) => cards.length);
    box.replaceChildren(make("h2", found.length ? "Discard piles, from the top" : "The discard piles are empty", { id: "pile-name" }));
    if (deck) box.append(unchosen(deck));
    for (const [title, all] of found) {
      const list = make("ul", undefined, { className: "pile" });
      for (const name of all) {
        const item = make("li", name);
        Object.assign(item.dataset, { card: name, place: "" });
        item.tabIndex = 0;
        list.append(item);
        seen.observe(item);
      }
      box.append(make("h3", `${title}: ${all.length}`), list);
    }
    box.append(make("button", "close", { type: "button", onclick: () => box.close() }));
    if (!box.open) box.showModal();
  };
  $("piles").onclick = () => ask("");
  board.addEventListener("click", (event) => {
    const one = event.target.closest('[data-place^="deck:"]');
    if (one && !one.dataset.card && !acts(one.dataset.place).length) ask(one.dataset.place);
  });
}
