/* The bar over a paper in the browser: its button, [data-print], opens the print dialogue. */
import { onClick } from "./shared/page.js";

onClick("[data-print]", () => window.print());
