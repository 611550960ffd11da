/* The score desk's own behaviour. Both pages work without it: the grid posts all rows, the pad posts all deals.

   [data-totals]  the totals grid: a row is saved as it is left; the server answers with the row as it is then
   [data-deals]   the pad: keys within a deal, the running score after every change (asked for by htmx)            */
(() => {
  "use strict";

  /* ---- the totals grid ---- */
  const grid = (form) => {
    const say = form.querySelector("[data-say]");
    const words = form.dataset;
    const rowOf = (node) => node instanceof Element ? node.closest("[data-row]") : null;
    const find = (number) => form.querySelector(`[data-row="${number}"]`);
    const cells = (row) => [...row.querySelectorAll("input:not([type=hidden]), select")];
    const figures = (row) => cells(row).map((cell) => cell.value.trim()).join("\u0000");
    const asked = new Map();       // table -> the figures last sent, so that nothing is sent twice
    const busy = new Set();        // tables whose answer is awaited
    const queued = new Set();      // tables that changed again meanwhile
    let typedSince = 0;            // grows with every key that types, so that focus is never taken from a typist

    const held = (cell) => cell.dataset.held ?? "";      // what the server has
    const isTouched = (row) => cells(row).some((cell) => cell.value.trim() !== held(cell));
    const wants = (row) => isTouched(row) && row.dataset.state !== "conflict" && asked.get(row.dataset.row) !== figures(row);

    const show = (row, state, text) => {
      row.dataset.state = state;
      row.className = `totals-row is-${state}`;
      const place = row.querySelector(".row-state");
      const line = document.createElement("p");
      line.className = `row-says row-${state}`;
      line.textContent = text;
      place.replaceChildren(line);
      say.textContent = text;
    };

    const save = async (row, answer) => {
      const table = row.dataset.row;
      if (busy.has(table)) return queued.add(table);
      const sent = figures(row);
      const data = new FormData();
      for (const [name, value] of new FormData(form)) {
        if (name === "csrfmiddlewaretoken" || name === "reason" || name.startsWith(`t${table}-`)) data.append(name, value);
      }
      if (answer) data.set(answer.name, answer.value);
      busy.add(table);
      row.classList.add("is-saving");
      row.querySelector(".row-state").setAttribute("aria-busy", "true");
      const typedThen = typedSince;
      try {
        const reply = await fetch(row.dataset.url, {
          method: "POST", body: data, credentials: "same-origin", redirect: "manual", keepalive: true, headers: { "X-Requested-With": "sheets" },
        });
        if (reply.type === "opaqueredirect") return show(find(table), "waiting", words.signedOut);
        if (![200, 409, 422].includes(reply.status)) return show(find(table), "waiting", words.failed);
        asked.set(table, sent);
        take(table, sent, await reply.text(), typedThen === typedSince);
      } catch {
        show(find(table), "waiting", words.unreachable);
      } finally {
        busy.delete(table);
        find(table).classList.remove("is-saving");
        if (queued.delete(table) && wants(find(table))) save(find(table));
      }
    };

    /* The server's row takes the old one's place. What was typed since it was sent stays, and so does the focus. */
    const take = (table, sent, html, quiet) => {
      const parsed = new DOMParser().parseFromString(html, "text/html");
      const fresh = document.importNode(parsed.querySelector("[data-row]"), true);
      const old = find(table);
      const active = old.contains(document.activeElement) ? document.activeElement : null;
      const kept = figures(old) === sent ? [] : cells(old).map((cell) => [cell.name, cell.value]);
      const caret = active && active.selectionStart !== undefined ? [active.selectionStart, active.selectionEnd] : null;
      old.replaceWith(fresh);
      for (const [name, value] of kept) {
        const cell = fresh.querySelector(`[name="${CSS.escape(name)}"]`);
        if (cell) cell.value = value;
      }
      form.querySelector("[data-totals-bar]").replaceChildren(...parsed.querySelector("[data-totals-bar]").childNodes);
      say.textContent = fresh.dataset.says;
      if (fresh.dataset.state === "saved") asked.delete(table);
      else if (quiet && !kept.length) return ask(fresh);
      if (active) {
        const again = fresh.querySelector(`[name="${CSS.escape(active.name)}"]`);
        again?.focus({ preventScroll: true });
        if (caret && again?.setSelectionRange) again.setSelectionRange(...caret);
      }
    };

    /* A row that was not taken calls its typist back, to the question or to the field, if nobody typed meanwhile. */
    const ask = (row) => {
      const place = row.querySelector("[data-take-focus]") || row.querySelector("[aria-invalid=true]") || cells(row)[0];
      place.focus();
      place.select?.();
    };

    form.addEventListener("focusout", ({ target, relatedTarget }) => {
      const row = rowOf(target);
      if (row && !row.contains(relatedTarget) && row.isConnected && wants(row)) save(row);
    });
    form.addEventListener("input", ({ target }) => {
      typedSince += 1;
      const row = rowOf(target);
      if (row && row.dataset.state !== "conflict") row.classList.toggle("is-touched", isTouched(row));
    });
    form.addEventListener("keydown", (event) => {
      const row = rowOf(event.target);
      if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key !== "Escape") return;
      cells(row).forEach((cell) => { cell.value = held(cell); });
      event.target.select?.();
      row.classList.remove("is-touched");
      asked.delete(row.dataset.row);
    });
    // Enter goes to the first field of the next table, which leaves this row and saves it. In the text of a question
    // it answers the question.
    form.addEventListener("keydown", (event) => {
      const row = rowOf(event.target);
      if (!row || event.key !== "Enter" || !event.target.matches("input, select") || event.defaultPrevented) return;
      event.preventDefault();
      event.stopPropagation();
      const next = event.shiftKey ? row.previousElementSibling : row.nextElementSibling;
      const answer = event.target.closest(".row-reason") && row.querySelector("[data-answer]");
      if (answer) answer.click();
      else if (next) { const cell = cells(next)[0]; cell.focus(); cell.select?.(); }
      else if (wants(row)) save(row);
    }, true);
    form.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("[data-answer]") : null;
      if (button) {
        event.preventDefault();
        save(rowOf(button), button);
        return;
      }
      const jump = event.target instanceof Element ? event.target.closest("[data-next-missing]") : null;
      const place = jump && document.getElementById(jump.hash.slice(1));
      if (place) {
        event.preventDefault();
        place.focus();
        place.select?.();
      }
    });
    let leaving = false;
    form.addEventListener("submit", () => { leaving = true; });
    window.addEventListener("beforeunload", (event) => {
      if (!leaving && [...form.querySelectorAll("[data-row]")].some((row) => isTouched(row))) event.preventDefault();
    });
    const start = location.hash.match(/^#t(\d+)$/);
    const first = start ? find(start[1]) : form.querySelector("[data-state=missing]");
    if (first) { const cell = cells(first)[0]; cell.focus(); cell.select?.(); }
  };

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

  document.addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll("[data-totals]").forEach(grid);
    document.querySelectorAll("[data-deals]").forEach(pad);
  });
})();
