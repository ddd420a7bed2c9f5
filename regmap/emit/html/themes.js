// Colours: as the system has them, light, or dark; kept where the browser lets a page keep something.
const themes = { system: ["◐", "as the system has them"], light: ["○", "light"], dark: ["●", "dark"] };
const themeButton = document.getElementById("theme");

function setTheme(theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  themeButton.textContent = themes[theme][0];
  themeButton.setAttribute("aria-label", `Colours: ${themes[theme][1]}`);
  themeButton.title = `Colours: ${themes[theme][1]}`;
  themeButton.dataset.now = theme;
}

function keptTheme() {
  try { return themes[localStorage.getItem("tilemark-theme")] ? localStorage.getItem("tilemark-theme") : "system"; } catch { return "system"; }
}

themeButton.addEventListener("click", () => {
  const names = Object.keys(themes);
  const next = names[(names.indexOf(themeButton.dataset.now) + 1) % names.length];
  setTheme(next);
  try { localStorage.setItem("tilemark-theme", next); } catch { /* it holds until the page is closed */ }
});

