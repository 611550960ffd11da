/* The seating page's help for the eye; everything that it shows stands on the page without it. */
import { followInChart } from "./seating/chart.js";
import { followDrawing, reloadWhenBack, sendOnce } from "./seating/drawing.js";
import { readMeetings } from "./seating/meetings.js";
import { each } from "./shared/page.js";

each("[data-chart]", followInChart);
each("[data-meets]", readMeetings);
each("[data-drawing]", followDrawing);
each("form[data-busy]", sendOnce);
reloadWhenBack();
