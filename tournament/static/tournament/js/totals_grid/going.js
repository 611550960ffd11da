/* Goes to what needs somebody in the totals grid, to the next missing table, and back to where one typed. */
import { goTo } from "../shared/page.js";
import { openQuestion } from "../shared/questions.js";
import { cellsOf, fieldNamed, isRefused, isTouched } from "./rows.js";

export const goingIn = (grid, saving, reason) => {
  const questionIn = (row) => row.querySelector("[data-take-focus]")
    || row.querySelector("[aria-invalid=true]")
    || row.querySelector(".row-reason input")
    || (isRefused(row) && !reason.text() ? reason.field : null)
    || cellsOf(row)[0];
  const toQuestionOf = (row) => openQuestion(questionIn(row));
  const lastRow = () => grid.lastCell() && grid.find(grid.lastCell().table);

  const toNextQuestion = (from = lastRow()) => {
    const isAside = from && saving.isOpen(from) && !from.querySelector(".row-state").contains(document.activeElement);
    const open = [...(isAside ? [from] : []), ...grid.rowsAfter(from)].find(saving.isOpen);
    if (open) toQuestionOf(open);
    else grid.say(grid.words.noneAsks);
  };
  const toNextMissing = (from) => {
    const isMissing = (row) => row !== from && row.dataset.state === "missing" && !saving.isBusy(row) && !(isTouched(row) && saving.wants(row));
    const missing = grid.rowsAfter(from).find(isMissing);
    if (missing) goTo(cellsOf(missing)[0]);
    else grid.say(grid.words.noneMissing);
  };
  /* A choice of this row that nobody asks about: how many deals were played. Opened by a key, answered by another. */
  const toBell = (row) => {
    const bell = row.querySelector("[data-fewer-deals]");
    if (!bell) return false;
    bell.open = true;
    openQuestion(bell.querySelector("[data-deals-choice]"));
    return true;
  };
  /* After a row's question is answered: to where somebody typed last, or to the next row. */
  const onward = (row) => {
    const last = grid.lastCell();
    const from = last && last.table !== row.dataset.row ? grid.find(last.table) : null;
    goTo((from && fieldNamed(from, last.name)) || cellsOf(row.nextElementSibling ?? row)[0]);
  };
  return { toQuestionOf, toNextQuestion, toNextMissing, toBell, onward };
};

/* At first the focus stands where the address names a table, #t3, else in the first that is missing. */
export const goToFirstRow = (grid) => {
  const { form } = grid;
  const start = location.hash.match(/^#t(\d+)$/);
  const first = (start && grid.find(start[1])) || form.querySelector("[data-state=missing]");
  if (!first) return;
  goTo(cellsOf(first)[0]);
  if (!start) return;
  // Going to the row that the address names takes the focus away again.
  let isTyped = false;
  form.addEventListener("input", () => { isTyped = true; });
  window.addEventListener("load", () => setTimeout(() => {
    if (!isTyped && !form.contains(document.activeElement)) goTo(cellsOf(first)[0]);
  }));
};
