/* Sends an entry once, and says what became of it: saved, asks, past, refused, signedOut, failed or unreachable. */
import { dropSaved, isNewest, noteOn, tellChange } from "./entries.js";

const PATIENCE = 10_000;       // a lost wifi does not refuse, it is silent
const KINDS = { 204: "saved", 401: "signedOut", 408: "failed", 409: "asks", 410: "asks", 412: "past", 422: "asks", 429: "failed" };
const NOT_HEARD = ["signedOut", "failed", "unreachable"];
const inFlight = new Set();    // addresses being asked
let lost = "";

export const isInFlight = (url) => inFlight.has(url);

/* Why nothing goes out, "" while it does. */
export const whyLost = () => lost;

export const token = () => decodeURIComponent(document.cookie.match(/(?:^|; )csrftoken=([^;]*)/)?.[1] ?? "");

export const sendEntry = async (entry) => {
  inFlight.add(entry.url);
  try {
    const answer = await ask(entry);
    settle(entry, answer);
    return answer;
  } finally {
    inFlight.delete(entry.url);
    tellChange();
  }
};

const ask = async (entry) => {
  const clock = new AbortController();
  const alarm = setTimeout(() => clock.abort(), PATIENCE);
  try {
    const reply = await fetch(entry.url, {
      method: "POST", body: new URLSearchParams(entry.fields), credentials: "same-origin", redirect: "manual",
      headers: headersOf(entry), signal: clock.signal,
    });
    const kind = kindOf(reply, entry);
    return { kind, isFinished: reply.headers.has("X-Event-Finished"), go: reply.headers.get("X-Go"), text: ["saved", "asks"].includes(kind) ? await reply.text() : "" };
  } catch {
    return { kind: "unreachable", go: null, text: "" };
  } finally {
    clearTimeout(alarm);
  }
};

const headersOf = (entry) => ({
  "X-CSRFToken": token(),
  "X-Waits": entry.who || "-",
  ...(entry.uid && { "X-Waits-Event": entry.uid }),
  ...(entry.header && { "X-Requested-With": entry.header }),
});

const kindOf = (reply, entry) => {
  if (reply.type === "opaqueredirect") return "signedOut";
  // A script that asks in its own name gets its answer with 200; to a form a page says that something is asked.
  if (reply.status === 200) return entry.header ? "saved" : "asks";
  return KINDS[reply.status] ?? (reply.status >= 500 ? "failed" : "refused");
};

const settle = (entry, { kind, isFinished }) => {
  lost = NOT_HEARD.includes(kind) ? kind : "";
  if (kind === "saved") {
    if (isNewest(entry)) dropSaved(entry.url);
  } else noteOn(entry, lost ? { held: true } : { state: kind === "past" ? "past" : "asks", isFinished, held: true });
};
