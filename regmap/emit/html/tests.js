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
  if (!vectors.length && !generated.length) return null;
  const count = generated.reduce((n, g) => n + g[1].split(" ").length, 0);
  const box = el("details", { class: "touched" },
    el("summary", {}, [vectors.length ? `Written by ${plural(used.length, "directed vector")}` : "", generated.length ? `${plural(count, "generated test")}` : ""].filter(Boolean).join("; ")));
  box.addEventListener("toggle", () => fill(box, b, r, t), { once: true });
  return box;
}

function fill(box, b, r, t) {
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

let testsShown = false;

// showTests lists the vectors, each with the registers that it writes.
function showTests() {
  if (testsShown) return;
  testsShown = true;
  const of = vectors.map(() => []);
  for (const b of data.blocks) for (const r of b.r) for (const i of r.t?.v || []) of[i].push([b, r]);
  const box = document.getElementById("test-list");
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
