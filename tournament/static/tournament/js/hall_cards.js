/* The card of a hall that seats itself, [data-hall-card]: number, rounds, total, each with Enter.

   A letter for won or lost in a round goes on, too. The number of a card that is typed already leads to it. */
import { isPlain } from "./shared/keys.js";
import { each, goTo } from "./shared/page.js";
import { callAttention } from "./shared/sound.js";

const hallCard = (form) => {
  const holders = JSON.parse(document.getElementById("hall-holders").textContent);
  const number = form.querySelector("[name=card]");
  const rounds = [...form.querySelectorAll(".hall-round input")];
  const total = form.querySelector("[name=total]");
  const places = [number, ...rounds, total];
  const card = { form, holders, number, rounds, total, places };
  form.addEventListener("input", () => show(card));
  form.addEventListener("submit", () => isKnown(card) && sendAs(card, form.dataset.waits));
  form.addEventListener("waits:kept", () => startNext(card));
  form.addEventListener("focusin", ({ target }) => target.matches("input") && target.select());
  form.addEventListener("keydown", (event) => {
    if (places.includes(event.target) && isPlain(event) && act(card, event.target, event.key)) event.preventDefault();
  });
  each("[data-mark]", (button) => button.addEventListener("click", () => {
    const field = button.closest(".hall-round").querySelector("input");
    if (button.dataset.mark === "/") { field.value += "/"; show(card); field.focus(); }
    else mark(card, field, button.dataset.mark);
  }), form);
  show(card);
  const wrong = form.querySelector(".is-bad input, .field-bad input");
  if (wrong) { goTo(wrong); callAttention(); }
  else goTo(rounds.find((field) => `#${field.id}` === location.hash) || (number.value ? rounds[0] : number));
};

const act = (card, field, key) => {
  const letter = key.toLowerCase(), { won, lost } = card.form.dataset;
  if (key === "Enter") return field === card.number ? open(card) : field !== card.total && next(card, field);
  if (key === "Backspace" && !field.value) return goTo(card.places[card.places.indexOf(field) - 1]);
  if (!card.rounds.includes(field)) return false;
  if (letter === won || letter === lost) return /\d/.test(field.value) && mark(card, field, letter);
  return letter === "x" && mark(card, field, letter);
};

const mark = (card, field, letter) => {
  field.value = letter === "x" ? "x" : field.value.replace(/[^\d/a−-]/gi, "") + letter;
  show(card);
  return next(card, field);
};

const next = ({ places }, field) => goTo(places[places.indexOf(field) + 1]);

const open = (card) => {
  const { number, form, holders, rounds } = card;
  const holder = holders[String(Number(number.value))];
  if (!number.value.trim() || !holder) { show(card, form.dataset.unknown); number.select(); callAttention(); return true; }
  const page = `${form.dataset.of}${Number(number.value)}/`;
  if (holder[1] && location.pathname !== page) location.assign(page);
  else goTo(rounds[0]);
  return true;
};

const isKnown = ({ number, holders }) => String(Number(number.value)) in holders;

/* Each card has an address of its own, so that several can wait while the server cannot be reached. */
const sendAs = (card, words) => {
  const { form, number } = card;
  form.action = `${form.dataset.of}${Number(number.value)}/`;
  form.dataset.label = words.replace("{n}", Number(number.value));
};

const startNext = (card) => {
  card.places.forEach((field) => { field.value = ""; });
  show(card);
  goTo(card.number);
};

const show = ({ form, number, rounds, holders }, words = "") => {
  const holder = holders[String(Number(number.value || 0))];
  form.querySelector("[data-hall-name]").textContent = words || (holder ? holder[0] : "");
  const points = rounds.map((field) => Number((field.value.replace("−", "-").match(/^-?\d+/) || [0])[0]));
  form.querySelector("[data-hall-sum]").textContent = String(points.reduce((sum, value) => sum + value, 0)).replace("-", "−");
};

each("[data-hall-card]", hallCard);
