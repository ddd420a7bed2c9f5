// Addresses and names that are near. Nothing here knows of the page.

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

// atAddress lists registers at an address: those with that index in their block, and, without a block's name, that in whose DWORD of the
// save area the byte is. Each says in where why it is listed.
function atAddress(entries, query) {
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

// distance is the number of letters to add, leave out, change, or swap with the next one; no more than limit is counted.
function distance(a, b, limit) {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before = [], last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let k = 1; k <= b.length; k++) {
      row[k] = Math.min(last[k] + 1, row[k - 1] + 1, last[k - 1] + (a[i - 1] === b[k - 1] ? 0 : 1));
      if (i > 1 && k > 1 && a[i - 1] === b[k - 2] && a[i - 2] === b[k - 1]) row[k] = Math.min(row[k], before[k - 2] + 1);
    }
    if (Math.min(...row) > limit) return limit + 1;
    [before, last] = [last, row];
  }
  return last[b.length];
}

const mostNear = 12;

// nearNames lists entries whose names have, for each word, a part that is like it: one mistake in words of up to five letters, two in longer ones.
// Values are left out; their fields stand for them.
function nearNames(entries, words) {
  const found = [];
  const known = new Map(); // parts are the same in many names
  for (const e of entries) {
    if (e.kind === "value" || e.kind === "vector") continue;
    let sum = e.name.length / 1000;
    for (const w of words) {
      const limit = w.length <= 2 ? 0 : w.length <= 5 ? 1 : 2;
      let best = limit + 1;
      for (const part of [e.key, ...e.key.split("."), ...e.key.split(/[._]/)]) {
        const both = `${w} ${part}`;
        if (!known.has(both)) known.set(both, distance(w, part, limit));
        best = Math.min(best, known.get(both));
      }
      if (best > limit) { sum = Infinity; break; }
      sum += best;
    }
    if (sum < Infinity) found.push([sum + (e.kind === "field" ? 0.5 : 0), e]);
  }
  return found.sort((a, b) => a[0] - b[0]).slice(0, mostNear).map((x) => x[1]);
}
