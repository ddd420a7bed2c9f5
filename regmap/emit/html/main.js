// The parts of the page and how one gets from one to another: #BLOCK, #BLOCK.REGISTER, #BLOCK.REGISTER=WORD, #save-area, #save-area/BLOCK,
// #save-area/BLOCK.REGISTER, #formats, #formats/NAME, #tests, #vector/NAME.

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

let shownBlock;

function showBlock(b) {
  const view = document.getElementById("view-block");
  if (shownBlock !== b) view.replaceChildren(...blockView(b));
  shownBlock = b;
  showSection("view-block");
  mark(b.n);
}

// go shows what the address names.
function go() {
  const hash = decodeURIComponent(location.hash.slice(1));
  const [name, value] = hash.split("=");
  const { b, r } = findRegister(name);
  document.title = `${b ? name : "Register map"}`;
  if (narrow.matches) document.getElementById("parts").open = false;
  let target;
  if (b) {
    showBlock(b);
    target = r && document.getElementById(`${b.n}.${r.n}`);
    if (target && value) openValue(target, value);
  } else {
    const [view, part] = hash.split("/");
    const id = view === "vector" ? "tests" : document.getElementById(`view-${view}`) && view !== "block" ? view : "overview";
    if (id === "tests") showTests();
    if (id === "formats") showFormats();
    showSection(`view-${id}`);
    mark(id);
    target = part && (view === "vector" ? document.getElementById(hash) : document.getElementById(`${view === "formats" ? "format" : "area"}-${part}`) || cell(part));
  }
  for (const old of document.querySelectorAll(".target")) old.classList.remove("target");
  if (target) {
    target.classList.add("target");
    target.scrollIntoView({ block: target.namespaceURI === svgSpace ? "center" : "start" });
    if (target.tabIndex === -1) target.focus({ preventScroll: true });
  } else {
    scrollTo(0, 0);
  }
}

// cell is a register in the picture of the save area; that of its block where single registers cannot be seen.
function cell(register) {
  const link = (name) => document.querySelector(`.area a[href="#${CSS.escape(name)}"]`);
  return link(register) || link(register.split(".")[0]);
}

function openValue(target, value) {
  const box = target.querySelector(".decoder");
  try { box.decode(parseWord(value)); } catch { /* the reset value stays */ }
}

const narrow = matchMedia("(max-width: 60rem)");

// Print has everything, unless that is thousands of registers; then the block that is shown.
const mostPrinted = 3000;
addEventListener("beforeprint", () => {
  if (data.blocks.reduce((n, b) => n + b.r.length, 0) > mostPrinted) return;
  const view = document.getElementById("view-block");
  view.replaceChildren(...data.blocks.map((b) => el("div", { class: "printed" }, ...blockView(b))));
  showFormats();
  document.documentElement.classList.add("all");
});
addEventListener("afterprint", () => {
  document.documentElement.classList.remove("all");
  shownBlock = undefined;
  go();
});

setTheme(keptTheme());
document.getElementById("parts").open = !narrow.matches;
narrow.addEventListener("change", () => { document.getElementById("parts").open = !narrow.matches; });
addEventListener("hashchange", go);
go();
