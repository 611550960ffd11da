/* Cards and names typed one after the other without leaving the page: no key is lost, nothing is typed over.

   What is sent is kept in this browser and goes out in its turn; its fields are empty at once, for the next. No answer
   moves the focus. What the server asks back is told, and comes into the form by Enter in its empty first field or by
   "Show the question".

   form[data-in-turn]      its entries are sent to addresses that begin with the data-of of its page
   template[data-blank]    the form as it is for the next entry
   [data-told]             a live region with words about what is typed now
   [data-follows]          a part, with an id, that shows what is stored: it comes anew with each answer */
import { allEntries, dropEntry, entryFor, isMine, keepEntry, noteOn, tellChange } from "./offline/entries.js";
import { showQuestion } from "./offline/forms.js";
import { goOut } from "./offline/going_out.js";
import { sendEntry, whyLost } from "./offline/sending.js";
import { replaceInside } from "./page/updating.js";
import { blank, each, goTo, parsed, partArrived } from "./shared/page.js";
import { callAttention } from "./shared/sound.js";

const place = () => document.querySelector("[data-told]");
export const tell = (words = "") => { place().textContent = words; };

/* `describe()` says the address and the words of what is typed now; `fill(form)` puts an asked form into the page;
   `clear()` makes room for the next; `isBusy()` tells whether something is half typed. Returns `send`, which takes the
   form's fields, and `showAsked`, which says whether there was something to show. */
export const typeInTurn = ({ of, describe, fill, clear, isBusy }) => {
  const forms = new Map();       // address → the form with which the server asked back
  const isOurs = (entry) => entry.url.startsWith(of) && isMine(entry);
  const asked = () => allEntries().filter((entry) => isOurs(entry) && entry.state === "asks");

  const send = (form) => {
    const { url, label } = describe();
    const { answers } = form.dataset;      // what this form shows again; sent without a script it is the page's own
    if (answers !== undefined) dropEntry(answers || location.pathname);
    delete form.dataset.answers;
    keepEntry({ url: freeAddress(url), fields: [...new FormData(form)], label });
    tell();
    clear();
    goOut();
  };

  const hear = (entry, answer) => {
    if (answer.kind === "saved" && !allEntries().some((one) => isOurs(one) && one.state === "waiting")) follow(of);
    const form = answer.kind === "asks" && parsed(answer.text).querySelector("form[data-in-turn]");
    if (!form) return;
    forms.set(entry.url, form);
    const says = wordsOf(form);
    noteOn(entry, { says });
    tell(place().dataset.notSaved.replace("{what}", entry.label));
    callAttention();
  };

  const show = async (entry) => {
    if (isBusy()) return tell(place().dataset.firstThis);
    if (!forms.has(entry.url)) hear(entry, await sendEntry(entry));      // asked before this page came
    const form = forms.get(entry.url);
    if (!form) return !whyLost() && entryFor(entry.url) && showQuestion(entry);        // a page of its own is the answer
    if (isBusy()) return undefined;
    tell();
    fill(form.cloneNode(true));
    document.querySelector("form[data-in-turn]").dataset.answers = entry.url;
    return tellChange();
  };

  document.addEventListener("waiting:answer", (event) => {
    if (!isOurs(event.detail.entry)) return;
    event.preventDefault();
    hear(event.detail.entry, event.detail.answer);
  });
  document.addEventListener("waiting:show", (event) => {
    if (!isOurs(event.detail)) return;
    event.preventDefault();
    show(event.detail);
  });
  return { send, showAsked: () => asked().slice(0, 1).map(show).length > 0 };
};

/* Two cards typed with one number both wait, and the server asks about the second. */
const freeAddress = (url) => {
  let free = url;
  for (let n = 2; entryFor(free); n += 1) free = `${url}#${n}`;
  return free;
};

const wordsOf = (form) => {
  const words = form.querySelector("[role=alert] p:not([data-general]), .field-error")?.cloneNode(true);
  each(".visually-hidden", (part) => part.remove(), words);
  return words?.textContent.trim() ?? "";
};

export const pageAt = async (address) => {
  try { return parsed(await (await fetch(address, { cache: "no-store" })).text()); } catch { return null; }
};

/* What a page tells once, such as that a card cannot be, is shown though the next entry is on its way by now. */
const follow = async (address) => {
  const page = await pageAt(address);
  each("#messages, [data-follows]", (part) => {
    const news = page?.getElementById(part.id);
    if (news) replaceInside(part, news.innerHTML);
  });
};

/* The contents of a form give way to others; what has behaviour of its own gets it. */
export const refill = (form, contents) => {
  form.replaceChildren(...contents);
  partArrived(form);
};

/* Number, Tab (or Enter), name, Enter: [data-names]. */
const nameNumbers = (form) => {
  const number = () => form.querySelector("[name=number]");
  const name = () => form.querySelector("[name=name]");
  const turn = typeInTurn({
    of: form.dataset.of,
    describe: () => {
      const typed = number().value.trim();
      return { url: `${form.dataset.of}?number=${encodeURIComponent(typed)}`, label: form.dataset.waits.replace("{n}", typed) };
    },
    fill: (asked) => {
      refill(form, asked.childNodes);
      goTo(form.querySelector(".field-bad input"));
    },
    clear: () => {
      refill(form, blank());
      goTo(number());
    },
    isBusy: () => Boolean(number().value || name().value),
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    tell();
    turn.send(form);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target !== number() || name().value) return;
    event.preventDefault();
    if (number().value.trim()) goTo(name());
    else turn.showAsked();
  });
};

each("[data-names]", nameNumbers);
