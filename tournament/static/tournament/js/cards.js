/* A tally card, [data-tally]: the focus stands in its first empty line, and its total below.

   A in a figure notes a lone march of its round, arrows go to the line beside. A card that was refused puts the focus on
   the words about it: the next card's number, typed ahead, becomes no points of this one. */
import { isPlain, lettersAreOff } from "./shared/keys.js";
import { each, goTo } from "./shared/page.js";
import { callAttention } from "./shared/sound.js";

const tally = (form) => {
  const points = [...form.querySelectorAll("input[name^=r]:not([type=hidden])")];
  form.addEventListener("input", () => addUp(form, points));
  form.addEventListener("focusin", ({ target }) => target.matches("input") && target.select());
  form.addEventListener("keydown", (event) => {
    const at = points.indexOf(event.target);
    if (at >= 0 && isPlain(event) && act(form, points, at, event.key.toLowerCase())) event.preventDefault();
  });
  addUp(form, points);
  const refused = form.querySelector("[role=alert]");
  if (refused) {
    refused.tabIndex = -1;
    refused.focus();
    callAttention();
  } else goTo(points.find((field) => `#${field.id}` === location.hash) || points.find((field) => !field.value) || points[0]);
};

const act = (form, points, at, key) => {
  if (key === "arrowright") return goTo(points[at + 1]);
  if (key === "arrowleft") return goTo(points[at - 1]);
  return key === "a" && !lettersAreOff() && noteLone(form, points[at]);
};

const addUp = (form, points) => {
  const total = form.querySelector("[data-tally-total]");
  const told = points.map((field) => field.value.trim()).filter((value) => /^[-−–]?\d+$/.test(value)).map((value) => value.replace(/^[−–]/, "-"));
  if (total) total.textContent = told.length ? String(told.reduce((sum, value) => sum + Number(value), 0)).replace("-", "−") : "–";
};

const noteLone = (form, field) => {
  const lone = form.querySelector(`[name="lone${field.name.slice(1)}"]`);
  if (!lone || !/^\d?$/.test(lone.value.trim())) return false;
  lone.value = String(Number(lone.value) + 1);
  return true;
};

each("[data-tally]", tally);
