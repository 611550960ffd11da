/* Lets waiting entries go out by themselves, oldest first, until one finds nobody.

   Every answer to an entry that had waited fires "waiting:answer"; who takes it as their own prevents its default. */
import { allEntries, isMine, tellChange } from "./entries.js";
import { takeLateAnswer } from "./forms.js";
import { isInFlight, sendEntry, whyLost } from "./sending.js";

const EVERY = 4_000;
let timer = null;
let isGoing = false;

export const keepGoingOut = () => {
  document.addEventListener("waiting:changed", plan);
  window.addEventListener("online", goOut);
  window.addEventListener("pageshow", goOut);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) goOut(); });
};

export const goOut = async () => {
  if (isGoing) return;
  isGoing = true;
  try {
    // Asked anew each time: while one is on its way the next is typed.
    for (let [entry] = due(); entry; [entry] = whyLost() ? [] : due()) announce(entry, await sendEntry(entry));
  } finally {
    isGoing = false;
    tellChange();
  }
};

const due = () => allEntries().filter((entry) => isMine(entry) && entry.state === "waiting" && !isInFlight(entry.url));

const plan = () => {
  clearTimeout(timer);
  if (due().length) timer = setTimeout(goOut, EVERY);
};

const announce = (entry, answer) => {
  const news = new CustomEvent("waiting:answer", { cancelable: true, detail: { entry, answer } });
  if (document.dispatchEvent(news)) takeLateAnswer(entry, answer);
};
