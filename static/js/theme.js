// Light or dark as chosen before, set before the first paint. Loaded in <head>, not deferred: otherwise the page flashes.
(() => {
  const root = document.documentElement;
  root.dataset.js = "";
  const chosen = localStorage.getItem("theme");
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;

  addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-theme-switch]")) return;
    const dark = (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
    root.dataset.theme = dark ? "light" : "dark";
    localStorage.setItem("theme", root.dataset.theme);
  });
})();
