/* The time by the server's clock: what this machine's is off by is asked again now and then. */

const EVERY = 300_000;
let off = 0;
let asked = 0;                        // when, by a clock that nobody sets

export const now = () => Date.now() + off;

export const isTimeDue = () => !asked || performance.now() - asked > EVERY;

export const distrustTime = () => { asked = 0; };

/* Asks the address that tells the time; without an answer the last one serves on. */
export const askTime = async (address) => {
  asked = performance.now() || 1;
  const before = Date.now();
  try {
    const answer = await fetch(address, { cache: "no-store", credentials: "omit" });
    if (answer.ok) off = Number(await answer.text()) - (before + Date.now()) / 2;
  } catch { /* the server is away for a moment */ }
};
