/* The card palette of "Prove a renege": a tap puts a card into the trick being filled, and moves on when it is
   full. Without this file the cards are typed. */
(() => {
  "use strict";

  const palette = document.querySelector("[data-card-palette]");
  if (!palette) return;
  const tricks = [...document.querySelectorAll(".proof-tricks input")];
  const cardsIn = (input) => input.value.trim().split(/[\s,]+/).filter(Boolean);
  const loners = () => [...document.querySelectorAll("input[name=alone]:checked, input[name=lone_defender]:checked")].filter((field) => field.value).length;
  const isHeld = (input) => input.name.startsWith("unplayed");
  const full = (input) => (isHeld(input) ? 5 : 4 - loners());
  const named = (card) => card.toLowerCase().replace(/^t/, "10").replace(/^(jo|benny|b|2s)$/, "joker");
  let last = null;

  palette.hidden = false;
  const current = () => {
    if (last && cardsIn(last).length < full(last)) return last;
    return tricks.find((input) => !isHeld(input) && cardsIn(input).length < full(input));
  };
  tricks.forEach((input) => input.addEventListener("focus", () => { last = input; }));
  palette.addEventListener("click", (event) => {
    const key = event.target.closest("[data-card]");
    if (key) {
      const input = current();
      if (!input) return;
      input.value = [...cardsIn(input), key.dataset.card].join(" ");
      last = input;
    } else if (event.target.closest("[data-card-undo]")) {
      const input = last && cardsIn(last).length ? last : tricks.findLast((trick) => cardsIn(trick).length);
      if (input) input.value = cardsIn(input).slice(0, -1).join(" ");
    }
    const played = new Set(tricks.flatMap(cardsIn).map(named));
    palette.querySelectorAll("[data-card]").forEach((button) => {
      button.disabled = played.has(named(button.dataset.card));
    });
  });
})();
