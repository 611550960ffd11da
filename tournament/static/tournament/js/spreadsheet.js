/* Spreadsheet keys in a table of inputs, [data-grid].

   Enter goes down to where a run of Tabs began, arrows go on where the caret cannot, Esc brings back what a cell held. */
import { isPlain } from "./shared/keys.js";
import { forEveryNew } from "./shared/page.js";

const cellsOf = (row) => [...row.querySelectorAll("input:not([type=hidden]):not([disabled]), select:not([disabled])")];
const valueOf = (cell) => (cell.type === "checkbox" ? String(cell.checked) : cell.value);

const moveLikeASpreadsheet = (table) => {
  let held = "";                 // what the cell held when it was entered
  let column = 0;                // where the run of Tabs began
  let isTabbing = false;

  const go = (row, index) => {
    const cells = row ? cellsOf(row) : [];
    if (!cells.length) return false;
    isTabbing = false;
    cells[Math.min(index, cells.length - 1)].focus();
    return true;
  };
  table.addEventListener("focusin", ({ target }) => {
    const row = target.closest("tr");
    const index = row ? cellsOf(row).indexOf(target) : -1;
    if (index < 0) return;
    held = valueOf(target);
    target.select?.();
    if (!isTabbing) column = index;
    isTabbing = false;
  });
  table.addEventListener("keydown", (event) => {
    const cell = event.target;
    const row = cell.closest("tr");
    const index = row ? cellsOf(row).indexOf(cell) : -1;
    if (index < 0 || !isPlain(event)) return;
    const moves = {
      Enter: () => go(rowBeside(row, event.shiftKey ? -1 : 1), column) || leave(table, event.shiftKey),
      ArrowDown: () => cell.tagName !== "SELECT" && go(rowBeside(row, 1), index),
      ArrowUp: () => cell.tagName !== "SELECT" && go(rowBeside(row, -1), index),
      ArrowRight: () => isCaretAtEnd(cell) && index + 1 < cellsOf(row).length && go(row, index + 1),
      ArrowLeft: () => isCaretAtStart(cell) && index > 0 && go(row, index - 1),
      Escape: () => restore(cell, held),
    };
    if (event.key === "Tab") isTabbing = true;
    else if (moves[event.key]?.() || event.key === "Enter") event.preventDefault();
  });
};

const rowBeside = (row, step) => {
  let next = row;
  do next = step > 0 ? next.nextElementSibling : next.previousElementSibling; while (next && !cellsOf(next).length);
  return next;
};

/* From the last row Enter goes to the button of the form, if it has one. */
const leave = (table, isBackwards) => {
  const end = isBackwards ? null : table.closest("form")?.querySelector("[type=submit]");
  end?.focus();
};

const hasCaret = (cell) => cell.matches("input:not([type=checkbox])");
const isChosenWhole = (cell) => cell.selectionStart === 0 && cell.selectionEnd === cell.value.length;
const isCaretAtStart = (cell) => !hasCaret(cell) || isChosenWhole(cell) || cell.selectionEnd === 0;
const isCaretAtEnd = (cell) => !hasCaret(cell) || isChosenWhole(cell) || cell.selectionStart === cell.value.length;

const restore = (cell, value) => {
  if (cell.type === "checkbox") cell.checked = value === "true";
  else {
    cell.value = value;
    cell.select?.();
  }
  cell.dispatchEvent(new Event("input", { bubbles: true }));
  return true;
};

forEveryNew("[data-grid]", moveLikeASpreadsheet);
