
// What search finds on the manual's page.

// index has a line for each operation, message, value, form and field: what it is called, where it leads, and the text in which words are looked for.
function index() {
  const list = [];
  const add = (kind, name, about, to, more = "") => list.push({ kind, name, about, to, key: name.toLowerCase(), text: `${name} ${about} ${more}`.toLowerCase() });
  for (const o of data.operations) {
    add("operation", o.n, o.d, `operation/${o.n}`, [...o.a, ...o.t].join(" "));
    list.at(-1).code = o.o;
  }
  for (const m of data.messages) {
    add("message", `send.${m.n}`, m.d, `message/${m.n}`, [...m.a, ...m.s, m.w].join(" ").replaceAll("_", " "));
    list.at(-1).code = m.c;
  }
  for (const e of data.enums) {
    add("enum", e.n, e.d, `enum/${e.n}`);
    for (const [n, v, text, d] of e.v) add("value", `${e.n} = ${text || n}`, `${v}. ${d}`, `enum/${e.n}.${n}`, n);
  }
  for (const name of Object.keys(data.tables)) add("table", name, "Values of an index of compact instructions.", `table/${name}`);
  for (const [form, words] of Object.entries(data.forms)) {
    add("form", form, words.map((w) => w.n).join(", "), `form/${form}`);
    for (const w of words.filter((x) => !x.w)) for (const f of w.f) add("field", `${form}.${w.n}.${f.n}`, f.d, `form/${form}.${w.n}`);
  }
  return list;
}

const kinds = ["operation", "message", "form", "enum", "table", "field", "value"];

// unlike are the kinds that are not found by a name that is near.
const unlike = [];

// atNumber lists what has a number as its opcode or code; and the instruction whose words are typed.
function atNumber(entries, query) {
  const list = [];
  try {
    const words = readWords(query), { native } = words.length === compactWords ? expand(words) : { native: words };
    list.push({ kind: "words", name: native && operationOf(native) ? instructionText(native, false) : wordsText(words), about: "in the decoder", to: `decoder=${words.map((w) => hex(w)).join(",")}` });
  } catch { /* no words */ }
  const m = /^\s*(0x[0-9a-f]+|\d+)\s*$/i.exec(query);
  if (!m) return list;
  const found = entries.filter((e) => e.code === Number(m[1]));
  return [...list, ...found.map((e) => ({ ...e, where: `${e.kind === "message" ? "code" : "opcode"} ${hex(e.code, 8)}` }))];
}
