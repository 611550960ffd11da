/* The deal-by-deal pad, [data-deals]; the server is asked for the running score after every change. */
import { keepDraft } from "./deals/draft.js";
import { firstDealers, listenOnPad } from "./deals/keys.js";
import { LONERS, dealOf, enterOpen, goToSave, isUnplayed, letGo, partsOf, tellChange } from "./deals/pad.js";
import { each } from "./shared/page.js";

/* A deal that was not played out has no tricks. */
const clearUnplayed = (form) => form.addEventListener("change", ({ target }) => {
  const deal = target.name?.endsWith("-maker") && isUnplayed(target.value) ? dealOf(target) : null;
  if (deal) letGo(partsOf(deal, "tricks", ...LONERS));
}, true);

/* Only one of a side plays alone: the other box lets go. */
const keepOneLoner = (form) => form.addEventListener("change", ({ target }) => {
  const deal = target.checked && LONERS.some((name) => target.name?.endsWith(`-${name}`)) ? dealOf(target) : null;
  if (deal) letGo(partsOf(deal, ...LONERS).filter((field) => field !== target));
}, true);

/* A chosen button that is pressed again lets go. */
const letGoWhenPressedAgain = (form) => {
  form.addEventListener("pointerdown", ({ target }) => {
    const radio = target.closest?.(".segment")?.querySelector("input[type=radio]");
    if (radio && radio.checked && dealOf(radio)) radio.dataset.letGo = "yes";
  });
  form.addEventListener("click", ({ target }) => {
    if (!target.matches?.("input[type=radio]") || !target.dataset.letGo) return;
    delete target.dataset.letGo;
    target.checked = false;
    tellChange(target);
  });
};

/* The bell came early, or did not after all: the pad is drawn again with as many deals. */
const hearBell = (form) => {
  let heard = false;
  form.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-end-after]");
    if (!button) return;
    event.preventDefault();
    heard = true;
    const played = form.querySelector("[name=deals_played]");
    played.value = button.dataset.endAfter;
    tellChange(played);
  });
  document.addEventListener("preview:shown", () => {
    if (!heard) return;
    heard = false;
    if (!enterOpen(form)) goToSave(form);
  });
};

const goToFirst = (form) => {
  const asked = form.querySelector(".pad-first.is-bad input, .deal.is-bad input:not([type=hidden])") || form.querySelector("[data-take-focus]");
  if (asked) asked.focus();
  else if (firstDealers(form).some((field) => field.checked)) enterOpen(form);
  else firstDealers(form)[0]?.focus();
};

const pad = (form) => {
  listenOnPad(form);
  clearUnplayed(form);
  keepOneLoner(form);
  letGoWhenPressedAgain(form);
  hearBell(form);
  keepDraft(form);
  goToFirst(form);
};

each("[data-deals]", pad);
