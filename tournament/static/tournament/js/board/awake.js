/* Keeps the screen of the big screen's computer awake, where the browser allows.

   data-board-sleeps     words for the director where it does not: over plain http no browser does */
import { each } from "../shared/page.js";

export const stayAwake = () => {
  const ask = async () => {
    if (document.hidden) return;
    try {
      await navigator.wakeLock.request("screen");
      say(false);
    } catch {
      say(true);
    }
  };
  document.addEventListener("visibilitychange", ask);      // a hidden page loses it
  ask();
};

const say = (mayGoDark) => each("[data-board-sleeps]", (words) => { words.hidden = !mayGoDark; });
