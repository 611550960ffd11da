/* What a pressed key may do: single letters act only where nobody types and nobody has switched them off. */
import { browser } from "./memory.js";

export const lettersAreOff = () => browser.recall("keys") === "off";

export const isPlain = (event) => !event.ctrlKey && !event.metaKey && !event.altKey;

export const isTyping = (element) => element.isContentEditable || element.matches("select, textarea, input:not([type=checkbox]):not([type=radio])");
