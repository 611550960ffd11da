/* Sends the forms of a page so that they wait while the server cannot be reached.

   form[data-waits="Round 1, table 3"]     the words say what the entry is; the form's view is decorated with
                                           `web.offline.waits` and answers 409 or 422 where it asks back
   form[data-answers]                      the page answers what was sent from this form */
import { keepEntry } from "./entries.js";
import { isInFlight, sendEntry, token } from "./sending.js";

const FORMS = "form[data-waits]";

export const sendForms = () => document.addEventListener("submit", (event) => {
  if (!event.target.matches(FORMS) || event.defaultPrevented) return;
  event.preventDefault();
  if (!isInFlight(addressOf(event.target, event.submitter))) submit(event.target, event.submitter);
});

/* An answer to what was typed in a form of this page, and waited. */
export const takeLateAnswer = (entry, answer) => {
  const form = [...document.querySelectorAll(FORMS)].find((one) => addressOf(one) === entry.url);
  if (!form) return;
  if (answer.kind === "saved" && answer.go) location.assign(answer.go);
  else if (answer.kind === "asks") showQuestion(entry);
};

/* The server asks something back: the page that asks is the answer to the same fields, sent without a script. */
export const showQuestion = (entry) => {
  const form = document.createElement("form");
  form.method = "post";
  form.action = entry.url;
  form.hidden = true;
  form.append(...[...entry.fields, ["csrfmiddlewaretoken", token()]].map(hiddenField));
  document.body.append(form);
  form.submit();
};

const hiddenField = ([name, value]) => {
  const field = document.createElement("input");
  field.type = "hidden";
  field.name = name;
  field.value = value;
  return field;
};

export const addressOf = (form, button = null) => {
  const address = button?.getAttribute("formaction") || form.getAttribute("action") || location.pathname;
  return new URL(address, location.href).pathname;
};

const submit = async (form, button) => {
  const fields = [...new FormData(form, button)];
  const entry = keepEntry({ url: addressOf(form, button), fields, label: form.dataset.waits });
  form.setAttribute("aria-busy", "true");
  const answer = await sendEntry(entry);
  form.removeAttribute("aria-busy");
  if (answer.kind === "saved") {
    form.dispatchEvent(new Event("waits:saved"));
    if (answer.go) location.assign(answer.go);
    else location.reload();
  } else if (answer.kind === "asks") showQuestion(entry);
  else document.querySelector("[data-waiting]")?.scrollIntoView({ block: "nearest" });
};
