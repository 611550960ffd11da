/* The totals grid, [data-totals]: each row is saved as it is left; spreadsheet.js moves within it.

   The server answers with the row as it is then; what it cannot be told waits in the browser. No answer of the server
   moves the focus: whoever types on types into the next table. A row that asks waits, counted and named in [data-asks],
   until somebody goes to it. Without a script the page posts all rows at once. */
import { each } from "./shared/page.js";
import { goingIn, goToFirstRow } from "./totals_grid/going.js";
import { gridOf } from "./totals_grid/grid.js";
import { listenForButtons, listenForEnter, listenForLetters } from "./totals_grid/keys.js";
import { saveWhenLeft } from "./totals_grid/leaving.js";
import { takePaste } from "./totals_grid/pasting.js";
import { reasonOf } from "./totals_grid/reason.js";
import { resumeWaiting } from "./totals_grid/resuming.js";
import { savingOf } from "./totals_grid/saving.js";

each("[data-totals]", (form) => {
  const grid = gridOf(form);
  const reason = reasonOf(form);
  const saving = savingOf(grid, reason);
  const going = goingIn(grid, saving, reason);
  resumeWaiting(grid, saving, reason);
  saving.leaveProposed();
  takePaste(grid, saving);
  saveWhenLeft(grid, saving, reason);
  listenForLetters(grid, going);
  listenForEnter(grid, saving);
  listenForButtons(grid, saving, going);
  grid.tellNeeds();
  goToFirstRow(grid);
});
