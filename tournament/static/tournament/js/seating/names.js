/* Who has which number, as the list of the seating page says. */
import { each } from "../shared/page.js";

const names = new Map();
each("[data-path]", (row) => names.set(row.dataset.path, row.querySelector("bdi").textContent));

export const allNumbers = () => [...names.keys()].map(Number).sort((a, b) => a - b);

/* A number with its name, as parts of a line. */
export const numberAndName = (number) => {
  const name = document.createElement("bdi");
  name.textContent = names.get(String(number)) ?? "";
  return [`${number} `, name];
};
