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
