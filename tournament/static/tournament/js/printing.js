/* The print room: a changed choice shows its picture, and a picture that is still being drawn is asked for again.

   data-autosubmit     a form that sends itself when a choice in it changes
   data-again          a picture that the server may still be drawing: then it answers with no picture */
import { around, each } from "./shared/page.js";

const TRIES = 12;

document.addEventListener("change", ({ target }) => around(target, "[data-autosubmit]")?.requestSubmit());

each("img[data-again]", (picture) => {
  let tries = 0;
  const again = () => {
    tries += 1;
    if (tries < TRIES) setTimeout(() => { picture.src = picture.src.replace(/#.*|$/, `#${tries}`); }, 500 * (tries + 1));
  };
  picture.addEventListener("error", again);
  if (picture.complete && !picture.naturalWidth) again();
});
