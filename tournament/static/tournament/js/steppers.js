/* Buttons − and + on both sides of a number, for thumbs; what is typed is taken as before, and keys never meet them.

   data-stepper                       around a field
   data-less, data-more               on the form: what a screen reader hears, with the field's label
   data-least                         on the form: where − ends, empty for no end */
import { forEveryNew } from "./shared/page.js";

const whole = /^[-−]?\d+$/;

const step = (field, by) => {
  const least = field.form.dataset.least;
  const typed = field.value.trim();
  const now = whole.test(typed) ? Number(typed.replace("−", "-")) : 0;
  field.value = least === "" ? now + by : Math.max(Number(least), now + by);
  for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
};

const button = (field, by, words) => {
  const made = document.createElement("button");
  made.type = "button";
  made.tabIndex = -1;
  made.className = "step";
  made.textContent = by < 0 ? "−" : "+";
  made.ariaLabel = words;
  made.setAttribute("aria-describedby", field.labels[0].id ||= `${field.id}-label`);
  made.addEventListener("click", () => step(field, by));
  return made;
};

forEveryNew("[data-stepper] > input", (field) => {
  const { less, more } = field.form.dataset;
  field.before(button(field, -1, less));  // the field stays where it is: moved, it would lose the focus
  field.after(button(field, 1, more));
});
