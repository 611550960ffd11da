/* The seating page's help for the eye: follow one player through the chart, read a pair off the picture, and say
   that a draw is being made. Everything it shows stands on the page without it. */
"use strict";

(() => {
  const chart = document.querySelector("[data-chart]");
  const spots = new Map(); // player number → the numbers' places in the chart
  const names = new Map(); // player number → name

  for (const row of document.querySelectorAll("[data-path]")) {
    names.set(row.dataset.path, row.querySelector("bdi").textContent);
  }

  /* --- the chart: point to look, tap to keep --- */
  if (chart) {
    const status = chart.querySelector("[data-chart-status]");
    const hint = status.innerHTML;
    let kept = chart.querySelector(".is-followed")?.dataset.who ?? null;
    let near = null;
    chart.classList.add("is-live");
    for (const spot of chart.querySelectorAll("[data-who]")) {
      const list = spots.get(spot.dataset.who) ?? [];
      list.push(spot);
      spots.set(spot.dataset.who, list);
    }
    const mark = (who, kind, on) => {
      for (const spot of spots.get(who) ?? []) spot.classList.toggle(kind, on);
    };
    const say = (who) => {
      if (who === null) { status.innerHTML = hint; return; }
      const name = document.createElement("bdi");
      name.textContent = names.get(who) ?? "";
      status.replaceChildren(`${who} `, name);
    };
    const look = (who) => {
      if (near === who) return;
      if (near !== null) mark(near, "is-near", false);
      near = who;
      if (near !== null) mark(near, "is-near", true);
      say(near ?? kept);
    };
    const keep = (who) => {
      if (kept !== null) {
        mark(kept, "is-followed", false);
        document.querySelector(`[data-path="${kept}"]`)?.classList.remove("is-mine");
      }
      kept = kept === who ? null : who;
      if (kept !== null) {
        mark(kept, "is-followed", true);
        document.querySelector(`[data-path="${kept}"]`)?.classList.add("is-mine");
      }
      say(kept);
    };
    chart.addEventListener("pointerover", (event) => {
      if (event.pointerType === "mouse") look(event.target.closest("[data-who]")?.dataset.who ?? null);
    });
    chart.addEventListener("pointerleave", () => look(null));
    chart.addEventListener("click", (event) => {
      const who = event.target.closest("[data-who]")?.dataset.who;
      if (who) keep(who);
    });
    const list = document.querySelector("[data-paths]");
    list?.classList.add("is-live-list");
    const whose = (event) => event.target.closest("[data-path]")?.dataset.path ?? null;
    list?.addEventListener("click", (event) => {
      if (whose(event) === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      keep(whose(event));
    });
    list?.addEventListener("focusin", (event) => look(whose(event)));
    list?.addEventListener("focusout", () => look(null));
  }

  /* --- the picture: which two players a square belongs to --- */
  const meets = document.querySelector("[data-meets]");
  if (meets) {
    const picture = meets.querySelector("[data-size]");
    const size = Number(picture.dataset.size);
    const cross = meets.querySelector("[data-cross]");
    const pair = meets.querySelector("[data-pair]");
    const marks = [...picture.querySelectorAll("[data-meeting]")];
    const numbers = [...names.keys()].map(Number).sort((a, b) => a - b);
    const person = (at) => {
      const name = document.createElement("bdi");
      name.textContent = names.get(String(numbers[at])) ?? "";
      return [`${numbers[at]} `, name];
    };
    const show = (event) => {
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
      const [column, row] = [Math.floor(at.x), Math.floor(at.y)];
      const inside = column >= 0 && row >= 0 && column < size && row < size && numbers.length === size;
      if (!inside) { hide(); return; }
      cross.classList.remove("is-hidden");
      pair.hidden = false;
      cross.querySelector("[data-cross-row]").setAttribute("y", row);
      cross.querySelector("[data-cross-column]").setAttribute("x", column);
      if (row === column) { pair.replaceChildren(...person(row)); return; }
      const middle = new DOMPoint(column + 0.5, row + 0.5);
      const kinds = marks.filter((mark) => mark.isPointInFill(middle)).map((mark) => mark.dataset.meeting);
      const words = kinds.join(", ") || meets.dataset.never;
      pair.replaceChildren(...person(row), " · ", ...person(column), `: ${words}`);
    };
    const hide = () => {
      cross.classList.add("is-hidden");
      pair.replaceChildren();
    };
    picture.addEventListener("pointermove", show);
    picture.addEventListener("click", show);
    picture.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") hide(); });
  }

  /* --- a draw under way: ask how far it is, and go on to the draft when it is there --- */
  const drawing = document.querySelector("[data-drawing]");
  if (drawing) {
    const ask = async () => {
      try {
        const answer = await fetch(window.location.href, { cache: "no-store" });
        if (answer.redirected) { window.location.replace(answer.url); return; }
        const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-drawing]");
        if (!fresh) { window.location.reload(); return; }
        drawing.replaceChildren(...fresh.childNodes);
      } catch { /* the server is away for a moment: ask again */ }
      setTimeout(ask, 700);
    };
    setTimeout(ask, 700);
  }

  /* --- a draw may take seconds: say so, and do not draw twice --- */
  for (const form of document.querySelectorAll("form[data-busy]")) {
    form.addEventListener("submit", () => {
      const button = form.querySelector("button[type=submit]");
      button.textContent = form.dataset.busy;
      button.disabled = true;
    });
  }
  // Coming back with the browser's own button finds the buttons as they were.
  window.addEventListener("pageshow", (event) => { if (event.persisted) window.location.reload(); });
})();
