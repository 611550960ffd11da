/* The pad's deals: their parts, choosing in them, clearing them, and going from one to the next. */
import { around } from "../shared/page.js";

const UNPLAYED = ["-", "R", "V"];      // passed, dealt again, void: no maker and no tricks

export const isUnplayed = (value) => UNPLAYED.includes(value);

export const tellChange = (field) => field.dispatchEvent(new Event("change", { bubbles: true }));

export const dealOf = (node) => around(node, "[data-deal]");

export const partsOf = (deal, ...names) => names.flatMap((name) => [...deal.querySelectorAll(`[name="${deal.dataset.deal}-${name}"]`)].filter((field) => field.type !== "hidden"));

/* Who plays alone: the maker or, where the rules let either, the partner; only one of them. */
export const LONERS = ["alone", "partner_alone"];

export const letGo = (fields) => fields.forEach((field) => { field.checked = false; });

export const check = (field) => {
  if (!field) return false;
  field.checked = true;
  tellChange(field);
  return true;
};

export const choose = (deal, name, value) => check(partsOf(deal, name).find((option) => option.value === value));

export const isWhole = (deal) => partsOf(deal, "maker").some((maker) => maker.checked && (isUnplayed(maker.value) || partsOf(deal, "tricks").some((field) => field.checked)));

export const clear = (deal) => {
  partsOf(deal, "lone_defender").forEach((select) => { select.value = ""; });
  const filled = partsOf(deal, "maker", "tricks", ...LONERS, "supreme").filter((field) => field.checked);
  letGo(filled);
  if (filled.length) tellChange(filled[0]);
  return true;
};

/* ---- going from deal to deal ---- */
const dealsOf = (form) => [...form.querySelectorAll("[data-deal]")];

const enter = (deal) => {
  const makers = deal ? partsOf(deal, "maker") : [];
  const place = makers.find((field) => field.checked && field.checkVisibility()) || makers[0];
  place?.focus();
  deal?.scrollIntoView({ block: "nearest" });
  return Boolean(place);
};

export const goToSave = (form) => form.querySelector(".pad-actions [type=submit]")?.focus();

/* To the button that ends the round after the deals typed; somebody has to press it. */
export const goToBell = (form) => {
  const bell = form.querySelector(".pad-bell button");
  bell?.focus();
  return Boolean(bell);
};

export const enterOpen = (form) => enter(dealsOf(form).find((deal) => partsOf(deal, "maker").length && !isWhole(deal)));

export const goBeside = (form, deal, step) => {
  const all = dealsOf(form);
  for (let at = all.indexOf(deal) + step; all[at]; at += step) if (enter(all[at])) return true;
  if (step > 0) goToSave(form);
  return true;
};
