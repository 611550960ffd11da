/* A tally card, [data-tally]: the focus stands in the first line that is empty, A in a figure notes a lone march of its
   round, arrows go to the line beside, and the total stands below. A card that was refused puts the focus on the words
   about it: the next card's number, typed ahead, becomes no points of this one. The page works without it.         */
(() => {
  "use strict";

  const keysAreOff = () => { try { return localStorage.getItem("euchre.keys") === "off"; } catch { return false; } };

  const tally = (form) => {
    const points = [...form.querySelectorAll("input[name^=r]:not([type=hidden])")];
    const total = form.querySelector("[data-tally-total]");
    const add = () => {
      const told = points.map((field) => field.value.trim()).filter((value) => /^\d+$/.test(value));
      if (total) total.textContent = told.length ? told.reduce((sum, value) => sum + Number(value), 0) : "–";
    };
    const go = (field) => { field?.focus(); field?.select(); return Boolean(field); };
    const alone = (field) => {
      const lone = form.querySelector(`[name="lone${field.name.slice(1)}"]`);
      if (!lone || !/^\d?$/.test(lone.value.trim())) return false;
      lone.value = String(Number(lone.value) + 1);
      return true;
    };
    form.addEventListener("input", add);
    form.addEventListener("focusin", ({ target }) => target.matches("input") && target.select());
    form.addEventListener("keydown", (event) => {
      const at = points.indexOf(event.target);
      if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
      const key = event.key.toLowerCase();
      const done = key === "arrowright" ? go(points[at + 1]) : key === "arrowleft" ? go(points[at - 1]) : key === "a" && !keysAreOff() && alone(event.target);
      if (done) event.preventDefault();
    });
    add();
    const asked = points.find((field) => `#${field.id}` === location.hash);
    const refused = form.querySelector("[role=alert]");
    if (refused) {
      refused.tabIndex = -1;
      refused.focus();
      window.sound();
    } else go(asked || points.find((field) => !field.value) || points[0]);
  };

  document.addEventListener("DOMContentLoaded", () => document.querySelectorAll("[data-tally]").forEach(tally));
})();
