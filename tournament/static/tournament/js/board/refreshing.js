/* Asks for what is new on the big screen; whatever happens, what is shown stays, and a lost server is told.

   data-board="URL" data-board-etag data-board-seconds     where, since which state, and how often it is asked
   data-board-lost, data-board-age                         the lost server, and since when
   data-board-gone                                         the server is there and shows this event no more */

const GONE = [403, 404, 410];

export const keepFresh = (stage, replace) => {
  const told = document.querySelector("[data-board-lost]");
  const gone = document.querySelector("[data-board-gone]");
  const age = document.querySelector("[data-board-age]");
  let etag = stage.dataset.boardEtag || null;
  let heard = Date.now();
  let isLost = false;

  const refresh = async () => {
    if (document.hidden) return;
    try {
      const answer = await fetch(stage.dataset.board, { headers: etag ? { "If-None-Match": etag } : {}, cache: "no-store" });
      if (answer.status === 200) {
        replace(await answer.text());
        etag = answer.headers.get("ETag");
      }
      gone.hidden = !GONE.includes(answer.status);
      isLost = answer.status >= 400 && gone.hidden;
    } catch {
      isLost = true;
    }
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

  document.addEventListener("visibilitychange", refresh);
  setInterval(refresh, 1000 * (Number(stage.dataset.boardSeconds) || 10));
  setInterval(sayAge, 1000);
};
