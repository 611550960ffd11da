/* What needs somebody in the totals grid, counted and named above it in [data-asks]. */
import { asks, isRefused, needsSomebody } from "./rows.js";

export const tellAttention = (form, rows) => {
  const region = form.querySelector("[data-asks]");
  for (const line of region.querySelectorAll("[data-asks-line]")) {
    const open = rows.filter(line.dataset.asksLine === "refused" ? isRefused : asks);
    line.hidden = !open.length;
    line.querySelector("[data-asks-words]").textContent = (open.length === 1 ? line.dataset.one : line.dataset.many).replace("{n}", open.length);
    line.querySelector("[data-asks-tables]").replaceChildren(...open.flatMap((row, at) => at ? [", ", linkTo(row)] : [linkTo(row)]));
  }
  region.hidden = !rows.some(needsSomebody);
};

const linkTo = (row) => {
  const link = document.createElement("a");
  link.href = `#t${row.dataset.row}`;
  link.dataset.questionOf = row.dataset.row;
  link.textContent = row.dataset.row;
  return link;
};
