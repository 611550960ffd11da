/* Keeps what is typed at the door before check_in.js has come: no module, so that it hears the first Enter.

   data-early     on the form: the entries that wait, as JSON; check_in.js sends them
   data-listens   check_in.js has come and hears the form itself */
(() => {
  const isOurs = (form) => form?.matches(".door-form") && !("listens" in form.dataset);
  const waiting = (form) => JSON.parse(form.dataset.early ?? "[]");
  const keep = (event) => {
    const form = event.target;
    if (!isOurs(form)) return;
    event.preventDefault();
    form.dataset.early = JSON.stringify([...waiting(form), form.elements.who.value]);
    form.elements.who.value = "";
  };
  document.addEventListener("submit", keep);
  // It did not come: what was typed stands in the field again, and the form goes out as it does without a script.
  window.addEventListener("load", () => {
    document.removeEventListener("submit", keep);
    const form = document.querySelector(".door-form");
    if (isOurs(form) && form.dataset.early) form.elements.who.value = [...waiting(form), form.elements.who.value].join(" ").trim();
  });
})();
