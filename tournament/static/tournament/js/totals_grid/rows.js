/* A row of the totals grid: its figures as they stand in the page, beside those that the server has. */
import { around } from "../shared/page.js";

const FIGURE = "input:not([type=hidden])";

export const rowOf = (node) => around(node, "[data-row]");

/* The row's fields, and of these the figures that stand in columns. */
export const cellsOf = (row) => [...row.querySelectorAll(`${FIGURE}, select`)];
export const columnsOf = (row) => [...row.querySelectorAll(`.cell-points ${FIGURE}, .cell-lone ${FIGURE}`)];
export const isColumn = (cell) => columnsOf(rowOf(cell)).includes(cell);

/* All that makes the row what it is, and what the server has of each. */
export const partsOf = (row) => [...row.querySelectorAll("[data-held]")];
export const heldOf = (part) => part.dataset.held;

export const fieldNamed = (row, name) => row.querySelector(`[name="${CSS.escape(name)}"]`);
export const answerLike = (row, { name, value }) => row.querySelector(`[data-answer][name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`);

export const joined = (values) => values.map((value) => value.trim()).join("\u0000");
export const figuresOf = (row) => joined(partsOf(row).map((part) => part.value));

export const isTouched = (row) => partsOf(row).some((part) => part.value.trim() !== heldOf(part));
export const isHalf = (row) => columnsOf(row).slice(0, 2).some((cell) => !cell.value.trim());
export const isRefused = (row) => row.dataset.state === "refused";
export const asks = (row) => "wantsAnswer" in row.dataset;
/* Something of the row is not with the server, and no choice between two versions waits for it. */
export const staysOpen = (row) => row.dataset.state !== "conflict" && (needsSomebody(row) || row.dataset.state === "waiting");
export const needsSomebody = (row) => asks(row) || isRefused(row);

/* Puts a word beside the figure of the side that came to a tie first. */
export const markFirst = (row, word) => {
  const first = row.querySelector("[name$=-reached_first]").value;
  for (const side of ["NS", "EW"]) {
    const cell = row.querySelector(`[name$="-${side.toLowerCase()}"]`).closest("td");
    if (first === side) cell.dataset.first = word;
    else delete cell.dataset.first;
  }
};
