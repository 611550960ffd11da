/* A short sound for what somebody should look at, made here, so that it needs no file and works on plain http.

   A button with data-preference="sound" (page/preferences.js) silences it in this browser. */
import { browser } from "./memory.js";

const TONES = [[523, 0], [392, 0.13]];      // Hertz, and when each begins
const LENGTH = 0.11;
const PAUSE = 400;                          // milliseconds in which many rows at once make one sound
let context = null;
let last = -PAUSE;

export const callAttention = () => {
  if (browser.recall("sound") === "off" || !mayPlay() || performance.now() - last < PAUSE) return;
  last = performance.now();
  try {
    context ??= new AudioContext();
    context.resume();
    for (const [pitch, after] of TONES) play(pitch, context.currentTime + after);
  } catch { /* a browser without sound */ }
};

const mayPlay = () => !navigator.userActivation || navigator.userActivation.hasBeenActive;

const play = (pitch, from) => {
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0, from);
  volume.gain.linearRampToValueAtTime(0.25, from + 0.01);
  volume.gain.linearRampToValueAtTime(0, from + LENGTH);
  tone.connect(volume).connect(context.destination);
  tone.start(from);
  tone.stop(from + LENGTH);
};
