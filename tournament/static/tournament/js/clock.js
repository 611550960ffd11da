/* Round clocks: they count down by the server's time, and ring where somebody has asked for the bell.

   data-clock, data-clock-ends="MS"      a running clock; data-clock-server is the address that tells the time
   data-clock-time                       where "12:34 left" is written; data-clock-warns: it also rings at 5:00
   data-until="MS" data-until-words      words that take the place of others when a moment has come
   data-bell                             a button that switches the bell of this browser on and off
   data-bell-waits                       words shown while the browser does not let it ring yet
   Fires "clock:rings" on the document (detail: "end" or "warning"), whether or not it can be heard.            */
(() => {
  "use strict";
  const WARNING = 300;                  // seconds before the end
  const LATE = 20;                      // a clock met longer after its end than this does not ring any more
  const each = (selector, act) => document.querySelectorAll(selector).forEach(act);

  /* ---- the server's time: what this machine's clock is off by, asked again now and then ---- */
  let off = 0;
  let asked = 0;                        // when, by a clock that nobody sets
  const askTime = async (address) => {
    asked = performance.now() || 1;
    const before = Date.now();
    try {
      const answer = await fetch(address, { cache: "no-store", credentials: "omit" });
      if (answer.ok) off = Number(await answer.text()) - (before + Date.now()) / 2;
    } catch { /* the last answer serves on */ }
  };
  const now = () => Date.now() + off;

  /* ---- the bell: made here, after a press of a key or a button, as browsers want it ---- */
  let wanted = false;
  try { wanted = localStorage.getItem("euchre.bell") === "on"; } catch { /* lasts for this page */ }
  let sound = null;
  const arm = () => {
    if (!wanted) return;
    sound = sound || new AudioContext();
    if (sound.state !== "running") sound.resume().then(showBell, () => {});
  };
  const stroke = (at) => [[1, 0.5], [2.76, 0.25], [5.4, 0.12]].forEach(([partial, loud]) => {
    const tone = sound.createOscillator();
    const fade = sound.createGain();
    tone.frequency.value = 660 * partial;
    fade.gain.setValueAtTime(loud, at);
    fade.gain.exponentialRampToValueAtTime(0.001, at + 2.2 / partial);
    tone.connect(fade).connect(sound.destination);
    tone.start(at);
    tone.stop(at + 2.3);
  });
  const ring = (clock, what) => {
    document.dispatchEvent(new CustomEvent("clock:rings", { detail: what }));
    clock.classList.add("is-ringing");
    setTimeout(() => each(".is-ringing", (ringing) => ringing.classList.remove("is-ringing")), 8000);
    if (!wanted || !sound || sound.state !== "running") return;
    const strokes = what === "end" ? 4 : 1;
    for (let i = 0; i < strokes; i++) stroke(sound.currentTime + i * 0.7);
  };
  const showBell = () => {
    each("[data-bell]", (button) => {
      button.hidden = false;
      button.setAttribute("aria-pressed", String(wanted));
    });
    each("[data-bell-waits]", (words) => { words.hidden = !wanted || sound?.state === "running"; });
  };
  document.addEventListener("click", ({ target }) => {
    if (!target.closest("[data-bell]")) return;
    wanted = !wanted;
    try { localStorage.setItem("euchre.bell", wanted ? "on" : "off"); } catch { /* lasts for this page */ }
    arm();
    if (wanted) sound.resume().then(() => stroke(sound.currentTime));     // so that one hears how loud it is
    showBell();
  });
  ["pointerdown", "keydown"].forEach((name) => document.addEventListener(name, arm));

  /* ---- every half second: pages bring their clocks anew, so they are looked up each time ---- */
  const before = new Map();             // end → seconds left when last looked at
  const words = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const count = (clock) => {
    const ends = Number(clock.dataset.clockEnds);
    const left = (ends - now()) / 1000;
    const was = before.get(ends);
    before.set(ends, left);
    clock.classList.toggle("is-over", left <= 0);
    clock.classList.toggle("is-late", left > 0 && left <= WARNING && "clockWarns" in clock.dataset);
    const time = clock.querySelector("[data-clock-time]");
    const text = left > 0 ? clock.dataset.clockLeftWords.replace("%s", words(Math.ceil(left))) : clock.dataset.clockOverWords;
    if (time.textContent !== text) time.textContent = text;
    time.hidden = false;
    if (was > 0 && left <= 0 && left > -LATE) ring(clock, "end");
    if (was > WARNING && left <= WARNING && left > WARNING - LATE && "clockWarns" in clock.dataset) ring(clock, "warning");
  };
  const tick = () => {
    const timed = document.querySelector("[data-clock-ends], [data-until]");
    if (timed && (!asked || performance.now() - asked > 300_000)) askTime(timed.dataset.clockServer || timed.dataset.untilServer).then(look);
    else look();
  };
  const look = () => {
    each("[data-clock-ends]", count);
    each("[data-until]", (element) => {
      if (now() >= Number(element.dataset.until) && element.textContent !== element.dataset.untilWords) element.textContent = element.dataset.untilWords;
    });
    showBell();
  };
  tick();
  setInterval(tick, 500);
  document.addEventListener("visibilitychange", () => { asked = 0; tick(); });
})();
