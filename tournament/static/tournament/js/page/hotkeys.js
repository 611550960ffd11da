/* A key that follows a link, presses a button or goes to a field: data-hotkey="n", or "mod+enter" also while typing. */
import { lettersAreOff } from "../shared/keys.js";
import { goTo } from "../shared/page.js";

export const listenForHotkeys = () => document.addEventListener("keydown", (event) => {
  const together = event.ctrlKey || event.metaKey;
  if (event.altKey || event.defaultPrevented || lettersAreOff() || (isTyping(event.target) && !together)) return;
  const key = `${together ? "mod+" : ""}${event.key.toLowerCase()}`;
  const target = [...document.querySelectorAll("[data-hotkey]")].find((element) => element.dataset.hotkey.toLowerCase() === key);
  if (!target || !target.checkVisibility?.()) return;
  event.preventDefault();
  if (isTyping(target)) goTo(target);
  else target.click();
});

const isTyping = (element) => element.isContentEditable || element.matches("select, textarea, input:not([type=checkbox]):not([type=radio])");
