/* Why a closed round is corrected: one reason for all rows, kept with them until they are saved. */
import { tab } from "../shared/memory.js";

export const reasonOf = (form) => {
  const field = form.querySelector("#reason");
  const name = `draft:${location.pathname}:reason`;
  const text = () => field?.value.trim() ?? "";
  const fill = (words) => { if (field && words && !field.value) field.value = words; };
  const forget = () => tab.forget(name);
  fill(tab.recall(name));
  field?.addEventListener("input", () => {
    if (text()) tab.keep(name, text());
    else forget();
  });
  return { field, text, fill, forget };
};
