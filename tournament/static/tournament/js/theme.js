/* Wears the chosen light or dark before the first paint: that is why this file is no module and not deferred. */
(() => {
  const dark = document.getElementById("dark-scheme");
  const media = { dark: "all", light: "not all" };
  const wear = (theme) => { dark.media = media[theme] ?? "(prefers-color-scheme: dark)"; };
  try { wear(localStorage.getItem("euchre.theme")); } catch { /* storage refused: the system's wish holds */ }
  document.addEventListener("preference:chosen", ({ detail }) => { if (detail.name === "theme") wear(detail.value); });
})();
