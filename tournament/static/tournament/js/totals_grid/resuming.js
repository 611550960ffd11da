/* What waits since before is shown in its row of the totals grid, and goes out again as it was typed. */
import { entryFor, isMine, isPast } from "../offline/entries.js";
import { sendEntry } from "../offline/sending.js";
import { fieldNamed, joined, partsOf } from "./rows.js";

export const resumeWaiting = (grid, saving, reason) => {
  document.addEventListener("waiting:answer", (event) => {
    const { entry, answer } = event.detail;
    const row = grid.rows().find((one) => one.dataset.waitingHere === entry.url);
    if (!row || answer.kind === "past") return;
    event.preventDefault();
    saving.hear(row.dataset.row, sentBy(row, entry), answer);
  });
  for (const row of grid.rows()) {
    const entry = entryFor(row.dataset.waitingHere);
    if (entry && !isPast(entry) && isMine(entry)) resume(row, entry, grid, saving, reason);
  }
};

const resume = (row, entry, grid, saving, reason) => {
  for (const [name, value] of entry.fields) {
    const field = fieldNamed(row, name);
    if (field && field.tagName !== "BUTTON") field.value = value;
  }
  grid.showState(row, "waiting", grid.words.waitingWords);
  if (entry.state !== "asks") return;
  const sent = sentBy(row, entry);
  reason.fill(sent.reason);
  if (reason.text() !== sent.reason) saving.save(row);
  else sendEntry(entry).then((answer) => saving.hear(row.dataset.row, sent, answer));
};

/* The figures and the reason that an entry was sent with. */
export const sentBy = (row, entry) => {
  const typed = new Map(entry.fields);
  return { figures: joined(partsOf(row).map((part) => typed.get(part.name) ?? "")), reason: (typed.get("reason") ?? "").trim() };
};
