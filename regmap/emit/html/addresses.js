// Addresses: an index of a register, or a byte of the save area.

// placesOf are the DWORDs that a register has: its indexes in the block, and its bytes in the save area; none where it is not saved.
function placesOf(b, r) {
  return { block: b.n.toLowerCase(), id: b.i, from: r.o, count: r.k || 1, stride: r.s || 1, byte: isSaved(r) ? placeOf(b, r) : -1 };
}

// addressIn reads what is typed as a number, hexadecimal with 0x, else decimal, _ between digits ignored: 0x40, 64, CSP+0x40, CSP 64 or CSP:64.
// The block is its name or nothing; null: it is no address.
function addressIn(query) {
  const m = /^\s*(?:([a-z][a-z0-9_]*)\s*[ +:]\s*)?(0x[0-9a-f_]+|[0-9][0-9_]*)\s*$/i.exec(query);
  if (!m) return null;
  const value = Number(m[2].replace(/_/g, ""));
  return Number.isNaN(value) ? null : { block: (m[1] || "").toLowerCase(), value };
}

// covers tells which of an array's registers has an index; -1: none.
function covers(p, index) {
  const k = (index - p.from) / p.stride;
  return Number.isInteger(k) && k >= 0 && k < p.count ? k : -1;
}

// atNumber lists registers at an address: those with that index in their block, and, without a block's name, that in whose DWORD of the
// save area the byte is. Each says in where why it is listed.
function atNumber(entries, query) {
  const a = addressIn(query);
  if (!a) return [];
  const list = [], digits = (v) => `0x${v.toString(16)}`;
  for (const e of entries) {
    if (!e.at || a.block && a.block !== e.at.block) continue;
    const k = covers(e.at, a.value);
    if (k >= 0) list.push({ ...e, where: `index ${a.value} (${digits(a.value)})${e.at.count > 1 ? `, element ${k}` : ""}` });
    if (a.block || e.at.byte < 0 || a.value < e.at.byte) continue;
    const saved = Math.floor((a.value - e.at.byte) / 4);
    if (covers({ ...e.at, from: 0 }, saved) >= 0) list.push({ ...e, where: `saved at byte ${digits(e.at.byte + 4 * saved)}` });
  }
  return list;
}
