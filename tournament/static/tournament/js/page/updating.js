/* Keeps a page up to date, the one way for all that polls: it asks with the ETag of what is shown, and only while seen.

   It asks less often while the server cannot be reached, and at once when the page is seen again or the network is back.
   What somebody types in or presses is not replaced under their hands. What a form comes to is shown by previews.js.

   data-poll="URL" data-poll-seconds="15"      a region that is asked for, and answered 304 if nothing is new
   data-poll-every="3"                         within it: asked for so often as long as it is there
   data-poll-hidden                            asked for out of sight, too, by who wants to be called (calling.js)
   data-poll-etag='"7"'                        the ETag of what the page shows now spares the first answer
   data-poll-lost                              words that appear while the server does not answer
   data-poll-pause                             a button that halts and resumes all polling on the page; there if any is */
import { each, forEveryNew, isPressed, onClick, partArrived } from "../shared/page.js";

const GONE = [404, 409, 410];
const MOST_MISSES = 2;       // each doubles the wait: four times as long at most
let isHalted = false;

/* Asks for news of an element again and again. `take` gets an answer's words and says false if it cannot have them yet;
   `hear` gets every answer, null from a lost server. */
export const keepAsking = (element, { address, seconds, isWanted = () => !document.hidden, hear = () => {}, take }) => {
  let misses = 0;
  let timer = 0;
  let isBusy = false;
  const askOnce = async () => {
    const etag = element.dataset.pollEtag;
    try {
      const answer = await fetch(address, { headers: etag ? { "If-None-Match": etag } : {}, cache: "no-store" });
      misses = answer.status < 500 ? 0 : misses + 1;
      hear(answer);
      if (answer.status !== 200 || answer.redirected) return;
      const words = await answer.text();
      const isOvertaken = element.dataset.pollEtag !== etag;
      if (!isOvertaken && take(words) !== false) element.dataset.pollEtag = answer.headers.get("ETag") ?? "";
    } catch {
      misses += 1;
      hear(null);
    }
  };
  const ask = async () => {
    if (isBusy || !element.isConnected) return;
    clearTimeout(timer);
    isBusy = true;
    if (isWanted()) await askOnce();
    isBusy = false;
    wait();
  };
  const pace = () => Number(element.querySelector("[data-poll-every]")?.dataset.pollEvery) || seconds;
  const wait = () => { timer = setTimeout(ask, 1000 * pace() * 2 ** Math.min(misses, MOST_MISSES)); };
  document.addEventListener("visibilitychange", ask);
  addEventListener("online", ask);
  wait();
};

export const keepPolling = () => {
  forEveryNew("[data-poll]", (region) => {
    each("[data-poll-pause]", (button) => { button.hidden = false; });
    poll(region);
  });
  onClick("[data-poll-pause]", (button) => {
    isHalted = !isHalted;
    button.setAttribute("aria-pressed", String(isHalted));
  });
};

/* Where the page is no more (a round closed, a link ended, somebody signed out), it is loaded anew and leads on. */
const poll = (region) => keepAsking(region, {
  address: region.dataset.poll,
  seconds: Number(region.dataset.pollSeconds) || 15,
  isWanted: () => !isHalted && (!document.hidden || "pollHidden" in region.dataset),
  hear: (answer) => {
    const isGone = answer?.redirected || GONE.includes(answer?.status);
    if (isGone) leadOn();
    each("[data-poll-lost]", (words) => { words.hidden = isGone || answer?.status < 400; });
  },
  take: (html) => !isPressed(region) && !isTypedIn(region) && replaceInside(region, html),
});

/* What is half typed stays; sending it gets the same answer. */
const leadOn = () => {
  const fields = [...document.querySelectorAll("main :is(input:not([type=hidden]), textarea)")];
  if (!fields.some((field) => field.value !== field.defaultValue)) location.reload();
};

/* Asked when the answer is there: typing may begin while it is on its way. What is new comes with the next answer. */
const isTypedIn = (region) => region.contains(document.activeElement) && document.activeElement.matches("input, select, textarea");

/* Replaces what is in a region; the focus, what was unfolded and how far a list was moved aside stay, and new parts get
   their behaviour. */
export const replaceInside = (region, html) => {
  const restoreFocus = rememberFocus(region);
  const aside = region.querySelector(".listing-scroll")?.scrollLeft || 0;
  const folds = [...region.querySelectorAll("details[id]")].map(({ id, open }) => [id, open]);
  region.innerHTML = html;
  for (const [id, open] of folds) document.getElementById(id)?.toggleAttribute("open", open);
  if (aside) region.querySelector(".listing-scroll")?.scrollTo(aside, 0);
  partArrived(region);  // which may lead its links elsewhere: they are found by where they led
  restoreFocus();
};

/* Remembers what has the focus within a region; the answer puts it back there, found again by id, name or address */
const rememberFocus = (region) => {
  const active = document.activeElement;
  if (!active || active === region || !region.contains(active)) return () => {};
  const mark = markOf(active);
  return () => {
    const again = mark && !document.contains(active) ? document.querySelector(mark) : null;
    if (again) again.focus({ preventScroll: true });
  };
};

const markOf = (element) => {
  if (element.id) return `#${CSS.escape(element.id)}`;
  if (element.name) return `[name="${CSS.escape(element.name)}"]`;
  const address = element.getAttribute("href");
  return address ? `a[href="${CSS.escape(address)}"]` : null;
};
