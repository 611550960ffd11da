/* The chart, [data-chart]: follows one player through it; pointing looks, a tap there or in the list keeps. */
import { around } from "../shared/page.js";
import { numberAndName } from "./names.js";

export const followInChart = (chart) => {
  const status = chart.querySelector("[data-chart-status]");
  const hint = [...status.childNodes];
  const spots = spotsIn(chart);
  let kept = chart.querySelector(".is-followed")?.dataset.who ?? null;
  let near = null;

  const mark = (who, kind, on) => spots.get(who)?.forEach((spot) => spot.classList.toggle(kind, on));
  const say = (who) => status.replaceChildren(...(who === null ? hint : numberAndName(who)));
  const look = (who) => {
    if (near === who) return;
    mark(near, "is-near", false);
    near = who;
    mark(near, "is-near", true);
    say(near ?? kept);
  };
  const markKept = (on) => {
    mark(kept, "is-followed", on);
    document.querySelector(`[data-path="${kept}"]`)?.classList.toggle("is-mine", on);
  };
  const keep = (who) => {
    markKept(false);
    kept = kept === who ? null : who;
    markKept(true);
    say(kept);
  };

  chart.classList.add("is-live");
  chart.addEventListener("pointerover", (event) => { if (event.pointerType === "mouse") look(spotAt(event)); });
  chart.addEventListener("pointerleave", () => look(null));
  chart.addEventListener("click", (event) => {
    const who = spotAt(event);
    if (who !== null) keep(who);
  });
  const list = document.querySelector("[data-paths]");
  if (list) followFromList(list, look, keep);
};

const spotsIn = (chart) => {
  const spots = new Map();       // player's number → the number's places in the chart
  for (const spot of chart.querySelectorAll("[data-who]")) {
    spots.set(spot.dataset.who, [...(spots.get(spot.dataset.who) ?? []), spot]);
  }
  return spots;
};

const spotAt = (event) => around(event.target, "[data-who]")?.dataset.who ?? null;
const lineAt = (event) => around(event.target, "[data-path]")?.dataset.path ?? null;

const followFromList = (list, look, keep) => {
  list.classList.add("is-live-list");
  list.addEventListener("click", (event) => {
    if (lineAt(event) === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    keep(lineAt(event));
  });
  list.addEventListener("focusin", (event) => look(lineAt(event)));
  list.addEventListener("focusout", () => look(null));
};
