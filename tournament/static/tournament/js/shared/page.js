/* Finds parts of the page and gives them their behaviour, also where they arrive later. */

export const each = (selector, act, within = document) => within.querySelectorAll(selector).forEach(act);

/* The nearest element around a node that fits, or null; an event's target need not be an element. */
export const around = (node, selector) => (node instanceof Element ? node.closest(selector) : null);

/* Moves the focus, with the text there chosen, so that what is typed takes its place; tells whether there was a place. */
export const goTo = (place) => {
  place?.focus();
  place?.select?.();
  return Boolean(place);
};

/* A page, or a part of one, that came as text. */
export const parsed = (html) => new DOMParser().parseFromString(html, "text/html");

/* The contents of template[data-blank]: a form as it is for the next entry. */
export const blank = () => document.querySelector("template[data-blank]").content.cloneNode(true).childNodes;

export const onClick = (selector, act) => document.addEventListener("click", ({ target }) => {
  const hit = around(target, selector);
  if (hit) act(hit);
});

const behaviours = [];

/* Acts on the page now, and again on every part that arrives later. */
export const forEveryPart = (act) => {
  behaviours.push(act);
  act(document);
};

/* Acts on every element that fits, once for each, whenever it arrives. */
export const forEveryNew = (selector, act) => {
  const known = new WeakSet();
  forEveryPart((part) => each(selector, (element) => {
    if (known.has(element)) return;
    known.add(element);
    act(element);
  }, part));
};

export const partArrived = (part) => behaviours.forEach((act) => act(part));

/* ---- pressing ---- */
const LATE_CLICK = 400;      // milliseconds in which a finger that has left makes its click
let pressed = null;          // what a finger, the mouse or a key went down on, until the click that follows
let leaving = 0;
const waiting = [];

const letGo = () => {
  clearTimeout(leaving);
  pressed = null;
  waiting.splice(0).forEach((go) => go());
};

/* Whether something in a region is being pressed. What is replaced between press and click was not pressed at all, and a
   finger's click comes only after it has left. Not `:active`, which stays for a while after a tap. */
export const isPressed = (region) => region.contains(pressed);

/* Resolves as soon as nothing in the region is being pressed. */
export const released = (region) => new Promise((go) => { if (isPressed(region)) waiting.push(go); else go(); });

for (const sign of ["pointerdown", "keydown"]) document.addEventListener(sign, ({ target }) => { clearTimeout(leaving); pressed = target; }, true);
document.addEventListener("pointerup", () => { leaving = setTimeout(letGo, LATE_CLICK); }, true);
for (const sign of ["click", "pointercancel", "keyup"]) document.addEventListener(sign, () => setTimeout(letGo), true);
addEventListener("blur", letGo);
