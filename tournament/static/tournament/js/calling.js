/* Calls the reader when a round opens or their seat in it changes.

   It does so in the page's title, and by sound and vibration where this phone is told to.

   data-call="7" data-call-words="…"    in the part that refreshes: the round being played and where the reader sits;
                                        a page that comes with its round calls nobody. Its text says that the seat
                                        is another now, and is shown if that was so
   data-call-bell="URL"                 around the switches; the bell (clock/bell.js), fetched once it is wanted
   data-call-vibrates                   the switch of the vibration, for phones that can
   data-call-says                       where a screen reader hears what was called */
import { browser } from "./shared/memory.js";
import { each, forEveryPart } from "./shared/page.js";

const title = document.title;
const switches = document.querySelector("[data-call-bell]");
let told = null;        // the last round that was called or came with the page, and the seat in it
let changed = false;    // whether that seat is another than at first
let bell = null;

const fetchBell = async () => {
  bell = await import(switches.dataset.callBell);
  bell.offerBell();
  bell.showBell();
};

const wants = (what) => browser.recall(what) === "on";

/* Somebody who wants to be called is so with the page out of sight, too. */
const listen = () => each("[data-poll]", (region) => region.toggleAttribute("data-poll-hidden", wants("bell") || wants("call-vibration")));

const say = (words) => {
  document.title = words ? `${words} · ${title}` : title;
  each("[data-call-says]", (place) => { place.textContent = words; });
};

const call = (words) => {
  say(words);
  bell?.ring(2);
  if (wants("call-vibration")) navigator.vibrate?.([300, 150, 300]);
};

forEveryPart((part) => each("[data-call]", (place) => {
  const now = { round: Number(place.dataset.call), words: place.dataset.callWords };
  const before = told ?? now;
  if (now.round < before.round) return say("");    // reopened: what was called holds no longer
  const same = now.round === before.round;
  const moved = same && now.words !== before.words;
  told = now;
  changed = same && (changed || Boolean(moved && before.words));
  place.hidden = !(changed && now.words);
  if (same && !moved) return;
  if (now.round && now.words) call(changed ? place.textContent.trim() : now.words);
  else say("");
}, part));

for (const press of ["pointerdown", "keydown"]) document.addEventListener(press, () => { document.title = title; });
switches.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-bell]");
  if (button && !bell) {
    await fetchBell();
    button.click();
  }
  setTimeout(listen);      // when the switch has been heard
});
each("[data-call-vibrates]", (button) => { button.hidden = !navigator.vibrate; });
if (wants("bell")) fetchBell();
listen();
