// Pages that are read: they follow the tournament's stream, count down, ask before what cannot be undone.

import * as clock from "./clock.js";
import { follow, morph } from "./live.js";

const EVERY_SECONDS = 2;
const body = document.body;
const live = document.getElementById("live");

const myTable = () => live.querySelector("[data-my-table]")?.dataset.myTable;

async function refresh() {
  const answer = await fetch(body.dataset.fragment, { headers: { "X-Fragment": "page" } });
  if (!answer.ok) throw new Error(answer.status);
  const before = myTable();
  morph(live, await answer.text());
  learn();
  // My table has opened while I was reading: there I go. Who comes back here from his table stays.
  if (!before && myTable()) location.assign(myTable());
  return answer.headers.get("X-Events") ?? body.dataset.events;
}

/** Refreshes at most every two seconds, however often it is woken, and once more after the last wake-up. */
let waiting = null, last = 0;
function woken() {
  if (waiting) return;
  const wait = Math.max(0, last + EVERY_SECONDS * 1000 - Date.now());
  waiting = setTimeout(() => {
    waiting = null;
    last = Date.now();
    refresh().catch(() => {});
  }, wait);
}

function learn() {
  const stamp = document.querySelector("[data-now]");
  if (stamp) clock.learn(stamp.dataset.now);
  clock.draw();
}

addEventListener("submit", (event) => {
  const question = event.submitter?.dataset.confirm ?? event.target.dataset.confirm;
  if (question && !confirm(question)) event.preventDefault();
});
addEventListener("click", (event) => {
  const opener = event.target.closest?.("[data-opens]");
  if (opener) document.getElementById(opener.dataset.opens).showModal();
  if (event.target.closest?.("[data-closes]")) event.target.closest("dialog").close();
});
// A destructive button stays closed until its name is typed.
addEventListener("input", (event) => {
  const field = event.target;
  if (field.dataset?.typed !== undefined) field.form.querySelector("[type=submit]").disabled = field.value.trim() !== field.dataset.typed;
});

learn();
clock.run();
if (live && body.dataset.events) {
  follow(body.dataset.events, { standings: woken, table: woken, reset: woken }, refresh);
}
