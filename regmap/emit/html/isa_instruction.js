
// Instructions: their words, forms and fields. Nothing here knows of the page.

const operationAt = new Map(data.operations.map((o) => [o.o, o]));
const messageAt = new Map(data.messages.map((m) => [m.c, m]));
const enumNamed = new Map(data.enums.map((e) => [e.n, e]));

// valueOf is the number of a value's name, labelOf how texts name a number; undefined when there is none.
const valueOf = (name, value) => enumNamed.get(name)?.v.find((v) => v[0] === value)?.[1];
function labelOf(name, bits) {
  const v = enumNamed.get(name)?.v.find((x) => x[1] === bits);
  return v && (v[2] || v[0]);
}

// fieldsOf are the fields of a form by WORD.FIELD, each with the word that it is in.
const fieldsOf = Object.fromEntries(Object.entries(data.forms).map(([form, words]) => [form,
  new Map(words.filter((w) => !w.w).flatMap((w) => w.f.map((f) => [`${w.n}.${f.n}`, { ...f, word: w.o }])))]));

// get reads a field, put writes it.
function get(words, form, name) {
  const f = fieldsOf[form].get(name);
  return extract(f, words[f.word]);
}

function put(words, form, name, bits) {
  const f = fieldsOf[form].get(name);
  words[f.word] = insert(f, words[f.word], bits & maskOf(f));
}

// getSigned reads a field as two's complement.
const getSigned = (words, form, name) => signed(fieldsOf[form].get(name), get(words, form, name));

const nativeWords = 4, compactWords = 2, wordBits = 32;

// operationOf finds the operation of words; undefined of a reserved opcode.
const operationOf = (words) => operationAt.get(get(words, "NATIVE", "CONTROL.OPCODE"));
const isCompact = (words) => get(words, "NATIVE", "CONTROL.COMPACT") === 1;
const messageOf = (native) => messageAt.get(get(native, "SEND", "PAYLOAD.MESSAGE"));
const has = (entry, what) => entry.a.includes(what);
const sendsOne = (m, ...what) => what.some((w) => m.s.includes(w));

const compactForms = { NATIVE: "COMPACT", FLOW: "COMPACT_FLOW", SEND: "COMPACT_SEND" };

// formOf is the form of words; that of operands when the opcode is reserved.
function formOf(words) {
  const form = operationOf(words)?.f || "NATIVE";
  return words.length === compactWords ? compactForms[form] : form;
}

const isImmediate = (native) => get(native, "NATIVE", "DESTINATION.IMMEDIATE") === 1;

// nosOf are the bits of state that an instruction depends on. Every form has them in word 1, control flow alone without a destination.
const nosOf = (native, op) => get(native, op.f, op.f === "FLOW" ? "STATE.NOS" : "DESTINATION.NOS");

// numberOf is the number of an immediate.
const numberOf = (native) => (operationOf(native)?.s === 3 ? native[3] >>> 16 : native[3]);

// whenOf says which of the words of a form an instruction has in place of others.
function whenOf(words) {
  const form = formOf(words);
  if (form === "NATIVE" && isImmediate(words)) return operationOf(words)?.s === 3 ? "an immediate of three sources" : "an immediate of one or two sources";
  if (form === "COMPACT" && hasNumber(words)) return "an immediate";
  if (form === "COMPACT" && operationOf(words)?.s < 3) return "two sources at most";
  return "";
}

// layoutOf lists the words of an instruction's form as it has them.
function layoutOf(words) {
  const list = data.forms[formOf(words)], when = whenOf(words);
  return list.filter((w) => (w.w ? w.w === when : !when || !list.some((x) => x.o === w.o && x.w === when)));
}

// bytesText writes words as bytes in their order in memory.
function bytesText(words) {
  return words.flatMap((w) => [0, 8, 16, 24].map((at) => ((w >>> at) & 0xff).toString(16).padStart(2, "0"))).join(" ");
}

const wordsText = (words) => words.map((w) => hex(w)).join(" ");

// wordOfBytes puts four bytes together, the lowest first.
const wordOfBytes = (b) => (b[0] | (b[1] << 8) | (b[2] << 16) | (b[3] << 24)) >>> 0;

// wordsIn reads what is typed: two or four words, the lowest first, or 8 or 16 bytes as they lie in memory. It throws a text that says what was expected.
function wordsIn(text) {
  let parts = text.replace(/[,;{}[\]]/g, " ").replace(/_/g, "").trim().split(/\s+/).filter(Boolean).map((p) => p.replace(/^0x/i, ""));
  for (const p of parts) if (!/^[0-9a-f]+$/i.test(p)) throw `“${p}” is no hexadecimal number`;
  if (parts.length === 1 && [16, 32].includes(parts[0].length)) parts = parts[0].match(/../g);
  const bytes = [4 * compactWords, 4 * nativeWords].includes(parts.length);
  if (!bytes && ![compactWords, nativeWords].includes(parts.length)) throw `${plural(parts.length, "number")}: two or four words, or 8 or 16 bytes were expected`;
  if (bytes && parts.some((p) => p.length > 2)) throw "a byte has at most two digits";
  const words = bytes ? parts.map((p) => parseInt(p, 16)) : parts.map(parseWord);
  return bytes ? [...Array(words.length / 4).keys()].map((k) => wordOfBytes(words.slice(4 * k, 4 * k + 4))) : words;
}
