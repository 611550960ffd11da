/* The slides of the big screen: one is seen at a time, its list cut into pages as wide as the screen.

   data-scene="name"     what the evening is at; with another one the slides begin anew
   data-slide="name"     a slide; data-at-the-end: shown only in the last minute of the round's clock and when it is over
   data-board-page       where "2 / 5" stands */
import { fitList, fitWords, leastType, listOf, pagesOf, shorten, stepOf, tallType } from "./measuring.js";
import { rescue, settle } from "./placing.js";
import { slideRows, whereRowsAre } from "./sliding.js";
import { partsNow, sayScreens } from "./screens.js";

const CYCLE = 60;             // seconds in which everything has been seen
const SHORTEST = 7.5;         // seconds in which one page can be read
const STEPS = 3;              // of the search between the least type and what a high screen wants
const PAGES = Math.floor(CYCLE / SHORTEST);
const RESTFUL = 5;            // pages of tables and names together: a minute, each seen as long as usual

export const slidesOn = (stage, scaleNow) => {
  let at = 0;                 // which slide
  let page = 0;               // which page of its list
  let said = "";              // by the clock, when its words were fitted last
  const isLast = () => document.querySelector(".clock.is-last") !== null;
  const isOver = () => document.querySelector(".clock.is-over") !== null;
  const slides = () => [...stage.querySelectorAll("[data-slide]")].filter((slide) => !("spared" in slide.dataset) && (!("atTheEnd" in slide.dataset) || isLast() || isOver()));
  const scene = () => stage.querySelector("[data-scene]")?.dataset.scene;

  const see = (slide) => {
    for (const one of stage.querySelectorAll("[data-slide]")) one.hidden = one !== slide;
    settle(slide);
  };
  const pagesIn = (slide) => {
    see(slide);
    return pagesOf(slide);
  };
  const show = () => {
    const all = slides();
    at = Math.max(0, Math.min(at, all.length - 1));
    const slide = all[at];
    if (!slide) return;
    see(slide);
    const pages = pagesOf(slide);
    page = Math.min(page, pages - 1);
    const list = listOf(slide);
    if (list) list.scrollLeft = page * stepOf(list);
    sayPage(pages > 1 ? `${page + 1} / ${pages}` : "");
  };

  const fitOne = (slide, least, limit) => {
    see(slide);
    slide.dataset.room = roomOf(stage);
    const scale = scaleNow();
    for (const words of slide.querySelectorAll("[data-fit]")) fitWords(words, scale);
    if (!listOf(slide)) return;
    shorten(slide, least, stage.dataset.more);
    fitList(slide, { least, limit: Number(slide.dataset.most) || limit });
    const type = Number(listOf(slide).dataset.type);
    if (scale > 1) fitList(slide, { least: type * scale });
    if (scale < 1) fitList(slide, { exactly: type * scale });
  };
  const named = (name) => stage.querySelector(`[data-slide="${name}"]`);
  const spare = (isSpared) => { if (named("names")) named("tables")?.toggleAttribute("data-spared", isSpared); };
  const count = () => slides().reduce((sum, slide) => sum + pagesIn(slide), 0);
  /* Fits every slide at this type; tells whether all is seen within a minute. Names alone say where everybody sits, if
     with the tables pages would have to turn faster. */
  const fits = (type) => [false, true].some((isSpared) => {
    spare(isSpared);
    slides().forEach((slide) => fitOne(slide, type));
    return count() <= (!isSpared && named("tables") && named("names") ? RESTFUL : PAGES) || scaleNow() > 1;
  });
  const fitAll = () => {
    sayPage("");
    let [high, low] = [tallType(), leastType()];
    sayScreens(1);
    if (fits(high)) return;
    if (high > low) sayScreens(Math.ceil(partsNow() * count() / PAGES));
    if (high > low && fits(low)) {
      for (let step = 0; step < STEPS; step++) {
        const middle = (low + high) / 2;
        if (fits(middle)) low = middle; else high = middle;
      }
      fits(low);
      return;
    }
    const listed = slides().filter(listOf);
    const each = Math.max(1, Math.floor((PAGES - slides().length + listed.length) / listed.length));
    listed.forEach((slide) => fitOne(slide, leastType(), each));
  };
  const fit = () => {
    fitAll();
    stage.dataset.pages = count();
    show();
  };
  /* Fits again where the room of what is seen is no longer the one that it was fitted to. */
  const fitAnew = () => {
    const slide = slides()[at];
    if (slide && slide.dataset.room !== roomOf(stage)) fit();
  };
  /* What the clock says now: how much room that takes, and whether its slide is one of them. */
  const clockSays = () => [isLast(), isOver(), document.querySelector("[data-clock-time]:not([hidden])")?.textContent.length].join();
  const followClock = () => {
    if (said === clockSays()) return;
    said = clockSays();
    if (isLast()) begin("play"); else fit();
  };
  const seconds = (usual) => Math.max(SHORTEST / 2, Math.min(usual, CYCLE / (Number(stage.dataset.pages) || 1)));

  const turn = (by) => {
    const all = slides();
    if (!all.length) return;
    page += by;
    if (page < 0 || page >= pagesIn(all[at] ?? all[0])) {
      at = (at + by + all.length) % all.length;
      page = by < 0 ? pagesIn(all[at]) - 1 : 0;
    }
    show();
  };
  const begin = (name) => {
    at = Math.max(0, slides().findIndex((slide) => slide.dataset.slide === name));
    page = 0;
    fit();
  };
  /* The same slide is seen as before, if it is still among the new ones and the evening is where it was.
     Tells whether the slides begin anew. */
  const replace = (html) => {
    const name = slides()[at]?.dataset.slide;
    const was = [scene(), page];
    const stood = whereRowsAre(stage);
    rescue(stage);
    stage.innerHTML = html;
    const stays = scene() === was[0] && slides().some((slide) => slide.dataset.slide === name);
    begin(stays ? name : "");
    if (stays) page = was[1];
    show();
    slideRows(stage, stood);
    return !stays;
  };
  return { isLast, fit, fitAnew, followClock, turn, replace, begin, seconds };
};

const roomOf = (stage) => `${stage.clientWidth} ${stage.clientHeight} ${window.innerHeight}`;

const sayPage = (text) => {
  const place = document.querySelector("[data-board-page]");
  place.textContent = text;
  place.hidden = !text;
};
