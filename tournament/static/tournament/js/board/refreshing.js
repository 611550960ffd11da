/* Asks for what is new on the big screen; whatever happens, what is shown stays, and a lost server is told.

   data-board="URL" data-board-seconds     where, and how often it is asked; data-poll-etag as everywhere
   data-board-lost, data-board-age         the lost server, and since when
   data-board-gone                         the server is there and shows this event no more */
import { keepAsking } from "../page/updating.js";

const GONE = [403, 404, 410];

export const keepFresh = (stage, replace) => {
  const told = document.querySelector("[data-board-lost]");
  const gone = document.querySelector("[data-board-gone]");
  const age = document.querySelector("[data-board-age]");
  let heard = Date.now();
  let isLost = false;

  const hear = (answer) => {
    gone.hidden = !GONE.includes(answer?.status);
    isLost = !answer || (answer.status >= 400 && gone.hidden);
    if (!isLost) heard = Date.now();
    sayAge();
  };
  const sayAge = () => {
    told.hidden = !isLost;
    const seconds = Math.round((Date.now() - heard) / 1000);
    const words = seconds < 60 ? stage.dataset.second.replace("%s", seconds) : stage.dataset.minute.replace("%s", Math.floor(seconds / 60));
    const isDue = seconds >= 60 || seconds % 10 === 0 || !age.textContent;
    if (isLost && isDue && age.textContent !== words) age.textContent = words;
  };

  keepAsking(stage, { address: stage.dataset.board, seconds: Number(stage.dataset.boardSeconds) || 10, hear, take: replace });
  setInterval(sayAge, 1000);
};
