/* Tally cards, [data-cards]: a number opens a card, [data-tally], and its Enter the next number, in one page.

   The focus stands in the card's first empty line, and its total below. A in a figure notes a lone march of its round,
   arrows go to the line beside. Of a card that is typed whole only the points are told: Enter brings its figures in to
   correct; whoever types on types it anew, and the server asks. Shown again, a card that was refused has the focus on
   the words about it: what is typed ahead becomes no points of this one. */
import { pageAt, tell, typeInTurn } from "./in_turn.js";
import { dropHeldKeys, holdKeys, isPlain, lettersAreOff, pressHeldKeys } from "./shared/keys.js";
import { blank, each, forEveryNew, goTo, partArrived } from "./shared/page.js";
import { callAttention } from "./shared/sound.js";

const STORED = "input:is([name^=r], [name^=lone])";

const pointsOf = (form) => [...form.querySelectorAll("input[name^=r]:not([type=hidden])")];

const tally = (form) => {
  const points = pointsOf(form);
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

/* ---- one card after the other ---- */
const cardsIn = (box) => {
  const { of } = box.dataset;
  const number = () => box.querySelector("[name=card]");
  const tallyForm = () => box.querySelector("[data-tally]");
  const put = (contents) => {
    box.replaceChildren(...contents);
    partArrived(box);
    if (!tallyForm()) goTo(number());
  };
  const turn = typeInTurn({
    of,
    describe: () => ({ url: new URL(tallyForm().action).pathname, label: tallyForm().dataset.waits }),
    fill: (asked) => put(asked.ownerDocument.querySelector("[data-cards]").cloneNode(true).childNodes),
    clear: () => put(blank()),
    isBusy: () => Boolean(number().value) || (tallyForm() && pointsOf(tallyForm()).some((field) => field.value !== field.defaultValue)),
  });
  const open = async (typed) => {
    const address = `${of}?card=${encodeURIComponent(typed)}`;
    holdKeys();
    tell();
    const page = await pageAt(address);
    const news = page?.querySelector("[data-cards]");
    if (!news) { location.assign(address); return; }
    put(news.childNodes);
    if (tallyForm()) guard(tallyForm());
    else { dropHeldKeys(); callAttention(); }
    pressHeldKeys();
  };
  box.addEventListener("submit", (event) => {
    if (event.target.matches(".find-card")) {
      event.preventDefault();
      if (number().value.trim() || !turn.showAsked()) open(number().value);
    } else if (event.target === tallyForm()) {
      event.preventDefault();
      if (!bringIn(tallyForm())) turn.send(tallyForm());
    }
  });
};

/* What is stored is taken out of the fields, so that no key changes it. */
const guard = (form) => {
  const points = pointsOf(form);
  if (!points.length || points.some((field) => !field.value)) return;
  tell(form.dataset.typed.replace("{n}", form.dataset.number).replace("{points}", form.querySelector("[data-tally-total]").textContent));
  callAttention();
  each(STORED, (field) => {
    field.dataset.stored = field.value;
    field.defaultValue = field.type === "hidden" ? "0" : "";
    field.value = field.defaultValue;
  }, form);
  addUp(form, points);
};

const bringIn = (form) => {
  const stored = [...form.querySelectorAll("[data-stored]")];
  if (!stored.length || stored.some((field) => field.type !== "hidden" && field.value)) return false;
  stored.forEach((field) => {
    field.defaultValue = field.dataset.stored;
    field.value = field.dataset.stored;
    delete field.dataset.stored;
  });
  addUp(form, pointsOf(form));
  return goTo(pointsOf(form)[0]);
};

forEveryNew("[data-tally]", tally);
each("[data-cards]", cardsIn);
