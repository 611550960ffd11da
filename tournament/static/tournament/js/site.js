/* What every page has: comfort by data- attributes, which the modules name; every page works without it.

   data-needs-script     hidden where no script runs
   data-print            a button that opens the browser's print dialogue */
import { runClocks } from "./clock/clocks.js";
import { markOwnLine, showSortedColumn } from "./page/lists.js";
import { keepPolling } from "./page/polling.js";
import { offerPreferences } from "./page/preferences.js";
import { each, onClick } from "./shared/page.js";
import { guardAnswers } from "./shared/questions.js";

guardAnswers();
onClick("[data-print]", () => window.print());
each("[data-needs-script]", (element) => { element.hidden = false; });
offerPreferences();
keepPolling();
markOwnLine();
showSortedColumn();
runClocks();
