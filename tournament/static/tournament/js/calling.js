/* Calls the reader when a round opens: in the page's title, and by sound and vibration where this phone is told to.

   data-call="7" data-call-words="…"    in the part that refreshes: the round being played and where the reader sits;
                                        a page that comes with its round calls nobody
   data-call-bell="URL"                 around the switches; the bell (clock/bell.js), fetched once it is wanted
   data-call-vibrates                   the switch of the vibration, for phones that can
   data-call-says                       where a screen reader hears what was called */
import { browser } from "./shared/memory.js";
import { each, forEveryPart } from "./shared/page.js";

const title = document.title;
const switches = document.querySelector("[data-call-bell]");
let round = null;
let bell = null;

const fetchBell = async () => {
  bell = await import(switches.dataset.callBell);
  bell.offerBell();
  bell.showBell();
};

const wants = (what) => browser.recall(what) === "on";

/* Somebody who wants to be called is so with the page out of sight, too. */
const listen = () => each("[data-poll]", (region) => region.toggleAttribute("data-poll-hidden", wants("bell") || wants("call-vibration")));

const call = (words) => {
  document.title = `${words} · ${title}`;
  each("[data-call-says]", (place) => { place.textContent = words; });
  bell?.ring(2);
  if (wants("call-vibration")) navigator.vibrate?.([300, 150, 300]);
};

forEveryPart((part) => each("[data-call]", ({ dataset }) => {
  const open = Number(dataset.call);
  if (round !== null && open > round && dataset.callWords) call(dataset.callWords);
  round = Math.max(round, open);
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
