// Search: every word that is typed must occur; names count more than descriptions. A number finds what has it. When nothing has
// a word, names that are near are shown. A page gives index, kinds (the nearest first), unlike and atNumber.

let entries; // made when search is first used

// score is less for what is nearer; Infinity when a word is missing.
function score(e, words) {
  let sum = kinds.indexOf(e.kind) * 0.1 + e.name.length / 1000;
  for (const w of words) {
    const at = e.key.indexOf(w);
    if (at < 0) {
      if (!e.text.includes(w)) return Infinity;
      sum += 20;
      continue;
    }
    const whole = at + w.length === e.key.length || !/[a-z0-9]/.test(e.key[at + w.length]);
    const start = at === 0 || !/[a-z0-9]/.test(e.key[at - 1]);
    sum += (start ? 0 : 6) + (whole ? 0 : 2) + (e.key.lastIndexOf(".") < at ? 0 : 1);
  }
  return sum;
}

const mostFound = 40;

// find gives what is looked for, the nearest first. near tells that no name has the words, and those are shown that are like them.
function find(query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return { list: [], more: 0 };
  entries ||= index();
  const there = atNumber(entries, query);
  const found = [];
  for (const e of entries) {
    const s = score(e, words);
    if (s < Infinity) found.push([s, e]);
  }
  found.sort((a, b) => a[0] - b[0]);
  const list = [...there, ...found.map((x) => x[1])];
  if (!list.length) return { list: nearNames(entries, words), more: 0, near: true };
  return { list: list.slice(0, mostFound), more: Math.max(0, list.length - mostFound) };
}

const searchBox = document.getElementById("search");
const results = document.getElementById("results");
let chosen = -1;

function showResults() {
  const { list, more, near } = find(searchBox.value);
  results.replaceChildren(...list.map((e, i) => el("li", { role: "option", id: `found-${i}`, "aria-selected": "false" },
    el("a", { href: `#${e.to}`, tabindex: "-1", onclick: closeResults }, el("span", { class: "kind" }, e.kind), el("b", {}, e.name), el("span", { class: "what" }, e.where ? `${e.where}: ${e.about}` : e.about)))));
  if (near && list.length) results.prepend(el("li", { class: "more" }, "Nothing has this name; names that are like it:"));
  if (more) results.append(el("li", { class: "more" }, `and ${more.toLocaleString("en")} more; another word narrows them down`));
  if (searchBox.value.trim() && !list.length) results.append(el("li", { class: "more" }, "Nothing found"));
  results.hidden = !results.children.length;
  searchBox.setAttribute("aria-expanded", String(!results.hidden));
  choose(list.length ? 0 : -1);
}

function choose(i) {
  const options = results.querySelectorAll("[role=option]");
  options[chosen]?.setAttribute("aria-selected", "false");
  chosen = options.length ? (i + options.length) % options.length : -1;
  if (chosen < 0) return searchBox.removeAttribute("aria-activedescendant");
  options[chosen].setAttribute("aria-selected", "true");
  options[chosen].scrollIntoView({ block: "nearest" });
  searchBox.setAttribute("aria-activedescendant", options[chosen].id);
}

function closeResults() {
  results.hidden = true;
  searchBox.setAttribute("aria-expanded", "false");
  searchBox.removeAttribute("aria-activedescendant");
}

searchBox.addEventListener("input", showResults);
searchBox.addEventListener("focus", () => { if (searchBox.value) showResults(); });
searchBox.addEventListener("keydown", (e) => {
  if (e.key === "ArrowDown" || e.key === "ArrowUp") {
    if (results.hidden) showResults();
    else choose(chosen + (e.key === "ArrowDown" ? 1 : -1));
  } else if (e.key === "Enter" && chosen >= 0 && !results.hidden) {
    results.querySelector(`#found-${chosen} a`).click();
    searchBox.blur();
  } else if (e.key === "Escape") {
    closeResults();
    searchBox.blur();
  } else return;
  e.preventDefault();
});
document.addEventListener("keydown", (e) => {
  if (e.key !== "/" || e.ctrlKey || e.metaKey || e.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName)) return;
  e.preventDefault();
  searchBox.focus();
  searchBox.select();
});
document.addEventListener("pointerdown", (e) => { if (!e.target.closest(".search")) closeResults(); });
