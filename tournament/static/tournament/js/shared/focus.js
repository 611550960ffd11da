/* Moves the focus, and gives it back to what had it when that part of the page is replaced. */

/* To a place, with its text chosen, so that what is typed next takes its place; tells whether there was one. */
export const goTo = (place) => {
  place?.focus();
  place?.select?.();
  return Boolean(place);
};

/* Remembers what has the focus within a region; the answer puts it back there, found again by id, name or address. */
export const rememberFocus = (region) => {
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
