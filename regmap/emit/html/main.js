// The parts of the page and how one gets from one to another: #BLOCK, #BLOCK.REGISTER, #BLOCK.REGISTER=WORD, #save-area, #save-area/BLOCK,
// #save-area/BLOCK.REGISTER, #formats, #formats/NAME, #tests, #vector/NAME.

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
  foldParts();
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
  showTarget(target);
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
addEventListener("hashchange", go);
go();
