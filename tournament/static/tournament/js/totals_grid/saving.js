/* Saves rows of the totals grid, one at a time and each only once; what cannot be told waits in the browser. */
import { dropEntry, keepEntry } from "../offline/entries.js";
import { sendEntry } from "../offline/sending.js";
import { callAttention } from "../shared/sound.js";
import { takeAnswer } from "./answers.js";
import { answerLike, asks, figuresOf, isRefused, isTouched, needsSomebody } from "./rows.js";

export const savingOf = (grid, reason) => {
  const answered = new Map();    // table → the figures and the reason last answered, so that nothing is sent twice
  const busy = new Map();        // table → the promise of the answer awaited
  const queued = new Map();      // table that changed again meanwhile → the answer given meanwhile, if any

  const isAnswered = (row) => {
    const last = answered.get(row.dataset.row);
    return Boolean(last) && last.figures === figuresOf(row) && (last.reason === null || last.reason === reason.text());
  };
  const isBusy = (row) => busy.has(row.dataset.row);
  const wants = (row) => isTouched(row) && row.dataset.state !== "conflict" && !isAnswered(row);
  const isOpen = (row) => needsSomebody(row) && !isBusy(row) && !wants(row);
  const forgetAnswered = (row) => answered.delete(row.dataset.row);

  /* Sends a row, with the button that answers its question if there is one. */
  const save = (row, answer) => {
    const table = row.dataset.row;
    if (busy.has(table)) {
      queued.set(table, answer);
      return busy.get(table);
    }
    const sent = { figures: figuresOf(row), reason: reason.text() };
    showBusy(row, true);
    const done = sendEntry(keepEntry(entryOf(grid.form, row, answer))).then((reply) => {
      busy.delete(table);
      hear(table, sent, reply);
      showBusy(grid.find(table), false);
      return saveQueued(table);
    });
    busy.set(table, done);
    return done;
  };
  /* What changed while the answer was awaited; an answer given meanwhile counts for the very same question only. */
  const saveQueued = (table) => {
    const answer = queued.get(table);
    if (!queued.delete(table)) return null;
    const again = answer && answerLike(grid.find(table), answer);
    return again || wants(grid.find(table)) ? save(grid.find(table), again) : null;
  };
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
      dropEntry(fresh.dataset.waitingHere);
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
    await Promise.all([...busy.values()]);
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

  return { save, saveAll, saveRefused, leaveProposed, hear, settle, wants, isBusy, isOpen, forgetAnswered };
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
