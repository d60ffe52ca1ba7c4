// One stream per tab. The server sends whole fragments or wake-ups; here they are put in place without losing
// focus, typed text or scroll, and the mark in the bar says whether the page is live.

const RETRY_SECONDS = [1, 2, 4, 8, 15];
// The server sends a beat every 15 s; a network that died silently is found by their absence.
const SILENCE_SECONDS = 40;

/** Puts the HTML `html` into `target` by morphing: nodes that stay the same stay themselves. */
export function morph(target, html) {
  window.Idiomorph.morph(target, html, {
    morphStyle: "innerHTML",
    // Kept while it is typed into; a button that was just pressed must not keep its old words.
    ignoreActiveValue: document.activeElement?.matches("input, select, textarea") ?? false,
    callbacks: {
      // What the reader is busy with is not touched while its key stays the same (a bet being typed).
      beforeNodeMorphed: (old, fresh) => !(old.dataset?.keep && old.dataset.keep === fresh.dataset?.keep),
      beforeAttributeUpdated: (name, node) => !(name === "open" && node.nodeName === "DETAILS"),
    },
  });
}

/** Shows "live", "lost" or "off" in the bar and on the body. */
export function mark(state) {
  const sign = document.querySelector("[data-live-mark]");
  const delayed = Number(document.body.dataset.delayed ?? 0) > 0;
  document.body.dataset.link = state;
  if (!sign) return;
  const words = state === "live" ? sign.dataset.wordsLive : sign.dataset.wordsLost;
  const shown = state === "live" && delayed ? "delayed" : state;
  if (sign.dataset.state !== shown) {
    sign.dataset.state = shown;
    sign.textContent = words;
  }
}

/**
 * Follows the stream at `url`. `handlers` maps event names (table, standings, reset) to functions of the event.
 * `renew()` is called after a refusal (a ticket grows old) and answers the address to go on with.
 */
export function follow(url, handlers, renew) {
  let source, tries = 0, timer, silence;

  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(() => { mark("lost"); again(); }, SILENCE_SECONDS * 1000);
  };
  const open = (address) => {
    source = new EventSource(address);
    source.onopen = () => { tries = 0; mark("live"); heard(); };
    source.onerror = () => {
      mark("lost");
      if (source.readyState === EventSource.CLOSED) again();
    };
    source.addEventListener("beat", heard);
    for (const [name, handle] of Object.entries(handlers)) {
      source.addEventListener(name, (event) => { heard(); handle(event); });
    }
  };
  const again = () => {
    clearTimeout(timer);
    const wait = RETRY_SECONDS[Math.min(tries++, RETRY_SECONDS.length - 1)];
    timer = setTimeout(async () => {
      source.close();
      try { open(await renew()); } catch { again(); }
    }, wait * 1000);
  };

  addEventListener("offline", () => mark("lost"));
  addEventListener("online", () => { tries = 0; again(); });
  addEventListener("pagehide", () => source.close());
  addEventListener("pageshow", (event) => { if (event.persisted) again(); });
  open(url);
}
