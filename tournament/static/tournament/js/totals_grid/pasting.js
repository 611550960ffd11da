/* A block of cells from a spreadsheet fills the totals grid from the focused cell to the right and down. */
import { goTo } from "../shared/page.js";
import { columnsOf, isColumn, isTouched, rowOf } from "./rows.js";

const goingOut = new Set();      // tables of a pasted block, which go out one after the other

export const isPasting = (row) => goingOut.has(row.dataset.row);

export const takePaste = (grid, saving) => grid.form.addEventListener("paste", async (event) => {
  const cell = event.target;
  const block = rowOf(cell) && isColumn(cell) && blockOf(event.clipboardData.getData("text/plain"));
  if (!block) return;
  event.preventDefault();
  const { changed, over } = spread(block, cell, grid.rows());
  const typedOn = await saveInTurn(changed, grid, saving);
  const open = changed.map(grid.find).filter((row) => row.dataset.state !== "saved");
  grid.tell(sentencesAbout(changed, open, over, grid.words).join(" "), open.length > 0 && !over);
  // Whoever pasted and waited is shown the first figure that was refused; a question is never put under a key.
  const bad = open.map((row) => row.querySelector(".cell-points [aria-invalid=true], .cell-lone [aria-invalid=true]")).find(Boolean);
  if (bad && !typedOn) goTo(bad);
});

/* Lines of cells, or null for a single cell, which the browser pastes by itself. */
const blockOf = (text) => {
  const lines = text.replace(/\r\n?/g, "\n").replace(/\n+$/, "").split("\n").map((line) => line.split("\t"));
  return lines.length > 1 || lines[0].length > 1 ? lines : null;
};

/* Fills the cells; tells the tables that changed, and how many values lay beyond the grid. */
const spread = (block, cell, rows) => {
  const top = rows.indexOf(rowOf(cell));
  const left = columnsOf(rows[top]).indexOf(cell);
  const changed = [];
  let over = 0;
  block.forEach((line, down) => {
    const row = rows[top + down];
    const places = row ? columnsOf(row).slice(left) : [];
    over += line.slice(places.length).filter((value) => value.trim()).length;
    line.slice(0, places.length).forEach((value, at) => { if (value.trim()) places[at].value = value.trim(); });
    if (!row || !isTouched(row)) return;
    row.classList.add("is-touched");
    changed.push(row.dataset.row);
  });
  return { changed, over };
};

/* Saves the tables one after the other, and tells whether somebody typed on meanwhile. */
const saveInTurn = async (changed, grid, saving) => {
  let typedOn = false;
  const typing = () => { typedOn = true; };
  grid.form.addEventListener("keydown", typing);
  goingOut.clear();
  changed.forEach((table) => goingOut.add(table));
  for (const table of changed) if (saving.wants(grid.find(table))) await saving.save(grid.find(table));
  goingOut.clear();
  grid.form.removeEventListener("keydown", typing);
  return typedOn;
};

const sentencesAbout = (changed, open, over, words) => [
  words.pasted.replace("{n}", changed.length - open.length),
  ...(open.length ? [words.pastedOpen.replace("{n}", open.map((row) => row.dataset.row).join(", "))] : []),
  ...(over ? [words.pastedOver.replace("{n}", over)] : []),
];
