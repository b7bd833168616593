"use strict";
// A puzzle on the page of a table: its position comes drawn for this window, and a choice loads the page of that choice.
const title = document.title;
let reasons = {}; // place without a choice -> why
connect = async () => {
  const asked = wished = stage();
  const answer = await fetch(`${about.path}?${about.line}&stage=${asked}`).catch(() => null);
  const message = answer?.ok ? await answer.json() : await answer?.text() ?? "There is no connection now.";
  if (asked !== wished) return; // another drawing was asked for meanwhile
  if (!answer?.ok) { trouble(message); return; }
  reasons = message.why;
  TAKES.position(message);
  document.title = title;
};
again = connect;
send = ({ do: kind, action, place }) => {
  if (kind === "answer") location.search = `${about.line}&choose=${action}`;
  if (kind === "why") setTimeout(() => TAKES.why({ why: reasons[place] })); // when its line is there
};
