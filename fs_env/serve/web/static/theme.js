"use strict";
// Light or dark: as the system is, until somebody presses the button; kept for all pages of this server. Loaded before the page is shown.
{
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const dark = () => root.dataset.theme ? root.dataset.theme === "dark" : system.matches;
  const label = () => { document.getElementById("theme").textContent = dark() ? "light" : "dark"; };
  try { if (localStorage.getItem("theme")) root.dataset.theme = localStorage.getItem("theme"); } catch { /* nothing is kept */ }
  document.addEventListener("DOMContentLoaded", () => {
    label();
    system.addEventListener("change", label);
    document.getElementById("theme").onclick = () => {
      root.dataset.theme = dark() ? "light" : "dark";
      label();
      try { localStorage.setItem("theme", root.dataset.theme); } catch { /* nothing is kept */ }
    };
  });
}
