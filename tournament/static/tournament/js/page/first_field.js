/* Puts the focus where typing begins: into the first refused field of an answered form, [data-focus-first-error]. */

export const goToFirstField = () => {
  // What was refused stands in its field: the next number takes its place, it is not put behind it.
  document.querySelector("input[autofocus]")?.select();
  const form = document.querySelector("[data-focus-first-error]")?.closest("form");
  form?.querySelector(".field-bad :is(input, select, textarea)")?.focus();
};
