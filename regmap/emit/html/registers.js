// What the map's page is about, and what search finds there.

const blockNamed = new Map(data.blocks.map((b) => [b.n, b]));
const vectors = data.vectors || [];

const isSaved = (r) => !r.c;
const placeOf = (b, r) => b.o + 4 * r.o; // byte in the save area

// findRegister finds a register by its full name.
function findRegister(name) {
  const dot = name.indexOf(".");
  const b = blockNamed.get(dot < 0 ? name : name.slice(0, dot));
  const r = b && dot >= 0 ? b.r.find((x) => x.n === name.slice(dot + 1)) : undefined;
  return { b, r };
}

// index has a line for each block, register, field and value: what it is called, where it leads, and the text in which words are looked for.
function index() {
  const list = [];
  const add = (kind, name, about, to) => list.push({ kind, name, about, to, key: name.toLowerCase(), text: `${name} ${about}`.toLowerCase() });
  for (const b of data.blocks) {
    add("block", b.n, b.d, b.n);
    for (const r of b.r) {
      const name = `${b.n}.${r.n}`;
      add("register", name, r.d, name);
      list[list.length - 1].at = placesOf(b, r);
      for (const f of r.f) {
        const single = r.f.length === 1 && f.n === "VALUE";
        if (!single) add("field", `${name}.${f.n}`, f.d, name);
        else list[list.length - 1].text += ` ${f.d.toLowerCase()}`;
        for (const [n, v] of f.e || []) add("value", single ? `${name} = ${n}` : `${name}.${f.n} = ${n}`, `${v}. ${f.d}`, name);
      }
    }
  }
  formatEntries(add);
  for (const v of vectors) add("vector", v.n, v.c, `vector/${v.n}`);
  return list;
}

const kinds = ["block", "register", "command", "structure", "field", "value", "vector"];

// unlike are the kinds that are not found by a name that is near: the fields of values stand for them.
const unlike = ["value", "vector"];
