"use strict";
// Values of fields: from bits to text and back. Nothing here knows of the page.

const pair = new DataView(new ArrayBuffer(4));

// hex writes a word, or so many digits as bits need.
function hex(v, bits = 32) {
  return "0x" + (v >>> 0).toString(16).padStart(Math.ceil(bits / 4), "0");
}

const widthOf = (f) => f.h - f.b + 1;
const maskOf = (f) => (widthOf(f) === 32 ? 0xffffffff : 2 ** widthOf(f) - 1);
const typeOf = (f) => f.t || "uint";
const extract = (f, word) => (((word >>> f.b) & maskOf(f)) >>> 0);
const insert = (f, word, bits) => (((word & ~(maskOf(f) << f.b)) | (bits << f.b)) >>> 0);
const resetOf = (r) => r.f.reduce((word, f) => insert(f, word, f.r || 0), 0);

// fixedPoint gives sign, and bits of the fraction, of a type such as u8.8 or s15.16; null for other types.
function fixedPoint(f) {
  const m = /^([us])(\d+)\.(\d+)$/.exec(typeOf(f));
  return m && { signed: m[1] === "s", fraction: Number(m[3]) };
}

// signed reads bits as two's complement.
function signed(f, bits) {
  return widthOf(f) === 32 ? bits | 0 : bits >= 2 ** (widthOf(f) - 1) ? bits - 2 ** widthOf(f) : bits;
}

// floatText is the shortest number that stands for a binary32 pattern.
function floatText(bits) {
  pair.setUint32(0, bits);
  const v = pair.getFloat32(0);
  if (Number.isNaN(v)) return "NaN";
  if (!Number.isFinite(v)) return v < 0 ? "-∞" : "∞";
  if (Object.is(v, -0)) return "-0";
  for (let digits = 1; digits < 9; digits++) {
    if (Math.fround(Number(v.toPrecision(digits))) === v) return String(Number(v.toPrecision(digits)));
  }
  return String(Number(v.toPrecision(9)));
}

const nameOf = (f, bits) => (f.e || []).find((e) => e[1] === bits)?.[0];

// numberText is what the input of a field shows.
function numberText(f, bits) {
  const fixed = fixedPoint(f);
  if (fixed) return String((fixed.signed ? signed(f, bits) : bits) / 2 ** fixed.fraction);
  switch (typeOf(f)) {
    case "f32": return floatText(bits);
    case "sint": return String(signed(f, bits));
    case "address": return hex(bits, widthOf(f));
  }
  return String(bits);
}

// reading says what bits mean, or that they mean nothing.
function reading(f, bits) {
  if (f.say) return { text: f.say(bits) };
  if (typeOf(f) === "flags") return flagsReading(f, bits);
  const name = nameOf(f, bits);
  if (name !== undefined) return { text: name };
  if (f.e) return { text: `${bits} has no name`, bad: true };
  switch (typeOf(f)) {
    case "bool": return { text: bits ? "yes" : "no" };
    case "zero": return bits ? { text: "must be zero", bad: true } : { text: "zero, as it must be" };
    case "one": return bits === maskOf(f) ? { text: "ones, as they must be" } : { text: "must be ones", bad: true };
    case "address": return { text: `byte ${bits}` };
  }
  return { text: numberText(f, bits) };
}

// flagsReading names the bits of a set.
function flagsReading(f, bits) {
  const rest = f.e.reduce((b, e) => b & ~e[1], bits);
  const names = f.e.filter((e) => bits & e[1]).map((e) => e[0]);
  return { text: [...names, ...(rest ? [`${hex(rest, widthOf(f))} has no name`] : [])].join(" ") || "none", bad: rest !== 0 };
}

// parseFlags reads names of a set's bits; null when one of the words is none.
function parseFlags(f, text) {
  const bits = text.trim().toLowerCase().split(/[\s,]+/).map((w) => f.e.find((e) => e[0].toLowerCase() === w)?.[1]);
  return bits.includes(undefined) ? null : bits.reduce((a, b) => a | b, 0);
}

// whole reads a whole number, decimal or with 0x or 0b; NaN for anything else.
function whole(text) {
  const t = text.trim().replace(/_/g, "").toLowerCase();
  const m = /^(-?)(0x[0-9a-f]+|0b[01]+|\d+)$/.exec(t);
  return m ? (m[1] ? -1 : 1) * Number(m[2]) : NaN;
}

// parseWord reads a word, hexadecimal with or without 0x. It throws a text that says what was expected.
function parseWord(text) {
  const t = text.trim().replace(/_/g, "").toLowerCase().replace(/^0x/, "");
  if (!/^[0-9a-f]+$/.test(t)) throw `“${text.trim()}” is no hexadecimal number`;
  if (t.replace(/^0+/, "").length > 8) throw "out of range: a word has at most 8 hexadecimal digits";
  return parseInt(t, 16) >>> 0;
}

// floatBits reads a number, ∞ or NaN, or a pattern with 0x.
function floatBits(text) {
  const t = text.trim().toLowerCase().replace("∞", "infinity").replace(/^([+-]?)inf$/, "$1infinity");
  if (/^0x/.test(t)) return parseWord(t);
  if (t === "nan") return 0x7fc00000;
  const v = t === "" ? NaN : Number(t.replace(/infinity$/, "Infinity"));
  if (Number.isNaN(v)) throw `“${text.trim()}” is no number`;
  if (Number.isFinite(v) && !Number.isFinite(Math.fround(v))) throw "out of range: binary32 ends at ±3.4028235e38";
  pair.setFloat32(0, v);
  return pair.getUint32(0);
}

// inRange turns a number of units into the field's bits.
function inRange(f, n, low, high, show) {
  if (n < low || n > high) throw `out of range: ${show(low)} to ${show(high)}`;
  return n < 0 ? (n + 2 ** widthOf(f)) >>> 0 : n >>> 0;
}

// parseField reads what was typed for a field and gives its bits. It throws a text that says what was expected.
function parseField(f, text) {
  const named = (f.e || []).find((e) => e[0].toLowerCase() === text.trim().toLowerCase());
  if (named) return named[1];
  if (typeOf(f) === "flags" && parseFlags(f, text) !== null) return parseFlags(f, text);
  if (typeOf(f) === "f32") return floatBits(text);
  const fixed = fixedPoint(f);
  const isSigned = typeOf(f) === "sint" || fixed?.signed;
  const low = isSigned ? -(2 ** (widthOf(f) - 1)) : 0;
  const high = isSigned ? 2 ** (widthOf(f) - 1) - 1 : 2 ** widthOf(f) - 1;
  if (fixed && !/^\s*-?0x/i.test(text)) {
    const v = text.trim() === "" ? NaN : Number(text);
    if (Number.isNaN(v)) throw `“${text.trim()}” is no number`;
    return inRange(f, Math.round(v * 2 ** fixed.fraction), low, high, (n) => n / 2 ** fixed.fraction);
  }
  const n = whole(text);
  if (Number.isNaN(n)) throw `“${text.trim()}” is no whole number`;
  if (/^\s*0x/i.test(text)) return inRange(f, n, 0, 2 ** widthOf(f) - 1, (k) => hex(k, widthOf(f))); // a pattern
  return inRange(f, n, low, high, String);
}
