"use strict";
// The people of the table: who is away, whose seat a bot plays, and resigning. Reads `names`, `now` and `send` of table.js.
{
const SIGN = 5000; // milliseconds between two signs of a person who moves the mouse, touches or types
let company = { away: [], bots: [], resigned: [], seconds: 0 }, signed = 0;

function of_seat(seat) { // what the others, and the person, read about a seat
  const own = seat === about.seat, bot = company.bots.includes(seat);
  if (company.resigned.includes(seat)) return own ? ["You have resigned: a bot plays on."] : [names[seat], " has resigned: a bot plays on."];
  if (own) return bot ? ["You were away: a bot plays for you.", take_back()] : [];
  return [names[seat], bot ? " is away: a bot plays." : company.seconds ? ` is away: a bot plays after ${company.seconds} s.` : " is away."];
}
function take_back() { return make("button", "take my seat", { type: "button", className: "main", onclick: () => send({ do: "here" }) }); }
function met() {
  const seats = [...new Set([...company.resigned, ...company.away])].sort(), found = now && now.over ? [] : seats.map(of_seat).filter((one) => one.length);
  $("company").replaceChildren(...found.map(([first, ...rest]) => {
    const line = make("p");
    line.append(rest.length && typeof rest[0] === "string" ? make("bdi", first) : first, ...rest);
    return line;
  }));
  $("company").hidden = !found.length;
  if ($("resign")) $("resign").hidden = Boolean(now && now.over) || company.resigned.includes(about.seat);
}
TAKES.company = (message) => { company = message; met(); squeeze(); };
const ended = end;
end = () => { ended(); met(); };
function here() {
  const late = performance.now() - signed > SIGN || company.bots.includes(about.seat);
  if (!about.company || !late || socket?.readyState !== WebSocket.OPEN || company.resigned.includes(about.seat)) return;
  signed = performance.now();
  send({ do: "here" });
}
for (const kind of ["pointermove", "pointerdown", "keydown", "wheel"]) document.addEventListener(kind, here, { passive: true, capture: true });
if ($("resign")) {
  $("resign").onclick = () => { if (confirm(about.forfeit ? "Resign? The game ends, and you lose it." : "Resign? A bot plays your seat to the end.")) send({ do: "resign" }); };
}
}
