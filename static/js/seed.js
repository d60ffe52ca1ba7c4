// My part of the shoe (shoe-v1 step 2): a random seed and a cut, promised by their hash before anybody opens theirs,
// opened when the table asks. Both stay in local storage, so that a reload can still open them.

import { sha256 } from "./sha256.js";

const HALF_SHOE = 156;
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));

/** SHA-256(u32(16) || seed || u32(cut)) of a seed in hex, as hex. */
export function promise(seed, cut) {
  const bytes = unhex(seed);
  const message = new Uint8Array(4 + bytes.length + 4);
  const view = new DataView(message.buffer);
  view.setUint32(0, bytes.length);
  message.set(bytes, 4);
  view.setUint32(4 + bytes.length, cut);
  return sha256(message);
}

function mine(table) {
  const name = `seed:${table}`;
  const kept = localStorage.getItem(name);
  if (kept) return JSON.parse(kept);
  const numbers = crypto.getRandomValues(new Uint8Array(18));
  const cut = 1 + ((numbers[16] << 8) | numbers[17]) % (HALF_SHOE * 2 - 1);
  const part = { seed: hex(numbers.slice(0, 16)), cut, promised: false, opened: false };
  localStorage.setItem(name, JSON.stringify(part));
  return part;
}

/** Does what the phase asks for, once: promise while seating, open while opening. `send(fields)` posts and answers a Response. */
export async function takePart(table, phase, send) {
  if (phase !== "seating" && phase !== "opening") return;
  const part = mine(table);
  const keep = () => localStorage.setItem(`seed:${table}`, JSON.stringify(part));
  if (phase === "seating" && !part.promised) {
    part.promised = true;
    part.promised = (await send({ hash: promise(part.seed, part.cut) })).ok;
    keep();
  }
  if (phase === "opening" && part.promised && !part.opened) {
    part.opened = true;
    part.opened = (await send({ seed: part.seed, cut: part.cut })).ok;
    keep();
  }
}

/** The sentence about my part, if I have promised one. */
export function part(table) {
  const kept = JSON.parse(localStorage.getItem(`seed:${table}`) ?? "null");
  return kept?.promised ? kept : null;
}
