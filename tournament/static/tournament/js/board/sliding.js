/* Lets lines of the big screen's standings slide to their new places, unless no motion is wanted.

   data-row="7"     a line, known by its number when news have come */
const SLIDING = 1200;         // milliseconds

export const whereRowsAre = (stage) => new Map([...stage.querySelectorAll("[data-slide]:not([hidden]) [data-row]:not([hidden])")].map((row) => [row.dataset.row, row.getBoundingClientRect()]));

export const slideRows = (stage, stood) => {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const stand = whereRowsAre(stage);
  for (const row of stage.querySelectorAll("[data-row]")) {
    const [was, is] = [stood.get(row.dataset.row), stand.get(row.dataset.row)];
    if (!was || !is || (was.left === is.left && was.top === is.top)) continue;
    const moved = `translate(${was.left - is.left}px, ${was.top - is.top}px)`;
    row.animate([{ transform: moved }, { transform: "none" }], { duration: SLIDING, easing: "ease-in-out" });
  }
};
