/* A page is not left without a question while a long form holds what is not saved.

   form.form     asks if it has more than a few fields; short ones are typed again faster than a question is read.
                 Forms that wait in this browser until they are sent (data-waits) lose nothing and never ask. */
const FEW = 3;

export const askBeforeLosing = () => {
  const forms = [...document.querySelectorAll("form.form[method=post]:not([data-waits])")].filter((form) => fieldsOf(form) > FEW);
  const saved = new Map(forms.map((form) => [form, form.querySelector(".field-error") ? null : valuesOf(form)]));
  let isSent = false;
  document.addEventListener("submit", (event) => { isSent = isSent || !event.defaultPrevented; });
  window.addEventListener("pageshow", () => { isSent = false; });
  window.addEventListener("beforeunload", (event) => {
    if (!isSent && forms.some((form) => form.isConnected && valuesOf(form) !== saved.get(form))) event.preventDefault();
  });
};

const fieldsOf = (form) => [...form.elements].filter((field) => field.name && !["hidden", "submit", "button"].includes(field.type)).length;

const valuesOf = (form) => JSON.stringify([...new FormData(form)].filter(([, value]) => typeof value === "string"));
