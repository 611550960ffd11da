/* Tells what waits in this browser, and lets somebody send it again, adopt it or discard it.

   [data-waiting]                       where waiting entries are told; components/waiting.html has the words
   [data-waiting-here="ADDRESS"]        a part of the page that tells itself about the entry for that address */
import { onClick } from "../shared/page.js";
import { adopt, allEntries, dropEntry, entryFor, hereFor, isElsewhere, isHeard, isHere, isMine, isPast, takeAsPresent } from "./entries.js";
import { addressOf, showQuestion } from "./forms.js";
import { goOut } from "./going_out.js";
import { isInFlight, whyLost } from "./sending.js";

const SOON = 2_000;            // milliseconds

export const tellWhatWaits = () => {
  document.addEventListener("waiting:changed", tell);
  window.addEventListener("storage", tell);
  window.addEventListener("pageshow", tell);
  onClick("[data-waiting-do]", (button) => {
    const entry = entryFor(button.dataset.waitingUrl);
    if (entry) acts[button.dataset.waitingDo](entry);
  });
};

const place = () => document.querySelector("[data-waiting]");

const acts = {
  again: (entry) => {
    const shows = new CustomEvent("waiting:show", { cancelable: true, detail: entry });
    if (document.dispatchEvent(shows)) showQuestion(entry);
  },
  anyway: (entry) => { takeAsPresent(entry); goOut(); },
  adopt: (entry) => { adopt(entry); goOut(); },
  discard: (entry) => { if (window.confirm(place().dataset.waitingSure)) dropEntry(entry.url); },
};

const tell = () => {
  const region = place();
  if (!region) return;
  const told = allEntries().filter((entry) => !isHeard(entry) && (entry.held || !isUnderWay(entry)) && !tellsItself(entry) && !isAskedHere(entry));
  const entries = told.filter((entry) => !isElsewhere(entry));
  const others = told.filter((entry) => isElsewhere(entry) && !entry.isFinished);
  const pattern = region.querySelector("template").content.firstElementChild;
  for (const group of region.querySelectorAll("[data-waiting-group]")) {
    const members = entries.filter((entry) => groupOf(entry) === group.dataset.waitingGroup);
    group.querySelector("[data-waiting-list]").replaceChildren(...members.map((entry) => lineAbout(entry, pattern.cloneNode(true))));
    group.hidden = !members.length;
  }
  const why = whyTold(entries);
  region.querySelectorAll("[data-waiting-why]").forEach((words) => { words.hidden = words.dataset.waitingWhy !== why; });
  tellOthers(region.querySelector("[data-waiting-elsewhere]"), others);
  region.hidden = !entries.length && !others.length;
};

/* On its way, or in a moment: what is typed while another one goes out. */
const isUnderWay = (entry) => isInFlight(entry.url) || (!whyLost() && Date.now() - entry.at < SOON);

/* One link for each other event, which tells the rest on its own pages. */
const tellOthers = (line, others) => {
  const words = line.querySelector("[data-waiting-from]");
  const events = new Map(others.map((entry) => [entry.event, entry]));
  words.replaceChildren(...[...events.values()].flatMap((entry, nth) => {
    const link = document.createElement("a");
    link.href = entry.page;
    link.textContent = words.dataset.waitingFrom.replace("{event}", entry.event || entry.label).replace("{day}", dayOf(entry.at));
    return nth ? [", ", link] : [link];
  }));
  line.hidden = !others.length;
};

/* The page is the server's answer to this entry: what it asks stands beside the fields. */
const isAskedHere = (entry) => entry.state === "asks" && [...document.querySelectorAll("form[data-answers]")].some((form) => (form.dataset.answers || addressOf(form)) === entry.url);

const tellsItself = (entry) => !isPast(entry) && whyLost() !== "signedOut" && document.querySelector(hereFor(entry));

const stateOf = (entry) => {
  if (!isMine(entry)) return "other";
  return entry.state === "asks" && "eventFinished" in document.body.dataset ? "finished" : entry.state;
};

/* What goes out by itself, and what waits for somebody: refused, from before a restore, or another person's. */
const groupOf = (entry) => (stateOf(entry) === "waiting" ? "unsent" : "unsettled");

const whyTold = (entries) => {
  if (!entries.length) return "";
  return whyLost() && entries.some((entry) => entry.state === "waiting") ? whyLost() : "waiting";
};

const lineAbout = (entry, line) => {
  const state = stateOf(entry);
  const button = (act) => line.querySelector(`[data-waiting-do=${act}]`);
  const link = line.querySelector("a");
  link.textContent = entry.label;
  link.href = entry.page;
  line.querySelector("[data-waiting-at]").textContent = timeOfDay(entry.at);
  line.querySelectorAll("[data-waiting-state]").forEach((words) => { words.hidden = words.dataset.waitingState !== state; });
  const asks = line.querySelector("[data-waiting-says]");
  if (entry.says) asks.textContent = asks.dataset.waitingSays.replace("{why}", entry.says);
  line.querySelectorAll("[data-waiting-do]").forEach((one) => { one.dataset.waitingUrl = entry.url; });
  button("again").hidden = state !== "asks" || entry.header !== "";
  button("adopt").hidden = state !== "other";
  button("anyway").hidden = state !== "past" || !isHere(entry);
  return line;
};

const dayOf = (at) => new Date(at).toLocaleDateString([], { month: "short", day: "numeric" });

/* As this reader's own clock shows it: `7:30 PM` or `19:30`. */
const timeOfDay = (at) => new Date(at).toLocaleTimeString([], { hour: "numeric", minute: "2-digit" });
