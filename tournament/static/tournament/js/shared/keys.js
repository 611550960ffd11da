/* What kind of key was pressed, and whether somebody has switched single letters off. */
import { browser } from "./memory.js";

export const lettersAreOff = () => browser.recall("keys") === "off";

export const isPlain = (event) => !event.ctrlKey && !event.metaKey && !event.altKey;
