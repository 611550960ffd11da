/* Wears the chosen light or dark before the first paint: that is why this file is no module and not deferred. */
(() => {
  const wear = (theme) => {
    const { dataset } = document.documentElement;
    if (theme === "light" || theme === "dark") dataset.theme = theme;
    else delete dataset.theme;
  };
  try { wear(localStorage.getItem("euchre.theme")); } catch { /* storage refused: the system's wish holds */ }
  document.addEventListener("preference:chosen", ({ detail }) => { if (detail.name === "theme") wear(detail.value); });
})();
