/* The card palette of "Prove a renege": a tap puts a card into the trick being filled, and moves on when it is full.

   Without it the cards are typed. */
import { each } from "./shared/page.js";

const cardsIn = (input) => input.value.trim().split(/[\s,]+/).filter(Boolean);
const playersInTrick = () => (document.querySelector("input[name=alone]:checked")?.value ? 3 : 4);

const offerPalette = (palette) => {
  const tricks = [...document.querySelectorAll(".proof-tricks input")];
  const isOpen = (input) => cardsIn(input).length < playersInTrick();
  let last = null;               // the trick that was filled, or gone to, last

  const put = (card) => {
    const input = last && isOpen(last) ? last : tricks.find(isOpen);
    if (!input) return;
    input.value = [...cardsIn(input), card].join(" ");
    last = input;
  };
  const takeBack = () => {
    const input = tricks.findLast((trick) => cardsIn(trick).length);
    if (input) input.value = cardsIn(input).slice(0, -1).join(" ");
  };
  const greyPlayed = () => {
    const played = new Set(tricks.flatMap(cardsIn).map((card) => card.toLowerCase().replace(/^t/, "10")));
    palette.querySelectorAll("[data-card]").forEach((button) => { button.disabled = played.has(button.dataset.card.toLowerCase()); });
  };

  palette.hidden = false;
  tricks.forEach((input) => input.addEventListener("focus", () => { last = input; }));
  palette.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-card]");
    if (key) put(key.dataset.card);
    else if (target.closest("[data-card-undo]")) takeBack();
    greyPlayed();
  });
};

each("[data-card-palette]", offerPalette);
