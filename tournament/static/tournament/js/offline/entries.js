/* The entries that wait in this browser until the server has answered, and what each of them is.

   An entry is kept from the moment it is sent, so that a closed tab loses nothing. It holds the address, the fields,
   their label and the time: no cookie and no token of the session. The form's own key goes with it, by which the server
   takes a repeated submission once. A change fires "waiting:changed" on the document.

   body[data-waiting-who]     who is signed in: an entry goes out under the name it was typed under
   body[data-event-name]      an entry of another event is told by that name only
   body[data-event-uid]       the event as it was told when the page was made; after a restore an entry typed before it
                              waits until it is looked at on a page made since */
import { browser } from "../shared/memory.js";

const PREFIX = "waiting:";

const who = () => document.body.dataset.waitingWho ?? "";
const uid = () => document.body.dataset.eventUid ?? "";

const read = (name) => { try { return JSON.parse(browser.recall(name)); } catch { return null; } };

export const write = (entry) => browser.keep(PREFIX + entry.url, JSON.stringify(entry));

export const entryFor = (url) => read(PREFIX + url);

export const allEntries = () => browser.names().filter((name) => name.startsWith(PREFIX)).map(read).filter((entry) => entry?.url).sort((a, b) => a.at - b.at);

export const keepEntry = ({ url, fields, label, page = location.pathname, header = "" }) => {
  const entry = {
    id: `${Date.now()}-${Math.random()}`, url, page, label, header, who: who(), uid: uid(), event: document.body.dataset.eventName ?? "", at: Date.now(), state: "waiting",
    fields: fields.filter(([name, value]) => name !== "csrfmiddlewaretoken" && typeof value === "string"),
  };
  write(entry);
  return entry;
};

export const dropEntry = (url) => {
  browser.forget(PREFIX + url);
  tellChange();
};

/* Drops an entry that the server has. A page that is being left notes it as heard instead: the page that follows may have
   been made before the server had it. */
export const dropSaved = (url) => {
  if (isLeaving() && entryFor(url)) write({ ...entryFor(url), state: "heard" });
  else dropEntry(url);
};

/* Where the page has a row for what was heard, it goes out once more, which counts once: the answer is the row as it is. */
export const takeUpHeard = () => {
  for (const entry of allEntries().filter(isHeard)) {
    if (document.querySelector(hereFor(entry))) write({ ...entry, state: "waiting" });
    else dropEntry(entry.url);
  }
};

export const isHeard = (entry) => entry.state === "heard";
export const hereFor = (entry) => `[data-waiting-here="${CSS.escape(entry.url)}"]`;

const LEAVING = 3_000;         // a page that is still here then was not left: it was a download, or somebody stayed
let left = -Infinity;
window.addEventListener("beforeunload", () => { left = performance.now(); });
const isLeaving = () => performance.now() - left < LEAVING;

/* Notes something about an entry, unless a newer one has taken its place. */
export const noteOn = (entry, changes) => { if (isNewest(entry)) write({ ...entryFor(entry.url), ...changes }); };

/* Lets an entry go out under the name of whoever is signed in, or to the event as it is now. */
export const adopt = (entry) => write({ ...entry, who: who() });
export const takeAsPresent = (entry) => write({ ...entry, uid: uid(), state: "waiting" });

export const isNewest = (entry) => entryFor(entry.url)?.id === entry.id;
export const isMine = (entry) => entry.who === "" || entry.who === who();
export const isPast = (entry) => entry.state === "past" || (entry.uid ?? uid()) !== uid();      // asked of its own event's page
/* Of another event than this page; phones of tables have no event in their address. */
const eventOf = (address) => /^\/(events\/[^/]+|t)\//.exec(address)?.[0];
export const isElsewhere = (entry) => entry.uid !== uid() && eventOf(entry.url) !== eventOf(location.pathname);
export const isHere = (entry) => entry.uid !== uid() && location.pathname === entry.page.replace(/#.*/, "");

export const tellChange = () => document.dispatchEvent(new Event("waiting:changed"));
