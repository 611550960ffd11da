/* A draw of seats may take seconds: says so, is sent only once, and goes on to the draft when it is there. */

import { keepAsking } from "../page/updating.js";
import { parsed } from "../shared/page.js";

const EVERY = 0.7;

/* A page about a draw under way, [data-drawing], asks how far it is. */
export const followDrawing = (place) => keepAsking(place, {
  address: location.href,
  seconds: EVERY,
  hear: (answer) => { if (answer?.redirected) location.replace(answer.url); },
  take: (html) => {
    const fresh = parsed(html).querySelector("[data-drawing]");
    if (fresh) place.replaceChildren(...fresh.childNodes);
    else location.reload();
  },
});

/* form[data-busy]: its button says these words once it is pressed, and is not pressed again. */
export const sendOnce = (form) => form.addEventListener("submit", () => {
  const button = form.querySelector("button[type=submit]");
  button.textContent = form.dataset.busy;
  button.disabled = true;
});

/* Coming back with the browser's own button finds the buttons as they were. */
export const reloadWhenBack = () => window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
