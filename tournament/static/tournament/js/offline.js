/* What is typed while the server cannot be reached waits in this browser, and goes out when the server is back. */
import { takeUpHeard } from "./offline/entries.js";
import { sendForms } from "./offline/forms.js";
import { keepGoingOut } from "./offline/going_out.js";
import { tellWhatWaits } from "./offline/telling.js";

window.addEventListener("pageshow", takeUpHeard);
sendForms();
tellWhatWaits();
keepGoingOut();
