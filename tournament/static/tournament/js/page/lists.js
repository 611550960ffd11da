/* Brings into sight what one came for in a list: one's own line, and on a phone the column that it is sorted by. */
import { each, forEveryPart } from "../shared/page.js";

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
