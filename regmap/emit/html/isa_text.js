
// The text of an instruction, as the assembler reads it and `tilemark disasm` writes it.

// instructionText writes a native form. One that could be compact, but is not, says native.
function instructionText(native, keepsNative) {
  const op = operationOf(native);
  if (!op) return "";
  const middle = { FLOW: flowText, SEND: sendText, NATIVE: operandsText }[op.f](native, op);
  return predicateText(native) + op.n + middle + attributesText(native, op, keepsNative);
}

const control = (native, name) => get(native, "NATIVE", `CONTROL.${name}`);

function predicateText(native) {
  const kind = control(native, "PREDICATE");
  if (kind === valueOf("PREDICATE", "NONE")) return "";
  const how = kind === valueOf("PREDICATE", "LANE") ? "" : `.${labelOf("PREDICATE", kind)}`;
  return `(${control(native, "INVERT") ? "~" : ""}f${control(native, "FLAG")}${how}) `;
}

function sizeText(native) {
  const size = control(native, "SIZE"), group = control(native, "GROUP");
  return size === valueOf("SIZE", "THREAD") ? "" : ` (${labelOf("SIZE", size) ?? `size ${size}`}${group ? `@${8 * group}` : ""})`;
}

function flowText(native, op) {
  const levels = get(native, "FLOW", "LEVELS.COUNT");
  return (has(op, "levels") && levels !== 1 ? `.${levels}` : "") + (has(op, "target") ? ` ${withSign(getSigned(native, "FLOW", "TARGET.TARGET"))}` : "");
}

const withSign = (n) => (n < 0 ? String(n) : `+${n}`);
const typeName = (bits) => labelOf("TYPE", bits) ?? `type${bits}`;

// typeBytes is the size of a type; 1 of a reserved one.
function typeBytes(bits) {
  return { uw: 2, w: 2, hf: 2, ud: 4, d: 4, f: 4, uq: 8, q: 8 }[typeName(bits)] || 1;
}
const isFloat = (bits) => ["hf", "f"].includes(typeName(bits));
const isSigned = (bits) => ["b", "w", "d", "q", "hf", "f"].includes(typeName(bits));

// sourceOf reads source k of an instruction.
function sourceOf(native, k) {
  const at = (name) => {
    const key = [`SOURCES.SRC${k}_${name}`, `LAST.SRC${k}_${name}`].find((n) => fieldsOf.NATIVE.has(n));
    return get(native, "NATIVE", key);
  };
  return { reg: at("REG"), sub: at("SUB"), type: at("TYPE"), region: at("REGION"), negate: at("NEGATE"), abs: at("ABS") };
}

const destinationAt = (native, name) => get(native, "NATIVE", `DESTINATION.${name}`);

function operandsText(native, op) {
  if (has(op, "special")) return specialText(native, op);
  const list = [destinationText(native)];
  for (let k = 0; k < op.s; k++) {
    const s = sourceOf(native, k);
    if (isImmediate(native) && k === op.s - 1) list.push(literalText(numberOf(native), s.type, op.s === 3));
    else list.push(sourceText(s) + (k === 0 && control(native, "SWIZZLE") ? `[${orderText(control(native, "SWIZZLE"))}]` : ""));
  }
  return `${suffixText(native, op)}${sizeText(native)} ${list.join(", ")}`;
}

// suffixText is saturation and condition.
function suffixText(native, op) {
  const condition = control(native, "CONDITION");
  let text = control(native, "SATURATE") ? ".sat" : "";
  if (condition === valueOf("CONDITION", "NONE")) return text;
  text += `.${labelOf("CONDITION", condition)}`;
  const named = control(native, "PREDICATE") === valueOf("PREDICATE", "NONE") && !has(op, "select");
  return named ? `${text}.f${control(native, "FLAG")}` : text;
}

function specialText(native, op) {
  const bits = numberOf(native), first = valueOf("SPECIAL", "STACK"), last = valueOf("SPECIAL", "STACK_END");
  const name = bits > first && bits < last ? `${labelOf("SPECIAL", first)}+${bits - first}` : labelOf("SPECIAL", bits) ?? `special ${bits}`;
  return has(op, "write") ? ` ${name}, ${sourceText(sourceOf(native, 0))}` : ` ${destinationText(native)}, ${name}`;
}

// placeText is a register and an element of it.
const placeText = (reg, sub, type) => `r${reg}${sub ? `.${Math.trunc(sub / typeBytes(type))}` : ""}`;

function destinationText(native) {
  const type = destinationAt(native, "TYPE"), stride = destinationAt(native, "STRIDE");
  if (destinationAt(native, "NULL")) return `null:${typeName(type)}`;
  return `${placeText(destinationAt(native, "REG"), destinationAt(native, "SUB"), type)}${stride === valueOf("STRIDE", "PACKED") ? "" : labelOf("STRIDE", stride)}:${typeName(type)}`;
}

function sourceText(s) {
  let text = placeText(s.reg, s.sub, s.type);
  if (s.abs) text = `|${text}|`;
  if (s.negate) text = `-${text}`;
  if (s.region !== valueOf("REGION", "PACKED")) text += labelOf("REGION", s.region) ?? `<region ${s.region}>`;
  return `${text}:${typeName(s.type)}`;
}

const ownOrder = 0xe4; // the order of lanes that a swizzle of 0 leaves

// orderText writes a swizzle in letters.
const orderText = (bits) => [0, 2, 4, 6].map((at) => "xyzw"[((bits ^ ownOrder) >>> at) & 3]).join("");

// literalText writes a number so that it is read as the same bits.
function literalText(bits, type, short) {
  const name = typeName(type), signedType = isSigned(type), width = Math.min(8 * typeBytes(type), 32);
  if (name === "f" && short) bits = (bits << 16) >>> 0;
  else if (short && signedType && typeBytes(type) >= 4) bits = ((bits << 16) >> 16) >>> 0;
  let text;
  if (name === "f") text = floatLiteral(floatOf(bits), bits);
  else if (name === "hf") text = floatLiteral(halfOf(bits & 0xffff), bits);
  else if (signedType) text = String((bits << (32 - width)) >> (32 - width));
  else text = bits > 9999 ? `0x${bits.toString(16)}` : String(bits);
  return `${text}:${name}`;
}

// floatOf reads a pattern of binary32, halfOf one of binary16.
function floatOf(bits) {
  pair.setUint32(0, bits);
  return pair.getFloat32(0);
}

function halfOf(bits) {
  const sign = bits >>> 15 ? -1 : 1, exponent = (bits >>> 10) & 31, fraction = bits & 0x3ff;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (exponent ? 2 ** (exponent - 15) * (1 + fraction / 1024) : (2 ** -14 * fraction) / 1024);
}

// floatLiteral writes a value of binary32 with as few digits as stand for it alone, the bits of a NaN in hexadecimal.
function floatLiteral(v, bits) {
  if (Number.isNaN(v)) return `0x${bits.toString(16)}`;
  const sign = v < 0 || Object.is(v, -0) ? "-" : "";
  if (!Number.isFinite(v)) return `${sign}inf`;
  if (v === 0) return `${sign}0`;
  const [digits, exponent] = shortest(Math.abs(v));
  if (exponent < -4 || exponent >= 6) return sign + scientific(digits, exponent);
  return sign + plain(digits, exponent);
}

function scientific(digits, exponent) {
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : "";
  return `${digits[0]}${fraction}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

function plain(digits, exponent) {
  if (exponent < 0) return `0.${"0".repeat(-exponent - 1)}${digits}`;
  if (exponent >= digits.length - 1) return digits + "0".repeat(exponent - digits.length + 1);
  return `${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`;
}

// shortest gives the digits of a positive value of binary32, as few as stand for it alone, nearest to it, and the power of ten of the first. Of two that are
// as near it takes the even one, but the upper one of a power of two, as Go's strconv does.
function shortest(v) {
  const [mantissa, power] = v.toExponential(60).split("e");
  const all = mantissa.replace(".", ""), exponent = Number(power);
  for (let n = 1; n < 10; n++) {
    const below = BigInt(all.slice(0, n)), rest = all.slice(n), half = `5${"0".repeat(rest.length - 1)}`;
    const nearer = rest < half || (rest === half && below % 2n === 0n && !Number.isInteger(Math.log2(v))) ? [below, below + 1n] : [below + 1n, below];
    const found = nearer.find((d) => Math.fround(Number(`${d}e${exponent - n + 1}`)) === v);
    if (found === undefined) continue;
    const text = found.toString();
    return [text.replace(/0+$/, ""), exponent + text.length - n];
  }
  return [all.slice(0, 9), exponent]; // nine digits are enough
}

const coordinateNames = "xyzwv"; // a letter for each register set

// texelsText writes the texels that a message adds in x, y and z, without zeros at the end; "" without any.
function texelsText(offset) {
  const texels = offset & ((1 << texelsEnd) - 1);
  let text = "";
  for (let at = 0; texels >>> at; at += 4) text += ` ${((texels >>> at) << 28) >> 28}`;
  return text && `texels${text}`;
}

function sendText(native) {
  const m = messageOf(native), at = (name) => get(native, "SEND", name);
  const code = at("PAYLOAD.MESSAGE");
  if (!m) return `.message${code}`;
  let text = `.${m.n}`;
  if (has(m, "type")) text += `.${typeName(at("DESCRIPTOR.TYPE"))}`;
  if (has(m, "count") && at("DESCRIPTOR.COUNT")) text += `.${at("DESCRIPTOR.COUNT") + 1}`;
  if (has(m, "coordinates")) text += `.${coordinateNames.slice(0, at("DESCRIPTOR.TYPE") + 1)}`;
  if (has(m, "atomic")) text += `.${labelOf("ATOMIC", at("DESCRIPTOR.OPERATION")) ?? at("DESCRIPTOR.OPERATION")}`;
  const list = sendOperands(m, at, getSigned(native, "SEND", "PAYLOAD.OFFSET"));
  return text + sizeText(native) + (list.length ? ` ${list.join(", ")}` : "");
}

function sendOperands(m, at, offset) {
  const list = [];
  if (!at("DESTINATION.NULL")) list.push(`r${at("DESTINATION.REG")}`);
  if (bringsAddress(m)) list.push(`r${at("PAYLOAD.ADDRESS_REG")}${offset && sendsOne(m, "addresses") ? withSign(offset) : ""}`);
  if (bringsData(m, at("DESCRIPTOR.OPERATION"))) list.push(`r${at("DESCRIPTOR.DATA_REG")}`);
  if (hasPlace(m)) list.push(withSign(offset));
  if (has(m, "binding")) list.push(`b${at("DESCRIPTOR.BINDING")}`);
  if (has(m, "sampler")) list.push(`s${at("DESCRIPTOR.OPERATION")}`);
  return list;
}

// What a message brings: a first payload, a second one, an offset from addresses, or the place of whole registers.
const bringsAddress = (m) => sendsOne(m, "addresses", "coordinates", "one", "set");
const bringsData = (m, operation) => sendsOne(m, "components", "operands", "registers", "gradients") && !(has(m, "atomic") && operation === valueOf("ATOMIC", "LOAD"));
const hasPlace = (m) => !sendsOne(m, "addresses") && (sendsOne(m, "registers", "set") || ["block", "registers"].includes(m.w));
const addsTexels = (native, op) => op.f === "SEND" && Boolean(messageOf(native)) && has(messageOf(native), "texels");
const hasOffset = (m) => sendsOne(m, "addresses") || hasPlace(m);

function attributesText(native, op, keepsNative) {
  const list = [];
  if (control(native, "NO_MASK") && !has(op, "special")) list.push("nomask");
  if (op.f === "SEND" && get(native, "SEND", "DESCRIPTOR.NON_CACHEABLE")) list.push("nc");
  if (op.f === "SEND" && get(native, "SEND", "DESCRIPTOR.LAST")) list.push("last");
  const texels = addsTexels(native, op) && texelsText(get(native, "SEND", "PAYLOAD.OFFSET"));
  if (texels) list.push(texels);
  if (keepsNative) list.push("native");
  const nos = nosOf(native, op);
  if (nos) list.push(`nos ${flagNames("NOS", nos).join(" ")}`);
  return list.length ? ` {${list.join(", ")}}` : "";
}

// flagNames names the bits of a set.
const flagNames = (name, bits) => enumNamed.get(name).v.filter((v) => bits & v[1]).map((v) => v[2] || v[0]);
