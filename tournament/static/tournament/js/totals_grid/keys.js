/* Keys and buttons of the totals grid: letters do in a figure what they say, and Enter goes to the next table.

   n e s w note a lone march of that seat, + says that this side came to a tie first, m goes to the next missing table,
   q to the next table that asks something, b to how many deals the bell let this one play. */
import { isPlain, lettersAreOff } from "../shared/keys.js";
import { around, goTo } from "../shared/page.js";
import { callAttention } from "../shared/sound.js";
import { cellsOf, heldOf, isColumn, isTouched, markFirst, rowOf } from "./rows.js";

export const listenForLetters = (grid, going) => {
  const letters = {
    m: (row) => { going.toNextMissing(row); return true; },
    q: (row) => { going.toNextQuestion(row); return true; },
    b: (row) => { going.toBell(row); return true; },
    "+": (row, cell) => {
      const side = cell.name.match(/-(ns|ew)$/)?.[1].toUpperCase();
      return Boolean(side) && noteFirst(row, side, grid.words.first);
    },
  };
  for (const seat of "nesw") letters[seat] = (row) => noteLone(row, seat, grid.say);
  grid.form.addEventListener("keydown", (event) => {
    const row = rowOf(event.target);
    if (!row || !isPlain(event) || lettersAreOff() || !isColumn(event.target)) return;
    if (letters[event.key.toLowerCase()]?.(row, event.target)) event.preventDefault();
  });
};

const noteLone = (row, seat, say) => {
  const cell = row.querySelector(`[name$="-lone_${seat}"]`);
  if (!cell || !/^\d?$/.test(cell.value.trim())) return false;
  cell.value = String(Number(cell.value) + 1);
  cell.dispatchEvent(new Event("input", { bubbles: true }));
  say(`${cell.labels[0]?.textContent ?? seat}: ${cell.value}`);
  return true;
};

const noteFirst = (row, side, word) => {
  const field = row.querySelector("[name$=-reached_first]");
  field.value = field.value === side ? heldOf(field) : side;  // typed twice: as the server has it
  markFirst(row, word);
  row.classList.toggle("is-touched", isTouched(row));
  return true;
};

/* Enter goes to the first field of the next table, which leaves this row and saves it; it answers nothing. Whoever types
   by a number pad presses it after the first total, too: then it goes to the other one, which is still empty. */
export const listenForEnter = (grid, saving) => grid.form.addEventListener("keydown", (event) => {
  const row = rowOf(event.target);
  if (!row || event.key !== "Enter" || !event.target.matches("input, select") || event.defaultPrevented) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.target.closest(".row-reason")) return answerByReason(grid, row, event.target);
  if ("proposed" in row.dataset) saving.forgetAnswered(row);
  const [first, second] = cellsOf(row);
  if (event.target === first && first.value && !second.value && !event.shiftKey) { goTo(second); return; }
  const next = event.shiftKey ? row.previousElementSibling : row.nextElementSibling;
  if (next) goTo(cellsOf(next)[0]);
  else if (saving.wants(row)) saving.save(row);
}, true);

/* A reason typed at a row answers by Enter; figures there were meant for another table. */
const answerByReason = (grid, row, field) => {
  const answer = row.querySelector("[data-answer]");
  if (answer && /\p{L}/u.test(field.value)) answer.click();
  else grid.say(grid.words.unmeant);
};

export const listenForButtons = (grid, saving, going) => {
  const clicks = [
    ["[data-answer]", (button) => {
      const row = rowOf(button);
      saving.save(row, button);
      going.onward(row);
    }],
    ["[data-next-question]", () => going.toNextQuestion(rowOf(document.activeElement) ?? undefined)],
    ["[data-question-of]", (link) => going.toQuestionOf(grid.find(link.dataset.questionOf))],
    ["[data-next-missing], [data-jump]", (link) => goTo(document.getElementById(link.hash.slice(1)))],
  ];
  grid.form.addEventListener("click", (event) => {
    const [selector, act] = clicks.find(([fits]) => around(event.target, fits)) ?? [];
    if (!act) return;
    event.preventDefault();
    act(around(event.target, selector));
  });
  grid.form.addEventListener("question:unmeant", () => {
    grid.say(grid.words.unmeant);
    callAttention();
  });
};
