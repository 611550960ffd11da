/* The big screen: turns slides and their pages, refreshes what it shows, and keeps it when the server is lost.

   data-board="URL" data-board-etag data-board-seconds data-board-turn   the slides, how often asked for and turned
   data-slide="name"          a slide; the list within it is cut into pages as wide as the screen
   data-board-page            where "2 / 5" stands      data-board-lost, data-board-age   the lost server, and since when
   data-board-pause, data-board-step="±1", data-board-size="±1", data-board-full          the buttons
   Keys: space halts, arrows turn, + and − size, F fills the screen.                                               */
(() => {
  "use strict";
  const root = document.documentElement;
  const stage = document.querySelector("[data-board]");
  if (!stage) return;
  root.classList.add("board-runs");

  const find = (selector, within = document) => within.querySelector(selector);
  const recall = () => { try { return Number(localStorage.getItem("euchre.board")) || 0; } catch { return 0; } };
  const keep = (size) => { try { localStorage.setItem("euchre.board", String(size)); } catch { /* lasts for this page */ } };

  /* ---- slides and their pages ---- */
  let at = 0;                 // which slide
  let page = 0;               // which page of its list
  let paused = false;
  const slides = () => [...stage.querySelectorAll("[data-slide]")];
  const listOf = (slide) => find(".board-list", slide);
  const step = (list) => list.clientWidth + (parseFloat(getComputedStyle(list).columnGap) || 0);
  const pagesOf = (slide) => {
    const list = listOf(slide);
    return list && list.clientWidth ? Math.max(1, Math.ceil((list.scrollWidth - 2) / step(list))) : 1;
  };
  const show = () => {
    const all = slides();
    at = Math.min(at, all.length - 1);
    all.forEach((slide, i) => { slide.hidden = i !== at; });
    const slide = all[at];
    if (!slide) return;
    const pages = pagesOf(slide);
    page = Math.min(page, pages - 1);
    const list = listOf(slide);
    if (list) list.scrollLeft = page * step(list);
    find("[data-board-page]").textContent = pages > 1 ? `${page + 1} / ${pages}` : "";
  };
  const turn = (by) => {
    const all = slides();
    if (!all.length) return;
    page += by;
    if (page < 0 || page >= pagesOf(all[at])) {
      at = (at + by + all.length) % all.length;
      page = 0;
      show();
      if (by < 0) page = pagesOf(all[at]) - 1;
    }
    show();
  };

  /* ---- what is new: asked for with an ETag; whatever happens, what is shown stays ---- */
  let etag = stage.dataset.boardEtag || null;
  let heard = Date.now();
  let lost = false;
  const refresh = async () => {
    if (document.hidden) return;
    try {
      const answer = await fetch(stage.dataset.board, { headers: etag ? { "If-None-Match": etag } : {}, cache: "no-store" });
      if (answer.status === 200) {
        const name = slides()[at]?.dataset.slide;
        etag = answer.headers.get("ETag");
        stage.innerHTML = await answer.text();
        const again = slides().findIndex((slide) => slide.dataset.slide === name);
        if (again < 0) page = 0;
        at = Math.max(0, again);
        show();
      }
      lost = answer.status >= 400;
    } catch {
      lost = true;
    }
    if (!lost) heard = Date.now();
    sayAge();
  };
  const sayAge = () => {
    find("[data-board-lost]").hidden = !lost;
    const seconds = Math.round((Date.now() - heard) / 1000);
    const words = seconds < 60 ? stage.dataset.second.replace("%s", seconds) : stage.dataset.minute.replace("%s", Math.floor(seconds / 60));
    const age = find("[data-board-age]");
    if (lost && age.textContent !== words && (seconds < 60 ? seconds % 10 === 0 || !age.textContent : true)) age.textContent = words;
  };

  /* ---- buttons and keys ---- */
  let size = recall();
  const resize = (by) => {
    size = Math.max(-3, Math.min(3, size + by));
    root.dataset.boardSize = String(size);
    keep(size);
    show();
  };
  const pause = () => {
    paused = !paused;
    find("[data-board-pause]").setAttribute("aria-pressed", String(paused));
  };
  const fill = () => (document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen?.().catch(() => {}));
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    if (button.dataset.boardStep) turn(Number(button.dataset.boardStep));
    if (button.dataset.boardSize) resize(Number(button.dataset.boardSize));
    if ("boardPause" in button.dataset) pause();
    if ("boardFull" in button.dataset) fill();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const onButton = event.target.closest("button, a");
    const keys = { " ": () => !onButton && pause(), ArrowRight: () => turn(1), ArrowLeft: () => turn(-1), "+": () => resize(1), "-": () => resize(-1), f: fill };
    const act = keys[event.key];
    if (!act || (event.key === " " && onButton)) return;
    event.preventDefault();
    act();
  });

  let idle = 0;
  const awake = () => {
    root.classList.remove("board-idle");
    clearTimeout(idle);
    idle = setTimeout(() => root.classList.add("board-idle"), 4000);
  };
  ["mousemove", "keydown", "click"].forEach((name) => document.addEventListener(name, awake));

  resize(0);
  awake();
  document.fonts?.ready.then(show);
  addEventListener("resize", show);
  document.addEventListener("visibilitychange", refresh);
  setInterval(() => { if (!paused) turn(1); }, 1000 * (Number(stage.dataset.boardTurn) || 12));
  setInterval(refresh, 1000 * (Number(stage.dataset.boardSeconds) || 10));
  setInterval(sayAge, 1000);
})();
