/* Puts the focus where typing begins: into the first refused field of an answered form, [data-focus-first-error]. */

export const goToFirstField = () => {
  // What was refused stands in its field: the next number takes its place, it is not put behind it.
  const first = document.querySelector("input[autofocus]");
  if (first?.value === first?.defaultValue) first?.select();     // else somebody is typing in it already
  const form = document.querySelector("[data-focus-first-error]")?.closest("form");
  form?.querySelector(".field-bad :is(input, select, textarea)")?.focus();
};
