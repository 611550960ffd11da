/* Keeps what a reader chooses in this browser: light or dark, letters as shortcuts, the sound.

   data-preference="theme|keys|sound" data-value="…"     a button for one choice; alone, it switches on and off */
import { browser } from "../shared/memory.js";
import { each, onClick } from "../shared/page.js";

export const offerPreferences = () => {
  each("[data-preferences]", (place) => { place.hidden = false; });
  showPreferences();
  onClick("[data-preference]", choose);
};

const showPreferences = () => each("[data-preference]", (button) => {
  button.setAttribute("aria-pressed", String(browser.recall(button.dataset.preference) === button.dataset.value));
});

const choose = (button) => {
  const { preference: name, value: offered } = button.dataset;
  const isAlone = button.closest("[role=group]") === null;
  const value = isAlone && browser.recall(name) === offered ? "" : offered;
  if (value) browser.keep(name, value);
  else browser.forget(name);
  document.dispatchEvent(new CustomEvent("preference:chosen", { detail: { name, value } }));      // theme.js listens
  showPreferences();
};
