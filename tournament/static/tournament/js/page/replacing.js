/* Keeps the focus where it was when a part of the page is replaced, and gives the new part its behaviour. */
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

/* Remembers what has the focus within a region; the answer puts it back there, found again by id, name or address. */
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
