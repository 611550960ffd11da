/* A short sound for what somebody should look at: `window.sound()`. It is made here, so that it needs no file and works
   on plain http; a button with data-preference="sound" (js/site.js) silences it in this browser.                  */
(() => {
  "use strict";

  const TONES = [[523, 0], [392, 0.13]];      // Hertz, and when each begins
  const LENGTH = 0.11;
  const PAUSE = 400;                          // milliseconds in which many rows at once make one sound
  let context = null;
  let last = -PAUSE;

  const isSilenced = () => { try { return localStorage.getItem("euchre.sound") === "off"; } catch { return false; } };
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
  window.sound = () => {
    if (isSilenced() || !mayPlay() || performance.now() - last < PAUSE) return;
    last = performance.now();
    try {
      context ??= new window.AudioContext();
      context.resume();
      for (const [pitch, after] of TONES) play(pitch, context.currentTime + after);
    } catch { /* a browser without sound */ }
  };
})();
