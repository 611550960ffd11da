/* The big screen, [data-board]: turns slides and their pages, by itself and by buttons and keys.

   data-board-turn                                                                    how often a slide is turned
   data-board-pause, data-board-step="±1", data-board-size="±1", data-board-full      the buttons
   Keys: space halts, arrows turn, + and − size, F fills the screen. */
import { keepFresh } from "./board/refreshing.js";
import { slidesOn } from "./board/slides.js";
import { isPlain } from "./shared/keys.js";
import { browser } from "./shared/memory.js";
import { around, each, onClick } from "./shared/page.js";

const root = document.documentElement;
const BIGGEST = 3;
const REST = 4000;            // without a move; then pointer and buttons fade

const run = (stage) => {
  const slides = slidesOn(stage);
  let isPaused = false;
  let size = Number(browser.recall("board")) || 0;

  const resize = (by) => {
    size = Math.max(-BIGGEST, Math.min(BIGGEST, size + by));
    root.dataset.boardSize = String(size);
    browser.keep("board", String(size));
    slides.show();
  };
  const pause = () => {
    isPaused = !isPaused;
    each("[data-board-pause]", (button) => button.setAttribute("aria-pressed", String(isPaused)));
  };
  const keys = { " ": pause, ArrowRight: () => slides.turn(1), ArrowLeft: () => slides.turn(-1), "+": () => resize(1), "-": () => resize(-1), f: fillScreen };

  onClick("[data-board-step]", (button) => slides.turn(Number(button.dataset.boardStep)));
  onClick("[data-board-size]", (button) => resize(Number(button.dataset.boardSize)));
  onClick("[data-board-pause]", pause);
  onClick("[data-board-full]", fillScreen);
  document.addEventListener("keydown", (event) => {
    const act = keys[event.key];
    const pressesButton = event.key === " " && around(event.target, "button, a");
    if (!act || !isPlain(event) || pressesButton) return;
    event.preventDefault();
    act();
  });

  root.classList.add("board-runs");
  resize(0);
  fadeAtRest();
  document.fonts?.ready.then(slides.show);
  window.addEventListener("resize", slides.show);
  setInterval(() => { if (!isPaused) slides.turn(1); }, 1000 * (Number(stage.dataset.boardTurn) || 12));
  keepFresh(stage, slides.replace);
};

const fillScreen = () => (document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen?.().catch(() => {}));

const fadeAtRest = () => {
  let timer = 0;
  const awake = () => {
    root.classList.remove("board-idle");
    clearTimeout(timer);
    timer = setTimeout(() => root.classList.add("board-idle"), REST);
  };
  for (const sign of ["mousemove", "keydown", "click"]) document.addEventListener(sign, awake);
  awake();
};

each("[data-board]", run);
