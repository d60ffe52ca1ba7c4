// The bet entry: steps, min, same again, half, max; the amount reads well and is checked before it is sent.

const THIN = "\u202f";
const group = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, THIN);
const number = (text) => (/^\d+$/.test(text.replace(/[\s\u202f\u00a0.,']/g, "")) ? Number(text.replace(/\D/g, "")) : NaN);
const lastBet = () => `bet:${document.body.dataset.table}`;

function show(entry, amount) {
  const field = entry.querySelector("[name=amount]");
  field.value = group(amount);
  check(entry);
}

function check(entry) {
  const field = entry.querySelector("[name=amount]");
  const [low, high, step] = [entry.dataset.minimum, entry.dataset.maximum, entry.dataset.step].map(Number);
  const amount = number(field.value);
  const fits = amount >= low && amount <= high && (amount % step === 0 || amount === high);
  field.setCustomValidity(fits ? "" : field.getAttribute("aria-label"));
  field.setAttribute("aria-invalid", String(!fits));
  const shown = entry.querySelector("[data-bet-shown]");
  if (shown) shown.textContent = fits ? group(amount) : "";
}

/** Makes a fresh bet entry ready: the last bet behind "same again". */
export function ready() {
  const entry = document.querySelector(".betentry");
  if (!entry || entry.dataset.ready) return;
  entry.dataset.ready = "yes";
  const [low, high] = [Number(entry.dataset.minimum), Number(entry.dataset.maximum)];
  const last = Number(sessionStorage.getItem(lastBet()));
  const same = entry.querySelector("[data-bet-same]");
  if (last >= low && last <= high) {
    same.disabled = false;
    same.dataset.bet = last;
    same.querySelector("small").textContent = group(last);
  }
  show(entry, number(entry.querySelector("[name=amount]").value));
}

/** Remembers what was bet. */
export function remember(fields) {
  if (fields.get("action") === "bet" && !fields.get("secret")) sessionStorage.setItem(lastBet(), number(fields.get("amount")));
}

addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-bet], [data-bet-by]");
  const entry = button?.closest(".betentry");
  if (!entry) return;
  // After a click with a mouse Enter should bet, not press the same button again; on a phone the keyboard stays away.
  if (event.detail > 0 && matchMedia("(hover: hover)").matches) entry.querySelector("[name=amount]").focus({ preventScroll: true });
  if (button.dataset.bet) return show(entry, Number(button.dataset.bet));
  const [low, high, step] = [entry.dataset.minimum, entry.dataset.maximum, entry.dataset.step].map(Number);
  const now = number(entry.querySelector("[name=amount]").value) || low;
  const moved = Math.floor(now / step) * step + Number(button.dataset.betBy) * step;
  show(entry, Math.min(high, Math.max(low, moved)));
});
addEventListener("input", (event) => { if (event.target.matches?.(".betentry [name=amount]")) check(event.target.closest(".betentry")); });
addEventListener("focusout", (event) => {
  if (!event.target.matches?.(".betentry [name=amount]")) return;
  const amount = number(event.target.value);
  if (amount) show(event.target.closest(".betentry"), amount);
});
