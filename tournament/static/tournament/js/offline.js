/* What is typed while the server cannot be reached waits in this browser and goes out when the server is back.

   form[data-waits="Round 1, table 3"]   a form that this file sends; the words say what the entry is. Its view is
                                         decorated with `web.offline.waits` and answers 409 or 422 where it asks back
   [data-waiting]                        where waiting entries are told (components/waiting.html has the words)
   [data-waiting-here="ADDRESS"]         a part of the page that tells itself about the entry for that address
   body[data-waiting-who]                who is signed in: an entry goes out under the name it was typed under
   body[data-event-uid]                  the event as it was told when the page was made; after a restore an entry typed
                                         before it waits until it is looked at on a page made since

   An entry is kept from the moment it is sent until the server has answered, so that a closed tab loses nothing. It
   holds the address, the fields, their label and the time: no cookie and no token of the session. The form's own key
   goes with it, by which the server takes a repeated submission once. The totals grid uses `window.waiting` itself and
   listens to "waiting:answer", which tells every answer to an entry that had waited.                               */
(() => {
  "use strict";

  const PREFIX = "euchre.waiting:";
  const PATIENCE = 10_000;       // a lost wifi does not refuse, it is silent
  const EVERY = 4_000;
  const inFlight = new Set();    // addresses being asked
  const memory = new Map();      // where storage is refused, entries last as long as the page

  const store = {
    get: (key) => { try { return localStorage.getItem(key) ?? memory.get(key) ?? null; } catch { return memory.get(key) ?? null; } },
    set: (key, value) => { try { localStorage.setItem(key, value); } catch { memory.set(key, value); } },
    remove: (key) => { memory.delete(key); try { localStorage.removeItem(key); } catch { /* it was in memory */ } },
    keys: () => { try { return [...Object.keys(localStorage), ...memory.keys()]; } catch { return [...memory.keys()]; } },
  };
  const read = (key) => { try { return JSON.parse(store.get(key)); } catch { return null; } };
  const write = (entry) => store.set(PREFIX + entry.url, JSON.stringify(entry));
  const who = () => document.body.dataset.waitingWho ?? "";
  const uid = () => document.body.dataset.eventUid ?? "";
  const of = (url) => read(PREFIX + url);
  const all = () => store.keys().filter((key) => key.startsWith(PREFIX)).map(read).filter((entry) => entry?.url);
  const isMine = (entry) => entry.who === "" || entry.who === who();
  const isPast = (entry) => entry.state === "past" || (entry.uid ?? uid()) !== uid();      // asked of its own event's page
  const isHere = (entry) => entry.uid !== uid() && location.pathname === entry.page.replace(/#.*/, "");
  const isSame = (entry) => of(entry.url)?.id === entry.id;
  const token = () => decodeURIComponent(document.cookie.match(/(?:^|; )csrftoken=([^;]*)/)?.[1] ?? "");

  /* ---- keeping ---- */
  const keep = ({ url, fields, label, page = location.pathname, header = "" }) => {
    const entry = {
      id: `${Date.now()}-${Math.random()}`, url, page, label, header, who: who(), uid: uid(), at: Date.now(), state: "waiting",
      fields: fields.filter(([name, value]) => name !== "csrfmiddlewaretoken" && typeof value === "string"),
    };
    write(entry);
    return entry;
  };
  const drop = (url) => { store.remove(PREFIX + url); tell(); };
  const mark = (entry, changes) => { if (isSame(entry)) write({ ...of(entry.url), ...changes }); };

  /* ---- sending: what became of one attempt is saved, asks, past, refused, signedOut, failed or unreachable ---- */
  const KINDS = { 204: "saved", 401: "signedOut", 408: "failed", 409: "asks", 412: "past", 422: "asks", 429: "failed" };
  const send = async (entry) => {
    const clock = new AbortController();
    const alarm = setTimeout(() => clock.abort(), PATIENCE);
    inFlight.add(entry.url);
    try {
      const reply = await fetch(entry.url, {
        method: "POST", body: new URLSearchParams(entry.fields), credentials: "same-origin", redirect: "manual",
        headers: { "X-CSRFToken": token(), "X-Waits": entry.who || "-", ...(entry.uid && { "X-Waits-Event": entry.uid }), ...(entry.header && { "X-Requested-With": entry.header }) }, signal: clock.signal,
      });
      // A script that asks in its own name gets its answer with 200; to a form a page says that something is asked.
      const whole = reply.status === 200 ? (entry.header ? "saved" : "asks") : null;
      const kind = reply.type === "opaqueredirect" ? "signedOut" : whole ?? KINDS[reply.status] ?? (reply.status >= 500 ? "failed" : "refused");
      const answer = { kind, go: reply.headers.get("X-Go"), text: ["saved", "asks"].includes(kind) ? await reply.text() : "" };
      settle(entry, answer);
      return answer;
    } catch {
      const answer = { kind: "unreachable", go: null, text: "" };
      settle(entry, answer);
      return answer;
    } finally {
      clearTimeout(alarm);
      inFlight.delete(entry.url);
      tell(isSame(entry) ? undefined : "saved");
      plan();
    }
  };
  let lost = "";                 // why nothing goes out, "" while it does
  const settle = (entry, { kind }) => {
    lost = ["signedOut", "failed", "unreachable"].includes(kind) ? kind : "";
    if (kind === "saved") { if (isSame(entry)) store.remove(PREFIX + entry.url); }
    else mark(entry, lost ? { held: true } : { state: kind === "past" ? "past" : "asks", held: true });
  };

  /* ---- going out by themselves, oldest first; the first that finds nobody ends the attempt ---- */
  let timer = null;
  let going = false;
  const due = () => all().filter((entry) => isMine(entry) && entry.state === "waiting" && !inFlight.has(entry.url)).sort((a, b) => a.at - b.at);
  const plan = () => {
    clearTimeout(timer);
    if (due().length) timer = setTimeout(goOut, EVERY);
  };
  const goOut = async () => {
    if (going) return;
    going = true;
    try {
      for (const entry of due()) {
        const answer = await send(entry);
        announce(entry, answer);
        if (lost) break;
      }
    } finally {
      going = false;
      tell();
      plan();
    }
  };
  const announce = (entry, answer) => {
    const news = new CustomEvent("waiting:answer", { cancelable: true, detail: { entry, answer } });
    if (!document.dispatchEvent(news)) return;
    const form = [...document.querySelectorAll("form[data-waits]")].find((one) => addressOf(one) === entry.url);
    if (!form) return;
    if (answer.kind === "saved" && answer.go) location.assign(answer.go);
    else if (answer.kind === "asks") show(entry);
  };

  /* ---- forms that this file sends ---- */
  const addressOf = (form, button = null) => new URL(button?.getAttribute("formaction") || form.getAttribute("action") || location.pathname, location.href).pathname;
  /* The server asks something back: the page that asks is the answer to the same fields, sent without this file. */
  const show = (entry) => {
    const form = document.createElement("form");
    form.method = "post";
    form.action = entry.url;
    form.hidden = true;
    for (const [name, value] of [...entry.fields, ["csrfmiddlewaretoken", token()]]) {
      const field = document.createElement("input");
      field.type = "hidden";
      field.name = name;
      field.value = value;
      form.append(field);
    }
    document.body.append(form);
    form.submit();
  };
  const submit = async (form, button) => {
    const fields = [...new FormData(form, button)];
    const entry = keep({ url: addressOf(form, button), fields, label: form.dataset.waits });
    form.setAttribute("aria-busy", "true");
    const answer = await send(entry);
    form.removeAttribute("aria-busy");
    if (answer.kind === "saved") form.dispatchEvent(new Event("waits:saved"));
    if (answer.kind === "saved" && answer.go) location.assign(answer.go);
    else if (answer.kind === "saved") location.reload();
    else if (answer.kind === "asks") show(entry);
    else place()?.scrollIntoView({ block: "nearest" });
  };
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("form[data-waits]") || event.defaultPrevented) return;
    event.preventDefault();
    if (!inFlight.has(addressOf(event.target, event.submitter))) submit(event.target, event.submitter);
  });

  /* ---- telling what waits ---- */
  const place = () => document.querySelector("[data-waiting]");
  const clock = (at) => new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });
  const tell = () => {
    const region = place();
    if (!region) return;
    const tellsItself = (entry) => !isPast(entry) && lost !== "signedOut" && document.querySelector(`[data-waiting-here="${CSS.escape(entry.url)}"]`);
    const entries = all().filter((entry) => (entry.held || !inFlight.has(entry.url)) && !tellsItself(entry)).sort((a, b) => a.at - b.at);
    const list = region.querySelector("[data-waiting-list]");
    const pattern = region.querySelector("template").content.firstElementChild;
    list.replaceChildren(...entries.map((entry) => {
      const line = pattern.cloneNode(true);
      const link = line.querySelector("a");
      link.textContent = entry.label;
      link.href = entry.page;
      line.querySelector("[data-waiting-at]").textContent = clock(entry.at);
      const state = isMine(entry) ? entry.state : "other";
      line.querySelectorAll("[data-waiting-state]").forEach((words) => { words.hidden = words.dataset.waitingState !== state; });
      line.querySelectorAll("[data-waiting-do]").forEach((button) => { button.dataset.waitingUrl = entry.url; });
      line.querySelector("[data-waiting-do=again]").hidden = state !== "asks" || entry.header !== "";
      line.querySelector("[data-waiting-do=adopt]").hidden = state !== "other";
      line.querySelector("[data-waiting-do=anyway]").hidden = state !== "past" || !isHere(entry);
      return line;
    }));
    const why = !entries.length ? "" : lost && entries.some((entry) => entry.state === "waiting") ? lost : "waiting";
    region.querySelectorAll("[data-waiting-why]").forEach((words) => { words.hidden = words.dataset.waitingWhy !== why; });
    region.hidden = !entries.length;
  };
  const acts = {
    again: (entry) => show(entry),
    anyway: (entry) => { write({ ...entry, uid: uid(), state: "waiting" }); goOut(); },
    adopt: (entry) => { write({ ...entry, who: who() }); goOut(); },
    discard: (entry) => { if (window.confirm(place().dataset.waitingSure)) drop(entry.url); },
  };
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("[data-waiting-do]") : null;
    const entry = button && of(button.dataset.waitingUrl);
    if (entry) acts[button.dataset.waitingDo](entry);
  });

  window.waiting = { keep, drop, of, isPast, send, tell };
  window.addEventListener("online", goOut);
  window.addEventListener("storage", tell);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) goOut(); });
  window.addEventListener("pageshow", () => { tell(); goOut(); });
})();
