/* The print room: what is chosen stays with its address, and a picture that is still being drawn is asked for again.

   The address is for the way back from a paper; the chosen size goes along to the next one.

   data-again     a picture that the server may still be drawing: then it answers with a blank sheet, which is small */
import { around, forEveryNew, onClick } from "./shared/page.js";

const TRIES = 12;
const BLANK = 300;      // pixels: a blank sheet has one for each millimetre

document.addEventListener("change", ({ target }) => {
  const form = around(target, "#print-choices");
  if (form) history.replaceState(null, "", `?${new URLSearchParams(new FormData(form))}`);
});
onClick(".print-list a", (link) => {
  link.href = link.href.replace(/size=\w+/, `size=${document.querySelector("[name=size]:checked").value}`);
});

forEveryNew("img[data-again]", (picture) => {
  let tries = 0;
  const again = () => {
    tries += 1;
    if (picture.naturalWidth > BLANK || tries >= TRIES) return;
    setTimeout(() => { picture.src = picture.src.replace(/&again=\d+|$/, `&again=${tries}`); }, 500 * (tries + 1));
  };
  picture.addEventListener("load", again);
  picture.addEventListener("error", () => picture.remove());
  if (picture.complete) again();
});
