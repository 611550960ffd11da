/* The card palette of "Prove a renege": a tap puts a card into the trick being filled, and moves on when it is full.

   Without it the cards are typed. */
import { each } from "./shared/page.js";

const cardsIn = (input) => input.value.trim().split(/[\s,]+/).filter(Boolean);
const loners = () => [...document.querySelectorAll("input[name=alone]:checked, input[name=lone_defender]:checked")].filter((field) => field.value);
const isHand = (input) => input.name.startsWith("unplayed");
const mostCards = (input) => (isHand(input) ? 5 : 4 - loners().length);
const named = (card) => card.toLowerCase().replace(/\*$/, "").replace(/^t/, "10").replace(/^(jo|benny|b|2s)$/, "joker");

const offerPalette = (palette) => {
  const tricks = [...document.querySelectorAll(".proof-tricks input")];
  const isOpen = (input) => cardsIn(input).length < mostCards(input);
  let last = null;               // the trick that was filled, or gone to, last

  const put = (card) => {
    const input = last && isOpen(last) ? last : tricks.find((trick) => !isHand(trick) && isOpen(trick));
    if (!input) return;
    input.value = [...cardsIn(input), card].join(" ");
    last = input;
  };
  const latest = () => (last && cardsIn(last).length ? last : tricks.findLast((trick) => cardsIn(trick).length));
  const takeBack = () => {
    const input = latest();
    if (input) input.value = cardsIn(input).slice(0, -1).join(" ");
  };
  const markDead = () => {
    const input = latest();
    if (input) input.value = input.value.trim().replace(/([^*])$/, "$1*");
  };
  const greyPlayed = () => {
    const played = new Set(tricks.flatMap(cardsIn).map(named));
    palette.querySelectorAll("[data-card]").forEach((button) => { button.disabled = played.has(named(button.dataset.card)); });
  };

  palette.hidden = false;
  tricks.forEach((input) => input.addEventListener("focus", () => { last = input; }));
  palette.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-card]");
    if (key) put(key.dataset.card);
    else if (target.closest("[data-card-undo]")) takeBack();
    else if (target.closest("[data-card-dead]")) markDead();
    greyPlayed();
  });
};

each("[data-card-palette]", offerPalette);
