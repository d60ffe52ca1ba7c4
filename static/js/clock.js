// Deadlines belong to the server; digits and rings only draw them. Elements carry data-deadline (ISO) and are
// told once a quarter second how much is left.

let ahead = null; // server time minus ours, milliseconds

/** Learns the server's clock from a page rendered at `iso`. Of several readings the latest-looking is the truest: a page only ever arrives late. */
export function learn(iso) {
  const reading = Date.parse(iso) - Date.now();
  if (!Number.isNaN(reading) && (ahead === null || reading > ahead)) ahead = reading;
}

/** Seconds until `iso` by the server's clock. */
export function secondsUntil(iso) {
  return (Date.parse(iso) - Date.now() - (ahead ?? 0)) / 1000;
}

const written = (seconds) => {
  const left = Math.max(0, Math.ceil(seconds));
  const [hours, minutes, rest] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
  const two = (n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
};

/** Draws every clock on the page now. */
export function draw() {
  for (const clock of document.querySelectorAll("[data-digits]")) {
    if (!clock.dataset.deadline) continue;
    const left = secondsUntil(clock.dataset.deadline);
    const text = written(left);
    if (clock.textContent !== text) clock.textContent = text;
    clock.toggleAttribute("data-late", left <= 10);
  }
  for (const ring of document.querySelectorAll("[data-ring]")) {
    if (!ring.dataset.deadline) continue;
    const left = Math.max(0, secondsUntil(ring.dataset.deadline));
    ring.setAttribute("stroke-dasharray", `${Math.min(100, (100 * left) / ring.dataset.total).toFixed(1)} 100`);
    ring.closest("svg").toggleAttribute("data-late", left <= 10);
  }
}

/** Draws four times a second, and calls `each()` after. */
export function run(each = () => {}) {
  draw();
  setInterval(() => { draw(); each(); }, 250);
}
