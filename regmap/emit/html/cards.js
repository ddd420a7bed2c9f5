// A block's page: a list of its registers, then a card for each with its decoder.

const tag = (text, kind = "", title) => el("span", { class: `tag ${kind}`, title }, text);

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

// decoder is a word and its fields; each follows the other.
function decoder(name, r) {
  let word = resetOf(r);
  const input = el("input", { class: "word mono", type: "text", "aria-label": `${name}, word`, autocomplete: "off", spellcheck: "false", "aria-describedby": `${name}-said digits` });
  const said = el("output", { class: "said", id: `${name}-said` });
  const rows = r.f.map((f) => fieldRow(name, f, (bits) => set(insert(f, word, bits), f)));
  const bad = (text) => { said.textContent = text; input.setAttribute("aria-invalid", String(text !== "")); };
  function set(value, by) {
    word = value;
    if (by !== input) input.value = hex(word);
    for (const row of rows) row.show(extract(row.field, word), row.field === by);
    bad(restText(r, word));
    back.disabled = word === resetOf(r);
  }
  const back = el("button", { type: "button", onclick: () => set(resetOf(r)) }, "Reset value");
  input.addEventListener("input", () => {
    try { set(parseWord(input.value), input); } catch (text) { bad(String(text)); }
  });
  input.addEventListener("change", () => { if (input.getAttribute("aria-invalid") === "false") input.value = hex(word); });
  set(word);
  const table = el("table", { class: "fields" },
    el("thead", {}, el("tr", {}, ...["Bits", "Field", "Value", "Reads as"].map((t) => el("th", { scope: "col" }, t)))),
    el("tbody", {}, ...rows.map((row) => row.element)));
  const box = el("div", { class: "decoder" }, el("div", { class: "wordline" }, el("label", {}, "Word ", input), back, el("span", { class: "small" }, "hexadecimal, 0x or not; fields: decimal, or 0x, 0b"), said), table);
  box.decode = (value) => set(value);
  return box;
}

// restText tells of bits that are set where no field is.
function restText(r, word) {
  const rest = r.f.reduce((w, f) => insert(f, w, 0), word);
  return rest ? `${hex(rest)} is set outside of all fields` : "";
}

// fieldRow is a field of the decoder.
function fieldRow(name, f, changed) {
  const label = `${name}, ${f.n}`;
  const reads = el("output", { class: "reads" });
  const control = f.e || typeOf(f) === "bool" ? choice(f, label) : el("input", { type: "text", class: "mono", "aria-label": label, autocomplete: "off", spellcheck: "false" });
  const show = (bits, typed) => {
    const r = reading(f, bits);
    if (!typed) control.value = control.fill ? control.fill(bits) : numberText(f, bits);
    reads.textContent = `${hex(bits, widthOf(f))}${control.fill && !r.bad ? "" : ` = ${r.text}`}`;
    reads.classList.toggle("bad", Boolean(r.bad));
    control.setAttribute("aria-invalid", "false");
  };
  control.addEventListener(control.fill ? "change" : "input", () => {
    try {
      changed(parseField(f, control.value));
    } catch (text) {
      reads.textContent = String(text);
      reads.classList.add("bad");
      control.setAttribute("aria-invalid", "true");
    }
  });
  const notes = [];
  if (f.s) notes.push(tag(f.s, "access", "software access"));
  if (f.w) notes.push(tag(`hw ${f.w}`, "hw", "hardware access"));
  const element = el("tr", {},
    el("td", { class: "bitsof mono" }, bitsText(f)),
    el("td", { class: "what-field" }, el("b", {}, f.n), " ", el("span", { class: "type" }, typeOf(f)), ...notes, el("span", { class: "what" }, f.d),
      f.e && el("span", { class: "enum" }, f.e.map(([n, v]) => `${v} ${n}`).join(", "))),
    el("td", { class: "control" }, control), el("td", { class: "reading" }, reads));
  return { field: f, element, show };
}

// choice is a list of the names of a field's values; bits without a name stand there as long as they are set.
function choice(f, label) {
  const names = f.e || [["no", 0], ["yes", 1]];
  const list = el("select", { "aria-label": label }, ...names.map(([n, v]) => el("option", { value: String(v) }, f.e ? `${n} (${v})` : n)));
  list.fill = (bits) => {
    list.querySelector(".none")?.remove();
    if (!names.some((e) => e[1] === bits)) list.append(el("option", { class: "none", value: String(bits) }, `${bits}: no name`));
    return String(bits);
  };
  return list;
}
