/* Offers the browser's own way to share a page, where it has one: over plain http it has none.

   data-share="URL" data-share-title     the button */
import { each, onClick } from "./shared/page.js";

if (navigator.share) each("[data-share]", (button) => { button.hidden = false; });
// Whoever closes the sheet of the browser has shared nothing, and that is all.
onClick("[data-share]", ({ dataset }) => navigator.share({ title: dataset.shareTitle, url: dataset.share }).catch(() => {}));
