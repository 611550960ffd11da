/* Remembers whose phone this is, event by event, so that every public page leads back to their seat.

   [data-me="EVENT"]          a link to one's own page: it leads to the own link kept here, else to the number; one with
                              data-me-number only if it is this player's
   [data-me-card="NUMBER"]    somebody's card; with data-me-own the page is their own
   [data-me-keep]             a button “That's me”, shown on the card of another than the one remembered
   [data-me-forget]           “Not you?”
   [data-me-gone]             this address opens nothing any more */
import { browser } from "../shared/memory.js";
import { each, forEveryPart, onClick } from "../shared/page.js";

const PREFIX = "me.";

export const rememberMe = () => {
  each("[data-me-gone]", forgetAddress);
  forEveryPart((part) => {
    each("[data-me-card]", meet, part);
    leadAll();
  });
  onClick("[data-me-forget]", () => browser.forget(here()));
  onClick("[data-me-keep]", (button) => {
    keep(here(), { number: button.closest("[data-me-card]").dataset.meCard });
    button.hidden = true;
    leadAll();
  });
};

const here = () => PREFIX + document.querySelector("[data-me]")?.dataset.me;
const known = (name) => { try { return JSON.parse(browser.recall(name)); } catch { return null; } };
const keep = (name, me) => browser.keep(name, JSON.stringify(me));

const meet = (card) => {
  const name = here();
  const me = known(name);
  const number = card.dataset.meCard;
  if ("meOwn" in card.dataset) keep(name, { number, own: location.pathname });
  else if (!me) keep(name, { number });
  else each("[data-me-keep]", (button) => { button.hidden = me.number === number; }, card);
};

const leadAll = () => each("[data-me]", (link) => {
  const me = known(here());
  const { meNumber: whose } = link.dataset;
  if (me && (!whose || whose === me.number)) link.href = me.own || `${link.pathname}?player=${me.number}`;
});

const forgetAddress = () => browser.names().filter((name) => name.startsWith(PREFIX)).forEach((name) => {
  const me = known(name);
  if (me?.own === location.pathname) keep(name, { number: me.number });
});
