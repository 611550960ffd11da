/* Shows what the server makes of a form while it is filled in; nothing is written.

   A newer request of the form replaces one that is on its way. After every answer the page hears "preview:shown", where
   none comes "preview:failed".

   data-preview="URL" data-preview-into="#part"     a form, or a part of one: a change in it sends the form, and the answer
                                                    takes its place in the part
   data-preview-typing="300"                        sent while somebody types, too, when they rest so many milliseconds
   data-preview-step="ask"                          the step that is sent with it
   data-preview-latest                              within the part: a form that waits for the answer to be pressed */
import { around, each, released } from "./shared/page.js";
import { replaceInside } from "./page/updating.js";

const PLACES = "[data-preview]";
const WHILE_TYPING = "[data-preview-typing]";
const latest = new WeakMap();      // form → what stops its request
let timer = 0;

const typedIn = (place) => {
  clearTimeout(timer);
  if (place) timer = setTimeout(() => preview(place), Number(place.dataset.previewTyping));
};

/* Sends the form of a place with what it holds, or with other values instead. Leaving a field that was sent while it was
   typed in sends nothing: its answer would come under the press that left it. */
export const preview = async (place, values = {}) => {
  if (!place) return;
  clearTimeout(timer);
  const form = place.closest("form");
  const { preview: address, previewInto: into, previewStep: step } = place.dataset;
  const fields = new FormData(form);
  for (const [name, value] of Object.entries(step ? { ...values, step } : values)) fields.set(name, value);
  const body = new URLSearchParams(fields);
  const request = latest.get(form);
  if ("previewTyping" in place.dataset && request?.body === String(body)) return;
  request?.stop.abort();
  const stop = new AbortController();
  latest.set(form, { stop, body: String(body) });
  each(`${into} [data-preview-latest]`, (waiting) => { waiting.inert = true; });
  try {
    const answer = await ask(address, form.method, body, stop.signal);
    const html = await answer.text();
    const region = document.querySelector(into);
    await released(region);
    if (stop.signal.aborted) return;
    if (!answer.ok || answer.redirected) throw new Error(answer.status);
    replaceAround(document.activeElement, region, html);
    document.dispatchEvent(new Event("preview:shown"));
  } catch {       // the server is away, and the form can be sent all the same; or a newer request replaced this one
    if (stop.signal.aborted) return;
    latest.delete(form);
    document.dispatchEvent(new Event("preview:failed"));
  }
};

/* What is being typed in the part stays. */
const replaceAround = (field, region, html) => {
  replaceInside(region, html);
  const again = document.activeElement;
  if (field.isConnected || again.name !== field.name || !again.matches("textarea, input[type=text]")) return;
  again.value = field.value;
  again.setSelectionRange(field.selectionStart, field.selectionEnd);
};

const ask = (address, method, fields, signal) => {
  const options = { headers: { "X-Preview": "1" }, cache: "no-store", signal };
  return method === "get" ? fetch(`${address}?${fields}`, options) : fetch(address, { ...options, method: "POST", body: fields });
};

document.addEventListener("change", ({ target }) => preview(around(target, PLACES)));
document.addEventListener("input", ({ target }) => typedIn(around(target, WHILE_TYPING)));
document.addEventListener("submit", (event) => {
  const leadsOn = event.submitter?.hasAttribute("formaction");
  if (leadsOn || event.target.method !== "get" || !event.target.matches(PLACES)) return;
  event.preventDefault();
  preview(event.target);
});
/* What was chosen or typed before this file had come; a list that names no choice begins with its first. */
const isChanged = (field) => {
  if (field.options) return field.selectedOptions[0] !== ([...field.options].find((option) => option.defaultSelected) ?? field.options[0]);
  return field.type === "radio" || field.type === "checkbox" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
};
each(PLACES, (place) => { if ([...place.querySelectorAll("input, select, textarea")].some(isChanged)) preview(place); });
