/* The keys of the finale, also of a presenter's remote: they press the buttons of the page, once for each time.

   data-finale-next, data-finale-back     the buttons */
import { isPlain } from "./shared/keys.js";
import { around } from "./shared/page.js";

const KEYS = { " ": "next", ArrowRight: "next", PageDown: "next", ArrowLeft: "back", PageUp: "back" };
let isPressed = false;

document.addEventListener("keydown", (event) => {
  const way = KEYS[event.key];
  const pressesButton = event.key === " " && around(event.target, "button, a, summary");
  if (!way || !isPlain(event) || pressesButton || around(event.target, "input, select, textarea")) return;
  event.preventDefault();
  if (event.repeat || isPressed) return;
  const button = document.querySelector(`[data-finale-${way}]`);
  if (!button) return;
  isPressed = true;
  button.click();
});
// A page that comes back from the browser's memory takes keys again.
addEventListener("pageshow", () => { isPressed = false; });
