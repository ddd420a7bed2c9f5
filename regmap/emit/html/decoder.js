// Decoders: words and their fields.

const tag = (text, kind = "", title) => el("span", { class: `tag ${kind}`, title }, text);

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
  const box = el("div", { class: "decoder" }, el("div", { class: "wordline" }, el("label", {}, "Word ", input), back, el("span", { class: "small" }, "hexadecimal, 0x or not; fields: decimal, or 0x, 0b"), said), fieldTable(rows));
  box.decode = (value) => set(value);
  return box;
}

// fieldTable is the table of the rows of fields.
function fieldTable(rows) {
  return el("table", { class: "fields" },
    el("thead", {}, el("tr", {}, ...["Bits", "Field", "Value", "Reads as"].map((t) => el("th", { scope: "col" }, t)))),
    el("tbody", {}, ...rows.map((row) => row.element)));
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
  const hasNames = f.e && typeOf(f) !== "flags";
  const control = hasNames || typeOf(f) === "bool" ? choice(f, label) : el("input", { type: "text", class: "mono", "aria-label": label, autocomplete: "off", spellcheck: "false" });
  const show = (bits, typed) => {
    const r = reading(f, bits);
    if (!typed) control.value = control.fill ? control.fill(bits) : numberText(f, bits);
    reads.textContent = `${hex(bits, widthOf(f))}${control.fill && !r.bad ? "" : ` = ${r.text}`}`;
    reads.classList.toggle("bad", Boolean(r.bad));
    control.setAttribute("aria-invalid", "false");
  };
  control.addEventListener(control.fill ? "change" : "input", () => {
    try {
      changed(control.fill ? Number(control.value) : parseField(f, control.value)); // a list has the numbers of its names
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
      f.e && !f.brief ? el("span", { class: "enum" }, f.e.map(([n, v]) => `${v} ${n}`).join(", ")) : null),
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
