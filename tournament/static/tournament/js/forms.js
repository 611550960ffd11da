/* What pages to work on have besides: menus, keys that press their buttons, answers that are meant, and the focus where typing goes on. */
import { goToFirstField } from "./page/first_field.js";
import { listenForHotkeys } from "./page/hotkeys.js";
import { closeMenus } from "./page/menus.js";
import { followSwaps } from "./page/replacing.js";
import { tellWhatWasTypedEarly } from "./page/typed_early.js";
import { guardAnswers } from "./shared/questions.js";

guardAnswers();
closeMenus();
listenForHotkeys();
followSwaps();
goToFirstField();
tellWhatWasTypedEarly();
