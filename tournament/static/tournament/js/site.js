/* The site's behaviour, one small file without a framework. Every page works without it; it adds comfort.

   data-preference="theme|keys|sound" data-value="…"  buttons whose choice is kept in this browser
   data-poll="URL" data-poll-seconds="15"        asks for a fragment with ETag, only while the page is seen;
   data-poll-etag='"7"'                          the ETag of what the page shows now spares the first answer
   data-poll-lost                                words that appear while the server does not answer
   data-poll-pause                               a button that halts and resumes all polling on the page
   data-grid                                     spreadsheet keys in a table of inputs; fires "row:left" on a changed row
   data-autosubmit                               a form that sends itself when a choice in it changes
   data-hotkey="n" (or "mod+enter")              a key that follows a link, presses a button or goes to a field
   data-again                                    a picture that is not drawn yet is asked for again a few times
   data-print                                    a button that opens the browser's print dialogue
   data-focus-first-error                        in an answered form: the first refused field gets the focus
   details.menu                                  closes by Escape and by a click elsewhere                         */
(() => {
  "use strict";

  const root = document.documentElement;
  const each = (selector, act, within = document) => within.querySelectorAll(selector).forEach(act);
  const hookUp = [];      // run once per page, and again over whatever htmx or polling brings in

  /* ---- preferences: private windows may refuse storage; then a choice lasts as long as the page ---- */
  const recall = (name) => { try { return localStorage.getItem(`euchre.${name}`) || ""; } catch { return ""; } };
  const keep = (name, value) => {
    try { value ? localStorage.setItem(`euchre.${name}`, value) : localStorage.removeItem(`euchre.${name}`); } catch { /* lasts for this page */ }
  };
  const wear = (theme) => {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
  };
  const chosen = { theme: recall("theme"), keys: recall("keys"), sound: recall("sound") };
  wear(chosen.theme);     // before the first paint: this file is not deferred

  const showPreferences = () => each("[data-preference]", (button) => {
    button.setAttribute("aria-pressed", String(chosen[button.dataset.preference] === button.dataset.value));
  });
  const prefer = (button) => {
    const { preference: name, value } = button.dataset;
    const alone = button.closest("[role=group]") === null;       // a single button switches on and off
    chosen[name] = alone && chosen[name] === value ? "" : value;
    keep(name, chosen[name]);
    wear(chosen.theme);
    showPreferences();
  };

  /* ---- polling: the server answers 304 when nothing changed; a lost server leaves what is shown, and a word about it ---- */
  let pollingHalted = false;
  const poll = (region) => {
    let etag = region.dataset.pollEtag || null;
    let busy = false;
    const typing = () => region.contains(document.activeElement) && document.activeElement.matches("input, select, textarea");
    const ask = async () => {
      if (busy || pollingHalted || document.hidden || typing() || !region.isConnected) return;
      busy = true;
      try {
        const answer = await fetch(region.dataset.poll, { headers: etag ? { "If-None-Match": etag } : {}, cache: "no-store" });
        if (answer.status === 200) {
          etag = answer.headers.get("ETag");
          replaceInside(region, await answer.text());
        }
        sayLost(answer.status >= 400);
      } catch {
        sayLost(true);
      } finally {
        busy = false;
      }
    };
    const timer = setInterval(() => (region.isConnected ? ask() : clearInterval(timer)), 1000 * (Number(region.dataset.pollSeconds) || 15));
    document.addEventListener("visibilitychange", ask);
  };
  const sayLost = (lost) => each("[data-poll-lost]", (words) => { words.hidden = !lost; });
  const replaceInside = (region, html) => {
    const restoreFocus = rememberFocus(region);
    const aside = region.querySelector(".listing-scroll")?.scrollLeft || 0;
    region.innerHTML = html;
    if (aside) region.querySelector(".listing-scroll")?.scrollTo(aside, 0);
    restoreFocus();
    visit(region);
  };
  hookUp.push((within) => each("[data-poll]", (region) => {
    if (region.dataset.polling) return;
    region.dataset.polling = "yes";
    poll(region);
  }, within));
  const pausePolling = (button) => {
    pollingHalted = !pollingHalted;
    button.setAttribute("aria-pressed", String(pollingHalted));
  };

  /* ---- a picture that the server is still drawing answers with no picture ---- */
  hookUp.push((within) => each("img[data-again]", (picture) => {
    let tries = 0;
    const again = () => { if (++tries < 12) setTimeout(() => { picture.src = picture.src.replace(/#.*|$/, `#${tries}`); }, 500 * (tries + 1)); };
    picture.addEventListener("error", again);
    if (picture.complete && !picture.naturalWidth) again();
  }, within));

  /* ---- the line one came for (#p7) stays marked when its list refreshes, is sorted, or shows another round ---- */
  hookUp.push((within) => {
    const mine = location.hash;
    if (!/^#p\d+$/.test(mine)) return;
    each(`tr${mine}`, (row) => row.classList.add("is-mine"), within);
    each('a[href^="?"]', (link) => { link.hash = mine; }, within);
  });

  /* ---- focus: what had it keeps it, found again by id or by name, when its part of the page is replaced ---- */
  const rememberFocus = (region) => {
    const active = document.activeElement;
    if (!active || active === region || !region.contains(active)) return () => {};
    const mark = active.id ? `#${CSS.escape(active.id)}` : active.name ? `[name="${CSS.escape(active.name)}"]` : active.getAttribute("href") ? `a[href="${CSS.escape(active.getAttribute("href"))}"]` : null;
    return () => {
      const again = mark && !document.contains(active) ? document.querySelector(mark) : null;
      if (again) again.focus({ preventScroll: true });
    };
  };

  /* ---- the grid: Enter goes down to where a run of Tabs began, as in a spreadsheet; Esc brings back what a cell held ---- */
  const cellsOf = (row) => [...row.querySelectorAll("input:not([type=hidden]):not([disabled]), select:not([disabled])")];
  const valueOf = (cell) => (cell.type === "checkbox" ? String(cell.checked) : cell.value);
  const rowState = (row) => cellsOf(row).map(valueOf).join("\u0000");
  const grid = (table) => {
    let held = "";                 // what the cell held when it was entered
    let column = 0;                // where the run of Tabs began
    let tabbing = false;
    const seen = new WeakMap();    // row -> its values when it was entered
    const go = (row, index) => {
      const cell = row && cellsOf(row)[Math.min(index, cellsOf(row).length - 1)];
      if (!cell) return false;
      tabbing = false;
      cell.focus();
      return true;
    };
    const beside = (row, step) => {
      let next = row;
      do next = step > 0 ? next.nextElementSibling : next.previousElementSibling; while (next && !cellsOf(next).length);
      return next;
    };
    table.addEventListener("focusin", ({ target, relatedTarget }) => {
      const row = target.closest("tr");
      const index = row ? cellsOf(row).indexOf(target) : -1;
      if (index < 0) return;
      held = valueOf(target);
      if (target.select) target.select();
      if (!tabbing) column = index;
      tabbing = false;
      if (!relatedTarget || !row.contains(relatedTarget)) seen.set(row, rowState(row));
    });
    table.addEventListener("focusout", ({ target, relatedTarget }) => {
      const row = target.closest("tr");
      if (!row || row.contains(relatedTarget) || !seen.has(row) || seen.get(row) === rowState(row)) return;
      seen.set(row, rowState(row));
      row.dispatchEvent(new CustomEvent("row:left", { bubbles: true }));
    });
    table.addEventListener("keydown", (event) => {
      const cell = event.target;
      const row = cell.closest("tr");
      if (!row || !cellsOf(row).includes(cell) || event.ctrlKey || event.metaKey || event.altKey) return;
      const index = cellsOf(row).indexOf(cell);
      const text = cell.matches("input:not([type=checkbox])");
      const whole = text && cell.selectionStart === 0 && cell.selectionEnd === cell.value.length;
      const atStart = !text || whole || (cell.selectionStart === 0 && cell.selectionEnd === 0);
      const atEnd = !text || whole || cell.selectionStart === cell.value.length;
      const moves = {
        Enter: () => go(beside(row, event.shiftKey ? -1 : 1), column) || leaveGrid(table, event.shiftKey),
        ArrowDown: () => cell.tagName !== "SELECT" && go(beside(row, 1), index),
        ArrowUp: () => cell.tagName !== "SELECT" && go(beside(row, -1), index),
        ArrowRight: () => atEnd && index + 1 < cellsOf(row).length && go(row, index + 1),
        ArrowLeft: () => atStart && index > 0 && go(row, index - 1),
        Escape: () => { restore(cell, held); return true; },
      };
      if (event.key === "Tab") tabbing = true;
      else if (moves[event.key] && (moves[event.key]() || event.key === "Enter")) event.preventDefault();
    });
  };
  const restore = (cell, value) => {
    if (cell.type === "checkbox") cell.checked = value === "true";
    else { cell.value = value; cell.select?.(); }
    cell.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const leaveGrid = (table, backwards) => {
    const end = backwards ? null : table.closest("form")?.querySelector("[type=submit]");
    if (end) end.focus();
    return Boolean(end);
  };
  hookUp.push((within) => each("[data-grid]", (table) => {
    if (table.dataset.gridded) return;
    table.dataset.gridded = "yes";
    grid(table);
  }, within));

  /* ---- keys: single letters never act while somebody types, and can be switched off in the footer ---- */
  const isTyping = (element) => element.isContentEditable || element.matches("select, textarea, input:not([type=checkbox]):not([type=radio])");
  const onHotkey = (event) => {
    const together = event.ctrlKey || event.metaKey;
    if (event.altKey || event.defaultPrevented || chosen.keys === "off" || (isTyping(event.target) && !together)) return;
    const key = `${together ? "mod+" : ""}${event.key.toLowerCase()}`;
    const target = [...document.querySelectorAll("[data-hotkey]")].find((element) => element.dataset.hotkey.toLowerCase() === key);
    if (!target || !target.checkVisibility?.()) return;
    event.preventDefault();
    if (isTyping(target)) { target.focus(); target.select?.(); } else target.click();
  };

  /* ---- one listener each for what is clicked, changed, pressed ---- */
  /* ---- on a phone: the column that a list is sorted by comes into sight ---- */
  hookUp.push((within) => each(".listing-scroll th[aria-sort]", (head) => {
    const box = head.closest(".listing-scroll");
    const beyond = head.offsetLeft + head.offsetWidth - box.clientWidth;
    if (within === document && beyond > 0) box.scrollTo(beyond + 8, 0);
  }, within));

  const visit = (within) => hookUp.forEach((hook) => hook(within));
  const clicks = {
    "[data-preference]": prefer,
    "[data-poll-pause]": pausePolling,
    "[data-print]": () => window.print(),
  };
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element)) return;
    for (const [selector, act] of Object.entries(clicks)) {
      const hit = event.target.closest(selector);
      if (hit) act(hit);
    }
    each("details.menu[open]", (menu) => { if (!menu.contains(event.target)) menu.open = false; });
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      each("details.menu[open]", (menu) => {
        if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
        menu.open = false;
      });
    }
    onHotkey(event);
  });
  document.addEventListener("change", ({ target }) => target.closest("[data-autosubmit]")?.requestSubmit());

  let restoreAfterSwap = () => {};
  document.addEventListener("htmx:beforeSwap", ({ detail }) => { restoreAfterSwap = rememberFocus(detail.target); });
  // At once, not when htmx has settled: a key typed in between would go nowhere.
  document.addEventListener("htmx:afterSwap", () => restoreAfterSwap());
  document.addEventListener("htmx:afterSettle", ({ target }) => visit(target));

  document.addEventListener("DOMContentLoaded", () => {
    each("[data-preferences], [data-needs-script]", (element) => { element.hidden = false; });
    showPreferences();
    visit(document);
    // What was refused stands in its field: the next number takes its place, it is not put behind it.
    document.querySelector("input[autofocus]")?.select();
    document.querySelector("[data-focus-first-error]")?.closest("form")?.querySelector(".field-bad :is(input, select, textarea)")?.focus();
  });
})();
