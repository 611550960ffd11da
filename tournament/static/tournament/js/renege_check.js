/* The card palette of "Prove a renege": a tap puts a card into the trick being filled, and moves on when it is
   full. Without this file the cards are typed. */
(() => {
  "use strict";

  const palette = document.querySelector("[data-card-palette]");
  if (!palette) return;
  const tricks = [...document.querySelectorAll(".proof-tricks input")];
  const cardsIn = (input) => input.value.trim().split(/[\s,]+/).filter(Boolean);
  const full = () => (document.querySelector("input[name=alone]:checked")?.value ? 3 : 4);
  let last = null;

  palette.hidden = false;
  const current = () => {
    if (last && cardsIn(last).length < full()) return last;
    return tricks.find((input) => cardsIn(input).length < full());
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
      const input = tricks.findLast((trick) => cardsIn(trick).length);
      if (input) input.value = cardsIn(input).slice(0, -1).join(" ");
    }
    const played = new Set(tricks.flatMap(cardsIn).map((card) => card.toLowerCase().replace(/^t/, "10")));
    palette.querySelectorAll("[data-card]").forEach((button) => {
      button.disabled = played.has(button.dataset.card.toLowerCase());
    });
  });
})();
