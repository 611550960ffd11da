/* The totals grid, [data-totals]: types like a spreadsheet, each row saved as it is left.

   The server answers with the row as it is then; what it cannot be told waits in the browser (js/offline.js). Letters
   do in a figure what they say: n e s w note a lone march of that seat, + says that this side came to a tie first, m
   goes to the next missing table, q to the next table that asks something.

   No answer of the server moves the focus: whoever types on types into the next table. A row that asks waits, counted
   and named in [data-asks], until somebody goes to it (js/questions.js).
   Without this file the page posts all rows at once.                                                                */
(() => {
  "use strict";

  const FIGURE = "input:not([type=hidden])";
  const ASKING = ["unlikely", "tie", "disagrees", "changes", "conflict"];
  const waiting = window.waiting;
  const keysAreOff = () => { try { return localStorage.getItem("euchre.keys") === "off"; } catch { return false; } };
  const go = (place) => { place?.focus(); place?.select?.(); };

  /* ---- a row: its figures as they stand in the page, beside those that the server has ---- */
  const rowOf = (node) => node instanceof Element ? node.closest("[data-row]") : null;
  const cells = (row) => [...row.querySelectorAll("input:not([type=hidden]), select")];
  const columns = (row) => [...row.querySelectorAll(`.cell-points ${FIGURE}, .cell-lone ${FIGURE}`)];
  const parts = (row) => [...row.querySelectorAll("[data-held]")];      // all that makes the row what it is
  const held = (part) => part.dataset.held;                             // what the server has
  const named = (row, name) => row.querySelector(`[name="${CSS.escape(name)}"]`);
  const joined = (values) => values.map((value) => value.trim()).join("\u0000");
  const figures = (row) => joined(parts(row).map((part) => part.value));
  const isTouched = (row) => parts(row).some((part) => part.value.trim() !== held(part));
  const isHalf = (row) => columns(row).slice(0, 2).some((cell) => !cell.value.trim());
  const asks = (row) => ASKING.includes(row.dataset.state);
  const isRefused = (row) => row.dataset.state === "refused";

  /* Beside which figure it says that this side came to a tie first. */
  const mark = (row, word) => {
    const first = row.querySelector("[name$=-reached_first]").value;
    for (const side of ["NS", "EW"]) {
      const cell = row.querySelector(`[name$="-${side.toLowerCase()}"]`).closest("td");
      if (first === side) cell.dataset.first = word;
      else delete cell.dataset.first;
    }
  };

  /* ---- why a closed round is corrected: one reason for all rows, kept with them until they are saved ---- */
  const reasonOf = (form) => {
    const field = form.querySelector("#reason");
    const key = `euchre.draft:${location.pathname}:reason`;
    const store = (text) => { try { text ? sessionStorage.setItem(key, text) : sessionStorage.removeItem(key); } catch { /* lasts for this page */ } };
    const stored = () => { try { return sessionStorage.getItem(key) ?? ""; } catch { return ""; } };
    const fill = (text) => { if (field && text && !field.value) field.value = text; };
    const text = () => field?.value.trim() ?? "";
    fill(stored());
    field?.addEventListener("input", () => store(text()));
    return { field, text, fill, forget: () => store("") };
  };

  /* ---- what needs somebody: counted and named above the grid ---- */
  const needsOf = (form, rows) => {
    const region = form.querySelector("[data-asks]");
    const tell = () => {
      for (const line of region.querySelectorAll("[data-asks-line]")) {
        const open = rows().filter(line.dataset.asksLine === "refused" ? isRefused : asks);
        line.hidden = !open.length;
        line.querySelector("[data-asks-words]").textContent = (open.length === 1 ? line.dataset.one : line.dataset.many).replace("{n}", open.length);
        line.querySelector("[data-asks-tables]").replaceChildren(...open.flatMap((row, at) => at ? [", ", linkTo(row)] : [linkTo(row)]));
      }
      region.hidden = !rows().some((row) => asks(row) || isRefused(row));
    };
    const linkTo = (row) => {
      const link = document.createElement("a");
      link.href = `#t${row.dataset.row}`;
      link.dataset.questionOf = row.dataset.row;
      link.textContent = row.dataset.row;
      return link;
    };
    return { tell };
  };

  const grid = (form) => {
    const say = form.querySelector("[data-say]");
    const told = form.querySelector("[data-pasted-says]");
    const words = form.dataset;
    const rows = () => [...form.querySelectorAll("[data-row]")];
    const find = (number) => form.querySelector(`[data-row="${number}"]`);
    const reason = reasonOf(form);
    const needs = needsOf(form, rows);
    const answered = new Map();    // table -> the figures and the reason last answered, so that nothing is sent twice
    const busy = new Map();        // table -> the promise of the answer awaited
    const queued = new Map();      // table that changed again meanwhile -> the answer given meanwhile, if any
    let taking = false;            // while a row is replaced: it loses the focus, but nobody left it
    let pasting = new Set();       // tables of a pasted block that go out one after the other
    let lastCell = null;           // where somebody typed last: {table, name}

    const isAnswered = (row) => {
      const last = answered.get(row.dataset.row);
      return Boolean(last) && last.figures === figures(row) && (last.reason === null || last.reason === reason.text());
    };
    const wants = (row) => isTouched(row) && row.dataset.state !== "conflict" && !isAnswered(row);

    const show = (row, state, text) => {
      row.dataset.state = state;
      row.className = `totals-row is-${state}`;
      const place = row.querySelector(".row-state");
      const lost = place.contains(document.activeElement);
      const line = document.createElement("p");
      line.className = `row-says row-${state}`;
      line.textContent = text;
      place.replaceChildren(line);
      say.textContent = text;
      if (lost) go(cells(row)[0]);
      needs.tell();
    };
    const tell = (text, isOpen = false) => {
      told.textContent = text;
      told.hidden = false;
      told.toggleAttribute("data-open", isOpen);
    };

    /* ---- saving ---- */
    const fieldsOf = (row) => [...new FormData(form)].filter(([name]) => name === "reason" || name.startsWith(`t${row.dataset.row}-`));
    const save = (row, answer) => {
      const table = row.dataset.row;
      if (busy.has(table)) { queued.set(table, answer); return busy.get(table); }
      const sent = { figures: figures(row), reason: reason.text() };
      const fields = fieldsOf(row);
      if (answer) fields.push([answer.name, answer.value]);
      const entry = waiting.keep({ url: row.dataset.waitingHere, fields, label: row.dataset.label, page: `${location.pathname}#t${table}`, header: "sheets" });
      row.classList.add("is-saving");
      row.querySelector(".row-state").setAttribute("aria-busy", "true");
      const done = waiting.send(entry).then((reply) => {
        busy.delete(table);
        heard(table, sent, reply);
        find(table).classList.remove("is-saving");
        find(table).querySelector(".row-state").removeAttribute("aria-busy");
        return saveQueued(table);
      });
      busy.set(table, done);
      return done;
    };
    /* What changed while the answer was awaited; an answer given meanwhile counts for the very same question only. */
    const saveQueued = (table) => {
      const answer = queued.get(table);
      if (!queued.delete(table)) return null;
      const again = answer && sameAnswer(find(table), answer);
      return again || wants(find(table)) ? save(find(table), again) : null;
    };
    const sameAnswer = (row, { name, value }) => row.querySelector(`[data-answer][name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`);
    const heard = (table, sent, { kind, text }) => {
      if (kind === "saved" || kind === "asks") {
        answered.set(table, sent);
        take(table, sent.figures, text);
      } else show(find(table), ["refused", "past"].includes(kind) ? "refused" : "waiting", words[kind]);
      const row = find(table);
      if (asks(row) || isRefused(row)) window.sound();
      settle();
    };
    /* Nothing is left open: what was told about it goes, and the reason is not kept for the next correction. */
    const settle = () => {
      const open = rows().some((row) => asks(row) || isRefused(row));
      if (!open && told.hasAttribute("data-open")) told.hidden = true;
      if (!rows().some(isTouched)) reason.forget();
    };
    /* Everything typed goes out, what was refused once more; what asks waits for its answer. */
    const saveAll = async () => {
      const changed = rows().filter(isTouched).map((row) => row.dataset.row);
      const again = new Set(rows().filter((row) => isRefused(row) || "proposed" in row.dataset).map((row) => row.dataset.row));
      await Promise.all([...busy.values()]);
      for (const row of changed.map(find)) {
        if (isTouched(row) && again.has(row.dataset.row) && !asks(row)) answered.delete(row.dataset.row);
        if (wants(row)) await save(row);
      }
      const open = changed.filter((table) => find(table).dataset.state !== "saved");
      if (open.length) tell(words.pastedOpen.replace("{n}", open.join(", ")), true);
      else tell(words.allSaved);
    };
    const saveRefused = () => rows().filter((row) => isRefused(row) && wants(row)).forEach((row) => save(row));

    /* ---- an answer takes its place: older news than what is shown changes nothing ---- */
    const take = (table, sent, html) => {
      const parsed = new DOMParser().parseFromString(html, "text/html");
      const fresh = document.importNode(parsed.querySelector("[data-row]"), true);
      if (isNews(fresh, find(table))) replace(find(table), fresh, sent);
      const version = Number(parsed.querySelector("[data-totals-bar]").dataset.version);
      if (version >= Number(form.dataset.version)) {
        form.dataset.version = version;
        for (const part of ["[data-totals-bar]", "[data-totals-sums]"]) {
          form.querySelector(part)?.replaceChildren(...parsed.querySelector(part).childNodes);
        }
      }
      say.textContent = fresh.dataset.says;
      if (fresh.dataset.state === "saved") { answered.delete(table); waiting.drop(fresh.dataset.waitingHere); }
      needs.tell();
    };
    /* A question is always about what was just sent; a saved row may be older than the one that is shown. */
    const isNews = (fresh, old) => fresh.dataset.state !== "saved" || Number(fresh.dataset.version) >= Number(old.dataset.version);
    /* The server's row takes the old one's place. What was typed since it was sent stays, and so does the focus. */
    const replace = (old, fresh, sent) => {
      const active = old.contains(document.activeElement) ? document.activeElement : null;
      // An answer to a tie that the page came with is not typed: whether it goes with the figures says the server.
      const isTyped = (part) => part.type !== "hidden" || part.value !== held(part);
      const kept = figures(old) === sent ? [] : parts(old).filter(isTyped).map((part) => [part.name, part.value]);
      const caret = active && active.selectionStart !== undefined ? [active.selectionStart, active.selectionEnd] : null;
      taking = true;
      old.replaceWith(fresh);
      taking = false;
      for (const [name, value] of kept) {
        const cell = named(fresh, name);
        if (cell) cell.value = value;
      }
      if (!active) return;
      const again = sameIn(fresh, active, old.dataset.state === fresh.dataset.state) ?? cells(fresh)[0];
      again.focus({ preventScroll: true });
      if (caret && again.setSelectionRange) again.setSelectionRange(...caret);
    };
    /* The field that had the focus; of a question only the very same, since its answer may be typed already. */
    const sameIn = (fresh, active, sameState) => {
      if (active.matches("a")) return fresh.querySelector(`a[href="${CSS.escape(active.getAttribute("href"))}"]`);
      if (active.matches(FIGURE) || active.matches("select")) return named(fresh, active.name);
      if (!sameState) return null;
      return active.matches("[data-answer]") ? sameAnswer(fresh, active) : fresh.querySelector("[data-take-focus]");
    };

    /* ---- going to a question, and back to where one typed ---- */
    const questionIn = (row) => row.querySelector("[data-take-focus]")
      || row.querySelector("[aria-invalid=true]")
      || row.querySelector(".row-reason input")
      || (isRefused(row) && !reason.text() ? reason.field : null)
      || cells(row)[0];
    const isOpen = (row) => (asks(row) || isRefused(row)) && !busy.has(row.dataset.row) && !wants(row);
    const after = (row) => {
      const all = rows();
      const from = row ? all.indexOf(row) + 1 : 0;
      return [...all.slice(from), ...all.slice(0, from)];
    };
    const nextQuestion = (from) => {
      const here = from && isOpen(from) && !from.querySelector(".row-state").contains(document.activeElement) ? [from] : [];
      const open = [...here, ...after(from)].find(isOpen);
      if (open) window.questions.open(questionIn(open));
      else say.textContent = words.noneAsks;
    };
    const onward = (row) => {
      const from = lastCell && lastCell.table !== row.dataset.row ? find(lastCell.table) : null;
      go((from && named(from, lastCell.name)) || cells(row.nextElementSibling ?? row)[0]);
    };
    const nextMissing = (row) => {
      const missing = after(row).find((one) => one !== row && one.dataset.state === "missing" && !busy.has(one.dataset.row) && !(isTouched(one) && wants(one)));
      if (missing) go(cells(missing)[0]);
      else say.textContent = words.noneMissing;
    };
    form.addEventListener("focusin", ({ target }) => {
      const row = rowOf(target);
      if (row && columns(row).includes(target)) lastCell = { table: row.dataset.row, name: target.name };
    });
    form.addEventListener("question:unmeant", () => {
      say.textContent = words.unmeant;
      window.sound();
    });

    /* ---- what waits since before: it is shown in its row and goes out again as it was typed ---- */
    const fill = (row, entry) => {
      for (const [name, value] of entry.fields) {
        const field = named(row, name);
        if (field && field.tagName !== "BUTTON") field.value = value;
      }
      show(row, "waiting", words.waitingWords);
    };
    const sentBy = (row, entry) => {
      const typed = new Map(entry.fields);
      return { figures: joined(parts(row).map((part) => typed.get(part.name) ?? "")), reason: (typed.get("reason") ?? "").trim() };
    };
    document.addEventListener("waiting:answer", (event) => {
      const { entry, answer } = event.detail;
      const row = rows().find((one) => one.dataset.waitingHere === entry.url);
      if (!row || answer.kind === "past") return;
      event.preventDefault();
      heard(row.dataset.row, sentBy(row, entry), answer);
    });
    const resume = (row, entry) => {
      fill(row, entry);
      if (entry.state !== "asks") return;
      const sent = sentBy(row, entry);
      reason.fill(sent.reason);
      if (reason.text() !== sent.reason) save(row);
      else waiting.send(entry).then((answer) => heard(row.dataset.row, sent, answer));
    };
    for (const row of rows()) {
      const entry = waiting.of(row.dataset.waitingHere);
      if (entry && !waiting.isPast(entry) && (!entry.who || entry.who === document.body.dataset.waitingWho)) resume(row, entry);
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
      const cell = event.target;
      const row = rowOf(cell);
      const block = row && columns(row).includes(cell) && blockOf(event.clipboardData.getData("text/plain"));
      if (!block) return;
      event.preventDefault();
      const { changed, over } = spread(block, cell);
      let typedOn = false;
      const typing = () => { typedOn = true; };
      form.addEventListener("keydown", typing);
      pasting = new Set(changed);
      for (const table of changed) if (wants(find(table))) await save(find(table));
      pasting.clear();
      form.removeEventListener("keydown", typing);
      const open = changed.map(find).filter((one) => one.dataset.state !== "saved");
      const sentences = [words.pasted.replace("{n}", changed.length - open.length)];
      if (open.length) sentences.push(words.pastedOpen.replace("{n}", open.map((one) => one.dataset.row).join(", ")));
      if (over) sentences.push(words.pastedOver.replace("{n}", over));
      tell(sentences.join(" "), open.length > 0 && !over);
      // Whoever pasted and waited is shown the first figure that was refused; a question is never put under a key.
      const bad = open.map((one) => one.querySelector(".cell-points [aria-invalid=true], .cell-lone [aria-invalid=true]")).find(Boolean);
      if (bad && !typedOn) go(bad);
    });

    /* ---- leaving a row saves it ---- */
    form.addEventListener("focusout", ({ target, relatedTarget }) => {
      const row = rowOf(target);
      if (!row || taking || row.contains(relatedTarget) || pasting.has(row.dataset.row)) return;
      // A look at a question in the middle of a row: its typist comes back to it.
      if (isHalf(row) && relatedTarget instanceof Element && relatedTarget.closest("[data-question], [data-asks]")) return;
      if (wants(row)) save(row);
      else if (!isTouched(row) && isRefused(row)) takeBack(row);
    });
    form.addEventListener("input", ({ target }) => {
      const row = rowOf(target);
      if (row && row.dataset.state !== "conflict") row.classList.toggle("is-touched", isTouched(row));
    });
    const takeBack = (row) => {
      answered.delete(row.dataset.row);
      if (!waiting.of(row.dataset.waitingHere) || busy.has(row.dataset.row)) return;
      waiting.drop(row.dataset.waitingHere);
      show(row, parts(row).some(held) ? "saved" : "missing", words.takenBack);
      settle();
    };
    if (reason.field) {
      reason.field.addEventListener("change", saveRefused);
      reason.field.addEventListener("keydown", (event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        saveRefused();
      });
    }

    /* ---- keys ---- */
    const isPlain = (event) => !event.ctrlKey && !event.metaKey && !event.altKey;
    form.addEventListener("keydown", (event) => {
      const row = rowOf(event.target);
      if (!row || !isPlain(event) || event.key !== "Escape") return;
      parts(row).forEach((part) => { part.value = held(part); });
      mark(row, words.first);
      event.target.select?.();
      row.classList.remove("is-touched");
      takeBack(row);
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
      mark(row, words.first);
      row.classList.toggle("is-touched", isTouched(row));
      return true;
    };
    const letters = {
      m: (row) => { nextMissing(row); return true; },
      q: (row) => { nextQuestion(row); return true; },
      "+": (row, cell) => {
        const side = cell.name.match(/-(ns|ew)$/)?.[1].toUpperCase();
        return Boolean(side) && reachedFirst(row, side);
      },
    };
    for (const seat of "nesw") letters[seat] = (row) => lone(row, seat);
    form.addEventListener("keydown", (event) => {
      const row = rowOf(event.target);
      if (!row || !isPlain(event) || keysAreOff() || !columns(row).includes(event.target)) return;
      const act = letters[event.key.toLowerCase()];
      if (act?.(row, event.target)) event.preventDefault();
    });
    /* A reason typed at a row answers by Enter; figures there were meant for another table. */
    const answerByReason = (row, field) => {
      const answer = row.querySelector("[data-answer]");
      if (answer && /\p{L}/u.test(field.value)) answer.click();
      else say.textContent = words.unmeant;
    };
    // Enter goes to the first field of the next table, which leaves this row and saves it; it answers nothing.
    form.addEventListener("keydown", (event) => {
      const row = rowOf(event.target);
      if (!row || event.key !== "Enter" || !event.target.matches("input, select") || event.defaultPrevented) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.target.closest(".row-reason")) return answerByReason(row, event.target);
      if ("proposed" in row.dataset) answered.delete(row.dataset.row);
      const next = event.shiftKey ? row.previousElementSibling : row.nextElementSibling;
      if (next) go(cells(next)[0]);
      else if (wants(row)) save(row);
    }, true);

    /* ---- clicks ---- */
    const clicks = [
      ["[data-answer]", (button) => {
        const row = rowOf(button);
        save(row, button);
        onward(row);
      }],
      ["[data-next-question]", () => nextQuestion(rowOf(document.activeElement) ?? (lastCell && find(lastCell.table)))],
      ["[data-question-of]", (link) => window.questions.open(questionIn(find(link.dataset.questionOf)))],
      ["[data-next-missing], [data-jump]", (link) => go(document.getElementById(link.hash.slice(1)))],
    ];
    form.addEventListener("click", (event) => {
      const target = event.target instanceof Element ? event.target : null;
      for (const [selector, act] of clicks) {
        const hit = target?.closest(selector);
        if (!hit) continue;
        event.preventDefault();
        act(hit);
        return;
      }
    });
    let leaving = false;
    form.addEventListener("submit", (event) => {
      if (event.submitter?.hasAttribute("formaction")) { leaving = true; return; }
      event.preventDefault();
      saveAll();
    });
    window.addEventListener("beforeunload", (event) => {
      if (!leaving && rows().some((row) => isTouched(row) && !waiting.of(row.dataset.waitingHere))) event.preventDefault();
    });

    /* ---- at first ---- */
    // What a link filled in is looked at first: it is not sent because the focus happens to pass.
    form.querySelectorAll("[data-proposed]").forEach((row) => answered.set(row.dataset.row, { figures: figures(row), reason: null }));
    needs.tell();
    const start = location.hash.match(/^#t(\d+)$/);
    const first = (start && find(start[1])) || form.querySelector("[data-state=missing]");
    if (first) go(cells(first)[0]);
    // Going to the row that the address names takes the focus away again.
    let typed = false;
    form.addEventListener("input", () => { typed = true; });
    if (start && first) window.addEventListener("load", () => setTimeout(() => { if (!typed && !form.contains(document.activeElement)) go(cells(first)[0]); }));
  };

  document.addEventListener("DOMContentLoaded", () => document.querySelectorAll("[data-totals]").forEach(grid));
})();
