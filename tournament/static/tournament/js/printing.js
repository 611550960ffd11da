/* The print room: what is chosen stays with its address, and a picture that is still being drawn is asked for again.

   The address is for the way back from a paper; the chosen size goes along to the next one.

   data-again     a picture that the server may still be drawing: then it answers with no picture */
import { around, forEveryNew, onClick } from "./shared/page.js";

const TRIES = 12;

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
    if (tries < TRIES) setTimeout(() => { picture.src = picture.src.replace(/#.*|$/, `#${tries}`); }, 500 * (tries + 1));
  };
  picture.addEventListener("error", again);
  if (picture.complete && !picture.naturalWidth) again();
});
