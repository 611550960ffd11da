/* Sets the type of a slide of the big screen: it measures what stands there once, and asks fitting.js.

   .board-list      a list in columns and pages; --type and --columns are set on it
   [data-fit]       a few words, as large as they go; --type is set on it */
import { bestFit, countOn } from "./fitting.js";

const REFERENCE = 40;         // pixels of type while measuring
const GAP = 0.9;              // em between columns, as in board.css
const LARGEST = 3.2;          // times the least type of a list
const TALL = 0.0376;          // of the height
const ROUNDED = 1.01;         // letters are as wide as whole pixels: at another type a line may be a little wider
const TRIES = 14;

export const listOf = (slide) => slide.querySelector(".board-list");

/* The type below which nothing is read from ten metres: board.css makes it the root's. */
export const leastType = () => parseFloat(getComputedStyle(document.documentElement).fontSize);

/* The same by the height of an upright screen, for what is few enough. */
export const tallType = () => Math.max(leastType(), window.innerHeight * TALL);

export const stepOf = (list) => list.getBoundingClientRect().width + (parseFloat(getComputedStyle(list).columnGap) || 0);

export const pagesOf = (slide) => {
  const list = listOf(slide);
  return list && list.clientWidth ? Math.max(1, Math.ceil((list.scrollWidth - 2) / stepOf(list))) : 1;
};

const set = (element, name, value) => element.style.setProperty(name, value);

const measured = (list) => {
  list.classList.add("is-measured");
  set(list, "--type", `${REFERENCE}px`);
  const items = [...list.children].filter((item) => !item.hidden).map((item) => {
    const { width, height } = item.getBoundingClientRect();
    return { width: (width * ROUNDED + 1) / REFERENCE, height: height / REFERENCE };
  });
  list.classList.remove("is-measured");
  return items;
};

/* Fits the list of a slide that is shown. `limit` pages are not exceeded, whatever the type. */
export const fitList = (slide, { least, exactly, limit = Infinity }) => {
  const list = listOf(slide);
  const items = measured(list);
  if (!items.length) return;
  const room = { width: list.clientWidth, height: list.clientHeight, gap: GAP };
  if (room.height <= 0) return;
  const asked = exactly ? { least: exactly, most: exactly, limit } : { least, most: Math.max(least, LARGEST * leastType()), limit };
  const fit = bestFit(items, room, asked);
  set(list, "--columns", String(fit.columns));
  list.dataset.type = fit.type;
  let type = fit.type;
  const floor = fit.pages < limit ? Math.min(type, asked.least) : 0;
  for (let tries = 0; tries < TRIES; tries++) {
    set(list, "--type", `${type.toFixed(2)}px`);
    if (pagesOf(slide) <= fit.pages) break;
    if (type === floor) break;                            // rather one page more
    type = Math.max(type * 0.985, floor);
  }
  list.classList.toggle("is-one-page", pagesOf(slide) === 1);
  letterColumns(list);
};

/* A letter is seen beside the first of its names, and again where a column begins. */
const letterColumns = (list) => {
  let above = "";
  for (const letter of list.querySelectorAll(".board-letter")) {
    const here = `${letter.textContent} ${letter.getBoundingClientRect().left}`;
    letter.classList.toggle("is-again", here === above);
    above = here;
  }
};

/* Hides the end of a list that would need more than so many pages at the least type, and says how much it is. */
export const shorten = (slide, least, words) => {
  const most = Number(slide.dataset.most);
  const list = listOf(slide);
  const more = slide.querySelector("[data-board-more]");
  if (!most || !more) return;
  const items = [...list.children];
  for (const item of items) item.hidden = false;
  more.hidden = true;
  const room = () => ({ width: list.clientWidth, height: list.clientHeight, gap: GAP });
  const sizes = measured(list);
  if (countOn(sizes, room(), least, most) === items.length) return;
  more.hidden = false;
  const count = countOn(sizes, room(), least, most);
  items.forEach((item, i) => { item.hidden = i >= count; });
  more.textContent = words.replace("%s", items.length - count);
};

/* Makes the words of a slide as large as they go. */
export const fitWords = (words, scale) => {
  let low = 10;
  let high = words.clientHeight || low;
  words.classList.add("is-still");       // what is on its way to its place would seem to need more room
  const fits = () => [words, ...words.querySelectorAll(".board-step")].every((one) => one.scrollHeight <= one.clientHeight + 1 && one.scrollWidth <= one.clientWidth + 1);
  for (let step = 0; step < 12; step++) {
    const middle = (low + high) / 2;
    set(words, "--type", `${middle.toFixed(1)}px`);
    if (fits()) low = middle; else high = middle;
  }
  words.classList.remove("is-still");
  set(words, "--type", `${(low * Math.min(scale, 0.98)).toFixed(1)}px`);      // the last border has room, too
};
