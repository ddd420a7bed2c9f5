// What the parts of a page share: the data, elements, and pictures.

const data = JSON.parse(document.getElementById("data").textContent);

// el makes an element. Properties that begin with "on" are listeners; text is never read as HTML.
function el(tag, props = {}, ...children) {
  const e = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (key.startsWith("on")) e.addEventListener(key.slice(2), value);
    else if (value === true) e.setAttribute(key, "");
    else if (value !== false && value != null) e.setAttribute(key, value);
  }
  e.append(...children.filter((c) => c != null && c !== ""));
  return e;
}

const svgSpace = "http://www.w3.org/2000/svg";

// diagram shows a picture of bits that the page holds, in the form for a desk and in that for a phone.
function diagram(number, name) {
  const box = el("div", { class: "diagram" });
  for (const form of ["w", "n"]) {
    const symbol = document.getElementById(`d${number}${form}`);
    if (!symbol) return null;
    const svg = document.createElementNS(svgSpace, "svg");
    svg.setAttribute("viewBox", symbol.getAttribute("viewBox"));
    svg.setAttribute("role", "img");
    svg.setAttribute("class", form === "w" ? "desk" : "phone");
    const title = document.createElementNS(svgSpace, "title");
    title.textContent = `${name}: ${symbol.querySelector("title").textContent}`;
    const use = document.createElementNS(svgSpace, "use");
    use.setAttribute("href", `#d${number}${form}`);
    svg.append(title, use);
    box.append(svg);
  }
  return box;
}

const bitsText = (f) => (f.h === f.b ? String(f.h) : `${f.h}:${f.b}`);
const plural = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;
