// Commands, structures in memory and enumerations. Headers and words with fields have the decoder that registers have.

const formats = data.formats;

function formatCard(kind, x, ...parts) {
  return el("article", { class: "card", id: formatLink(kind, x).replace("formats/", "format-"), tabindex: "-1" },
    el("h2", {}, el("a", { class: "self", href: `#${formatLink(kind, x)}` }, x.n), tag(kind)),
    el("p", { class: "description" }, x.d), x.a && el("p", { class: "facts" }, x.a), ...parts);
}

// formatLink is where a command, structure or enumeration stands; they may have the same name.
const formatLink = (kind, x) => `formats/${x.n}${kind === "structure" ? "" : `-${kind}`}`;

// wordTable lists words, and below them the decoders of those with fields.
function wordTable(of, words, first) {
  if (!words?.length) return [];
  const rows = words.map((w) => el("tr", {},
    el("td", { class: "num" }, w.o),
    el("td", {}, w.n ? el("b", { class: "mono" }, w.n) : "reserved", " ", w.t && el("span", { class: "type" }, w.t),
      w.e && el("a", { href: `#formats/${w.e}-values` }, w.e), el("span", { class: "what" }, w.d))));
  return [
    el("table", { class: "rows dwords" }, el("thead", {}, el("tr", {}, el("th", { class: "num", scope: "col" }, "DWORD"), el("th", { scope: "col" }, first))), el("tbody", {}, ...rows)),
    ...words.filter((w) => w.r).flatMap((w) => [el("p", { class: "facts" }, `Fields of ${w.n}:`), w.r.g ? diagram(w.r.g, `${of}.${w.n}`) : null, decoder(`${of}.${w.n}`, w.r)]),
  ].filter(Boolean);
}

function enumTable(e) {
  return el("table", { class: "rows dwords" }, el("thead", {}, el("tr", {}, el("th", { class: "num", scope: "col" }, "Value"), el("th", { scope: "col" }, "Name"))),
    el("tbody", {}, ...e.v.map(([n, v, d]) => el("tr", {}, el("td", { class: "num" }, String(v)), el("td", {}, el("b", { class: "mono" }, n), el("span", { class: "what" }, d))))));
}

// showFormats fills the page's part when it is first wanted.
function showFormats() {
  const view = document.getElementById("format-list");
  if (!view || view.children.length || !formats) return;
  view.append(el("h2", {}, "Commands"),
    ...formats.c.map((c) => formatCard("command", c, c.h.g ? diagram(c.h.g, `${c.n}.HEADER`) : null, decoder(`${c.n}.HEADER`, c.h), ...wordTable(c.n, c.w, "Operand"))),
    el("h2", {}, "Structures"), ...formats.s.map((s) => formatCard("structure", s, ...wordTable(s.n, s.w, "Word"))),
    el("h2", {}, "Enumerations"), ...formats.e.map((e) => formatCard("values", e, enumTable(e))));
}

// formatEntries are what search finds.
function formatEntries(add) {
  if (!formats) return;
  for (const c of formats.c) add("command", c.n, c.d, formatLink("command", c));
  for (const s of formats.s) {
    add("structure", s.n, s.d, formatLink("structure", s));
    for (const w of s.w) if (w.n) add("structure", `${s.n}.${w.n}`, w.d, formatLink("structure", s));
  }
  for (const e of formats.e) for (const [n, v, d] of e.v) add("value", `${e.n} = ${n}`, `${v}. ${d}`, formatLink("values", e));
}
