/* The card of a hall that seats itself, [data-hall-card]: number, rounds, total, each with Enter.

   A letter for won or lost in a round goes on, too. Of a card that is typed already only the points are told: Enter in
   its first round brings its figures in to correct; whoever types on types it anew, and the server asks. */
import { refill, tell, typeInTurn } from "./in_turn.js";
import { isPlain } from "./shared/keys.js";
import { blank, each, forEveryNew, goTo } from "./shared/page.js";
import { callAttention } from "./shared/sound.js";

let holders = {};      // number → name, points and rounds of its card, as the page says them last

const hallCard = (form) => {
  const card = {
    form,
    get number() { return form.querySelector("[name=card]"); },
    get rounds() { return [...form.querySelectorAll(".hall-round input")]; },
    get places() { return [this.number, ...this.rounds, form.querySelector("[name=total]")]; },
    get typed() { return this.number.value.trim(); },
    get holder() { return holders[String(Number(this.typed || 0))]; },
  };
  card.turn = typeInTurn({
    of: form.dataset.of,
    describe: () => ({
      url: form.dataset.of + (card.holder ? `${Number(card.typed)}/` : ""),
      label: form.dataset.waits.replace("{n}", card.typed),
    }),
    fill: (asked) => {
      form.dataset.loaded = asked.dataset.loaded;
      refill(form, asked.childNodes);
      begin(card);
    },
    clear: () => {
      form.dataset.loaded = "";
      refill(form, blank());
      begin(card);
    },
    isBusy: () => card.places.some((field) => field.value),
  });
  form.addEventListener("input", () => show(card));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    unload(card);
    card.turn.send(form);
  });
  form.addEventListener("focusin", ({ target }) => target.matches("input") && target.select());
  form.addEventListener("keydown", (event) => {
    if (card.places.includes(event.target) && isPlain(event) && act(card, event.target, event.key)) event.preventDefault();
  });
  form.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-mark]");
    if (!button) return;
    const field = button.closest(".hall-round").querySelector("input");
    if (button.dataset.mark === "/") { field.value += "/"; show(card); field.focus(); }
    else mark(card, field, button.dataset.mark);
  });
  begin(card);
};

const begin = (card) => {
  const { form, number, rounds } = card;
  show(card);
  const wrong = form.querySelector(".is-bad input, .field-bad input");
  if (wrong) { goTo(wrong); callAttention(); }
  else goTo(rounds.find((field) => `#${field.id}` === location.hash && field.value) || (number.value ? rounds[0] : number));
};

const act = (card, field, key) => {
  const letter = key.toLowerCase(), { rounds, places, form } = card, { won, lost } = form.dataset;
  if (key === "Enter") {
    if (field === card.number) return open(card);
    return (field === rounds[0] && bringIn(card)) || (field !== places.at(-1) && next(card, field));
  }
  if (key === "Backspace" && !field.value) return goTo(places[places.indexOf(field) - 1]);
  if (!rounds.includes(field)) return false;
  if (letter === won || letter === lost) return /\d/.test(field.value) && mark(card, field, letter);
  return letter === "x" && mark(card, field, letter);
};

const mark = (card, field, letter) => {
  field.value = letter === "x" ? "x" : field.value.replace(/[^\d/a−-]/gi, "") + letter;
  show(card);
  return next(card, field);
};

const next = ({ places }, field) => goTo(places[places.indexOf(field) + 1]);

/* A number that nobody has is said at once; what is typed after it is points all the same, and the server asks. */
const open = (card) => {
  const { form, typed, holder, number } = card;
  if (!typed) return card.turn.showAsked() || goTo(number);
  unload(card);
  tell();
  if (!holder) { show(card, form.dataset.unknown); callAttention(); }
  else if (isGuarded(card)) {
    tell(form.dataset.typed.replace("{n}", Number(typed)).replace("{points}", holder[1]));
    callAttention();
  }
  return goTo(card.rounds[0]);
};

/* Of a typed card nothing is in the fields yet. */
const isGuarded = ({ form, holder, typed, places }) => Boolean(holder?.[1]) && Number(form.dataset.loaded) !== Number(typed)
  && places.slice(1).every((field) => !field.value);

const bringIn = (card) => {
  if (!isGuarded(card)) return false;
  for (const [round, cell, revision] of card.holder[2]) {
    const field = card.form.querySelector(`[name=r${round}]`);
    field.defaultValue = cell;
    field.value = cell;
    card.form.querySelector(`[name=rev${round}]`).value = revision;
  }
  card.form.dataset.loaded = card.typed;
  show(card);
  return goTo(card.rounds[0]);
};

/* Under another number the figures that were brought in replace nothing. */
const unload = (card) => {
  const { form, typed } = card;
  if (!form.dataset.loaded || Number(form.dataset.loaded) === Number(typed)) return;
  form.dataset.loaded = "";
  each("[name^=rev]", (revision) => { revision.value = "0"; }, form);
};

const show = ({ form, rounds, holder }, words = "") => {
  form.querySelector("[data-hall-name]").textContent = words || (holder ? holder[0] : "");
  const points = rounds.map((field) => Number((field.value.replace("−", "-").match(/^-?\d+/) || [0])[0]));
  form.querySelector("[data-hall-sum]").textContent = String(points.reduce((sum, value) => sum + value, 0)).replace("-", "−");
};

forEveryNew("#hall-holders", (told) => { holders = JSON.parse(told.textContent); });
each("[data-hall-card]", hallCard);
