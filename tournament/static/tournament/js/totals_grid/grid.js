/* The totals grid as a whole: its rows, where somebody typed in it last, and what it says.

   [data-say]                             what a screen reader is told
   [data-pasted-says], data-open          what became of many rows; marked while something of it is open */
import { goTo } from "../shared/page.js";
import { tellAttention } from "./attention.js";
import { cellsOf, isColumn, needsSomebody, rowOf } from "./rows.js";

export const gridOf = (form) => {
  const said = form.querySelector("[data-say]");
  const told = form.querySelector("[data-pasted-says]");
  let lastCell = null;           // {table, name}
  const rows = () => [...form.querySelectorAll("[data-row]")];
  const find = (table) => form.querySelector(`[data-row="${table}"]`);
  const say = (text) => { said.textContent = text; };
  const tellNeeds = () => tellAttention(form, rows());

  form.addEventListener("focusin", ({ target }) => {
    const row = rowOf(target);
    if (row && isColumn(target)) lastCell = { table: row.dataset.row, name: target.name };
  });

  return {
    form, rows, find, say, tellNeeds,
    words: form.dataset,
    lastCell: () => lastCell,
    /* All rows, from the one after this on, and from the top again. */
    rowsAfter: (row) => {
      const all = rows();
      const from = row ? all.indexOf(row) + 1 : 0;
      return [...all.slice(from), ...all.slice(0, from)];
    },
    tell: (text, isOpen = false) => {
      told.textContent = text;
      told.hidden = false;
      told.toggleAttribute("data-open", isOpen);
    },
    /* Nothing is left open: what was told about it goes. */
    untellIfSettled: () => {
      if (!rows().some(needsSomebody) && told.hasAttribute("data-open")) told.hidden = true;
    },
    showState: (row, state, text) => {
      row.dataset.state = state;
      delete row.dataset.wantsAnswer;       // what the page itself says asks nothing
      row.className = `totals-row is-${state}`;
      const place = row.querySelector(".row-state");
      const lostFocus = place.contains(document.activeElement);
      const line = document.createElement("p");
      line.className = `row-says row-${state}`;
      line.textContent = text;
      place.replaceChildren(line);
      say(text);
      if (lostFocus) goTo(cellsOf(row)[0]);
      tellNeeds();
    },
  };
};
