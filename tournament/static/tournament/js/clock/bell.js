/* The bell of round clocks, heard where somebody has asked for it: its tones are made here, without a file.

   data-bell           a button that switches the bell of this browser on and off; pressed means that it can be heard
   data-bell-waits     words shown while the browser does not let it ring yet */
import { browser } from "../shared/memory.js";
import { around, each, onClick } from "../shared/page.js";

const PARTIALS = [[1, 0.5], [2.76, 0.25], [5.4, 0.12]];      // of the tone, and how loud
const PITCH = 660;
let isWanted = browser.recall("bell") === "on";
let sound = null;
let wakes = false;            // whether this press of the button lets a bell ring that was silent since the page came

export const offerBell = () => {
  onClick("[data-bell]", switchBell);
  // Browsers let a page sound only after a press of a key or a button.
  for (const press of ["pointerdown", "keydown"]) document.addEventListener(press, arm);
};

export const showBell = () => {
  each("[data-bell]", (button) => {
    button.hidden = false;
    button.setAttribute("aria-pressed", String(isWanted && canSound()));
  });
  each("[data-bell-waits]", (words) => { words.hidden = !isWanted || canSound(); });
};

const canSound = () => sound?.state === "running";

export const ring = (strokes) => {
  if (!isWanted || !canSound()) return;
  for (let i = 0; i < strokes; i++) strike(sound.currentTime + i * 0.7);
};

const switchBell = () => {
  isWanted = wakes || !isWanted;
  browser.keep("bell", isWanted ? "on" : "off");
  arm();
  if (isWanted) sound.resume().then(hearIt, () => {});     // so that one hears how loud it is
  showBell();
};

const hearIt = () => {
  strike(sound.currentTime);
  showBell();
};

const arm = (press) => {
  wakes = false;
  if (!isWanted || canSound()) return;
  wakes = Boolean(press) && around(press.target, "[data-bell]") !== null;
  sound ??= new AudioContext();
  sound.resume().then(showBell, () => {});
};

const strike = (at) => {
  for (const [partial, loud] of PARTIALS) {
    const tone = sound.createOscillator();
    const fade = sound.createGain();
    tone.frequency.value = PITCH * partial;
    fade.gain.setValueAtTime(loud, at);
    fade.gain.exponentialRampToValueAtTime(0.001, at + 2.2 / partial);
    tone.connect(fade).connect(sound.destination);
    tone.start(at);
    tone.stop(at + 2.3);
  }
};
