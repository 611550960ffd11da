/* Checks in one number after the other without leaving the page, so that fast typing never runs together.

   data-lost            on the form: the words where an entry could not be sent; %s stands for what was typed
   data-arrivals        there, too, where players check in by phone: what has changed since, asked for every 5 s */
import { each, parsed } from "./shared/page.js";
import { keepTyped } from "./page/unsaved.js";
import { keepAsking, replaceInside } from "./page/updating.js";

const form = document.querySelector(".door-form");
const field = form?.querySelector("[name=who]");
const FOLLOWING = [".door-count", ".door-next", ".door-phones", "section[aria-labelledby=waiting]"];
const PARTS = ["#messages", "#who-answer", ...FOLLOWING];
const EVERY = 5;
let before = Promise.resolve();
let waiting = 0;
const lost = [];              // entries that got another page for an answer

const queue = (act) => {
  waiting += 1;
  before = before.then(act).finally(() => { waiting -= 1; });
};

/* What was typed before this file came goes first: door_early.js kept it. */
const listen = () => {
  form.dataset.listens = "";
  JSON.parse(form.dataset.early ?? "[]").forEach((typed) => queue(() => send(typed)));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = field.value;
    queue(() => send(typed));
    field.value = "";
  });
  document.addEventListener("submit", press);
};

/* A name, Undo or Paid: the page stays, and so does what is being typed. */
const press = (event) => {
  const { target, submitter } = event;
  if (!submitter?.name || !target.closest(PARTS.join())) return;
  event.preventDefault();
  const entry = new FormData(target, submitter);
  field.focus();
  queue(async () => {
    try {
      const answer = await fetch(submitter.formAction, { method: "POST", body: entry });
      const page = parsed(await answer.text());
      if (page.querySelector(".door-form")) show(page);
      else location.reload();
    } catch {
      document.querySelector("#who-answer").textContent = form.dataset.lost.replace("%s", submitter.textContent.trim());
    }
  });
};

const send = async (typed) => {
  const entry = new FormData(form);     // with the token of the page shown last
  entry.set("who", typed);
  try {
    const answer = await fetch(location.href, { method: "POST", body: entry });
    const page = parsed(await answer.text());
    if (page.querySelector(".door-form")) show(page);
    else sendAsAPage(typed);
  } catch {
    document.querySelector("#who-answer").textContent = form.dataset.lost.replace("%s", typed);
    if (!field.value) field.value = typed;
  }
};

const replaceParts = (parts, page) => parts.forEach((part) => {
  const region = document.querySelector(part);
  const wasOpen = region.querySelector("details")?.open;
  replaceInside(region, page.querySelector(part).innerHTML);
  region.querySelector("details")?.toggleAttribute("open", Boolean(wasOpen));
});

/* Nothing moves under a finger, a pointer or the focus: whoever is about to press a name presses that one. */
const isAimedAt = () => FOLLOWING.some((part) => {
  const region = document.querySelector(part);
  return region.matches(":hover") || region.contains(document.activeElement);
});

/* Asked before and after: a hand may come, or a number be sent, while the answer is on its way. */
const canFollow = () => !waiting && !isAimedAt();

const follow = (html) => canFollow() && replaceParts(FOLLOWING, parsed(html));

const show = (page) => {
  replaceParts(PARTS, page);
  form.dataset.pollEtag = page.querySelector(".door-form").dataset.pollEtag;
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
  lost.push(typed);
  field.value = lost.join(" ");
  keepTyped(form);
  form.submit();
};

if (form) listen();
if (form?.dataset.arrivals) {
  keepAsking(form, {
    address: form.dataset.arrivals, seconds: EVERY, isWanted: () => !document.hidden && canFollow(), take: follow,
  });
}
