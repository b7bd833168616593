"use strict";
// On phones the question lies over the table as a sheet: it can be pulled down to the question and what happened last, and up again.
const PULL = 24; // pixels after which a finger has pulled, not tapped
let from = null, pulled = false;

function fold(down) {
  document.body.classList.toggle("folded", down);
  $("fold").setAttribute("aria-expanded", String(!down));
}
function folded() { return document.body.classList.contains("folded"); }
$("fold").onpointerdown = (event) => { from = event.clientY; pulled = false; $("fold").setPointerCapture(event.pointerId); };
$("fold").onpointermove = (event) => {
  const far = from === null ? 0 : event.clientY - from;
  if (Math.abs(far) < PULL) return;
  fold(far > 0);
  from = event.clientY;
  pulled = true;
};
$("fold").onpointerup = $("fold").onpointercancel = () => { from = null; };
$("fold").onclick = () => { if (!pulled) fold(!folded()); pulled = false; };
$("question").onclick = () => { if (folded()) fold(false); };
if ($("more")) $("more").onclick = () => {
  const open = $("more").getAttribute("aria-expanded") !== "true";
  $("more").setAttribute("aria-expanded", String(open));
  if (open) $("settings").scrollIntoView({ block: "nearest" });
};
