// Names that are near. Nothing here knows of the page but unlike, the kinds of entries that are left out.

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
function nearNames(entries, words) {
  const found = [];
  const known = new Map(); // parts are the same in many names
  for (const e of entries) {
    if (unlike.includes(e.kind)) continue;
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
