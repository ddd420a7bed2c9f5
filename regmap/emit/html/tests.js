// Tests: which directed vectors write a register, which tests are generated for it, and what the vectors leave untried.

const vectorLink = (v) => el("a", { href: `#vector/${v.n}` }, v.n);

// ranges writes the bits of a mask, such as 31:16, 3.
function ranges(mask) {
  const parts = [];
  for (let hi = 31; hi >= 0; hi--) {
    if (!((mask >>> hi) & 1)) continue;
    let lo = hi;
    while (lo > 0 && (mask >>> (lo - 1)) & 1) lo--;
    parts.push(hi === lo ? `${hi}` : `${hi}:${lo}`);
    hi = lo;
  }
  return parts.join(", ");
}

// touched says what tests a register.
function touched(b, r) {
  const t = r.t || {};
  const used = t.v || [];
  const generated = t.g || [];
  if (!vectors.length && !generated.length && t.r === undefined) return null;
  const count = generated.reduce((n, g) => n + g[1].split(" ").length, 0);
  const box = el("details", { class: "touched" },
    el("summary", {}, [vectors.length ? `Written by ${plural(used.length, "directed vector")}` : "", generated.length ? `${plural(count, "generated test")}` : "", t.r === undefined ? "" : t.r ? `restored ${plural(t.r, "time")}` : "never restored"].filter(Boolean).join("; ")));
  box.addEventListener("toggle", () => fill(box, b, r, t), { once: true });
  return box;
}

// covered says what runs have shown of a register: a value other than reset's restored, and which named values were used.
function covered(t) {
  if (t.r === undefined) return [];
  const said = el("p", { class: "coverage" }, t.r ? `Restored ${plural(t.r, "time")} with another value than that of reset.` : "A restore has never given it another value than that of reset.",
    " ", el("a", { href: "#tests" }, "What the coverage says of all registers"), ".");
  if (!t.u) return [said];
  const rows = t.u.map(([name, written, restored]) => el("tr", { class: written && restored ? "" : "hole" },
    el("td", {}, el("code", {}, name)), el("td", { class: "num" }, String(written)), el("td", { class: "num" }, String(restored))));
  return [said, el("table", { class: "rows uses" },
    el("thead", {}, el("tr", {}, ...["Value", "Written", "Restored"].map((h) => el("th", { scope: "col" }, h)))), el("tbody", {}, ...rows))];
}

function fill(box, b, r, t) {
  box.append(...covered(t));
  if (t.v) {
    const fields = r.f.reduce((w, f) => insert(f, w, maskOf(f)), 0);
    const unset = ranges(fields & ~t.p);
    const uncleared = ranges(fields & ~t.z);
    box.append(el("p", {}, unset ? `No vector sets bits ${unset}. ` : "", uncleared ? `No vector clears bits ${uncleared}.` : "", unset || uncleared ? "" : "The vectors set and clear every bit of its fields."));
    if (t.e) box.append(el("p", {}, `Values that no vector writes: ${t.e.join(", ")}.`));
    box.append(el("ul", {}, ...t.v.map((i) => el("li", {}, vectorLink(vectors[i])))));
  } else if (vectors.length) box.append(el("p", {}, "No directed vector writes it."));
  if (t.g) {
    box.append(el("p", {}, "Generated tests, which ", el("code", {}, "tilemark regs test"), " runs:"),
      el("ul", { class: "generated" }, ...t.g.map((g) => el("li", {}, el("code", {}, g[0]), `: ${g[1].split(" ").join(", ")}`))));
  }
}

// holes lists what the coverage says of all registers.
function holes() {
  const registers = data.blocks.flatMap((b) => b.r.map((r) => [b, r])).filter(([, r]) => r.t?.r !== undefined);
  if (!registers.length) return [];
  const never = registers.filter(([, r]) => !r.t.r);
  const values = registers.flatMap(([b, r]) => (r.t.u || []).filter((u) => !u[1] || !u[2]).map((u) => [b, r, u]));
  const links = (list) => list.flatMap((x, i) => [i ? ", " : "", x]);
  return [el("p", { class: "coverage" }, `Coverage: ${registers.length - never.length} of ${plural(registers.length, "saved register")} were restored with another value than that of reset. `,
    ...(never.length ? ["Never: ", ...links(never.map(([b, r]) => registerLink(b, r))), "."] : [])),
  values.length ? el("p", { class: "coverage" }, "Named values that were not written, or not restored: ",
    ...links(values.map(([b, r, u]) => el("span", {}, registerLink(b, r), ` ${u[0]}${u[1] ? " (not restored)" : ""}`))), ".") : ""];
}

let testsShown = false;

// showTests lists the vectors, each with the registers that it writes.
function showTests() {
  if (testsShown) return;
  testsShown = true;
  const of = vectors.map(() => []);
  for (const b of data.blocks) for (const r of b.r) for (const i of r.t?.v || []) of[i].push([b, r]);
  const box = document.getElementById("test-list");
  box.append(...holes());
  if (!vectors.length) return box.append(el("p", { class: "lead" }, "The page was made without directed vectors: they are about the machine's own tables only."));
  const registers = data.blocks.flatMap((b) => b.r.map((r) => [b, r]));
  const none = registers.filter(([, r]) => !r.t?.v);
  box.append(el("p", { class: "lead" }, `${plural(vectors.length, "directed vector")} write ${registers.length - none.length} of ${plural(registers.length, "register")}, as the commands of their contexts say. `,
    "What the tests that are generated for every field look at stands at each register."),
  none.length ? el("p", {}, "No vector writes ", ...none.flatMap(([b, r], i) => [i ? ", " : "", registerLink(b, r)]), ".") : "",
  ...vectors.map((v, i) => vectorView(v, of[i])));
}

const registerLink = (b, r) => el("a", { href: `#${b.n}.${r.n}` }, `${b.n}.${r.n}`);

function vectorView(v, list) {
  const more = el("details", { class: "touched" }, el("summary", {}, `Writes ${plural(list.length, "register")}`));
  more.addEventListener("toggle", () => more.append(el("ul", {}, ...list.map(([b, r]) => el("li", {}, registerLink(b, r))))), { once: true });
  return el("article", { class: "vector", id: `vector/${v.n}`, tabindex: "-1" }, el("h2", {}, v.n), el("p", {}, v.c), el("p", { class: "facts" }, el("code", {}, `tilemark run directed/${v.n}`)), more);
}
