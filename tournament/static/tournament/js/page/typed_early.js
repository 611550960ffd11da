/* Tells htmx what was typed before it listened, so that a page answers its first keys, too. */
export const tellWhatWasTypedEarly = () => document.addEventListener("htmx:load", () => {
  const field = document.activeElement;
  const typed = field instanceof HTMLInputElement && field.value !== field.defaultValue;
  if (typed && field.closest("[data-hx-trigger]")) field.dispatchEvent(new Event("input", { bubbles: true }));
}, { once: true });
