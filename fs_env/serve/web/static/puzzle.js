"use strict";
// A puzzle on the page of a table: its position comes drawn for this window, and a choice loads the page of that choice.
const title = document.title;
connect = async () => {
  wished = stage();
  const answer = await fetch(`${about.path}?${about.line}&stage=${wished}`).catch(() => null);
  if (!answer?.ok) { trouble(answer ? await answer.text() : "There is no connection now."); return; }
  TAKES.position(await answer.json());
  document.title = title;
};
again = connect;
send = ({ do: kind, action }) => { if (kind === "answer") location.search = `${about.line}&choose=${action}`; };
