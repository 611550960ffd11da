/* What somebody typed is not lost without a word: neither by leaving its page nor by having been signed out.

   form.form, .import, [data-waits]   a form that asks before it is left, if it has more than a few fields, holds more
                                 than a few words, or is a score; shorter ones are typed again sooner than it is read
   a[data-leaves]                says itself that nothing is saved
   template[data-typed-again]    words for a page whose fields hold again what was sent by somebody who had been signed
                                 out; officials' pages have it. From its submit until one of them comes a form is kept in
                                 this tab: no password, PIN or file
   [data-typed-lost]             on a page that comes instead of the answer; a link leads back to what was typed */
import { tab } from "../shared/memory.js";
import { each, onClick } from "../shared/page.js";

const FEW = 3;
const WORDS = 15;              // letters
const ASKING = "form.form[method=post], form.import, form[data-waits]:not([data-deals])";      // deals keep a draft
const IN_TURN = "form[data-in-turn]";
const SENT = "sent";
const SECRET = "[type=password], [type=file], [name*=password i], [name*=pin i], [name=csrfmiddlewaretoken], [name=sent_key]";

export const askBeforeLosing = () => {
  const forms = [...document.querySelectorAll(ASKING)].filter((form) => !form.matches(IN_TURN));
  const saved = new Map(forms.map((form) => [form, form.querySelector(".field-error") ? null : valuesOf(form)]));
  let isSent = false;
  document.addEventListener("submit", ({ target, defaultPrevented }) => { isSent = isSent || !defaultPrevented || target.matches(`[data-waits]:not(${IN_TURN})`); });
  onClick("[data-leaves]", () => { isSent = true; });
  window.addEventListener("pageshow", () => { isSent = false; });
  window.addEventListener("beforeunload", (event) => {
    const isOpen = forms.some((form) => form.isConnected && isLong(form) && valuesOf(form) !== saved.get(form));
    if (!isSent && (isOpen || [...document.querySelectorAll(IN_TURN)].some(isHalfTyped))) event.preventDefault();
  });
};

/* What is sent in turn has left the form; the next one may be half typed. */
const isHalfTyped = (form) => [...form.querySelectorAll("input:not([type=hidden])")].some((field) => field.value !== field.defaultValue);

const isLong = (form) => form.matches("[data-waits]") || fieldsOf(form) > FEW
  || [...form.querySelectorAll("input[type=text], textarea")].some((field) => field.value.length > WORDS);

const fieldsOf = (form) => [...form.elements].filter((field) => field.name && !["hidden", "submit", "button"].includes(field.type)).length;

const valuesOf = (form) => JSON.stringify([...new FormData(form)].filter(([, value]) => typeof value === "string"));

/* ---- signed out meanwhile ---- */
export const keepWhatIsSent = () => {
  const words = document.querySelector("template[data-typed-again]");
  const sent = read();
  if (sent) each("[data-typed-lost]", (link) => {
    tab.keep(SENT, JSON.stringify({ ...sent, isLost: true }));
    link.href = sent.page;
    link.hidden = false;
  });
  if (!words) return;
  if (sent?.isLost && sent.page === here()) restore(sent, words);
  if (sent && (!sent.isLost || sent.page === here())) tab.forget(SENT);
  window.addEventListener("submit", (event) => { if (!event.defaultPrevented) keepTyped(event.target); });
};

export const keepTyped = (form) => {
  const fields = [...form.elements].filter((field) => field.name && field.willValidate !== undefined && !field.matches(SECRET) && field.type !== "submit");
  if (!form.matches("[method=post]") || !fields.some((field) => field.type !== "hidden")) return;
  const values = fields.filter((field) => !["checkbox", "radio"].includes(field.type) || field.checked).flatMap((field) => (
    field.selectedOptions ? [...field.selectedOptions].map(({ value }) => [field.name, value]) : [[field.name, field.value]]));
  tab.keep(SENT, JSON.stringify({ page: here(), action: form.getAttribute("action"), names: fields.map((field) => field.name), values }));
};

const here = () => location.pathname + location.search;
const read = () => { try { return JSON.parse(tab.recall(SENT)); } catch { return null; } };

const restore = ({ action, names, values }, words) => {
  const fieldsIn = (form) => [...form.elements].filter((field) => names.includes(field.name) && !field.matches(`[type=hidden], ${SECRET}`));
  const forms = [...document.querySelectorAll("main form[method=post]")].filter((form) => fieldsIn(form).length);
  const form = forms.find((one) => one.getAttribute("action") === action) ?? forms[0];
  if (!form) return;
  const fields = fieldsIn(form);
  for (const field of fields) {
    const told = values.filter(([name]) => name === field.name).map(([, value]) => value);
    if (["checkbox", "radio"].includes(field.type)) field.checked = told.includes(field.value);
    else if (field.options) [...field.options].forEach((option) => { option.selected = told.includes(option.value); });
    else if (told.length) [field.value] = told;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
  document.getElementById("messages")?.append(words.content.cloneNode(true));
  fields[0].closest("details")?.setAttribute("open", "");
  fields.find((field) => field.checkVisibility())?.focus();
};
