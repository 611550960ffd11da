/* The server's answer about a row takes its place in the grid; older news than what is shown changes nothing. */
import { parsed } from "../shared/page.js";
import { answerLike, fieldNamed, figuresOf, heldOf, isTouched, markFirst, partsOf } from "./rows.js";

let isTaking = false;

/* While a row is replaced it loses the focus, but nobody left it. */
export const isReplacing = () => isTaking;

/* Takes what was answered to the figures that were sent, and tells the row as the server has it. */
export const takeAnswer = (grid, table, sent, html) => {
  const page = parsed(html);
  const fresh = document.importNode(page.querySelector("[data-row]"), true);
  if (isNews(fresh, grid.find(table))) replace(grid, grid.find(table), fresh, sent);
  takeSums(grid.form, page);
  grid.say(fresh.dataset.says);
  return fresh;
};

/* A question is always about what was just sent; a saved row may be older than the one that is shown. */
const isNews = (fresh, old) => fresh.dataset.state !== "saved" || Number(fresh.dataset.version) >= Number(old.dataset.version);

const takeSums = (form, page) => {
  const version = Number(page.querySelector("[data-totals-bar]").dataset.version);
  if (version < Number(form.dataset.version)) return;
  form.dataset.version = version;
  for (const part of ["[data-totals-bar]", "[data-totals-sums]", "[data-totals-close]"]) {
    form.querySelector(part)?.replaceChildren(...page.querySelector(part).childNodes);
  }
};

/* What was typed since the row was sent stays, and so does the focus. */
const replace = (grid, old, fresh, sent) => {
  const active = old.contains(document.activeElement) ? document.activeElement : null;
  const kept = figuresOf(old) === sent ? [] : partsOf(old).filter(isTyped).map((part) => [part.name, part.value]);
  const caret = active && active.selectionStart !== undefined ? [active.selectionStart, active.selectionEnd] : null;
  isTaking = true;
  old.replaceWith(fresh);
  isTaking = false;
  for (const [name, value] of kept) {
    const cell = fieldNamed(fresh, name);
    if (cell) cell.value = value;
  }
  if (kept.length) {
    markFirst(fresh, grid.words.first);
    fresh.classList.toggle("is-touched", isTouched(fresh));
  }
  if (!active) return;
  const again = sameIn(fresh, active, old.dataset.state === fresh.dataset.state) ?? fresh.querySelector("[data-rest]");
  again.focus({ preventScroll: true });
  if (caret && again.setSelectionRange) again.setSelectionRange(...caret);
};

/* Not typed is an answer to a tie that the page came with: the server says whether it goes with the figures. */
const isTyped = (part) => part.type !== "hidden" || part.value !== heldOf(part);

/* The field that had the focus; of a question only the very same, since its answer may be typed already. What is gone
   leaves the focus at the end of its row, where a figure types over nothing and Enter answers nothing. */
const sameIn = (fresh, active, isSameState) => {
  const bell = active.closest("[data-fewer-deals]") && fresh.querySelector("[data-fewer-deals]");
  if (bell) return sameAtBell(bell, active);
  if (active.matches("a")) return fresh.querySelector(`a[href="${CSS.escape(active.getAttribute("href"))}"]`);
  if (active.matches("input:not([type=hidden]), select")) return fieldNamed(fresh, active.name);
  if (!isSameState) return null;
  return active.matches("[data-answer]") ? answerLike(fresh, active) : fresh.querySelector("[data-take-focus]");
};

/* How many deals were played is asked of nobody: what somebody opened stays open, with the focus at its words. */
const sameAtBell = (bell, active) => {
  bell.open = active.closest("details").open;
  if (active.matches("summary")) return bell.querySelector("summary");
  return bell.querySelector("[data-deals-choice]");
};
