/* A question is answered by somebody who means to: by a click, or by a key pressed while its answer has the focus.

   [data-question]    holds a question and its answers
   [data-answer]      a button that answers it

   No answer is a key that was held down, one pressed before the answer had the focus (keys wait while a page is busy
   or loads), or one that follows figures typed at the question by somebody who looks elsewhere. Such a key does
   nothing but fire "question:unmeant". A held Enter presses nothing on any page.

   `window.questions.open(place)` brings somebody who asked for it to a question, and takes keys as meant again.  */
(() => {
  "use strict";

  const PRESSING = ["Enter", " "];
  const at = (node, selector) => (node instanceof Element ? node.closest(selector) : null);
  let arrived = 0;               // when the focus came to where it is
  let figuresTyped = false;      // since the focus came to this question
  let unmeant = false;           // the key pressed last: a click that it causes is no answer

  const refuse = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const isHeldEnter = (event) => event.key === "Enter" && event.repeat && at(event.target, "button, a, input, select, summary, [data-question]");
  const isMeant = (event) => !event.repeat && !figuresTyped && event.timeStamp >= arrived;

  document.addEventListener("focusin", ({ target, relatedTarget }) => {
    arrived = performance.now();
    const question = at(target, "[data-question]");
    if (!question?.contains(relatedTarget)) figuresTyped = false;
  });
  document.addEventListener("keydown", (event) => {
    unmeant = false;
    if (/^\d$/.test(event.key) && at(event.target, "[data-question]") && !at(event.target, "input, textarea")) figuresTyped = true;
    const answer = PRESSING.includes(event.key) ? at(event.target, "[data-answer]") : null;
    if (answer && !isMeant(event)) {
      unmeant = true;
      answer.dispatchEvent(new CustomEvent("question:unmeant", { bubbles: true }));
    }
    if (unmeant || isHeldEnter(event)) refuse(event);
  }, true);
  // A space presses its button when it is let go.
  document.addEventListener("click", (event) => {
    if (unmeant && event.detail === 0 && at(event.target, "[data-answer]")) refuse(event);
  }, true);

  const open = (place) => {
    place?.focus();
    place?.select?.();
    arrived = performance.now();
    figuresTyped = false;
  };
  window.questions = { open };
})();
