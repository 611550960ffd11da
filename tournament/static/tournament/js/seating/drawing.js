/* A draw of seats may take seconds: says so, is sent only once, and goes on to the draft when it is there. */

const EVERY = 700;

/* A page about a draw under way, [data-drawing], asks how far it is. */
export const followDrawing = (place) => {
  const ask = async () => {
    try {
      const answer = await fetch(location.href, { cache: "no-store" });
      if (answer.redirected) return location.replace(answer.url);
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-drawing]");
      if (!fresh) return location.reload();
      place.replaceChildren(...fresh.childNodes);
    } catch { /* the server is away for a moment: ask again */ }
    setTimeout(ask, EVERY);
  };
  setTimeout(ask, EVERY);
};

/* form[data-busy]: its button says these words once it is pressed, and is not pressed again. */
export const sendOnce = (form) => form.addEventListener("submit", () => {
  const button = form.querySelector("button[type=submit]");
  button.textContent = form.dataset.busy;
  button.disabled = true;
});

/* Coming back with the browser's own button finds the buttons as they were. */
export const reloadWhenBack = () => window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
