"use strict";
for (const link of document.querySelectorAll(".links a")) link.textContent = link.href;
for (const button of document.querySelectorAll("[data-copy]")) {
  button.onclick = async () => {
    const link = new URL(button.dataset.copy, location.href).href, said = document.getElementById("said");
    try {
      await navigator.clipboard.writeText(link);
      said.textContent = "The link is copied.";
    } catch {
      said.textContent = "The browser does not let this page copy: mark the link yourself.";
    }
  };
}
