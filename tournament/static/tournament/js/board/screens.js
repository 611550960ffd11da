/* Says to the director on how many screens side by side the letters of a large hall are large enough.

   data-board-screens="n"     an offer of n screens, shown where so many are needed */

export const partsNow = () => Number(new URLSearchParams(location.search).get("part")?.slice(-1)) || 1;

export const sayScreens = (wanted) => {
  const offers = [...document.querySelectorAll("[data-board-screens]")];
  const most = Math.max(...offers.map((offer) => Number(offer.dataset.boardScreens)));
  for (const offer of offers) offer.hidden = Number(offer.dataset.boardScreens) !== Math.min(wanted, most);
};
