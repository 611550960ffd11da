/* What this browser keeps for us, or this page alone where storage is refused, as private windows may do. */

const PREFIX = "euchre.";

const memoryIn = (storage) => {
  const ofThisPage = new Map();
  const stored = (act, otherwise) => { try { return act(storage()); } catch { return otherwise(); } };
  return {
    recall: (name) => stored((box) => box.getItem(PREFIX + name), () => null) ?? ofThisPage.get(name) ?? "",
    keep: (name, text) => { stored((box) => box.setItem(PREFIX + name, text), () => ofThisPage.set(name, text)); },
    forget: (name) => {
      ofThisPage.delete(name);
      stored((box) => box.removeItem(PREFIX + name), () => {});
    },
    names: () => {
      const kept = stored((box) => Object.keys(box), () => []).filter((key) => key.startsWith(PREFIX));
      return [...kept.map((key) => key.slice(PREFIX.length)), ...ofThisPage.keys()];
    },
  };
};

export const browser = memoryIn(() => localStorage);      // until somebody clears it
export const tab = memoryIn(() => sessionStorage);        // until the tab is closed
