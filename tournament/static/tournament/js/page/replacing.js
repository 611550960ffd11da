/* Keeps the focus where it was when a part of the page is replaced, and gives the new part its behaviour. */
import { rememberFocus } from "../shared/focus.js";
import { partArrived } from "../shared/page.js";

export const replaceInside = (region, html) => {
  const restoreFocus = rememberFocus(region);
  const aside = region.querySelector(".listing-scroll")?.scrollLeft || 0;
  region.innerHTML = html;
  if (aside) region.querySelector(".listing-scroll")?.scrollTo(aside, 0);
  restoreFocus();
  partArrived(region);
};

/* The same for what htmx replaces. */
export const followSwaps = () => {
  let restoreFocus = () => {};
  document.addEventListener("htmx:beforeSwap", ({ detail }) => { restoreFocus = rememberFocus(detail.target); });
  // At once, not when htmx has settled: a key typed in between would go nowhere.
  document.addEventListener("htmx:afterSwap", () => restoreFocus());
  document.addEventListener("htmx:afterSettle", ({ target }) => partArrived(target));
};
