
// The parts of the page: #overview, #decoder, #operations, #messages, #forms, #enums, #tables; #operation/NAME, #message/NAME, #enum/NAME, #form/NAME, #table/NAME;
// #decoder=WORDS, #decoder/NAME for an example of an operation, #decoder/send.NAME of a message.

// exampleOf finds the words of an example.
function exampleOf(name) {
  const m = name.startsWith("send.") && data.messages.find((x) => x.n === name.slice(5));
  return (m || data.operations.find((o) => o.n === name))?.x;
}

// openDecoder shows what the address says: an example, or words. Without either the decoder keeps what it has.
function openDecoder(name, words) {
  if (words !== undefined) return decodeText(words);
  if (!name) return;
  const example = exampleOf(name);
  if (example) decode([...example]);
  else refuse(name, `no operation or message is called “${name}”`);
}

// addressed is what the address names. An escape that is none stays as it is typed: the decoder says what is wrong with it.
function addressed() {
  const hash = location.hash.slice(1);
  try { return decodeURIComponent(hash); } catch { return hash; }
}

// go shows what the address names.
function go() {
  const hash = addressed();
  const [, name, words] = /^([^=]*)(?:=(.*))?$/.exec(hash);
  const target = hash.startsWith("decoder") ? null : document.getElementById(hash);
  const view = target?.closest("main > section")?.id.slice(5) || (hash.startsWith("decoder") ? "decoder" : "overview");
  foldParts();
  if (view === "decoder") openDecoder(name.split("/")[1], words);
  showSection(`view-${view}`);
  mark(target?.closest(".group")?.id || view);
  document.title = target ? `${target.dataset.name || view}: instruction set` : "Instruction set";
  showTarget(target?.tagName === "H1" ? null : target);
}

addEventListener("beforeprint", () => document.documentElement.classList.add("all"));
addEventListener("afterprint", () => document.documentElement.classList.remove("all"));

decode([...exampleOf(data.operations.some((o) => o.n === "add") ? "add" : data.operations[0].n)]);
setTheme(keptTheme());
addEventListener("hashchange", go);
go();
