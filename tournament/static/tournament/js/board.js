/* The big screen, [data-board]: turns slides and their pages, by itself and by buttons and keys.

   data-board-turn                                                                    how long a page is seen at most
   data-board-pause, data-board-step="±1", data-board-size="±1", data-board-full      the buttons
   Keys: space halts, arrows turn, + and − size, F fills the screen. */
import { stayAwake } from "./board/awake.js";
import { keepFresh } from "./board/refreshing.js";
import { hideAtRest } from "./board/resting.js";
import { slidesOn } from "./board/slides.js";
import { isPlain } from "./shared/keys.js";
import { browser } from "./shared/memory.js";
import { around, each, onClick } from "./shared/page.js";

const root = document.documentElement;
const SCALES = { "-3": 0.6, "-2": 0.72, "-1": 0.85, 0: 1, 1: 1.15, 2: 1.35, 3: 1.6 };
const BIGGEST = 3;

const run = (stage) => {
  let isPaused = false;
  let size = Number(browser.recall("board")) || 0;
  let timer = 0;
  const slides = slidesOn(stage, () => SCALES[size] ?? 1);

  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!isPaused && !slides.isLast()) slides.turn(1);
      wait();
    }, 1000 * slides.seconds(Number(stage.dataset.boardTurn) || 12));
  };
  const step = (by) => {
    slides.turn(by);
    wait();
  };
  const resize = (by) => {
    size = Math.max(-BIGGEST, Math.min(BIGGEST, size + by));
    browser.keep("board", String(size));
    slides.fit();
  };
  const pause = () => {
    isPaused = !isPaused;
    each("[data-board-pause]", (button) => button.setAttribute("aria-pressed", String(isPaused)));
  };
  const keys = { " ": pause, ArrowRight: () => step(1), ArrowLeft: () => step(-1), "+": () => resize(1), "-": () => resize(-1), f: fillScreen };

  onClick("[data-board-step]", (button) => step(Number(button.dataset.boardStep)));
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
  // When the time is up everybody sees it, whatever was shown.
  document.addEventListener("clock:rings", ({ detail }) => {
    if (detail !== "end") return;
    slides.begin("play");
    wait();
  });

  root.classList.add("board-runs");
  slides.fit();
  hideAtRest(root);
  stayAwake();
  document.fonts?.ready.then(slides.fit);
  new ResizeObserver(slides.fitAnew).observe(stage);
  setInterval(slides.followClock, 500);
  wait();
  keepFresh(stage, (html) => {
    if (slides.replace(html)) wait();
  });
};

const fillScreen = () => (document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen?.().catch(() => {}));

each("[data-board]", run);
