// The table page: follows the table, sends my moves, keys, the undo before a surrender, moves chosen ahead.

import * as bet from "./bet.js";
import * as clock from "./clock.js";
import { follow, morph } from "./live.js";
import { part, takePart } from "./seed.js";
import * as sounds from "./sounds.js";

const UNDO_SECONDS = 1.5;
const SPOKEN = [30, 10, 5];
const body = document.body;
const live = document.getElementById("live");
const area = () => document.getElementById("play-area");
const acts = () => document.getElementById("acts");
let busy = null, undoing = null, turn = null, hand = null, spoken = null, ahead = null;

// ── What arrives ─────────────────────────────────────────────────────────────

function show(html) {
  // The answer to my move may come after the stream has told what followed: nothing older replaces the newer.
  const seq = Number(/ data-seq="(\d+)"/.exec(html)[1]);
  if (seq < Number(area().dataset.seq)) return;
  morph(live, html);
  settle();
}

function settle() {
  const now = area();
  clock.learn(now.dataset.now);
  clock.draw();
  bet.ready();
  if (undoing && now.dataset.myTurn !== undoing.turn) stopUndo();
  if (undoing) acts().setAttribute("data-undoing", "");
  if (body.dataset.seat) takePart(body.dataset.table, now.dataset.phase, sendSeed).then(noteSeed);
  if (now.dataset.hand !== hand) {
    if (hand !== null && now.dataset.phase === "playing") sounds.play("deal");
    hand = now.dataset.hand;
  }
  if (now.dataset.phase === "between" && now.querySelector('.seat[data-mine] .change[data-tone="good"]') && spoken !== `won-${hand}`) {
    spoken = `won-${hand}`;
    sounds.play("win");
  }
  const mine = now.dataset.myTurn ?? null;
  if (mine && mine !== turn) myTurn(now);
  turn = mine;
  keepAhead(now);
}

function myTurn(now) {
  if (ahead && ahead.cards === now.dataset.myCards) {
    const button = acts().querySelector(`button[value="${ahead.move}"]:enabled`);
    ahead = null;
    if (button) return button.click();
  }
  ahead = null;
  sounds.play("turn");
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60);
  const idle = document.activeElement === null || document.activeElement === body;
  if (idle && matchMedia("(hover: hover)").matches) acts().querySelector(".betentry [name=amount], button.act:enabled")?.focus({ preventScroll: true });
}

function keepAhead(now) {
  const choice = acts().querySelector("[data-ahead]");
  if (!choice) return;
  if (ahead && ahead.cards !== now.dataset.myCards) ahead = null;
  choice.querySelector(`[value="${ahead?.move ?? ""}"]`).checked = true;
}

async function refresh() {
  const answer = await fetch(body.dataset.fragment, { headers: { "X-Fragment": "table" } });
  if (!answer.ok) throw new Error(answer.status);
  show(await answer.text());
  return answer.headers.get("X-Events") ?? body.dataset.events;
}

/** The tournament's bar for me: takes me to my next table once this one is over for me. */
async function nextTable() {
  if (!body.dataset.bar) return;
  const over = area().hasAttribute("data-over") || ["out", "watch"].includes(acts().dataset.mode);
  if (!over || !body.dataset.seat) return;
  const place = document.querySelector("[data-next-table]");
  const answer = await fetch(body.dataset.bar);
  if (!answer.ok) return;
  place.innerHTML = await answer.text();
  const next = place.querySelector("[data-my-table]")?.dataset.myTable;
  if (next && new URL(next, location).pathname !== location.pathname) location.assign(next);
}

// ── What I send ──────────────────────────────────────────────────────────────

async function send(form, fields) {
  // One move for each decision; the next may be made while the answer to the last is still on its way.
  const decision = area().dataset.myTurn ?? "";
  if (busy === decision) return;
  busy = decision;
  acts().querySelectorAll(".act").forEach((button) => button.setAttribute("aria-busy", "true"));
  try {
    const answer = await fetch(form.getAttribute("action"), { method: "POST", body: fields, headers: { "X-Fragment": "table" } });
    const refusal = answer.headers.get("X-Refusal");
    if (refusal) say(decodeURIComponent(refusal));
    else bet.remember(fields);
    if (answer.headers.has("X-Table")) show(await answer.text());
    else await refresh();
  } catch {
    say(document.querySelector("[data-live-mark]").dataset.wordsLost);
  } finally {
    if (busy === decision) {
      busy = null;
      acts().querySelectorAll("[aria-busy]").forEach((button) => button.removeAttribute("aria-busy"));
    }
  }
}

function sendSeed(fields) {
  const data = new FormData(document.getElementById("play"));
  for (const name of ["seq", "action", "amount", "secret"]) data.delete(name);
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return fetch(body.dataset.seed, { method: "POST", body: data, headers: { "X-Fragment": "seed" } });
}

function noteSeed() {
  const note = document.querySelector("[data-seed-note]");
  const mine = note && part(body.dataset.table);
  if (!mine) return;
  note.textContent = body.dataset.wordsSeed.replace("{cut}", mine.cut);
  note.hidden = false;
}

function startUndo(form, fields) {
  const deadline = acts().querySelector("[data-digits]")?.dataset.deadline;
  const left = deadline ? clock.secondsUntil(deadline) - .4 : UNDO_SECONDS;
  const wait = Math.max(0, Math.min(UNDO_SECONDS, left));
  const box = acts().querySelector(".undo");
  box.hidden = false;
  acts().setAttribute("data-undoing", "");
  undoing = { turn: area().dataset.myTurn, timer: setTimeout(() => { stopUndo(); send(form, fields); }, wait * 1000) };
  box.querySelector("[data-undo-cancel]").focus({ preventScroll: true });
}

function stopUndo() {
  clearTimeout(undoing?.timer);
  undoing = null;
  acts().removeAttribute("data-undoing");
  const box = acts().querySelector(".undo");
  if (box) box.hidden = true;
}

let hush;
function say(text) {
  const toast = document.querySelector("[data-toast]");
  toast.textContent = text;
  toast.hidden = false;
  clearTimeout(hush);
  hush = setTimeout(() => { toast.hidden = true; }, 6000);
}

// ── Hands on the page ────────────────────────────────────────────────────────

addEventListener("submit", (event) => {
  const form = event.target;
  if (form.id !== "play" && form.id !== "presence") return;
  event.preventDefault();
  const fields = new FormData(form, event.submitter);
  if (event.submitter?.hasAttribute("data-undo")) startUndo(form, fields);
  else send(form, fields);
});
addEventListener("click", (event) => { if (event.target.closest?.("[data-undo-cancel]")) stopUndo(); });
addEventListener("change", (event) => {
  if (event.target.name === "ahead") ahead = event.target.value ? { move: event.target.value, cards: area().dataset.myCards } : null;
});
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.target.matches?.("input:not([type=radio], [type=checkbox]), select, textarea")) return;
  if (event.key === "Enter" && event.target.matches?.("button, a, summary, input")) return;
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const visible = [...acts().querySelectorAll(`[data-key="${CSS.escape(key)}"]`)].find((each) => each.checkVisibility() && !each.disabled);
  if (!visible) return;
  event.preventDefault();
  visible.click();
});

/** The clock speaks at 30, 10 and 5 seconds of my own time, never each second. */
function speak() {
  const timer = turn && acts().querySelector("[data-digits]");
  if (!timer?.dataset.deadline) return;
  const left = Math.ceil(clock.secondsUntil(timer.dataset.deadline));
  const name = `${turn}-${left}`;
  if (name === spoken) return;
  if (left <= 10 && left > 0) sounds.play("tick");
  if (SPOKEN.includes(left)) document.querySelector("[data-speak]").textContent = body.dataset.wordsSeconds.replace("{n}", left);
  spoken = name;
}

sounds.switches();
settle();
clock.run(speak);
if (body.dataset.events) {
  follow(body.dataset.events, {
    table: (event) => { show(event.data); nextTable(); },
    standings: nextTable,
    reset: () => refresh().catch(() => {}),
  }, refresh);
}
nextTable();
