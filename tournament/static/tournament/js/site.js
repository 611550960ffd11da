/* What every page has: comfort by data- attributes, which the modules name; every page works without it.

   data-needs-script     hidden where no script runs
   data-print            a button that opens the browser's print dialogue */
import { runClocks } from "./clock/clocks.js";
import { foldLists, markOwnLine, showSortedColumn } from "./page/lists.js";
import { rememberMe } from "./page/me.js";
import { keepPolling } from "./page/updating.js";
import { offerPreferences } from "./page/preferences.js";
import { each, forEveryPart, onClick } from "./shared/page.js";

onClick("[data-print]", () => window.print());
forEveryPart((part) => each("[data-needs-script]", (element) => { element.hidden = false; }, part));
offerPreferences();
keepPolling();
markOwnLine();
foldLists();
showSortedColumn();
runClocks();
rememberMe();
