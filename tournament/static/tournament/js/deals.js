/* The pad, [data-deals]: keys within a deal; the running score after every change is asked for by htmx.

   It works without this file: the page posts all deals.                                                            */
(() => {
  "use strict";

  /* ---- the pad: keys within a deal ---- */
  const pad = (form) => {
    const keysAreOff = () => { try { return localStorage.getItem("euchre.keys") === "off"; } catch { return false; } };
    const deals = () => [...form.querySelectorAll("[data-deal]")];
    const dealOf = (node) => node instanceof Element ? node.closest("[data-deal]") : null;
    const part = (deal, name) => [...deal.querySelectorAll(`[name="${deal.dataset.deal}-${name}"]`)].filter((field) => field.type !== "hidden");
    const tell = (field) => field.dispatchEvent(new Event("change", { bubbles: true }));
    const choose = (deal, name, value) => {
      const field = part(deal, name).find((option) => option.value === value);
      if (!field) return false;
      field.checked = true;
      tell(field);
      return true;
    };
    const enter = (deal) => {
      const fields = deal ? part(deal, "maker") : [];
      const place = fields.find((field) => field.checked) || fields[0];
      place?.focus();
      deal?.scrollIntoView({ block: "nearest" });
      return Boolean(place);
    };
    const beside = (deal, step) => {
      const all = deals();
      for (let at = all.indexOf(deal) + step; all[at]; at += step) if (enter(all[at])) return true;
      if (step > 0) form.querySelector(".pad-actions [type=submit]")?.focus();
      return true;
    };
    const clear = (deal) => {
      const filled = [...part(deal, "maker"), ...part(deal, "tricks"), ...part(deal, "alone"), ...part(deal, "supreme")].filter((field) => field.checked);
      filled.forEach((field) => { field.checked = false; });
      if (filled.length) tell(filled[0]);
      return true;
    };
    const isWhole = (deal) => part(deal, "maker").some((field) => field.checked) && part(deal, "tricks").some((field) => field.checked);
    const keys = {
      ArrowDown: (deal) => beside(deal, 1),
      ArrowUp: (deal) => beside(deal, -1),
      Enter: (deal) => beside(deal, 1),
      Backspace: clear,
      Delete: clear,
      a: (deal) => {
        const [box] = part(deal, "alone");
        if (!box) return false;
        box.checked = !box.checked;
        tell(box);
        return true;
      },
      "-": (deal) => choose(deal, "maker", "-") && beside(deal, 1),
    };
    form.addEventListener("keydown", (event) => {
      const deal = dealOf(event.target);
      if (!deal || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("select, a, input[type=text]")) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if (event.key.length === 1 && keysAreOff()) return;
      let done = false;
      if ("nesw".includes(key) && key.length === 1) done = choose(deal, "maker", key.toUpperCase());
      else if (/^[0-5]$/.test(key)) done = choose(deal, "tricks", key) && (!isWhole(deal) || beside(deal, 1));
      else if (keys[key]) done = keys[key](deal);
      if (done) event.preventDefault();
    });
    // A chosen button that is pressed again lets go.
    form.addEventListener("pointerdown", ({ target }) => {
      const radio = target.closest?.(".segment")?.querySelector("input[type=radio]");
      if (radio && radio.checked && dealOf(radio)) radio.dataset.letGo = "yes";
    });
    form.addEventListener("click", ({ target }) => {
      if (!target.matches?.("input[type=radio]") || !target.dataset.letGo) return;
      delete target.dataset.letGo;
      target.checked = false;
      tell(target);
    });
    const firstOpen = form.querySelector(".deal.is-bad input:not([type=hidden])") || form.querySelector("[data-take-focus]");
    if (firstOpen) firstOpen.focus();
    else enter(deals().find((deal) => part(deal, "maker").length && !isWhole(deal)));
  };

  document.addEventListener("DOMContentLoaded", () => document.querySelectorAll("[data-deals]").forEach(pad));
})();
