/* Asks the server for what is new, only while the page is seen; a lost server leaves what is shown, and a word of it.
   Where the page is no more (a round closed, a link ended, somebody signed out), it is loaded anew and leads on.

   data-poll="URL" data-poll-seconds="15"      a region that is asked for with its ETag and answered 304 if nothing is new
   data-poll-hidden                            asked for out of sight, too, by who wants to be called (calling.js)
   data-poll-etag='"7"'                        the ETag of what the page shows now spares the first answer
   data-poll-lost                              words that appear while the server does not answer
   data-poll-pause                             a button that halts and resumes all polling on the page */
import { each, forEveryNew, onClick } from "../shared/page.js";
import { replaceInside } from "./replacing.js";

const GONE = [404, 409, 410];
let isHalted = false;

export const keepPolling = () => {
  forEveryNew("[data-poll]", poll);
  onClick("[data-poll-pause]", (button) => {
    isHalted = !isHalted;
    button.setAttribute("aria-pressed", String(isHalted));
  });
};

const poll = (region) => {
  let etag = region.dataset.pollEtag || null;
  let isBusy = false;
  const ask = async () => {
    if (isBusy || isHalted || document.hidden && !("pollHidden" in region.dataset) || !region.isConnected) return;
    isBusy = true;
    try {
      const answer = await fetch(region.dataset.poll, { headers: etag ? { "If-None-Match": etag } : {}, cache: "no-store" });
      const gone = answer.redirected || GONE.includes(answer.status);
      if (gone) leadOn();
      else if (answer.status === 200) {
        const html = await answer.text();
        if (isPressed(region) || isTypedIn(region)) return;
        etag = answer.headers.get("ETag");
        replaceInside(region, html);
      }
      sayLost(!gone && answer.status >= 400);
    } catch {
      sayLost(true);
    } finally {
      isBusy = false;
    }
  };
  const every = 1000 * (Number(region.dataset.pollSeconds) || 15);
  const timer = setInterval(() => (region.isConnected ? ask() : clearInterval(timer)), every);
  document.addEventListener("visibilitychange", ask);
};

/* What is half typed stays; sending it gets the same answer. */
const leadOn = () => {
  const fields = [...document.querySelectorAll("main :is(input:not([type=hidden]), textarea)")];
  if (!fields.some((field) => field.value !== field.defaultValue)) location.reload();
};

/* Asked when the answer is there: typing may begin while it is on its way. What is new comes with the next answer. */
const isTypedIn = (region) => region.contains(document.activeElement) && document.activeElement.matches("input, select, textarea");

/* A button that is replaced between press and release was not pressed at all: what is new comes with the next answer. */
const isPressed = (region) => region.matches(":active");

const sayLost = (lost) => each("[data-poll-lost]", (words) => { words.hidden = !lost; });
