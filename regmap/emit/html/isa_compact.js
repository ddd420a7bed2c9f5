
// From the native form of an instruction to the compact one and back.

const targetUnit = 8, offsetUnit = 4; // bytes

// tableText says what an index of a table stands for.
const tableText = { COMPACT_CONTROL: "mask, predicate, condition, saturation and swizzle", COMPACT_TYPES: "types", COMPACT_SUBS: "places within registers",
  COMPACT_SOURCE: "region and sign of source 0", COMPACT_SOURCE_1: "region and sign of source 1", COMPACT_LAST: "type, region, sign and place of source 2", COMPACT_MESSAGE: "descriptor" };

// indexFields are the fields of compact forms that are indices.
const indexFields = { CONTROL: "COMPACT_CONTROL", TYPES: "COMPACT_TYPES", SUBS: "COMPACT_SUBS", SRC0: "COMPACT_SOURCE", SRC1: "COMPACT_SOURCE_1", SRC2: "COMPACT_LAST", MESSAGE: "COMPACT_MESSAGE" };

// valuesAt are the values of an index; both sources use one table.
const valuesAt = (table) => data.tables[table.replace(/_1$/, "")];

// spread writes the parts of an index's value into the native form, but those that it leaves out.
function spread(native, form, table, index, without = []) {
  for (const p of data.parts[table]) {
    if (!without.includes(p.f)) put(native, form, p.f, valuesAt(table)[index] >>> p.b);
  }
}

// collect puts the parts of an index's value together.
function collect(native, form, table, without = []) {
  return data.parts[table].reduce((v, p) => (without.includes(p.f) ? v : (v | (get(native, form, p.f) << p.b)) >>> 0), 0);
}

// nosPlaces are where compact forms have the number of the bit of NOS that an instruction has, plus 1; those of three sources have none.
const nosPlaces = { FLOW: ["COMPACT_FLOW", "LOW.NOS"], SEND: ["COMPACT_SEND", "LOW.NOS"], NATIVE: ["COMPACT_SHORT", "HIGH.NOS"] };
const nosNames = { FLOW: "STATE.NOS", SEND: "DESTINATION.NOS", NATIVE: "DESTINATION.NOS" };

const inNumber = ["LAST.SRC1_SUB"]; // where an immediate is

// hasNumber tells whether a compact form of operands has an immediate.
function hasNumber(compact) {
  const at = data.parts.COMPACT_TYPES.find((p) => p.f === "DESTINATION.IMMEDIATE").b;
  return ((valuesAt("COMPACT_TYPES")[get(compact, "COMPACT", "LOW.TYPES")] >>> at) & 1) === 1;
}

// expand gives the native form of a compact one, and why it is none.
function expand(compact) {
  const op = operationOf(compact);
  if (!op) return { native: null, why: `opcode ${hex(get(compact, "NATIVE", "CONTROL.OPCODE"), 8)} is reserved` };
  const native = [0, 0, 0, 0], form = compactForms[op.f];
  put(native, op.f, "CONTROL.OPCODE", op.o);
  put(native, op.f, "CONTROL.SIZE", valueOf("SIZE", "THREAD"));
  spread(native, op.f, "COMPACT_CONTROL", get(compact, form, "LOW.CONTROL"));
  ({ FLOW: expandFlow, SEND: expandSend, NATIVE: expandOperands })[op.f](compact, native, op);
  const number = op.f === "NATIVE" && op.s > 2 ? 0 : get(compact, ...nosPlaces[op.f]);
  put(native, op.f, nosNames[op.f], number ? 1 << (number - 1) : 0);
  const back = compacted(native);
  if (back.words && back.words.every((w, k) => w === compact[k])) return { native, why: "" };
  return { native, why: `reserved bits: ${back.why || `its canonical form is ${wordsText(back.words)}`}` };
}

function expandFlow(compact, native) {
  put(native, "FLOW", "LEVELS.COUNT", get(compact, "COMPACT_FLOW", "HIGH.COUNT"));
  put(native, "FLOW", "TARGET.TARGET", getSigned(compact, "COMPACT_FLOW", "HIGH.TARGET") * targetUnit);
}

// sentAsIs are the fields of a compact message that are those of the native form.
const sentAsIs = { "LOW.DST_REG": "DESTINATION.REG", "HIGH.ADDRESS_REG": "PAYLOAD.ADDRESS_REG", "HIGH.DATA_REG": "DESCRIPTOR.DATA_REG", "HIGH.BINDING": "DESCRIPTOR.BINDING" };

function expandSend(compact, native) {
  const at = (name) => get(compact, "COMPACT_SEND", name);
  spread(native, "SEND", "COMPACT_MESSAGE", at("LOW.MESSAGE"));
  for (const [from, to] of Object.entries(sentAsIs)) put(native, "SEND", to, at(from));
  put(native, "SEND", "PAYLOAD.OFFSET", getSigned(compact, "COMPACT_SEND", "HIGH.OFFSET") * offsetUnit);
}

function expandOperands(compact, native, op) {
  const at = (name) => get(compact, "COMPACT", name);
  put(native, "NATIVE", "DESTINATION.REG", at("LOW.DST_REG"));
  spread(native, "NATIVE", "COMPACT_TYPES", at("LOW.TYPES"));
  spread(native, "NATIVE", "COMPACT_SUBS", at("LOW.SUBS"), isImmediate(native) ? inNumber : []);
  put(native, "NATIVE", "SOURCES.SRC0_REG", at("HIGH.SRC0_REG"));
  spread(native, "NATIVE", "COMPACT_SOURCE", at("HIGH.SRC0"));
  if (isImmediate(native)) {
    const bits = (compact[1] >>> fieldsOf.COMPACT.get("HIGH.SRC1_REG").b) & 0xffff;
    native[3] = (at("LOW.UPPER") ? bits << 16 : (bits << 16) >> 16) >>> 0;
    return;
  }
  put(native, "NATIVE", "LAST.SRC1_REG", at("HIGH.SRC1_REG"));
  spread(native, "NATIVE", "COMPACT_SOURCE_1", at("HIGH.SRC1"));
  if (op.s < 3) return;
  put(native, "NATIVE", "LAST.SRC2_REG", at("HIGH.SRC2_REG"));
  spread(native, "NATIVE", "COMPACT_LAST", at("HIGH.SRC2"));
}

// whyNever says why an instruction has no compact form whatever the tables are; "" when that is up to them.
function whyNever(native, op) {
  const size = get(native, op.f, "CONTROL.SIZE");
  if (size !== valueOf("SIZE", "THREAD")) return `it is for ${labelOf("SIZE", size)} lanes, not all of the thread`;
  const nos = nosOf(native, op);
  if (nos & (nos - 1)) return "it depends on several items of state";
  if (nos && op.f === "NATIVE" && op.s > 2) return "it depends on state, and has three sources";
  return ({ FLOW: flowNever, SEND: sendNever, NATIVE: operandsNever })[op.f](native, op);
}

function flowNever(native) {
  const units = getSigned(native, "FLOW", "TARGET.TARGET") / targetUnit, f = fieldsOf.COMPACT_FLOW.get("HIGH.TARGET");
  return signed(f, units & maskOf(f)) === units ? "" : "its target is too far away";
}

function sendNever(native) {
  if (getSigned(native, "SEND", "PAYLOAD.OFFSET") % offsetUnit) return "its offset is no multiple of 4";
  const most = maskOf(fieldsOf.COMPACT_SEND.get("HIGH.BINDING"));
  return get(native, "SEND", "DESCRIPTOR.BINDING") > most ? `its binding is above ${most}` : "";
}

function operandsNever(native, op) {
  if (!isImmediate(native)) return "";
  if (op.s === 3) return "it has three sources and an immediate";
  return isShort(native[3]) || (native[3] & 0xffff) === 0 ? "" : "its immediate has more than 16 bits that count";
}

const isShort = (v) => (v | 0) === (v << 16) >> 16;

// indicesOf lists the indices that an instruction's compact form has: field, and table.
function indicesOf(native, op) {
  if (op.f === "FLOW") return [["LOW.CONTROL", "COMPACT_CONTROL"]];
  if (op.f === "SEND") return [["LOW.CONTROL", "COMPACT_CONTROL"], ["LOW.MESSAGE", "COMPACT_MESSAGE"]];
  const list = [["LOW.CONTROL", "COMPACT_CONTROL"], ["LOW.TYPES", "COMPACT_TYPES"], ["LOW.SUBS", "COMPACT_SUBS"], ["HIGH.SRC0", "COMPACT_SOURCE"]];
  if (!isImmediate(native)) list.push(["HIGH.SRC1", "COMPACT_SOURCE_1"]);
  if (!isImmediate(native) && op.s === 3) list.push(["HIGH.SRC2", "COMPACT_LAST"]);
  return list;
}

// compacted gives the compact form of a native one, or why it has none.
function compacted(native) {
  const op = operationOf(native);
  if (!op) return { why: "the opcode is reserved" };
  const why = whyNever(native, op);
  if (why) return { why };
  const words = [0, 0], form = compactForms[op.f];
  put(words, form, "LOW.OPCODE", op.o);
  put(words, form, "LOW.COMPACT", 1);
  for (const [field, table] of indicesOf(native, op)) {
    const index = valuesAt(table).indexOf(collect(native, op.f, table, isImmediate(native) ? inNumber : []));
    if (index < 0) return { why: `no index has its ${tableText[table]}` };
    put(words, form, field, index);
  }
  ({ FLOW: compactFlow, SEND: compactSend, NATIVE: compactOperands })[op.f](native, words, op);
  if (nosOf(native, op)) put(words, ...nosPlaces[op.f], 32 - Math.clz32(nosOf(native, op)));
  return { words };
}

function compactFlow(native, words) {
  put(words, "COMPACT_FLOW", "HIGH.COUNT", get(native, "FLOW", "LEVELS.COUNT"));
  put(words, "COMPACT_FLOW", "HIGH.TARGET", getSigned(native, "FLOW", "TARGET.TARGET") / targetUnit);
}

function compactSend(native, words) {
  for (const [to, from] of Object.entries(sentAsIs)) put(words, "COMPACT_SEND", to, get(native, "SEND", from));
  put(words, "COMPACT_SEND", "HIGH.OFFSET", getSigned(native, "SEND", "PAYLOAD.OFFSET") / offsetUnit);
}

function compactOperands(native, words, op) {
  const copy = (to, from) => put(words, "COMPACT", to, get(native, "NATIVE", from));
  copy("LOW.DST_REG", "DESTINATION.REG");
  copy("HIGH.SRC0_REG", "SOURCES.SRC0_REG");
  if (isImmediate(native)) {
    const upper = !isShort(native[3]);
    put(words, "COMPACT", "LOW.UPPER", upper ? 1 : 0);
    words[1] = (words[1] | (((upper ? native[3] >>> 16 : native[3]) & 0xffff) << fieldsOf.COMPACT.get("HIGH.SRC1_REG").b)) >>> 0;
    return;
  }
  copy("HIGH.SRC1_REG", "LAST.SRC1_REG");
  if (op.s === 3) copy("HIGH.SRC2_REG", "LAST.SRC2_REG");
}
