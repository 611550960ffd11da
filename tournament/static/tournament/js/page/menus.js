/* Closes an open menu, details.menu, by Escape and by a click elsewhere. */
import { each } from "../shared/page.js";

const OPEN = "details.menu[open]";

export const closeMenus = () => {
  document.addEventListener("click", ({ target }) => each(OPEN, (menu) => { if (!menu.contains(target)) menu.open = false; }));
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    each(OPEN, (menu) => {
      if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
      menu.open = false;
    });
  });
};
