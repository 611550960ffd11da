/* The slides of the big screen: one is seen at a time, its list cut into pages as wide as the screen.

   data-slide="name"     a slide; the list within it is .board-list
   data-board-page       where "2 / 5" stands */

export const slidesOn = (stage) => {
  let at = 0;                 // which slide
  let page = 0;               // which page of its list
  const slides = () => [...stage.querySelectorAll("[data-slide]")];

  const show = () => {
    const all = slides();
    at = Math.min(at, all.length - 1);
    all.forEach((slide, i) => { slide.hidden = i !== at; });
    const slide = all[at];
    if (!slide) return;
    const pages = pagesOf(slide);
    page = Math.min(page, pages - 1);
    const list = listOf(slide);
    if (list) list.scrollLeft = page * stepOf(list);
    document.querySelector("[data-board-page]").textContent = pages > 1 ? `${page + 1} / ${pages}` : "";
  };
  const turn = (by) => {
    const all = slides();
    if (!all.length) return;
    page += by;
    if (page < 0 || page >= pagesOf(all[at])) {
      at = (at + by + all.length) % all.length;
      page = 0;
      show();
      if (by < 0) page = pagesOf(all[at]) - 1;
    }
    show();
  };
  /* The same slide is seen as before, if it is still among the new ones. */
  const replace = (html) => {
    const name = slides()[at]?.dataset.slide;
    stage.innerHTML = html;
    const again = slides().findIndex((slide) => slide.dataset.slide === name);
    if (again < 0) page = 0;
    at = Math.max(0, again);
    show();
  };
  return { show, turn, replace };
};

const listOf = (slide) => slide.querySelector(".board-list");

const stepOf = (list) => list.clientWidth + (parseFloat(getComputedStyle(list).columnGap) || 0);

const pagesOf = (slide) => {
  const list = listOf(slide);
  return list && list.clientWidth ? Math.max(1, Math.ceil((list.scrollWidth - 2) / stepOf(list))) : 1;
};
