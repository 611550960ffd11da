/* The bell of round clocks, heard where somebody has asked for it: its tones are made here, without a file.

   data-bell           a button that switches the bell of this browser on and off
   data-bell-waits     words shown while the browser does not let it ring yet */
import { browser } from "../shared/memory.js";
import { each, onClick } from "../shared/page.js";

const PARTIALS = [[1, 0.5], [2.76, 0.25], [5.4, 0.12]];      // of the tone, and how loud
const PITCH = 660;
let isWanted = browser.recall("bell") === "on";
let sound = null;

export const offerBell = () => {
  onClick("[data-bell]", switchBell);
  // Browsers let a page sound only after a press of a key or a button.
  for (const press of ["pointerdown", "keydown"]) document.addEventListener(press, arm);
};

export const showBell = () => {
  each("[data-bell]", (button) => {
    button.hidden = false;
    button.setAttribute("aria-pressed", String(isWanted));
  });
  each("[data-bell-waits]", (words) => { words.hidden = !isWanted || sound?.state === "running"; });
};

export const ring = (strokes) => {
  if (!isWanted || sound?.state !== "running") return;
  for (let i = 0; i < strokes; i++) strike(sound.currentTime + i * 0.7);
};

const switchBell = () => {
  isWanted = !isWanted;
  browser.keep("bell", isWanted ? "on" : "off");
  arm();
  if (isWanted) sound.resume().then(() => strike(sound.currentTime));     // so that one hears how loud it is
  showBell();
};

const arm = () => {
  if (!isWanted) return;
  sound ??= new AudioContext();
  if (sound.state !== "running") sound.resume().then(showBell, () => {});
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
