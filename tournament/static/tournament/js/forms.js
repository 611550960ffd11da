/* What pages to work on have besides: menus, keys that press their buttons, answers that are meant, the focus where typing goes on, and a question before typing is lost. */
import { goToFirstField } from "./page/first_field.js";
import { listenForHotkeys } from "./page/hotkeys.js";
import { closeMenus } from "./page/menus.js";
import { askBeforeLosing, keepWhatIsSent } from "./page/unsaved.js";
import { guardAnswers } from "./shared/questions.js";

guardAnswers();
closeMenus();
listenForHotkeys();
goToFirstField();
askBeforeLosing();
keepWhatIsSent();
