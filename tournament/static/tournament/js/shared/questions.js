/* A question is answered by somebody who means to: by a click, or by a key pressed while its answer has the focus.

   [data-question]    holds a question and its answers
   [data-answer]      a button that answers it

   No answer is a key that was held down, one pressed before the answer had the focus (keys wait while a page is busy
   or loads), or one that follows figures typed at the question by somebody who looks elsewhere. Such a key does
   nothing but fire "question:unmeant". A held Enter presses nothing on any page. */
import { around, goTo } from "./page.js";

const PRESSING = ["Enter", " "];
let arrived = 0;               // when the focus came to where it is
let figuresTyped = false;      // since the focus came to this question
let unmeant = false;           // the key pressed last: a click that it causes is no answer

/* Brings somebody who asked for it to a question, and takes keys as meant again. */
export const openQuestion = (place) => {
  goTo(place);
  arrived = performance.now();
  figuresTyped = false;
};

export const guardAnswers = () => {
  document.addEventListener("focusin", noteArrival);
  document.addEventListener("keydown", refuseUnmeantKey, true);
  // A space presses its button when it is let go.
  document.addEventListener("click", (event) => {
    if (unmeant && event.detail === 0 && around(event.target, "[data-answer]")) refuse(event);
  }, true);
};

const noteArrival = ({ target, relatedTarget }) => {
  arrived = performance.now();
  const question = around(target, "[data-question]");
  // From nowhere the focus comes back to a question that was replaced: figures typed there were typed all the same.
  if (relatedTarget && !question?.contains(relatedTarget)) figuresTyped = false;
};

const refuseUnmeantKey = (event) => {
  unmeant = false;
  if (/^\d$/.test(event.key) && around(event.target, "[data-question]") && !around(event.target, "input, textarea")) figuresTyped = true;
  const answer = PRESSING.includes(event.key) ? around(event.target, "[data-answer]") : null;
  if (answer && !isMeant(event)) {
    unmeant = true;
    answer.dispatchEvent(new CustomEvent("question:unmeant", { bubbles: true }));
  }
  if (unmeant || isHeldEnter(event)) refuse(event);
};

const isMeant = (event) => !event.repeat && !figuresTyped && event.timeStamp >= arrived;

const isHeldEnter = (event) => event.key === "Enter" && event.repeat && around(event.target, "button, a, input, select, summary, [data-question]");

const refuse = (event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
};
