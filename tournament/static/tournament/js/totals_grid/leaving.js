/* Leaving a row of the totals grid saves it; Esc, or figures as the server has them, take back what was typed. */
import { dropEntry, entryFor } from "../offline/entries.js";
import { isPlain } from "../shared/keys.js";
import { around } from "../shared/page.js";
import { isReplacing } from "./answers.js";
import { isPasting } from "./pasting.js";
import { heldOf, isHalf, isRefused, isTouched, markFirst, partsOf, rowOf } from "./rows.js";

export const saveWhenLeft = (grid, saving, reason) => {
  const { form } = grid;
  const takeBack = (row) => {
    saving.forgetAnswered(row);
    if (!entryFor(row.dataset.waitingHere) || saving.isBusy(row)) return;
    dropEntry(row.dataset.waitingHere);
    grid.showState(row, partsOf(row).some(heldOf) ? "saved" : "missing", grid.words.takenBack);
    saving.settle();
  };

  form.addEventListener("focusout", ({ target, relatedTarget }) => {
    const row = rowOf(target);
    if (!row || isReplacing() || row.contains(relatedTarget) || isPasting(row)) return;
    // A look at a question in the middle of a row: its typist comes back to it.
    if (isHalf(row) && around(relatedTarget, "[data-question], [data-asks]")) return;
    if (saving.wants(row)) saving.save(row);
    else if (!isTouched(row) && isRefused(row)) takeBack(row);
  });
  form.addEventListener("input", ({ target }) => {
    const row = rowOf(target);
    if (row && row.dataset.state !== "conflict") row.classList.toggle("is-touched", isTouched(row));
  });
  form.addEventListener("keydown", (event) => {
    const row = rowOf(event.target);
    if (!row || !isPlain(event) || event.key !== "Escape") return;
    partsOf(row).forEach((part) => { part.value = heldOf(part); });
    markFirst(row, grid.words.first);
    event.target.select?.();
    row.classList.remove("is-touched");
    takeBack(row);
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
    if (!isLeaving && rows().some((row) => isTouched(row) && !entryFor(row.dataset.waitingHere))) event.preventDefault();
  });
};
