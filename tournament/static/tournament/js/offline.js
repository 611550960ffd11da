/* What is typed while the server cannot be reached waits in this browser, and goes out when the server is back. */
import { sendForms } from "./offline/forms.js";
import { keepGoingOut } from "./offline/going_out.js";
import { tellWhatWaits } from "./offline/telling.js";

sendForms();
tellWhatWaits();
keepGoingOut();
