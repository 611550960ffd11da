/* Checks in one number after the other without leaving the page, so that fast typing never runs together.

   data-lost   on the form: the words where an entry could not be sent; %s stands for what was typed */
import { each } from "./shared/page.js";
import { replaceInside } from "./page/replacing.js";

const form = document.querySelector(".door-form");
const field = form?.querySelector("[name=who]");
const PARTS = ["#who-answer", ".door-count", ".door-next", "section[aria-labelledby=waiting]"];
let before = Promise.resolve();

const queue = (typed) => { before = before.then(() => send(typed)); };

/* What was typed before this file came goes first: door_early.js kept it. */
const listen = () => {
  form.dataset.listens = "";
  JSON.parse(form.dataset.early ?? "[]").forEach(queue);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    queue(field.value);
    field.value = "";
  });
};

const send = async (typed) => {
  const entry = new FormData(form);     // with the token of the page shown last
  entry.set("who", typed);
  try {
    const answer = await fetch(location.href, { method: "POST", body: entry });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (page.querySelector(".door-form")) show(page);
    else sendAsAPage(typed);
  } catch {
    document.querySelector("#who-answer").textContent = form.dataset.lost.replace("%s", typed);
    if (!field.value) field.value = typed;
  }
};

const show = (page) => {
  PARTS.forEach((part) => replaceInside(document.querySelector(part), page.querySelector(part).innerHTML));
  const answered = page.querySelector(".door-form [name=who]");
  const token = page.querySelector("[name=csrfmiddlewaretoken]").value;
  each("[name=csrfmiddlewaretoken]", (input) => { input.value = token; });
  field.ariaInvalid = answered.getAttribute("aria-invalid");
  if (field.value) return;              // the next number is being typed
  field.value = answered.value;
  field.select();
};

/* Where the answer is no check-in page (signed out, an error), the browser goes there as it does without a script. */
const sendAsAPage = (typed) => {
  field.value = typed;
  form.submit();
};

if (form) listen();
