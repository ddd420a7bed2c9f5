// A block's page: a list of its registers, then a card for each with its decoder.

function blockView(b) {
  const list = el("tbody");
  for (const r of b.r) {
    list.append(el("tr", {},
      el("td", { class: "num" }, String(r.o)),
      el("td", {}, el("a", { href: `#${b.n}.${r.n}` }, el("b", {}, r.n + arrayText(r))), el("span", { class: "what" }, r.d)),
      el("td", { class: "mono" }, hex(resetOf(r)))));
  }
  const spaces = [...(b.w || []).map((x) => space(x, x.n || "window")), ...(b.x || []).map((x) => space(x, "reserved"))];
  return [
    el("h1", {}, b.n, " ", el("small", {}, `block ${b.i}`)),
    el("p", { class: "lead" }, b.d),
    el("p", { class: "facts" }, b.v ? `Version ${b.v}. ` : "", `${plural(b.r.length, "register")} in ${plural(b.l, "DWORD")}; in the save area from `,
      el("a", { href: `#save-area/${b.n}` }, `byte ${hex(b.o, 16)}`), "."),
    b.r.length > 1 && el("table", { class: "rows index" },
      el("thead", {}, el("tr", {}, el("th", { class: "num", scope: "col" }, "Index"), el("th", { scope: "col" }, "Register"), el("th", { scope: "col" }, "Reset"))), list),
    ...b.r.map((r) => card(b, r)),
    spaces.length && el("h2", {}, "Other space"),
    spaces.length && el("ul", { class: "spaces" }, ...spaces),
  ].filter(Boolean);
}

const arrayText = (r) => (r.k ? `[0..${r.k - 1}]` : "");

function space(x, name) {
  return el("li", {}, el("span", { class: "mono" }, `${x.o} to ${x.o + x.l - 1}`), ` ${name}: ${x.d}`);
}

// card is a register with its picture, decoder and links.
function card(b, r) {
  const name = `${b.n}.${r.n}`;
  const facts = [tag(r.c || "save", isSaved(r) ? "save" : "", "context class")];
  if (r.v) facts.push(tag(`since ${r.v}`));
  const where = el("p", { class: "facts" }, `Index ${r.o} (${hex(r.o, 12)})`, r.k ? `, ${r.k} of them, ${plural(r.s || 1, "DWORD")} apart` : "");
  if (isSaved(r)) where.append("; saved at ", el("a", { class: "place", href: `#save-area/${name}` }, `byte ${hex(placeOf(b, r), 16)}`));
  if (r.l) where.append("; locked by ", el("a", { href: `#${b.n}.${r.l.split(".")[0]}` }, r.l));
  if (r.a) where.append("; shows the bits of ", el("a", { href: `#${b.n}.${r.a}` }, r.a));
  where.append(".");
  return el("article", { class: "card", id: name, tabindex: "-1" },
    el("h2", {}, el("a", { class: "self", href: `#${name}` }, el("span", {}, `${b.n}.`), r.n + arrayText(r)), ...facts),
    el("p", { class: "description" }, r.d), where,
    r.g ? diagram(r.g, name) : null,
    decoder(name, r), touched(b, r));
}
