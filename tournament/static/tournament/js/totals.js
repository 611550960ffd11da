/* The totals grid, [data-totals]: types like a spreadsheet, each row saved as it is left.

   The server answers with the row as it is then; what it cannot be told waits in the browser (js/waiting.js). Letters
   do in a figure what they say: n e s w note a lone march of that seat, + says that this side came to a tie first, m
   goes to the next table that is not in.
   Without this file the page posts all rows at once.                                                                */
(() => {
  "use strict";

  const FIGURE = "input:not([type=hidden])";
  const waiting = window.waiting;
  const keysAreOff = () => { try { return localStorage.getItem("euchre.keys") === "off"; } catch { return false; } };

  const grid = (form) => {
    const say = form.querySelector("[data-say]");
    const told = form.querySelector("[data-pasted-says]");
    const words = form.dataset;
    const rows = () => [...form.querySelectorAll("[data-row]")];
    const rowOf = (node) => node instanceof Element ? node.closest("[data-row]") : null;
    const find = (number) => form.querySelector(`[data-row="${number}"]`);
    const cells = (row) => [...row.querySelectorAll("input:not([type=hidden]), select")];
    const parts = (row) => [...row.querySelectorAll("[data-held]")];      // all that makes the row what it is
    const figures = (row) => parts(row).map((part) => part.value.trim()).join("\u0000");
    const columns = (row) => [...row.querySelectorAll(`.cell-points ${FIGURE}, .cell-lone ${FIGURE}`)];
    const asked = new Map();       // table -> the figures last answered, so that nothing is sent twice
    const busy = new Map();        // table -> the promise of the answer awaited
    const queued = new Set();      // tables that changed again meanwhile
    let typedSince = 0;            // grows with every key that types, so that focus is never taken from a typist
    let taking = false;            // while a row is replaced: it loses the focus, but nobody left it
    let pasting = new Set();       // tables of a pasted block that go out one after the other

    const held = (part) => part.dataset.held;      // what the server has
    const isTouched = (row) => parts(row).some((part) => part.value.trim() !== held(part));
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

    /* ---- saving ---- */
    const fieldsOf = (row) => [...new FormData(form)].filter(([name]) => name === "reason" || name.startsWith(`t${row.dataset.row}-`));
    const save = (row, answer) => {
      const table = row.dataset.row;
      if (busy.has(table)) { queued.add(table); return busy.get(table); }
      const sent = figures(row);
      const fields = fieldsOf(row);
      if (answer) fields.push([answer.name, answer.value]);
      const entry = waiting.keep({ url: row.dataset.waitingHere, fields, label: row.dataset.label, page: `${location.pathname}#t${table}`, header: "sheets" });
      row.classList.add("is-saving");
      row.querySelector(".row-state").setAttribute("aria-busy", "true");
      const typedThen = typedSince;
      const done = waiting.send(entry).then((reply) => {
        busy.delete(table);
        const quiet = typedThen === typedSince && !pasting.size;
        heard(table, sent, reply, quiet);
        if (answer && quiet && reply.kind === "saved") onward(find(table));
        find(table).classList.remove("is-saving");
        if (queued.delete(table) && wants(find(table))) return save(find(table));
      });
      busy.set(table, done);
      return done;
    };
    const heard = (table, sent, { kind, text }, quiet) => {
      if (kind === "saved" || kind === "asks") {
        asked.set(table, sent);
        take(table, sent, text, quiet);
      } else show(find(table), ["refused", "past"].includes(kind) ? "refused" : "waiting", words[kind]);
    };

    /* The server's row takes the old one's place. What was typed since it was sent stays, and so does the focus. */
    const take = (table, sent, html, quiet) => {
      const parsed = new DOMParser().parseFromString(html, "text/html");
      const fresh = document.importNode(parsed.querySelector("[data-row]"), true);
      const old = find(table);
      const active = old.contains(document.activeElement) ? document.activeElement : null;
      const kept = figures(old) === sent ? [] : parts(old).map((part) => [part.name, part.value]);
      const caret = active && active.selectionStart !== undefined ? [active.selectionStart, active.selectionEnd] : null;
      taking = true;
      old.replaceWith(fresh);
      taking = false;
      for (const [name, value] of kept) {
        const cell = fresh.querySelector(`[name="${CSS.escape(name)}"]`);
        if (cell) cell.value = value;
      }
      for (const part of ["[data-totals-bar]", "[data-totals-sums]"]) {
        form.querySelector(part)?.replaceChildren(...parsed.querySelector(part).childNodes);
      }
      say.textContent = fresh.dataset.says;
      if (fresh.dataset.state === "saved") { asked.delete(table); waiting.drop(fresh.dataset.waitingHere); }
      else if (quiet && !kept.length) return ask(fresh);
      if (active) {
        const again = fresh.querySelector(`[name="${CSS.escape(active.name)}"]`);
        again?.focus({ preventScroll: true });
        if (caret && again?.setSelectionRange) again.setSelectionRange(...caret);
      }
    };

    /* A row that was not taken calls its typist back, to the question or to the field, if nobody typed meanwhile. */
    const ask = (row) => go(row.querySelector("[data-take-focus]") || row.querySelector("[aria-invalid=true]") || cells(row)[0]);
    const go = (place) => { place?.focus(); place?.select?.(); };

    /* ---- what waits since before: it is shown in its row and goes out again as it was typed ---- */
    const fill = (row, entry) => {
      for (const [name, value] of entry.fields) {
        const field = row.querySelector(`[name="${CSS.escape(name)}"]`);
        if (field && field.tagName !== "BUTTON") field.value = value;
      }
      show(row, "waiting", words.waits);
    };
    document.addEventListener("waiting:answer", (event) => {
      const { entry, answer } = event.detail;
      const row = rows().find((one) => one.dataset.waitingHere === entry.url);
      if (!row || answer.kind === "past") return;
      event.preventDefault();
      const typed = new Map(entry.fields);
      heard(row.dataset.row, parts(row).map((part) => (typed.get(part.name) ?? "").trim()).join("\u0000"), answer, false);
    });
    for (const row of rows()) {
      const entry = waiting.of(row.dataset.waitingHere);
      if (!entry || waiting.isPast(entry) || (entry.who && entry.who !== document.body.dataset.waitingWho)) continue;
      fill(row, entry);
      if (entry.state === "asks") waiting.send(entry).then((answer) => heard(row.dataset.row, figures(find(row.dataset.row)), answer, false));
    }

    /* ---- a block of cells from a spreadsheet: fills from the focused cell to the right and down ---- */
    const blockOf = (text) => {
      const lines = text.replace(/\r\n?/g, "\n").replace(/\n+$/, "").split("\n").map((line) => line.split("\t"));
      return lines.length > 1 || lines[0].length > 1 ? lines : null;
    };
    const spread = (block, cell) => {
      const all = rows();
      const top = all.indexOf(rowOf(cell));
      const left = columns(all[top]).indexOf(cell);
      let over = 0;
      const changed = [];
      block.forEach((line, down) => {
        const row = all[top + down];
        const places = row ? columns(row).slice(left) : [];
        over += line.slice(places.length).filter((value) => value.trim()).length;
        line.slice(0, places.length).forEach((value, at) => { if (value.trim()) places[at].value = value.trim(); });
        if (row && isTouched(row)) { row.classList.add("is-touched"); changed.push(row.dataset.row); }
      });
      return { changed, over };
    };
    form.addEventListener("paste", async (event) => {
      const row = rowOf(event.target);
      const block = row && columns(row).includes(event.target) && blockOf(event.clipboardData.getData("text/plain"));
      if (!block) return;
      event.preventDefault();
      const { changed, over } = spread(block, event.target);
      const typedThen = typedSince;
      pasting = new Set(changed);
      for (const table of changed) if (wants(find(table))) await save(find(table));
      pasting.clear();
      const open = changed.map(find).filter((one) => one.dataset.state !== "saved");
      const sentences = [words.pasted.replace("{n}", changed.length - open.length)];
      if (open.length) sentences.push(words.pastedOpen.replace("{n}", open.map((one) => one.dataset.row).join(", ")));
      if (over) sentences.push(words.pastedOver.replace("{n}", over));
      told.textContent = sentences.join(" ");
      told.hidden = false;
      if (open.length && typedThen === typedSince) ask(open[0]);
    });

    /* ---- keys ---- */
    form.addEventListener("focusout", ({ target, relatedTarget }) => {
      const row = rowOf(target);
      if (row && !taking && !row.contains(relatedTarget) && !pasting.has(row.dataset.row) && wants(row)) save(row);
    });
    form.addEventListener("input", ({ target }) => {
      typedSince += 1;
      const row = rowOf(target);
      if (row && row.dataset.state !== "conflict") row.classList.toggle("is-touched", isTouched(row));
    });
    form.addEventListener("keydown", (event) => {
      const row = rowOf(event.target);
      if (!row || event.ctrlKey || event.metaKey || event.altKey || event.key !== "Escape") return;
      parts(row).forEach((part) => { part.value = held(part); });
      mark(row);
      event.target.select?.();
      row.classList.remove("is-touched");
      asked.delete(row.dataset.row);
      if (waiting.of(row.dataset.waitingHere) && !busy.has(row.dataset.row)) {
        waiting.drop(row.dataset.waitingHere);
        show(row, parts(row).some(held) ? "saved" : "missing", words.takenBack);
      }
    });
    const lone = (row, seat) => {
      const cell = row.querySelector(`[name$="-lone_${seat}"]`);
      if (!cell || !/^\d?$/.test(cell.value.trim())) return false;
      cell.value = String(Number(cell.value) + 1);
      cell.dispatchEvent(new Event("input", { bubbles: true }));
      say.textContent = `${cell.labels[0]?.textContent ?? seat}: ${cell.value}`;
      return true;
    };
    const reachedFirst = (row, side) => {
      const field = row.querySelector("[name$=-reached_first]");
      field.value = field.value === side ? "" : side;
      mark(row);
      row.classList.toggle("is-touched", isTouched(row));
      return true;
    };
    /* Beside which figure it says that this side came to a tie first. */
    const mark = (row) => {
      const named = row.querySelector("[name$=-reached_first]").value;
      for (const side of ["NS", "EW"]) {
        const cell = row.querySelector(`[name$="-${side.toLowerCase()}"]`).closest("td");
        if (named === side) cell.dataset.first = words.first;
        else delete cell.dataset.first;
      }
    };
    const onward = (row) => go(row.nextElementSibling ? cells(row.nextElementSibling)[0] : cells(row)[0]);
    /* The next table that is not in: missing, asking something, or not sent; after the last comes the first. */
    const nextOpen = (row) => {
      const all = rows();
      const from = row ? all.indexOf(row) + 1 : 0;
      const open = [...all.slice(from), ...all.slice(0, from)].find((one) => one !== row && one.dataset.state !== "saved" && !busy.has(one.dataset.row) && !(isTouched(one) && wants(one)));
      if (open) ask(open);
      return Boolean(open);
    };
    form.addEventListener("keydown", (event) => {
      const row = rowOf(event.target);
      if (!row || event.ctrlKey || event.metaKey || event.altKey || keysAreOff() || !columns(row).includes(event.target)) return;
      const key = event.key.toLowerCase();
      const side = event.target.name.match(/-(ns|ew)$/)?.[1].toUpperCase();
      const done = key === "m" ? nextOpen(row) : key === "+" ? side && reachedFirst(row, side) : key.length === 1 && "nesw".includes(key) && lone(row, key);
      if (done) event.preventDefault();
    });
    // Enter goes to the first field of the next table, which leaves this row and saves it. In the text of a question
    // it answers the question.
    form.addEventListener("keydown", (event) => {
      const row = rowOf(event.target);
      if (!row || event.key !== "Enter" || !event.target.matches("input, select") || event.defaultPrevented) return;
      event.preventDefault();
      event.stopPropagation();
      if ("proposed" in row.dataset) asked.delete(row.dataset.row);
      const next = event.shiftKey ? row.previousElementSibling : row.nextElementSibling;
      const answer = event.target.closest(".row-reason") && row.querySelector("[data-answer]");
      if (answer) answer.click();
      else if (next) go(cells(next)[0]);
      else if (wants(row)) save(row);
    }, true);
    form.addEventListener("click", (event) => {
      const target = event.target instanceof Element ? event.target : null;
      const button = target?.closest("[data-answer]");
      if (button) {
        event.preventDefault();
        save(rowOf(button), button);
        return;
      }
      const jump = target?.closest("[data-next-missing], [data-jump]");
      const place = jump && document.getElementById(jump.hash.slice(1));
      if (place) {
        event.preventDefault();
        go(place);
      }
    });
    let leaving = false;
    form.addEventListener("submit", () => { leaving = true; });
    window.addEventListener("beforeunload", (event) => {
      if (!leaving && rows().some((row) => isTouched(row) && !waiting.of(row.dataset.waitingHere))) event.preventDefault();
    });
    // What a link filled in is looked at first: it is not sent because the focus happens to pass.
    form.querySelectorAll("[data-proposed]").forEach((row) => asked.set(row.dataset.row, figures(row)));
    const start = location.hash.match(/^#t(\d+)$/);
    const first = start ? find(start[1]) : form.querySelector("[data-state=missing]");
    if (first) go(cells(first)[0]);
    // Going to the row that the address names takes the focus away again.
    if (start) window.addEventListener("load", () => setTimeout(() => { if (!typedSince && !form.contains(document.activeElement)) go(cells(first)[0]); }));
  };

  document.addEventListener("DOMContentLoaded", () => document.querySelectorAll("[data-totals]").forEach(grid));
})();
