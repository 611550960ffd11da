/* Round clocks count down by the server's time, and say when they are to be heard (bell.js).

   data-clock, data-clock-ends="MS"      a running clock; data-clock-server is the address that tells the time
   data-clock-time                       where "12:34 left" is written; data-clock-warns: a word at 5:00, too
   data-until="MS" data-until-words      words that take the place of others when a moment has come
   Fires "clock:rings" on the document (detail: "end" or "warning"), whether or not it can be heard. */
import { each } from "../shared/page.js";

const WARNING = 300;                  // seconds before the end
const LAST = 60;                      // seconds before the end in which the big screen shows nothing else
const LATE = 20;                      // a clock met longer after its end than this does not ring any more
const EVERY = 300_000;                // milliseconds after which the server's time is asked again
const leftBefore = new Map();         // end → seconds left when last looked at
let off = 0;                          // what this machine's clock is off by
let asked = 0;                        // when, by a clock that nobody sets

export const runClocks = () => {
  tick();
  setInterval(tick, 500);
  document.addEventListener("visibilitychange", () => {
    asked = 0;
    tick();
  });
};

const tick = () => {
  const timed = document.querySelector("[data-clock-ends], [data-until]");
  if (timed && (!asked || performance.now() - asked > EVERY)) askTime(timed.dataset.clockServer || timed.dataset.untilServer).then(look);
  else look();
};

const now = () => Date.now() + off;

/* Asks the address that tells the server's time; without an answer the last one serves on. */
const askTime = async (address) => {
  asked = performance.now() || 1;
  const before = Date.now();
  try {
    const answer = await fetch(address, { cache: "no-store", credentials: "omit" });
    if (answer.ok) off = Number(await answer.text()) - (before + Date.now()) / 2;
  } catch { /* the server is away for a moment */ }
};

/* Pages bring their clocks anew, so they are looked up each time. */
const look = () => {
  each("[data-clock-ends]", count);
  each("[data-until]", (element) => {
    if (now() >= Number(element.dataset.until) && element.textContent !== element.dataset.untilWords) element.textContent = element.dataset.untilWords;
  });
};

const count = (clock) => {
  const ends = Number(clock.dataset.clockEnds);
  const warns = "clockWarns" in clock.dataset;
  const left = (ends - now()) / 1000;
  const was = leftBefore.get(ends);
  leftBefore.set(ends, left);
  clock.classList.toggle("is-over", left <= 0);
  clock.classList.toggle("is-late", left > 0 && left <= WARNING && warns);
  clock.classList.toggle("is-last", left > 0 && left <= LAST);
  if (left > 0) show(clock, clock.dataset.clockLeftWords, minutes(Math.ceil(left)));
  else show(clock, clock.dataset.clockOverWords);
  if (was > 0 && left <= 0 && left > -LATE) announce(clock, "end");
  if (was > WARNING && left <= WARNING && left > WARNING - LATE && warns) announce(clock, "warning");
};

const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/* Writes the words with the digits in them, which the big screen makes larger. */
const show = (clock, words, digits = "") => {
  const time = clock.querySelector("[data-clock-time]");
  if (time.textContent !== words.replace("%s", digits)) {
    const figures = Object.assign(document.createElement("span"), { className: "clock-digits", textContent: digits });
    const [before, after] = words.split("%s");
    time.replaceChildren(before, ...(after === undefined ? [] : [figures, after]));
  }
  time.hidden = false;
};

const announce = (clock, what) => {
  document.dispatchEvent(new CustomEvent("clock:rings", { detail: what }));
  clock.classList.add("is-ringing");
  setTimeout(() => each(".is-ringing", (ringing) => ringing.classList.remove("is-ringing")), 8000);
};
