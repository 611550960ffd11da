/* Keys of the pad: who deals first, and within a deal its maker, tricks and what else became of it. */
import { dropHeldKeys, holdKeys, isPlain, lettersAreOff, pressHeldKeys } from "../shared/keys.js";
import { callAttention } from "../shared/sound.js";
import { LONERS, check, choose, clear, dealOf, enterOpen, goBeside, goToBell, goToSave, isWhole, letGo, partsOf, tellChange } from "./pad.js";

export const firstDealers = (form) => [...form.querySelectorAll("[name=first_dealer]")];

export const listenOnPad = (form) => {
  let onwardFrom = "";           // a deal that was not played: whether it is dealt again, the server's rows tell
  const leaveUnplayed = (deal, letter) => {
    letGo(partsOf(deal, "tricks", ...LONERS, "supreme"));
    if (!choose(deal, "maker", letter)) return false;
    onwardFrom = deal.dataset.deal;
    holdKeys();
    return true;
  };
  /* Without the server the next row is there, save that of the same deal once more: nothing is typed into another. */
  const goOn = ({ type }) => {
    const deal = onwardFrom && form.querySelector(`[data-deal="${onwardFrom}"]`);
    onwardFrom = "";
    if (!deal) return;
    const { again } = form.querySelector("[data-again]").dataset;
    if (type === "preview:shown" || !partsOf(deal, "maker").some(({ checked, value }) => checked && again.includes(value))) goBeside(form, deal, 1);
    else {
      dropHeldKeys();
      document.activeElement.blur();
      callAttention();
    }
    pressHeldKeys();
  };
  document.addEventListener("preview:shown", goOn);
  document.addEventListener("preview:failed", goOn);

  const chooseTricks = (deal, figure) => choose(deal, "tricks", figure) && (!isWhole(deal) || goBeside(form, deal, 1));
  const keys = {
    ArrowDown: (deal) => goBeside(form, deal, 1),
    ArrowUp: (deal) => goBeside(form, deal, -1),
    Enter: (deal) => goBeside(form, deal, 1),
    Backspace: clear,
    Delete: clear,
    a: (deal) => switchBox(deal, "alone"),
    p: (deal) => switchBox(deal, "partner_alone"),
    "-": (deal) => leaveUnplayed(deal, "-"),
    r: (deal) => leaveUnplayed(deal, "R"),
    b: () => goToBell(form),
    v: (deal) => leaveUnplayed(deal, "V"),
  };
  for (const seat of "nesw") keys[seat] = (deal) => choose(deal, "maker", seat.toUpperCase());
  keys.o = keys.w; // Ouest: west as a reader of French types it
  for (const figure of "012345") keys[figure] = (deal) => chooseTricks(deal, figure);

  form.addEventListener("keydown", (event) => {
    const deal = dealOf(event.target);
    const isFirst = event.target.name === "first_dealer";
    if ((!deal && !isFirst) || !isPlain(event) || event.target.matches("select, a, input[type=text]")) return;
    const isLetter = event.key.length === 1;
    if (isLetter && lettersAreOff()) return;
    const key = isLetter ? event.key.toLowerCase() : event.key;
    if (isFirst ? isLetter && dealsFirst(form, key.toUpperCase()) : keys[key]?.(deal)) event.preventDefault();
  });
};

const dealsFirst = (form, letter) => {
  const seat = letter === "O" ? "W" : letter;
  if (!check(firstDealers(form).find((option) => option.value === seat))) return false;
  if (!enterOpen(form)) goToSave(form);
  return true;
};

const switchBox = (deal, name) => {
  const [box] = partsOf(deal, name);
  if (!box) return false;
  box.checked = !box.checked;
  tellChange(box);
  return true;
};
