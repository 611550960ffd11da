/* Leaving a row of the totals grid saves it; Esc, or figures as the server has them, take back what was typed.

   While a row is on its way Esc takes back what was typed since: what was sent stays in view until it is answered. */
import { entryFor } from "../offline/entries.js";
import { isPlain } from "../shared/keys.js";
import { around } from "../shared/page.js";
import { isReplacing } from "./answers.js";
import { isPasting } from "./pasting.js";
import { sentBy } from "./resuming.js";
import { figuresOf, heldOf, isHalf, isTouched, markFirst, partsOf, rowOf } from "./rows.js";

export const saveWhenLeft = (grid, saving, reason) => {
  const { form } = grid;
  form.addEventListener("focusout", ({ target, relatedTarget }) => {
    const row = rowOf(target);
    if (!row || isReplacing() || row.contains(relatedTarget) || isPasting(row)) return;
    // A look at a question in the middle of a row: its typist comes back to it.
    if (isHalf(row) && around(relatedTarget, "[data-question], [data-asks]")) return;
    if (saving.wants(row)) saving.save(row);
    else saving.takeBackUntouched(row);
  });
  form.addEventListener("input", ({ target }) => {
    const row = rowOf(target);
    if (row && row.dataset.state !== "conflict") row.classList.toggle("is-touched", isTouched(row));
  });
  form.addEventListener("keydown", (event) => {
    const row = rowOf(event.target);
    if (!row || !isPlain(event) || event.key !== "Escape") return;
    const sent = saving.onItsWay(row);
    partsOf(row).forEach((part, at) => { part.value = sent ? sent[at] : heldOf(part); });
    markFirst(row, grid.words.first);
    event.target.select?.();
    row.classList.toggle("is-touched", isTouched(row));
    saving.takeBack(row);
  });
  reason.field?.addEventListener("change", saving.saveRefused);
  reason.field?.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    saving.saveRefused();
  });
  saveWhenSubmitted(grid, saving);
};

/* The page's button saves all rows; another one leaves the page, and a page with unsent figures asks before it goes. */
const saveWhenSubmitted = ({ form, rows }, saving) => {
  let isLeaving = false;
  form.addEventListener("submit", (event) => {
    if (event.submitter?.hasAttribute("formaction")) {
      isLeaving = true;
      return;
    }
    event.preventDefault();
    saving.saveAll();
  });
  window.addEventListener("beforeunload", (event) => {
    if (!isLeaving && rows().some((row) => (isTouched(row) || saving.wants(row)) && !isKept(row))) event.preventDefault();
  });
};

/* The browser keeps these very figures; those of an older entry may have been typed over since. */
const isKept = (row) => {
  const entry = entryFor(row.dataset.waitingHere);
  return Boolean(entry) && sentBy(row, entry).figures === figuresOf(row);
};
