/* Saves rows of the totals grid, one at a time and each only once; what cannot be told waits in the browser. */
import { dropEntry, dropSaved, entryFor, keepEntry } from "../offline/entries.js";
import { isInFlight, sendEntry } from "../offline/sending.js";
import { callAttention } from "../shared/sound.js";
import { takeAnswer } from "./answers.js";
import { sentBy } from "./resuming.js";
import { answerLike, asks, figuresOf, heldOf, isRefused, isTouched, joined, needsSomebody, partsOf, staysOpen } from "./rows.js";

export const savingOf = (grid, reason) => {
  const answered = new Map();    // table → the figures and the reason last answered, so that nothing is sent twice
  const busy = new Map();        // table → the entry on its way, and the promise of its answer
  const queued = new Map();      // table that changed again meanwhile → the answer given meanwhile, if any

  const isAnswered = (row) => {
    const last = answered.get(row.dataset.row);
    return Boolean(last) && last.figures === figuresOf(row) && (last.reason === null || last.reason === reason.text());
  };
  const isBusy = (row) => busy.has(row.dataset.row);
  /* The row's parts as they are on their way to the server, which will have them next; null while nothing is. */
  const onItsWay = (row) => {
    const url = row.dataset.waitingHere;
    const entry = busy.get(row.dataset.row)?.entry ?? (isInFlight(url) ? entryFor(url) : null);
    // Of a name that is there twice the second is the button that answered.
    return entry && partsOf(row).map((part) => entry.fields.find(([name]) => name === part.name)?.[1] ?? "");
  };
  /* Figures typed back while others are on their way differ from what the server will have. */
  const isOvertaken = (row) => isBusy(row) && joined(onItsWay(row)) !== figuresOf(row);
  /* Others went out and no answer came, so that the server may have them: figures typed back are sent as well. */
  const isUnsure = (row) => {
    const entry = isBusy(row) ? null : entryFor(row.dataset.waitingHere);
    return Boolean(entry?.held) && entry.state === "waiting" && partsOf(row).some(heldOf)
      && sentBy(row, entry).figures !== figuresOf(row);
  };
  const wants = (row) => row.dataset.state !== "conflict"
    && ((isTouched(row) && !isAnswered(row)) || isOvertaken(row) || isUnsure(row));
  const isOpen = (row) => needsSomebody(row) && !isBusy(row) && !wants(row);
  const forgetAnswered = (row) => answered.delete(row.dataset.row);

  /* Sends a row, with the button that answers its question if there is one. */
  const save = (row, answer) => {
    const table = row.dataset.row;
    if (busy.has(table)) {
      queued.set(table, answer);
      return busy.get(table).done;
    }
    const sent = { figures: figuresOf(row), reason: reason.text() };
    showBusy(row, true);
    const entry = keepEntry(entryOf(grid.form, row, answer));
    const done = sendEntry(entry).then((reply) => {
      busy.delete(table);
      hear(table, sent, reply);
      showBusy(grid.find(table), false);
      return saveQueued(table);
    });
    busy.set(table, { entry, done });
    return done;
  };
  /* What changed while the answer was awaited; an answer given meanwhile counts for the very same question only. */
  const saveQueued = (table) => {
    const answer = queued.get(table);
    if (!queued.delete(table)) return null;
    const row = grid.find(table);
    const again = answer && answerLike(row, answer);
    if (again || wants(row)) return save(row, again);
    takeBackUntouched(row);
    return null;
  };
  /* What waits or was asked about is not meant any more; what is on its way cannot be taken back. */
  const takeBack = (row) => {
    forgetAnswered(row);
    if (!entryFor(row.dataset.waitingHere) || onItsWay(row)) return;
    if (isUnsure(row)) {
      save(row);
      return;
    }
    dropEntry(row.dataset.waitingHere);
    grid.showState(row, partsOf(row).some(heldOf) ? "saved" : "missing", grid.words.takenBack);
    settle();
  };
  const takeBackUntouched = (row) => { if (!isTouched(row) && staysOpen(row)) takeBack(row); };
  const hear = (table, sent, { kind, text }) => {
    if (kind === "saved" || kind === "asks") take(table, sent, text);
    else grid.showState(grid.find(table), ["refused", "past"].includes(kind) ? "refused" : "waiting", grid.words[kind]);
    if (needsSomebody(grid.find(table))) callAttention();
    settle();
  };
  const take = (table, sent, text) => {
    answered.set(table, sent);
    const fresh = takeAnswer(grid, table, sent.figures, text);
    if (fresh.dataset.state === "saved") {
      answered.delete(table);
      dropSaved(fresh.dataset.waitingHere);
    }
    grid.tellNeeds();
  };
  /* Nothing is left open: the reason is not kept for the next correction. */
  const settle = () => {
    grid.untellIfSettled();
    if (!grid.rows().some(isTouched)) reason.forget();
  };

  /* Everything typed goes out, what was refused once more; what asks waits for its answer. */
  const saveAll = async () => {
    const changed = grid.rows().filter(isTouched).map((row) => row.dataset.row);
    const again = new Set(grid.rows().filter((row) => isRefused(row) || "proposed" in row.dataset).map((row) => row.dataset.row));
    await Promise.all([...busy.values()].map(({ done }) => done));
    for (const row of changed.map(grid.find)) {
      if (isTouched(row) && again.has(row.dataset.row) && !asks(row)) forgetAnswered(row);
      if (wants(row)) await save(row);
    }
    const open = changed.filter((table) => grid.find(table).dataset.state !== "saved");
    if (open.length) grid.tell(grid.words.pastedOpen.replace("{n}", open.join(", ")), true);
    else grid.tell(grid.words.allSaved);
  };
  const saveRefused = () => grid.rows().filter((row) => isRefused(row) && wants(row)).forEach((row) => save(row));

  /* What a link filled in is looked at first: it is not sent because the focus happens to pass. */
  const leaveProposed = () => grid.form.querySelectorAll("[data-proposed]").forEach((row) => {
    answered.set(row.dataset.row, { figures: figuresOf(row), reason: null });
  });

  return { save, saveAll, saveRefused, leaveProposed, hear, settle, wants, isBusy, isOpen, onItsWay, takeBack, takeBackUntouched, forgetAnswered };
};

const entryOf = (form, row, answer) => {
  const fields = [...new FormData(form)].filter(([name]) => name === "reason" || name.startsWith(`t${row.dataset.row}-`));
  if (answer) fields.push([answer.name, answer.value]);
  return { url: row.dataset.waitingHere, fields, label: row.dataset.label, page: `${location.pathname}#t${row.dataset.row}`, header: "sheets" };
};

const showBusy = (row, isBusy) => {
  row.classList.toggle("is-saving", isBusy);
  const place = row.querySelector(".row-state");
  if (isBusy) place.setAttribute("aria-busy", "true");
  else place.removeAttribute("aria-busy");
};
