// Four short sounds, made here, off until asked for.

const TUNES = { turn: [660, 880], deal: [220], win: [523, 659, 784], tick: [1200] };
const LENGTH = { turn: .16, deal: .04, win: .12, tick: .03 };
let context;

const on = () => localStorage.getItem("sounds") === "on";

/** Plays `name` if sounds are on. */
export function play(name) {
  if (!on()) return;
  context ??= new AudioContext();
  TUNES[name].forEach((pitch, index) => {
    const [start, length] = [context.currentTime + index * LENGTH[name], LENGTH[name]];
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    tone.frequency.value = pitch;
    tone.type = "triangle";
    volume.gain.setValueAtTime(.12, start);
    volume.gain.exponentialRampToValueAtTime(.001, start + length);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + length);
  });
}

/** Makes the switch in the bar work. */
export function switches() {
  for (const button of document.querySelectorAll("[data-sound-switch]")) {
    button.setAttribute("aria-pressed", on());
    button.addEventListener("click", () => {
      localStorage.setItem("sounds", on() ? "off" : "on");
      button.setAttribute("aria-pressed", on());
      play("turn");
    });
  }
}
