// Parts of a page: one section is shown, and the list at the side marks it.

const sections = [...document.querySelectorAll("main > section")];

function showSection(id) {
  for (const s of sections) s.hidden = s.id !== id;
}

function mark(hash) {
  for (const a of document.querySelectorAll("nav a[aria-current]")) a.removeAttribute("aria-current");
  const link = document.querySelector(`nav a[href="#${CSS.escape(hash)}"]`);
  link?.setAttribute("aria-current", "page");
  link?.scrollIntoView({ block: "nearest" });
}

// showTarget marks a part and brings it into view; without one the page begins at its top.
function showTarget(target) {
  for (const old of document.querySelectorAll(".target")) old.classList.remove("target");
  if (target) {
    target.classList.add("target");
    target.scrollIntoView({ block: target.namespaceURI === svgSpace ? "center" : "start" });
    if (target.tabIndex === -1) target.focus({ preventScroll: true });
  } else {
    scrollTo(0, 0);
  }
}

const narrow = matchMedia("(max-width: 60rem)");

// foldParts closes the list of parts where it stands above what it leads to.
function foldParts() {
  if (narrow.matches) document.getElementById("parts").open = false;
}

document.getElementById("parts").open = !narrow.matches;
narrow.addEventListener("change", () => { document.getElementById("parts").open = !narrow.matches; });
