/* What is typed on the pad and not saved yet is here again after a look at another page. */
import { preview } from "../previews.js";
import { tab } from "../shared/memory.js";

const nameOfDraft = () => `draft:${document.body.dataset.eventUid ?? ""}${location.pathname}`;

export const keepDraft = (form) => {
  const name = nameOfDraft();
  const typed = () => [...new FormData(form)].filter(([field]) => /^d\d|^first_dealer$|^deals_played$|^reason$/.test(field));
  const revision = () => form.querySelector("[name=revision]").value;
  const atFirst = JSON.stringify(typed());
  const forget = () => tab.forget(name);
  const draft = read(name);
  form.addEventListener("change", () => {
    if (JSON.stringify(typed()) === atFirst) forget();
    else tab.keep(name, JSON.stringify({ revision: revision(), fields: typed() }));
  });
  form.addEventListener("waits:saved", forget);
  form.addEventListener("click", ({ target }) => { if (target.closest?.("[data-forget-draft]")) forget(); });
  if (draft && draft.revision === revision() && !form.querySelector("[role=alert]")) fill(form, Object.fromEntries(draft.fields));
  else forget();
};

const read = (name) => { try { return JSON.parse(tab.recall(name)); } catch { return null; } };

const fill = (form, values) => {
  form.querySelectorAll("[name^=d]").forEach((field) => {
    if (["radio", "checkbox"].includes(field.type)) field.checked = values[field.name] === field.value;
    else if (field.name in values) field.value = values[field.name];
  });
  const reason = form.querySelector("[name=reason]");
  if (reason && values.reason) reason.value = values.reason;
  // Who dealt first may be known by now though the draft was begun before: no answer clears none.
  if (values.first_dealer) {
    form.querySelectorAll("[name=first_dealer]").forEach((field) => { field.checked = field.value === values.first_dealer; });
  }
  preview(form, values);
};
