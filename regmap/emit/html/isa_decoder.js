
// The decoder of instructions: words, their text, and a row for each field. Whatever is changed, the others follow.

const decoderWords = document.getElementById("words");
const decoderSaid = document.getElementById("words-said");
const otherForm = document.getElementById("other");
const decoded = [document.querySelector(".decoded"), document.getElementById("fields-of")]; // what is shown of an instruction
let instruction = [0, 0, 0, 0]; // its words

// decode shows an instruction. by is what was changed: the input of the words keeps what was typed.
function decode(words, by) {
  instruction = words;
  if (by !== decoderWords) decoderWords.value = wordsText(words);
  explain("");
  const compact = words.length === compactWords;
  const { native, why } = compact ? expand(words) : { native: words, why: "" };
  showText(native, compact, why ? [why] : []);
  showForms(words, native, by);
}

// explain says why the input has no words; "" when it has some. Without any the last instruction is hidden: it would pass for what is typed.
function explain(why) {
  decoderSaid.textContent = why;
  decoderWords.setAttribute("aria-invalid", String(why !== ""));
  for (const part of decoded) part.hidden = why !== "";
}

// refuse shows a text that is no instruction, and why.
function refuse(text, why) {
  if (decoderWords.value !== text) decoderWords.value = text;
  explain(why);
}

// decodeText shows the words of a text, or why it has none. by is the input when it was typed there.
function decodeText(text, by) {
  let words;
  try { words = readWords(text); } catch (why) { return refuse(text, String(why)); }
  decode(words, by);
}

// showText says what the instruction is: its text, whether it is legal, and its other form.
function showText(native, compact, wrong) {
  const all = [...wrong, ...(native ? faults(native) : [])];
  if (!compact && isCompact(native)) all.unshift("COMPACT is 1 in an instruction of 128 bits");
  const other = native && !compact ? compacted(native) : {};
  document.getElementById("text").textContent = native && operationOf(native) ? instructionText(native, Boolean(!compact && other.words)) : "no instruction";
  document.getElementById("text").className = all.length ? "wrong" : "";
  const verdict = document.getElementById("legal");
  verdict.textContent = all.length ? `Not legal: ${all.join("; ")}.` : "No rule of the tables is broken.";
  verdict.className = all.length ? "bad" : "good";
  otherForm.textContent = compact ? "Show the native form" : "Show the compact form";
  otherForm.disabled = compact ? !native : !other.words || all.length > 0;
  const list = [["Bytes", bytesText(instruction)]];
  if (compact && native) list.push(["Native form", wordsText(native)]);
  if (!compact) list.push(["Compact form", other.words && !all.length ? wordsText(other.words) : `none: ${all.length ? "it is not legal" : other.why}`]);
  const op = native && operationOf(native);
  if (op) list.push(["Operation", op.d]);
  if (op?.f === "SEND" && messageOf(native)) list.push(["Message", messageOf(native).d]);
  document.getElementById("forms-of").replaceChildren(...list.flatMap(([name, text]) => [el("dt", {}, name), el("dd", { class: /Bytes|form/.test(name) ? "mono" : "" }, text)]));
}

let shown = { key: "", rows: [] };

// showForms fills the tables of fields. They are made anew when the instruction has other fields.
function showForms(words, native, by) {
  const parts = [[words, words.length === compactWords ? "Compact form" : "Fields"]];
  if (native && native !== words) parts.push([native, "Native form"]);
  const key = parts.map(([w]) => [formOf(w), whenOf(w), operationOf(w)?.n, w.length === nativeWords && formOf(w) === "SEND" && messageOf(w)?.n].join()).join();
  if (key !== shown.key) {
    const focused = document.activeElement?.getAttribute?.("aria-label");
    shown = { key, rows: [] };
    document.getElementById("fields-of").replaceChildren(...parts.flatMap(([w, title]) => formTables(w, title)));
    if (focused) document.querySelector(`#fields-of [aria-label="${CSS.escape(focused)}"]`)?.focus();
  }
  for (const r of shown.rows) {
    const of = r.compact ? words : native;
    if (of) r.row.show(extract(r.row.field, of[r.word]), r.row.field === by);
  }
}

// formTables makes the tables of a form, a word each.
function formTables(words, title) {
  const compact = words.length === compactWords, form = formOf(words);
  const tables = layoutOf(words).map((w) => {
    const rows = w.f.map((f) => {
      const field = withNames(f, words, form);
      const row = fieldRow(`${form}.${w.n}`, field, (bits) => change(compact, w.o, field, bits));
      if (!compact && !servesHere(words, `${w.n}.${f.n}`)) row.element.classList.add("unused");
      shown.rows.push({ compact, word: w.o, row });
      return row;
    });
    return [el("h3", {}, `Word ${w.o} `, el("span", { class: "mono" }, w.n), w.w ? el("small", {}, ` with ${w.w}`) : null), fieldTable(rows)];
  });
  return [el("h2", {}, `${title}: `, el("a", { href: `#form/${form}`, class: "mono" }, form)), ...tables.flat()];
}

function servesHere(words, name) {
  const op = operationOf(words);
  return !op || serves(words, op, name);
}

// withNames gives a field the names that depend on the instruction.
function withNames(f, words, form) {
  const table = form.startsWith("COMPACT") && indexFields[f.n];
  if (table) return { ...f, say: (bits) => indexText(table, bits) };
  switch (f.n) {
    case "OPCODE": return { ...f, brief: true, e: data.operations.map((o) => [o.n, o.o]) };
    case "SWIZZLE": return { ...f, say: (bits) => orderText(bits) };
    case "NULL": case "IMMEDIATE": return f;
  }
  if (form !== "SEND") return f.e ? { ...f, brief: true } : f;
  if (f.n === "MESSAGE") return { ...f, brief: true, e: data.messages.map((m) => [m.n, m.c]) };
  if (f.n === "TYPE" && countsCoordinates(words, "DESCRIPTOR.TYPE")) return { ...f, e: undefined, say: (bits) => plural(bits + 1, "register set") };
  if (f.n === "OFFSET" && addsTexels(words, operationOf(words))) return { ...f, say: (bits) => texelsText(bits) || "no texels" };
  if (f.n === "OPERATION" && messageOf(words) && has(messageOf(words), "atomic")) return { ...f, brief: true, e: enumNamed.get("ATOMIC").v.map((v) => [v[2] || v[0], v[1]]) };
  return f.e ? { ...f, brief: true } : f;
}

// indexText says what the value of an index is made of.
function indexText(table, index) {
  const value = valuesAt(table)[index];
  const form = table === "COMPACT_MESSAGE" ? "SEND" : "NATIVE";
  const native = [0, 0, 0, 0];
  spread(native, form, table, index);
  const parts = data.parts[table].map((p) => {
    const f = fieldsOf[form].get(p.f), bits = (value >>> p.b) & maskOf(f);
    const named = countsCoordinates(native, p.f) ? undefined : f.n === "MESSAGE" ? messageAt.get(bits)?.n : f.e && nameOf(f, bits);
    return bits || (f.e && /TYPE|REGION/.test(f.n)) ? `${p.f.split(".")[1]} ${named ?? (f.n === "SWIZZLE" ? orderText(bits) : bits)}` : "";
  }).filter(Boolean);
  return `${hex(value)}: ${parts.join(", ") || "all 0"}`;
}

// change writes a field. A compact instruction whose native form changes stays compact when that has a compact form.
function change(compact, word, field, bits) {
  const of = [...(compact || instruction.length === nativeWords ? instruction : expand(instruction).native)];
  of[word] = insert(field, of[word], bits);
  if (compact && !isCompact(of)) return decode(expand(instruction).native || [...of, 0, 0], field); // COMPACT was taken away
  if (!compact && instruction.length === compactWords) return decode(faults(of).length ? of : compacted(of).words || of, field);
  decode(of, field);
}

// readWords reads the words of a text. It throws a text that says what was expected.
function readWords(text) {
  const words = wordsIn(text);
  if (words.length === compactWords && !isCompact(words)) throw "bit 8 of word 0 is 0: an instruction of 128 bits, four words were expected";
  if (words.length === nativeWords && isCompact(words)) throw "bit 8 of word 0 is 1: an instruction of 64 bits, two words were expected";
  return words;
}

decoderWords.addEventListener("input", () => decodeText(decoderWords.value, decoderWords));
otherForm.addEventListener("click", () => decode(instruction.length === compactWords ? expand(instruction).native : compacted(instruction).words));
