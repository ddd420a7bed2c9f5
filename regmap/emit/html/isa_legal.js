
// What the tables alone say of an instruction: whether it is legal as far as simple rules go. `tilemark asm` knows the others.

const laneLimit = 32, loopLimit = 32, coordinateLimit = 5;
const texelsEnd = 12; // bits of OFFSET, four for each of x, y and z

// serves tells whether a field means something to an instruction; it is 0 otherwise.
function serves(native, op, name) {
  const [word, field] = name.split(".");
  if (word === "CONTROL") return controlServes(op, field);
  if (op.f === "FLOW") return flowServes(op, field);
  if (op.f === "SEND") return sendServes(native, field, word);
  if (word === "DESTINATION") return destinationServes(native, op, field);
  return field === "NUMBER" || sourceServes(native, op, Number(field[3]), field.slice(5));
}

function controlServes(op, field) {
  const predicate = (op.f === "NATIVE" && !has(op, "special")) || has(op, "lane") || has(op, "uniform");
  const condition = has(op, "condition") || has(op, "select") || has(op, "compare");
  switch (field) {
    case "COMPACT": return false;
    case "SATURATE": return has(op, "saturate");
    case "SWIZZLE": return has(op, "swizzle");
    case "CONDITION": return condition;
    case "PREDICATE": case "INVERT": return predicate;
    case "FLAG": return predicate || condition;
    case "GROUP": case "NO_MASK": return op.f !== "FLOW";
  }
  return true;
}

function flowServes(op, field) {
  switch (field) {
    case "NOS": return true;
    case "COUNT": return has(op, "levels");
  }
  return field === "TARGET" && has(op, "target");
}

function destinationServes(native, op, field) {
  if (field === "IMMEDIATE") return has(op, "immediate") || has(op, "special");
  return !(destinationAt(native, "NULL") && ["REG", "SUB", "STRIDE"].includes(field));
}

function sourceServes(native, op, k, part) {
  if (k >= op.s) return false;
  if (part !== "TYPE" && isImmediate(native) && k === op.s - 1) return false;
  if (part === "NEGATE") return has(op, "modifiers") || has(op, "negate");
  return part !== "ABS" || has(op, "modifiers");
}

function sendServes(native, field, word) {
  const m = messageOf(native), at = (name) => get(native, "SEND", name);
  if (!m || ["NOS", "NULL", "MESSAGE"].includes(field)) return true;
  switch (field) {
    case "REG": return !at("DESTINATION.NULL");
    case "ADDRESS_REG": return bringsAddress(m);
    case "DATA_REG": return bringsData(m, at("DESCRIPTOR.OPERATION"));
    case "OFFSET": return hasOffset(m) || has(m, "texels");
    case "TYPE": return has(m, "type") || has(m, "coordinates");
    case "RETURNS": return m.w === "returns";
    case "OPERATION": return has(m, "atomic") || has(m, "sampler");
  }
  return word === "DESCRIPTOR" && has(m, field.toLowerCase());
}

// countsCoordinates tells whether a field is TYPE of a message to the sampler: a number of register sets.
const countsCoordinates = (native, name) => name === "DESCRIPTOR.TYPE" && Boolean(messageOf(native)) && has(messageOf(native), "coordinates");

// faults lists why an instruction of 128 bits is not legal; none when the rules here find nothing.
function faults(native) {
  const op = operationOf(native);
  if (!op) return [`opcode ${hex(control(native, "OPCODE"), 8)} is reserved`];
  if (op.f === "SEND" && !messageOf(native)) return [`message ${hex(get(native, "SEND", "PAYLOAD.MESSAGE"), 8)} is reserved`];
  return [...fieldFaults(native, op), ...laneFaults(native, op), ...flagFaults(native, op),
    ...({ FLOW: flowFaults, SEND: sendFaults, NATIVE: operandFaults })[op.f](native, op)];
}

// fieldFaults finds values without a name, and bits that mean nothing to the operation.
function fieldFaults(native, op) {
  const found = [];
  for (const w of layoutOf(native)) {
    for (const f of w.f) {
      const bits = extract(f, native[w.o]), name = `${w.n}.${f.n}`;
      if (!bits || f.n === "OPCODE") continue;
      if (!serves(native, op, name)) found.push(`${name} is ${bits}, but means nothing here: 0 was expected`);
      else if (f.e && !countsCoordinates(native, name) && reading(f, bits).bad) found.push(`${name} is ${bits}, which is reserved`);
    }
    const rest = restText({ f: w.f }, native[w.o]);
    if (rest) found.push(`${w.n}: ${rest}`);
  }
  return found;
}

function laneFaults(native, op) {
  const size = control(native, "SIZE"), first = 8 * control(native, "GROUP"), thread = size === valueOf("SIZE", "THREAD");
  if (op.f === "FLOW" && !thread) return ["a size, but it is for all lanes"];
  if (thread) return first ? ["a first lane without a size"] : [];
  if (labelOf("SIZE", size) === undefined) return [];
  const found = first + (1 << size) > laneLimit ? [`${1 << size} lanes from lane ${first} on pass lane 31`] : [];
  if (size < valueOf("SIZE", "LANES_4") && (has(op, "fours") || control(native, "SWIZZLE"))) found.push("it needs four lanes");
  return found;
}

function flagFaults(native, op) {
  const predicate = control(native, "PREDICATE"), condition = control(native, "CONDITION");
  const found = [];
  const uniform = predicate > valueOf("PREDICATE", "LANE");
  if (predicate && (has(op, "uniform") !== uniform)) found.push(`a predicate of this kind: ${labelOf("PREDICATE", predicate)}`);
  if (!predicate && control(native, "INVERT")) found.push("an inverted predicate, but none");
  if (has(op, "compare") && !condition) found.push("no condition");
  if (has(op, "select") && (condition === 0) === (predicate === 0)) found.push("either a condition or a predicate chooses");
  if (control(native, "FLAG") && !predicate && (!condition || has(op, "select"))) found.push("a flag register that nothing uses");
  return found;
}

function flowFaults(native, op) {
  const target = getSigned(native, "FLOW", "TARGET.TARGET"), levels = get(native, "FLOW", "LEVELS.COUNT");
  const found = target % targetUnit ? [`target ${target}, expected a multiple of ${targetUnit}`] : [];
  if (has(op, "levels") && (levels === 0 || levels >= loopLimit)) found.push(`${levels} loops to leave`);
  return found;
}

function sendFaults(native) {
  const m = messageOf(native), at = (name) => get(native, "SEND", name), type = at("DESCRIPTOR.TYPE");
  const found = [];
  const answers = m.w !== "" && (m.w !== "returns" || at("DESCRIPTOR.RETURNS"));
  if (Boolean(at("DESTINATION.NULL")) === Boolean(answers)) found.push("a place for the answer, but there is none, or the other way round");
  if (m.a.length === 1 && has(m, "last") && !at("DESCRIPTOR.LAST")) found.push("it ends the thread: last was expected");
  if (m.u === "TARGET" && !at("DESCRIPTOR.LAST")) found.push("the thread ends with its colours: last was expected");
  if (m.u === "SCRATCH" && has(m, "type") && typeBytes(type) !== 4) found.push(`type ${typeName(type)}, expected one of 32 bits`);
  if (has(m, "atomic")) found.push(...atomicFaults(at, type));
  if (has(m, "coordinates") && type >= coordinateLimit) found.push(`${type + 1} register sets of coordinates, expected ${coordinateLimit} at most`);
  const offset = getSigned(native, "SEND", "PAYLOAD.OFFSET");
  if (has(m, "texels") && offset >> texelsEnd) found.push("bits 15:12 of the texels that are added");
  if (hasPlace(m) && (offset < 0 || offset % 32)) found.push(`offset ${offset}, expected a multiple of 32`);
  return found;
}

function atomicFaults(at, type) {
  const found = [], operation = at("DESCRIPTOR.OPERATION");
  if (!["ud", "d"].includes(typeName(type))) found.push(`atomics of ${typeName(type)}, expected ud or d`);
  if (labelOf("ATOMIC", operation) === undefined) found.push(`atomic operation ${operation} is reserved`);
  if (operation === valueOf("ATOMIC", "LOAD") && !at("DESCRIPTOR.RETURNS")) found.push("an atomic load without an answer");
  if (operation === valueOf("ATOMIC", "STORE") && at("DESCRIPTOR.RETURNS")) found.push("an atomic store with an answer");
  return found;
}

function operandFaults(native, op) {
  const found = [];
  const place = (name, sub, type) => { if (sub % typeBytes(type)) found.push(`${name} begins at byte ${sub}, no multiple of ${typeBytes(type)}`); };
  place("the destination", destinationAt(native, "SUB"), destinationAt(native, "TYPE"));
  const registers = op.s - (isImmediate(native) ? 1 : 0);
  for (let k = 0; k < registers; k++) place(`source ${k}`, sourceOf(native, k).sub, sourceOf(native, k).type);
  if (has(op, "special")) return [...found, ...specialFaults(native, op)];
  if (isImmediate(native) && !numberFits(native, op)) found.push("bits of the number beyond its type");
  const type = destinationAt(native, "TYPE");
  if (!op.t.includes(isFloat(type) ? "float" : "integer")) found.push(`it has no form for ${typeName(type)}`);
  if (control(native, "CONDITION") === valueOf("CONDITION", "UN") && !isFloat(type)) found.push("un compares floats only");
  return found;
}

// numberFits tells whether a number has bits of its type only.
function numberFits(native, op) {
  const bytes = typeBytes(sourceOf(native, op.s - 1).type);
  return bytes >= 4 || numberOf(native) < 2 ** (8 * bytes);
}

function specialFaults(native, op) {
  const bits = numberOf(native), inStack = bits >= valueOf("SPECIAL", "STACK") && bits <= valueOf("SPECIAL", "STACK_END");
  const found = [];
  if (control(native, "SIZE") !== valueOf("SIZE", "LANES_1") || !control(native, "NO_MASK") || control(native, "GROUP")) found.push("it is for lane 0 alone with nomask");
  if (!isImmediate(native)) found.push("the number of a special register was expected as immediate");
  else if (labelOf("SPECIAL", bits) === undefined && !inStack) found.push(`special register ${bits} is reserved`);
  else if (has(op, "write") && isReadOnly(bits)) found.push(`${labelOf("SPECIAL", bits)} is read only`);
  return found;
}

// isReadOnly tells whether nothing may write a special register. A handler may write DEPTH, which others may not.
function isReadOnly(number) {
  const special = (name) => valueOf("SPECIAL", name);
  return (number >= special("LANES") && number <= special("SLOT")) || number === special("REGISTERS") || number === special("SHARED");
}
