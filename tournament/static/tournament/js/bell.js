/* Rings the bell of round clocks, on the pages that offer it. */
import { offerBell, ring, showBell } from "./clock/bell.js";
import { forEveryPart } from "./shared/page.js";

const STROKES = { end: 4, warning: 1 };

offerBell();
forEveryPart(() => showBell());
document.addEventListener("clock:rings", ({ detail }) => ring(STROKES[detail]));
