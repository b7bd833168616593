"use strict";
// The pace of bots: how long each of their choices stays, or until the person asks for the next one.
const PACES = [0, 100, 200, 400, 800, 1500, 3000, 6000]; // milliseconds of the places of the slider
let steps = false;

function seconds(pace) { return pace ? `${pace / 1000} s` : "no pause"; }
function paced(message) {
  if (!$("pace")) return;
  const nearest = PACES.reduce((best, pace, k) => Math.abs(pace - message.own) < Math.abs(PACES[best] - message.own) ? k : best, 0);
  steps = message.steps;
  $("slow").value = nearest;
  $("slow").setAttribute("aria-valuetext", seconds(PACES[nearest]));
  if ($("steps")) $("steps").checked = steps;
  $("paced").textContent = steps ? "step by step" : seconds(message.own) + (message.table > message.own ? `, ${seconds(message.table)} for another player` : "");
  waits();
}
function waits() { if ($("next")) $("next").hidden = !(steps && now && !now.mine && !now.over); }
function wish() { send({ do: "pace", pace: PACES[$("slow").value], steps: $("steps")?.checked ? 1 : 0 }); }
if ($("pace")) {
  $("slow").oninput = () => { $("slow").setAttribute("aria-valuetext", seconds(PACES[$("slow").value])); };
  $("slow").onchange = () => { if ($("steps")) $("steps").checked = false; wish(); };
  if ($("steps")) $("steps").onchange = wish;
  if ($("next")) $("next").onclick = () => send({ do: "next" });
}
