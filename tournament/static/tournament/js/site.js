/* What every page has: comfort by data- attributes, which the modules name; every page works without it.

   data-needs-script     hidden where no script runs
   data-print            a button that opens the browser's print dialogue */
import { runClocks } from "./clock/clocks.js";
import { goToFirstField } from "./page/first_field.js";
import { listenForHotkeys } from "./page/hotkeys.js";
import { markOwnLine, showSortedColumn } from "./page/lists.js";
import { closeMenus } from "./page/menus.js";
import { keepPolling } from "./page/polling.js";
import { offerPreferences } from "./page/preferences.js";
import { followSwaps } from "./page/replacing.js";
import { each, onClick } from "./shared/page.js";
import { guardAnswers } from "./shared/questions.js";

guardAnswers();
closeMenus();
listenForHotkeys();
onClick("[data-print]", () => window.print());
followSwaps();
each("[data-needs-script]", (element) => { element.hidden = false; });
offerPreferences();
keepPolling();
markOwnLine();
showSortedColumn();
runClocks();
goToFirstField();
