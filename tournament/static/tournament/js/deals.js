/* The pad, [data-deals]: first who deals first, then keys within a deal; the running score after every change is asked for by htmx.

   It works without this file: the page posts all deals.                                                            */
(() => {
  "use strict";

  /* ---- the pad: keys within a deal ---- */
  const UNPLAYED = ["-", "R", "V"];      // passed, dealt again, void: no maker and no tricks
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
      const place = fields.find((field) => field.checked && field.checkVisibility()) || fields[0];
      place?.focus();
      deal?.scrollIntoView({ block: "nearest" });
      return Boolean(place);
    };
    const firstDealer = () => [...form.querySelectorAll("[name=first_dealer]")];
    const isWhole = (deal) => part(deal, "maker").some((field) => field.checked && (UNPLAYED.includes(field.value) || part(deal, "tricks").some((one) => one.checked)));
    const enterOpen = () => enter(deals().find((deal) => part(deal, "maker").length && !isWhole(deal)));
    const dealsFirst = (seat) => {
      const field = firstDealer().find((option) => option.value === seat);
      if (!field) return false;
      field.checked = true;
      tell(field);
      if (!enterOpen()) form.querySelector(".pad-actions [type=submit]")?.focus();
      return true;
    };
    const beside = (deal, step) => {
      const all = deals();
      for (let at = all.indexOf(deal) + step; all[at]; at += step) if (enter(all[at])) return true;
      if (step > 0) form.querySelector(".pad-actions [type=submit]")?.focus();
      return true;
    };
    // Who plays alone: the maker or, where the rules let either, the partner; only one of them.
    const LONERS = ["alone", "partner_alone"];
    const loners = (deal) => LONERS.flatMap((name) => part(deal, name));
    const toggle = (name) => (deal) => {
      const [box] = part(deal, name);
      if (!box) return false;
      box.checked = !box.checked;
      tell(box);
      return true;
    };
    const clear = (deal) => {
      part(deal, "lone_defender").forEach((select) => { select.value = ""; });
      const filled = [...part(deal, "maker"), ...part(deal, "tricks"), ...loners(deal), ...part(deal, "supreme")].filter((field) => field.checked);
      filled.forEach((field) => { field.checked = false; });
      if (filled.length) tell(filled[0]);
      return true;
    };
    // A deal that was not played out has no tricks; whether it is dealt again, the server's rows tell.
    let onwardFrom = "";
    const unplayed = (deal, letter) => {
      [...part(deal, "tricks"), ...loners(deal), ...part(deal, "supreme")].forEach((field) => { field.checked = false; });
      onwardFrom = choose(deal, "maker", letter) ? deal.dataset.deal : "";
      return Boolean(onwardFrom);
    };
    document.addEventListener("htmx:afterSwap", () => {
      const deal = onwardFrom && form.querySelector(`[data-deal="${onwardFrom}"]`);
      onwardFrom = "";
      if (deal) beside(deal, 1);
    });
    form.addEventListener("change", ({ target }) => {
      const deal = target.name?.endsWith("-maker") && UNPLAYED.includes(target.value) ? dealOf(target) : null;
      if (deal) [...part(deal, "tricks"), ...loners(deal)].forEach((field) => { field.checked = false; });
    }, true);
    form.addEventListener("change", ({ target }) => {
      const deal = target.checked && LONERS.some((name) => target.name?.endsWith(`-${name}`)) ? dealOf(target) : null;
      if (deal) loners(deal).forEach((field) => { field.checked = field === target; });
    }, true);
    const keys = {
      ArrowDown: (deal) => beside(deal, 1),
      ArrowUp: (deal) => beside(deal, -1),
      Enter: (deal) => beside(deal, 1),
      Backspace: clear,
      Delete: clear,
      a: toggle("alone"),
      p: toggle("partner_alone"),
      "-": (deal) => unplayed(deal, "-"),
      r: (deal) => unplayed(deal, "R"),
      v: (deal) => unplayed(deal, "V"),
    };
    form.addEventListener("keydown", (event) => {
      const deal = dealOf(event.target);
      const isFirst = event.target.name === "first_dealer";
      if ((!deal && !isFirst) || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("select, a, input[type=text]")) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if (event.key.length === 1 && keysAreOff()) return;
      let done = false;
      if (isFirst) done = key.length === 1 && "nesw".includes(key) && dealsFirst(key.toUpperCase());
      else if ("nesw".includes(key) && key.length === 1) done = choose(deal, "maker", key.toUpperCase());
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
    /* ---- what is typed and not saved yet is here again after a look at another page ---- */
    const draftKey = `euchre.draft:${document.body.dataset.eventUid ?? ""}${location.pathname}`;
    const remember = (value) => {
      try { value ? sessionStorage.setItem(draftKey, JSON.stringify(value)) : sessionStorage.removeItem(draftKey); } catch { /* lasts for this page */ }
    };
    const recall = () => { try { return JSON.parse(sessionStorage.getItem(draftKey)); } catch { return null; } };
    const revision = () => form.querySelector("[name=revision]").value;
    const typed = () => [...new FormData(form)].filter(([name]) => /^d\d|^first_dealer$/.test(name));
    const atFirst = JSON.stringify(typed());
    const draft = recall();
    form.addEventListener("change", () => remember(JSON.stringify(typed()) === atFirst ? null : { revision: revision(), fields: typed() }));
    form.addEventListener("waits:saved", () => remember(null));
    form.addEventListener("click", ({ target }) => { if (target.closest?.("[data-forget-draft]")) remember(null); });
    if (draft && draft.revision === revision() && !form.querySelector("[role=alert]")) {
      const values = Object.fromEntries(draft.fields);
      form.querySelectorAll("[name^=d]").forEach((field) => {
        if (["radio", "checkbox"].includes(field.type)) field.checked = values[field.name] === field.value;
        else if (field.name in values) field.value = values[field.name];
      });
      // Who dealt first may be known by now though the draft was begun before: no answer clears none.
      if (values.first_dealer) firstDealer().forEach((field) => { field.checked = field.value === values.first_dealer; });
      window.htmx?.ajax("POST", form.dataset.hxPost, { source: form, target: "#pad", swap: "outerHTML", values });
    } else remember(null);
    const firstOpen = form.querySelector(".pad-first.is-bad input, .deal.is-bad input:not([type=hidden])") || form.querySelector("[data-take-focus]");
    if (firstOpen) firstOpen.focus();
    else if (firstDealer().some((field) => field.checked)) enterOpen();
    else firstDealer()[0]?.focus();
  };

  document.addEventListener("DOMContentLoaded", () => document.querySelectorAll("[data-deals]").forEach(pad));
})();
