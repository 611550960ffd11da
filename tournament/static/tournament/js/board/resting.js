/* Hides pointer and buttons of the big screen while nobody moves the one or presses a key, also in kiosk mode. */

const REST = 4000;            // milliseconds without a sign of somebody
const SIGNS = ["pointermove", "pointerdown", "keydown"];

export const hideAtRest = (root) => {
  let timer = 0;
  const rest = () => {
    if (!document.querySelector(".board-tools :focus-visible")) root.classList.add("board-idle");
  };
  const awake = () => {
    root.classList.remove("board-idle");
    clearTimeout(timer);
    timer = setTimeout(rest, REST);
  };
  for (const sign of SIGNS) document.addEventListener(sign, awake);
  awake();
};
