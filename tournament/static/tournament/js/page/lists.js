/* Brings into sight what one came for in a list: one's own line, and on a phone the columns that it has room for.
   A tap on a row shows the rest below it, on the name that is a link its page.

   table[data-folds]     cells of the class "kept" stay; a list sorted by another column is shown whole
   [data-unfold]         a button that shows every column
   .phone-fold           opened on a wide screen, for browsers whose style sheet alone cannot */
import { each, forEveryPart, onClick } from "../shared/page.js";

const narrow = matchMedia("(max-width: 40rem)");
const open = new Set();      // ids of rows, which come anew when the list refreshes
let isWhole = false;

/* The line one came for (#p7) stays marked when its list refreshes, is sorted, or shows another round. */
export const markOwnLine = () => {
  forEveryPart((part) => {
    const mine = location.hash;
    if (!/^#p\d+$/.test(mine)) return;
    each(`tr${mine}`, (row) => row.classList.add("is-mine"), part);
    each('a[href^="?"]', (link) => { link.hash = mine; }, part);
  });
};

export const showSortedColumn = () => each(".listing-scroll th[aria-sort]", (head) => {
  const box = head.closest(".listing-scroll");
  const beyond = head.offsetLeft + head.offsetWidth - box.clientWidth;
  if (beyond > 0) box.scrollTo(beyond + 8, 0);
});

export const foldLists = () => {
  forEveryPart(foldIn);
  narrow.addEventListener("change", () => foldIn(document));
  onClick("tr:has(.fold-open)", (row) => (row.nextElementSibling?.matches(".fold-more") ? close(row) : unfold(row)));
  onClick("[data-unfold]", () => {
    isWhole = !isWhole;
    foldIn(document);
  });
};

const foldIn = (part) => {
  if (!narrow.matches) each(".phone-fold", (fold) => { fold.open = true; }, part);
  each("[data-unfold]", (button) => { button.setAttribute("aria-pressed", String(isWhole)); }, part);
  each("[data-folds]", (table) => {
    const folds = narrow.matches && !isWhole && !table.querySelector("thead [aria-sort]:not(.kept)");
    table.classList.toggle("is-folded", folds);
    each(".fold-more", (more) => close(more.previousElementSibling), table);
    if (folds) each("tbody tr", offer, table);
    else each(".fold-open", (button) => button.replaceWith(...button.childNodes), table);
  }, part);
};

const rest = (row) => [...row.cells].filter((cell) => !cell.matches(".kept") && cell.textContent.trim());

const offer = (row) => {
  const head = row.querySelector("th");
  if (!rest(row).length || head.querySelector(".fold-open")) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "fold-open";
  if (head.querySelector("a")) button.ariaLabel = head.textContent;
  else button.append(...head.childNodes);
  head.append(button);
  close(row);
  if (open.has(row.id)) unfold(row);
};

const say = (row, isOpen) => row.querySelector(".fold-open")?.setAttribute("aria-expanded", String(isOpen));

const close = (row) => {
  if (row.nextElementSibling?.matches(".fold-more")) {
    row.nextElementSibling.remove();
    open.delete(row.id);
  }
  say(row, false);
};

const unfold = (row) => {
  const heads = row.closest("table").tHead.rows[0].cells;
  const list = document.createElement("dl");
  for (const cell of rest(row)) {
    const [term, words] = ["dt", "dd"].map((tag) => document.createElement(tag));
    const head = heads[cell.cellIndex];
    term.textContent = head.querySelector("abbr")?.title || head.textContent.trim();
    words.append(...[...cell.childNodes].map((node) => node.cloneNode(true)));
    list.append(term, words);
  }
  row.insertAdjacentHTML("afterend", '<tr class="fold-more"><td colspan="9"></td></tr>');
  row.nextElementSibling.firstChild.append(list);
  if (row.id) open.add(row.id);
  say(row, true);
};
