(() => {
  "use strict";
  const root = document.documentElement;
  const stored = (key) => { try { return localStorage.getItem(key); } catch { return null; } };
  const theme = stored("euchre.theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
})();
