/* What kind of key was pressed, whether somebody has switched single letters off, and keys that come too early. */
import { browser } from "./memory.js";

export const lettersAreOff = () => browser.recall("keys") === "off";

export const isPlain = (event) => !event.ctrlKey && !event.metaKey && !event.altKey;

/* ---- keys pressed while the fields that they are meant for are on their way ---- */
const held = [];
let isHolding = false;

export const holdKeys = () => { isHolding = true; };

/* The fields are there: the keys are pressed now, in order, until one of them has fields fetched again. */
export const pressHeldKeys = () => {
  isHolding = false;
  while (held.length && !isHolding) press(held.shift());
};

export const dropHeldKeys = () => { held.length = 0; };

document.addEventListener("keydown", (event) => {
  if (!isHolding || !event.isTrusted || !isPlain(event) || !/^(.|Enter|Tab|Backspace|Arrow.*)$/u.test(event.key)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  held.push({ key: event.key, shiftKey: event.shiftKey });
}, true);

const press = ({ key, shiftKey }) => {
  const place = document.activeElement;
  if (!place.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey, bubbles: true, cancelable: true }))) return;
  if (key === "Tab") goOn(place, shiftKey ? -1 : 1);
  else if (!place.matches("input")) { if (key === "Enter") place.click(); }
  else if (key === "Enter") place.form.requestSubmit();
  else if (place.selectionStart !== null && (key.length === 1 || key === "Backspace")) write(place, key);
};

const write = (field, key) => {
  const { selectionStart: from, selectionEnd: to } = field;
  if (key === "Backspace") field.setRangeText("", from === to ? Math.max(0, from - 1) : from, to, "end");
  else field.setRangeText(key, from, to, "end");
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
};

const goOn = (place, step) => {
  const places = [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary")]
    .filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility());
  const next = places[places.indexOf(place) + step];
  next?.focus();
  next?.select?.();
};
