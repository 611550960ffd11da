/* Puts what is on every slide of the big screen where the one that is seen wants it.

   data-placed="name"     moves to the [data-place="name"] of the slide that is seen, or of the page's head */

const home = (name) => document.querySelector(`.board-head [data-place="${name}"]`);

export const settle = (slide) => {
  for (const thing of document.querySelectorAll("[data-placed]")) {
    const place = slide.querySelector(`[data-place="${thing.dataset.placed}"]`) ?? home(thing.dataset.placed);
    if (thing.parentElement !== place) place.append(thing);
  }
};

/* What is of the page goes back to its head before the slides go; what came with them goes with them. */
export const rescue = (stage) => {
  const phones = document.querySelector('[data-placed="phones"]');
  if (phones) home("phones").append(phones);
  home("clock").replaceChildren();
};
